"""A seat's view of a game as counts, each of which a player would name."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from companion.rules import Cube, Game, Goon, Location, Phase, Resource, SeenPosition, Valuable

_GUARD_CARDS: Final = 12
_DISPLAY: Final = 6


def counts(game: Game, seat: int) -> Iterator[int]:
    """Yield what a seat sees: the round, each side from its own on, each location, guard cards, the display."""
    seen = game.seen_by(seat)
    sides = [(seat + step) % len(seen.setup.starts) for step in seen.setup.sides]
    yield seen.round
    yield from _which([*Phase], seen.phase)
    yield from _which([*Location], seen.location)
    for side in sides:
        yield from _side(seen, side)
    for place in Location:
        yield from _location(seen, place, [side for side in sides if side in seen.players])
    for index in range(_GUARD_CARDS):
        yield from _guard_card(seen, index)
    spot: Any = ("display", None)
    display = seen.zones.get(spot, ())
    for index in range(_DISPLAY):
        yield from _item(seen, display[index] if index < len(display) else None)


def _which(words: Sequence[Any], word: Any) -> list[int]:
    return [int(one == word) for one in words]


def _side(seen: SeenPosition, side: int) -> Iterator[int]:
    yield from (seen.reputation[side], seen.storage[side] or 0)
    yield from (side == seen.first_player, side in seen.passed, side == seen.leader, seen.tomes.get(side, 0))
    yield from (seen.at(side, cube) for cube in Cube)
    crafted, goons = _faces(seen, "crafted", side), _faces(seen, "goons", side)
    shown = [*chain.from_iterable(face.valuables or () for face in (*crafted, *goons))]
    yield from (sum(face.type == kind for face in goons) for kind in Goon)
    yield from (shown.count(valuable) for valuable in Valuable)
    yield from (len(crafted), sum(face.price.reputation for face in crafted if face.price))
    yield len(_faces(seen, "reserve", side))


def _location(seen: SeenPosition, place: Location, players: Sequence[int]) -> Iterator[int]:
    yield from (seen.at(place, cube) for cube in Cube)
    yield place in seen.location_cards
    for side in players:
        laid = {token: one for (whose, token), one in seen.tokens.items() if whose == side and one.location is place}
        yield from (1 + laid[token].face_down if token in laid else 0 for token in seen.setup.tokens())
        yield len([token for token in laid if token not in seen.setup.tokens()])
    goons = _faces(seen, "space", place)
    yield from (sum(face.type == kind for face in goons) for kind in Goon)
    yield sum(face.icons for face in goons)


def _faces(seen: SeenPosition, zone: Any, whose: int | Location) -> list[Any]:
    return [seen.face(card) for card in seen.lying((zone, whose))]


def _guard_card(seen: SeenPosition, index: int) -> tuple[int, ...]:
    """Return a guard card's location, whether it is face up, and its strength + 1.

    The strength is 0 if unknown, and 99 for power.
    """
    card = seen.guard_cards[index] if index < len(seen.guard_cards) else None
    if card is None or card.location is None:
        return 0, 0, 0
    strength = 0 if card.face is None else 99 if card.face.strength == "power" else 1 + int(card.face.strength)
    return card.location.number, card.up, strength


def _item(seen: SeenPosition, card: int | None) -> tuple[int, ...]:
    price = None if card is None else seen.face(card).price
    if price is None:
        return (int(card is not None), *(0,) * (2 + len(Resource)))
    return (1, price.reputation, price.any, *(price.cost.get(resource, 0) for resource in Resource))
