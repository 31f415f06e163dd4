"""`python -m bench.peers`: whole random games a second of CPU next to other engines' games, in one run.

The engines are installed into their own environment, from wherever pip and npm are set up to look, and thrown away with
it. Where there is no node, boardgame.io is left out.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

from bench.peer_games import ENGINES, OURS

PINNED: Final = (
    "catanatron==3.2.1",
    "chess==1.11.2",
    "networkx==3.6.1",
    "numpy==2.4.6",
    "open-spiel==2.0.2",
    "rlcard==1.2.0",
    "termcolor==3.3.0",
)
BOARDGAME: Final = "boardgame.io@0.50.2"
ROUNDS: Final = 3
SECONDS: Final = 2.0
HERE: Final = Path(__file__).parent


def main() -> None:
    """Install the engines, let them play in turn, and print how many games each has played."""
    with tempfile.TemporaryDirectory() as folder:
        commands = _commands(Path(folder))
        rates: dict[str, list[float]] = {engine: [] for engine in commands}
        for _ in range(ROUNDS):
            for engine, command in commands.items():
                rates[engine].append(_rate(command, Path(folder)))
    ours = next(iter(OURS))
    per_round = {engine: [one / mine for one, mine in zip(rates[engine], rates[ours], strict=True)] for engine in rates}
    print(f"Whole random games a second of CPU: medians of {ROUNDS} rounds in turn, of {SECONDS:g} seconds each.")
    for engine, found in sorted(rates.items(), key=lambda one: -statistics.median(one[1])):
        print(f"  {statistics.median(found):6.1f}  {engine} ({statistics.median(per_round[engine]):.2f} of ours)")


def _commands(folder: Path) -> dict[str, list[str]]:
    """Return the command that plays each engine's games."""
    venv.create(folder / "peers", with_pip=True)
    python = str(next((folder / "peers").glob("[bS]*/python*")))
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PINNED], check=True)
    commands = {
        engine: [sys.executable if engine in OURS else python, "-m", "bench.peer_games", engine] for engine in ENGINES
    }
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        subprocess.run([npm, "install", "--silent", "--no-fund", "--prefix", str(folder), BOARDGAME], check=True)
        commands["boardgame.io, its reducer alone"] = [node, str(shutil.copy(HERE / "reducer.cjs", folder))]
    else:
        print("There is no node here: boardgame.io is left out.")
    return commands


def _rate(command: list[str], folder: Path) -> float:
    ran = subprocess.run(
        [*command, str(SECONDS)], cwd=HERE.parent, stdout=subprocess.PIPE, text=True, check=True,
        env={**os.environ, "NODE_ENV": "production", "NODE_PATH": str(folder / "node_modules")},
    )  # fmt: skip
    return float(ran.stdout.split()[-1])


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
