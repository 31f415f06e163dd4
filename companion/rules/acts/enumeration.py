"""Every way to fill in an action: choices for a program that knows no rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.rules.acts.actions import Act, Action
from companion.rules.schema import (
    ChoiceField,
    EnumField,
    IntField,
    ListField,
    ObjectField,
    Option,
    Schema,
    TextField,
    UnionField,
)

FIRST_NUMBERS: Final = 12
"""The range of numbers listed above the least of an open range."""

A_NAME: Final = "name"
"""The only text that is listed."""


def acts_of(action: Action) -> Iterator[Act]:
    """Return the acts that an action stands for, all legal; see `values_of`."""
    return (Act(action.type, values) for values in fillings(action.fields))


def fillings(fields: Mapping[str, Schema]) -> Iterator[dict[str, Any]]:
    """Yield every way to fill in fields, lazily, the last field changing first."""
    if not fields:
        yield {}
        return
    (name, shape), *others = fields.items()
    for value in values_of(shape):
        yield from ({name: value, **rest} for rest in fillings(dict(others)))


def values_of(shape: Schema) -> Iterator[Any]:
    """Yield values that fit a schema, lazily, the app's proposal first.

    Options to choose from are all listed. For values that a player reads off the real table there are a few: the first
    numbers of an open range, lists of up to one entry, a single name, records without optional fields.
    """
    match shape:
        case ChoiceField():
            return _choices(shape)
        case IntField():
            return _numbers(shape)
        case EnumField(options, None):
            return iter(options)
        case EnumField(options, IntField() as numbers):
            return iter((*options, *_numbers(numbers)))
        case ListField(entry):
            return iter(([], *([one] for one in values_of(entry))))
        case ObjectField(members, required):
            return fillings({name: member for name, member in members.items() if name in required})
        case UnionField(member, records):
            return _of_each(member, records)
        case TextField():
            return iter((A_NAME,))
    raise AssertionError(f"no action asks for {shape!r}")


def _numbers(shape: IntField) -> Iterator[int]:
    if shape.proposed is not None:
        yield shape.proposed
    last = min(shape.most, shape.least + FIRST_NUMBERS)
    yield from (number for number in range(shape.least, last + 1) if number != shape.proposed)


def _of_each(member: str, records: Mapping[str, ObjectField]) -> Iterator[dict[str, Any]]:
    """Yield the objects of a union, kind by kind, with the kind in its member."""
    for kind, record in records.items():
        required = {name: shape for name, shape in record.members.items() if name in record.required}
        yield from fillings({**required, member: EnumField((kind,))})


def _choices(shape: ChoiceField) -> Iterator[list[Option]]:
    proposed = None if shape.proposed is None else list(shape.proposed)
    if proposed is not None:
        yield proposed
    for number in range(shape.least, min(shape.most, len(shape.options)) + 1):
        yield from (chosen for chosen in _selections(shape.options, number) if chosen != proposed)


def _selections(options: Sequence[Option], number: int) -> Iterator[list[Option]]:
    """Yield every different selection of so many options, in the order of the options."""
    if not number:
        yield []
        return
    known: list[Option] = []
    for index in range(len(options) - number + 1):
        one = options[index]
        if one not in known:
            known.append(one)
            yield from ([one, *rest] for rest in _selections(options[index + 1 :], number - 1))
