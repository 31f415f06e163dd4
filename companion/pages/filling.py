"""Prompts as forms: what a form offers for each shape, and what was filled in. One for every prompt and correction."""

import json
from collections.abc import Iterable
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.score_form import FieldFault, parse_sum
from companion.rules.game.prompts import Act, Action
from companion.rules.game.shapes import Choose, OneOf, Option, Record, Several, Shape, Text, Whole

EFFECTS_ASKED: Final = 4
"""How many entries of an ordered list a form has room for."""


def encoded(option: Option) -> str:
    """An option as the value of a button or box."""
    return json.dumps(option, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def act_of(action: Action, form: MultiDict[str, str]) -> Act:
    """What a form filled in; what cannot be read stays as it was typed, for the rules to refuse by name."""
    return Act(action.type, {name: _given(shape, form, f"f.{name}") for name, shape in action.fields.items()})


def _given(shape: Shape, form: MultiDict[str, str], name: str) -> Any:
    match shape:
        case Choose():
            return [_decoded(text) for text in form.getlist(name)]
        case Whole():
            return _number(form.get(name, ""))
        case OneOf(_, None):
            return form.get(name, "")
        case OneOf(options, _):
            word = form.get(f"{name}.word", "")
            return word if word in options else _number(form.get(name, ""))
        case Several(OneOf()):
            return _listed(form, name)
        case Record(members, required):
            given = {key: (member, _given(member, form, f"{name}.{key}")) for key, member in members.items()}
            return {key: value for key, (_, value) in given.items() if key in required or value not in ("", None, {})}
        case Text():
            return form.get(name, "").strip()
        case _:
            raise AssertionError(shape)


def _listed(form: MultiDict[str, str], name: str) -> list[str]:
    """A list: by number of each (`name.gem` = 2), or place by place (`name.0` = gem)."""
    places = [form.get(f"{name}.{place}", "") for place in range(EFFECTS_ASKED)]
    found = [text for text in places if text]
    prefix = f"{name}."
    for key, text in form.items():
        option = key.removeprefix(prefix)
        if key.startswith(prefix) and not option.isdecimal():
            count = _number(text)
            found += [option] * (count if isinstance(count, int) else 0)
    return found


def _number(text: str) -> Any:
    try:
        found = parse_sum(text)
    except FieldFault:
        return text
    return 0 if found is None else found


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def submitted(actions: Iterable[Action], form: MultiDict[str, str]) -> Act:
    """The act that a form was sent for; one that is not offered goes to the rules as it is, to be refused there."""
    kind = form.get("type", "")
    action = next((one for one in actions if one.type == kind), None)
    return Act(kind) if action is None else act_of(action, form)
