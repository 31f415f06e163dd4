"""`python -m bench.par`: whether par is fair, by the player's own games.

In each deal the player plays once with the cards as they are, and some times with all that was hidden dealt again. Its
own game is one more of the same kind, so its place among the others is as likely to be any as any other. The test of
Kolmogorov and Smirnov says how likely places as uneven as these are if that is so.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import cycle
from math import exp, sqrt
from random import Random
from typing import Final

from companion.players import MadeUpCards, Simulation, dealt_again, first_decision, par_games
from companion.players.registry import named
from companion.players.simulation import played_out
from companion.rules import Difficulty, Game

LEAST_P: Final = 0.05

_TERMS: Final = 100
"""The terms of Kolmogorov's series; for any distance that can be, the later ones are nothing."""


def place(simulation: Simulation, deal: int, games: int, chance: Random) -> float:
    """Return the player's place among its games of the same deal, from 0 to 1; ties are broken at random."""
    seed = simulation.game_seed(deal)
    cards = MadeUpCards(seed)
    begun = first_decision(Game.new(simulation.setup, seed=seed), cards)
    own = played_out(deal, begun, named(simulation.player), cards, seed).player
    others = [one.player for one in par_games(begun, simulation.player, games, dealt_again(seed))]
    below, tied = sum(one < own for one in others), others.count(own)
    return (below + chance.randint(0, tied) + chance.random()) / (games + 1)


def p_of_even(places: Sequence[float]) -> float:
    """Return the probability of a greater distance from even places, by Kolmogorov's limit."""
    number = len(places)
    steps = [(at, index / number, (index + 1) / number) for index, at in enumerate(sorted(places))]
    distance = max(max(at - before, after - at) for at, before, after in steps)
    scaled = (sqrt(number) + 0.12 + 0.11 / sqrt(number)) * distance
    signs = cycle((2, -2))
    return min(1.0, sum(next(signs) * exp(-2 * (term * scaled) ** 2) for term in range(1, _TERMS)))


def main() -> None:
    """Play the deals, print the places, and fail if they are uneven."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--games", type=int, default=19, help="games of each deal")
    parser.add_argument("--player", default="counting")
    parser.add_argument("--difficulty", type=Difficulty, default=Difficulty.MODERATE)
    asked = parser.parse_args()
    simulation, chance = Simulation(asked.player, asked.difficulty, "par"), Random("ties")
    places = [place(simulation, deal, asked.games, chance) for deal in range(1, asked.deals + 1)]
    tenths = [sum(int(one * 10) == tenth for one in places) for tenth in range(10)]
    p = p_of_even(places)
    print(f"{asked.player}, {asked.deals} deals, {asked.games} games of each: places by tenths {tenths}, p = {p:.3f}")
    if p < LEAST_P:
        sys.exit("The player's own games are uneven among those of its par.")


if __name__ == "__main__":
    main()
