"""Random play over REST with fresh seeds: `make soak`; `make soak SEED=…` repeats what that seed brought.

Each round plays a whole game of every kind (edition, difficulty, who deals; two to five sides, light and full) before a
witness, who holds every answer against what may be known by then, and kills servers while games are played. Three
phones tap on pages that they have had for a while, come from another address in the middle of a game, or are taken for
silent, so that another phone takes their seat; and no tap may do another thing than its owner saw, nor in one browser
where three tap within 300 ms. The odds of small roll calls are held against every deal that the engine can play, and
against the same cards hidden otherwise; odds of large ones against deals drawn at random. The first failure ends it.
"""

import argparse
import re
import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = tuple(
    f"tests/{name}.py"
    for name in (
        "rules/engine/test_random_games",
        "rules/odds/test_location_odds",
        "api/test_fuzzed_operations",
        "tables/test_whole_games_over_rest",
        "tables/test_parties_over_rest",
        "tables/test_killed_servers",
        "tables/test_many_phones",
        "pages/test_taps_at_the_same_time",
        "pages/test_moves_on_pages",
        "pages/test_moves_of_several",
        "browser/test_taps_of_three_phones",
    )
)
ROUNDS: Final = 6
"""Two to three hours on two cores, and what the made-up requests take besides, which was not measured.

With a game of each of 35 kinds more than two hundred games, 216 of three phones that tap on old pages, as many in one
browser within 300 ms of each other, and 162 by forms and 120 of several whose every list of moves is followed."""
POSITIONS: Final = 2_000
"""Positions whose odds are checked; 10,000 take some five minutes of CPU."""


def main() -> None:
    """Play so many rounds, each from its own seed, which is printed."""
    asked = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    asked.add_argument("seed", nargs="?", type=_seed, help="repeat this one alone; without it %(prog)s makes new ones")
    asked.add_argument("--rounds", type=int, default=ROUNDS, help="how many new seeds (%(default)s)")
    asked.add_argument(
        "--positions",
        type=int,
        default=POSITIONS,
        help="in how many roll calls odds are held against every deal (%(default)s); 20 deals of large ones for each",
    )
    given = asked.parse_args()
    begun = time.monotonic()
    seeds = [given.seed] if given.seed else [secrets.token_hex(4) for _ in range(given.rounds)]
    for number, seed in enumerate(seeds, start=1):
        print(f"Round {number} of {len(seeds)}: seed {seed}", flush=True)
        if not _played(seed, given.positions):
            sys.exit(f"Failed. Again: make soak SEED={seed}")
    print(f"{len(seeds)} rounds in {time.monotonic() - begun:.0f} s, nothing found.", flush=True)


def _seed(text: str) -> str:
    """Return a seed that an idempotency key can hold."""
    if not re.fullmatch(r"[!-~]{1,40}", text):
        raise argparse.ArgumentTypeError("1 to 40 visible ASCII characters, no spaces")
    return text


def _played(seed: str, positions: int) -> bool:
    chosen = ("--seed", seed, "--positions", str(positions))
    command = [sys.executable, "-m", "pytest", "--quiet", "--numprocesses", "2", *chosen, *TESTS]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    main()
