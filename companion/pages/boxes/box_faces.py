"""Faces of a box and the forms in which they are entered: what is asked of a kind of card, and what was filled in."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.boxes.box import Box
from companion.boxes.file_format import BOX, SECTIONS
from companion.boxes.schemas import MOST_ENTRIES, ById, Name
from companion.pages.forms.submission import FREE, WHOLE, filled
from companion.rules.schema import EnumField, IntField, Invalid, ListField, ObjectField, Schema
from companion.rules.state.cards import COUNTED, COUNTED_AT_THE_END, GAINED, OTHER_GOON, PRICE, Effect
from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable
from companion.words.card_faces import START

FACE: Final = "f.face"
"""The name of the fields of a face."""

NEITHER: Final = "neither"
"""The field that says that a card shows no valuables and no effects; otherwise none entered is none known."""

ONLY: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("goons", "resource"): ("type", Goon.BANDIT),
    ("goons", "valuable"): ("type", Goon.DEMON),
    ("end_goals", "counts"): ("kind", "majority"),
}
"""Members that are asked for only where another one has a value."""


class InvalidCard(Exception):
    """An error for values that are no face of their kind; `faults` lists why."""

    def __init__(self, faults: tuple[Invalid, ...]) -> None:
        super().__init__(faults)
        self.faults = faults


# What is asked of each kind of card

SHOWN: Final = frozenset({"items", "goons"})
"""Cards with valuables and effects."""


def record_of(section: str, box: Box) -> ObjectField:
    """Return the fields asked of a card, its name last."""
    return ObjectField({**_MEMBERS[section](box), "name": Name()}, _REQUIRED.get(section, frozenset()))


def _shown(box: Box, section: str) -> dict[str, Schema]:
    """Valuables, and the effects of this edition (E-6); what a card is known to show stays in any."""
    gains = set(GAINED) if "gain_resource" in box.rules.effects else set()
    used = {effect for face in getattr(box, section).values() for effect in face.effects or ()}
    effects = (effect for effect in Effect if effect in {*box.rules.effects, *gains, *used})
    return {
        "valuables": ListField(EnumField(tuple(Valuable)), MOST_ENTRIES),
        "effects": ListField(EnumField(tuple(effects)), MOST_ENTRIES),
    }


def _counted(box: Box, section: str, everything: tuple[str, ...]) -> EnumField:
    """Return the options for what a goal of this edition can count (E-3)."""
    used = {face.goal.counts for face in getattr(box, section).values()}
    return EnumField(tuple(one for one in everything if one not in {*Goon} or one in {*box.rules.goons, *used}))


def _item(box: Box) -> dict[str, Schema]:
    price = {name: PRICE.members[name] for name in ("reputation", "cost")}
    return {"price": ObjectField(price, frozenset(price)), **_shown(box, "items")}


def _goon(box: Box) -> dict[str, Schema]:
    used = {face.type for face in box.goons.values()}
    return {
        "type": EnumField((*(goon for goon in Goon if goon in {*box.rules.goons, *used}), OTHER_GOON)),
        "icons": IntField(0, 99),
        "resource": EnumField(tuple(Resource)),
        "valuable": EnumField(tuple(DemonValuable)),
        **_shown(box, "goons"),
    }


def _leader(box: Box) -> dict[str, Schema]:
    return {"counts": _counted(box, "leader_goals", COUNTED), "minimum": IntField(1)}


def _end(box: Box) -> dict[str, Schema]:
    return {"kind": EnumField(("majority", "condition")), "counts": _counted(box, "end_goals", COUNTED_AT_THE_END)}


def _start(box: Box) -> dict[str, Schema]:
    return dict.fromkeys(START, IntField())


_MEMBERS: Final = {
    "goons": _goon,
    "items": _item,
    "leader_goals": _leader,
    "end_goals": _end,
    "traits": _start,
    "b_sides": _start,
}
_REQUIRED: Final = {
    "goons": frozenset({"type", "icons"}),
    "leader_goals": frozenset({"counts"}),
    "end_goals": frozenset({"kind"}),
}


# Between a form and a face


def face_of(section: str, box: Box, form: MultiDict[str, str]) -> Any:
    """Return the face that a form was filled in with.

    Raises:
        InvalidCard: what was filled in is none.
    """
    value = filled(record_of(section, box), form, FACE)
    if f"{FACE}{WHOLE}" not in form:
        _leave_out(section, value, form)
    faults = tuple(_shape(section).faults(value)) if value else (Invalid((), "box.empty_card"),)
    if faults:
        raise InvalidCard(tuple(_as_missing(value, fault) for fault in faults))
    return SECTIONS[section].read(value)


def _leave_out(section: str, value: dict[str, Any], form: Mapping[str, str]) -> None:
    """Leave out what is not known, and what belongs to another type of card."""
    price = value.get("price", {})
    if price and price["reputation"] == "" and not price["cost"]:
        del value["price"]
    if section in SHOWN and not (value["valuables"] or value["effects"] or NEITHER in form):
        del value["valuables"], value["effects"]
    for (kind, member), (other, needed) in ONLY.items():
        if kind == section and value.get(other) != needed:
            value.pop(member, None)


def _shape(section: str) -> Schema:
    faces = BOX.members[section]
    assert isinstance(faces, ById)
    return faces.entry


def _as_missing(value: Any, fault: Invalid) -> Invalid:
    """Return a fault of an empty field as `shape.missing`, any other unchanged."""
    for step in fault.path:
        value = value.get(step) if isinstance(value, dict) else None
    return Invalid(fault.path, "shape.missing") if value == "" else fault


def written(section: str, face: Any) -> dict[str, Any]:
    """Return a face as a JSON value."""
    return SECTIONS[section].write(face)


def is_free(section: str, face: Any) -> bool:
    """Return whether a face is an item whose price is known to be nothing."""
    return section == "items" and face.price is not None and not (any(face.price.cost.values()) or face.price.any)


def typed_of(written: Mapping[str, Any]) -> MultiDict[str, str]:
    """Return a face as the form was filled in for it."""
    typed = MultiDict(_inputs(FACE, written))
    if written.get("valuables") == written.get("effects") == []:
        typed[NEITHER] = "on"
    if not written.get("price", {"cost": True})["cost"]:
        typed[FREE] = "yes"
    return typed


def as_shown(section: str, box: Box, face: Any) -> Any:
    """Return the face that its own form makes of it, or None if that makes none."""
    try:
        return face_of(section, box, typed_of(written(section, face)))
    except InvalidCard:
        return None


def _inputs(path: str, value: Any) -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for member, inner in value.items():
                yield from _inputs(f"{path}.{member}", inner)
        case list() if path.endswith(".effects"):
            yield from ((path, one) for one in value)
        case list():
            yield from ((f"{path}.{one}", str(n)) for one, n in Counter(value).items())
        case _:
            yield path, str(value)


def read(section: str, value: Any) -> Any:
    """Return the face of a JSON value, or None if it is none."""
    return SECTIONS[section].read(value) if isinstance(value, dict) and not [*_shape(section).faults(value)] else None
