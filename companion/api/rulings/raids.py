"""`/rulings/raids`: who loses how much in a raid (docs/api.md, Raids)."""

from typing import Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import send_as
from companion.api.core.operations import Resource, read
from companion.rules.rulings.raids import Suspect, raid
from companion.schemas.answers import why_field
from companion.schemas.body import Body
from companion.schemas.fields import Flag, Name, Whole
from companion.schemas.question import TableQuestionBody, rule_set, sides_of

resource = Resource("Rulings")


class RaidSideBody(Body):
    """A side before the raid."""

    name = Name(required=True)
    guards = Flag(load_default=False)
    suspicion = Whole(load_default=0)
    reputation = Whole(load_default=0)


class RaidBody(TableQuestionBody):
    """The body of `/rulings/raids`."""

    sides = sides_of(RaidSideBody)


RAID: Final = RaidBody()


class RaidedSchema(Schema):
    """A side after the raid."""

    name = fields.String(required=True)
    lost = fields.Integer(required=True)
    reputation = fields.Integer(required=True)
    suspicion = fields.Integer(required=True)
    why = why_field("all_reasons")


class RaidSchema(Schema):
    """The answer of `/rulings/raids`."""

    sides = fields.Nested(RaidedSchema, many=True, required=True)
    locations_cleared = fields.Boolean(required=True)


RAID_RESULT: Final = RaidSchema()


@resource.operation("post", "/rulings/raids", body=RAID, answer=RAID_RESULT)
def rule_raids() -> Response:
    """Carry out a raid: what each side loses, and which cubes go back."""
    body = read(RAID)
    edition, rulings = rule_set(body)
    sides = [Suspect(**side) for side in body["sides"]]
    return send_as(RAID_RESULT, raid(sides, edition=edition, rulings=rulings, solitary=body["solitary"]))
