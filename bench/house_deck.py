"""`python -m bench.house_deck`: check that the guards of the house deck win as often as they should (half an hour).

Plays the games of the counting player that `docs/win-rates.md` reports. Fails if a rate is too far from its aim.
"""

import argparse
import sys

from companion.rules import Difficulty
from tools.win_rates import COUNTING, aimed, play_row


def main() -> None:
    """Play the games of each difficulty and compare them with the aims."""
    rows = [play_row(COUNTING, difficulty) for difficulty in Difficulty]
    print(*map(aimed, rows), sep="\n")
    if not all(row.meets_aim for row in rows):
        sys.exit("The guards of the house deck win too often or too seldom: choose another deck.")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
