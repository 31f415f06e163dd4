"""How strong the guards are with the house deck, against two players of ours. This says nothing of the printed deck."""

from companion.players import Simulation, simulated
from companion.rules import Difficulty

GAMES = 100


def measure() -> None:
    """Play seeded games and print how many the guards win."""
    for player in ("greedy", "counting"):
        for difficulty in Difficulty:
            played = simulated(Simulation(player, difficulty, "bench"), GAMES)
            lost = sum(one.winner == "guards" for one in played)
            print(f"Guards of the house deck, {difficulty}: they win {lost} of {GAMES} games against {player}")
