"""One location in lights out as its page shows it: who stands there with what, and what that comes to."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.rules.phases.lights_out import forecast, presences, ranking_in
from companion.rules.reasons import Reason
from companion.rules.rulings.counterfactuals import other_ranking
from companion.rules.rulings.locations import LocationResult
from companion.rules.rulings.ranking import Presence, seat_name
from companion.rules.state.events import evolve
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing
from companion.rules.vocabulary import ENFORCER, POWER, Location
from companion.tables.line import Kind, LineInContext


class Corner(NamedTuple):
    """A side of the duel.

    Attributes:
        side: its seat.
        guards: whether the app plays it.
        rank: 1 or 2, or None where it is not known or not there.
        strength: what lies open there.
        units: tokens and cards: an icon or nothing, and a figure.
        bonus: what tomes add.
        marker: whether it holds the first player marker.
        hidden: whether cards of it lie there that are still face down.
        typed: the cards of it that lie there face up, as somebody has typed them from the real ones.
    """

    side: Side
    guards: bool
    rank: int | None
    strength: int
    units: tuple[tuple[str, str], ...]
    bonus: int
    marker: bool
    hidden: bool
    typed: tuple[int, ...]


class Duel(NamedTuple):
    """A location being resolved.

    Attributes:
        location: which.
        corners: the sides, clockwise.
        settled: whether it has been resolved, so that reasons are told of what happened instead.
        reasons, otherwise: what resolving it would do, and what would change that; none once it is settled.
    """

    location: Location
    corners: tuple[Corner, ...]
    settled: bool
    reasons: tuple[Reason, ...]
    otherwise: tuple[Reason, ...]


def duel(game: Position, resolved: Position | None) -> Duel | None:
    """The location that lights out is at.

    Args:
        game: as it is.
        resolved: as it was when that location was resolved, or None.
    """
    location = game.location
    if location is None or game.phase is not Phase.LIGHTS_OUT:
        return None
    shown = resolved or game
    found = presences(shown, location)
    hidden = _face_down(shown, location)
    result = None if hidden else forecast(shown, location)
    corners = tuple(_corner(shown, side, found[side], result) for side in shown.setup.sides)
    if result is None or resolved is not None:
        return Duel(location, corners, resolved is not None, (), ())
    otherwise = other_ranking([outcome.place for outcome in result.outcomes], seat_name(shown.first_player))
    return Duel(location, corners, False, result.reasons, otherwise)


def _face_down(game: Position, location: Location) -> bool:
    return any(not game.guard_cards[card].up for card in game.guard_cards_at(location))


def _typed(game: Position, location: Location) -> tuple[int, ...]:
    if game.setup.dealing is not Dealing.CARDS:
        return ()
    return tuple(card for card in game.guard_cards_at(location) if game.guard_cards[card].up)


def _corner(game: Position, side: Side, presence: Presence, result: LocationResult | None) -> Corner:
    location = game.location
    assert location is not None
    ranks = {} if result is None else {one.place.side.seat: one.place.rank for one in result.outcomes}
    guards = side == game.setup.guards
    units = _cards(game, location) if guards else _tokens(game, side, location)
    return Corner(
        side,
        guards,
        ranks.get(side),
        presence.strength,
        tuple(units),
        game.bonus.get((side, location), 0),
        side == game.first_player,
        guards and _face_down(game, location),
        _typed(game, location) if guards else (),
    )


def _tokens(game: Position, side: Side, location: Location) -> Iterator[tuple[str, str]]:
    for token in game.tokens_at(side, location):
        if isinstance(token, int):
            yield "", str(token)
        else:
            yield token, str(game.at(side, Cube.POWER)) if token == ENFORCER else ""


def _cards(game: Position, location: Location) -> Iterator[tuple[str, str]]:
    for index in game.guard_cards_at(location):
        card = game.guard_cards[index]
        if not card.up or card.face is None:
            yield "guard-down", ""
        elif card.face.strength == POWER:
            yield "cube-power", ""
        else:
            yield ("special" if card.face.special else ""), str(card.face.strength)


def resolved_this_round(game: Position, lines: Iterable[LineInContext]) -> dict[Location, Position]:
    """The locations that were resolved in this round, each with the game just before.

    Args:
        game: as it is.
        lines: those of the log that count, in order; older ones than this round's do no harm.
    """
    found: dict[Location, Position] = {}
    for line in lines:
        if line.kind is not Kind.ACT or line.before.round != game.round or not ranking_in(line.events):
            continue
        if game.setup.paced:
            found.update(_resolved_by_itself(line))
        elif line.before.location is not None:
            found[line.before.location] = line.before
    return found


def _resolved_by_itself(line: LineInContext) -> Iterator[tuple[Location, Position]]:
    """The locations that were resolved as what an act led to, each with the game just before."""
    game = line.before
    for event in line.events:
        if game.location is not None and ranking_in((event,)):
            yield game.location, game
        game = evolve(game, event)


def first_at(game: Position, location: Location) -> Side | None:
    """Who ranked first at a location, in the game just before it was resolved."""
    outcomes = forecast(game, location).outcomes
    return outcomes[0].place.side.seat if outcomes else None
