"""Who looks at a table, and of whom they may see what they keep to themselves (V-1). Pure."""

from typing import Final, NamedTuple

from companion.rules.engine.secrecy import knows
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position


class Viewer(NamedTuple):
    """Who looks.

    Attributes:
        seats: in whose place; nobody's for one who only watches. A phone may hold several, and the host's plays those
            that nobody holds.
        edits_all: whether it may correct what is open of others' too.
        moves_all: whether it may go back and forward past what others have done.
        runs: whether it runs the table.
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
"""Somebody who only watches."""


def owns(game: Position, side: Side, viewer: Viewer) -> bool:
    """Whether a viewer may see what a side keeps to itself; the guards keep nothing (V-1)."""
    return knows(game, viewer.seats, side)


def owns_all(game: Position, viewer: Viewer) -> bool:
    """Whether a viewer may see what every side keeps to itself (V-1)."""
    return all(owns(game, side, viewer) for side in game.setup.sides)
