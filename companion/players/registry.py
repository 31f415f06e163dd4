"""The registry of players: ours, and the players of other installed packages."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from random import Random
from typing import Final, TypeAlias, cast

from companion.players import at_random, counting, greedy, lookahead
from companion.rules.acts.actions import Act
from companion.rules.engine.game import Game
from companion.rules.state.pieces import Side

Player: TypeAlias = Callable[[Game, Side, Random], Act]
"""Decides: from the game as its seat knows it, its seat, and chance to draw from, the act that it wants to do.

It keeps nothing from one call to the next, so that a game comes out alike whatever was played before.
"""

GROUP: Final = "lockup.players"
"""The group of entry points in which other packages register players."""

OURS: Final[Mapping[str, Player]] = {
    "random": at_random.play,
    "greedy": greedy.play,
    "counting": counting.play,
    "lookahead": lookahead.play,
}


class NoSuchPlayer(LookupError):
    """There is no player of that name."""


def names() -> tuple[str, ...]:
    """Return the names of the players, ours first."""
    others = sorted(entry.name for entry in entry_points(group=GROUP) if entry.name not in OURS)
    return (*OURS, *others)


def named(name: str) -> Player:
    """Return the player with a name.

    Args:
        name: one of ours, an entry point, or a module and a function in it, such as `my_bot:play`.

    Raises:
        NoSuchPlayer: there is none.
    """
    if name in OURS:
        return OURS[name]
    module, _, function = name.partition(":")
    if function:
        try:
            return cast("Player", getattr(import_module(module), function))
        except (ImportError, AttributeError) as error:
            raise NoSuchPlayer(name) from error
    for entry in entry_points(group=GROUP, name=name):
        player: Player = entry.load()
        return player
    raise NoSuchPlayer(name)
