"""What was once shown to a viewer stays known to that viewer; to nobody else, and of no other shuffle (V-1)."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.common import rule
from support.seat_client import party
from support.table_client import (
    API,
    BY_HAND,
    DEALT,
    FACES,
    Seat,
    an_action,
    done,
    offered,
    play,
    post,
    read_log,
    show,
    sit_down,
    somebody,
    strengths_in,
)

from companion.rules.engine.secrecy import BEFORE_THE_RAID

PROTOTYPE = {**DEALT, "edition": "prototype"}
"""Here a tome looks at a guard card, which stays face down."""


def act(client: FlaskClient, seat: Seat, shown: Any, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "actions", {"version": shown["version"], "type": kind, "fields": fields}))


def undo(client: FlaskClient, seat: Seat, shown: Any, to: int) -> Any:
    return done(post(client, seat, "undo", {"version": shown["version"], "to": to}))


def face(client: FlaskClient, who: Seat | str, card: int) -> Any:
    """What somebody sees of a guard card."""
    return show(client, who).json["state"]["guard_cards"][card]["face"]


def at_a_guards_turn(client: FlaskClient, body: Any) -> tuple[Seat, Any]:
    seat, shown = sit_down(client, body)
    return seat, play(client, seat, shown, somebody("turn"), until=lambda now: offered(now, "turn_guard_card"))


@pytest.fixture
def with_a_tome(client: FlaskClient) -> tuple[Seat, Any]:
    """The player has played a tome in roll call."""
    seat, shown = at_a_guards_turn(client, PROTOTYPE)
    body = {"version": shown["version"], "type": "set_tomes", "fields": {"holder": [0], "number": 1}}
    shown = done(post(client, seat, "corrections", body))
    return seat, act(client, seat, shown, "play_tome", side=[0])


@rule("V-1")
def test_a_card_that_was_turned_stays_known_when_its_turn_is_undone(client: FlaskClient) -> None:
    seat, before = at_a_guards_turn(client, DEALT)
    turned = act(client, seat, before, "turn_guard_card", card=[0])
    seen = turned["state"]["guard_cards"][0]["face"]
    back = undo(client, seat, turned, before["version"])
    card = back["state"]["guard_cards"][0]
    assert (card["up"], card["face"]) == (False, seen)
    assert face(client, seat.code, 0) == seen
    assert {str(one["face"]) for one in back["state"]["guard_cards"][1:7]} == {"None"}


@rule("V-1")
def test_what_is_known_of_one_shuffle_says_nothing_of_the_next(client: FlaskClient) -> None:
    seat, shown = at_a_guards_turn(client, DEALT)
    play(client, seat, shown, somebody("on"), until=lambda now: now["state"]["round"] == 2)
    for who in (seat, seat.code):
        cards = show(client, who).json["state"]["guard_cards"]
        assert [card["face"] for card in cards if not card["up"]] == [None] * 7


@rule("V-1", "E-17", "Z-21")
def test_what_a_tome_showed_to_its_player_no_watcher_knows(client: FlaskClient, with_a_tome: tuple[Seat, Any]) -> None:
    seat, shown = with_a_tome
    looked = act(client, seat, shown, "look_at_guard_card", card=[3])
    seen = looked["state"]["guard_cards"][3]
    assert (seen["up"], seen["looked"]) == (False, True)
    assert face(client, seat, 3) == seen["face"] is not None
    assert face(client, seat.code, 3) is None
    log = f"/api/v1/tables/{seat.code}/log?limit=200"
    strength = seen["face"]["strength"]
    assert strength not in strengths_in(client.get(log).data)
    assert strength in strengths_in(client.get(log, headers={"Authorization": f"Bearer {seat.token}"}).data)
    undo(client, seat, looked, shown["version"])
    assert face(client, seat, 3) == seen["face"]
    assert face(client, seat.code, 3) is None


@rule("V-1", "Z-21")
def test_a_look_at_the_guard_deck_is_for_its_player_and_comes_true(
    client: FlaskClient, with_a_tome: tuple[Seat, Any]
) -> None:
    seat, shown = with_a_tome
    looked = act(client, seat, shown, "look_at_deck", deck=["guards"])
    (event,) = [one for one in looked["line"]["lines"] if one["event"] == "deck_looked"]
    top = event["data"]["shows"]
    assert top["strength"] not in strengths_in(client.get(f"/api/v1/tables/{seat.code}/log?limit=200").data)
    added = act(client, seat, looked, "add_guard_card", to=["sewers"])
    number = len(added["state"]["guard_cards"]) - 1
    shown = act(client, seat, added, "tome_done")
    turned = act(client, seat, shown, "turn_guard_card", card=[number])
    assert turned["state"]["guard_cards"][number]["face"] == top


@rule("V-1")
def test_a_guess_at_a_card_face_down_that_is_undone_does_not_say_whether_it_was_right(client: FlaskClient) -> None:
    seat, shown = at_a_guards_turn(client, DEALT)
    for card in FACES:
        fields = {"card": [2], "face": {"strength": card["strength"], "special": "yes" if card["special"] else "no"}}
        typed = done(
            post(client, seat, "corrections", {"version": shown["version"], "type": "set_guard_face", "fields": fields})
        )
        assert typed["state"]["guard_cards"][2]["face"] == card
        shown = undo(client, seat, typed, typed["undo_to"])
        assert shown["state"]["guard_cards"][2]["face"] is None


@rule("V-1")
def test_a_card_dealt_by_hand_is_known_as_it_was_typed_last(client: FlaskClient) -> None:
    seat, shown = at_a_guards_turn(client, BY_HAND)
    asked = act(client, seat, shown, "turn_guard_card", card=[2])
    for strength in (4, 5):
        typed = act(client, seat, asked, "type_guard_card", face={"strength": strength})
        assert typed["state"]["guard_cards"][2]["face"]["strength"] == strength
        asked = undo(client, seat, typed, typed["undo_to"])
        assert asked["prompt"]["actions"][0]["type"] == "type_guard_card"
        assert an_action(asked)["type"] == "type_guard_card"


@rule("V-1", "T-1")
def test_how_many_tomes_somebody_counts_at_the_end_nobody_else_hears_before_all_have_counted(
    client: FlaskClient,
) -> None:
    vera, isaac = party(client, "Vera", "Isaac", depth="light", leader_goal={"counts": "cultist"})
    shown = show(client, vera).json
    for kind in ["begin_round"] * 6 + ["end_game", "raid"]:
        shown = act(client, vera, shown, kind)
    counted = {name: field.get("proposed", 0) for name, field in offered(shown, "count_hand")["fields"].items()}
    shown = act(
        client, vera, shown, "count_hand", **{**counted, "side": [0], "tomes": 7, "other_goons": 3, "cultist": 2}
    )
    assert {"side": 0, "what": "tomes", "number": 7} in shown["state"]["counted"]
    assert "tomes" not in {one["what"] for one in show(client, isaac).json["state"]["counted"]}
    # Not even which counts are not zero.
    for who in (isaac, vera.code):
        assert [event["event"] for event in read_log(client, who)[-1]["lines"]] == ["answered"]
    assert {one: "other_goons" in corrected_counts(client, one) for one in (vera, isaac)} == {vera: True, isaac: False}
    shown = show(client, isaac).json
    shown = act(client, isaac, shown, "count_hand", **{**counted, "side": [1]})
    assert {one["what"] for one in show(client, vera.code).json["state"]["counted"]} == BEFORE_THE_RAID
    refused = client.get(f"{API}/tables/{vera.code}/scores", headers=vera.headers())
    assert (refused.status_code, refused.json["type"]) == (409, "sealed")
    ended = act(client, isaac, shown, "begin_reveal")
    exported = client.get(f"{API}/tables/{vera.code}/export", headers=isaac.headers()).json
    told = [event["data"] for line in exported["lines"] for event in line["lines"] if event["event"] == "counted"]
    assert {one["what"] for one in told if one["side"] == 0} == BEFORE_THE_RAID
    assert {one["what"] for one in ended["state"]["counted"] if one["side"] == 0} == BEFORE_THE_RAID
    assert client.get(f"{API}/tables/{vera.code}/scores", headers=vera.headers()).json["type"] == "sealed"
    # What is corrected once all have sealed is covered as what was sealed, until the reveal is over.
    corrected = {"type": "set_count", "fields": {"side": [0], "what": ["cultist"], "number": 5}}
    ended = done(post(client, vera, "corrections", {"version": ended["version"], **corrected}))
    covered, open_ = (counts_corrected(client, vera.code), counts_corrected(client, vera))
    assert (covered, open_) == ([], [5])
    refused = post(client, isaac, "reveal", {"lines": 1})
    assert (refused.status_code, refused.json["type"]) == (403, "not-host")
    done(post(client, vera, "keeper", {"seat": 1}))
    done(post(client, isaac, "reveal", {"lines": 1}))
    done(post(client, isaac, "reveal", {"lines": 99}))
    assert client.get(f"{API}/tables/{vera.code}/scores", headers=vera.headers()).status_code == 200
    assert {"side": 0, "what": "tomes", "number": 7} in show(client, vera.code).json["state"]["counted"]
    assert counts_corrected(client, isaac) == [5]


def corrected_counts(client: FlaskClient, who: Seat) -> list[str]:
    """Which counts somebody is offered to correct."""
    (offer,) = [one for one in show(client, who).json["corrections"] if one["type"] == "set_count"]
    options: list[str] = offer["fields"]["what"]["options"]
    return options


def counts_corrected(client: FlaskClient, who: Seat | str) -> list[Any]:
    """The numbers of counts that were corrected, as somebody reads them in the log."""
    lines = [line for line in read_log(client, who) if line["act"].get("type") == "set_count"]
    return [event["data"]["number"] for line in lines for event in line["lines"] if event["event"] == "counted"]
