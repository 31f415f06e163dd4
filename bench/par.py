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
from pathlib import Path
from random import Random
from typing import Final

from companion.players import MadeUpCards, Simulation, dealt_again, first_decision, par_games
from companion.players.registry import named
from companion.players.simulation import played_out
from companion.rules import Difficulty, Game

LEAST_P: Final = 0.05

SIDE: Final = 320
"""The side of the plot in units of its picture."""

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


def plot(places: Sequence[float]) -> str:
    """Return an SVG picture: below each place, the share of deals; even places lie along the diagonal."""
    number = len(places)
    points = [(SIDE * at, SIDE * (1 - below / number)) for below, at in enumerate(sorted(places), 1)]
    line = " ".join(f"{across:.0f},{down:.0f}" for across, down in points)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="-44 -12 {SIDE + 60} {SIDE + 60}"
 font-family="sans-serif" font-size="13">
<title>Places of {number} own games among the games of their par</title>
<rect x="-44" y="-12" width="{SIDE + 60}" height="{SIDE + 60}" fill="#fff"/>
<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#767676"/>
<line x1="0" y1="{SIDE}" x2="{SIDE}" y2="0" stroke="#767676" stroke-dasharray="4 4"/>
<polyline points="0,{SIDE} {line}" fill="none" stroke="#0b57a4" stroke-width="2"/>
<g text-anchor="middle"><text x="0" y="{SIDE + 18}">0</text><text x="{SIDE // 2}" y="{SIDE + 18}">0.5</text>
<text x="{SIDE}" y="{SIDE + 18}">1</text>
<text x="{SIDE // 2}" y="{SIDE + 38}">place of the own game</text></g>
<g text-anchor="end"><text x="-6" y="{SIDE}">0</text><text x="-6" y="12">1</text></g>
<text text-anchor="middle" transform="rotate(-90) translate(-{SIDE // 2} -14)">share of deals below it</text>
</svg>
"""


def main() -> None:
    """Play the deals, print the places, and fail if they are uneven."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--games", type=int, default=19, help="games of each deal")
    parser.add_argument("--player", default="counting")
    parser.add_argument("--difficulty", type=Difficulty, default=Difficulty.MODERATE)
    parser.add_argument("--plot", type=Path, help="where to write a picture of the places (SVG)")
    asked = parser.parse_args()
    simulation = Simulation(asked.player, asked.difficulty, "par")
    places = [place(simulation, deal, asked.games, Random(f"ties {deal}")) for deal in range(1, asked.deals + 1)]
    tenths = [sum(int(one * 10) == tenth for one in places) for tenth in range(10)]
    p = p_of_even(places)
    print(f"{asked.player}, {asked.deals} deals, {asked.games} games of each: places by tenths {tenths}, p = {p:.3f}")
    if asked.plot:
        asked.plot.write_text(plot(places))
    if p < LEAST_P:
        sys.exit("The player's own games are uneven among those of its par.")


if __name__ == "__main__":
    main()
