"""The house deck: cards of our own in the sizes and colours of the game, harder from difficulty to difficulty."""

import pytest
from support import rule

from bench.greedy import player_wins
from companion.rules.game.house_deck import house_deck
from companion.rules.game.state import Difficulty
from companion.rules.vocabulary import EditionName


@rule("Z-2")
@pytest.mark.parametrize("difficulty", list(Difficulty))
@pytest.mark.parametrize("edition", list(EditionName))
def test_it_has_seven_base_cards_and_five_of_the_difficulty(edition: EditionName, difficulty: Difficulty) -> None:
    assert len(house_deck(edition, difficulty)) == 12


@rule("E-16")
@pytest.mark.parametrize(
    ("edition", "difficulty", "special"),
    [("prototype", "expert", 0), ("first", "moderate", 0), ("first", "challenging", 1), ("later", "expert", 1)],
)
def test_one_yellow_and_one_red_card_is_special_where_the_edition_has_any(
    edition: str, difficulty: str, special: int
) -> None:
    assert sum(card.special for card in house_deck(EditionName(edition), difficulty)) == special


@pytest.mark.slow
def test_the_guards_win_more_games_from_difficulty_to_difficulty() -> None:
    moderate, challenging, expert = (player_wins(difficulty, 100) for difficulty in Difficulty)
    assert moderate > challenging > expert
