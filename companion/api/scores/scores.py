"""`/rulings/scores`: the final scores of a table (docs/api.md, Scores)."""

from flask import Response

from companion.api.core.answers import send_as
from companion.api.core.operations import Resource, read
from companion.schemas.scores import SCORED, SCORES, sheet_of
from companion.scoring.score import score

resource = Resource("Rulings")


@resource.operation("post", "/rulings/scores", body=SCORES, answer=SCORED)
def rule_scores() -> Response:
    """Score a table: every line of every side, the ranks and the winners."""
    return send_as(SCORED, score(sheet_of(read(SCORES))))
