"""`/statistics`: the results of a device's or household's games (docs/api.md, 2)."""

from typing import Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import send_as
from companion.api.core.operations import Resource
from companion.plays.queries import counted, outcomes
from companion.plays.statistics import MARKS, people, summary
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName
from companion.web.device_cookie import page_caller

resource = Resource("Statistics")

TOO_FEW = "null: there are too few games to say so."


class ShareSchema(Schema):
    """A share in percent, and the bounds of its 95 % interval (Wilson)."""

    percent = fields.Integer(required=True)
    low = fields.Integer(required=True, attribute="likely.low")
    high = fields.Integer(required=True, attribute="likely.high")


class GuardsRecordSchema(Schema):
    """The games against guards of one strength in one edition."""

    edition = fields.String(required=True, metadata={"enum": list(EditionName.words())})
    difficulty = fields.String(
        required=True,
        allow_none=True,
        metadata={"enum": [*Difficulty, None], "description": "null: nobody has said."},
    )
    plays = fields.Integer(required=True, attribute="share.plays")
    escaped = fields.Integer(required=True, attribute="share.won")
    share = fields.Nested(
        ShareSchema, required=True, allow_none=True, attribute="share.told", metadata={"description": TOO_FEW}
    )
    last = fields.List(
        fields.Boolean(),
        required=True,
        metadata={
            "maxItems": MARKS,
            "description": "Of the last ones, the first first: whether each was escaped from.",
        },
    )


class ResultsSchema(Schema):
    """A person's results over some games."""

    plays = fields.Integer(required=True, attribute="results.share.plays")
    won = fields.Integer(required=True, attribute="results.share.won")
    points = fields.Integer(
        required=True, attribute="results.points", metadata={"description": "All of them together."}
    )
    best = fields.Integer(
        required=True, attribute="results.best", metadata={"description": "The most points of one game."}
    )
    average = fields.Float(
        required=True,
        allow_none=True,
        attribute="results.average",
        metadata={"description": f"Points in a game. {TOO_FEW}"},
    )
    share = fields.Nested(
        ShareSchema,
        required=True,
        allow_none=True,
        attribute="results.share.told",
        metadata={"description": f"Of wins. {TOO_FEW}"},
    )


class SizeSchema(ResultsSchema):
    """The same over the games of so many people; 1: against the guards."""

    players = fields.Integer(required=True)


class PersonSchema(ResultsSchema):
    """A person by name, with all who are counted as them."""

    id = fields.String(required=True, metadata={"description": "It follows from the name."})
    name = fields.String(required=True, metadata={"description": "As it was written last."})
    by_players = fields.Nested(
        SizeSchema, many=True, required=True, attribute="sizes", metadata={"description": "The fewest first."}
    )


class StatisticsSchema(Schema):
    """The results of the games of a device or household."""

    plays = fields.Integer(required=True, attribute="summary.plays")
    best_escape = fields.Integer(
        required=True,
        allow_none=True,
        attribute="summary.best",
        metadata={"description": "By how many points. null: nobody has escaped."},
    )
    escapes_in_a_row = fields.Integer(
        required=True,
        attribute="summary.in_a_row",
        metadata={"description": "The last games against the guards; 0: fewer than two."},
    )
    guards = fields.Nested(GuardsRecordSchema, many=True, required=True, attribute="summary.records")
    people = fields.Nested(
        PersonSchema, many=True, required=True, metadata={"description": "Those with the most games first."}
    )


STATISTICS: Final = StatisticsSchema()


@resource.operation("get", "/statistics", answer=STATISTICS)
def show_statistics() -> Response:
    """Show the results of the games of this device or household, and who has played."""
    caller = page_caller()
    found = counted(caller)
    told = {"summary": summary(*outcomes(caller), tuple(Difficulty)), "people": people(found.tallies, found.merges)}
    return send_as(STATISTICS, told)
