"""The page of win rates: as `tools.win_rates` writes it, with intervals that follow from its counts."""

import re

from documents import DOCUMENTS, rows

from companion.players import wilson
from companion.rules import Difficulty
from tools.win_rates import PLAYERS, page

PAGE = DOCUMENTS["docs/win-rates.md"]
KINDS = [(f"`{player}`", difficulty.value) for player in PLAYERS for difficulty in Difficulty]


def test_it_has_every_player_at_every_difficulty_with_the_interval_of_its_wins() -> None:
    found = rows("docs/win-rates.md", "player")
    assert [(row[0], row[1]) for row in found] == KINDS
    assert len({row[2] for row in found}) == 1
    for row in found:
        low, high = wilson(int(row[3]), int(row[2]))
        assert row[5] == f"{100 * low:.1f} to {100 * high:.1f}"


def test_what_stands_around_the_figures_is_what_the_tool_writes() -> None:
    games = int(rows("docs/win-rates.md", "player")[-1][2])
    assert re.sub(r"(?m)^\| `.*\n", "", PAGE) == page([], games)


def test_it_says_in_the_sentence_of_the_rates_against_what_they_are() -> None:
    assert re.search(
        r"How often [^.]* win alone, against the house deck, not the printed one, with Wilson's interval", PAGE
    )
