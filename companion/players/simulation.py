"""Whole games of one player against the house deck, also on many processors."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import parent_process
from random import Random
from threading import Thread
from typing import Final, NamedTuple, Protocol

from companion.players.made_up_cards import MadeUpCards
from companion.players.registry import Player, named
from companion.rules.acts.actions import Act, IllegalAct
from companion.rules.engine.game import Game
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.shuffling.house_deck import NEWEST
from companion.rules.state.cards import LeaderGoal
from companion.rules.state.setup import Dealing, Difficulty, Setup, Turns
from companion.rules.vocabulary import EditionName, Valuable
from companion.scoring import scores

SEAT: Final = 0
_CHUNK: Final = 4
"""The number of games that a process takes at once."""


class NotPlayed(ValueError):
    """An act that a simulation does not allow: an illegal one, or playing a tome.

    The effect of a tome is printed on it, and a made-up one could do anything.
    """


@dataclass(frozen=True)
class Simulation:
    """The setup of a simulation; with the player's code it determines every game."""

    player: str
    difficulty: Difficulty = Difficulty.MODERATE
    seed: str = ""
    edition: EditionName = EditionName.LATER

    @property
    def setup(self) -> Setup:
        """The setup: one player against the guards, with gems for the leader goal."""
        return Setup(
            self.edition,
            difficulty=self.difficulty,
            dealing=Dealing.HOUSE,
            house_deck=NEWEST,
            leader=LeaderGoal(Valuable.GEM),
            turns=Turns.ENFORCED,
        )

    def game_seed(self, number: int) -> str:
        """Return the seed of a game."""
        return f"{self.seed} {number}"


class Cards(Protocol):
    """The answers to what cards of the box show, such as `MadeUpCards`."""

    def shown(self, game: Game) -> Act | None:
        """Return the card details that the game asks for; None if it asks for a decision."""


class SimulatedGame(NamedTuple):
    """The result of a game.

    Attributes:
        game: its number, from 1.
        winner: `player`, `guards`, or `both`.
        player, guards: their points.
        decisions: how many the player took.
    """

    game: int
    winner: str
    player: int
    guards: int
    decisions: int


def simulated(simulation: Simulation, games: int, executor: Executor | None = None) -> Iterator[SimulatedGame]:
    """Yield the results of games in order, the same wherever they are played.

    Args:
        simulation: what is played.
        games: how many.
        executor: plays them, on other processors or machines; None plays one after the other here.

    Raises:
        NoSuchPlayer: there is no player of that name.
        NotPlayed: the player tried an act that is not allowed.
    """
    named(simulation.player)
    play, numbers = partial(played, simulation), range(1, games + 1)
    yield from map(play, numbers) if executor is None else executor.map(play, numbers, chunksize=_CHUNK)


def processes(number: int) -> ProcessPoolExecutor:
    """Return an executor of so many processes, which end with this one, however that ends."""
    return ProcessPoolExecutor(number, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """End this process if a signal ends its parent: it would wait for games for ever."""

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def played(simulation: Simulation, number: int) -> SimulatedGame:
    """Play one of the games and return its result."""
    seed = simulation.game_seed(number)
    game = Game.new(simulation.setup, seed=seed)
    return played_out(number, game, named(simulation.player), MadeUpCards(seed), seed)


def played_out(number: int, game: Game, player: Player, cards: Cards, seed: str) -> SimulatedGame:
    """Play a game to its end and return its result.

    Args:
        number: the number of the result.
        game: where it begins.
        player: decides.
        cards: answers for the cards of the box.
        seed: determines the player's chance.

    Raises:
        NotPlayed: the player tried an act that is not allowed.
    """
    game, decisions = _played(game, player, cards, seed)
    result = scores(game)
    [player_score, guards] = result.sides
    winner = result.winners[0] if len(result.winners) == 1 else "both"
    return SimulatedGame(number, winner, player_score.total, guards.total, decisions)


def _played(game: Game, player: Player, cards: Cards, seed: str) -> tuple[Game, int]:
    """Play a game to its end; return it, and how many decisions the player took."""
    chance, anew = Random(f"player {seed}"), Random(f"anew {seed}")
    decisions = 0
    while not game.is_over:
        act = cards.shown(game)
        if act is None:
            act = player(game.resample(SEAT, seed=f"{anew.getrandbits(128):x}"), SEAT, chance)
            decisions += 1
            if act.type in ANY_TIME:
                raise NotPlayed(act.type)
        try:
            game = game.play(act)
        except IllegalAct as error:
            raise NotPlayed(f"{act.type}: {error}") from error
    return game, decisions
