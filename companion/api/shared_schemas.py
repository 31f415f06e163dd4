"""Schemas that the document uses in several places, by name: words of the game, cards, counts."""

from typing import Any, Final

from companion.boxes.file_format import BOX, END, GOON_CARD, GUARD, ITEM, LEADER, START
from companion.rules.rulings.automa import Item
from companion.rules.schema import Schema
from companion.rules.state.cards import Effect, EndGoal, GoonFace, GuardFace, ItemFace, LeaderGoal
from companion.rules.state.pieces import Cube, Spot, Token
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing, Depth, Difficulty, OddsFor
from companion.rules.vocabulary import (
    Crew,
    DemonValuable,
    EditionName,
    Goon,
    Location,
    Resource,
    Valuable,
)
from companion.schemas.fields import Counts
from companion.schemas.scores import COUNTED_GOONS
from companion.scoring.sheet import EndGameGoal
from companion.tables.position_entry import FIGURES, TOKEN
from companion.tables.projection.json_schemas import JsonSchema, schema_of
from companion.tables.projection.position_shapes import known_cards
from companion.tables.setup_request import PLAYER

_TYPES: Final[dict[str, Any]] = {
    "Crew": Crew,
    "Cube": Cube,
    "Dealing": Dealing,
    "DemonValuable": DemonValuable,
    "Depth": Depth,
    "Difficulty": Difficulty,
    "EditionName": EditionName,
    "Effect": Effect,
    "EndGameGoal": EndGameGoal,
    "EndGoal": EndGoal,
    "GoonFace": GoonFace,
    "GoonType": Goon,
    "GuardFace": GuardFace,
    "ItemFace": ItemFace,
    "LeaderGoal": LeaderGoal,
    "LocationName": Location,
    "Phase": Phase,
    "Price": Item,
    "Resource": Resource,
    "ShownTo": OddsFor,
    "Spot": Spot,
    "Token": Token,
    "Valuable": Valuable,
}

_FIELDS: Final[dict[str, Schema | Counts]] = {
    "BoxCards": BOX.members["cards"],
    "BoxEndGoal": END,
    "BoxGoon": GOON_CARD,
    "BoxGuardCard": GUARD,
    "BoxGuardCards": BOX.members["guard_cards"],
    "BoxGuards": BOX.members["guards"],
    "BoxItem": ITEM,
    "BoxLeaderGoal": LEADER,
    "BoxStart": START,
    "CostCounts": Counts([*Resource, "any"]),
    "CubeCounts": BOX.members["cubes"],
    "GoonCounts": Counts(COUNTED_GOONS),
    "HouseRulings": BOX.members["rulings"],
    "PlayerStart": PLAYER.members["start"],
    "PositionCubes": FIGURES.members["cubes"],
    "PositionGoons": FIGURES.members["goons"],
    "PositionToken": TOKEN,
    "ResourceCounts": Counts(Resource),
    "ValuableCounts": Counts(Valuable),
}


def shared_schemas() -> dict[str, JsonSchema]:
    """Return all of them by name, as they are now."""
    types = {name: schema_of(kind) for name, kind in _TYPES.items()}
    fields = {name: field.json_schema() for name, field in _FIELDS.items()}
    return {**types, **known_cards(), **fields}
