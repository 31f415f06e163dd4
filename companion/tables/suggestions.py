"""Suggestions from the copy for the card asked for: a tap, not a form. Pure.

They are next to the field and never replace it: a player can always enter another face. Suggestions fit the field's
current values. If a card can only be one face of the copy, the app adds its other details when it is entered, so that
no one is asked for them when a player takes the card (`with_shows`).
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from companion.boxes.box import Box, in_order
from companion.boxes.file_format import SECTIONS
from companion.rules.acts.actions import Act, Action
from companion.rules.phases.patrol import TYPE_GOONS
from companion.rules.phases.typed_guard_cards import as_typed
from companion.rules.schema import ObjectField, Schema, UnionField
from companion.rules.state.cards import (
    GOON,
    GOON_OF_A_KIND,
    PRICE,
    SHOWS,
    Face,
    GoonFace,
    GuardFace,
    ItemFace,
    priced,
    turned_up,
)
from companion.rules.state.pieces import KIND_OF, Kind, Zone
from companion.rules.state.position import Position
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Goon


class Suggestion(NamedTuple):
    """A face that a copy knows.

    Attributes:
        value: the value for the field.
        face: the face itself; a guard card, an item, a goon or a goal.
        colour: of a guard card.
    """

    value: Any
    face: Any
    colour: str = ""


def asks_for_a_face(action: Action) -> bool:
    """Return whether a copy may know what a field of this action asks for."""
    return action.type in _KNOWN


def known(box: Box, game: Position, step: Step | None, action: Action, field: str) -> tuple[Suggestion, ...]:
    """Return the faces that a copy knows for a field, the oldest first.

    Args:
        box: that lies on the table.
        game: in which is asked.
        step: that asks, or None for a correction.
        action: of the prompt, or a correction.
        field: the name of the field.
    """
    name, faces = _KNOWN.get(action.type, ("", _none))
    if name != field:
        return ()
    shape = action.fields[field]
    offered: list[Suggestion] = []
    for one in faces(box, game, step):
        if not any(shape.faults(one.value)) and all(one.value != other.value for other in offered):
            offered.append(one)
    return tuple(offered)


Faces = Callable[[Box, Position, Step | None], Iterable[Suggestion]]


def _none(box: Box, game: Position, step: Step | None) -> Iterable[Suggestion]:
    return ()


def _whole(face: Face, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card as entered, with its name and other details that the copy knows."""
    return {**value, **({"name": face.name} if face.name else {}), **_shows(face)}


def _shows(face: Face) -> dict[str, Any]:
    """Return a card's other details, under their field name, if known."""
    if face.valuables is None or face.effects is None:
        return {}
    return {SHOWS: {"valuables": [*map(str, face.valuables)], "effects": [*map(str, face.effects)]}}


def _goons(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    for _, face in in_order(box.goons):
        yield Suggestion(_whole(face, {"type": str(face.type), "icons": face.icons}), face)


def as_a_goon(face: GoonFace) -> dict[str, Any]:
    """Return a goon of a copy as `GOON_OF_A_KIND` takes it, with all known details."""
    more = {"resource": face.resource, "counts": face.counts}
    kind = {"type": str(face.type), "icons": face.icons}
    return _whole(face, {**kind, **{name: str(value) for name, value in more.items() if value is not None}})


def types_cards(act: Act) -> bool:
    """Return whether an act enters cards of which a copy may know more."""
    return act.type in _TYPES


def with_shows(box: Box | None, game: Position, act: Act, apart: Container[str] = ()) -> Act:
    """Return an act with its cards completed from the copy, where they are certain.

    That is the face with the card's name, or the only fitting face if the copy knows every card of its kind: otherwise
    another card may look the same. Entered details win. Values that don't fit their field stay, for the rules to
    reject.

    Args:
        box: the copy on the table, or None.
        game: in which it is entered.
        act: of a player, or a correction.
        apart: cards that are none of the copy: spaces of goons, or the field.
    """
    if box is None or not types_cards(act):
        return act
    field, _ = _TYPES[act.type]
    found = {place: one for place, (one, _) in _recognised(box, game, act).items() if place not in apart}
    if not found:
        return act
    return act._replace(
        values={**act.values, field: {**act.values[field], **found} if act.type == TYPE_GOONS.word else found[field]}
    )


def recognised(box: Box | None, game: Position, act: Act | None) -> dict[str, Face]:
    """Return the copy's faces for recognised cards of an act, by space or field."""
    if box is None or act is None or not types_cards(act):
        return {}
    return {place: face for place, (_, face) in _recognised(box, game, act).items()}


def _recognised(box: Box, game: Position, act: Act) -> dict[str, tuple[Any, Face]]:
    """Return the recognised cards of an act: as completed, and the face of the copy."""
    field, shape = _TYPES[act.type]
    typed = act.values.get(field)
    if act.type != TYPE_GOONS.word:
        typed = {field: typed}
    found: dict[str, tuple[Any, Face]] = {}
    gone: set[str] = set()
    for place, one in typed.items() if isinstance(typed, Mapping) else ():
        known = _face_of_box(box, game, shape, one, gone)
        if known is not None:
            # It is one card, so that another that looks the same is not it.
            gone.add(known[0])
            found[place] = ({**one, **_further_details(known[1], shape, one)}, known[1])
    return found


def _face_of_box(box: Box, game: Position, shape: Schema, typed: Any, gone: Container[str]) -> tuple[str, Face] | None:
    """Return the one face of the copy that a card can be, if it adds details."""
    if any(shape.faults(typed)) or SHOWS in typed:
        return None
    seen: Face = priced(ItemFace(), typed) if shape is PRICE else turned_up(typed)
    first = ("price",) if isinstance(seen, ItemFace) else ("type", "icons")
    lies = _on_the_table(box, game, seen)
    fitting = [(id_, face) for id_, face in in_order(_faces_like(box, seen)) if _fits(face, seen, first)]
    # A face that has come is on the table: a card that looks like it is another, unknown one.
    left = [(id_, face) for id_, face in fitting if id_ not in lies and id_ not in gone]
    named = [(id_, face) for id_, face in left if seen.name and face.name == seen.name]
    meant = named or (left if _knows_all(box, game, seen) else [])
    more = [_further_details(face, shape, typed) for _, face in meant]
    return meant[0] if meant and more[0] and more.count(more[0]) == len(more) else None


def _knows_all(box: Box, game: Position, seen: Face) -> bool:
    """Return whether a copy knows every card of that kind (E-14)."""
    kind = Kind.ITEM if isinstance(seen, ItemFace) else Kind.GOON
    return len(_faces_like(box, seen)) >= game.setup.cards[kind]


def _further_details(face: Face, shape: Schema, typed: Any) -> dict[str, Any]:
    """Return a card's details beyond those seen when revealed; none if incomplete.

    Only details that the field takes are returned: if it takes no more, the game later asks what a Demon counts.
    """
    told = _shows(face)
    if isinstance(face, GoonFace) and face.type is Goon.DEMON:
        told = {**told, "counts": str(face.counts)} if face.counts is not None else {}
    record = shape.record(typed) if isinstance(shape, UnionField) else shape
    return {name: value for name, value in told.items() if isinstance(record, ObjectField) and name in record.members}


def _fits(face: Face, seen: Face, first: Iterable[str]) -> bool:
    """Return whether a face fits a card: these fields, and all known details."""
    return all(getattr(face, one) == getattr(seen, one) for one in first) and _may_be(seen, face)


def goons_to_come(box: Box, game: Position) -> list[tuple[GoonFace, bool]]:
    """Return the goons of a copy, and whether each has come; new ones first.

    The copy has equal faces once, so any may come again.
    """
    come = {
        _turned_up(game.face(card))
        for spot, cards in game.zones.items()
        if KIND_OF[spot[0]] is Kind.GOON
        for card in cards
        if card is not None
    }
    faces = ((face, _turned_up(face) in come) for _, face in in_order(box.goons))
    return sorted(faces, key=lambda one: one[1])


def _turned_up(face: GoonFace) -> tuple[Any, ...]:
    """Return what can be seen of a revealed goon."""
    return face.type, face.icons, face.resource, face.name


def _items(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    """Yield the items of a copy; for a revealed card, none already on the table."""
    write = SECTIONS["items"].write
    gone = {} if step is None else _on_the_table(box, game, ItemFace())
    for id_, face in in_order(box.items):
        if face.price is not None and id_ not in gone:
            yield Suggestion(_whole(face, write(face)["price"]), face)


def _faces_like(box: Box, seen: Face) -> Mapping[str, Face]:
    """Return the copy's faces of that kind of card."""
    return box.items if isinstance(seen, ItemFace) else box.goons


def _on_the_table(box: Box, game: Position, kind: Face) -> dict[str, Face]:
    """Return a copy's revealed items or goons by id, one for each card."""
    gone: dict[str, Face] = {}
    for lying in _lying(game, kind):
        found = [(id_, one) for id_, one in in_order(_faces_like(box, kind)) if id_ not in gone and _may_be(lying, one)]
        gone |= dict(sorted(found, key=lambda one: one[1].name != lying.name)[:1])
    return gone


def _lying(game: Position, kind: Face) -> Iterator[Face]:
    """Yield the faces of the revealed items or goons."""
    zones = Kind.ITEM if isinstance(kind, ItemFace) else Kind.GOON
    for spot, cards in game.zones.items():
        for card in cards if KIND_OF[spot[0]] is zones else ():
            face = None if card is None else game.face(card)
            if face is not None and (not isinstance(face, ItemFace) or face.price is not None):
                yield face


_SEEN: Final[Mapping[type, tuple[str, ...]]] = {
    ItemFace: ("price", "valuables", "effects", "name"),
    GoonFace: ("type", "icons", "resource", "valuables", "effects", "counts", "name"),
}
"""The details by which two cards may differ."""


def _may_be(lying: Face, face: Face) -> bool:
    """Return whether a card can be a face of the copy: no known detail differs."""
    pairs = ((getattr(lying, name), getattr(face, name)) for name in _SEEN[type(face)])
    return all(one in (None, "") or other in (None, "") or one == other for one, other in pairs)


def _same_card(box: Box, game: Position, step: Step | None) -> Iterator[ItemFace | GoonFace]:
    """Yield the copy's faces that fit what is known of the card in question."""
    if step is None or step.card is None:
        return
    seen = game.face(step.card)
    first: tuple[str, ...] = ("price",) if isinstance(seen, ItemFace) else ("type", "icons")
    gone = [game.face(card) for spot in _HELD for side in game.setup.sides for card in game.lying((spot, side))]
    for _, face in in_order(_faces_like(box, seen)):
        apart = bool(face.name and seen.name and face.name != seen.name)
        if not apart and face not in gone and all(getattr(face, one) == getattr(seen, one) for one in first):
            yield face


_HELD: Final = (Zone.CRAFTED, Zone.GOONS)
"""The zones of cards that players own: a known face there is no other card."""


def _shown(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    for face in _same_card(box, game, step):
        if face.valuables is not None and face.effects is not None:
            shows = {"valuables": [*map(str, face.valuables)], "effects": [*map(str, face.effects)]}
            yield Suggestion(shows, face)


def _bandits(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    for face in _same_card(box, game, step):
        if isinstance(face, GoonFace) and face.type is Goon.BANDIT and face.resource is not None:
            yield Suggestion([face.resource.value], face)


def _demons(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    for face in _same_card(box, game, step):
        if isinstance(face, GoonFace) and face.type is Goon.DEMON and face.counts is not None:
            yield Suggestion([face.counts.value], face)


def _guards(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    """Yield the guard cards of this deck that are not revealed yet this round."""
    up = [card for card in game.guard_cards if card.face is not None]
    unsaid = Counter(card.face for card in up if not card.colour)
    for colour in game.setup.guard_colours:
        seen: Counter[GuardFace | None] = Counter(card.face for card in up if card.colour == colour)
        for _, face in in_order(box.guards.get(colour, {})):
            gone = seen if seen[face] else unsaid
            if gone[face]:
                gone[face] -= 1
            else:
                yield Suggestion({**as_typed(face), "colour": colour}, face, colour)


def _leader_goals(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    for _, face in in_order(box.leader_goals):
        yield Suggestion({"counts": face.goal.counts.value, "minimum": face.goal.minimum}, face)


def _end_goals(box: Box, game: Position, step: Step | None) -> Iterator[Suggestion]:
    for _, face in in_order(box.end_goals):
        yield Suggestion({"kind": face.goal.kind, "counts": face.goal.counts}, face)


_KNOWN: Final[Mapping[str, tuple[str, Faces]]] = {
    "type_goon": ("goon", _goons),
    "set_goon": ("goon", _goons),
    "draw_goon": ("goon", _goons),
    "type_item": ("item", _items),
    "set_item": ("item", _items),
    "type_card": ("card", _shown),
    "type_bandit": ("resource", _bandits),
    "type_demon": ("counts", _demons),
    "type_guard_card": ("face", _guards),
    "set_guard_face": ("face", _guards),
    "set_leader_goal": ("goal", _leader_goals),
    "set_end_goal": ("goal", _end_goals),
}
"""The field that asks for a face, and the faces for it, by action."""

_TYPES: Final[Mapping[str, tuple[str, Schema]]] = {
    TYPE_GOONS.word: ("goons", GOON_OF_A_KIND),
    "type_goon": ("goon", GOON),
    "set_goon": ("goon", GOON),
    "draw_goon": ("goon", GOON),
    "type_item": ("item", PRICE),
    "set_item": ("item", PRICE),
}
"""The field with items or goons, and the schema of a card in it, by act."""
