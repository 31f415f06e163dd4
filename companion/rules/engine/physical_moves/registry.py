"""The moves of each type of event."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from companion.rules.engine.physical_moves.move import Move
from companion.rules.registry import Registry
from companion.rules.state import events
from companion.rules.state.position import Position

Moving: TypeAlias = Callable[[Position, Any], Iterator[Move]]

MOVES: Final[Registry[type, Moving | None]] = Registry()
"""The moves of each type of event; None: it moves nothing on the table. Every new type has to be entered."""

MOVES.update(
    dict.fromkeys(
        (
            events.Began,
            events.DeckLooked,
            events.Passed,
            events.Strengthened,
            events.StorageSet,
            events.FaceTyped,
            events.GoalsSet,
            events.RulingSet,
            events.DealingSet,
            events.BoxCounted,
            events.Overruled,
            events.Counted,
            events.Answered,
            events.RewardOffered,
            events.DepthSet,
            events.RollCallSet,
            events.OddsSet,
            events.HintSet,
            events.AwaySet,
            events.SidesSet,
            events.Noted,
            events.AgendaSet,
        )
    )
)
