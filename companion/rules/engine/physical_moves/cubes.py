"""Moves of cubes, reputation, the first player marker and the goals."""

from collections.abc import Iterator
from typing import Final

from companion.rules.engine.physical_moves.move import Area, How, Move, Piece, Where, cube_spot
from companion.rules.engine.physical_moves.registry import MOVES
from companion.rules.state import events
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location

CLEARS: Final = frozenset({"game.location_cleared"})
"""The keys of the reasons for which a raid empties the locations (D-3)."""


@MOVES.of(events.Moved)
def _moved(game: Position, event: events.Moved) -> Iterator[Move]:
    ends = (event.target, event.source)
    side = next((one for one in ends if one is not None and not isinstance(one, Location)), None)
    cleared = isinstance(event.source, Location) and any(one.key in CLEARS for one in event.why)
    how = How.CLEAR if cleared else How.PLAIN
    yield Move(event.cube, event.number, cube_spot(event.source), cube_spot(event.target), side, how=how)


@MOVES.of(events.Scored)
def _scored(game: Position, event: events.Scored) -> Iterator[Move]:
    now = game.reputation[event.side]
    source, target = (Where(Area.TRACK, space) for space in (now, now + event.by))
    yield Move(Piece.REPUTATION, abs(event.by), source, target, event.side)


@MOVES.of(events.MarkerMoved)
def _marker_moved(game: Position, event: events.MarkerMoved) -> Iterator[Move]:
    yield Move(Piece.FIRST_PLAYER, 1, cube_spot(game.first_player), cube_spot(event.side), event.side)


def _of_goals(side: Side | None) -> Where:
    return Where(Area.GOALS) if side is None else Where(Area.SIDE, side)


@MOVES.of(events.LeaderTaken)
def _leader_taken(game: Position, event: events.LeaderTaken) -> Iterator[Move]:
    side = game.leader if event.side is None else event.side
    yield Move(Piece.LEADER_GOAL, 1, _of_goals(game.leader), _of_goals(event.side), side)


@MOVES.of(events.InstantSet)
def _instant_set(game: Position, event: events.InstantSet) -> Iterator[Move]:
    side = game.instant if event.side is None else event.side
    yield Move(Piece.INSTANT_GOAL, 1, _of_goals(game.instant), _of_goals(event.side), side)
