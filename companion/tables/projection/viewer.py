"""Viewers of a table, and the secrets that they may see (V-1). Pure."""

from typing import Final, NamedTuple

from companion.rules.engine.secrecy import knows
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position


class Viewer(NamedTuple):
    """A person who looks at a table.

    Attributes:
        seats: the seats they play; none for a watcher. A phone may hold several, and the host's also plays free seats.
        edits_all: whether they may correct others' open values too.
        moves_all: whether they may undo and redo past others' acts.
        runs: whether they run the table.
        revealed: how many lines of the final scores the room has seen.
    """

    seats: frozenset[Side] = frozenset()
    edits_all: bool = False
    moves_all: bool = False
    runs: bool = False
    revealed: int = 0

    @property
    def seat(self) -> Side | None:
        """The first of its seats, or None."""
        return min(self.seats, default=None)


WATCHER: Final = Viewer()
"""A person who only watches."""


def owns(game: Position, side: Side, viewer: Viewer) -> bool:
    """Return whether a viewer may see a side's secrets; the guards have none (V-1)."""
    return knows(game, viewer.seats, side)


def owns_all(game: Position, viewer: Viewer) -> bool:
    """Return whether a viewer may see every side's secrets (V-1)."""
    return all(owns(game, side, viewer) for side in game.setup.sides)
