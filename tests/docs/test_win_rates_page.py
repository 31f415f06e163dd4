"""The page of win rates: as `tools.win_rates` writes it, with intervals that follow from its counts."""

import re

from documents import DOCUMENTS, rows

from companion.players import wilson
from companion.rules import Difficulty
from tools.win_rates import AIMS, CHOOSING_SEED, COUNTING, GAMES, SEEDS, TOLERANCE, page

PAGE = DOCUMENTS["docs/win-rates.md"]
KINDS = [(f"`{player}`", difficulty.value) for player in GAMES for difficulty in Difficulty]


def test_it_has_every_player_at_every_difficulty_with_the_interval_of_its_wins() -> None:
    found = rows("docs/win-rates.md", "player")
    assert [(row[0], row[1]) for row in found] == KINDS
    assert [int(row[2]) for row in found] == [GAMES[row[0].strip("`")] for row in found]
    for row in found:
        low, high = wilson(int(row[3]), int(row[2]))
        assert row[5] == f"{100 * low:.1f} to {100 * high:.1f}"


def test_what_stands_around_the_figures_is_what_the_tool_writes() -> None:
    levels = "|".join(Difficulty)
    assert re.sub(rf"(?m)^\| (`|{levels}).*\n", "", PAGE) == page([])


def test_the_guards_win_within_two_of_a_hundred_games_of_each_aim() -> None:
    won = {row[1]: (int(row[3]), int(row[2])) for row in rows("docs/win-rates.md", "player") if COUNTING in row[0]}
    found = rows("docs/win-rates.md", "difficulty")
    assert [row[0] for row in found] == [*AIMS]
    for difficulty, aim, held, _, off, verdict in found:
        number = won[difficulty][1]
        share = 100 * (1 - won[difficulty][0] / number)
        assert (held, off.replace("\u2212", "-")) == (f"{share:.1f}", f"{share - int(aim):+.1f}")
        assert abs(share - int(aim)) <= TOLERANCE
        assert verdict == "met"
    assert [row[2] for row in found] == sorted((row[2] for row in found), key=float)


def test_the_games_on_the_page_are_none_of_those_by_which_the_deck_was_chosen() -> None:
    assert all(seed in PAGE for seed in (*SEEDS.values(), CHOOSING_SEED))
    assert CHOOSING_SEED not in SEEDS.values()


def test_it_says_in_the_sentence_of_the_rates_against_what_they_are() -> None:
    assert re.search(
        r"How often [^.]* win alone, against the house deck, not the printed one, with Wilson's interval", PAGE
    )
