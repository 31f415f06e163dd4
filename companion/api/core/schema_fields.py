"""Shapes of the rules in the API: their faults as errors of fields, their schemas in the document."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from marshmallow import fields

from companion.api.core.fields import Strict
from companion.api.core.problems import MOST_ERRORS, FieldError, pointer
from companion.rules.schema import Fault, Record, Shape


class Shaped(fields.Field[Any]):
    """A member that a shape describes. It documents; the shape itself checks, all members at once."""

    def __init__(self, shape: Shape, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.shape = shape


def shaped(name: str, record: Record) -> type[Strict]:
    """The schema of a record, for the document."""
    described = {member: Shaped(shape, required=member in record.required) for member, shape in record.members.items()}
    made: type[Strict] = Strict.from_dict(described, name=name)  # type: ignore[assignment,arg-type]
    return made


def field_errors(faults: Iterable[Fault]) -> list[FieldError]:
    """The faults of a shape as errors of fields, as many as an answer names."""
    named = islice(faults, MOST_ERRORS)
    return [FieldError(pointer(fault.path), fault.key, _plain(fault)) for fault in named]


def _plain(fault: Fault) -> dict[str, Any]:
    # Options stand in a sentence as they are written in a request, not as words of its language.
    return {name: tuple(map(str, value)) if isinstance(value, tuple) else value for name, value in fault.data.items()}
