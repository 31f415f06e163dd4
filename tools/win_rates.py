"""`python -m tools.win_rates`: who wins how often against the guards of the house deck, played and written to a page.

Each of our players plays as many seeded games at each difficulty; `docs/win-rates.md` is all written by this.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from companion.players import SimulatedGame, Simulation, simulated, wilson
from companion.rules import Difficulty

PAGE: Final = Path(__file__).parents[1] / "docs" / "win-rates.md"
COUNTING: Final = "counting"
PLAYERS: Final = ("random", "greedy", COUNTING)
SEED: Final = "win rates"

HEAD: Final = """# Win rates

How often three players of ours win alone, against the house deck, not the printed one, with Wilson's interval at 95 %
confidence. The items and goons are made up as well, nobody plays a tome, and a win that is shared counts as none. So
this compares our players and the difficulties, and says nothing of the printed cards. Where two intervals overlap, so
few games do not tell which is higher.

- `random` fills in whatever is offered, at random.
- `greedy` sends its strongest token to the best place where it expects to lead, and takes a face-down card for a 3.
- `counting` knows the [odds](library/odds.md) of each place and sends its crew where that is worth most on average.

The three differ in roll call alone, but for `random`, which also pays, declines and reserves at random.

| player | difficulty | games | won | of 100 | interval | points | of the guards |
|---|---|---|---|---|---|---|---|
"""
AIMS: Final = {Difficulty.MODERATE: 35, Difficulty.CHALLENGING: 50, Difficulty.EXPERT: 65}
"""How many of 100 games the guards of the house deck are meant to win against the counting player."""

DECK: Final = """
## The house deck

Its strengths are ours to choose, and were chosen by such games: against `counting` the guards are meant to win, or to
hold with a tie, so many of 100. Where the aim lies outside the interval, the deck misses it. This is the second house
deck; tables that were begun before there was one keep the first, which was not measured so.

| difficulty | aim | of 100 | interval | off by | |
|---|---|---|---|---|---|
"""
FOOT: Final = """
## The games

These are the games of

```sh
lockup simulate --player counting --difficulty expert --games {games} --seed "{seed}"
```

and its like, so anybody gets the same; `.venv/bin/python -m tools.win_rates --games {games}` plays them all and writes
this page.
"""


class Row(NamedTuple):
    """What one player came to at one difficulty."""

    player: str
    difficulty: Difficulty
    games: Sequence[SimulatedGame]

    def __str__(self) -> str:
        number, won = len(self.games), sum(one.winner == "player" for one in self.games)
        low, high = wilson(won, number)
        points, of_guards = fmean(one.player for one in self.games), fmean(one.guards for one in self.games)
        return (
            f"| `{self.player}` | {self.difficulty.value} | {number} | {won} | {100 * won / number:.1f} |"
            f" {100 * low:.1f} to {100 * high:.1f} | {points:.1f} | {of_guards:.1f} |"
        )


def aimed(row: Row) -> str:
    """A row of the counting player beside what is meant."""
    number, held = len(row.games), sum(one.winner != "player" for one in row.games)
    aim, found, (low, high) = AIMS[row.difficulty], 100 * held / number, wilson(held, number)
    verdict = "met" if 100 * low <= aim <= 100 * high else "missed"
    return (
        f"| {row.difficulty.value} | {aim} | {found:.1f} | {100 * low:.1f} to {100 * high:.1f} |"
        f" {found - aim:+.1f} | {verdict} |"
    ).replace("-", "\u2212")


def page(rows: Sequence[Row], games: int) -> str:
    """The page of these rows, as so many games asked for make them."""
    aims = [aimed(row) for row in rows if row.player == COUNTING]
    lines = (HEAD, *(f"{row}\n" for row in rows), DECK, *(f"{aim}\n" for aim in aims))
    return "".join(lines) + FOOT.format(games=games, seed=SEED)


def main() -> None:
    """Play all games and write the page."""
    asked = argparse.ArgumentParser(prog="python -m tools.win_rates", description=__doc__)
    asked.add_argument("--games", type=int, default=200, help="how many of each kind (%(default)s)")
    asked.add_argument("--jobs", type=int, default=1, help="how many are played at a time (%(default)s)")
    given = asked.parse_args()
    rows = []
    for player in PLAYERS:
        for difficulty in Difficulty:
            games = simulated(Simulation(player, difficulty, SEED), given.games, given.jobs)
            rows.append(Row(player, difficulty, [*games]))
            print(rows[-1], flush=True)
    PAGE.write_text(page(rows, given.games), "utf-8")


if __name__ == "__main__":
    main()
