"""Labels of form fields: fields of actions, and their values."""

from collections.abc import Mapping
from typing import Any, Final

from companion.rules.acts.actions import Act
from companion.rules.phases.final_counts import COUNT_RULES
from companion.rules.schema import Option
from companion.rules.state.cards import Face, GoonFace, GuardFace
from companion.rules.state.events import NOTHING
from companion.rules.state.pieces import GuardCard, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import POWER, Goon, Location, Resource, Valuable
from companion.words.catalogue import isolated, number, paragraph, sentence, term
from companion.words.log_lines.table import outcome
from companion.words.messages import GAME, PAGES, RULING_VALUES, RULINGS, TERMS
from companion.words.telling import Names, Telling, capital


def word(language: str, kind: str, value: str) -> str:
    """Return the label of a value, such as a phase, difficulty, zone or effect."""
    if kind == "effect":
        return Telling(language, (), NOTHING).effect(value)
    return sentence(language, GAME[f"{kind}.{value}"])


def field(language: str, name: str, names: Names = ()) -> str:
    """Return the label of a field of an action or record, such as a cost.

    Args:
        language: to be spoken.
        name: of the field.
        names: of the seats, see `seat_names`, for a field that is about one of them: `side_0`, `strength_0`.
    """
    if name in {*Resource, *Location.words()}:
        return capital(term(language, name))
    kind, _, seat = name.rpartition("_")
    if kind in FIELDS_OF_SEATS and seat.isdecimal():
        return sentence(language, GAME[FIELDS_OF_SEATS[kind]], {"side": isolated(names[int(seat)])})
    return sentence(language, GAME[f"field.{name}"])


FIELDS_OF_SEATS: Final = {"side": "field.tokens_of", "strength": "field.strength_of"}
"""Fields that every seat has for itself."""


def corrected_number(language: str, act: Act, game: Position, names: Names) -> str:
    """Return a label for a corrected number: what it counts, and whose or where.

    Args:
        language: of the label.
        act: a correction with a number, such as `set_cubes`.
        game: the game to correct.
        names: of the seats, see `seat_names`.
    """
    telling = Telling(language, names, game)
    chosen = {name: value[0] for name, value in act.values.items() if name != "number"}
    what = telling.cubes(chosen["cube"]) if "cube" in chosen else telling.say(f"action.{act.type}")
    whose = [
        telling.name(one) if isinstance(one, int) else word_of_field(telling, name, one)
        for name, one in chosen.items()
        if name in _SEATED
    ]
    return capital(telling.listed([what, *whose]))


def option(language: str, kind: str, name: str, value: Option, *, game: Position, names: Names) -> str:
    """Return the label of a possible value of a field.

    Args:
        language: to be spoken.
        kind: the type of the action.
        name: the name of the field or of the member of a record.
        value: what may be chosen.
        game: in which it may be chosen.
        names: of the seats, see `seat_names`.
    """
    telling = Telling(language, names, game)
    if isinstance(value, Mapping):
        return _several(telling, value)
    if isinstance(value, int):
        return _numbered(telling, kind, name, value)
    return capital(word_of_field(telling, name, value))


_SEATED: Final = {"side", "sides", "holder", "place", "lookouts", "cubes", "to"}
_KINDS: Final = {
    "effect": "effect",
    "effects": "effect",
    **{one: one for one in ("phase", "dealing", "depth", "roll_call", "odds")},
    "hint": "odds",
}
_PREFIXES: Final = ("option", "spot", "cube", "token")


def _numbered(telling: Telling, kind: str, name: str, value: int) -> str:
    """Return the name of a seat or card by its number; any other number as it is."""
    if name in _SEATED:
        return telling.name(value)
    card = chosen_card(telling.game, kind, name, value)
    match card:
        case None:
            return number(value)
        case GuardCard():
            return _guard_card(telling, card)
    return _owned_card(telling, value, card)


def chosen_card(game: Position, kind: str, name: str, value: Option) -> GuardCard | Face | None:
    """Return the card that a field's value names, for its label and icons, or None.

    Guard cards are numbered from 0, and so are items and goons: the act's type tells which of them a number means.

    Args:
        game: in which it may be chosen.
        kind: the type of the act.
        name: of the field.
        value: what may be chosen.
    """
    if name != "card" or not isinstance(value, int):
        return None
    return game.guard_cards[value] if "guard_" in kind else game.face(value)


def _guard_card(telling: Telling, card: GuardCard) -> str:
    """Return a guard card's location, and its strength and colour if players saw them."""
    where, face = capital(telling.location(card.location)), face_seen(card)
    if face is None:
        return where
    colour = [word_of_field(telling, "colour", card.colour)] if card.colour else []
    return telling.listed([where, telling.strength(face), *colour])


def face_seen(card: GuardCard) -> GuardFace | None:
    """Return what the players have seen of a guard card."""
    return card.face if card.up or card.looked else None


def _owned_card(telling: Telling, number_: int, face: Face) -> str:
    """Return an item or goon with details to recognise it: icons, valuables, place."""
    parts = [capital(telling.card(face))]
    if isinstance(face, GoonFace) and face.type is not None:
        parts.append(sentence(telling.language, PAGES["box.icons"], {"n": face.icons}))
    parts += [term(telling.language, valuable) for valuable in face.valuables or ()]
    spot = telling.game.spot(number_)
    return telling.listed(parts if spot is None else [*parts, telling.spot(spot, telling.space(number_, spot))])


def word_of_field(telling: Telling, name: str, value: str) -> str:
    """Return a word that a field may hold, for the middle of a sentence."""
    if name in _KINDS:
        return word(telling.language, _KINDS[name], value)
    if name == "colour":
        return sentence(telling.language, PAGES[f"colour.{value}"])
    if name == "strength" and value == POWER:
        return telling.say("strength.power")
    if name == "counts" and value in {*Valuable}:
        # Beside goons, which are several too.
        return telling.say(f"field.{value}")
    if name == "type" and value in Goon.words():
        return sentence(telling.language, PAGES[f"goon.{value}"])
    if value in COUNT_RULES:
        return telling.say(f"field.{value}")
    keys = [key for prefix in _PREFIXES if (key := f"{prefix}.{value}") in GAME]
    return telling.say(keys[0]) if keys else term(telling.language, value) if value in TERMS else value


def _several(telling: Telling, value: Mapping[str, Any]) -> str:
    match value:
        case {"strength": strength}:
            shown = number(strength) if isinstance(strength, int) else telling.say("strength.power")
            return telling.say("card.special", strength=shown) if value.get("special") == "yes" else capital(shown)
        case {"side": side, "token": token}:
            return telling.listed([telling.name(side), telling.token(token)])
        case {"side": side, "location": location, "face_down": place}:
            where = [telling.name(side), telling.crew((), 1), telling.location(Location(location))]
            return telling.listed([*where, number(place)] if place > 1 else where)
        case {"key": key, "value": answer}:
            ruling = sentence(telling.language, RULINGS[key])
            return paragraph(telling.language, (ruling, sentence(telling.language, RULING_VALUES[f"{key}.{answer}"])))
        case {"zone": "deck"}:
            return telling.say("zone.deck")
        case {"zone": zone}:
            whose = Location(value["location"]) if "location" in value else value.get("side")
            return capital(telling.spot((Zone(zone), whose), value.get("space", 0)))
    return capital(outcome(telling, value))
