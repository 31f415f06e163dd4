"""Whole random games of one engine, for so many seconds of CPU; run by whichever Python has that engine.

Each is played as its own documentation plays at random. `bench.peers` asks for one after the other.
"""

import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from typing import Any, Final

from bench.speed import Work, rate, simulated


def _lockup() -> Work:
    """Return this project's rules, as the app has them played: act by act, the next prompt from each decision."""
    random_game = import_module("bench.games").random_game
    seeds = count()
    return lambda: random_game(next(seeds))


def _rlcard(name: str) -> Work:
    agent = import_module("rlcard.agents").RandomAgent
    table = import_module("rlcard").make(name, config={"seed": 1})
    table.set_agents([agent(num_actions=table.num_actions) for _ in range(table.num_players)])
    return lambda: table.run(is_training=False)


def _chess() -> Work:
    board_of: Any = import_module("chess").Board
    chance = Random(1)

    def play() -> None:
        board = board_of()
        while not board.is_game_over():
            board.push(chance.choice([*board.legal_moves]))

    return play


def _catanatron() -> Work:
    catanatron = import_module("catanatron")
    return lambda: catanatron.Game([catanatron.RandomPlayer(colour) for colour in catanatron.Color]).play()


def _openspiel(name: str) -> Work:
    """Return one of the games that OpenSpiel has in Python; its others are written in C++."""
    import_module("open_spiel.python.games")
    game = import_module("pyspiel").load_game(name)
    chance = Random(1)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                [action] = chance.choices(actions, weights)
            else:
                action = chance.choice(state.legal_actions())
            state.apply_action(action)

    return play


OURS: Final[Mapping[str, Callable[[], Work]]] = {
    "Lockup, all of its rules": _lockup,
    "Lockup, simulated at random": partial(simulated, "random"),
    "Lockup, simulated greedy": partial(simulated, "greedy"),
    "Lockup, simulated counting": partial(simulated, "counting"),
    "Lockup, simulated lookahead": partial(simulated, "lookahead"),
}
"""The games of this project; the others are compared with the first."""

ENGINES: Final[Mapping[str, Callable[[], Work]]] = {
    **OURS,
    "rlcard, gin rummy": partial(_rlcard, "gin-rummy"),
    "rlcard, doudizhu": partial(_rlcard, "doudizhu"),
    "rlcard, mahjong": partial(_rlcard, "mahjong"),
    "python-chess": _chess,
    "catanatron": _catanatron,
    "OpenSpiel, dominoes in Python": partial(_openspiel, "python_block_dominoes"),
    "OpenSpiel, team dominoes in Python": partial(_openspiel, "python_team_dominoes"),
    "OpenSpiel, liar's poker in Python": partial(_openspiel, "python_liars_poker"),
}


def main() -> None:
    """Print how many games of that engine a second of CPU holds."""
    engine, seconds = sys.argv[1], float(sys.argv[2])
    print(rate(ENGINES[engine](), seconds))


if __name__ == "__main__":
    main()
