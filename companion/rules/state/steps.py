"""A step: something that a game has still to do."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from companion.rules.frozen import EMPTY, FrozenDict, frozen
from companion.rules.state.step_kinds import StepKind


class _Step(NamedTuple):
    """A step that the game still has to do; the front of the agenda is next.

    Attributes:
        kind: which step; `companion.rules.engine.decider` has its question and effect.
        side: its side, if it has one.
        location: its location, if it has one.
        card: its card, if it has one.
        data: what else it needs.
    """

    kind: StepKind
    side: Any = None
    location: Any = None
    card: Any = None
    data: Mapping[str, Any] = EMPTY


class Step(_Step):
    """A step, as `_Step` describes it; its data is frozen."""

    __slots__ = ()

    def __new__(
        cls, kind: StepKind, side: Any = None, location: Any = None, card: Any = None, data: Mapping[str, Any] = EMPTY
    ) -> Self:
        """Create a step; the dicts in its data are frozen."""
        held = data if type(data) is FrozenDict else frozen(data)
        return tuple.__new__(cls, (kind, side, location, card, held))

    def _replace(self, **now: Any) -> Self:
        return super()._replace(**{name: frozen(value) for name, value in now.items()})
