"""Values of the rules as JSON can write them."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import Any, Final, TypeAlias

from companion.rules.rulings.automa import Item
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.stored_names import kind_of

Writer: TypeAlias = Callable[[Any], Any]


def face_as_json(face: ItemFace | GoonFace) -> dict[str, Any]:
    """Return the known details of a card."""
    return {"kind": kind_of(face), **as_json(face)}


def record_as_json(record: Any) -> dict[str, Any] | None:
    """Return the fields of a named tuple by name; None for nothing."""
    found: dict[str, Any] | None = as_json(record)
    return found


def as_json(value: Any) -> Any:
    """Return a value of the rules as JSON can write it."""
    return _WRITERS[type(value)](value)


def _same(value: Any) -> Any:
    return value


def _word(value: StrEnum) -> str:
    return value._value_


def _item(value: Item) -> dict[str, Any]:
    cost = {resource.value: n for resource, n in value.cost.items()}
    return {"reputation": value.reputation, "cost": {**cost, "any": value.any} if value.any else cost}


def _record(names: tuple[str, ...], value: tuple[Any, ...]) -> dict[str, Any]:
    return {
        name: one if type(one) in _AS_IT_IS else _WRITERS[type(one)](one)
        for name, one in zip(names, value, strict=True)
    }


_AS_IT_IS: Final = frozenset({int, str, bool, type(None)})
"""Types that JSON has too: a lookup is quicker than a call."""


def _list(value: list[Any] | tuple[Any, ...]) -> list[Any]:
    return [_WRITERS[type(one)](one) for one in value]


def _mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(as_json(key)): _WRITERS[type(one)](one) for key, one in value.items()}


def _writer(kind: type) -> Writer:
    if issubclass(kind, StrEnum):
        return _word
    if issubclass(kind, Item):
        return _item
    if issubclass(kind, tuple):
        return partial(_record, kind._fields) if hasattr(kind, "_fields") else _list
    if issubclass(kind, list):
        return _list
    return _mapping if issubclass(kind, Mapping) else _same


class _Writers(dict[type, Writer]):
    """The functions that write values, by type, found when a type first occurs."""

    def __missing__(self, kind: type) -> Writer:
        found = self[kind] = _writer(kind)
        return found


_WRITERS: Final = _Writers()
