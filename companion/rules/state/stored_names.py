"""The names under which the log stores the words and records of the rules. Pure.

Stored games have them, so they never change. A renamed class keeps its name here, and a new class gets one.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from companion.rules import vocabulary
from companion.rules.reasons import Reason
from companion.rules.rulings import automa, ranking
from companion.rules.state import cards, events, pieces, position, setup, step_kinds, steps

ENUMS: Final[Mapping[str, type[StrEnum]]] = {
    "Effect": cards.Effect,
    "Cube": pieces.Cube,
    "Dealing": setup.Dealing,
    "Depth": setup.Depth,
    "Difficulty": setup.Difficulty,
    "Kind": pieces.Kind,
    "OddsFor": setup.OddsFor,
    "Phase": position.Phase,
    "Turns": setup.Turns,
    "Zone": pieces.Zone,
    "StepKind": step_kinds.StepKind,
    "DemonValuable": vocabulary.DemonValuable,
    "EditionName": vocabulary.EditionName,
    "Goon": vocabulary.Goon,
    "Location": vocabulary.Location,
    "Resource": vocabulary.Resource,
    "Valuable": vocabulary.Valuable,
}
"""The vocabularies by stored name."""

RECORDS: Final[dict[str, type]] = {
    "Began": events.Began,
    "RoundBegan": events.PhaseBegan,
    "Dealt": events.Dealt,
    "GuardCardLaid": events.GuardCardLaid,
    "GuardCardTurned": events.GuardCardTurned,
    "GuardCardLooked": events.GuardCardLooked,
    "DeckLooked": events.DeckLooked,
    "GuardCardMoved": events.GuardCardMoved,
    "LocationCardTurned": events.LocationCardTurned,
    "Assigned": events.Assigned,
    "TokensMoved": events.TokensMoved,
    "TokensTurned": events.TokensTurned,
    "Passed": events.Passed,
    "Strengthened": events.Strengthened,
    "StrengthStated": events.StrengthStated,
    "LocationOpened": events.LocationOpened,
    "Moved": events.Moved,
    "Scored": events.Scored,
    "MarkerMoved": events.MarkerMoved,
    "StorageSet": events.StorageSet,
    "CardDrawn": events.CardDrawn,
    "CardMoved": events.CardMoved,
    "CardReturned": events.CardReturned,
    "FaceTyped": events.FaceTyped,
    "DiscardsShuffled": events.DiscardsShuffled,
    "TomesMoved": events.TomesMoved,
    "LeaderTaken": events.LeaderTaken,
    "GoalsSet": events.GoalsSet,
    "InstantSet": events.InstantSet,
    "RulingSet": events.RulingSet,
    "DealingSet": events.DealingSet,
    "BoxCounted": events.BoxCounted,
    "Overruled": events.Overruled,
    "Counted": events.Counted,
    "Answered": events.Answered,
    "RewardOffered": events.RewardOffered,
    "DepthSet": events.DepthSet,
    "RollCallSet": events.RollCallSet,
    "OddsSet": events.OddsSet,
    "HintSet": events.HintSet,
    "AwaySet": events.AwaySet,
    "SidesSet": events.SidesSet,
    "Noted": events.Noted,
    "AgendaSet": events.AgendaSet,
    "EndGoal": cards.EndGoal,
    "GoonFace": cards.GoonFace,
    "GuardFace": cards.GuardFace,
    "ItemFace": cards.ItemFace,
    "LeaderGoal": cards.LeaderGoal,
    "Setup": setup.Setup,
    "Start": setup.Start,
    "Step": steps.Step,
    "Item": automa.Item,
    "Reason": Reason,
    "Position": position.Position,
    "GuardCard": pieces.GuardCard,
    "Laid": pieces.TokenOnBoard,
    "Stated": ranking.Stated,
    "TrackedReward": pieces.TrackedReward,
}
"""The events, and the values in them, by stored name."""

NAME_OF: Final[dict[type, str]] = {kind: name for name, kind in (*ENUMS.items(), *RECORDS.items())}
"""The stored name of each type."""


def add_record(name: str, kind: type) -> None:
    """Give an event or value of an expansion its stored name, which never changes."""
    RECORDS[name] = kind
    NAME_OF[kind] = name


_FACE: Final = "Face"


def kind_of(face: object) -> str:
    """Return the kind of card of a face: an `ItemFace` is an item's."""
    return kind_of_face(NAME_OF[type(face)])


def is_face(name: str) -> bool:
    """Return whether a stored name belongs to a card's face."""
    return name.endswith(_FACE)


def kind_of_face(name: str) -> str:
    """Return the kind of card for the stored name of a face."""
    return name.removesuffix(_FACE).lower()
