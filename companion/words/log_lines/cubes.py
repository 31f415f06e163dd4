"""Cubes, reputation, the first player marker and storage in the log."""

from collections.abc import Sequence

from companion.rules.state import events
from companion.rules.state.pieces import Side
from companion.rules.vocabulary import Location
from companion.words.catalogue import amounts
from companion.words.log_lines.registry import HANDS, LINES
from companion.words.log_lines.who_moves import by_side, move_for_side
from companion.words.telling import Telling


@LINES.of(events.Moved)
def _moved(telling: Telling, event: events.Moved) -> str:
    return cubes_moved(telling, [event])


def cubes_moved(telling: Telling, moves: Sequence[events.Moved]) -> str:
    """Say which cubes go from one place to another."""
    event, number = moves[0], sum(one.number for one in moves)
    what = amounts(telling.language, {one.cube: one.number for one in moves})
    match event.source, event.target:
        case None, Location() as location:
            return telling.say("line.more_at", location=location, what=what, n=number)
        case None, int() as side:
            return telling.say("line.more", side=telling.name(side), what=what)
        case Location() as location, None:
            return telling.say("line.fewer_at", location=location, what=what, n=number)
        case int() as side, None:
            return telling.say("line.fewer", side=telling.name(side), what=what)
        case Location() as location, int() as side:
            return telling.say("line.more_from", side=telling.name(side), what=what, location=location)
        case int() as side, int() as other:
            return telling.say("line.given", side=telling.name(side), other=telling.name(other), what=what)
        case int() as side, Location() as location:
            return telling.say("line.put", side=telling.name(side), what=what, location=location)
    return telling.say("line.moved", origin=event.source, to=event.target, what=what, n=number)


@HANDS.of(events.Moved)
def _move(telling: Telling, event: events.Moved) -> str | None:
    what = telling.amount(event.cube, event.number)
    match event.source, event.target:
        case None, Location() as location:
            return telling.say("hands.lay", what=what, location=location)
        case Location() as location, None:
            return telling.say("hands.clear", what=what, location=location)
        case None, int() as side:
            return move_for_side(telling, side, "hands.gain", what=what)
        case int() as side, None:
            return move_for_side(telling, side, "hands.return", what=what)
        case Location() as location, int() as side:
            return move_for_side(telling, side, "hands.gain_from", what=what, location=location)
        case int() as side, int() as other:
            return _give(telling, side, other, what)
    return None


def _give(telling: Telling, side: Side, other: Side, what: str) -> str:
    guards = telling.game.setup.guards
    if side == guards:
        return by_side(telling, other, telling.say("hands.give.guards", what=what))
    if other == guards:
        return by_side(telling, side, telling.say("hands.give_to_guards", what=what))
    return by_side(telling, side, telling.say("hands.give", what=what, other=telling.name(other)))


@LINES.of(events.Scored)
def _scored(telling: Telling, event: events.Scored) -> str:
    now = telling.game.reputation[event.side] + event.by
    return telling.say("line.scored", side=telling.name(event.side), by=event.by, now=now)


@HANDS.of(events.Scored)
def _score(telling: Telling, event: events.Scored) -> str:
    return move_for_side(telling, event.side, "hands.score", now=telling.game.reputation[event.side] + event.by)


@LINES.of(events.MarkerMoved)
def _marker_moved(telling: Telling, event: events.MarkerMoved) -> str:
    stays = event.side == telling.game.first_player
    return telling.say("line.marker_stays" if stays else "line.marker", side=telling.name(event.side))


@HANDS.of(events.MarkerMoved)
def _move_marker(telling: Telling, event: events.MarkerMoved) -> str | None:
    return None if event.side == telling.game.first_player else move_for_side(telling, event.side, "hands.marker")


@LINES.of(events.StorageSet)
def _storage_set(telling: Telling, event: events.StorageSet) -> str:
    return telling.say("line.storage", side=telling.name(event.side), n=event.limit)
