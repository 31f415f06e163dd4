"""The base of all corrections, and the registry that finds them by type.

They are described like actions, so a client that fills in prompts can fill in corrections too.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias, TypeVar

from companion.rules.acts.action_types import Asked
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import Transaction
from companion.rules.errors import RuleError
from companion.rules.frozen import FrozenDict
from companion.rules.reasons import Reason
from companion.rules.schema import MOST, ChoiceField, Schema
from companion.rules.state.position import Position

WHY: Final = (Reason("E-14", "correction.table_is_right"),)
CHOSEN: Final = (Reason("E-14", "correction.chosen"),)

Fields: TypeAlias = dict[str, Schema]


class NotInTheBox(RuleError):
    """More cubes or cards than the box has (E-14)."""


class Correction(ABC):
    """A correction of one thing: the table is right, and the app follows (E-14, O-11).

    Attributes:
        type: its name, as acts say it.
        asks: the kind of each field to fill in.
        in_light_depth: whether it makes sense without resources, cards and tokens.
    """

    type: ClassVar[str]
    asks: ClassVar[Mapping[str, Asked]]
    in_light_depth: ClassVar[bool] = False

    @abstractmethod
    def fields(self, game: Position) -> Fields | tuple[Fields, ...] | None:
        """Return the fields to fill in now, a set for each possible correction, or None."""

    @abstractmethod
    def effect(self, transaction: Transaction, act: Act) -> None:
        """Carry out the correction as filled in.

        Raises:
            NotInTheBox: it would need more than the box has; the box's count can be raised.
        """


Kind = TypeVar("Kind", bound=type[Correction])

CORRECTIONS: Final[dict[str, Correction]] = {}
"""Every correction by its type, in the order in which they are offered."""


def register(kind: Kind) -> Kind:
    """Make a correction known by its type."""
    assert kind.type not in CORRECTIONS, f"two corrections are called {kind.type}"
    CORRECTIONS[kind.type] = kind()
    return kind


def corrections(game: Position) -> tuple[Action, ...]:
    """Return all possible corrections as actions; `set_box` once per count."""
    return tuple(
        Action(one.type, "E-14", FrozenDict(fields))
        for one in CORRECTIONS.values()
        if one.in_light_depth or not game.setup.light
        for fields in _each(one.fields(game))
        if all(_can_be_filled(shape) for shape in fields.values())
    )


def _each(offered: Fields | tuple[Fields, ...] | None) -> tuple[Fields, ...]:
    return offered if isinstance(offered, tuple) else () if offered is None else (offered,)


def _can_be_filled(shape: Schema) -> bool:
    return not isinstance(shape, ChoiceField) or len(shape.options) >= shape.least


def carry_out(transaction: Transaction, act: Act) -> None:
    """Carry out a correction.

    Raises:
        NotInTheBox: it would need more than the box has; the box's count can be raised.
    """
    CORRECTIONS[act.type].effect(transaction, act)


def suggest_larger_box(error: RuleError) -> Act | None:
    """Return the box's count that would make a rejected correction possible (E-14)."""
    needed = error.data.get("needed")
    if not isinstance(error, NotInTheBox) or needed is None or needed > MOST:
        return None
    what = error.data.get("cube") or error.data["kind"]
    return Act("set_box", {"what": [str(what)], "number": needed})


def sides_of(game: Position) -> ChoiceField:
    """Return a choice of one side at the table."""
    return ChoiceField(tuple(game.setup.sides))
