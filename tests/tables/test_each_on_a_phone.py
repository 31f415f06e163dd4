"""Several players, each on a phone: whoever is asked can answer, and is told nothing that others keep to themselves."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.common import rule
from support.seat_client import correct, grow_older, now_at, of_players, party, through_setup
from support.table_client import Seat, done, offered, post, read_log, show, sit_down


def act(client: FlaskClient, seat: Seat, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "actions", {"version": now_at(client, seat), "type": kind, "fields": fields}))


def corrected(client: FlaskClient, seat: Seat, kind: str, **fields: Any) -> Any:
    return done(correct(client, seat, now_at(client, seat), kind, **fields))


def options(client: FlaskClient, seat: Seat, kind: str, field: str) -> Any:
    """What a phone may choose in a field of an action."""
    action = offered(show(client, seat).json, kind)
    return action and action["fields"][field]["options"]


def may_correct(client: FlaskClient, seat: Seat, kind: str, field: str) -> Any:
    """What a phone may choose in a field of a correction."""
    (found,) = [one for one in show(client, seat).json["corrections"] if one["type"] == kind]
    return found["fields"][field]["options"]


def with_hidden_tokens(client: FlaskClient, **wishes: Any) -> list[Seat]:
    """Vera's 5 and lookout and Isaac's 3 lie face down at the Sewers, Isaac's 2 beside them; Claire has a tome."""
    phones = party(client, **wishes)
    through_setup(client, phones[0])
    corrected(client, phones[2], "set_tomes", holder=[2], number=1)
    act(client, phones[0], "assign", location=["sewers"], tokens=[5, "lookout"], face_down=[5, "lookout"])
    act(client, phones[1], "assign", location=["sewers"], tokens=[2, 3], face_down=[3])
    return phones


@rule("C-3")
def test_who_gives_a_suspicion_cube_away_chooses_among_the_others(client: FlaskClient) -> None:
    phones = party(client)
    vera = phones[0]
    through_setup(client, vera)
    corrected(client, vera, "set_cubes", place=[0], cube=["suspicion"], number=1)
    act(client, vera, "assign", location=["cell_block"], tokens=[5], face_down=[])
    for seat in (1, 2, 0):
        act(client, phones[seat], "pass")
    shown = show(client, vera).json
    while offered(shown, "type_item"):
        shown = act(client, vera, "type_item", item={"reputation": 1, "cost": {}})
    act(client, vera, "craft", card=[shown["state"]["display"][0]])
    act(client, vera, "type_card", card={"valuables": [], "effects": ["give_suspicion"]})
    assert options(client, vera, "give", "side") == [1, 2]
    assert offered(show(client, phones[2]).json, "give") is None
    given = act(client, vera, "give", side=[2])
    assert [side["cubes"].get("suspicion", 0) for side in given["state"]["sides"]] == [0, 0, 1]


@rule("S-10", "F-1")
def test_what_an_empty_seat_has_left_anybody_counts(client: FlaskClient) -> None:
    vera, isaac, claire = party(client, depth="light")
    corrected(client, vera, "set_phase", round=6, phase=["round"])
    corrected(client, vera, "set_away", side=[1], away=["yes"])
    act(client, vera, "end_game")
    act(client, vera, "raid")
    for phone, side in ((claire, 1), (claire, 2), (vera, 0)):
        asked = [one["fields"] for one in show(client, phone).json["prompt"]["actions"] if one["type"] == "count_hand"]
        (fields,) = [one for one in asked if one["side"]["options"] == [side]]
        act(client, phone, "count_hand", **{name: one.get("options", one.get("least")) for name, one in fields.items()})
    act(client, isaac, "begin_reveal")
    assert show(client, isaac).json["state"]["phase"] == "ended"


@rule("T-2")
def test_a_tome_strengthens_and_weakens_whomever_it_says(client: FlaskClient) -> None:
    claire = with_hidden_tokens(client)[2]
    act(client, claire, "play_tome", side=[2])
    assert options(client, claire, "strengthen", "side") == [0, 1, 2]
    state = act(client, claire, "strengthen", side=[0], location=["sewers"], by=-2)["state"]
    assert [one["bonus"] for one in state["locations"] if one["bonus"]] == [[{"side": 0, "by": -2}]]


@rule("T-2", "V-1")
def test_whoever_plays_a_tome_tells_the_hidden_tokens_of_others_apart_by_where_they_lie(client: FlaskClient) -> None:
    claire = with_hidden_tokens(client)[2]
    act(client, claire, "play_tome", side=[2])
    seen = [
        {"side": 0, "location": "sewers", "face_down": 1},
        {"side": 0, "location": "sewers", "face_down": 2},
        {"side": 1, "token": 2},
        {"side": 1, "location": "sewers", "face_down": 1},
    ]
    assert options(client, claire, "move_token", "token") == seen
    assert options(client, claire, "return_token", "token") == seen
    other = {"version": now_at(client, claire), "type": "return_token", "fields": {"token": [{"side": 0, "token": 5}]}}
    refused = post(client, claire, "actions", other)
    assert refused.status_code == 422
    assert "Vera, 1 face down, Sewers, 2" in refused.json["errors"][0]["message"]


@rule("T-2", "V-1")
def test_a_hidden_token_that_a_tome_moves_stays_hidden_from_all_but_its_player(client: FlaskClient) -> None:
    vera, isaac, claire = with_hidden_tokens(client)
    act(client, claire, "play_tome", side=[2])
    token = [{"side": 0, "location": "sewers", "face_down": 2}]
    moved = act(client, claire, "move_token", token=token, to=["smithy"])
    hidden = {"token": None, "location": "smithy", "face_down": True}
    assert hidden in moved["state"]["sides"][0]["tokens"]
    (seen,) = moved["line"]["lines"]
    assert seen["data"] == {"side": 0, "tokens": [None], "to": "smithy"}
    assert seen["text"] == "Vera has 1 face-down token at the Smithy now."
    assert [one["text"] for one in seen["why"]] == ["By a tome Vera has a face-down token at the Smithy now."]
    assert read_log(client, isaac)[-1]["lines"][0] == seen
    (own,) = read_log(client, vera)[-1]["lines"]
    assert own["data"]["tokens"] == ["lookout"]
    assert own["text"] == "Vera has the lookout at the Smithy now."


@rule("T-2", "V-1")
def test_a_hidden_token_that_a_tome_sends_home_is_not_told(client: FlaskClient) -> None:
    vera, _, claire = with_hidden_tokens(client)
    act(client, claire, "play_tome", side=[2])
    sent = act(client, claire, "return_token", token=[{"side": 1, "location": "sewers", "face_down": 1}])
    assert sent["line"]["lines"][0]["data"]["tokens"] == [None]
    assert "token 3" not in str(read_log(client, vera))
    assert sent["state"]["sides"][1]["home"] == [None] * 5


@rule("V-1")
def test_nobody_corrects_a_token_that_another_keeps_to_itself(client: FlaskClient) -> None:
    vera, isaac, claire = with_hidden_tokens(client)
    tokens = [2, 3, 4, 5, "enforcer", "lookout"]
    own = [{"side": 2, "token": token} for token in tokens]
    assert may_correct(client, claire, "set_token", "token") == [{"side": 1, "token": 2}, *own]
    for token in (5, "enforcer"):
        body = {"token": [{"side": 0, "token": token}], "to": ["home"]}
        assert correct(client, claire, now_at(client, claire), "set_token", **body).status_code == 403
    assert {"side": 1, "token": 3} in may_correct(client, isaac, "set_token", "token")
    # Where none lies face down, which are at home follows from those on the board.
    assert {"side": 2, "token": 4} in may_correct(client, vera, "set_token", "token")


@rule("T-1", "V-1", "E-14")
@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("set_tomes", {"holder": [1], "number": 9000}, "The box doesn’t have that many tomes."),
        ("set_tomes", {"holder": ["discards"], "number": 9000}, "The box doesn’t have that many tomes."),
        ("set_box", {"what": ["tome"], "number": 0}, "More tomes are in play. The box cannot have fewer."),
    ],
)
def test_how_many_tomes_others_hold_follows_from_no_refusal(
    client: FlaskClient, kind: str, fields: dict[str, Any], said: str
) -> None:
    vera, isaac, claire = party(client)
    corrected(client, vera, "set_tomes", holder=[0], number=7)
    corrected(client, claire, "set_tomes", holder=[2], number=4)
    for version in (now_at(client, isaac), now_at(client, isaac) - 1):
        refused = correct(client, isaac, version, kind, **fields)
        assert refused.status_code == 422
        assert [one["message"] for one in refused.json["errors"]] == [said]
        assert refused.json["offer"] is None


@rule("T-1", "V-1", "E-14")
def test_of_the_tomes_in_the_box_others_can_only_say_that_there_are_more(client: FlaskClient) -> None:
    vera, isaac, _ = party(client)
    corrected(client, vera, "set_tomes", holder=[0], number=7)

    def least(phone: Seat) -> int:
        offered = [one for one in show(client, phone).json["corrections"] if one["type"] == "set_box"]
        number: int = next(
            one["fields"]["number"]["least"] for one in offered if one["fields"]["what"]["options"] == ["tome"]
        )
        return number

    assert least(isaac) == 28
    alone, shown = sit_down(client, of_players())
    done(correct(client, alone, shown["version"], "set_tomes", holder=[0], number=7))
    assert least(alone) == 7


@rule("E-14")
def test_whoever_holds_all_seats_is_told_what_the_box_would_need(client: FlaskClient) -> None:
    host, _ = sit_down(client, of_players())
    refused = correct(client, host, 1, "set_tomes", holder=[1], number=29)
    assert refused.json["offer"] == {"type": "set_box", "fields": {"what": ["tome"], "number": 29}}


@rule("E-14")
def test_no_box_is_offered_that_holds_more_than_can_be_counted(client: FlaskClient) -> None:
    host, _ = sit_down(client, of_players())
    corrected(client, host, "set_cubes", place=[0], cube=["scrap"], number=1)
    refused = correct(client, host, 2, "set_cubes", place=[1], cube=["scrap"], number=9999)
    assert refused.status_code == 422
    assert refused.json["offer"] is None


def with_too_much_to_store(client: FlaskClient, isaac: int = 0) -> list[Seat]:
    """Vera has a cube too many as patrol begins, Claire two, Isaac so many cubes."""
    phones = party(client)
    through_setup(client, phones[0])
    for side, number in ((0, 6), (1, isaac), (2, 7)):
        corrected(client, phones[side], "set_cubes", place=[side], cube=["scrap"], number=number)
    for phone in phones:
        act(client, phone, "pass")
    return phones


@rule("P-2")
def test_each_returns_cubes_at_once_on_what_was_seen_before_the_other_did(client: FlaskClient) -> None:
    vera, isaac, claire = with_too_much_to_store(client)
    seen = show(client, vera).json
    assert seen["prompt"]["text"] == "Still returning cubes: Vera and Claire."
    assert [offered(show(client, one).json, "return_cubes") is not None for one in (vera, isaac, claire)] == [1, 0, 1]
    version = seen["version"]
    returned = {"version": version, "type": "return_cubes", "fields": {"side": [2], "cubes": ["scrap", "scrap"]}}
    assert done(post(client, claire, "actions", returned))["prompt"]["text"] == "Vera returns 1 cube: storage holds 5."
    returned = {"version": version, "type": "return_cubes", "fields": {"side": [0], "cubes": ["scrap"]}}
    assert done(post(client, vera, "actions", returned))["prompt"]["step"]["kind"] == "begin"


@rule("P-2")
def test_who_has_returned_cubes_takes_that_back_alone_as_long_as_somebody_else_is_asked(client: FlaskClient) -> None:
    vera, _, claire = with_too_much_to_store(client, isaac=9)
    version = now_at(client, vera)
    act(client, claire, "return_cubes", side=[2], cubes=["scrap", "scrap"])
    act(client, vera, "return_cubes", side=[0], cubes=["scrap"])
    struck = done(post(client, claire, "strike", {"version": version + 2, "to": version + 1}))
    assert [side["cubes"]["scrap"] for side in struck["state"]["sides"]] == [5, 9, 7]
    assert struck["prompt"]["text"] == "Still returning cubes: Isaac and Claire."


@rule("P-2")
def test_a_program_that_names_no_side_returns_cubes_when_it_is_next(client: FlaskClient) -> None:
    vera, _, claire = with_too_much_to_store(client)
    early = post(client, claire, "actions", {"version": now_at(client, claire), "type": "return_cubes",
                                             "fields": {"cubes": ["scrap", "scrap"]}})  # fmt: skip
    assert early.status_code == 422
    act(client, vera, "return_cubes", cubes=["scrap"])
    assert act(client, claire, "return_cubes", cubes=["scrap", "scrap"])["prompt"]["step"]["kind"] == "begin"


@rule("P-2")
def test_somebody_returns_the_cubes_of_a_phone_that_is_silent_while_another_is_asked_too(
    app: Flask, client: FlaskClient
) -> None:
    vera, isaac, _ = with_too_much_to_store(client)
    grow_older(app, timedelta(minutes=1))
    (silent,) = [one for one in show(client, isaac).json["prompt"]["asleep"] if one["seat"] == 2]
    assert {one["type"] for one in silent["actions"]} == {"return_cubes"}
    body = {"version": now_at(client, isaac), "type": "return_cubes", "for": 2,
            "fields": {"side": [2], "cubes": ["scrap", "scrap"]}}  # fmt: skip
    done(post(client, isaac, "actions", body))
    assert offered(show(client, vera).json, "return_cubes") is not None


def at_the_cell_block(client: FlaskClient) -> tuple[list[Seat], Any]:
    """Vera is at the Cell Block, and nobody has told yet what the four items of the display cost."""
    phones = party(client)
    through_setup(client, phones[0])
    act(client, phones[0], "assign", location=["cell_block"], tokens=[5], face_down=[])
    for seat in (1, 2, 0):
        act(client, phones[seat], "pass")
    return phones, show(client, phones[0]).json


def told_of(version: int, card: int, reputation: int = 1) -> dict[str, Any]:
    """What tells an item that costs nothing."""
    fields = {"card": [card], "item": {"reputation": reputation, "cost": {}}}
    return {"version": version, "type": "type_item", "fields": fields}


@rule("L-17")
def test_several_tell_items_of_the_display_on_what_they_saw_before_others_did(client: FlaskClient) -> None:
    phones, seen = at_the_cell_block(client)
    display, version = seen["state"]["display"], seen["version"]
    for phone, card in zip((2, 0, 1), reversed(display[1:]), strict=True):
        shown = done(post(client, phones[phone], "actions", told_of(version, card)))
    assert (shown["prompt"]["step"]["kind"], shown["prompt"]["step"]["card"]) == ("price", display[0])
    # Nobody's rests on another's.
    struck = done(post(client, phones[0], "strike", {"version": shown["version"], "to": version + 2}))
    asked = [one["fields"]["card"]["options"] for one in struck["prompt"]["actions"] if "card" in one["fields"]]
    assert {card for (card,) in asked} == {display[0], display[2]}


@rule("L-17")
def test_an_item_that_somebody_has_told_meanwhile_is_a_conflict(client: FlaskClient) -> None:
    phones, seen = at_the_cell_block(client)
    card, version = seen["state"]["display"][1], seen["version"]
    done(post(client, phones[1], "actions", told_of(version, card)))
    late = post(client, phones[2], "actions", told_of(version, card, 4))
    assert (late.status_code, late.json["type"].rpartition("/")[2]) == (409, "conflict")
    # Without its number it was the first one, which nobody has told.
    old = {"version": version, "type": "type_item", "fields": {"item": {"reputation": 2, "cost": {}}}}
    assert done(post(client, phones[0], "actions", old))["state"]["cards"][str(seen["state"]["display"][0])]
    again = post(client, phones[2], "actions", old)
    assert again.status_code == 409
