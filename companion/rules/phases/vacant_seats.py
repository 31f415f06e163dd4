"""Empty seats (S-10) pass by themselves; anyone makes their other decisions."""

from typing import Any, Final

from companion.rules.acts.actions import Act, Action
from companion.rules.schema import ChoiceField
from companion.rules.state.position import Position

_PASSES: Final = frozenset({"pass", "decline", "keep", "tome_done", "return_cubes"})
"""The acts of an empty seat, if possible; it returns the cubes that the app proposes."""


def passes(game: Position, actions: tuple[Action, ...]) -> Act | None:
    """Return an empty seat's act: a pass, or the proposal; None: a person decides."""
    if not game.away:
        return None
    own = [action for action in actions if action.side in game.away]
    for action in own:
        if action.type in _PASSES:
            return Act(action.type, _proposed(action))
    for action in own:
        proposed = _proposed(action)
        if len(own) == len(actions) == 1 and proposed.keys() == action.fields.keys():
            return Act(action.type, proposed)
    return None


def _proposed(action: Action) -> dict[str, list[Any]]:
    """Return the app's proposals for an action's fields."""
    return {
        name: list(shape.proposed)
        for name, shape in action.fields.items()
        if isinstance(shape, ChoiceField) and shape.proposed is not None
    }


def open_to_all(game: Position, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions, with actions of empty seats open to anyone."""
    if not game.away:
        return actions
    return tuple(action._replace(side=None) if action.side in game.away else action for action in actions)
