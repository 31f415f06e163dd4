"""Every act is done at the step that its owner saw, or not at all, however much the next step looks like it."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient
from support.common import rule
from support.random_json_player import any_action
from support.seat_client import correct, now_at, party, through_setup
from support.table_client import Seat, done, post, show
from werkzeug.test import TestResponse

STALE = 0.5
"""How often somebody acts on what was shown a while ago."""


def act(client: FlaskClient, seat: Seat, version: int, kind: str, **fields: Any) -> TestResponse:
    return post(client, seat, "actions", {"version": version, "type": kind, "fields": fields})


@rule("S-9")
def test_of_two_who_begin_the_round_one_does_and_the_other_is_told_who(client: FlaskClient) -> None:
    vera, isaac, _ = party(client, depth="light")
    seen = now_at(client, vera)
    done(act(client, isaac, seen, "begin_round"))
    late = act(client, vera, seen, "begin_round")
    assert (late.status_code, late.json["type"]) == (409, "conflict")
    (changed,) = late.json["changed"]
    assert (changed["seat"], changed["act"]["type"]) == (1, "begin_round")
    assert late.json["current"]["state"]["round"] == 1
    assert late.json["current"]["prompt"]["since"] == seen + 1


@rule("L-10")
def test_two_who_tell_at_the_same_moment_whether_theirs_are_there_need_one_tap_each(client: FlaskClient) -> None:
    phones = party(client, depth="full", roll_call=False, turns="told")
    done(act(client, phones[0], through_setup(client, phones[0])["version"], "lights_out"))
    for _ in range(2):
        seen = now_at(client, phones[0])
        for side, phone in enumerate(phones):
            done(act(client, phone, seen, "enter_tokens", side=[side], tokens=[]))
        # What comes next is another place: a tap meant for this one is not taken there.
        late = act(client, phones[0], seen, "enter_tokens", side=[0], tokens=[])
        assert (late.status_code, late.json["type"]) == (409, "conflict")


@rule("R-1")
def test_an_act_of_one_turn_is_not_done_at_the_next_turn_of_the_same_player(client: FlaskClient) -> None:
    phones = party(client)
    seen = through_setup(client, phones[0])["version"]
    for decision, (phone, token) in enumerate(zip([*phones, *phones], [2, 2, 2, 3, 3, 3], strict=True)):
        fields = {"location": ["smithy" if decision < 3 else "sewers"], "tokens": [token], "face_down": []}
        done(act(client, phone, seen + decision, "assign", **fields))
    late = act(client, phones[0], seen, "pass")
    assert (late.status_code, late.json["type"]) == (409, "conflict")


@rule("E-14")
def test_what_others_correct_leaves_the_step_as_it_was(client: FlaskClient) -> None:
    vera, isaac, _ = party(client, depth="light")
    seen = now_at(client, vera)
    done(correct(client, isaac, seen, "set_reputation", side=[1], number=14))
    done(post(client, isaac, "strike", {"version": seen + 1, "to": seen + 1}))
    assert show(client, vera).json["prompt"]["since"] <= seen
    assert done(act(client, vera, seen, "begin_round"))["state"]["round"] == 1


def test_a_step_that_an_undo_brings_back_is_the_same_and_the_undone_one_is_gone(client: FlaskClient) -> None:
    vera, isaac, _ = party(client, depth="light")
    before = show(client, vera).json["prompt"]["since"]
    seen = now_at(client, vera)
    done(act(client, isaac, seen, "begin_round"))
    undone = done(post(client, isaac, "undo", {"version": seen + 1, "to": 1}))
    assert undone["prompt"]["since"] == before
    # Who saw the first round begun meant the second.
    assert act(client, vera, seen + 1, "begin_round").status_code == 409
    assert done(act(client, vera, seen, "begin_round"))["state"]["round"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "wishes", [{"depth": "light"}, {"roll_call": False}, {"turns": "told"}, {"turns": "enforced"}], ids=str
)
def test_in_a_random_game_of_three_no_act_goes_to_another_step_than_its_owner_saw(
    client: FlaskClient, wishes: dict[str, Any]
) -> None:
    phones = party(client, **wishes)
    chance = random.Random(str(wishes))
    seen = [show(client, phone).json for phone in phones]
    told = {"done": 0, "too late": 0}
    for _ in range(160):
        side = chance.randrange(len(phones))
        now = show(client, phones[side]).json
        if chance.random() > STALE:
            seen[side] = now
        mine = seen[side]
        actions = [one for one in mine["prompt"]["actions"] if one["type"] != "raid_now"]
        if not actions:
            continue
        answer = post(client, phones[side], "actions", any_action({**mine, "prompt": {"actions": actions}}, chance))
        assert answer.status_code in {200, 409}, answer.text
        if answer.status_code == 200:
            assert now["prompt"]["since"] == mine["prompt"]["since"]
        told["done" if answer.status_code == 200 else "too late"] += 1
    assert min(told.values()) > 10, told


@rule("D-1")
def test_of_two_who_call_a_raid_at_once_one_does_also_where_nothing_lies(client: FlaskClient) -> None:
    vera, isaac, _ = party(client, depth="light")
    seen = through_setup(client, vera)["version"]
    done(act(client, isaac, seen, "raid_now"))
    late = act(client, vera, seen, "raid_now")
    assert (late.status_code, late.json["type"], now_at(client, vera)) == (409, "conflict", seen + 1)
    done(act(client, vera, seen + 1, "raid_now"))
