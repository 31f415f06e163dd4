"""Every act is done at the step that its owner saw, or not at all, however much the next step looks like it."""

import random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.common import rule
from support.random_json_player import any_action
from support.seat_client import correct, now_at, party, through_setup
from support.table_client import Seat, done, post, show
from werkzeug.test import TestResponse

from companion.identity.caller import Caller
from companion.rules.acts.actions import Act
from companion.tables import game_commands
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.refusals import Changed

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
@pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
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
    for _ in range(100):
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


def in_its_stead(app: Flask, seat: Seat, version: int, kind: str, **fields: Any) -> int | None:
    """The line with which somebody else has done the same as an act that comes too late; None: it says of none."""
    late = Command(Kind.ACT, version, Act(kind, fields))
    with app.app_context(), pytest.raises(Changed) as refused:
        game_commands.play(seat.code, Caller(token=seat.token), late)
    return refused.value.same


@rule("L-10")
def test_of_two_who_rank_a_place_at_once_the_second_hears_who_has_and_other_places_are_ranked(
    app: Flask, client: FlaskClient
) -> None:
    """However the second would have ranked it; whoever saw it ranked may rank it again."""
    vera, isaac, claire = party(client, depth="light")
    seen = through_setup(client, vera)["version"]
    tokens = {"side_0": [2], "side_1": [3], "side_2": []}
    strengths = {"strength_0": 3, "strength_1": 4, "strength_2": 1}
    ranked = done(act(client, isaac, seen, "rank_location", location=["smithy"], **tokens))["version"]
    done(correct(client, claire, ranked, "set_reputation", side=[2], number=9))
    done(act(client, claire, ranked + 1, "rank_location", location=["library"], **tokens))
    assert in_its_stead(app, vera, seen, "rank_location", location=["smithy"], **tokens) == ranked
    assert in_its_stead(app, vera, seen, "rank_strengths", location=["smithy"], **strengths) == ranked
    done(act(client, vera, seen, "rank_location", location=["sewers"], **tokens))
    done(act(client, vera, ranked, "rank_location", location=["smithy"], **tokens))


@rule("D-1")
def test_whoever_calls_a_raid_too_late_hears_who_has_called_it_unless_they_have_seen_that_one(
    app: Flask, client: FlaskClient
) -> None:
    vera, isaac, claire = party(client, depth="light")
    seen = through_setup(client, vera)["version"]
    called = done(act(client, isaac, seen, "raid_now"))["version"]
    done(correct(client, claire, called, "set_reputation", side=[2], number=9))
    assert in_its_stead(app, vera, seen, "raid_now") == called
    done(act(client, vera, called, "raid_now"))


@rule("L-10")
def test_what_was_entered_for_a_side_already_is_told_with_the_line_that_says_so_and_no_other(
    app: Flask, client: FlaskClient
) -> None:
    """Be it the same or otherwise, whatever else was done since for that side, and by others for theirs."""
    vera, isaac, _ = party(client, roll_call=False, turns="told")
    seen = done(act(client, vera, through_setup(client, vera)["version"], "lights_out"))["version"]
    mine = done(act(client, vera, seen, "enter_tokens", side=[0], tokens=[2]))["version"]
    his = done(act(client, isaac, seen, "enter_tokens", side=[1], tokens=[2]))["version"]
    done(correct(client, vera, his, "set_reputation", side=[0], number=9))
    assert in_its_stead(app, vera, seen, "enter_tokens", side=[0], tokens=[2]) == mine
    assert in_its_stead(app, vera, seen, "enter_tokens", side=[0], tokens=[3]) == mine
    assert in_its_stead(app, vera, seen, "nobody_there", side=[0]) in {mine, his + 1}
    assert in_its_stead(app, vera, seen, "nobody_there", side=[1]) == his


@rule("E-14")
def test_cubes_that_still_lie_there_are_moved_whatever_else_was_moved_meanwhile(
    app: Flask, client: FlaskClient
) -> None:
    """But two who lay suspicion at one place at once would not know how much lies there."""
    vera, isaac, _ = party(client, depth="light")
    seen = through_setup(client, vera)["version"]
    nowhere = dict.fromkeys(("smithy", "commissary", "chow_hall"), 0)
    seen = done(act(client, vera, seen, "cubes_come", sewers=2, infirmary=2, **nowhere))["version"]
    done(act(client, isaac, seen, "move_suspicion", cubes=["sewers"], to=["smithy"]))
    done(act(client, vera, seen, "move_suspicion", cubes=["infirmary"], to=["commissary"]))
    late = act(client, isaac, seen, "cubes_come", sewers=1, infirmary=0, **nowhere)
    assert (late.status_code, late.json["type"]) == (409, "conflict")
    assert in_its_stead(app, isaac, seen, "cubes_come", sewers=1, infirmary=0, **nowhere) is None


def test_nothing_is_based_on_a_version_before_the_first(app: Flask, client: FlaskClient) -> None:
    vera, *_ = party(client, depth="light")
    change = Act("set_reputation", {"side": [0], "number": 9})
    for version in (0, -1):
        with app.app_context(), pytest.raises(Changed):
            game_commands.play(vera.code, Caller(token=vera.token), Command(Kind.CORRECTION, version, change))


def test_the_second_act_of_one_tap_is_based_on_the_first_and_where_that_is_refused_neither_is_done(
    app: Flask, client: FlaskClient
) -> None:
    """What the page had shown offered the first alone."""
    vera, isaac, _ = party(client, depth="light")

    def tap(version: int) -> int:
        first, then = Command(Kind.ACT, version, Act("begin_round", {})), Act("raid_now", {})
        with app.app_context():
            caller, follows = Caller(token=vera.token), Command(Kind.ACT, version, then, follows=True)
            return game_commands.play(vera.code, caller, first, follows).line.version

    seen = now_at(client, vera)
    done(correct(client, isaac, seen, "set_reputation", side=[1], number=14))
    assert tap(seen) == seen + 3
    with pytest.raises(Changed):
        tap(seen)
    assert now_at(client, vera) == seen + 3
