"""`/rulings/guards/{choice}`: what the guards choose (docs/api.md, The guards)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields, post_load

from companion.api.core.answers import send_as
from companion.api.core.operations import Resource, read
from companion.rules.editions import GOON_LOCATIONS
from companion.rules.rulings.automa import (
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
from companion.schemas.answers import why_field
from companion.schemas.body import Body
from companion.schemas.faults import rule_faults
from companion.schemas.fields import Choice, Counts, Many, Part, Whole
from companion.schemas.question import QuestionBody, rule_set

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
        yield from rule_faults(goon_space_faults([goon.location for goon in body["goons"]]))


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

    seizes = fields.Pluck(GoonSpaceBody, "location", many=True, required=True, attribute="spaces")
    why = why_field()


class ReservesSchema(Schema):
    """A space of the display; `index` is its place in the list of the request, from 0."""

    index = fields.Integer(required=True)


class CraftsSchema(Schema):
    """A card that the guards craft."""

    source = fields.String(required=True, data_key="from", metadata={"enum": ["display", "reserve"]})
    index = fields.Integer(required=True)


class CraftedSchema(Schema):
    """The answer of `/rulings/guards/cell_block`."""

    crafts = fields.Nested(CraftsSchema, required=True, allow_none=True)
    pays = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True, allow_none=True)
    reserves = fields.Nested(ReservesSchema, required=True, allow_none=True)
    why = why_field()


TAKEN: Final = TakenSchema()
EXCHANGED: Final = ExchangedSchema()
SEIZED: Final = SeizedSchema()
CRAFTED: Final = CraftedSchema()


@resource.operation("post", "/rulings/guards/commissary", body=STOCK, answer=TAKEN)
def rule_guards_commissary() -> Response:
    """Say which resource the strongest guards take at the Commissary."""
    body = read(STOCK)
    return send_as(TAKEN, commissary(body["resources"], body.get("supply"), rule_set(body)[1]))


@resource.operation("post", "/rulings/guards/exchange", body=STOCK, answer=EXCHANGED)
def rule_guards_exchange() -> Response:
    """Say what the guards give and get for an exchange effect."""
    body = read(STOCK)
    return send_as(EXCHANGED, exchange(body["resources"], body.get("supply"), rule_set(body)[1]))


@resource.operation("post", "/rulings/guards/chow_hall", body=CHOW_HALL, answer=SEIZED)
def rule_guards_chow_hall() -> Response:
    """Say which goons the strongest guards seize, in the order taken."""
    return send_as(SEIZED, chow_hall(read(CHOW_HALL)["goons"]))


@resource.operation("post", "/rulings/guards/cell_block", body=CELL_BLOCK, answer=CRAFTED)
def rule_guards_cell_block() -> Response:
    """Say what the guards craft and pay, or which item they reserve instead."""
    body = read(CELL_BLOCK)
    result = cell_block(body["resources"], body["display"], body["reserve"], rule_set(body)[1])
    return send_as(CRAFTED, result)
