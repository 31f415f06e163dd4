"""`/tables/{code}/odds`: who will lead where in a roll call against the guards (docs/api.md, 3)."""

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.operations import Resource
from companion.api.tables.requests import CODE, IF_NONE_MATCH
from companion.api.tables.viewers import send_seen
from companion.presenters.odds import shown_odds
from companion.rules.state.setup import OddsFor
from companion.rules.vocabulary import TOKENS, Location

resource = Resource("Tables")


def _fraction(description: str) -> fields.String:
    return fields.String(required=True, metadata={"description": description, "pattern": r"^\d+(/\d+)?$"})


class StrengthChanceSchema(Schema):
    """The chance that the guards have this strength."""

    strength = fields.Integer(required=True)
    chance = _fraction("Exact: `13/396`, or `0` or `1`.")


class LocationCardChanceSchema(Schema):
    """The chance that this location card comes next."""

    shows = fields.String(required=True, metadata={"description": "A location, or `off_duty`."})
    chance = _fraction("Exact.")


class LocationComparisonSchema(Schema):
    """The player and the guards compared at a location, over all deals that the player cannot rule out."""

    leads = _fraction("That the player ranks first; the marker as it lies by then decides ties.")
    below = _fraction("That the guards' strength is below the player's.")
    equal = _fraction("That it is the same.")
    above = _fraction("That it is above.")
    guards = fields.List(fields.Nested(StrengthChanceSchema), required=True)
    text = fields.String(required=True, metadata={"description": "In words, rounded to a hundred deals."})


class TokenOddsSchema(LocationComparisonSchema):
    """The same with a token assigned there."""

    token = fields.Raw(required=True, metadata={"enum": list(TOKENS)})


class LocationOddsSchema(Schema):
    """The odds of a location, with each token that may be assigned there or with the tokens already there."""

    location = fields.String(required=True, metadata={"enum": list(Location)})
    refused = fields.String(
        required=True, allow_none=True, metadata={"description": "Why nobody can say; null: it is said."}
    )
    as_it_lies = fields.Nested(LocationComparisonSchema, required=True, allow_none=True)
    tokens = fields.List(fields.Nested(TokenOddsSchema), required=True)


class TableOddsSchema(Schema):
    """The odds of a table as this viewer may see them."""

    odds = fields.String(
        required=True, metadata={"enum": list(OddsFor), "description": "To whom the table shows them."}
    )
    version = fields.Integer(required=True)
    refused = fields.String(
        required=True, allow_none=True, metadata={"description": "Why there are none at all; null: there are."}
    )
    locations = fields.List(fields.Nested(LocationOddsSchema), required=True)
    next_location_card = fields.List(fields.Nested(LocationCardChanceSchema), required=True)
    assumed = fields.String(required=True, metadata={"description": "What is not counted, in words."})


@resource.operation(
    "get",
    "/tables/{code}/odds",
    answer=TableOddsSchema(),
    problems=(403,),
    parameters=CODE,
    personal=True,
    headers=[IF_NONE_MATCH],
)
def show_odds(code: str) -> Response:
    """Show how likely the player leads at each location, counted from what the player may know."""
    return send_seen(code, shown_odds)
