"""The moves of events, from the functions registered by type."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.rules.engine.physical_moves.move import Move
from companion.rules.engine.physical_moves.net_moves import netted
from companion.rules.engine.physical_moves.registry import MOVES
from companion.rules.state import events
from companion.rules.state.events import Event, evolve
from companion.rules.state.position import Position

LIES_SO: Final = frozenset({"correction.table_is_right", "begin.told", "lights_out.told", "game.holdings_told"})
"""The keys of the reasons for entries of what is on the table already."""


def moves_of(events: Iterable[Event], before: Position, *, told: bool = False) -> tuple[Move, ...]:
    """Return the net moves of events in order: suspicion, gains, track, cards.

    Args:
        events: in the order in which they happened.
        before: the game just before the first of them.
        told: whether to include pieces that players only reported, though the table is ahead of the app.
    """
    return netted(each_move(events, before, told=told))


def each_move(events: Iterable[Event], before: Position, *, told: bool = False) -> Iterator[Move]:
    """Yield every move by itself, in order; see `moves_of`."""
    game = before
    for event in events:
        found = MOVES[type(event)]
        if found is not None:
            ahead = any(one.key in LIES_SO for one in event.why) or _done_by_hand(game, event)
            if told or not ahead:
                yield from found(game, event)
        game = evolve(game, event)


def says_what_lies_there(event: Event) -> bool:
    """Return whether an event reports tokens on the board (L-10) or final holdings.

    A wrong report has moved nothing.
    """
    keys = {one.key for one in event.why}
    return "game.holdings_told" in keys or (
        isinstance(event, events.Assigned | events.TokensMoved) and "lights_out.told" in keys
    )


def _done_by_hand(game: Position, event: Event) -> bool:
    """Return whether the player did it on the table before entering the result."""
    return isinstance(event, events.GuardCardTurned | events.LocationCardTurned | events.CardReturned)
