"""Whole random games of one engine, for so many seconds of CPU; run by whichever Python has that engine.

Each is played as its own documentation plays at random. `bench.peers` asks for one after the other.
"""

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from typing import Any, Final, TypeAlias

Play: TypeAlias = Callable[[], object]
"""Plays one whole game."""


def _lockup() -> Play:
    """This project's rules, as the app has them played: act by act, the next prompt from each decision."""
    random_game = import_module("bench.games").random_game
    seeds = count()
    return lambda: random_game(next(seeds))


def _simulated(player: str) -> Play:
    """A game of `lockup simulate`: before every decision all that the player cannot know is dealt anew."""
    simulation = import_module("companion.players").Simulation(player)
    played = import_module("companion.players.simulation").played
    numbers = count(1)
    return lambda: played(simulation, next(numbers))


def _rlcard(name: str) -> Play:
    agent = import_module("rlcard.agents").RandomAgent
    table = import_module("rlcard").make(name, config={"seed": 1})
    table.set_agents([agent(num_actions=table.num_actions) for _ in range(table.num_players)])
    return lambda: table.run(is_training=False)


def _chess() -> Play:
    board_of: Any = import_module("chess").Board
    chance = Random(1)

    def play() -> None:
        board = board_of()
        while not board.is_game_over():
            board.push(chance.choice([*board.legal_moves]))

    return play


def _catanatron() -> Play:
    catanatron = import_module("catanatron")
    return lambda: catanatron.Game([catanatron.RandomPlayer(colour) for colour in catanatron.Color]).play()


OURS: Final[Mapping[str, Callable[[], Play]]] = {
    "Lockup, all of its rules": _lockup,
    "Lockup, simulated at random": partial(_simulated, "random"),
    "Lockup, simulated greedy": partial(_simulated, "greedy"),
    "Lockup, simulated counting": partial(_simulated, "counting"),
}
"""What this project plays; the first is what the others are compared with."""

ENGINES: Final[Mapping[str, Callable[[], Play]]] = {
    **OURS,
    "rlcard, gin rummy": partial(_rlcard, "gin-rummy"),
    "rlcard, doudizhu": partial(_rlcard, "doudizhu"),
    "rlcard, mahjong": partial(_rlcard, "mahjong"),
    "python-chess": _chess,
    "catanatron": _catanatron,
}


def main() -> None:
    """Print how many games of that engine a second of CPU holds."""
    engine, seconds = sys.argv[1], float(sys.argv[2])
    play = ENGINES[engine]()
    play()
    played, begun = 0, time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        play()
        played += 1
    print(played / taken)


if __name__ == "__main__":
    main()
