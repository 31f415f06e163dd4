"""Events of guard and location cards: shuffled, placed, revealed and moved."""

from typing import Any, NamedTuple

from companion.rules.state.cards import GuardFace
from companion.rules.state.events.registry import Why, register
from companion.rules.state.pieces import GuardCard
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location


def _guard_card(game: Position, index: int, **now: Any) -> Position:
    cards = list(game.guard_cards)
    cards[index] = cards[index]._replace(**now)
    return game._replace(guard_cards=tuple(cards))


@register
class Dealt(NamedTuple):
    """The guard deck and the location deck were shuffled (Z-3, Z-20).

    None is a card whose face the app does not know. The orders are secret.
    """

    guard_deck: tuple[GuardFace | None, ...]
    location_deck: tuple[str | None, ...]
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(guard_deck=self.guard_deck, location_deck=self.location_deck)


@register
class GuardCardLaid(NamedTuple):
    """The top guard card was placed face down at a location (Z-3, Z-5, Z-8)."""

    location: Location
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        card = GuardCard(self.location, game.guard_deck[0])
        return game._replace(guard_deck=game.guard_deck[1:], guard_cards=(*game.guard_cards, card))


@register
class GuardCardTurned(NamedTuple):
    """A guard card was turned face up: its number, its face, and its colour if known."""

    card: int
    face: GuardFace
    why: Why = ()
    colour: str = ""

    def evolve(self, game: Position) -> Position:
        colour = self.colour or game.guard_cards[self.card].colour
        return _guard_card(game, self.card, face=self.face, up=True, colour=colour)


@register
class GuardCardLooked(NamedTuple):
    """The player looked at a face-down guard card (Z-21); None: an unknown face."""

    card: int
    face: GuardFace | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return _guard_card(game, self.card, face=self.face, looked=True)


@register
class DeckLooked(NamedTuple):
    """The player looked at the top card of a deck that the app has shuffled (Z-21)."""

    deck: str
    shows: GuardFace | str | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game


@register
class GuardCardMoved(NamedTuple):
    """A guard card was moved without turning it; to None: off the board."""

    card: int
    to: Location | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return _guard_card(game, self.card, location=self.to)


@register
class LocationCardTurned(NamedTuple):
    """The top location card was revealed (Z-5)."""

    shows: str
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(location_deck=game.location_deck[1:], location_cards=(*game.location_cards, self.shows))
