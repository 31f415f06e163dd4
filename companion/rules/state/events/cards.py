"""Items, goons and tomes."""

from typing import NamedTuple

from companion.rules.state.cards import Face
from companion.rules.state.events.registry import Why, register
from companion.rules.state.pieces import Holder, Spot, Zone
from companion.rules.state.position import Position


def _put(zones: dict[Spot, tuple[int | None, ...]], card: int, spot: Spot, space: int) -> None:
    cards = zones.get(spot, ())
    zones[spot] = (*cards[:space], card, *cards[space + 1 :]) if spot[0] is Zone.DISPLAY else (*cards, card)


def _taken(game: Position, card: int, spot: Spot) -> dict[Spot, tuple[int | None, ...]]:
    """Return the zones without that card; the display keeps an empty space."""
    display = spot[0] is Zone.DISPLAY
    zones = dict(game.zones)
    left = tuple(None if one == card else one for one in zones.pop(spot) if display or one != card)
    if left:
        zones[spot] = left
    return zones


@register
class CardDrawn(NamedTuple):
    """The top item or goon card was placed; `space` is its display place, from 0."""

    card: int
    face: Face
    spot: Spot
    space: int = 0
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        zones = dict(game.zones)
        _put(zones, self.card, self.spot, self.space)
        return game._replace(zones=zones, cards={**game.cards, self.card: self.face})


@register
class CardMoved(NamedTuple):
    """An item or goon was moved; `space` is its display place, from 0."""

    card: int
    source: Spot
    target: Spot
    space: int = 0
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        zones = _taken(game, self.card, self.source)
        _put(zones, self.card, self.target, self.space)
        return game._replace(zones=zones)


@register
class CardReturned(NamedTuple):
    """A card that was thought to be there is still in its deck."""

    card: int
    source: Spot
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(zones=_taken(game, self.card, self.source))


@register
class FaceTyped(NamedTuple):
    """More of a card, or something else than before, is known."""

    card: int
    face: Face
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(cards={**game.cards, self.card: self.face})


@register
class DiscardsShuffled(NamedTuple):
    """The discarded goons went back into their deck (P-9)."""

    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(zones={spot: cards for spot, cards in game.zones.items() if spot[0] is not Zone.DISCARDS})


@register
class TomesMoved(NamedTuple):
    """Tomes moved; None is their deck."""

    number: int
    source: Holder | None
    target: Holder | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        tomes = dict(game.tomes)
        for holder, change in ((self.source, -self.number), (self.target, self.number)):
            if holder is not None:
                left = tomes.pop(holder, 0) + change
                if left:
                    tomes[holder] = left
        return game._replace(tomes=tomes)
