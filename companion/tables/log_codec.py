"""Values of the rules as JSON and back, exactly: what the log keeps comes back as it was, type for type.

A word of a vocabulary is written `@Location.sewers`, a record as an object whose `@` names its kind and in which
members at their default are left out, a tuple as a list. So a line of the log says itself what it holds, and a member
that a later version of the rules adds has its default in older lines, and what else has changed since an older form was
written `companion.tables.upcasters` puts right before anything is read.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from companion.rules.state import events
from companion.tables.stored_names import ENUMS, NAME_OF, RECORDS
from companion.tables.upcasters import FORMAT, UnknownForm, upcast

TAG: Final = "@"
_PAIRS: Final = "@pairs"
_LIST: Final = "@list"
AGENDA: Final = NAME_OF[events.AgendaSet]
"""Tags what is still to be done, which each line that changes it tells whole."""


_LINES: Final = 1024
"""How many lines of logs are kept as they were read: each page of a game tells some dozens, mostly the same again."""

_WORDS: Final[Mapping[str, StrEnum]] = {f"{TAG}{name}.{word}": word for name, kind in ENUMS.items() for word in kind}
_WRITTEN: Final[Mapping[type, Mapping[str, str]]] = {
    kind: {word.value: f"{TAG}{name}.{word}" for word in kind} for name, kind in ENUMS.items()
}


class NotKept(TypeError):
    """A value that the log has no form for."""


def _defaults(kind: type) -> dict[str, Any]:
    """The members of a record, each with its default; one without has a value that equals nothing."""
    if not is_dataclass(kind):
        named: Any = kind
        return {name: named._field_defaults.get(name, MISSING) for name in named._fields}
    return {
        one.name: one.default_factory() if one.default_factory is not MISSING else one.default for one in fields(kind)
    }


_MEMBERS: Final[Mapping[type, Mapping[str, Any]]] = {kind: _defaults(kind) for kind in RECORDS.values()}


def encoded(value: Any) -> Any:
    """A value of the rules as JSON can write it.

    Raises:
        NotKept: there is no form for it.
    """
    kind = type(value)
    if kind is int or kind is bool or value is None:
        return value
    if kind is str:
        return TAG + value if value.startswith(TAG) else value
    if kind is tuple:
        return [encoded(one) for one in value]
    if kind is list:
        return {TAG: _LIST, "of": [encoded(one) for one in value]}
    if kind in _WRITTEN:
        return _WRITTEN[kind][value.value]
    if kind in _MEMBERS:
        return _record(value, kind)
    if isinstance(value, Mapping):
        return _mapping(value)
    raise NotKept(f"{kind.__name__}: {value!r}")


def _record(value: Any, kind: type) -> dict[str, Any]:
    written: dict[str, Any] = {TAG: NAME_OF[kind]}
    for name, default in _MEMBERS[kind].items():
        member = getattr(value, name)
        # 0 equals False, and a word equals its text: only what is the very same may be left out.
        if member is not default and not (
            type(member) is type(default) and type(member) in {int, str} and member == default
        ):
            written[name] = encoded(member)
    return written


def _mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    if all(type(key) is str or type(key) in _WRITTEN for key in value):
        return {encoded(key): encoded(one) for key, one in value.items()}
    return {TAG: _PAIRS, "of": [[encoded(key), encoded(one)] for key, one in value.items()]}


def decoded(value: Any) -> Any:
    """The value of the rules that `encoded` wrote.

    Raises:
        UnknownForm: it did not.
    """
    return _READ[type(value)](value)


def _same(value: Any) -> Any:
    return value


def _text(value: str) -> str:
    if value[:1] != TAG:
        return value
    word = _WORDS.get(value)
    if word is not None:
        return word
    if value[1:2] != TAG:
        raise UnknownForm(value)
    return value[1:]


def _list(value: list[Any]) -> tuple[Any, ...]:
    return tuple([_READ[type(one)](one) for one in value])


def _object(value: dict[str, Any]) -> Any:
    tag = value.get(TAG)
    if tag is None:
        return {_text(key): _READ[type(one)](one) for key, one in value.items()}
    if tag == _PAIRS:
        return {decoded(key): decoded(one) for key, one in value["of"]}
    if tag == _LIST:
        return [decoded(one) for one in value["of"]]
    kind = RECORDS.get(tag)
    if kind is None:
        raise UnknownForm(tag)
    return kind(**{name: _READ[type(one)](one) for name, one in value.items() if name != TAG})


_READ: Final[Mapping[type, Callable[[Any], Any]]] = {
    str: _text,
    list: _list,
    dict: _object,
    int: _same,
    bool: _same,
    type(None): _same,
}


_dump: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def written(value: Any) -> str:
    """A value of the rules as a line of JSON."""
    return _dump(encoded(value))


def read(text: str) -> Any:
    """The value of the rules in a line of JSON."""
    return decoded(json.loads(text))


def split(happened: Iterable[events.Event]) -> tuple[str, str]:
    """The two texts that the log keeps of events: what happened, and why, event by event.

    Apart, since a game is rebuilt from what happened alone, and that is the smaller part.
    """
    listed = tuple(happened)
    facts = tuple(event._replace(why=()) for event in listed)
    return written(facts), written(tuple(event.why for event in listed))


@lru_cache(maxsize=_LINES)
def joined(facts: str, why: str, form: int = FORMAT) -> tuple[events.Event, ...]:
    """The events of which `split` made these texts; a version that wrote another form may have done so."""
    happened, reasons = json.loads(facts), read(why)
    return tuple(_event(event, form)._replace(why=one) for event, one in zip(happened, reasons, strict=True))


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
        _keep_last_agenda(parsed, agendas)
    return [tuple([_event(event, form) for event in happened]) for form, happened in zip(forms, parsed, strict=True)]


def _event(event: dict[str, Any], form: int) -> Any:
    return _object(event if form == FORMAT else upcast(event, form))


def _keep_last_agenda(parsed: list[list[dict[str, Any]]], agendas: Collection[int]) -> None:
    """Leave out of these texts all events that say what is to be done, but for the last text of those named."""
    said = [place for place, happened in enumerate(parsed) if any(event[TAG] == AGENDA for event in happened)]
    last = max((place for place in said if place in agendas), default=None)
    for place in said:
        if place != last:
            parsed[place] = [event for event in parsed[place] if event[TAG] != AGENDA]
