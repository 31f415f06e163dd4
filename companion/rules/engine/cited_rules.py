"""The rules that an event cites: its reasons' rules, or by default its type's."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.rules.phases.final_counts import COUNT_RULES, DEMONS
from companion.rules.reasons import Reason
from companion.rules.registry import Registry
from companion.rules.state import events
from companion.rules.state.cards import GoonFace
from companion.rules.state.events import Event
from companion.rules.state.position import Phase, Position

RULES_OF_EVENTS: Final[Registry[type, Callable[[Any, Position], tuple[str, ...]]]] = Registry()
"""The rules of an event that may come without a reason, by its type; an expansion enters its own."""

_ALWAYS: Final[dict[type, tuple[str, ...]]] = {
    events.Began: ("S-1", "S-2"),
    events.GuardCardMoved: ("Z-20",),
    events.LocationOpened: ("L-1",),
    events.Overruled: ("E-14",),
    events.Passed: ("R-4",),
    events.RewardOffered: ("L-6",),
    events.StrengthStated: ("L-8",),
    events.TokensMoved: ("L-8",),
    events.TokensTurned: ("L-10",),
}


def cited_rules(event: Event, before: Position, why: Iterable[Reason]) -> tuple[str, ...]:
    """Return the ids of the rules behind an event, each once.

    Args:
        event: what has happened.
        before: the game just before it.
        why: its reasons, if the viewer may know them.
    """
    reasons = tuple(dict.fromkeys(reason.rule for reason in why))
    kind = type(event)
    return reasons or (RULES_OF_EVENTS[kind](event, before) if kind in RULES_OF_EVENTS else ())


@RULES_OF_EVENTS.of(*_ALWAYS)
def _of_its_kind(event: Event, before: Position) -> tuple[str, ...]:
    return _ALWAYS[type(event)]


@RULES_OF_EVENTS.of(events.Answered)
def _answered(event: events.Answered, before: Position) -> tuple[str, ...]:
    """Cite the rule on entering tokens together, or at the end on final counts."""
    return ("F-1",) if before.phase is Phase.LAST_RAID else ("L-10",)


@RULES_OF_EVENTS.of(events.Assigned)
def _assigned(event: events.Assigned, before: Position) -> tuple[str, ...]:
    return ("R-1", "R-3") if event.face_down else ("R-1",)


@RULES_OF_EVENTS.of(events.Counted)
def _counted(event: events.Counted, before: Position) -> tuple[str, ...]:
    return ("G-5",) if event.what in DEMONS else (COUNT_RULES.get(event.what, "F-1"),)


@RULES_OF_EVENTS.of(events.FaceTyped)
def _face_typed(event: events.FaceTyped, before: Position) -> tuple[str, ...]:
    """Cite the same rule for a reserved item as for others, which reveals nothing."""
    return ("C-4",) if isinstance(event.face, GoonFace) else ("C-1",)


@RULES_OF_EVENTS.of(events.PhaseBegan)
def _phase_began(event: events.PhaseBegan, before: Position) -> tuple[str, ...]:
    return (_OF_PHASES.get(event.phase, "S-9"),)


_OF_PHASES: Final = {Phase.LIGHTS_OUT: "L-1", Phase.PATROL: "P-1", Phase.LAST_RAID: "D-6"}
