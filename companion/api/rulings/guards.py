"""`/rulings/guards/{choice}`: what the guards choose (docs/api.md, The guards)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields, post_load

from companion.api.core.answers import why, why_field
from companion.api.core.operations import Resource, read
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
from companion.rules.schema import Invalid
from companion.rules.vocabulary import Resource as Cube
from companion.schemas.body import Body
from companion.schemas.fields import Choice, Counts, Many, Part, Whole
from companion.schemas.question import QuestionBody, rule_faults, rule_set
from companion.web.json_answers import send

resource = Resource("Rulings")


class StockBody(QuestionBody):
    """The body of `/rulings/guards/commissary` and `/rulings/guards/exchange`; no supply is enough of everything."""

    resources = Counts(Cube, load_default=dict)
    supply = Counts(Cube)


class GoonSpaceBody(Body):
    """A goon on the board."""

    location = Choice(GOON_LOCATIONS, required=True)
    icons = Whole(load_default=0)

    @post_load
    def _made(self, body: dict[str, Any], **_: Any) -> GoonSpace:
        return GoonSpace(**body)


class ChowHallBody(QuestionBody):
    """The body of `/rulings/guards/chow_hall`."""

    goons = Many(Part(GoonSpaceBody), load_default=list)

    def faults_between(self, body: Mapping[str, Any], *, draft: bool) -> Iterator[Invalid]:
        """Yield each goon space that is given twice."""
        return rule_faults(goon_space_faults([goon.location for goon in body["goons"]]))


class ItemBody(Body):
    """An item card as the guards look at it; `any` in its cost is any mix."""

    reputation = Whole(load_default=0)
    cost = Counts([*Cube, "any"], load_default=dict)

    @post_load
    def _made(self, body: dict[str, Any], **_: Any) -> Item:
        cost = body["cost"]
        return Item(body["reputation"], any=cost.pop("any", 0), cost=cost)


class CellBlockBody(QuestionBody):
    """The body of `/rulings/guards/cell_block`; null is an empty space of the display."""

    resources = Counts(Cube, load_default=dict)
    display = Many(Part(ItemBody, allow_none=True), load_default=list)
    reserve = Many(Part(ItemBody), load_default=list)


STOCK: Final = StockBody()
CHOW_HALL: Final = ChowHallBody()
CELL_BLOCK: Final = CellBlockBody()


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


def _crafts(card: Card | None) -> dict[str, Any] | None:
    return None if card is None else {"from": card.source, "index": card.index}


@resource.operation("post", "/rulings/guards/commissary", body=STOCK, answer=TakenSchema())
def rule_guards_commissary() -> Response:
    """Say which resource the strongest guards take at the Commissary."""
    body = read(STOCK)
    taken = commissary(body["resources"], body.get("supply"), rule_set(body)[1])
    return send({"takes": taken.takes, "why": why(taken.reasons)})


@resource.operation("post", "/rulings/guards/exchange", body=STOCK, answer=ExchangedSchema())
def rule_guards_exchange() -> Response:
    """Say what the guards give and get for an exchange effect."""
    body = read(STOCK)
    exchanged = exchange(body["resources"], body.get("supply"), rule_set(body)[1])
    return send({"gives": exchanged.gives, "gets": exchanged.gets, "why": why(exchanged.reasons)})


@resource.operation("post", "/rulings/guards/chow_hall", body=CHOW_HALL, answer=SeizedSchema())
def rule_guards_chow_hall() -> Response:
    """Say which goons the strongest guards seize, in the order taken."""
    body = read(CHOW_HALL)
    seized = chow_hall(body["goons"])
    return send({"seizes": [goon.location for goon in seized.spaces], "why": why(seized.reasons)})


@resource.operation("post", "/rulings/guards/cell_block", body=CELL_BLOCK, answer=CraftedSchema())
def rule_guards_cell_block() -> Response:
    """Say what the guards craft and pay, or which item they reserve instead."""
    body = read(CELL_BLOCK)
    result = cell_block(body["resources"], body["display"], body["reserve"], rule_set(body)[1])
    return send(
        {
            "crafts": _crafts(result.crafts),
            "pays": result.pays,
            "reserves": None if result.reserves is None else {"index": result.reserves.index},
            "why": why(result.reasons),
        }
    )
