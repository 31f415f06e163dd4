"""Additions to marshmallow's schemas: bodies with fields that the rules describe, and references."""

from typing import Any

from marshmallow import fields

from companion.rules.schema import ObjectField
from companion.schemas.body import Body
from companion.schemas.fields import Shape


def from_shape(name: str, record: ObjectField, /, **more: fields.Field[Any]) -> type[Body]:
    """Return the body with the fields of an object that a schema of the rules describes, and more."""
    described = {member: Shape(one, required=member in record.required) for member, one in record.members.items()}
    made: type[Body] = Body.from_dict({**more, **described}, name=name)  # type: ignore[assignment]
    return made


class ReferenceField(fields.Field[Any]):
    """A member described by a schema of this name, which is not one of marshmallow's."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reference = f"#/components/schemas/{name}"
