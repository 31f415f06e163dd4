"""What is built of the same sources is the same to the byte, whenever and by whomever."""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "tests", "var"
)


def built(project: Path, *, moment: int, mask: int, language: str) -> dict[str, str]:
    """Checksums of sdist and wheel of a copy of the project whose files were written at that moment."""
    shutil.copytree(ROOT, project, ignore=LEFT_OUT)
    for one in project.rglob("*"):
        os.utime(one, (moment, moment))
        if one.is_file():
            one.chmod(one.stat().st_mode & ~mask)
    to = project.parent / f"of-{project.name}"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(to), str(project)]
    environment = {**os.environ, "LC_ALL": language, "TZ": "UTC-9" if mask else "UTC"}
    environment.pop("SOURCE_DATE_EPOCH", None)
    subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in to.iterdir()}


@pytest.mark.slow
def test_sdist_and_wheel_built_twice_are_the_same_bytes(tmp_path: Path) -> None:
    first = built(tmp_path / "first", moment=1_700_000_000, mask=0, language="C")
    second = built(tmp_path / "second", moment=1_800_000_000, mask=0o044, language="C.UTF-8")
    assert first == second
    assert {one.rpartition(".")[2] for one in first} == {"gz", "whl"}
