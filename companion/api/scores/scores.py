"""`/rulings/scores`: the final scores of a table (docs/api.md, Scores)."""

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import why_field
from companion.api.core.operations import Resource, read
from companion.presenters.kept_sheet import scores_answer
from companion.schemas.scores import SCORES, sheet_of
from companion.scoring.score import ALL_CATEGORIES, score
from companion.web.json_answers import send
from companion.web.language import request_language

resource = Resource("Rulings")


class LineSchema(Schema):
    """One line of a score."""

    category = fields.String(required=True, metadata={"enum": list(ALL_CATEGORIES)})
    points = fields.Integer(required=True)


class SideScoreSchema(Schema):
    """A side's score: the lines add up to the total."""

    name = fields.String(required=True)
    total = fields.Integer(required=True)
    rank = fields.Integer(required=True)
    winner = fields.Boolean(required=True)
    lines = fields.List(fields.Nested(LineSchema), required=True)
    why = why_field()


class ScoresSchema(Schema):
    """The answer of `/rulings/scores`."""

    sides = fields.List(fields.Nested(SideScoreSchema), required=True)
    winners = fields.List(fields.String(), required=True)


@resource.operation("post", "/rulings/scores", body=SCORES, answer=ScoresSchema())
def rule_scores() -> Response:
    """Score a table: every line of every side, the ranks and the winners."""
    return send(scores_answer(score(sheet_of(read(SCORES))), request_language()))
