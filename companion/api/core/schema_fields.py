"""Bodies in the document: marshmallow schemas of what checks them, for apispec to write down."""

from functools import cache
from typing import Any

import marshmallow
from marshmallow import fields

from companion.presenters.fields.containers import Default, Many, Member, Nullable, Object, Required, field_of
from companion.rules.schema import ObjectField, Schema


class Strict(marshmallow.Schema):
    """A body, or an object in one, in which every member is known."""

    class Meta:
        """Unknown members are refused."""

        unknown = marshmallow.RAISE


class SchemaField(fields.Field[Any]):
    """A member that a schema of the rules describes. It documents; that schema checks, all members at once."""

    def __init__(self, schema: Schema, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.described = schema


def documented(name: str, record: ObjectField) -> type[Strict]:
    """The schema of an object, for the document."""
    return _strict(
        name, {name: SchemaField(one, required=name in record.required) for name, one in record.members.items()}
    )


@cache
def described(body: Object) -> Strict:
    """The schema of a body, for the document; an object in it has one of its own."""
    return _strict(body.name, {name: _field(member) for name, member in body.members.items()})()


def _strict(name: str, members: dict[str, fields.Field[Any]]) -> type[Strict]:
    made: type[Strict] = Strict.from_dict(members, name=name)  # type: ignore[assignment]
    return made


def _field(member: Member, **how: Any) -> fields.Field[Any]:
    if isinstance(member, Required):
        how["required"] = True
    if isinstance(member, Default):
        how["load_default"] = member.value
    match field_of(member):
        case Nullable(inner):
            return _field(inner, allow_none=True, **how)
        case Object() as body:
            return fields.Nested(described(body), **how)
        case Many(entry) as many:
            return fields.List(_field(entry), metadata=many.limits, **how)
        case field:
            return SchemaField(field, **how)


class ReferenceField(fields.Field[Any]):
    """A member that a schema of this name describes, which the document has besides those of marshmallow."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reference = f"#/components/schemas/{name}"
