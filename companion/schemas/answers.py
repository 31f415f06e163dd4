"""The parts that answers share. A schema takes an answer from a value of the rules, and documents it."""

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, fields
from marshmallow.experimental.context import Context

from companion.words.catalogue import reason


class Told(fields.String):
    """A sentence about a part of an answer.

    Args:
        tell: says it, given the context with which `dump` was called, and the part.
    """

    def __init__(self, tell: Callable[[Any, Any], str]) -> None:
        super().__init__(required=True)
        self._tell = tell

    def serialize(self, attr: str, obj: Any, accessor: Any = None, **_: Any) -> str:
        """Say the sentence."""
        return self._tell(Context[Any].get(), obj)


class WhySchema(Schema):
    """One reason: the rule id and its sentence."""

    rule = fields.String(required=True)
    text = Told(reason)


def why_field(attribute: str = "reasons") -> fields.Field[Any]:
    """Return the list of reasons in an answer; `attribute`: of the value that is answered."""
    return fields.Nested(WhySchema, many=True, required=True, attribute=attribute)


def dump(schema: Schema, value: object, told_with: object) -> dict[str, Any]:
    """Return a value as an answer; `told_with` is the context of its sentences, such as the language of reasons."""
    with Context(told_with):
        answer: dict[str, Any] = schema.dump(value)
    return answer
