"""The scripts of the pages: linted, checked for types, and what of them needs no page run by itself.

Deno does all three without a network; its tests are written as those of Node, so that `node --test tests/scripts` runs
them too.
"""

import os
import subprocess
from pathlib import Path

import deno
import pytest

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / "tools" / "scripts" / "deno.json"
SCRIPTS = sorted((ROOT / "companion" / "static").glob("*.js"))
TESTS = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize(
    ("command", "files"),
    [(["lint"], [*SCRIPTS, *TESTS]), (["check"], SCRIPTS), (["test", "--no-check", "--no-remote"], TESTS)],
    ids=["lint", "types", "tests"],
)
def test_scripts(command: list[str], files: list[Path], tmp_path: Path):
    environment = {**os.environ, "DENO_DIR": str(tmp_path), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    call = [deno.find_deno_bin(), *command, "--quiet", "--config", CONFIG, *files]
    told = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_every_script_is_checked():
    assert all(path.read_text("utf-8").startswith("// @ts-check\n") for path in SCRIPTS)
