"""The two texts in which the log stores events, facts and reasons, and back. Pure.

`companion.rules.state.value_codec` defines how a value is written. `companion.tables.upcasters` converts older formats
before anything is read.
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
"""The tag of the agenda, which every entry that changes it stores whole."""

_BEGINS: Final = f'{{"{TAG}":"{AGENDA}"'
"""The beginning of an agenda in a text. No string can hold it, since JSON escapes quotes."""

_GOES_ON: Final = re.compile(rf'\}},\{{"{TAG}":"(?!{NAME_OF[Step]}"|{NAME_OF[Reason]}")')
"""Another event after an agenda, not a step or reason in it."""

_LINES: Final = 1024
"""The number of cached entries: each page of a game reads some dozens, mostly the same."""


def split(happened: Iterable[events.Event]) -> tuple[str, str]:
    """Return the two texts that the log stores of events: facts and reasons, by event.

    They are separate because a game is rebuilt only from the facts, the smaller part.
    """
    facts = [encoded(event) for event in happened]
    why = [fact.pop("why", []) for fact in facts]
    return dump(facts), dump(why)


@lru_cache(maxsize=_LINES)
def joined(facts: str, why: str, log_format: int = LOG_FORMAT) -> tuple[events.Event, ...]:
    """Return the events of two texts from `split`, perhaps in an older format."""
    happened, reasons = decoded(_in_this_format(json.loads(facts), log_format)), read(why)
    return tuple(event._replace(why=one) for event, one in zip(happened, reasons, strict=True))


def facts(
    texts: Iterable[tuple[int, str]], *, agendas: Collection[int] | None = None
) -> list[tuple[events.Event, ...]]:
    """Return the events of each text of facts from `split`, without their reasons.

    Args:
        texts: the texts, each with the format in which it is written.
        agendas: the indexes of texts, of which the last with an agenda keeps it; None: all keep theirs. Agendas are the
            greater part of a text, and each is complete.
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
    """Return events in this version's format."""
    return happened if log_format == LOG_FORMAT else [upcast(event, log_format) for event in happened]


def says_what_is_to_be_done(facts_: str) -> bool:
    """Return whether an entry's facts have an agenda, which ends the last question."""
    return _BEGINS in facts_


def _without_agenda(facts_: str) -> str:
    """Return an entry's facts without the agenda; at the end, cut it off unparsed."""
    before, said, after = facts_.partition(_BEGINS)
    if not said:
        return facts_
    if _GOES_ON.search(after):
        return dump([event for event in json.loads(facts_) if event[TAG] != AGENDA])
    return f"{before.removesuffix(',')}]"
