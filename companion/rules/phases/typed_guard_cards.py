"""A revealed guard card that the app does not know: the question, and its answer."""

from typing import Any, Final

from companion.rules.acts.action_types import action_type
from companion.rules.schema import CARD, CHOOSE, ChoiceField, Schema
from companion.rules.state.cards import GuardFace, guard_card_of, guard_face
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup


def known_faces_left(game: Position) -> tuple[GuardFace, ...] | None:
    """Return the faces left for a card dealt by hand; None if some are unknown (E-14)."""
    known = game.setup.guard_deck
    if len(known) != game.setup.guard_deck_size:
        return None
    left = list(known)
    for card in game.guard_cards:
        if card.face in left:
            left.remove(card.face)
    return tuple(left)


TYPE_GUARD_CARD: Final = action_type("type_guard_card", face=(CHOOSE, CARD))


def typed_face(game: Position) -> Schema:
    """Return the fields for the face of a guard card."""
    left = known_faces_left(game)
    return ChoiceField(tuple(as_typed(face) for face in left)) if left else guard_card_of(game.setup.guard_colours)


def as_typed(face: GuardFace) -> dict[str, Any]:
    """Return a guard card as `guard_card_of` has it."""
    return {"strength": face.strength, "special": "yes" if face.special else "no"}


def read_face(value: Any) -> GuardFace:
    """Return the guard card of an answer to `typed_face`."""
    return guard_face(*value) if isinstance(value, list) else guard_face(value)


def read_colour(setup: Setup, value: Any) -> str:
    """Return the colour in such an answer (Z-2), or the special card's (E-16), or ""."""
    if isinstance(value, list):
        return ""
    *_, own = setup.guard_colours
    special = value.get("special") == "yes" and own in setup.edition.special_guard_cards
    colour: str = value.get("colour", own if special else "")
    return colour
