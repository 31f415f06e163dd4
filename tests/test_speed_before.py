"""What is here beside what a commit had: slower is seen, and what a commit did not have is left out."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, rmtree
from typing import Final

import pytest

from bench import before
from bench.before import ROOT, compared, lay_out
from bench.speed import FIGURES

SLOWER = """
quick = scores
scores = lambda game: [quick(game) for _ in range(6)][0]
"""


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A folder with the app in it, as this version has it."""
    copytree(ROOT / "companion", tmp_path / "companion")
    return tmp_path


def test_what_takes_six_times_as_long_is_seen_from_either_side(other: Path) -> None:
    with (other / "companion" / "scoring" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(SLOWER)
    quicker = compared("scores of a game", ROOT, other, rounds=1, seconds=0.05)
    slower = compared("scores of a game", other, ROOT, rounds=1, seconds=0.05)
    assert quicker is not None
    assert slower is not None
    assert quicker.ratio > 3
    assert slower.ratio < 1 / 3


def test_a_figure_that_there_was_not_before_is_left_out(other: Path) -> None:
    rmtree(other / "companion" / "players")
    assert compared("whole games at random", ROOT, other, rounds=1, seconds=0.01) is None


def test_the_files_of_a_commit_are_laid_out(tmp_path: Path) -> None:
    lay_out("HEAD", tmp_path)
    assert (tmp_path / "companion" / "rules" / "engine" / "game.py").is_file()


QUICK: Final = "a game dealt anew"


@pytest.mark.slow
def test_the_command_says_each_figure_and_fails_where_one_is_slower_than_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For one figure: for each, two processes import the app."""
    monkeypatch.setattr(before, "FIGURES", {QUICK: FIGURES[QUICK]})
    command = ["before", "HEAD", "--rounds", "1", "--seconds", "0.01"]
    monkeypatch.setattr(sys, "argv", command)
    before.main()
    [line] = [line for line in capsys.readouterr().out.splitlines() if "of before" in line]
    assert line.endswith(f"  {QUICK}")
    monkeypatch.setattr(sys, "argv", [*command, "--figure", QUICK, "--least", "1000"])
    with pytest.raises(SystemExit) as end:
        before.main()
    assert end.value.code == f"Slower than 1000 of before: {QUICK}"


@pytest.mark.slow
def test_each_figure_can_be_measured() -> None:
    program = "from bench.speed import FIGURES\nfor figure in FIGURES.values():\n    figure()()"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
