"""The events of a game as the log keeps them: what happened and why, as the two texts of a line, and back. Pure.

How a value is written says `companion.rules.state.value_codec`. What has changed since an older form was written
`companion.tables.upcasters` puts right before anything is read.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from companion.rules.state import events
from companion.rules.state.stored_names import NAME_OF
from companion.rules.state.value_codec import TAG, decoded, dump, encoded, read
from companion.tables.upcasters import FORMAT, upcast

AGENDA: Final = NAME_OF[events.AgendaSet]
"""Tags what is still to be done, which each line that changes it tells whole."""

_TAGGED: Final = f'"{TAG}":"{AGENDA}"'

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
def joined(facts: str, why: str, form: int = FORMAT) -> tuple[events.Event, ...]:
    """The events of which `split` made these texts; a version that wrote another form may have done so."""
    happened, reasons = decoded(_in_form(json.loads(facts), form)), read(why)
    return tuple(event._replace(why=one) for event, one in zip(happened, reasons, strict=True))


def facts(
    texts: Iterable[tuple[int, str]], *, agendas: Collection[int] | None = None
) -> list[tuple[events.Event, ...]]:
    """The events of which `split` made each of these first texts, without their reasons.

    Args:
        texts: what it made, each from some events, with the form in which it is written.
        agendas: of which texts, by their places, the last one that says what is to be done shall say so; None: all
            say so. Agendas are the greater part of a text, and each is told whole.
    """
    forms = []
    written_ = []
    for form, text in texts:
        forms.append(form)
        written_.append(text)
    # Many small texts take longer to read than a large one.
    parsed = json.loads(f"[{','.join(written_)}]")
    if agendas is not None:
        said = [place for place, text in enumerate(written_) if says_what_is_to_be_done(text)]
        _keep_last_agenda(parsed, said, agendas)
    return [decoded(_in_form(happened, form)) for form, happened in zip(forms, parsed, strict=True)]


def _in_form(happened: list[dict[str, Any]], form: int) -> list[dict[str, Any]]:
    """Events that were written in some form as this version writes them."""
    return happened if form == FORMAT else [upcast(event, form) for event in happened]


def says_what_is_to_be_done(facts_: str) -> bool:
    """Whether the first text of a line says what is still to be done, and so ends what was asked before it."""
    return _TAGGED in facts_


def _keep_last_agenda(parsed: list[list[dict[str, Any]]], said: Sequence[int], agendas: Collection[int]) -> None:
    """Leave out of these texts all events that say what is to be done, but for the last text of those named.

    Args:
        parsed: the texts.
        said: which of them say it.
        agendas: which of them may.
    """
    last = max((place for place in said if place in agendas), default=None)
    for place in said:
        if place != last:
            parsed[place] = [event for event in parsed[place] if event[TAG] != AGENDA]
