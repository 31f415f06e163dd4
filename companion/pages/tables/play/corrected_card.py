"""The form of a correction, filled in with what its card is known to show, so that only what differs is typed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import FREE, NOTHING_SHOWN, encoded
from companion.rules.phases.typed_guard_cards import as_typed
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.pieces import GuardCard
from companion.rules.state.position import Position
from companion.words.field_labels import chosen_card, face_seen

CARD: Final = "card"
"""The field in which a correction names its card, and what the address of its page names it by."""

Pairs = Iterator[tuple[str, str]]


def filled_for(game: Position, kind: str, card: int) -> MultiDict[str, str]:
    """Return a card's correction form, filled in so that it changes nothing.

    Args:
        game: as it is.
        kind: the type of the correction, one of `ABOUT_A_CARD`.
        card: one that it offers.
    """
    shown = chosen_card(game, kind, CARD, card)
    return MultiDict([("type", kind), (f"f.{CARD}", encoded(card)), *ABOUT_A_CARD[kind](shown)])


def _price(face: ItemFace) -> Pairs:
    if face.price is None:
        return
    yield "f.item.reputation", str(face.price.reputation)
    cost = [*face.price.cost.items(), ("any", face.price.any)]
    yield from ((f"f.item.cost.{one}", str(number)) for one, number in cost if number)
    if not any(number for _, number in cost):
        yield FREE, "yes"
    yield "f.item.name", face.name


def _goon(face: GoonFace) -> Pairs:
    if face.type is None:
        return
    yield "f.goon.type", str(face.type)
    yield "f.goon.icons", str(face.icons)
    yield "f.goon.name", face.name


def _shows(face: ItemFace | GoonFace) -> Pairs:
    yield from ((f"f.shows.valuables.{one}", str(number)) for one, number in Counter(face.valuables or ()).items())
    yield from (("f.shows.effects", str(one)) for one in face.effects or ())
    if face.valuables == () and face.effects == ():
        yield NOTHING_SHOWN, "yes"


def _resource(face: GoonFace) -> Pairs:
    if face.resource is not None:
        yield "f.resource", encoded(str(face.resource))


def _counts(face: GoonFace) -> Pairs:
    if face.counts is not None:
        yield "f.counts", encoded(str(face.counts))


def _guard_face(card: GuardCard) -> Pairs:
    face = face_seen(card)
    if face is not None:
        yield from ((f"f.face.{name}", str(value)) for name, value in as_typed(face).items())
    if card.colour:
        yield "f.face.colour", card.colour


ABOUT_A_CARD: Final[Mapping[str, Callable[[Any], Pairs]]] = {
    "set_item": _price,
    "set_goon": _goon,
    "set_shown": _shows,
    "set_bandit": _resource,
    "set_demon": _counts,
    "set_guard_face": _guard_face,
}
"""The corrections of what a card shows, each with what of it its fields say."""
