"""Moves of crew tokens."""

from collections.abc import Iterator

from companion.rules.engine.physical_moves.move import Area, How, Move, Piece, Where, cube_spot
from companion.rules.engine.physical_moves.registry import MOVES
from companion.rules.state import events
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location


def _lies(game: Position, side: Side, token: int | str) -> tuple[Where, bool]:
    """Return the place of a token, and whether it is face down."""
    laid = game.tokens.get((side, token))
    return (Where(Area.HOME, side), False) if laid is None else (cube_spot(laid.location), laid.face_down)


@MOVES.of(events.Assigned)
def _assigned(game: Position, event: events.Assigned) -> Iterator[Move]:
    down = {*event.face_down}
    for token in (*event.tokens, *event.face_down):
        source, hidden = _lies(game, event.side, token)
        how = How.DOWN if token in down else How.PLAIN
        covered = token in down and (hidden or source.area is Area.HOME)
        yield Move(Piece.TOKEN, 1, source, cube_spot(event.location), event.side, token, how, hidden, hidden=covered)


@MOVES.of(events.TokensMoved)
def _tokens_moved(game: Position, event: events.TokensMoved) -> Iterator[Move]:
    for token in event.tokens:
        source, down = _lies(game, event.side, token)
        target = Where(Area.HOME, event.side) if event.to is None else cube_spot(event.to)
        how = How.DOWN if down and event.to is not None else How.PLAIN
        yield Move(Piece.TOKEN, 1, source, target, event.side, token, how, down, hidden=down)


@MOVES.of(events.TokensTurned)
def _tokens_turned(game: Position, event: events.TokensTurned) -> Iterator[Move]:
    for (side, token), laid in game.tokens.items():
        if laid.location is event.location and laid.face_down:
            yield Move(
                Piece.TOKEN, 1, cube_spot(event.location), cube_spot(event.location), side, token, How.UP, down=True
            )


@MOVES.of(events.StrengthStated)
def _strength_stated(game: Position, event: events.StrengthStated) -> Iterator[Move]:
    """Move an unnamed crew to the Library like tokens (L-8), and back (L-7).

    If the table has gone on since, the crew is at home by then. Reported crews are there already.
    """
    if event.location is Location.LIBRARY or any(one.key == "lights_out.told" for one in event.why):
        return
    strays = not event.strength and not event.lookout
    lies_here = event.location is game.location and (not strays or (event.side, event.location) in game.strengths)
    ends = cube_spot(event.location) if lies_here else Where(Area.HOME, event.side), cube_spot(Location.LIBRARY)
    yield Move(Piece.CREW, 1, *(ends if strays else ends[::-1]), event.side, event.location)


@MOVES.of(events.LocationOpened)
def _location_opened(game: Position, event: events.LocationOpened) -> Iterator[Move]:
    """Send an unnamed crew home as the table leaves the location, like named tokens."""
    left = game.location
    if left is None or left is event.location or game.setup.light:
        return
    for side, counted_at in game.strengths:
        if counted_at is left:
            yield Move(Piece.CREW, 1, cube_spot(left), Where(Area.HOME, side), side, left)
