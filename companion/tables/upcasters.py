"""Conversions of old log entries from each format to the next. Pure.

An entry says in which format it is written. It is never changed; only the way it is read is.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.rules.state.value_codec import UnknownFormat

LOG_FORMAT: Final = 2
"""The format in which lines are written; they are counted from 1."""

Event = dict[str, Any]
"""An event as JSON, before its values are read."""


def format_of(rules: str) -> int:
    """Return the format of an entry from the version that wrote it: `0.1.0/2`.

    Raises:
        UnknownFormat: a later version wrote it, or none.
    """
    _, slash, log_format = rules.rpartition("/")
    if not slash or not log_format.isdecimal() or not 1 <= int(log_format) <= LOG_FORMAT:
        raise UnknownFormat(f"This version reads lines of the log of format 1 to {LOG_FORMAT}, not {rules!r}.")
    return int(log_format)


def upcast(event: Event, log_format: int) -> Event:
    """Convert an event of an old format to this version's.

    Raises:
        UnknownFormat: it holds what that format did not have.
    """
    for older in range(log_format, LOG_FORMAT):
        event = UPCASTERS[older](event)
    return event


STEPS_OF_FORMAT_1: Final = frozenset(
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
    """Name steps by words of `StepKind`, where format 1 had any text."""
    if event["@"] != "AgendaSet":
        return event
    return {**event, "steps": [{**step, "kind": _word(step["kind"])} for step in event["steps"]]}


def _word(kind: str) -> str:
    if kind not in STEPS_OF_FORMAT_1:
        raise UnknownFormat(f"No step of format 1 is called {kind!r}.")
    return f"@StepKind.{kind}"


UPCASTERS: Final[Mapping[int, Callable[[Event], Event]]] = {1: _steps_by_word}
"""Conversions of an event to the next format, by format."""
