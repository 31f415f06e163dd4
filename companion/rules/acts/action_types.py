"""The types of actions: for each its word, its rule and its fields.

Each is defined once, next to the step that offers it; the published schemas are made from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.rules.acts.actions import Action
from companion.rules.frozen import EMPTY, FrozenDict
from companion.rules.schema import FieldKind, Schema
from companion.rules.state.pieces import Side

Asked: TypeAlias = FieldKind | tuple[FieldKind, ...]
"""The kind of a field, or its possible kinds."""


@dataclass(frozen=True, eq=False)
class ActionType:
    """A type of action.

    Attributes:
        word: its name, as acts say it.
        rule: the id of the rule that it follows by default.
        asks: the fields to fill in, by name; some are asked only at times.
        further: the kind of fields whose names depend on the game, or None.
    """

    word: str
    rule: str
    asks: Mapping[str, Asked]
    further: FieldKind | None = None

    def action(self, fields: Mapping[str, Schema] = EMPTY, side: Side | None = None, *, rule: str = "") -> Action:
        """Return the action as it is possible now; see `Action`."""
        return Action(self.word, rule or self.rule, FrozenDict(fields), side)


ACTION_TYPES: Final[dict[str, ActionType]] = {}
"""Every type of action in play, by its word; corrections have their own registry."""


def action_type(word: str, rule: str = "", *, further: FieldKind | None = None, **asks: Asked) -> ActionType:
    """Make a type of action known by its word."""
    assert word not in ACTION_TYPES, f"two actions are called {word}"
    found = ACTION_TYPES[word] = ActionType(word, rule, asks, further)
    return found
