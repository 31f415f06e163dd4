"""Odds over REST: to whom a table shows them, and that they are the same however the hidden cards lie."""

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from support.api_client import API
from support.box_builders import keep_box, put_box
from support.common import rule
from support.table_client import BY_HAND, Seat, done, play, post, sit_down, somebody

from companion.persistence.database import db
from companion.rules.editions import STANDARD
from companion.tables.records import Entry, Table
from companion.tables.state_cache import state_cache

HOUSE = {"dealing": "house", "seed": "Kulbak"}


def in_roll_call(client: FlaskClient, **wished: Any) -> tuple[Seat, Any]:
    """A table at which the player has assigned a token, and the guards have taken a turn."""
    seat, shown = sit_down(client, {**HOUSE, **wished})
    shown = play(
        client, seat, shown, somebody("Vera"), until=lambda now: now["prompt"]["actions"][0]["type"] == "assign"
    )
    fields = {"location": ["smithy"], "tokens": [4], "face_down": []}
    shown = done(post(client, seat, "actions", {"version": shown["version"], "type": "assign", "fields": fields}))
    while shown["prompt"]["actions"][0]["type"] != "assign":
        shown = play(client, seat, shown, somebody("Vera"), turns=1)
    return seat, shown


def by_id(faces: list[Any]) -> dict[str, Any]:
    """Cards as a box lists them."""
    return {str(number): face for number, face in enumerate(faces, 1)}


def odds_of(client: FlaskClient, seat: Seat, *, watching: bool = False) -> Any:
    headers = {} if watching else {"Authorization": f"Bearer {seat.token}"}
    response = client.get(f"{API}/tables/{seat.code}/odds", headers=headers)
    assert response.status_code == 200, response.text
    return response.json


def test_each_place_has_exact_odds_for_what_lies_there_or_may_come(client: FlaskClient) -> None:
    seat, _ = in_roll_call(client, odds="me")
    found = odds_of(client, seat)
    assert (found["odds"], found["refused"]) == ("me", None)
    by_place = {one["location"]: one for one in found["locations"]}
    assert by_place["smithy"]["as_it_lies"]["leads"].count("/") == 1
    assert by_place["smithy"]["tokens"] == []
    assert [one["token"] for one in by_place["sewers"]["tokens"]] == [2, 3, 5, "enforcer", "lookout"]
    assert by_place["library"]["refused"] == "No token can be assigned at the Library, so there are no odds."
    for one in (by_place["smithy"]["as_it_lies"], *by_place["sewers"]["tokens"]):
        assert sum(Fraction(one[name]) for name in ("below", "equal", "above")) == 1
        assert sum(Fraction(chance["chance"]) for chance in one["guards"]) == 1
    assert sum(Fraction(one["chance"]) for one in found["next_location_card"]) == 1


@pytest.mark.parametrize(
    ("odds", "to_player", "to_watcher"),
    [
        ("off", "This table shows no odds.", "This table shows no odds."),
        ("me", None, "This table shows odds only to its player."),
        ("all", None, None),
    ],
)
def test_odds_are_shown_to_whom_the_table_has_agreed_on(
    client: FlaskClient, odds: str, to_player: str | None, to_watcher: str | None
) -> None:
    seat, shown = in_roll_call(client, odds=odds)
    other = "off" if odds == "me" else "me"
    assert shown["state"]["odds"] == odds
    found = [odds_of(client, seat, watching=watching) for watching in (False, True)]
    assert [one["refused"] for one in found] == [to_player, to_watcher]
    assert [bool(one["locations"] and one["next_location_card"]) for one in found] == [not to_player, not to_watcher]
    changed = {"version": shown["version"], "type": "set_odds", "fields": {"odds": [other]}}
    assert done(post(client, seat, "corrections", changed))["state"]["odds"] == other
    assert odds_of(client, seat)["odds"] == other


def test_nothing_is_guessed_of_guard_cards_that_nobody_has_typed(client: FlaskClient) -> None:
    seat, shown = sit_down(client, {**BY_HAND, "odds": "me"})
    play(client, seat, shown, somebody("Vera"), until=lambda now: now["prompt"]["actions"][0]["type"] == "assign")
    found = odds_of(client, seat)
    assert {one["refused"] for one in found["locations"]} == {
        "The odds need all 12 guard cards, and 0 are known.",
        "No token can be assigned at the Library, so there are no odds.",
    }
    assert found["refused"] is None


def test_a_table_whose_box_learns_all_guard_cards_meanwhile_has_odds_from_then_on(client: FlaskClient) -> None:
    box = keep_box(client)
    seat, shown = in_roll_call(client, box=box.link, dealing="cards", odds="me")
    before = client.get(f"{API}/tables/{seat.code}/odds", headers=seat.headers())
    assert before.json["locations"][0]["refused"] == "The odds need all 12 guard cards, and 0 are known."
    up = [card["face"] for card in shown["state"]["guard_cards"] if card["up"]]
    assert up
    faces = [*up, *({"strength": strength} for strength in (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5))]
    size, colour = STANDARD.guard_deck["base"], str(STANDARD.guard_deck["moderate"])
    guards = {"base": by_id(faces[:size]), colour: by_id(faces[size:12])}
    assert put_box(client, box.link, {"name": "Mine", "guards": guards}, box.edit, box.etag).status_code == 200
    # The tag of the answer before is not that of the next, although nothing has happened at the table.
    asked = {**seat.headers(), "If-None-Match": before.headers["ETag"]}
    after = client.get(f"{API}/tables/{seat.code}/odds", headers=asked)
    assert (after.status_code, after.json["version"]) == (200, before.json["version"])
    assert {one["refused"] for one in after.json["locations"][:7]} == {None}
    assert after.json["locations"][0]["tokens"]


def test_there_are_none_outside_roll_call(client: FlaskClient) -> None:
    seat, _ = sit_down(client, {**HOUSE, "odds": "all"})
    found = odds_of(client, seat, watching=True)
    assert found["refused"] == "You only get odds while you assign tokens against the guards."
    assert found["locations"] == found["next_location_card"] == []


@rule("V-1")
def test_the_answer_is_the_same_however_the_hidden_cards_lie(app: Flask, client: FlaskClient) -> None:
    seat, shown = in_roll_call(client, odds="me")
    up = {card["card"] for card in shown["state"]["guard_cards"] if card["up"]}
    turned = len(shown["state"]["location_cards"])
    assert up
    assert turned
    before = odds_of(client, seat)
    chance, decks = random.Random("hidden"), set()
    for _ in range(3):
        decks.add(dealt_again(app, chance, up, turned))
        assert {**odds_of(client, seat), "version": 0} == {**before, "version": 0}
    assert len(decks) == 3


def dealt_again(app: Flask, chance: random.Random, up: set[int], turned: int) -> str:
    """Change the log so that what nobody has seen of the deal lies in another order; the deal as it is then."""
    with app.app_context():
        (entry,) = (one for one in db.session.scalars(select(Entry)) if '"Dealt"' in one.facts)
        facts = json.loads(entry.facts)
        (dealt,) = (event for event in facts if event["@"] == "Dealt")
        guards, locations = dealt["guard_deck"], dealt["location_deck"]
        hidden = [place for place in range(len(guards)) if place not in up]
        for place, face in zip(hidden, chance.sample([guards[one] for one in hidden], len(hidden)), strict=True):
            guards[place] = face
        locations[turned:] = chance.sample(locations[turned:], len(locations) - turned)
        entry.facts = json.dumps(facts)
        db.session.commit()
        state_cache().forget(db.session.scalars(select(Table)).one())
        return entry.facts
