"""The house deck: cards of our own, harder from difficulty to difficulty."""

import pytest

from companion.players import Simulation, simulated
from companion.rules.state.setup import Difficulty

GAMES = 25


@pytest.mark.slow
def test_the_guards_win_more_games_from_difficulty_to_difficulty() -> None:
    moderate, challenging, expert = (wins_of_greedy(difficulty) for difficulty in Difficulty)
    assert moderate > challenging > expert


def wins_of_greedy(difficulty: Difficulty) -> int:
    games = simulated(Simulation("greedy", difficulty, "house deck"), GAMES)
    return sum(one.winner == "player" for one in games)
