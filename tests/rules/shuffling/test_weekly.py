"""The prison of the week: one deal for all, named by what decides it, and the line that tells its result."""

import pytest
from support.common import rule

from companion.rules.shuffling.weekly import Escape, Prison, escapes, prison_of
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName

W48 = Prison("2026-W48", Difficulty.CHALLENGING, EditionName.LATER)


@rule("Z-2")
def test_a_seed_names_week_difficulty_edition_and_house_deck() -> None:
    assert W48.seed.startswith("2026-W48.challenging.later.")
    assert prison_of(W48.seed) == W48


@rule("Z-2", "E-16")
def test_whoever_has_begun_with_an_older_house_deck_is_still_in_the_prison_of_that_week() -> None:
    older = W48._replace(house_deck=1)
    # So it was written before there was a second deck.
    assert older.seed == "2026-W48.challenging.later.8d69ca74"
    assert prison_of(older.seed) == older
    assert [one.prison for one in escapes(Escape("", older, 50, 51).line)] == [older]


def test_every_week_difficulty_and_edition_with_other_cards_has_a_deal_of_its_own() -> None:
    prisons = [
        Prison(week, difficulty, edition)
        for week in ("2026-W48", "2026-W49")
        for difficulty in Difficulty
        for edition in EditionName
    ]
    assert len({one.seed for one in prisons}) == len(prisons)


@pytest.mark.parametrize(
    "seed",
    ["rusty spoon", "2026-W48.challenging.later.00000000", "2026-W48.easy.later.00000000", W48.seed + "0", ""],
)
def test_what_no_house_deck_deals_is_no_prison(seed: str) -> None:
    assert prison_of(seed) is None


def test_a_seed_fits_where_seeds_are_typed() -> None:
    assert max(len(Prison("2026-W48", one, name).seed) for one in Difficulty for name in EditionName) <= 40


def test_lines_pasted_with_names_and_chatter_lie_the_best_first() -> None:
    mine = Escape("", W48, 52, 45)
    text = f"""Hi all!
    Vera: {Escape("", W48, 40, 44).line}
    {mine.line}
    Isaac\uff1a{Escape("", W48, 60, 53).line} :-)
    Lockup 2026-W48.challenging.later.00000000 99:0 escaped
    """
    found = escapes(text)
    assert [(one.name, one.player, one.guards) for one in found] == [("Isaac", 60, 53), ("", 52, 45), ("Vera", 40, 44)]
    assert [one.escaped for one in found] == [True, True, False]


@rule("F-5")
def test_a_tie_is_the_guards_and_the_line_says_that_the_deal_is_public() -> None:
    assert " 51:50 escaped " in Escape("", W48, 51, 50).line
    line = Escape("", W48, 50, 50).line
    assert " 50:50 held " in line
    assert line.endswith("(the deal is public)")
