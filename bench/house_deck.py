"""How strong the guards are with the house deck, against one stated player. This says nothing of the printed deck."""

from bench.greedy import player_wins
from companion.rules.state.setup import Difficulty

GAMES = 1000


def measure() -> None:
    """Play seeded games and print how many the guards win."""
    for difficulty in Difficulty:
        lost = GAMES - player_wins(difficulty, GAMES)
        print(f"Guards of the house deck, {difficulty}: they win {lost} of {GAMES} games against bench/greedy.py")
