"""House rulings that change in mid-game, and a box that turns out to hold more than was thought."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import check_problem
from support.common import rule
from support.table_client import BY_HAND, Seat, done, post, read_log, show, sit_down

from companion.identity.caller import Caller
from companion.tables import game_commands
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.repository import stored_lines

GOONS = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))
AT_THE_SMITHY: dict[str, Any] = {
    "round": 2,
    "phase": "lights_out",
    "location": "smithy",
    "goons": GOONS,
    "tokens": [{"token": 2, "location": "smithy"}],
    "guard_cards": [{"location": "smithy", "strength": 9}],
}
"""The player is second there, of two."""


def table(client: FlaskClient, begin: Any = AT_THE_SMITHY, **wishes: Any) -> tuple[Seat, Any]:
    return sit_down(client, {**BY_HAND, "begin": begin, **wishes})


def act(client: FlaskClient, seat: Seat, shown: Any, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "actions", {"version": shown["version"], "type": kind, "fields": fields}))


def correct(client: FlaskClient, seat: Seat, shown: Any, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "corrections", {"version": shown["version"], "type": kind, "fields": fields}))


def ruled(client: FlaskClient, seat: Seat, shown: Any, key: str, value: str) -> Any:
    return correct(client, seat, shown, "set_ruling", ruling=[{"key": key, "value": value}])


def decide_again(client: FlaskClient, seat: Seat, shown: Any, to: int | None = None, key: str | None = None) -> Any:
    body = {"version": shown["version"], "to": shown["again"]["to"] if to is None else to}
    return post(client, seat, "again", body, key)


def offers(shown: Any) -> list[str]:
    return [one["type"] for one in shown["prompt"]["actions"]]


@rule("E-10", "L-6")
def test_a_row_of_the_board_that_was_wrong_is_changed_and_the_location_resolved_again(client: FlaskClient) -> None:
    seat, shown = table(client, rulings={"tier_smithy": "nothing"})
    resolved = act(client, seat, shown, "resolve")
    assert shown["again"] is None
    assert resolved["state"]["sides"][0]["tokens"][0]["location"] == "library"
    changed = ruled(client, seat, resolved, "tier_smithy", "iron")
    assert changed["again"] == {"to": resolved["version"], "text": "Decide again: 4 Smithy"}
    assert show(client, seat).json["again"] == changed["again"]
    again = done(decide_again(client, seat, changed))
    assert (again["line"]["kind"], again["line"]["act"]["type"]) == ("act", "resolve")
    assert again["state"]["sides"][0]["cubes"]["iron"] == 1


@rule("E-10")
def test_a_row_that_is_still_to_be_given_is_decided_again_too(client: FlaskClient) -> None:
    at_the_commissary = {
        **AT_THE_SMITHY,
        "location": "commissary",
        "tokens": [{"token": 2, "location": "commissary"}],
        "guard_cards": [{"location": "commissary", "strength": 9}],
        "player": {"cubes": {"iron": 2}},
    }
    seat, shown = table(client, at_the_commissary, rulings={"tier_commissary": "two_for_one"})
    resolved = act(client, seat, shown, "resolve")
    assert offers(resolved)[:1] == ["swap"]
    changed = ruled(client, seat, resolved, "tier_commissary", "nothing")
    assert offers(changed)[:1] == ["swap"]
    again = done(decide_again(client, seat, changed))
    assert offers(again)[:1] == ["go_on"]
    assert again["state"]["sides"][0]["tokens"][0]["location"] == "library"


@rule("E-10", "L-8")
def test_a_reward_that_was_taken_by_itself_is_decided_again_without_it(client: FlaskClient) -> None:
    seat, shown = table(client)
    taken = act(client, seat, shown, "resolve")
    assert taken["state"]["sides"][0]["cubes"]["iron"] == 1
    again = done(decide_again(client, seat, ruled(client, seat, taken, "tier_smithy", "nothing")))
    assert again["line"]["act"]["type"] == "resolve"
    assert again["state"]["sides"][0]["cubes"].get("iron", 0) == 0
    assert ("iron", {"area": "side", "of": 0}) in [(one["piece"], one["from"]) for one in again["moves"]]


def test_the_log_keeps_what_was_struck_and_tells_each_step(client: FlaskClient) -> None:
    seat, shown = table(client)
    resolved = act(client, seat, shown, "resolve")
    again = done(decide_again(client, seat, ruled(client, seat, resolved, "tier_smithy", "nothing")))
    lines = [(line["kind"], line["struck"], line["act"].get("type")) for line in read_log(client, seat)]
    assert lines == [
        ("begin", False, None),
        ("act", True, "resolve"),
        ("correction", True, "set_ruling"),
        ("undo", False, None),
        ("correction", False, "set_ruling"),
        ("act", False, "resolve"),
    ]
    assert (again["version"], again["again"]) == (6, None)


def test_deciding_again_twice_under_one_key_is_once(client: FlaskClient) -> None:
    seat, shown = table(client)
    changed = ruled(client, seat, act(client, seat, shown, "resolve"), "tier_smithy", "nothing")
    first = decide_again(client, seat, changed, key="again-once")
    second = decide_again(client, seat, changed, to=changed["again"]["to"], key="again-once")
    assert done(second) == done(first)
    assert len(read_log(client, seat)) == 6


def test_what_is_added_by_deciding_again_begins_behind_the_line_that_was_there_and_names_no_version_as_seen(
    app: Flask, client: FlaskClient
) -> None:
    """Also the second time: all that the hands have to move then is what follows from there."""
    seat, shown = table(client)
    changed = act(client, seat, shown, "resolve")
    for value in ("nothing", "iron"):
        changed = ruled(client, seat, changed, "tier_smithy", value)
        again = Command(Kind.ACT, changed["version"], to=changed["again"]["to"])
        with app.app_context():
            result = game_commands.redecide(seat.code, Caller(token=seat.token), again)
            written = stored_lines(result.loaded.table, range(result.since + 1, result.line.version))
        assert result.since == changed["version"]
        assert [(one.kind, one.shown) for one in written][:2] == [(Kind.UNDO, 0), (Kind.CORRECTION, 0)]
        changed = show(client, seat).json


@rule("R-6")
def test_a_ruling_on_which_the_last_act_rested_is_decided_again(client: FlaskClient) -> None:
    seat, shown = table(client, {"round": 2, "phase": "roll_call", "goons": GOONS, "first_player": "player"})
    passed = act(client, seat, shown, "pass")
    assert passed["state"]["phase"] == "lights_out"
    assert len(passed["state"]["sides"][0]["home"]) == 6
    changed = ruled(client, seat, passed, "unused_tokens", "library")
    again = done(decide_again(client, seat, changed))
    assert {one["location"] for one in again["state"]["sides"][0]["tokens"]} == {"library"}


def test_a_ruling_that_decided_nothing_offers_nothing(client: FlaskClient) -> None:
    seat, shown = table(client)
    resolved = act(client, seat, shown, "resolve")
    assert ruled(client, seat, resolved, "total_floor", "zero")["again"] is None
    assert ruled(client, seat, show(client, seat).json, "tier_infirmary", "nothing")["again"] is None


def test_where_more_was_done_since_nothing_is_offered_and_nothing_taken(client: FlaskClient) -> None:
    seat, shown = table(client)
    resolved = act(client, seat, shown, "resolve")
    changed = ruled(client, seat, resolved, "tier_smithy", "nothing")
    cubes = correct(client, seat, changed, "set_cubes", place=[0], cube=["gold"], number=1)
    assert cubes["again"] is None
    refused = decide_again(client, seat, cubes, to=changed["again"]["to"])
    check_problem(refused)
    assert (refused.status_code, refused.json["type"]) == (422, "illegal")
    assert [error["path"] for error in refused.json["errors"]] == ["/to"]
    assert len(read_log(client, seat)) == 4


def test_who_read_an_older_version_is_told_what_changed(client: FlaskClient) -> None:
    seat, shown = table(client)
    changed = ruled(client, seat, act(client, seat, shown, "resolve"), "tier_smithy", "nothing")
    later = ruled(client, seat, changed, "tier_smithy", "iron")
    stale = decide_again(client, seat, changed)
    assert (stale.status_code, stale.json["type"]) == (409, "conflict")
    assert later["again"]["to"] == changed["again"]["to"]


def test_a_watcher_is_offered_nothing_and_may_not(client: FlaskClient) -> None:
    seat, shown = table(client)
    changed = ruled(client, seat, act(client, seat, shown, "resolve"), "tier_smithy", "nothing")
    assert show(client, seat.code).json["again"] is None
    body = {"version": changed["version"], "to": changed["again"]["to"]}
    refused = client.post(f"/api/v1/tables/{seat.code}/again", json=body, headers={"Idempotency-Key": "k"})
    assert refused.status_code == 401


# In light depth

LIGHT: dict[str, Any] = {"players": [{}, {}], "depth": "light", "begin_together": {"round": 2, "phase": "round"}}


def ranked(client: FlaskClient, **wishes: Any) -> tuple[Seat, Any]:
    """Two sides at the Smithy, the first of them stronger."""
    seat, shown = sit_down(client, {**LIGHT, **wishes})
    at_the_smithy: dict[str, Any] = {"location": ["smithy"], "strength_0": 5, "strength_1": 3, "lookouts": []}
    return seat, act(client, seat, shown, "rank_strengths", **at_the_smithy)


@rule("E-10")
@pytest.mark.parametrize(("first", "then"), [("nothing", "iron"), ("iron", "nothing")])
def test_a_ranking_of_light_depth_is_decided_again_under_the_row_as_it_is_now(
    client: FlaskClient, first: str, then: str
) -> None:
    seat, shown = ranked(client, rulings={"tier_smithy": first})
    changed = ruled(client, seat, shown, "tier_smithy", then)
    assert changed["again"] == {"to": shown["version"], "text": "Decide again: the ranking at the Smithy"}
    again = done(decide_again(client, seat, changed))
    offers = [one["text"] for line in again["line"]["lines"] for one in line["why"] if one["rule"] in {"L-14", "E-10"}]
    assert [f"{n} iron" in offer for n, offer in zip((2, 1), offers, strict=True)] == [True, then == "iron"]


@rule("E-10")
def test_a_ranking_of_light_depth_stays_once_something_else_was_done(client: FlaskClient) -> None:
    seat, shown = ranked(client)
    later = act(client, seat, shown, "begin_round")
    assert ruled(client, seat, later, "tier_smithy", "nothing")["again"] is None


# The box


@rule("E-14", "E-2")
@pytest.mark.parametrize(
    ("kind", "fields", "offer"),
    [
        ("set_cubes", {"place": [0], "cube": ["gold"], "number": 12}, {"what": ["gold"], "number": 12}),
        ("set_tomes", {"holder": [0], "number": 27}, {"what": ["tome"], "number": 31}),
    ],
)
def test_a_correction_that_the_box_is_too_small_for_offers_to_raise_its_count(
    client: FlaskClient, kind: str, fields: dict[str, Any], offer: dict[str, Any]
) -> None:
    seat, shown = table(client)
    refused = post(client, seat, "corrections", {"version": shown["version"], "type": kind, "fields": fields})
    check_problem(refused)
    assert refused.status_code == 422
    assert refused.json["offer"] == {"type": "set_box", "fields": offer}
    assert [error["path"] for error in refused.json["errors"]] == ["/fields/number"]
    raised = correct(client, seat, shown, "set_box", **refused.json["offer"]["fields"])
    counted = {**raised["state"]["box"]["cubes"], **raised["state"]["box"]["cards"]}
    assert counted[offer["what"][0]] == offer["number"]
    after = correct(client, seat, raised, kind, **fields)
    assert after["state"]["sides"][0]["cubes"].get("gold", 0) == (12 if kind == "set_cubes" else 0)


def test_a_correction_that_is_wrong_otherwise_offers_nothing_of_the_kind(client: FlaskClient) -> None:
    seat, shown = table(client)
    body = {"version": shown["version"], "type": "set_box", "fields": {"what": ["power"], "number": 1}}
    refused = post(client, seat, "corrections", body)
    assert (refused.status_code, refused.json["offer"]) == (422, None)
