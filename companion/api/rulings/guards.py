"""`/rulings/guards/{choice}`: what the guards choose (docs/api.md, The guards)."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import why, why_field
from companion.api.core.operations import Resource, read
from companion.api.core.schema_fields import described
from companion.presenters.faults import refuse
from companion.presenters.fields.containers import Counts, Default, Many, Nullable, Object, Required
from companion.presenters.fields.values import Choice, Count
from companion.presenters.question import QUESTION, rule_errors, rule_set
from companion.rules.editions import GOON_LOCATIONS
from companion.rules.rulings.automa import (
    Card,
    GoonSpace,
    Item,
    cell_block,
    chow_hall,
    commissary,
    exchange,
    goon_space_faults,
)
from companion.rules.vocabulary import Resource as Cube
from companion.web.json_answers import send

resource = Resource("Rulings")


STOCK: Final = Object("StockBody", {**QUESTION, "resources": Default(Counts(Cube), dict), "supply": Counts(Cube)})
"""The body of `/rulings/guards/commissary` and `/rulings/guards/exchange`; no supply is enough of everything."""

_GOON: Final = Object("GoonSpaceBody", {"location": Required(Choice(GOON_LOCATIONS)), "icons": Default(Count(), 0)})

CHOW_HALL: Final = Object("ChowHallBody", {**QUESTION, "goons": Default(Many(_GOON), list)})
"""The body of `/rulings/guards/chow_hall`: the goons on the board."""

_ITEM: Final = Object("ItemBody", {"reputation": Default(Count(), 0), "cost": Default(Counts([*Cube, "any"]), dict)})
"""An item card as the guards look at it; `any` in its cost is any mix."""

CELL_BLOCK: Final = Object(
    "CellBlockBody",
    {
        **QUESTION,
        "resources": Default(Counts(Cube), dict),
        "display": Default(Many(Nullable(_ITEM)), list),
        "reserve": Default(Many(_ITEM), list),
    },
)
"""The body of `/rulings/guards/cell_block`; null is an empty space of the display."""


def _cube() -> fields.Field[Any]:
    return fields.String(required=True, allow_none=True, metadata={"enum": [*Cube, None]})


class TakenSchema(Schema):
    """The answer of `/rulings/guards/commissary`."""

    takes = _cube()
    why = why_field()


class ExchangedSchema(Schema):
    """The answer of `/rulings/guards/exchange`: both or neither."""

    gives = _cube()
    gets = _cube()
    why = why_field()


class SeizedSchema(Schema):
    """The answer of `/rulings/guards/chow_hall`, in the order taken."""

    seizes = fields.List(fields.String(metadata={"enum": list(GOON_LOCATIONS)}), required=True)
    why = why_field()


class ReservesSchema(Schema):
    """A space of the display; `index` is its place in the list of the request, from 0."""

    index = fields.Integer(required=True)


# `from` is a word of Python and cannot name an attribute of a class.
CraftsSchema: Final = Schema.from_dict(
    {
        "from": fields.String(required=True, metadata={"enum": ["display", "reserve"]}),
        "index": fields.Integer(required=True),
    },
    name="CraftsSchema",
)


class CraftedSchema(Schema):
    """The answer of `/rulings/guards/cell_block`."""

    crafts = fields.Nested(CraftsSchema, required=True, allow_none=True)
    pays = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True, allow_none=True)
    reserves = fields.Nested(ReservesSchema, required=True, allow_none=True)
    why = why_field()


def item(body: Mapping[str, Any]) -> Item:
    """The item card that a loaded body is."""
    cost = dict(body["cost"])
    return Item(body["reputation"], any=cost.pop("any", 0), cost=cost)


def _crafts(card: Card | None) -> dict[str, Any] | None:
    return None if card is None else {"from": card.source, "index": card.index}


@resource.operation("post", "/rulings/guards/commissary", body=described(STOCK), answer=TakenSchema())
def rule_guards_commissary() -> Response:
    """Say which resource the strongest guards take at the Commissary."""
    body = read(STOCK)
    taken = commissary(body["resources"], body.get("supply"), rule_set(body)[1])
    return send({"takes": taken.takes, "why": why(taken.reasons)})


@resource.operation("post", "/rulings/guards/exchange", body=described(STOCK), answer=ExchangedSchema())
def rule_guards_exchange() -> Response:
    """Say what the guards give and get for an exchange effect."""
    body = read(STOCK)
    exchanged = exchange(body["resources"], body.get("supply"), rule_set(body)[1])
    return send({"gives": exchanged.gives, "gets": exchanged.gets, "why": why(exchanged.reasons)})


@resource.operation("post", "/rulings/guards/chow_hall", body=described(CHOW_HALL), answer=SeizedSchema())
def rule_guards_chow_hall() -> Response:
    """Say which goons the strongest guards seize, in the order taken."""
    body = read(CHOW_HALL)
    refuse(rule_errors(goon_space_faults([goon["location"] for goon in body["goons"]])))
    seized = chow_hall([GoonSpace(goon["location"], goon["icons"]) for goon in body["goons"]])
    return send({"seizes": [goon.location for goon in seized.spaces], "why": why(seized.reasons)})


@resource.operation("post", "/rulings/guards/cell_block", body=described(CELL_BLOCK), answer=CraftedSchema())
def rule_guards_cell_block() -> Response:
    """Say what the guards craft and pay, or which item they reserve instead."""
    body = read(CELL_BLOCK)
    display = [None if card is None else item(card) for card in body["display"]]
    reserve = [item(card) for card in body["reserve"]]
    result = cell_block(body["resources"], display, reserve, rule_set(body)[1])
    return send(
        {
            "crafts": _crafts(result.crafts),
            "pays": result.pays,
            "reserves": None if result.reserves is None else {"index": result.reserves.index},
            "why": why(result.reasons),
        }
    )
