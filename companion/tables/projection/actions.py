"""The actions possible at a table, by viewer (V-1). Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.rules.acts.actions import Action, Prompt
from companion.rules.engine.secrecy import hidden_cards
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.schema import ChoiceField, Option
from companion.rules.state.pieces import Side
from companion.tables.projection.viewer import WATCHER, Viewer
from companion.tables.timeline import State


def current_prompt(state: State) -> Prompt:
    """Return the game's prompt for sentences; its actions are not for every viewer."""
    return state.prompt


def visible_prompt(state: State, viewer: Viewer) -> Prompt:
    """Return what the game waits for, with the actions that this viewer may take."""
    whole = current_prompt(state)
    mine = tuple(_of_seats(whole.actions, viewer))
    barred = whole.barred if viewer.seats and whole.side in {None, *viewer.seats} else {}
    return Prompt(whole.step, whole.side, mine, barred)


def _of_seats(actions: Iterable[Action], viewer: Viewer) -> Iterator[Action]:
    """Yield the actions of a viewer's seats, and actions open to anyone.

    An act possible at any time is only for the viewer's own sides; other actions are as the game asks for them.
    """
    if not viewer.seats:
        return
    for action in actions:
        if action.type in ANY_TIME:
            yield from narrowed(action, {_SIDE: lambda option: option in viewer.seats})
        elif action.side is None or action.side in viewer.seats:
            yield action


def stand_in_prompt(state: State, side: Side) -> Prompt:
    """Return what another player may do for a silent phone, without secrets (V-1)."""
    whole = current_prompt(state)
    hidden = hidden_cards(state.game, WATCHER.seats)
    open_ = {"card": lambda option: option not in hidden}
    actions = (
        one for one in whole.actions if one.side == side and one.type not in _ITS_OWN and one.type not in ANY_TIME
    )
    return Prompt(whole.step, side, tuple(one for action in actions for one in narrowed(action, open_)))


_ITS_OWN: Final = frozenset({"assign", "count_hand", "enter_holdings"})
"""Acts in which a player enters tokens, tomes and cards that no one else sees.

Tokens of a location resolved on the real board lie face up, so that anyone may enter them (L-1, L-10).
"""

_SIDE: Final = "side"
"""The field for the side of an act that the game did not ask for."""


def narrowed(action: Action, may: Mapping[str, Callable[[Option], bool]]) -> Iterator[Action]:
    """Yield an action with only its permitted options, unless too few are left."""
    fields = dict(action.fields)
    for name, shape in action.fields.items():
        if name not in may or not isinstance(shape, ChoiceField):
            continue
        options = tuple(option for option in shape.options if may[name](option))
        if len(options) == len(shape.options):
            continue
        if len(options) < max(shape.least, 1):
            return
        proposed = shape.proposed and tuple(option for option in shape.proposed if option in options)
        fields[name] = replace(shape, options=options, most=min(shape.most, len(options)), proposed=proposed)
    yield action._replace(fields=fields) if fields != action.fields else action
