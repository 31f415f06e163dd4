"""The schemas of a game for the document: its state, events, prompts, actions and corrections.

They are made of where each of these is defined, so none is missing, and what an expansion has registered is among them.
"""

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any, Final

from marshmallow import Schema

from companion.api.tables.schemas import (
    TableActionSchema,
    TableCardFieldSchema,
    TableChooseFieldSchema,
    TableEventSchema,
    TableNumberFieldSchema,
    TablePromptSchema,
)
from companion.rules.acts.action_types import ACTION_TYPES, Asked
from companion.rules.corrections.registry import CORRECTIONS
from companion.rules.engine.decider import STEPS, offered_at
from companion.rules.schema import CARD, CHOOSE, NUMBER, FieldKind
from companion.rules.state.pieces import Side
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.projection.events import event_schemas
from companion.tables.projection.json_schemas import (
    JsonSchema,
    either_of,
    named_schemas,
    object_of,
    refer_to,
    schema_of,
)
from companion.tables.projection.position_shapes import VisiblePosition
from companion.words.seats import SEAT_EVENTS

BASES: Final[tuple[type[Schema], ...]] = (
    TableActionSchema,
    TableCardFieldSchema,
    TableChooseFieldSchema,
    TableEventSchema,
    TableNumberFieldSchema,
    TablePromptSchema,
)
"""Bases of the actions, fields, events and prompts of every kind."""

_FIELDS: Final[Mapping[FieldKind, JsonSchema]] = {
    CHOOSE: refer_to("TableChooseField"),
    NUMBER: refer_to("TableNumberField"),
    CARD: refer_to("TableCardField"),
}


def game_schemas() -> dict[str, JsonSchema]:
    """Return all of them by name, as they are now."""
    return {
        **named_schemas(VisiblePosition),
        **_kinds("Event", "event", {**_events(), **_seat_events()}),
        **_kinds("Action", "type", {word: _action(word, one.asks, one.further) for word, one in ACTION_TYPES.items()}),
        **_kinds("Correction", "type", {word: _action(word, one.asks) for word, one in CORRECTIONS.items()}),
        **_prompts(),
    }


def _kinds(what: str, member: str, kinds: Mapping[str, JsonSchema]) -> dict[str, JsonSchema]:
    """Return a schema for each kind of something, and one for any of them, in which a member says which it is."""
    names = {word: _name(word, what) for word in kinds}
    return {what: either_of(member, names), **{names[word]: kind for word, kind in kinds.items()}}


def _name(word: str, what: str) -> str:
    return "".join(part.title() for part in word.split("_")) + what


def _based_on(base: str, **members: JsonSchema) -> JsonSchema:
    return {"allOf": [refer_to(base), {"type": "object", "properties": members}]}


def _events() -> dict[str, JsonSchema]:
    return {
        name: {
            "description": cleandoc(told).replace("None", "null"),
            **_based_on("TableEvent", event={"const": name}, data=data),
        }
        for name, (told, data) in event_schemas().items()
    }


def _seat_events() -> dict[str, JsonSchema]:
    return {name: _based_on("TableEvent", event={"const": name}, data=object_of({})) for name in sorted(SEAT_EVENTS)}


def _action(word: str, asks: Mapping[str, Asked], further: FieldKind | None = None) -> JsonSchema:
    fields = {
        "type": "object",
        "properties": {name: _field(asked) for name, asked in asks.items()},
        "additionalProperties": _FIELDS[further] if further else False,
    }
    return _based_on("TableAction", type={"const": word}, fields=fields)


def _field(asked: Asked) -> JsonSchema:
    return {"oneOf": [_FIELDS[kind] for kind in asked]} if isinstance(asked, tuple) else _FIELDS[asked]


def _prompts() -> dict[str, JsonSchema]:
    """Return a schema for each kind of step that asks, one for when nothing is asked, and one for any of these."""
    asking = [kind for kind in STEPS if STEPS[kind].ask is not None]
    prompts = {_name(kind.value, "Prompt"): _prompt(kind) for kind in asking}
    over = _based_on(
        "TablePrompt", step={"type": "null"}, actions={"type": "array", "items": refer_to("Action"), "maxItems": 0}
    )
    return {"Prompt": {"anyOf": [refer_to(name) for name in (*prompts, "NoPrompt")]}, "NoPrompt": over, **prompts}


def _prompt(kind: StepKind) -> JsonSchema:
    step: dict[str, Any] = {
        "kind": {"const": kind.value},
        "side": schema_of(Side | None),
        "location": schema_of(Location | None),
        "card": schema_of(int | None),
    }
    offered = either_of("type", {one.word: _name(one.word, "Action") for one in offered_at(kind)})
    return _based_on("TablePrompt", step=object_of(step), actions={"type": "array", "items": offered})
