"""Values of the rules as JSON can write them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from companion.rules.rulings.automa import Item
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.stored_names import kind_of


def face_as_json(face: ItemFace | GoonFace) -> dict[str, Any]:
    """A card as far as it is known."""
    return {"kind": kind_of(face), **{name: as_json(getattr(face, name)) for name in face._fields}}


def record_as_json(record: Any) -> dict[str, Any] | None:
    """The fields of a named tuple by name; None for nothing."""
    return None if record is None else {name: as_json(getattr(record, name)) for name in record._fields}


def as_json(value: Any) -> Any:
    """A value of the rules as JSON can write it."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Item):
        cost = {resource.value: n for resource, n in value.cost.items()}
        return {"reputation": value.reputation, "cost": {**cost, "any": value.any} if value.any else cost}
    if hasattr(value, "_fields"):
        return record_as_json(value)
    if isinstance(value, tuple | list):
        return [as_json(one) for one in value]
    if isinstance(value, Mapping):
        return {str(as_json(key)): as_json(one) for key, one in value.items()}
    return value
