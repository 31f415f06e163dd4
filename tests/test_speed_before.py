"""What is here beside what a commit had: slower is seen, and what a commit did not have is left out."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from bench.before import ROOT, compared, lay_out

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


@pytest.mark.slow
def test_the_command_says_each_figure_and_fails_where_one_is_slower_than_asked_for() -> None:
    command = [sys.executable, "-m", "bench.before", "HEAD", "--rounds", "1", "--seconds", "0.01"]
    ran = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("of before") == 9
    one = [*command, "--figure", "a game dealt anew", "--least", "1000"]
    ran = subprocess.run(one, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, "Slower than 1000 of before: a game dealt anew\n")
