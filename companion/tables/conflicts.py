"""The values that a change sets, and whether they have changed since."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

from companion.rules.state.events import Event, replay
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup

Path: TypeAlias = tuple[Any, ...]

_ABSENT: Final = object()


def applies_cleanly(before: Position, based: tuple[Event, ...], now: Position, found: tuple[Event, ...]) -> bool:
    """Return whether every value that a change sets is the same in both games.

    Args:
        before: the game on which the change was based.
        based: its events there.
        now: the game as it is.
        found: its events here.
    """
    paths = {*_differences(before, replay(based, before)), *_differences(now, replay(found, now))}
    return all(_value(before, path) == _value(now, path) for path in paths)


def changed_paths(before: Position, after: Position) -> frozenset[Path]:
    """Return the paths of all values that differ between two games."""
    return frozenset(_differences(before, after))


def overlap(some: frozenset[Path], others: frozenset[Path]) -> bool:
    """Return whether two sets of paths have a value in common, also as a part."""
    return any(one[: len(other)] == other[: len(one)] for one in some for other in others)


def _parts(value: Any) -> Mapping[Any, Any] | None:
    """Return the parts by which a value is compared; None if it is compared whole."""
    if isinstance(value, Position):
        return value._asdict()
    if isinstance(value, Setup):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, Mapping):
        return value
    if isinstance(value, frozenset):
        return dict.fromkeys(value, True)
    if type(value) is tuple and value and all(type(one) is int for one in value):
        return dict(enumerate(value))
    return None


def _differences(one: Any, other: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths at which two values differ, as deep as they can be compared."""
    if one is other or one == other:
        return
    parts, others = _parts(one), _parts(other)
    if parts is None or others is None or (type(one) is tuple and len(parts) != len(others)):
        yield path
        return
    for key in {**parts, **others}:
        yield from _differences(parts.get(key, _ABSENT), others.get(key, _ABSENT), (*path, key))


def _value(value: Any, path: Path) -> Any:
    for step in path:
        parts = _parts(value)
        if parts is None or step not in parts:
            return _ABSENT
        value = parts[step]
    return value
