"""A score sheet: what each side holds when the game is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.editions import Edition
from companion.rules.frozen import freeze_members
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable


class EndGameGoal(StrEnum):
    """The kind of end game goal: majority (O-7), condition (O-8), or none."""

    MAJORITY = "majority"
    CONDITION = "condition"
    NONE = "none"


@dataclass(frozen=True)
class Side:
    """One side's holdings (F-1).

    Attributes:
        name: unique on the sheet.
        guards: whether this side is the guards.
        reputation: its place on the track, before the last raid where the sheet applies that.
        suspicion, power: its cubes.
        items: crafted items; reserved ones never count here (C-5).
        reserved: reserved items; they count under `reserved_items: tie_break` and nowhere else.
        valuables: the icons on its items and goons together.
        goons: by type, without Demons.
        demons: what each Demon counts.
        other_goons: what its goons of types that the rules do not know are worth; None: it has none (E-14).
        resources: by type.
        tomes: in hand.
        first_player, leader_goal: whether it holds the marker, the leader goal.
        leader_count: its count for the leader goal; None: not entered.
        goal_count: its count for a majority goal.
        goal_points: the points that a condition goal gives it.
    """

    name: str
    guards: bool = False
    reputation: int = 0
    suspicion: int = 0
    power: int = 0
    items: int = 0
    reserved: int = 0
    valuables: Mapping[Valuable, int] = field(default_factory=dict)
    goons: Mapping[Goon, int] = field(default_factory=dict)
    demons: Sequence[DemonValuable] = ()
    other_goons: int | None = None
    resources: Mapping[Resource, int] = field(default_factory=dict)
    tomes: int = 0
    first_player: bool = False
    leader_goal: bool = False
    leader_count: int | None = None
    goal_count: int = 0
    goal_points: int = 0

    def __post_init__(self) -> None:
        freeze_members(self)


@dataclass(frozen=True)
class ScoreSheet:
    """A whole table at the end of a game (F-1).

    Attributes:
        sides: 1 to 5.
        edition: whose numbers.
        rulings: the table's house rulings.
        solitary: whether one of two sides is the guards.
        last_raid: whether the last raid is still to be applied (D-6).
        end_game_goal: how the end game goal scores.
        leader_minimum: the leader goal's minimum; None is the edition's.
    """

    sides: Sequence[Side]
    edition: Edition
    rulings: Rulings
    solitary: bool = False
    last_raid: bool = False
    end_game_goal: EndGameGoal = EndGameGoal.NONE
    leader_minimum: int | None = None


@dataclass(frozen=True)
class ItemCard:
    """A crafted item as its owner shows it: its valuables."""

    valuables: Sequence[Valuable] = ()


@dataclass(frozen=True)
class GoonCard:
    """A recruited goon as its owner shows it: type, valuables, a Demon's valuable."""

    type: Goon
    valuables: Sequence[Valuable] = ()
    valuable: DemonValuable | None = None


def counted(items: Sequence[ItemCard], goons: Sequence[GoonCard]) -> dict[str, object]:
    """Return the fields of a `Side` that its cards decide (C-4, G-5)."""
    cards: Sequence[ItemCard | GoonCard] = [*items, *goons]
    shown = [valuable for card in cards for valuable in card.valuables]
    types = [card.type for card in goons]
    return {
        "items": len(items),
        "valuables": {valuable: shown.count(valuable) for valuable in Valuable},
        "goons": {goon: types.count(goon) for goon in (*Goon, *types) if goon is not Goon.DEMON},
        "demons": [card.valuable for card in goons if card.valuable is not None],
    }
