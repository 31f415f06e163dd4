"""Forms filled in: what was typed for each shape. One for the prompts of a game, its corrections, and boxes."""

import json
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, Final, TypeAlias

from werkzeug.datastructures import MultiDict

from companion.pages.forms.typed_sum import FieldFault, parse_sum
from companion.rules.acts.actions import Act, Action
from companion.rules.schema import (
    ChoiceField,
    EnumField,
    IntField,
    ListField,
    ObjectField,
    Option,
    Schema,
    TextField,
    UnionField,
)

WHOLE: Final = "!"
"""The end of the name of a record's field that has all of it as JSON, as a button of a known card sends it."""

NOTHING_SHOWN: Final = "nothing"
"""The field of a form that says of a card that it shows nothing, so that nobody says so by a tap too many."""

FREE: Final = "free"
"""The field of a form that says of an item that it costs nothing, so that no item is free because nobody tapped."""

MORE: Final = ".more"
"""The end of the name of a number's field for one that is greater than the few that can be chosen."""


def encoded(option: Option) -> str:
    """Return an option as the value of a button or box."""
    return json.dumps(option, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def filled(shape: Schema, form: MultiDict[str, str], name: str) -> Any:
    """Return the values filled in for a shape; unreadable text stays as typed, for the shape to refuse by name."""
    if f"{name}{WHOLE}" in form:
        return _decoded(form[f"{name}{WHOLE}"])
    match shape:
        case ChoiceField():
            return [_decoded(text) for text in form.getlist(name)]
        case IntField():
            return _number(form.get(f"{name}{MORE}", "") or form.get(name, ""))
        case EnumField(_, None):
            return form.get(name, "")
        case EnumField(options, _):
            word = form.get(name, "")
            return word if word in options else _number(form.get(f"{name}{MORE}", "") or word)
        case ListField(EnumField(options)):
            counted = (_so_often(option, form.get(f"{name}.{option}", "")) for option in options)
            return [*filter(None, form.getlist(name)), *chain.from_iterable(counted)]
        case ObjectField(members, required):
            asked = {key: one for key, one in members.items() if key in required or _asked(form, one, f"{name}.{key}")}
            given = {key: filled(member, form, f"{name}.{key}") for key, member in asked.items()}
            return {key: value for key, value in given.items() if key in required or value not in ("", {})}
        case TextField():
            return form.get(name, "").strip()
        case UnionField(member, records):
            kind = form.get(f"{name}.{member}", "")
            return filled(records.get(kind) or next(iter(records.values())), form, name)
        case _:
            raise AssertionError(shape)


def _asked(form: MultiDict[str, str], shape: Schema, name: str) -> bool:
    """Return whether a form asked for something at all; it asked for a record only if it has a part of it."""
    return not isinstance(shape, ObjectField) or any(one.startswith((f"{name}.", f"{name}{WHOLE}")) for one in form)


def _number(text: str) -> Any:
    try:
        found = parse_sum(text)
    except FieldFault:
        return text
    return "" if found is None else found


def _so_often(option: str, text: str) -> list[str]:
    """Return an option as often as was typed; text that is no number is returned itself, to be refused."""
    count = _number(text)
    return [option] * count if isinstance(count, int) else [text][: len(text)]


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def submitted(actions: Iterable[Action], form: MultiDict[str, str]) -> Act:
    """Return the act that a form was sent for; one that is not offered is left for the rules to refuse."""
    kind = form.get("type", "")
    action = next((one for one in actions if one.type == kind), None)
    if action is None:
        return Act(kind)
    return Act(kind, {name: filled(shape, form, f"f.{name}") for name, shape in action.fields.items()})


Given: TypeAlias = MultiDict[str, str] | None
"""A form that was refused, to be shown again."""


def fields_sent_again(given: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """Return the fields of a refused form that another button sends again: all but `version` and `once`."""
    new = {"version", "once"}
    fields = MultiDict(given or {}).items(multi=True)
    return [(name, text) for name, text in fields if name not in new]
