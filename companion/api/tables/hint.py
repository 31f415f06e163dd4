"""`/tables/{code}/hint`: what the odds suggest in a roll call against the guards (docs/api.md, 3)."""

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.operations import Resource
from companion.api.tables.requests import CODE, IF_NONE_MATCH
from companion.api.tables.viewers import send_seen
from companion.presenters.hint import shown_hint
from companion.rules.state.setup import OddsFor
from companion.rules.vocabulary import TOKENS, Location

resource = Resource("Tables")


class SendingSchema(Schema):
    """A token that may be assigned to a location, and how likely the player leads there with it."""

    token = fields.Raw(required=True, metadata={"enum": list(TOKENS)})
    location = fields.String(required=True, metadata={"enum": list(Location)})
    leads = fields.String(required=True, metadata={"description": "Exact.", "pattern": r"^\d+(/\d+)?$"})
    text = fields.String(required=True, metadata={"description": "In words, rounded to a hundred deals."})


class TableHintSchema(Schema):
    """A hint: a plan by the odds, never an order."""

    hint = fields.String(required=True, metadata={"enum": list(OddsFor), "description": "To whom the table gives it."})
    version = fields.Integer(required=True)
    refused = fields.String(
        required=True, allow_none=True, metadata={"description": "Why there is none; null: there is one."}
    )
    plan = fields.List(
        fields.Nested(SendingSchema),
        required=True,
        metadata={"description": "The plan for the whole crew; the next move first."},
    )
    others = fields.List(
        fields.Nested(SendingSchema),
        required=True,
        metadata={"description": "All other moves possible now, the best first."},
    )
    text = fields.String(required=True, metadata={"description": "The next move, and why, in words."})


@resource.operation(
    "get",
    "/tables/{code}/hint",
    answer=TableHintSchema(),
    problems=(403,),
    parameters=CODE,
    personal=True,
    headers=[IF_NONE_MATCH],
)
def show_hint(code: str) -> Response:
    """Show what the odds suggest, from what the player may know."""
    return send_seen(code, shown_hint)
