"""A side at the location that a room sees: pieces, gains and payments. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.rules.rulings.locations import Outcome
from companion.rules.rulings.ranking import Presence
from companion.rules.state.events import (
    CardMoved,
    Event,
    GuardCardMoved,
    LeaderTaken,
    MarkerMoved,
    Moved,
    Scored,
    StrengthStated,
    TokensMoved,
    TomesMoved,
)
from companion.rules.state.pieces import Cube, Side, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER, Location
from companion.tables.projection.scenes.scene import Contestant, Piece


def contestant(
    game: Position,
    location: Location,
    there: Presence,
    outcome: Outcome | None = None,
    since: Sequence[Event] = (),
) -> Contestant:
    """Return a side at a location.

    Args:
        game: the game as the location is ranked, or as it is before.
        location: which.
        there: what the side has there.
        outcome: the result of its rank; None while it has none.
        since: what has happened since the location was ranked.
    """
    side = there.seat
    place = None if outcome is None else outcome.place
    taken = tuple(_cards_taken(side, since))
    gains, gives = _gains_and_payments(side, since)
    strays = outcome is not None and outcome.to_library
    return Contestant(
        side=side,
        pieces=tuple(pieces(game, location, there)),
        bonus=there.bonus,
        rank=None if place is None else place.rank,
        strength=None if place is None else place.strength,
        tied=place is not None and place.tied,
        marker=side == game.first_player,
        suspicion=0 if outcome is None else outcome.suspicion,
        reward=None if outcome is None else outcome.offer.reward,
        gains=gains,
        gives=gives,
        takes=tuple(_single_pieces(game, side, since)),
        cards=Counter(zone.value for zone, _ in taken),
        taken=taken,
        tomes=sum(event.number for event in since if isinstance(event, TomesMoved) and event.target == side),
        reputation=sum(event.by for event in since if isinstance(event, Scored) and event.side == side),
        declined=any(
            one.key == "game.declined" and one.data.get("side") == side for event in since for one in event.why
        ),
        strays=strays or any(_is_stray(event, game, side) for event in since),
    )


def pieces(game: Position, location: Location, there: Presence) -> Iterator[Piece]:
    """Yield a side's pieces at a location, each as everyone may see it (V-1).

    Face-down pieces come last: among the others their place would show between which of them they are.
    """
    yield from sorted(_pieces(game, location, there), key=lambda piece: piece.points is None)


def _pieces(game: Position, location: Location, there: Presence) -> Iterator[Piece]:
    side = there.seat
    if there.guards:
        for index in game.guard_cards_at(location):
            card = game.guard_cards[index]
            if not card.up or card.face is None:
                yield Piece("card", None, None)
            else:
                strength = card.face.strength
                points = there.power if strength == POWER else int(strength)
                yield Piece("card", strength, points, card.face.special, index)
        return
    if there.stated is not None:
        yield Piece("sum", None, there.stated.strength)
        if there.stated.lookout:
            yield Piece("token", LOOKOUT, 0)
        return
    for token in there.tokens:
        laid = game.tokens.get((side, token))
        if laid is not None and laid.face_down:
            yield Piece("token", None, None)
        else:
            yield Piece("token", token, _points(token, there.power))


def _points(token: int | str, power: int) -> int:
    if isinstance(token, int):
        return token
    return power if token == ENFORCER else 0


def net_suspicion(side: Side, since: Sequence[Event]) -> int:
    """Return a side's gain of suspicion cubes since; below 0 for a loss."""
    net = 0
    for event in since:
        if not isinstance(event, Moved) or event.cube is not Cube.SUSPICION:
            continue
        if event.target == side and type(event.target) is int:
            net += event.number
        elif event.source == side and type(event.source) is int:
            net -= event.number
    return net


def _gains_and_payments(side: Side, since: Sequence[Event]) -> tuple[dict[str, int], dict[str, int]]:
    """Return a side's gains, without suspicion, and its payments, each in full.

    If the side declines after all, what it gives back counts as never gained.
    """
    gains: Counter[str] = Counter()
    gives: Counter[str] = Counter()
    for event in since:
        if not isinstance(event, Moved) or event.cube is Cube.SUSPICION:
            continue
        cube = event.cube.value
        if event.target == side and type(event.target) is int:
            gains[cube] += event.number
        elif event.source == side and type(event.source) is int:
            if any(one.key == "game.declined" for one in event.why):
                gains[cube] -= event.number
            else:
                gives[cube] += event.number
    return dict(+gains), dict(gives)


def _single_pieces(game: Position, side: Side, since: Sequence[Event]) -> Iterator[str]:
    """Return the single pieces, marker and leader goal, that a side has got."""
    holders = {"marker": game.first_player, "leader": game.leader}
    for event in since:
        if isinstance(event, MarkerMoved):
            holders["marker"] = event.side
        elif isinstance(event, LeaderTaken):
            holders["leader"] = event.side
    before = {"marker": game.first_player, "leader": game.leader}
    return (what for what, holder in holders.items() if holder == side != before[what])


_TAKEN_TO: Final = (Zone.CRAFTED, Zone.RESERVE, Zone.GOONS)


def _cards_taken(side: Side, since: Sequence[Event]) -> Iterator[tuple[Zone, int]]:
    for event in since:
        if isinstance(event, CardMoved) and event.target[0] in _TAKEN_TO and event.target[1] == side:
            yield event.target[0], event.card


def _is_stray(event: Event, game: Position, side: Side) -> bool:
    """Return whether an event moves a side's pieces to the Library (L-8)."""
    match event:
        case TokensMoved(whose, _, to) | StrengthStated(whose, to):
            return whose == side and to is Location.LIBRARY
        case GuardCardMoved(_, to):
            return side == game.setup.guards and to is Location.LIBRARY
    return False
