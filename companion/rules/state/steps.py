"""A step: something that a game has still to do."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from companion.rules.frozen import EMPTY, FrozenDict, frozen
from companion.rules.state.step_kinds import StepKind


class _Step(NamedTuple):
    """Something that the game has still to do, at the front of the agenda next.

    Attributes:
        kind: which step; `companion.rules.engine.decider` has what each asks and does.
        side: whose it is, where it is somebody's.
        location: where it happens, where it happens at one.
        card: which card it is about, where it is about one.
        data: what else it needs.
    """

    kind: StepKind
    side: Any = None
    location: Any = None
    card: Any = None
    data: Mapping[str, Any] = EMPTY


class Step(_Step):
    """A step as `_Step` describes it; what it needs is frozen."""

    __slots__ = ()

    def __new__(
        cls, kind: StepKind, side: Any = None, location: Any = None, card: Any = None, data: Mapping[str, Any] = EMPTY
    ) -> Self:
        """A step; the dicts in its data are frozen."""
        held = data if type(data) is FrozenDict else frozen(data)
        return tuple.__new__(cls, (kind, side, location, card, held))

    def _replace(self, **now: Any) -> Self:
        return super()._replace(**{name: frozen(value) for name, value in now.items()})
