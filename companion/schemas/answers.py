"""What answers share. A schema takes an answer from a value of the rules, and documents it."""

from typing import Any

from marshmallow import Schema, fields
from marshmallow.experimental.context import Context

from companion.words.catalogue import reason


class _ReasonText(fields.String):
    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> str:
        return reason(Context[str].get(), obj)


class WhySchema(Schema):
    """One reason: the rule id and its sentence."""

    rule = fields.String(required=True)
    text = _ReasonText(required=True, attribute="key")


def why_field(attribute: str = "reasons") -> fields.Field[Any]:
    """The list of reasons in an answer; `attribute`: of the value that is answered."""
    return fields.Nested(WhySchema, many=True, required=True, attribute=attribute)


def dump(schema: Schema, value: object, language: str) -> dict[str, Any]:
    """The answer that a value is, its reasons in a language."""
    with Context(language):
        answer: dict[str, Any] = schema.dump(value)
    return answer
