"""The document has a schema for everything that a game shows; whole games over REST are held against them."""

from typing import Any

import pytest
from support.documented_client import DocumentedClient
from support.expansions import expansion_there
from support.seat_client import of_players
from support.table_client import show, sit_down

from companion.api.blueprint import OPERATIONS
from companion.api.core.openapi import document
from companion.api.shared_schemas import shared_schemas
from companion.api.tables.game_schemas import BASES, game_schemas
from companion.rules.acts.action_types import ACTION_TYPES
from companion.rules.engine.decider import STEPS, offered_at
from companion.tables.projection.json_schemas import name_in


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("state", "phase"), "breakfast"),
        (("state", "sides", 0, "home", 0), "1"),
        (("state", "decks"), {}),
        (("prompt", "step", "kind"), "win"),
        (("prompt", "actions", 0, "type"), "win"),
        (("prompt", "actions", 0, "fields"), {"colour": {"kind": "number", "least": 0, "most": 1}}),
        (("corrections", 0, "type"), "win"),
        (("corrections", 0, "fields", "place", "kind"), "number"),
    ],
    ids=str,
)
def test_another_table_than_there_can_be_does_not_fit_the_document(
    documented: DocumentedClient, place: tuple[str | int, ...], wrong: Any
) -> None:
    seat, _ = sit_down(documented, of_players())
    shown = show(documented, seat).json
    schema = documented.schema({"$ref": "#/components/schemas/Table"})
    assert schema.is_valid(shown)
    inner = shown
    for member in place[:-1]:
        inner = inner[member]
    assert inner[place[-1]] != wrong
    inner[place[-1]] = wrong
    assert not schema.is_valid(shown)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("scored", {"side": 0, "by": "2"}),
        ("moved", {"cube": "amber", "number": 1, "source": None, "target": 0}),
        ("tokens_moved", {"side": 0, "tokens": ["7"], "to": None}),
        ("won", {}),
    ],
)
def test_an_event_that_there_cannot_be_does_not_fit_the_document(
    documented: DocumentedClient, name: str, data: Any
) -> None:
    schema = documented.schema({"$ref": "#/components/schemas/Event"})
    told = {"text": None, "hands": None, "rules": ["C-1"], "why": []}
    assert schema.is_valid({"event": "scored", "data": {"side": 0, "by": 2}, **told})
    assert not schema.is_valid({"event": name, "data": data, **told})


def test_each_kind_of_step_that_asks_says_what_it_offers() -> None:
    for kind, handler in STEPS.items():
        assert (handler.ask is None) == (not handler.offers), kind


def test_each_type_of_action_is_offered_somewhere() -> None:
    assert {one.word for kind in STEPS for one in offered_at(kind)} == {*ACTION_TYPES}


def test_what_an_expansion_adds_is_in_the_document() -> None:
    with expansion_there():
        schemas = document(OPERATIONS, BASES, game_schemas(), shared_schemas())["components"]["schemas"]
    assert {"CursedEvent", "ReadRelicPrompt", "ReadRelicAction", "ReturnRelicCorrection"} <= {*schemas}
    cards = schemas["VisiblePosition"]["properties"]["cards"]["additionalProperties"]
    known = schemas[name_in(cards["$ref"])]["discriminator"]["mapping"]
    assert schemas[name_in(known["relic"])]["properties"]["kind"]["const"] == "relic"
    assert "CursedEvent" not in game_schemas()
