"""Old lines of the log as this version writes them: from each form that there has been to the next. Pure.

A line says in which form it is written. What it keeps never changes; only how it is read does.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.rules.state.value_codec import UnknownForm

FORMAT: Final = 2
"""The form in which lines are written; they are counted from 1."""

Event = dict[str, Any]
"""What happened as JSON has it, before anything in it is read."""


def form_of(rules: str) -> int:
    """The form of a line, by what it says of the version that wrote it: `0.1.0/2`.

    Raises:
        UnknownForm: a later version wrote it, or none.
    """
    _, slash, form = rules.rpartition("/")
    if not slash or not form.isdecimal() or not 1 <= int(form) <= FORMAT:
        raise UnknownForm(f"This version reads lines of the log of form 1 to {FORMAT}, not {rules!r}.")
    return int(form)


def upcast(event: Event, form: int) -> Event:
    """An event of an old form as this version writes it.

    Raises:
        UnknownForm: it holds what that form did not have.
    """
    for older in range(form, FORMAT):
        event = UPCASTERS[older](event)
    return event


STEPS_OF_FORM_1: Final = frozenset(
    {
        *("bandit", "bandits", "begin", "card", "come", "count", "craft", "demon", "effects", "end", "end_guards_turn"),
        *("exchange", "exchange_for", "gain", "gather", "gathered", "give", "goon_space", "goons", "hands", "holdings"),
        *("icons", "items", "join", "lay_out", "leader", "leave", "light", "lights_out", "location", "location_card"),
        *("on_board", "patrol", "pay", "price", "questions", "raid", "reserve", "resolve", "reveal", "reward", "round"),
        *("setup", "store", "suspicion", "tome", "turn", "turn_up"),
    }
)
"""The names of its steps, which that version kept as they stood in its code."""


def _steps_by_word(event: Event) -> Event:
    """A step is named by a word of `StepKind`, no longer by a text that might be any."""
    if event["@"] != "AgendaSet":
        return event
    return {**event, "steps": [{**step, "kind": _word(step["kind"])} for step in event["steps"]]}


def _word(kind: str) -> str:
    if kind not in STEPS_OF_FORM_1:
        raise UnknownForm(f"No step of form 1 is called {kind!r}.")
    return f"@StepKind.{kind}"


UPCASTERS: Final[Mapping[int, Callable[[Event], Event]]] = {1: _steps_by_word}
"""By form: how an event of it is written in the next."""
