"""The house decks: cards of our own, stronger from difficulty to difficulty."""

from itertools import pairwise

import pytest
from support.common import rule

from companion.rules.shuffling.house_deck import HOUSE_DECKS, NEWEST, house_deck
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import POWER, EditionName


@rule("Z-2")
@pytest.mark.parametrize("number", HOUSE_DECKS)
def test_no_card_is_weaker_at_a_higher_difficulty_and_some_are_stronger(number: int) -> None:
    for lower, higher in pairwise(strengths(difficulty, number) for difficulty in Difficulty):
        assert all(one <= other for one, other in zip(lower, higher, strict=True))
        assert sum(lower) < sum(higher)


def test_a_table_that_begins_now_has_the_third_deck_and_the_older_decks_are_still_there() -> None:
    assert (HOUSE_DECKS, NEWEST) == ((1, 2, 3), 3)


def strengths(difficulty: Difficulty, number: int) -> list[int]:
    """What cards show that show a number, the least first."""
    deck = house_deck(EditionName.LATER, difficulty, number)
    return sorted(int(card.strength) for card in deck if card.strength != POWER)
