"""The house deck: cards of our own, harder from difficulty to difficulty."""

import pytest

from bench.greedy import player_wins
from companion.rules.state.setup import Difficulty


@pytest.mark.slow
def test_the_guards_win_more_games_from_difficulty_to_difficulty() -> None:
    moderate, challenging, expert = (player_wins(difficulty, 50) for difficulty in Difficulty)
    assert moderate > challenging > expert
