"""The schemas that answers share; they document, and tests hold every answer against them."""

from collections.abc import Iterable
from typing import Any

from marshmallow import Schema, fields

from companion.rules.reasons import Reason
from companion.web.language import request_language
from companion.words.catalogue import reason


class WhySchema(Schema):
    """One reason: the rule id and its sentence."""

    rule = fields.String(required=True)
    text = fields.String(required=True)


def why_field() -> fields.Field[Any]:
    """The list of reasons in an answer."""
    return fields.List(fields.Nested(WhySchema), required=True)


def why(reasons: Iterable[Reason]) -> list[dict[str, str]]:
    """Reasons as the API gives them, in the language of the request."""
    language = request_language()
    return [{"rule": one.rule, "text": reason(language, one)} for one in reasons]
