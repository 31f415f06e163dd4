"""Shapes of the rules in the API: what the document says of them."""

from typing import Any

from marshmallow import fields

from companion.api.core.fields import Strict
from companion.rules.schema import Record, Shape


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
