"""Names of seats, cards and places in the sentences of a game.

A seat may do something in a sentence, as in "The guards take 2 iron": `{side:Take}`. Elsewhere its name never bends.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.reasons import Reason
from companion.rules.state.cards import GAINED, Effect, Face, GoonFace, GuardFace, ItemFace
from companion.rules.state.pieces import Cube, Place, Side, Spot, Token, Zone
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup
from companion.rules.state.stored_names import kind_of
from companion.rules.vocabulary import Goon, Location, Resource
from companion.words.catalogue import (
    LANGUAGES,
    amounts,
    away,
    crew,
    cubes,
    isolated,
    joined,
    listed,
    number,
    reason,
    sentence,
    somebody,
    spot_forms,
    term,
)
from companion.words.messages import GAME, PAGES, TERMS

Names: TypeAlias = Sequence[str]
"""The name of each seat, clockwise; see `seat_names`."""

SEATS: Final = ("spoon", "die", "feather", "candle", "comb")
"""The icons of people's seats, clockwise."""

NO_ONE: Final = "\N{EN DASH}"

_ONE_SEAT: Final = ("side", "other", "holder")
_SEVERAL_SEATS: Final = ("sides", "passed")


def seat_names(language: str, setup: Setup, given: Mapping[Side, str] | None = None) -> tuple[str, ...]:
    """Return the name of every seat: as given, "guards", "You" or "Seat 2"."""
    given = given or {}
    people = [side for side in setup.sides if side != setup.guards]

    def called(side: Side) -> str:
        if given.get(side):
            return given[side]
        if side == setup.guards:
            return sentence(language, PAGES["seat.guards"])
        alone = setup.solitary and len(people) == 1
        return sentence(language, PAGES["seat.you" if alone else f"seat.{people.index(side) + 1}"])

    return tuple(called(side) for side in setup.sides)


SEAT_NAMES: Final = tuple(f"seat.{one}" for one in (*SEATS, *range(1, len(SEATS) + 1), "you", "guards"))
"""The keys of the names that a score sheet or a table gives to nameless players."""

BOX_NAME: Final = ("box.mine",)
"""The key of the name that a copy has until its owner names it."""


def called(language: str, name: str, keys: tuple[str, ...]) -> str:
    """Return a name, in the reader's language if it is a default name.

    Args:
        language: of the reader.
        name: as it is stored.
        keys: of the default names.
    """
    key = _given_names(keys).get(name)
    return name if key is None else sentence(language, PAGES[key])


def is_given(name: str, keys: tuple[str, ...]) -> bool:
    """Return whether a name is a default name in any language."""
    return name in _given_names(keys)


@cache
def _given_names(keys: tuple[str, ...]) -> Mapping[str, str]:
    return {sentence(language, PAGES[key]): key for language in LANGUAGES for key in keys}


def named(why: Reason, names: Names) -> Reason:
    """Return a reason of a game with names instead of seats."""
    data = dict(why.data)
    for key in _ONE_SEAT:
        if key in data:
            data[key] = _name(data[key], names)
    for key in _SEVERAL_SEATS:
        if key in data:
            data[key] = tuple(_name(seat, names) for seat in data[key])
    return Reason(why.rule, why.key, data, why.key_of_ruling)


def _name(seat: Side | str | None, names: Names) -> str:
    if seat is None:
        return NO_ONE
    # A seat that the table no longer has is named by its number.
    return names[int(seat)] if int(seat) < len(names) else f"#{int(seat) + 1}"


def explained(language: str, why: Iterable[Reason], names: Names) -> list[tuple[str, str]]:
    """Return reasons of a game as rule ids and sentences."""
    return [(one.rule, reason(language, named(one, names))) for one in why]


class Telling(NamedTuple):
    """A reader, and the game that sentences are about.

    Attributes:
        language: of the sentences.
        names: of the seats.
        game: the position just before.
    """

    language: str
    names: Names
    game: Position

    def say(self, key: str, **data: Any) -> str:
        """Return a sentence of a game."""
        return sentence(self.language, GAME[key], data)

    def listed(self, parts: Iterable[str]) -> str:
        """Join parts of a list."""
        return joined(self.language, parts)

    def name(self, seat: Side | None) -> str:
        """Return the name of a seat."""
        return isolated(_name(seat, self.names))

    def place(self, place: Place) -> str:
        """Return a location or a seat."""
        return self.location(place) if isinstance(place, Location) else self.name(place)

    def location(self, location: Location | None) -> str:
        """Return a location; None is off the board."""
        return away(self.language) if location is None else term(self.language, location)

    def all_of(self, parts: Iterable[str]) -> str:
        """Join parts of a list with "and" before the last."""
        return listed(self.language, parts)

    def amount(self, cube: Cube | Resource | str, count: int) -> str:
        """Return a number of cubes of a colour."""
        return amounts(self.language, {cube: count})

    def crew(self, tokens: Iterable[Token], face_down: int = 0) -> str:
        """Describe tokens; only count face-down ones."""
        return crew(self.language, tokens, face_down)

    def token(self, token: Token) -> str:
        """Return a crew token."""
        return number(token) if isinstance(token, int) else self.say(f"token.{token}")

    def strength(self, face: GuardFace) -> str:
        """Return a guard card's strength and mark a special one."""
        shown = number(face.strength) if isinstance(face.strength, int) else self.say("strength.power")
        return self.say("card.special", strength=shown) if face.special else shown

    def card(self, face: Face) -> str:
        """Describe what is known of an item or a goon."""
        if name := getattr(face, "name", ""):
            return isolated(name)
        if isinstance(face, ItemFace):
            known = face.price is not None
            return self.say("card.item_worth", n=face.price.reputation) if known else self.say("card.item")  # type: ignore[union-attr]
        return self.goon(face) if isinstance(face, GoonFace) else self.say(f"card.{kind_of(face)}")

    def named(self, face: Face) -> str:
        """Return a card for the middle of a sentence."""
        if isinstance(face, GoonFace) and not face.name:
            return self.say("card.the", card=self.goon(face))
        if isinstance(face, ItemFace) and not face.name:
            price = face.price
            return self.say("card.an_item") if price is None else self.say("card.an_item_worth", n=price.reputation)
        return self.card(face)

    def goon(self, face: GoonFace) -> str:
        """Return the type of a goon."""
        if face.type in Goon.words():
            return sentence(self.language, PAGES[f"goon.{face.type}"])
        return self.say("card.goon" if face.type is None else "card.other_goon")

    def spot(self, spot: Spot, space: int = 0) -> str:
        """Return where an item or a goon is, as an inflected text."""
        zone, whose = spot
        if zone is Zone.SPACE and isinstance(whose, Location):
            return self.location(whose)
        return self.where(zone, whose if isinstance(whose, int) else None, space=space)

    def where(self, area: str, whose: Side | None = None, *, space: int = 0) -> str:
        """Return a place that is no location, by its kind, as an inflected text.

        Args:
            area: the word for it, such as `deck`.
            whose: at whose it is, or None.
            space: of the display, from 0.
        """
        key = f"spot.{area}" if f"spot.{area}" in GAME else f"zone.{area}"
        name = "" if whose is None else self.name(whose)
        return spot_forms(self.language, area, self.say(key, side=name, space=space + 1), name, space + 1)

    def person(self, seat: Side | None) -> str:
        """Return a person who may act in the sentence, or give or get something."""
        return somebody(self.language, self.name(seat))

    def space(self, card: int, spot: Spot) -> int:
        """Return the place of a card among the cards of its spot, from 0."""
        cards = self.game.zones.get(spot, ())
        return cards.index(card) if card in cards else 0

    def cubes(self, word: str) -> str:
        """Return the word for cubes or for another thing in the box."""
        return cubes(self.language, Cube(word)) if word in {*Cube} else term(self.language, word)

    def counted(self, what: str) -> str:
        """Return what a goal counts, in the plural."""
        if what not in TERMS:
            return isolated(what)
        one = term(self.language, what)
        several = self.say(f"field.{what}") if f"field.{what}" in GAME else one
        return several if one[:1].isupper() else several[:1].lower() + several[1:]

    def effect(self, effect: str) -> str:
        """Describe an effect of a card."""
        gained = GAINED.get(Effect(effect))
        if gained is not None:
            return self.say("effect.gain", what=self.amount(gained, 1))
        if effect == Effect.GAIN_POWER:
            return self.say("effect.gain", what=self.amount(Cube.POWER, 1))
        return self.say(f"effect.{effect}")


def for_somebody(told: Telling, side: Side, text: str) -> str:
    """Put the name of a seat before a sentence, which then begins in lower case."""
    return told.say("hands.for", side=told.name(side), text=text[:1].lower() + text[1:])


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
