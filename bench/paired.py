"""`python -m bench.paired`: whether one player is stronger than another, by games of the same deals.

Only the deals that one of them wins and the other does not say anything about that. If both were equally strong, each
of these would be as likely to be won by one as by the other: McNemar's exact test says how likely so uneven a division
is then.
"""

import argparse
import os
import time
from collections.abc import Sequence
from functools import partial
from math import comb
from random import Random
from statistics import fmean, quantiles
from typing import Final

from companion.players import MadeUpCards, Simulation, processes
from companion.players.registry import named
from companion.players.simulation import SimulatedGame, played_out
from companion.rules import Act, Difficulty, Game

HUNDRED: Final = 100


def mcnemar(only_first: int, only_second: int) -> float:
    """Return how likely a division at least so uneven is, if both players are equally strong."""
    number = only_first + only_second
    tail = sum(comb(number, one) for one in range(max(only_first, only_second), number + 1))
    return min(1.0, 2 * tail / (1 << number))


def timed(simulation: Simulation, number: int) -> tuple[SimulatedGame, list[float]]:
    """Return a game, and the CPU seconds of each of its player's decisions."""
    seconds = []
    player, seed = named(simulation.player), simulation.game_seed(number)

    def play(game: Game, seat: int, chance: Random) -> Act:
        begun = time.process_time()
        act = player(game, seat, chance)
        seconds.append(time.process_time() - begun)
        return act

    return played_out(number, Game.new(simulation.setup, seed=seed), play, MadeUpCards(seed), seed), seconds


def told(name: str, games: Sequence[tuple[SimulatedGame, list[float]]]) -> str:
    """Return one player's results in words."""
    won = sum(one.winner == "player" for one, _ in games)
    mean = fmean(one.player - one.guards for one, _ in games)
    times = quantiles([1000 * one for _, seconds in games for one in seconds], n=HUNDRED)
    return (
        f"{name}: {won} of {len(games)} won, ahead of the guards by {mean:+.1f} on average;"
        f" a decision takes {times[49]:.1f} ms, 95 of 100 at most {times[94]:.1f} ms"
    )


def main() -> None:
    """Play the deals with both players, and print who won how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", default=("lookahead", "counting"), help="two names")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--difficulty", type=Difficulty, default=Difficulty.EXPERT)
    parser.add_argument("--seed", default="paired, reported again")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    won = []
    with processes(asked.processes) as executor:
        for name in asked.players:
            play = partial(timed, Simulation(name, asked.difficulty, asked.seed))
            games = [*executor.map(play, range(1, asked.deals + 1), chunksize=4)]
            print(told(name, games), flush=True)
            won.append([one.winner == "player" for one, _ in games])
    pairs = [*zip(*won, strict=True)]
    first, second = pairs.count((True, False)), pairs.count((False, True))
    print(f"Both won {pairs.count((True, True))} deals, neither {pairs.count((False, False))}")
    print(f"Only {asked.players[0]} won {first}, only {asked.players[1]} {second}: p = {mcnemar(first, second):.2g}")


if __name__ == "__main__":
    main()
