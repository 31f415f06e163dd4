"""A kept game names no class and no function of the code: whoever renames them breaks none."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import companion
from companion.rules.state.events import Event

TESTS = Path(__file__).parents[1]
EVENTS = re.compile(rf"(?<![\"'\w])({'|'.join(kind.__name__ for kind in get_args(Event))})(?![\"'\w])")
STEPS = re.compile(r"^def (_\w+)", re.MULTILINE)


def renamed(file: Path) -> None:
    """Call every event otherwise, and in the phases every function that is known in its module alone."""
    text = EVENTS.sub(r"\1OfToday", file.read_text())
    if file.parent.name == "phases":
        for name in STEPS.findall(text):
            text = re.sub(rf"\b{name}\b", f"{name}_of_today", text)
    file.write_text(text)


def test_kept_games_go_on_where_every_event_and_step_function_is_called_otherwise(tmp_path: Path) -> None:
    code = tmp_path / "companion"
    unneeded = shutil.ignore_patterns("__pycache__", "static", "templates", "translations")
    shutil.copytree(Path(companion.__file__).parent, code, ignore=unneeded)
    for folder in (code / "rules", code / "scoring", code / "players", code / "tables"):
        for file in folder.rglob("*.py"):
            renamed(file)
    ran = subprocess.run(
        [sys.executable, "-m", "support.replayed_golden_games"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}:{TESTS}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert {*ran.stdout.split()} == {"BeganOfToday"}
