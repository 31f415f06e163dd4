"""Who does the steps of the table, and who acts for somebody whose phone sleeps."""

from datetime import timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from support.common import rule
from support.seat_client import correct, get_up, grow_older, host_of, now_at, party, take, through_setup
from support.table_client import Seat, done, offered, post, read_log, show

from companion.rules.state.pieces import Side
from companion.tables.repository import find, lines_about_seats
from companion.tables.seat_history import phones_before

SLEPT = timedelta(minutes=1)


def keeper(client: FlaskClient, seat: Seat) -> Any:
    return show(client, seat).json["prompt"]["keeper"]


def act(client: FlaskClient, seat: Seat, kind: str, **more: Any) -> Any:
    return post(client, seat, "actions", {"version": now_at(client, seat), "type": kind, **more})


def test_the_host_keeps_the_table_until_it_is_passed_on(client: FlaskClient) -> None:
    vera, isaac, claire = party(client, depth="light")
    assert keeper(client, claire) == 0
    passed = done(post(client, claire, "keeper", {"seat": 2}))
    assert passed["line"]["lines"][0]["text"] == "Claire runs the table now."
    assert [keeper(client, one) for one in (vera, isaac, claire)] == [2, 2, 2]


def test_nobody_keeps_a_table_from_a_free_seat(client: FlaskClient) -> None:
    vera, _ = host_of(client)
    refused = post(client, vera, "keeper", {"seat": 2})
    assert (refused.status_code, refused.json["type"]) == (404, "not-found")
    assert keeper(client, vera) == 0


def test_a_line_names_whose_phone_has_kept_the_table_until_then(client: FlaskClient, app: Flask) -> None:
    """What that page has listed stays on it; one that sleeps has kept nothing, and the next who is awake has."""
    vera, _, claire = party(client, depth="light")
    passed = done(post(client, claire, "keeper", {"seat": 1}))
    grow_older(app, SLEPT)
    taken = done(post(client, claire, "keeper", {"seat": 0}))
    with app.app_context():
        loaded = find(vera.code)
        kept = {one.upto: one.keeper for one in phones_before(loaded, lines_about_seats(loaded.table))}
    assert (kept[passed["version"]], kept[taken["version"]]) == (Side(0), Side(2))


def test_who_does_not_keep_the_table_may_do_its_step_all_the_same(client: FlaskClient) -> None:
    _, isaac, _ = party(client, depth="light")
    assert done(act(client, isaac, "begin_round"))["state"]["round"] == 1
    assert keeper(client, isaac) == 0


def test_a_keeper_who_gets_up_or_sleeps_hands_on_clockwise(client: FlaskClient, app: Flask) -> None:
    vera, isaac, claire = party(client, depth="light")
    done(post(client, vera, "keeper", {"seat": 1}))
    grow_older(app, SLEPT)
    done(correct(client, vera, now_at(client, vera), "set_reputation", side=[0], number=11))
    assert keeper(client, vera) == 0
    done(correct(client, isaac, now_at(client, vera), "set_reputation", side=[1], number=11))
    assert keeper(client, vera) == 1
    done(correct(client, claire, now_at(client, vera), "set_reputation", side=[2], number=11))
    done(get_up(client, isaac, 1))
    assert keeper(client, vera) == 2


def test_the_keys_of_one_who_gets_up_stay_where_they_went_whoever_sits_down_there(client: FlaskClient) -> None:
    vera, isaac, _ = party(client, depth="light")
    done(post(client, vera, "keeper", {"seat": 1}))
    done(get_up(client, isaac, 1))
    assert keeper(client, vera) == 2
    take(client, vera.code, 1, name="Stan")
    assert keeper(client, vera) == 2


def test_who_gets_up_takes_no_keys_from_one_who_sleeps(client: FlaskClient, app: Flask) -> None:
    vera, isaac, claire = party(client, depth="light")
    done(post(client, vera, "keeper", {"seat": 1}))
    grow_older(app, SLEPT)
    done(correct(client, vera, now_at(client, vera), "set_reputation", side=[0], number=11))
    done(get_up(client, claire, 2))
    assert keeper(client, vera) == 0
    done(correct(client, isaac, now_at(client, vera), "set_reputation", side=[1], number=11))
    assert keeper(client, vera) == 1


@rule("V-1")
def test_for_whoever_sleeps_another_passes_but_lays_none_of_the_tokens(client: FlaskClient, app: Flask) -> None:
    vera, isaac, claire = party(client)
    through_setup(client, vera)
    refused = act(client, isaac, "pass", **{"for": 0})
    assert (refused.status_code, refused.json["type"]) == (403, "not-yours")
    assert show(client, isaac).json["prompt"]["asleep"] == []
    grow_older(app, SLEPT)
    done(correct(client, isaac, now_at(client, isaac), "set_reputation", side=[1], number=11))
    (asleep,) = show(client, isaac).json["prompt"]["asleep"]
    # Whoever has no seat does nothing for anybody.
    assert show(client, vera.code).json["prompt"]["asleep"] == []
    assert (asleep["seat"], [one["type"] for one in asleep["actions"]]) == (0, ["pass"])
    laid = {"location": ["smithy"], "tokens": [2], "face_down": []}
    assert act(client, isaac, "assign", fields=laid, **{"for": 0}).status_code == 403
    passed = done(act(client, isaac, "pass", fields={}, **{"for": 0}))
    assert (passed["line"]["seat"], passed["line"]["act"]["for"]) == (0, 0)
    assert read_log(client, vera)[-1]["act"] == {"type": "pass", "for": 0, "by": 1, "fields": {}}
    wanted = {"version": passed["version"], "to": passed["version"]}
    assert post(client, claire, "strike", wanted).status_code == 403
    done(post(client, isaac, "strike", wanted))
    passed = done(act(client, isaac, "pass", fields={}, **{"for": 0}))
    back = done(post(client, vera, "strike", {"version": passed["version"], "to": passed["version"]}))
    assert offered(back, "pass")


@rule("V-1")
def test_nobody_acts_for_a_phone_that_is_awake_not_even_for_the_own(client: FlaskClient) -> None:
    """What is done in one's stead is told so, and nobody stands in for themselves."""
    vera, isaac, _ = party(client)
    version = through_setup(client, vera)["version"]
    for who in (vera, isaac):
        refused = act(client, who, "pass", fields={}, **{"for": 0})
        assert (refused.status_code, refused.json["type"]) == (403, "not-yours")
    assert now_at(client, vera) == version


@rule("L-10")
def test_who_is_told_to_have_nobody_at_a_place_hears_who_said_so_and_takes_it_back(client: FlaskClient) -> None:
    vera, isaac, claire = party(client, roll_call=False)
    through_setup(client, vera)
    done(act(client, vera, "lights_out"))
    told = done(act(client, vera, "nobody_there", fields={"side": [1]}))
    texts = [one["text"] for one in read_log(client, isaac)[-1]["lines"] if one["event"] == "answered"]
    assert texts == ["Isaac has nobody at the Exercise Yard. Entered by Vera."]
    assert "enter_tokens" not in {one["type"] for one in show(client, isaac).json["prompt"]["actions"]}
    done(act(client, claire, "enter_tokens", fields={"side": [2], "tokens": [4]}))
    struck = {"version": told["version"], "to": told["version"]}
    assert post(client, claire, "strike", struck).status_code == 403
    back = done(post(client, isaac, "strike", struck))
    assert offered(back, "enter_tokens")["fields"]["side"]["options"] == [1]
    refused = post(client, isaac, "strike", struck | {"version": back["version"]})
    assert refused.json["errors"][0]["message"].startswith("You can’t undo that entry")
