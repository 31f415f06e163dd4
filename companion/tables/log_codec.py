"""The events of a game as the log keeps them: what happened and why, as the two texts of a line, and back. Pure.

How a value is written says `companion.rules.state.value_codec`. What has changed since an older format was written
`companion.tables.upcasters` puts right before anything is read.
"""

import json
import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, Final

from companion.rules.reasons import Reason
from companion.rules.state import events
from companion.rules.state.steps import Step
from companion.rules.state.stored_names import NAME_OF
from companion.rules.state.value_codec import TAG, decoded, dump, encoded, read
from companion.tables.upcasters import LOG_FORMAT, upcast

AGENDA: Final = NAME_OF[events.AgendaSet]
"""Tags what is still to be done, which each line that changes it tells whole."""

_BEGINS: Final = f'{{"{TAG}":"{AGENDA}"'
"""How that begins in a text: nowhere else in it, since within a word of JSON quotes are escaped."""

_GOES_ON: Final = re.compile(rf'\}},\{{"{TAG}":"(?!{NAME_OF[Step]}"|{NAME_OF[Reason]}")')
"""In what follows that beginning: another event, since what is to be done is a list of steps, some with reasons."""

_LINES: Final = 1024
"""How many lines of logs are kept as they were read: each page of a game tells some dozens, mostly the same again."""


def split(happened: Iterable[events.Event]) -> tuple[str, str]:
    """The two texts that the log keeps of events: what happened, and why, event by event.

    Apart, since a game is rebuilt from what happened alone, and that is the smaller part.
    """
    facts = [encoded(event) for event in happened]
    why = [fact.pop("why", []) for fact in facts]
    return dump(facts), dump(why)


@lru_cache(maxsize=_LINES)
def joined(facts: str, why: str, log_format: int = LOG_FORMAT) -> tuple[events.Event, ...]:
    """The events of which `split` made these texts; a version that wrote another format may have done so."""
    happened, reasons = decoded(_in_this_format(json.loads(facts), log_format)), read(why)
    return tuple(event._replace(why=one) for event, one in zip(happened, reasons, strict=True))


def facts(
    texts: Iterable[tuple[int, str]], *, agendas: Collection[int] | None = None
) -> list[tuple[events.Event, ...]]:
    """The events of which `split` made each of these first texts, without their reasons.

    Args:
        texts: what it made, each from some events, with the format in which it is written.
        agendas: of which texts, by their places, the last one that says what is to be done shall say so; None: all
            say so. Agendas are the greater part of a text, and each is told whole.
    """
    formats, told = [], []
    for log_format, text in texts:
        formats.append(log_format)
        told.append(text)
    if agendas is not None:
        last = max((place for place in agendas if says_what_is_to_be_done(told[place])), default=None)
        told = [text if place == last else _without_agenda(text) for place, text in enumerate(told)]
    # Many small texts take longer to read than a large one.
    parsed = json.loads(f"[{','.join(told)}]")
    return [
        decoded(_in_this_format(happened, log_format)) for log_format, happened in zip(formats, parsed, strict=True)
    ]


def _in_this_format(happened: list[dict[str, Any]], log_format: int) -> list[dict[str, Any]]:
    """Events that were written in some format as this version writes them."""
    return happened if log_format == LOG_FORMAT else [upcast(event, log_format) for event in happened]


def says_what_is_to_be_done(facts_: str) -> bool:
    """Whether the first text of a line says what is still to be done, and so ends what was asked before it."""
    return _BEGINS in facts_


def _without_agenda(facts_: str) -> str:
    """The first text of a line without what is to be done; told last, as our rules tell it, that is not parsed."""
    before, said, after = facts_.partition(_BEGINS)
    if not said:
        return facts_
    if _GOES_ON.search(after):
        return dump([event for event in json.loads(facts_) if event[TAG] != AGENDA])
    return f"{before.removesuffix(',')}]"
