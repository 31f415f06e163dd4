"""The hint over REST: to whom a table gives it, and that it is the same however the hidden cards lie."""

import random
from fractions import Fraction
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.common import rule
from support.table_client import Seat, done, post
from test_odds_over_rest import dealt_again, in_roll_call, odds_of


def hint_of(client: FlaskClient, seat: Seat, *, watching: bool = False) -> Any:
    headers = {} if watching else {"Authorization": f"Bearer {seat.token}"}
    response = client.get(f"{API}/tables/{seat.code}/hint", headers=headers)
    assert response.status_code == 200, response.text
    return response.json


def test_its_plan_and_all_else_have_the_odds_that_the_table_says(client: FlaskClient) -> None:
    seat, _ = in_roll_call(client, odds="me", hint="me")
    found = hint_of(client, seat)
    assert (found["hint"], found["refused"]) == ("me", None)
    leads = {
        (token["token"], place["location"]): token["leads"]
        for place in odds_of(client, seat)["locations"]
        for token in place["tokens"]
    }
    said = [*found["plan"], *found["others"]]
    assert {(one["token"], one["location"]): one["leads"] for one in said} == leads
    assert len(said) == len(leads)
    assert len({one["token"] for one in found["plan"]}) == 5
    # It begins where least can change.
    sure = [abs(Fraction(one["leads"]) - Fraction(1, 2)) for one in found["plan"]]
    assert sure == sorted(sure, reverse=True)
    assert found["text"].startswith("By the odds, place your ")


@pytest.mark.parametrize(
    ("hint", "to_player", "to_watcher"),
    [
        ("off", "This table gives no hint.", "This table gives no hint."),
        ("me", None, "This table gives a hint only to its player."),
        ("all", None, None),
    ],
)
def test_a_hint_is_given_to_whom_the_table_has_agreed_on(
    client: FlaskClient, hint: str, to_player: str | None, to_watcher: str | None
) -> None:
    seat, shown = in_roll_call(client, hint=hint)
    assert shown["state"]["hint"] == hint
    found = [hint_of(client, seat, watching=watching) for watching in (False, True)]
    assert [one["refused"] for one in found] == [to_player, to_watcher]
    assert [bool(one["plan"] and one["text"]) for one in found] == [not to_player, not to_watcher]


def test_there_is_none_while_it_is_not_the_players_turn(client: FlaskClient) -> None:
    seat, shown = in_roll_call(client, hint="me")
    fields = {"location": ["sewers"], "tokens": [5], "face_down": []}
    done(post(client, seat, "actions", {"version": shown["version"], "type": "assign", "fields": fields}))
    found = hint_of(client, seat)
    assert found["refused"] == "You get a hint only while you can assign a token."
    assert found["plan"] == found["others"] == []


@rule("V-1")
def test_the_hint_is_the_same_however_the_hidden_cards_lie(app: Flask, client: FlaskClient) -> None:
    seat, shown = in_roll_call(client, hint="me")
    up = {card["card"] for card in shown["state"]["guard_cards"] if card["up"]}
    before = hint_of(client, seat)
    assert before["plan"]
    chance, decks = random.Random("hidden"), set()
    for _ in range(3):
        decks.add(dealt_again(app, chance, up, len(shown["state"]["location_cards"])))
        assert {**hint_of(client, seat), "version": 0} == {**before, "version": 0}
    assert len(decks) == 3
