"""`/statistics`: what the games of a device or household have come to (docs/api.md, 2)."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.operations import Resource
from companion.plays.queries import counted, outcomes
from companion.plays.statistics import MARKS, GuardsRecord, Person, Results, Share, people, summary
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName
from companion.web.device_cookie import page_caller
from companion.web.json_answers import send

resource = Resource("Statistics")

TOO_FEW = "null: there are too few games to say so."


class ShareSchema(Schema):
    """How many of 100, and between how many that lies with 95 % certainty (Wilson)."""

    percent = fields.Integer(required=True)
    low = fields.Integer(required=True)
    high = fields.Integer(required=True)


class GuardsRecordSchema(Schema):
    """The games against guards of one strength in one edition."""

    edition = fields.String(required=True, metadata={"enum": list(EditionName.words())})
    difficulty = fields.String(
        required=True,
        allow_none=True,
        metadata={"enum": [*Difficulty, None], "description": "null: nobody has said."},
    )
    plays = fields.Integer(required=True)
    escaped = fields.Integer(required=True)
    share = fields.Nested(ShareSchema, required=True, allow_none=True, metadata={"description": TOO_FEW})
    last = fields.List(
        fields.Boolean(),
        required=True,
        metadata={
            "maxItems": MARKS,
            "description": "Of the last ones, the first first: whether each was escaped from.",
        },
    )


class ResultsSchema(Schema):
    """What somebody has come to over some games."""

    plays = fields.Integer(required=True)
    won = fields.Integer(required=True)
    points = fields.Integer(required=True, metadata={"description": "All of them together."})
    best = fields.Integer(required=True, metadata={"description": "The most points of one game."})
    average = fields.Float(required=True, allow_none=True, metadata={"description": f"Points in a game. {TOO_FEW}"})
    share = fields.Nested(ShareSchema, required=True, allow_none=True, metadata={"description": f"Of wins. {TOO_FEW}"})


class SizeSchema(ResultsSchema):
    """The same over the games of so many people; 1: against the guards."""

    players = fields.Integer(required=True)


class PersonSchema(ResultsSchema):
    """Somebody, by name; with all who are counted as them."""

    id = fields.String(required=True, metadata={"description": "It follows from the name."})
    name = fields.String(required=True, metadata={"description": "As it was written last."})
    by_players = fields.List(fields.Nested(SizeSchema), required=True, metadata={"description": "The fewest first."})


class StatisticsSchema(Schema):
    """What the games of a device or household have come to."""

    plays = fields.Integer(required=True)
    best_escape = fields.Integer(
        required=True, allow_none=True, metadata={"description": "By how many points. null: nobody has escaped."}
    )
    escapes_in_a_row = fields.Integer(
        required=True, metadata={"description": "The last games against the guards; 0: fewer than two."}
    )
    guards = fields.List(fields.Nested(GuardsRecordSchema), required=True)
    people = fields.List(
        fields.Nested(PersonSchema), required=True, metadata={"description": "Those with the most games first."}
    )


@resource.operation("get", "/statistics", answer=StatisticsSchema())
def show_statistics() -> Response:
    """Show what the games of this device or household have come to, and who has played."""
    caller = page_caller()
    told, found = summary(*outcomes(caller), tuple(Difficulty)), counted(caller)
    return send(
        {
            "plays": told.plays,
            "best_escape": told.best,
            "escapes_in_a_row": told.in_a_row,
            "guards": [_record(one) for one in told.records],
            "people": [_person(one) for one in people(found.tallies, found.merges)],
        }
    )


def _record(record: GuardsRecord) -> dict[str, Any]:
    share = record.share
    return {
        "edition": record.edition,
        "difficulty": record.difficulty,
        "plays": share.plays,
        "escaped": share.won,
        "share": _share(share),
        "last": list(record.marks[-MARKS:]),
    }


def _person(person: Person) -> dict[str, Any]:
    by_players = [{"players": size, **_results(one)} for size, one in person.by_players.items()]
    return {"id": person.id, "name": person.name, **_results(person.results), "by_players": by_players}


def _results(results: Results) -> dict[str, Any]:
    average = results.average
    return {
        "plays": results.share.plays,
        "won": results.share.won,
        "points": results.points,
        "best": results.best,
        "average": None if average is None else round(average, 1),
        "share": _share(results.share),
    }


def _share(share: Share) -> dict[str, int] | None:
    """A share in 100, or nothing of too few games."""
    if not share.enough:
        return None
    low, high = share.likely
    return {"percent": share.percent, "low": low, "high": high}
