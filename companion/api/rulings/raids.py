"""`/rulings/raids`: who loses how much in a raid (docs/api.md, Raids)."""

from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import why, why_field
from companion.api.core.fields import Count, Flag, Many, Name, Part, Strict
from companion.api.core.operations import Resource, read, send
from companion.api.rulings.question import MOST_SIDES, TableQuestion, guards_errors, name_errors, refuse, rule_set
from companion.rules.rulings.raids import RaidResult, Suspect, raid

resource = Resource("Rulings")


class RaidSideBody(Strict):
    """A side in a raid."""

    name = Name(required=True)
    guards = Flag(load_default=False)
    suspicion = Count(load_default=0)
    reputation = Count(load_default=0)


class RaidBody(TableQuestion):
    """The body of `/rulings/raids`."""

    sides = Many(Part(RaidSideBody), least=1, most=MOST_SIDES, required=True)


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


BODY: Final = RaidBody()


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


@resource.operation("post", "/rulings/raids", body=BODY, answer=RaidSchema())
def rule_raids() -> Response:
    """Carry out a raid: what each side loses, and which cubes go back."""
    body = read(BODY)
    refuse([*guards_errors(body), *name_errors(body["sides"])])
    edition, rulings = rule_set(body)
    sides = [Suspect(**side) for side in body["sides"]]
    return send(raid_answer(raid(sides, edition=edition, rulings=rulings, solitary=body["solitary"])))
