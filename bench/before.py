"""`python -m bench.before [COMMIT]`: the speed here next to the speed of a commit; without one, the commit before.

The files of the commit are put into their own folder, and both are measured in turn, each time in a new process, with
the same packages and by the same code (`bench.speed`). Other work of the machine hits both alike, so that ratios say
more than figures. A figure that the commit could not yet give is left out.
"""

import argparse
import io
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bench.speed import FIGURES

ROOT: Final = Path(__file__).parents[1]
ROUNDS: Final = 5
SECONDS: Final = 1.0


class Compared(NamedTuple):
    """A figure here, and its ratio to the one before, round by round."""

    rate: float
    ratios: Sequence[float]

    @property
    def ratio(self) -> float:
        """The median of all rounds: 0.5 is half as quick as before."""
        return statistics.median(self.ratios)


def main() -> None:
    """Print each figure next to the one before; end with 1 if one is slower than was asked for."""
    asked = argparse.ArgumentParser(prog="python -m bench.before", description=__doc__)
    asked.add_argument("commit", nargs="?", default="HEAD^", help="what to compare with (%(default)s)")
    asked.add_argument("--figure", action="append", choices=[*FIGURES], help="this one alone, or several; else all")
    asked.add_argument("--rounds", type=int, default=ROUNDS, help="how often each is measured (%(default)s)")
    asked.add_argument("--seconds", type=float, default=SECONDS, help="of CPU, each time (%(default)s)")
    asked.add_argument("--least", type=float, default=0.0, help="the smallest ratio that is no failure (%(default)s)")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lay_out(given.commit, Path(folder))
        said = _git("log", "-1", "--format=%h, %s", given.commit).decode().strip()
        print(f"What is here beside {said}: medians of {given.rounds} rounds in turn, {given.seconds:g} s of CPU each.")
        slower = []
        for figure in given.figure or FIGURES:
            found = compared(figure, ROOT, Path(folder), given.rounds, given.seconds)
            if found is None:
                print(f"                                   {figure}: not there before", flush=True)
                continue
            low, high = min(found.ratios), max(found.ratios)
            print(
                f"  {found.rate:8.1f} a second, {found.ratio:.2f} of before ({low:.2f} to {high:.2f})  {figure}",
                flush=True,
            )
            if found.ratio < given.least:
                slower.append(figure)
    if slower:
        sys.exit(f"Slower than {given.least:g} of before: {', '.join(slower)}")


def lay_out(commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", "--format=tar", commit))) as files:
        files.extractall(folder, filter="data")


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def compared(figure: str, now: Path, before: Path, rounds: int, seconds: float) -> Compared | None:
    """Return a figure of the app in one folder and of that in another, in turn; None where the other has none."""
    rates, ratios = [], []
    for _ in range(rounds):
        earlier = _rate(before, figure, seconds)
        if earlier is None:
            return None
        mine = _rate(now, figure, seconds)
        assert mine is not None, f"{figure} cannot be measured here"
        rates.append(mine)
        ratios.append(mine / earlier)
    return Compared(statistics.median(rates), ratios)


def _rate(folder: Path, figure: str, seconds: float) -> float | None:
    ran = subprocess.run(
        [sys.executable, "-m", "bench.speed", str(folder), figure, str(seconds)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
    )  # fmt: skip
    return float(ran.stdout) if ran.returncode == 0 else None


if __name__ == "__main__":
    main()
