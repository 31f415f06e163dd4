"""The schemas of a table's `evening`, the game recap (docs/api.md, The end)."""

from marshmallow import Schema, fields

from companion.presenters.evening import EveningPresenter
from companion.schemas.answers import Told


class EveningGainSchema(Schema):
    """A change in a side's points, the line that made it, and its action in words."""

    line = fields.Integer(required=True)
    side = fields.Integer(required=True)
    by = fields.Integer(required=True)
    text = Told(EveningPresenter.gain_text)


class EveningRaidSchema(Schema):
    """A raid: its line, and the points of each side just before and after it."""

    line = fields.Integer(required=True)
    before = fields.List(fields.Integer(), required=True)
    after = fields.List(fields.Integer(), required=True)


class EveningRoundSchema(Schema):
    """A round: its last line, the points of each side after it, its raids, and the largest change in it."""

    round = fields.Integer(required=True)
    line = fields.Integer(required=True)
    points = fields.List(fields.Integer(), required=True)
    raids = fields.List(fields.Nested(EveningRaidSchema), required=True)
    largest = fields.Nested(EveningGainSchema, required=True, allow_none=True)


class EveningLineSchema(Schema):
    """A line that counts, its round, and the points of each side after it."""

    line = fields.Integer(required=True)
    round = fields.Integer(required=True)
    points = fields.List(fields.Integer(), required=True, attribute="after.points")


class EveningTurningPointSchema(Schema):
    """The turning point: by how much the winner was ahead before and after it; below 0 is behind."""

    line = fields.Integer(required=True)
    round = fields.Integer(required=True)
    side = fields.Integer(required=True)
    before = fields.Integer(required=True)
    after = fields.Integer(required=True)
    raid = fields.Boolean(required=True)
    lead_changed = fields.Boolean(required=True, attribute="changed")
    text = Told(EveningPresenter.turning_story)


class EveningLuckSchema(Schema):
    """Luck against the guards: locations with tokens, how many the player led, and the number expected."""

    sent = fields.Integer(required=True)
    led = fields.Integer(required=True)
    expected = fields.String(required=True, metadata={"description": "Exact.", "pattern": r"^\d+(/\d+)?$"})


class TableEveningSchema(Schema):
    """The recap of a game that is over, taken from its log."""

    sides = fields.List(fields.String(), required=True, attribute="names")
    followed = fields.Boolean(required=True, attribute="evening.followed")
    result = fields.List(fields.Integer(), required=True, attribute="evening.result.points")
    counted = fields.List(fields.Integer(), required=True, attribute="evening.counted.points")
    winners = fields.List(fields.Integer(), required=True)
    rounds = fields.List(fields.Nested(EveningRoundSchema), required=True, attribute="evening.rounds")
    lines = fields.List(fields.Nested(EveningLineSchema), required=True, attribute="evening.steps")
    lead_changes = fields.List(fields.Integer(), required=True, attribute="evening.lead_changes")
    turning_point = fields.Nested(
        EveningTurningPointSchema, required=True, allow_none=True, attribute="evening.turning_point"
    )
    best_scoring = fields.Nested(EveningGainSchema, required=True, allow_none=True, attribute="evening.best_scoring")
    luck = fields.Nested(EveningLuckSchema, required=True, allow_none=True)
