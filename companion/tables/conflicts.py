"""What a change touches: the values that it sets, and whether they are still those on which it was based."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

from companion.rules.state.events import Event, replay
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup

Path: TypeAlias = tuple[Any, ...]

_ABSENT: Final = object()


def applies_cleanly(before: Position, based: tuple[Event, ...], now: Position, found: tuple[Event, ...]) -> bool:
    """Whether every value that a change sets is in both games the same.

    Args:
        before: the game on which the change was based.
        based: its events there.
        now: the game as it is.
        found: its events here.
    """
    paths = {*_differences(before, replay(based, before)), *_differences(now, replay(found, now))}
    return all(_value(before, path) == _value(now, path) for path in paths)


def changed_paths(before: Position, after: Position) -> frozenset[Path]:
    """The values that differ between two games, each by where it stands."""
    return frozenset(_differences(before, after))


def overlap(some: frozenset[Path], others: frozenset[Path]) -> bool:
    """Whether a value of the ones is a value of the others, or a part of one."""
    return any(one[: len(other)] == other[: len(one)] for one in some for other in others)


def _parts(value: Any) -> Mapping[Any, Any] | None:
    """The parts by which a value is compared; None for one that is compared whole."""
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
    """Where two values differ, as far inside as they can be compared."""
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
