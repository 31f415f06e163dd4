"""`/rulings/raids`: who loses how much in a raid (docs/api.md, Raids)."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import why, why_field
from companion.api.core.operations import Resource, read
from companion.api.core.schema_fields import described
from companion.presenters.faults import refuse
from companion.presenters.fields.containers import Default, Many, Object, Required
from companion.presenters.fields.values import Count, Flag, Name
from companion.presenters.question import MOST_SIDES, TABLE_QUESTION, guards_errors, name_errors, rule_set
from companion.rules.rulings.raids import RaidResult, Suspect, raid
from companion.web.json_answers import send

resource = Resource("Rulings")


_SIDE: Final = Object(
    "RaidSideBody",
    {
        "name": Required(Name()),
        "guards": Default(Flag(), value=False),
        "suspicion": Default(Count(), 0),
        "reputation": Default(Count(), 0),
    },
)

RAID: Final = Object("RaidBody", {**TABLE_QUESTION, "sides": Required(Many(_SIDE, least=1, most=MOST_SIDES))})
"""The body of `/rulings/raids`."""


class RaidedSchema(Schema):
    """A side after the raid."""

    name = fields.String(required=True)
    lost = fields.Integer(required=True)
    reputation = fields.Integer(required=True)
    suspicion = fields.Integer(required=True)
    why = why_field()


class RaidSchema(Schema):
    """The answer of `/rulings/raids`."""

    sides = fields.List(fields.Nested(RaidedSchema), required=True)
    locations_cleared = fields.Boolean(required=True)


def raid_answer(result: RaidResult) -> dict[str, Any]:
    """A raid as the API gives it."""
    return {
        "sides": [
            {
                "name": side.name,
                "lost": side.lost,
                "reputation": side.reputation,
                "suspicion": side.suspicion,
                "why": why((*side.reasons, *side.aftermath)),
            }
            for side in result.sides
        ],
        "locations_cleared": result.locations_cleared,
    }


@resource.operation("post", "/rulings/raids", body=described(RAID), answer=RaidSchema())
def rule_raids() -> Response:
    """Carry out a raid: what each side loses, and which cubes go back."""
    body = read(RAID)
    refuse([*guards_errors(body), *name_errors(body["sides"])])
    edition, rulings = rule_set(body)
    sides = [Suspect(**side) for side in body["sides"]]
    return send(raid_answer(raid(sides, edition=edition, rulings=rulings, solitary=body["solitary"])))
