"""Bodies in the document: marshmallow schemas of what checks them, for apispec to write down."""

from typing import Any

from marshmallow import fields

from companion.rules.schema import ObjectField
from companion.schemas.body import Body
from companion.schemas.fields import Shape


def documented(name: str, record: ObjectField) -> type[Body]:
    """The schema of an object, for the document."""
    return _strict(name, {name: Shape(one, required=name in record.required) for name, one in record.members.items()})


def _strict(name: str, members: dict[str, fields.Field[Any]]) -> type[Body]:
    made: type[Body] = Body.from_dict(members, name=name)  # type: ignore[assignment]
    return made


class ReferenceField(fields.Field[Any]):
    """A member that a schema of this name describes, which the document has besides those of marshmallow."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reference = f"#/components/schemas/{name}"
