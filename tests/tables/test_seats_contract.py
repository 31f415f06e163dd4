"""Sitting down, getting up, and who runs the table: what is answered, to whom, and what is refused (docs/api.md)."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem, faults
from support.common import rule
from support.databases import AppMaker
from support.seat_client import (
    NAMES,
    ask_for,
    correct,
    get_up,
    grow_older,
    host_of,
    invited,
    now_at,
    of_players,
    party,
    seats_of,
    take,
    through_setup,
)
from support.sheet_client import DEVICE, rows
from support.table_client import Seat, done, open_table, post, read_log, show, sit_down
from werkzeug.test import TestResponse

from companion.tables.invites import INVITED_FOR
from companion.tables.silence import SILENT_AFTER

PATIENCE = timedelta(seconds=20)


def problem(response: Any, status: int, kind: str) -> None:
    assert response.status_code == status, response.text
    check_problem(response)
    assert response.json["type"] == kind


def answer(client: FlaskClient, host: Seat, seat: int, *, yes: bool) -> Any:
    return post(client, host, f"seats/{seat}/answer", {"yes": yes})


def make_host(client: FlaskClient, who: Seat, seat: int) -> Any:
    return post(client, who, "host", {"seat": seat})


# Opening


@rule("S-10")
def test_somebody_who_comes_late_finds_a_free_seat_and_one_who_leaves_early_takes_the_seat_along(
    client: FlaskClient,
) -> None:
    seat, shown = sit_down(client, of_players("Vera", "Isaac", holds=[0]))
    more = {"version": shown["version"], "type": "set_sides", "fields": {"number": 3}}
    shown = done(post(client, seat, "corrections", more))
    assert [one["free"] for one in seats_of(client, seat)["seats"]] == [False, True, True]
    take(client, seat.code, 2)
    version = show(client, seat).json["version"]
    done(post(client, seat, "undo", {"version": version, "to": 1}))
    assert [one["seat"] for one in seats_of(client, seat)["seats"]] == [0, 1]


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_whoever_opens_a_table_plays_all_seats_of_it_where_nothing_else_is_said(
    client: FlaskClient, number: int
) -> None:
    seat, shown = sit_down(client, of_players(*"ABCDE"[:number]))
    assert (shown["seat"], shown["seats"]) == (0, list(range(number)))
    told = seats_of(client, seat)["seats"]
    assert [one["mine"] for one in told] == [True] * number
    assert [one["host"] for one in told] == [True, *[False] * (number - 1)]
    assert [one["free"] for one in told] == [False] * number


def test_a_table_can_be_opened_with_seats_that_are_free_for_others(client: FlaskClient) -> None:
    seat, shown = sit_down(client, of_players(*NAMES, holds=[2, 1]))
    assert shown["seats"] == [0, 1, 2]
    told = seats_of(client, seat)["seats"]
    assert [one["free"] for one in told] == [True, False, False]
    assert [one["host"] for one in told] == [False, True, False]
    assert [one["name"] for one in told] == [*NAMES]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"holds": []}, ["/holds"]),
        ({"holds": [3]}, ["/holds/0"]),
        ({"holds": [0, 9]}, ["/holds/1"]),
        ({"holds": [-1]}, ["/holds/0"]),
        ({"holds": "all"}, ["/holds"]),
        ({"edits_all": 1}, ["/edits_all"]),
        ({"players": []}, ["/players"]),
        ({"players": [{}]}, ["/players"]),
        ({"players": [{}] * 6}, ["/players"]),
        ({"players": [{}, {"name": ""}]}, ["/players/1/name"]),
        ({"players": [{}, {"crew": "elves"}]}, ["/players/1/crew"]),
        ({"players": [{}, {"start": {"power": 3}}]}, ["/players/1/start"]),
        ({"first_player": 3}, ["/first_player"]),
        ({"depth": "deep"}, ["/depth"]),
        ({"difficulty": "expert"}, ["/difficulty"]),
        ({"guard_deck": []}, ["/guard_deck"]),
    ],
)
def test_what_no_table_of_people_can_be_is_refused_at_its_field(
    app: Flask, client: FlaskClient, body: dict[str, Any], where: list[str]
) -> None:
    assert faults(open_table(client, {**of_players(), **body})) == where
    assert rows(app)["game_table"] == []


@pytest.mark.parametrize("wish", [{"depth": "light"}, {"roll_call": True}, {"instant_goal": True}, {"first_player": 0}])
def test_who_plays_alone_has_no_choice_of_what_several_agree_on(client: FlaskClient, wish: dict[str, Any]) -> None:
    assert faults(open_table(client, {"dealing": "cards", **wish})) == [f"/{next(iter(wish))}"]


# Sitting down


def test_a_free_seat_is_anybodys_before_the_first_round(client: FlaskClient) -> None:
    host, _ = host_of(client)
    response = ask_for(client, host.code, 1, {"name": "  Bea ", "crew": "gnolls"})
    sat = done(response)
    assert (sat["seated"], sat["seat"], sat["seats"], sat["version"]) == (True, 1, [1], 2)
    assert len(sat["token"]) >= 43
    assert response.headers["ETag"] == '"2-1-en"'
    assert (sat["line"]["kind"], sat["line"]["seat"]) == ("seat", 1)
    assert sat["line"]["lines"][0]["text"]
    told = seats_of(client, Seat(host.code, sat["token"]))["seats"]
    assert [one["mine"] for one in told] == [False, True, False]
    assert (told[1]["name"], told[1]["crew"], told[1]["free"]) == ("Bea", "gnolls", False)
    assert show(client, host).json["seats"] == [0, 2]


def test_a_phone_may_hold_several_seats_under_one_token(client: FlaskClient) -> None:
    host, _ = host_of(client)
    mine = take(client, host.code, 1)
    again = done(ask_for(client, host.code, 2, {"name": "Claire"}, token=mine.token))
    assert (again["seated"], again["token"], again["seats"]) == (True, None, [1, 2])


def test_whoever_sits_may_say_how_the_seat_is_called(client: FlaskClient) -> None:
    host, *_ = party(client)
    said = done(ask_for(client, host.code, 0, {"name": "Very Vera", "crew": "goblins"}, token=host.token))
    assert said["seated"]
    told = seats_of(client, host)["seats"][0]
    assert (told["name"], told["crew"]) == ("Very Vera", "goblins")
    assert said["state"]["sides"][0]["name"] == "Very Vera"


def test_a_device_sits_down_with_its_cookie_alone(app: Flask, client: FlaskClient) -> None:
    host, _ = host_of(client)
    phone = app.test_client()
    phone.set_cookie(DEVICE, "Isaac's phone")
    sat = done(ask_for(phone, host.code, 1, {"name": "Isaac"}))
    assert (sat["token"], sat["seats"]) == (None, [1])
    assert phone.get(f"{API}/tables/{host.code}").json["seats"] == [1]
    assert "Isaac's phone" not in str(rows(app))


def test_only_hashes_of_tokens_and_links_are_kept(app: Flask, client: FlaskClient) -> None:
    host, *others = party(client)
    links = [invited(client, host), invited(client, host, seat=1)]
    kept = str(rows(app))
    for secret in (host.token, *(one.token for one in others), *links):
        assert secret not in kept


def test_the_same_key_is_one_sitting_and_one_token_also_after_a_restart(
    client: FlaskClient, engine_url: str, make_app: AppMaker
) -> None:
    host, _ = host_of(client)
    first = ask_for(client, host.code, 1, {"name": "Isaac"}, key="mine")
    take(client, host.code, 2)
    for one in (client, make_app(engine_url).test_client()):
        again = ask_for(one, host.code, 1, {"name": "Isaac"}, key="mine")
        assert (again.status_code, again.data) == (200, first.data)
    assert now_at(client, host) == 3


def test_the_same_key_with_another_body_or_seat_is_refused(client: FlaskClient) -> None:
    host, _ = host_of(client)
    done(ask_for(client, host.code, 1, {"name": "Isaac"}, key="mine"))
    problem(ask_for(client, host.code, 1, {"name": "Irene"}, key="mine"), 422, "key-reused")
    problem(ask_for(client, host.code, 2, {"name": "Isaac"}, key="mine"), 422, "key-reused")


def test_a_key_gives_no_token_any_more_once_its_seat_is_anothers(client: FlaskClient) -> None:
    host, _ = host_of(client)
    mine = Seat(host.code, done(ask_for(client, host.code, 1, {}, key="mine"))["token"])
    done(get_up(client, mine, 1))
    take(client, host.code, 1)
    assert done(ask_for(client, host.code, 1, {}, key="mine"))["token"] is None


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"name": ""}, ["/name"]),
        ({"name": "x" * 41}, ["/name"]),
        ({"crew": "elves"}, ["/crew"]),
        ({"invite": ""}, ["/invite"]),
        ({"token": "x"}, ["/token"]),
    ],
)
def test_who_sits_down_says_it_right(client: FlaskClient, body: dict[str, Any], where: list[str]) -> None:
    host, _ = host_of(client)
    assert faults(ask_for(client, host.code, 1, body)) == where
    assert now_at(client, host) == 1


@pytest.mark.parametrize("seat", [3, 4])
def test_a_seat_that_the_game_has_not_is_404(client: FlaskClient, seat: int) -> None:
    host, _ = host_of(client)
    problem(ask_for(client, host.code, seat), 404, "not-found")
    problem(get_up(client, host, seat), 404, "not-found")
    problem(make_host(client, host, seat), 404, "not-found")
    problem(post(client, host, "invites", {"seat": seat}), 404, "not-found")
    problem(answer(client, host, seat, yes=True), 404, "not-found")
    assert now_at(client, host) == 1


def test_a_token_of_another_table_sits_down_nowhere_else(client: FlaskClient) -> None:
    host, _ = host_of(client)
    other, _ = host_of(client)
    problem(ask_for(client, host.code, 1, token=other.token), 403, "forbidden")
    problem(ask_for(client, host.code, 1, token="wrong"), 403, "forbidden")


def test_nobody_sits_down_at_a_closed_table(client: FlaskClient) -> None:
    host, _ = host_of(client)
    done(post(client, host, "close", {"version": 1}))
    problem(ask_for(client, host.code, 1), 409, "closed")


# Later: the host's yes


@pytest.fixture
def playing(client: FlaskClient) -> Seat:
    """The host of a table whose first round has begun; seat 1 is Isaac's, seat 2 is free."""
    host, _ = host_of(client)
    take(client, host.code, 1, name="Isaac")
    through_setup(client, host)
    return host


@pytest.mark.parametrize("seat", [1, 2])
def test_later_a_seat_is_asked_for_and_given_by_the_host(client: FlaskClient, playing: Seat, seat: int) -> None:
    asked = done(ask_for(client, playing.code, seat, {"name": "Lena"}))
    assert (asked["seated"], asked["seat"], asked["seats"]) == (False, None, [])
    lena = Seat(playing.code, asked["token"])
    assert show(client, lena).status_code == 403
    told = seats_of(client, playing)["seats"][seat]
    assert (told["wanted"], told["wanted_by"]) == (True, "Lena")
    given = done(answer(client, playing, seat, yes=True))
    assert (given["line"]["act"]["type"], bool(given["line"]["lines"][0]["text"])) == ("let_in", True)
    assert show(client, lena).json["seats"] == [seat]
    told = seats_of(client, playing)["seats"][seat]
    assert (told["wanted"], told["wanted_by"], told["name"], told["free"]) == (False, "", "Lena", False)


def test_whoever_had_the_seat_has_it_no_more_once_it_is_given_away(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    through_setup(client, host)
    done(ask_for(client, isaac.code, 1, {"name": "Isaac"}))
    assert show(client, isaac).json["seats"] == [1]
    done(answer(client, host, 1, yes=True))
    assert show(client, isaac).status_code == 403


def test_a_seat_that_is_taken_is_asked_for_also_before_the_first_round(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    assert not done(ask_for(client, host.code, 1, {"name": "Lena"}))["seated"]
    assert show(client, isaac).json["seats"] == [1]


def test_the_host_may_say_no(client: FlaskClient, playing: Seat) -> None:
    lena = Seat(playing.code, done(ask_for(client, playing.code, 2, {"name": "Lena"}))["token"])
    refused = done(answer(client, playing, 2, yes=False))
    assert refused["line"]["act"]["type"] == "turn_away"
    assert show(client, lena).status_code == 403
    told = seats_of(client, playing)["seats"][2]
    assert (told["wanted"], told["free"], told["name"]) == (False, True, "Claire")
    problem(answer(client, playing, 2, yes=True), 409, "nobody-asks")


def test_two_cannot_ask_for_one_seat(client: FlaskClient, playing: Seat) -> None:
    done(ask_for(client, playing.code, 2, {"name": "Lena"}))
    problem(ask_for(client, playing.code, 2, {"name": "Mallory"}), 409, "seat-wanted")
    done(answer(client, playing, 2, yes=True))
    assert seats_of(client, playing)["seats"][2]["name"] == "Lena"


def test_the_answer_to_who_asks_is_the_same_under_the_same_key_and_so_is_the_token(
    client: FlaskClient, playing: Seat
) -> None:
    first = ask_for(client, playing.code, 2, {"name": "Lena"}, key="mine")
    assert ask_for(client, playing.code, 2, {"name": "Lena"}, key="mine").data == first.data
    done(answer(client, playing, 2, yes=True))
    again = done(ask_for(client, playing.code, 2, {"name": "Lena"}, key="mine"))
    assert again["token"] == first.json["token"]


def test_whoever_sits_takes_free_seats_also_later(client: FlaskClient, playing: Seat) -> None:
    assert done(ask_for(client, playing.code, 2, {"name": "Vera too"}, token=playing.token))["seated"]


def test_only_the_host_says_yes(client: FlaskClient) -> None:
    host, isaac, claire = party(client)
    done(ask_for(client, host.code, 1, {"name": "Mallory"}))
    for one in (isaac, claire):
        problem(answer(client, one, 1, yes=True), 403, "not-host")
    assert show(client, isaac).json["seats"] == [1]


# Invitations


def test_a_link_lets_anybody_take_a_free_seat_later(client: FlaskClient, playing: Seat) -> None:
    secret = invited(client, playing)
    lena = take(client, playing.code, 2, name="Lena", invite=secret)
    assert show(client, lena).json["seats"] == [2]


def test_a_link_to_any_seat_gives_none_that_another_phone_has(client: FlaskClient, playing: Seat) -> None:
    secret = invited(client, playing)
    assert not done(ask_for(client, playing.code, 1, {"invite": secret}))["seated"]
    for _ in range(2):
        # As often as there is a free seat.
        lena = take(client, playing.code, 2, invite=secret)
        done(get_up(client, lena, 2))


def test_a_link_to_a_certain_seat_gives_it_to_another_phone_once(client: FlaskClient) -> None:
    _, isaac, _ = party(client)
    secret = invited(client, isaac, seat=1)
    problem(ask_for(client, isaac.code, 2, {"invite": secret}), 403, "bad-invite")
    other_phone = take(client, isaac.code, 1, name="Isaac", invite=secret)
    assert show(client, other_phone).json["seats"] == [1]
    assert show(client, isaac).status_code == 403
    problem(ask_for(client, isaac.code, 1, {"invite": secret}), 403, "bad-invite")


def test_a_link_is_good_for_its_time(app: Flask, client: FlaskClient, playing: Seat) -> None:
    secrets = [invited(client, playing), invited(client, playing, seat=2)]
    grow_older(app, INVITED_FOR - PATIENCE)
    take(client, playing.code, 2, invite=secrets[1])
    grow_older(app, PATIENCE)
    for secret in secrets:
        problem(ask_for(client, playing.code, 2, {"invite": secret}), 403, "bad-invite")


def test_a_link_of_another_table_or_a_made_up_one_gives_nothing(client: FlaskClient, playing: Seat) -> None:
    other, _ = host_of(client)
    for secret in (invited(client, other), invited(client, other, seat=2), "made-up"):
        problem(ask_for(client, playing.code, 2, {"invite": secret}), 403, "bad-invite")
    assert seats_of(client, playing)["seats"][2]["free"]


def test_to_a_seat_of_somebody_only_that_one_or_the_host_invites(client: FlaskClient) -> None:
    host, isaac, claire = party(client)
    problem(post(client, claire, "invites", {"seat": 1}), 403, "not-host")
    for one in (isaac, host):
        assert post(client, one, "invites", {"seat": 1}).status_code == 201
    assert post(client, claire, "invites", {}).status_code == 201


def test_whoever_was_freed_of_a_seat_does_not_come_back_by_a_link_of_their_own(client: FlaskClient) -> None:
    vera, isaac, claire = party(client)
    through_setup(client, vera)
    links = [invited(client, phone) for phone in (isaac, claire)]
    done(get_up(client, vera, 1))
    problem(ask_for(client, vera.code, 1, {"invite": links[0]}), 403, "bad-invite")
    assert done(ask_for(client, vera.code, 1, {"invite": links[1]}))["seated"]


def test_a_lost_phone_does_not_come_back_by_a_link_of_its_own(client: FlaskClient) -> None:
    vera, isaac, _ = party(client)
    through_setup(client, vera)
    link = invited(client, isaac, seat=1)
    ask_for(client, vera.code, 1, {"name": "Isaac"})
    done(answer(client, vera, 1, yes=True))
    problem(ask_for(client, vera.code, 1, {"invite": link}), 403, "bad-invite")


def test_a_link_says_until_when_it_is_good_and_no_cache_keeps_it(client: FlaskClient) -> None:
    host, _ = host_of(client)
    response = post(client, host, "invites", {"seat": 2})
    assert response.status_code == 201
    assert response.json["seat"] == 2
    assert response.json["expires"].endswith("+00:00")
    assert response.headers["Cache-Control"] == "no-store"


# Getting up


def test_who_gets_up_leaves_the_seat_to_the_host(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    left = done(get_up(client, isaac, 1))
    assert (left["seat"], left["seats"], left["line"]["seat"]) == (None, [], 1)
    assert left["line"]["lines"][0]["text"]
    assert show(client, isaac).status_code == 403
    assert show(client, host).json["seats"] == [0, 1]
    assert seats_of(client, host)["seats"][1]["free"]


def test_the_host_frees_any_seat_and_nobody_else_does(client: FlaskClient) -> None:
    host, isaac, claire = party(client)
    problem(get_up(client, claire, 1), 403, "not-host")
    done(get_up(client, host, 1))
    assert show(client, isaac).status_code == 403


def test_a_host_who_gets_up_leaves_the_table_to_who_sits(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    done(get_up(client, host, 0))
    assert [one["host"] for one in seats_of(client, isaac)["seats"]] == [False, True, False]
    assert show(client, isaac).json["seats"] == [0, 1]


def test_the_last_one_stays(client: FlaskClient) -> None:
    host, _ = host_of(client)
    problem(get_up(client, host, 0), 409, "last-seat")
    assert show(client, host).json["seats"] == [0, 1, 2]


def test_getting_up_twice_under_one_key_is_one_line_for_the_host(client: FlaskClient) -> None:
    host, *_ = party(client)
    first = get_up(client, host, 1, key="up")
    again = get_up(client, host, 1, key="up")
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert now_at(client, host) == first.json["version"]


# The host


def test_the_host_hands_the_table_over(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    handed = done(make_host(client, host, 1))
    assert handed["line"]["lines"][0]["text"]
    assert [one["host"] for one in seats_of(client, host)["seats"]] == [False, True, False]
    problem(post(client, host, "trust", {"edits_all": False}), 403, "not-host")
    done(post(client, isaac, "trust", {"edits_all": False}))


def test_nobody_else_hands_it_over_and_an_empty_seat_runs_no_table(client: FlaskClient) -> None:
    host, _ = host_of(client)
    isaac = take(client, host.code, 1)
    problem(make_host(client, host, 2), 404, "not-found")
    grow_older(client.application, SILENT_AFTER)
    problem(make_host(client, isaac, 0), 403, "not-host")


def test_whoever_sits_takes_over_after_two_minutes_of_silence_and_not_before(app: Flask, client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    grow_older(app, SILENT_AFTER - PATIENCE)
    assert not seats_of(client, isaac)["seats"][0]["silent"]
    problem(make_host(client, isaac, 1), 409, "host-is-here")
    grow_older(app, PATIENCE)
    assert seats_of(client, isaac)["seats"][0]["silent"]
    taken = done(make_host(client, isaac, 1))
    assert taken["line"]["seat"] == 1
    assert [one["host"] for one in seats_of(client, host)["seats"]] == [False, True, False]


@pytest.mark.parametrize("way", ["version", "table", "line"])
def test_a_host_who_asks_looks_or_acts_is_heard_of(app: Flask, client: FlaskClient, way: str) -> None:
    host, isaac, _ = party(client)
    grow_older(app, SILENT_AFTER)
    if way == "version":
        client.get(f"{API}/tables/{host.code}/version", headers={"Authorization": f"Bearer {host.token}"})
    elif way == "table":
        show(client, host)
    else:
        done(correct(client, host, now_at(client, isaac), "set_reputation", side=[0], number=3))
    problem(make_host(client, isaac, 1), 409, "host-is-here")


def test_another_phone_that_is_heard_of_says_nothing_of_the_host(app: Flask, client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    grow_older(app, SILENT_AFTER)
    show(client, isaac)
    show(client, host.code)
    told = seats_of(client, isaac)["seats"]
    assert [one["silent"] for one in told] == [True, False, True]


# Trust


@pytest.mark.parametrize("trusted", [True, False])
def test_under_own_trust_everybody_corrects_what_is_their_own_alone(client: FlaskClient, trusted: bool) -> None:
    host, isaac, _ = party(client)
    if not trusted:
        done(post(client, host, "trust", {"edits_all": False}))
    version = now_at(client, host)
    others = correct(client, isaac, version, "set_reputation", side=[2], number=7)
    if trusted:
        assert done(others)["line"]["seat"] == 1
    else:
        problem(others, 403, "not-yours")
    version = now_at(client, host)
    done(correct(client, isaac, version, "set_reputation", side=[1], number=9))
    done(correct(client, isaac, version + 1, "set_cubes", place=["sewers"], cube=["suspicion"], number=1))


@rule("V-1")
@pytest.mark.parametrize("trusted", [True, False])
def test_no_trust_lets_anybody_correct_what_others_keep_to_themselves(client: FlaskClient, trusted: bool) -> None:
    host, isaac, _ = party(client, edits_all=trusted)
    version = now_at(client, host)
    for who, holder in ((isaac, 2), (isaac, 0), (host, 1)):
        problem(correct(client, who, version, "set_tomes", holder=[holder], number=1), 403, "not-yours")
    done(correct(client, isaac, version, "set_tomes", holder=[1], number=1))


def back(client: FlaskClient, seat: Seat, to: int, way: str = "undo") -> TestResponse:
    return post(client, seat, way, {"version": now_at(client, seat), "to": to})


def stars(client: FlaskClient, *seats: Seat) -> list[int]:
    """Each seat sets its own reputation; the lines, after the one in which the game began."""
    lines = [1]
    for number, seat in enumerate(seats, start=20):
        shown = show(client, seat).json
        written = correct(client, seat, shown["version"], "set_reputation", side=[shown["seat"]], number=number)
        lines.append(done(written)["version"])
    return lines


def reputations(client: FlaskClient, seat: Seat) -> list[int]:
    return [one["reputation"] for one in show(client, seat).json["state"]["sides"]]


def test_where_each_corrects_the_own_nobody_goes_back_past_what_others_did_but_the_host(client: FlaskClient) -> None:
    host, isaac, stan = party(client, edits_all=False)
    begun, isaacs, _ = stars(client, isaac, stan)
    problem(back(client, isaac, begun), 403, "others-lines")
    problem(back(client, stan, begun), 403, "others-lines")
    assert [show(client, one).json["undo_to"] for one in (host, isaac, stan)] == [isaacs, None, isaacs]
    assert reputations(client, host) == [10, 20, 21]
    done(back(client, host, begun))
    assert reputations(client, host) == [10, 10, 10]


def test_where_each_corrects_the_own_nobody_does_again_what_others_did_but_the_host(client: FlaskClient) -> None:
    host, isaac, stan = party(client, edits_all=False)
    begun, isaacs, stans = stars(client, isaac, stan)
    done(back(client, host, begun))
    assert [show(client, one).json["redo_to"] for one in (host, isaac, stan)] == [isaacs, isaacs, None]
    problem(back(client, isaac, stans, "redo"), 403, "others-lines")
    done(back(client, isaac, isaacs, "redo"))
    problem(back(client, isaac, stans, "redo"), 403, "others-lines")
    done(back(client, stan, stans, "redo"))
    assert reputations(client, host) == [10, 20, 21]


def test_where_all_are_trusted_anybody_goes_back_past_what_others_did(client: FlaskClient) -> None:
    host, isaac, stan = party(client)
    begun, *_ = stars(client, host, stan)
    done(back(client, isaac, begun))
    assert reputations(client, host) == [10, 10, 10]


def test_who_sits_at_a_table_of_trust_no_more_is_bound_at_once(client: FlaskClient) -> None:
    host, isaac, stan = party(client)
    begun, _ = stars(client, stan)
    done(post(client, host, "trust", {"edits_all": False}))
    problem(back(client, isaac, begun), 403, "others-lines")
    done(back(client, stan, begun))


def test_what_may_be_corrected_is_what_is_offered(client: FlaskClient) -> None:
    host, isaac, _ = party(client, edits_all=False)

    def offered_to(seat: Seat, kind: str, field: str) -> Any:
        offers = {one["type"]: one for one in show(client, seat).json["corrections"]}
        return offers[kind]["fields"][field]["options"]

    assert offered_to(isaac, "set_reputation", "side") == [1]
    assert offered_to(host, "set_reputation", "side") == [0]
    done(post(client, host, "trust", {"edits_all": True}))
    assert offered_to(isaac, "set_reputation", "side") == [0, 1, 2]


def test_only_the_host_says_whom_the_table_trusts(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    problem(post(client, isaac, "trust", {"edits_all": False}), 403, "not-host")
    assert seats_of(client, host)["edits_all"] is True


# What is told


def test_the_log_says_what_happened_to_seats_in_the_language_of_the_request(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    done(ask_for(client, host.code, 1, {"name": "Lena"}))
    done(answer(client, host, 1, yes=False))
    done(post(client, host, "trust", {"edits_all": False}))
    done(make_host(client, host, 2))
    done(get_up(client, isaac, 1))
    said = []
    for language in ("en", "pl", "zh"):
        headers = {"Accept-Language": language}
        lines = client.get(f"{API}/tables/{host.code}/log", headers=headers).json["lines"]
        said.append([line["lines"][0]["text"] for line in lines if line["kind"] == "seat"])
    assert [len(one) for one in said] == [7, 7, 7]
    assert all(len({*texts}) == 3 for texts in zip(*said, strict=True))


def test_lines_about_seats_move_nothing_in_the_game_and_are_not_undone(client: FlaskClient) -> None:
    host, _ = host_of(client)
    before = show(client, host).json
    take(client, host.code, 2)
    after = show(client, host).json
    assert (after["undo_to"], after["redo_to"]) == (None, None)
    assert after["prompt"] == before["prompt"]
    names = [line["kind"] for line in read_log(client, host)]
    assert names == ["begin", "seat"]
    assert not any(line["struck"] for line in read_log(client, host))


def test_the_link_of_the_second_screen_is_for_those_who_sit(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    link = seats_of(client, host)["watch"]
    assert link
    assert seats_of(client, isaac)["watch"] == link
    assert seats_of(client, host.code)["watch"] is None
    assert link not in client.get(f"{API}/tables/{host.code}").text


def test_who_sits_down_is_seen_by_all_after_a_restart(client: FlaskClient, engine_url: str, make_app: AppMaker) -> None:
    host, isaac, _ = party(client)
    other = make_app(engine_url).test_client()
    assert seats_of(other, isaac) == seats_of(client, isaac)
    assert show(other, isaac).data == show(client, isaac).data
    assert show(other, host).data == show(client, host).data


# As many seats as players


def set_sides(client: FlaskClient, host: Seat, number: int) -> Any:
    return done(correct(client, host, now_at(client, host), "set_sides", number=number))


def test_a_late_player_finds_a_free_seat(client: FlaskClient) -> None:
    host, *_ = party(client)
    shown = set_sides(client, host, 4)
    assert shown["seats"] == [0, 3]
    assert [one["free"] for one in seats_of(client, host)["seats"]] == [False, False, False, True]
    lena = take(client, host.code, 3, name="Lena")
    assert show(client, lena).json["state"]["sides"][3]["name"] == "Lena"


def test_a_seat_that_is_gone_is_nobodys_and_comes_back_free_when_that_is_undone(client: FlaskClient) -> None:
    host, _, claire = party(client)
    before = now_at(client, host)
    set_sides(client, host, 2)
    assert show(client, claire).status_code == 403
    assert len(seats_of(client, host)["seats"]) == 2
    done(post(client, host, "undo", {"version": before + 1, "to": 1}))
    assert [one["free"] for one in seats_of(client, host)["seats"]] == [False, False, True]


def test_a_host_whose_seat_is_gone_runs_the_table_from_another(client: FlaskClient) -> None:
    host, _ = sit_down(client, of_players(*NAMES, holds=[2]))
    shown = set_sides(client, host, 2)
    assert shown["seats"] == [0, 1]
    assert [one["host"] for one in seats_of(client, host)["seats"]] == [True, False]


@rule("S-10")
def test_only_the_host_takes_away_the_seat_of_somebody_who_sits(client: FlaskClient) -> None:
    vera, isaac, claire = party(client)
    fewer = correct(client, isaac, now_at(client, isaac), "set_sides", number=2)
    problem(fewer, 403, "not-yours")
    (offered_,) = [one for one in show(client, isaac).json["corrections"] if one["type"] == "set_sides"]
    assert offered_["fields"]["number"] == {"kind": "number", "least": 3, "most": 5}
    set_sides(client, isaac, 4)
    stan = take(client, vera.code, 3)
    refused = post(client, claire, "undo", {"version": now_at(client, claire), "to": 1})
    problem(refused, 403, "not-yours")
    assert show(client, stan).json["seats"] == [3]
    assert len(set_sides(client, vera, 2)["state"]["sides"]) == 2


@rule("S-10")
def test_whoever_came_late_takes_back_that_there_is_a_seat_for_them_without_the_host(client: FlaskClient) -> None:
    host, _ = party(client, "Vera", "Isaac")
    set_sides(client, host, 3)
    claire = take(client, host.code, 2, name="Claire")
    assert post(client, claire, "undo", {"version": now_at(client, host), "to": 1}).status_code == 200
    assert [one["name"] for one in seats_of(client, host)["seats"]] == ["Vera", "Isaac"]


def test_only_the_host_closes_a_table_for_everybody(client: FlaskClient) -> None:
    vera, isaac, _ = party(client)
    problem(post(client, isaac, "close", {"version": now_at(client, isaac)}), 403, "not-host")
    assert done(post(client, vera, "close", {"version": now_at(client, vera)}))["closed"]
