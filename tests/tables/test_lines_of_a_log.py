"""Lines of the log of a table: acts, corrections, undo, redo, close, each once and in its place (docs/api.md, 3)."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem
from support.box_builders import keep_box
from support.common import rule
from support.databases import AppMaker
from support.random_json_player import any_action, any_fields
from support.sheet_client import rows
from support.table_client import (
    BY_HAND,
    Seat,
    an_action,
    as_json,
    done,
    of_the_log,
    offered,
    open_table,
    play,
    post,
    question,
    read_log,
    show,
    sit_down,
    somebody,
)
from werkzeug.test import TestResponse

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint
from companion.tables import host_commands, repository
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.timeline import LATEST

CROWD = 8


def correction(version: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"version": version, "type": kind, "fields": fields}


def stars(version: int, side: int, number: int) -> dict[str, Any]:
    """A side stands at that number on the track."""
    return correction(version, "set_reputation", side=[side], number=number)


def reputations(shown: Any) -> list[int]:
    return [side["reputation"] for side in shown["state"]["sides"]]


@pytest.fixture
def opened(client: FlaskClient) -> tuple[Seat, Any]:
    return sit_down(client)


@pytest.fixture
def in_roll_call(client: FlaskClient, opened: tuple[Seat, Any]) -> tuple[Seat, Any]:
    """A table at which it is the player's turn to assign tokens."""
    seat, shown = opened
    return seat, play(client, seat, shown, somebody("setup"), until=lambda now: offered(now, "assign"))


def assignment(shown: Any, location: str = "sewers") -> dict[str, Any]:
    fields = {"location": [location], "tokens": ["enforcer"], "face_down": []}
    return {"version": shown["version"], "type": "assign", "fields": fields}


def lines(client: FlaskClient, seat: Seat) -> int:
    return len(read_log(client, seat))


# What an act says


def test_an_act_is_a_line_with_what_was_asked_and_what_happened(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    body = assignment(shown)
    answer = done(post(client, seat, "actions", body))
    line = answer["line"]
    assert answer["version"] == line["version"] == shown["version"] + 1
    assert (line["kind"], line["seat"], line["struck"]) == ("act", 0, False)
    assert line["act"] == {"type": body["type"], "fields": body["fields"]}
    assert [event["event"] for event in line["lines"]] == ["assigned"]
    assert all(event["text"] for event in line["lines"])


@rule("R-2")
def test_what_a_prompt_bars_is_refused_with_the_rule_and_what_would_be_legal(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    response = post(client, seat, "actions", assignment(shown, "library"))
    assert response.status_code == 422
    check_problem_of_a_line(response)
    assert response.json["type"] == "illegal"
    assert response.json["rule"] == "R-1"
    assert [error["path"] for error in response.json["errors"]] == ["/fields/location/0"]
    assert response.json["prompt"] == shown["prompt"]


def check_problem_of_a_line(response: TestResponse) -> None:
    check_problem(response)
    for error in response.json.get("errors", []):
        assert error["message"].strip().endswith((".", "!", "?")), error


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"type": "win"}, ["/type"]),
        ({"fields": {}}, ["/fields/face_down", "/fields/location", "/fields/tokens"]),
        ({"fields": {"location": ["sewers"], "tokens": [], "face_down": []}}, ["/fields/tokens"]),
        ({"fields": {"location": "sewers", "tokens": [2], "face_down": []}}, ["/fields/location"]),
        ({"fields": {"location": ["sewers"], "tokens": [2, 2], "face_down": []}}, ["/fields/tokens/1"]),
        ({"fields": {"location": ["sewers"], "tokens": [True], "face_down": []}}, ["/fields/tokens/0"]),
        ({"fields": {"location": [None], "tokens": [2], "face_down": []}}, ["/fields/location/0"]),
        ({"fields": {"location": ["sewers"], "tokens": [2], "face_down": [], "a~/b": 1}}, ["/fields/a~0~1b"]),
    ],
)
def test_what_a_prompt_does_not_offer_is_refused_at_its_field(
    client: FlaskClient, in_roll_call: tuple[Seat, Any], change: dict[str, Any], where: list[str]
) -> None:
    seat, shown = in_roll_call
    response = post(client, seat, "actions", assignment(shown) | change)
    assert response.status_code == 422
    check_problem_of_a_line(response)
    assert sorted(error["path"] for error in response.json["errors"]) == where
    assert show(client, seat).json["version"] == shown["version"]


def test_a_refused_act_leaves_its_key_free(client: FlaskClient, in_roll_call: tuple[Seat, Any]) -> None:
    seat, shown = in_roll_call
    assert post(client, seat, "actions", assignment(shown, "library"), "again").status_code == 422
    assert post(client, seat, "actions", assignment(shown), "again").status_code == 200


# Corrections


@pytest.mark.slow
def test_every_correction_that_is_offered_is_taken_and_can_be_undone(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    before = show(client, seat).json
    chance = somebody("corrections")
    taken = Counter[str]()
    for action in before["corrections"]:
        fields = any_fields(action, chance)
        body = correction(shown["version"], action["type"], **fields)
        response = post(client, seat, "corrections", body)
        taken[str(response.status_code)] += 1
        if response.status_code == 422:
            # More than the box has: said so, with what the box would need.
            check_problem_of_a_line(response)
            assert "/fields/" in response.json["errors"][0]["path"]
            continue
        shown = done(response)
        assert shown["line"]["kind"] == "correction"
        shown = done(post(client, seat, "undo", {"version": shown["version"], "to": before["version"]}))
        assert shown["state"] == before["state"], action["type"]
        assert question(shown) == question(before), action["type"]
    assert taken["200"] > 15


@rule("E-14")
def test_a_correction_that_needs_more_than_the_box_has_says_what_the_box_would_need(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, _ = opened
    body = correction(1, "set_cubes", place=["sewers"], cube=["gold"], number=11)
    response = post(client, seat, "corrections", body)
    assert response.status_code == 422
    check_problem_of_a_line(response)
    assert [error["path"] for error in response.json["errors"]] == ["/fields/number"]
    assert "11" in response.json["errors"][0]["message"]
    assert response.json["corrections"]
    shown = done(post(client, seat, "corrections", correction(1, "set_box", what=["gold"], number=11)))
    shown = done(post(client, seat, "corrections", body | {"version": shown["version"]}))
    assert shown["state"]["supply"]["gold"] == 0


def test_what_is_no_correction_is_refused_with_what_can_be_corrected(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, shown = opened
    response = post(client, seat, "corrections", an_action(shown))
    assert response.status_code == 422
    check_problem_of_a_line(response)
    corrections = show(client, seat).json["corrections"]
    assert response.json["corrections"] == corrections
    # The sentence names them too, each kind once.
    message = response.json["errors"][0]["message"]
    assert message.count(",") == len({one["type"] for one in corrections}) - 1


def test_a_correction_is_no_act_and_the_sentence_names_the_acts(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, shown = opened
    response = post(client, seat, "actions", stars(1, 0, 20))
    assert response.status_code == 422
    message = response.json["errors"][0]["message"]
    assert all(action["label"] in message for action in shown["prompt"]["actions"])
    assert message.count(",") == len(shown["prompt"]["actions"]) - 1


# Undo and redo


def test_undo_strikes_lines_and_redo_brings_them_back(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, shown = opened
    answers = [shown]
    for _ in range(4):
        answers.append(done(post(client, seat, "actions", an_action(answers[-1]))))
    back = done(post(client, seat, "undo", {"version": 5, "to": 2}))
    assert (back["version"], back["undo_to"], back["redo_to"]) == (6, 1, 3)
    assert (back["state"], question(back)) == (answers[1]["state"], question(answers[1]))
    assert [line["version"] for line in read_log(client, seat) if line["struck"]] == [3, 4, 5]
    again = done(post(client, seat, "redo", {"version": 6, "to": 4}))
    assert (again["version"], again["undo_to"], again["redo_to"]) == (7, 3, 5)
    assert (again["state"], question(again)) == (answers[3]["state"], question(answers[3]))
    assert [line["version"] for line in read_log(client, seat) if line["struck"]] == [5]
    assert [line["kind"] for line in read_log(client, seat)] == ["begin", *["act"] * 4, "undo", "redo"]


def test_what_was_undone_is_gone_for_good_once_something_else_is_done(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, shown = opened
    shown = done(post(client, seat, "actions", an_action(shown)))
    shown = done(post(client, seat, "undo", {"version": 2, "to": 1}))
    assert shown["redo_to"] == 2
    shown = done(post(client, seat, "corrections", stars(3, 0, 20)))
    assert shown["redo_to"] is None
    response = post(client, seat, "redo", {"version": 4, "to": 2})
    assert response.status_code == 422
    check_problem_of_a_line(response)


@pytest.mark.parametrize(("path", "to"), [("undo", 2), ("undo", 3), ("undo", 9), ("redo", 1), ("redo", 2), ("redo", 3)])
def test_there_is_nothing_to_undo_or_redo_up_to_there(
    client: FlaskClient, opened: tuple[Seat, Any], path: str, to: int
) -> None:
    seat, shown = opened
    done(post(client, seat, "actions", an_action(shown)))
    response = post(client, seat, path, {"version": 2, "to": to})
    assert response.status_code == 422
    check_problem_of_a_line(response)
    assert [error["path"] for error in response.json["errors"]] == ["/to"]
    assert response.json["prompt"]


def test_undo_can_be_repeated_down_to_the_first_line_and_no_further(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, first = opened
    shown = first
    for _ in range(3):
        shown = done(post(client, seat, "actions", an_action(shown)))
    while shown["undo_to"] is not None:
        shown = done(post(client, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
    assert shown["state"] == first["state"]
    assert shown["version"] == 7
    while shown["redo_to"] is not None:
        shown = done(post(client, seat, "redo", {"version": shown["version"], "to": shown["redo_to"]}))
    assert shown["version"] == 10


def latest_of(app: Flask, code: str) -> list[Any]:
    with app.app_context():
        return repository.latest_lines(repository.find(code))


def counting(app: Flask, code: str) -> list[Any]:
    """The lines that count as going through the whole log tells them."""
    with app.app_context():
        loaded = repository.find(code)
        return [line for line in repository.log(loaded.table) if line.version in loaded.state.history.counting]


@pytest.mark.slow
def test_the_last_lines_are_told_alike_with_the_whole_log_and_without_it(
    client: FlaskClient, engine_url: str, make_app: AppMaker, app: Flask
) -> None:
    seat, shown = sit_down(client)
    for number in range(4):
        shown = play(client, seat, shown, somebody(f"latest {number}"), turns=20 + number)
        for _ in range(number):
            shown = done(post(client, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
        if number == 2:
            shown = done(post(client, seat, "redo", {"version": shown["version"], "to": shown["redo_to"]}))
        told = latest_of(app, seat.code)
        assert told == counting(app, seat.code)[-LATEST:]
        # A process that has nothing in its memory.
        assert latest_of(make_app(engine_url), seat.code) == told
    assert len(told) == LATEST


# Closing


def test_a_closed_table_takes_nothing_more(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, shown = opened
    shown = done(post(client, seat, "actions", an_action(shown)))
    closed = done(post(client, seat, "close", {"version": 2}))
    assert closed["closed"] is True
    assert (closed["undo_to"], closed["redo_to"], closed["prompt"]["actions"]) == (None, None, [])
    assert show(client, seat).json["corrections"] == []
    more: dict[str, Any] = {
        "actions": an_action(shown),
        "corrections": stars(3, 0, 1),
        "undo": {"version": 3, "to": 1},
        "redo": {"version": 3, "to": 1},
        "close": {"version": 3},
    }
    for path, body in more.items():
        response = post(client, seat, path, body)
        assert response.status_code == 409
        check_problem(response)
        assert response.json["type"] == "closed"
    assert lines(client, seat) == 3


# The same key


def every_way(client: FlaskClient, seat: Seat, shown: Any) -> list[tuple[str, dict[str, Any]]]:
    """A line of each kind, sound one after the other, from that version on."""
    now = shown["version"]
    return [
        ("actions", an_action(shown)),
        ("corrections", stars(now + 1, 0, 33)),
        ("undo", {"version": now + 2, "to": now}),
        ("redo", {"version": now + 3, "to": now + 1}),
        ("close", {"version": now + 4}),
    ]


def test_the_same_key_with_the_same_body_is_one_line_and_one_answer(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, shown = opened
    ways = every_way(client, seat, shown)
    first = [post(client, seat, path, body, f"k{number}") for number, (path, body) in enumerate(ways)]
    assert [one.status_code for one in first] == [200] * len(ways)
    second = [post(client, seat, path, body, f"k{number}") for number, (path, body) in enumerate(ways)]
    for one, other in zip(first, second, strict=True):
        assert other.status_code == 200
        assert other.data == one.data
        assert other.headers["ETag"] == one.headers["ETag"]
    assert lines(client, seat) == 1 + len(ways)


def test_so_it_is_after_a_restart(client: FlaskClient, engine_url: str, make_app: AppMaker) -> None:
    seat, shown = sit_down(client)
    chance = somebody("restart")
    sent: list[tuple[dict[str, Any], TestResponse]] = []
    for number in range(20):
        body = any_action(shown, chance)
        sent.append((body, post(client, seat, "actions", body, f"k{number}")))
        shown = done(sent[-1][1])
    restarted = make_app(engine_url).test_client()
    for number, (body, answer) in enumerate(sent):
        again = post(restarted, seat, "actions", body, f"k{number}", Accept_Language="pl")
        assert again.data == answer.data
        assert again.headers["Content-Language"] == "en"
    assert show(restarted, seat).json["version"] == shown["version"]


def test_the_same_key_opens_one_table_also_after_a_restart(
    client: FlaskClient, engine_url: str, make_app: AppMaker
) -> None:
    seat, opened = sit_down(client, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67")
    done(post(client, seat, "actions", an_action(opened)))
    restarted = make_app(engine_url)
    for one in (client, restarted.test_client()):
        again, answer = sit_down(one, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67", Accept_Language="zh")
        assert again == seat
        assert as_json(answer) == as_json(opened)
    assert len(rows(restarted)["game_table"]) == 1


def test_so_it_is_when_the_box_has_learned_from_it_since(client: FlaskClient) -> None:
    box = keep_box(client)
    body = {**BY_HAND, "box": box.link}
    mine = {"Authorization": f"Bearer {box.edit}"}
    opened = open_table(client, body, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67", **mine)
    seat, shown = Seat(opened.json["code"], opened.json["token"]), opened.json
    answers = []
    for number in range(3):
        goon = {
            "version": shown["version"],
            "type": "type_goon",
            "fields": {"goon": {"type": "dwarf", "icons": number}},
        }
        answers.append((goon, post(client, seat, "actions", goon, f"k{number}")))
        shown = done(answers[-1][1])
    assert len(client.get(f"{API}/boxes/{box.link}").json["box"]["goons"]) == 3
    assert open_table(client, body, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67", **mine).data == opened.data
    for number, (goon, answer) in enumerate(answers):
        assert post(client, seat, "actions", goon, f"k{number}").data == answer.data


def test_a_key_under_which_another_table_was_opened_is_refused(app: Flask, client: FlaskClient) -> None:
    sit_down(client, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67")
    response = open_table(client, BY_HAND, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67")
    assert response.status_code == 422
    check_problem(response)
    assert response.json["type"] == "key-reused"
    assert len(rows(app)["game_table"]) == 1


def test_without_a_key_every_request_opens_a_table(client: FlaskClient) -> None:
    assert sit_down(client)[0].code != sit_down(client)[0].code


def test_what_comes_without_a_key_is_a_line_each_time(app: Flask, client: FlaskClient) -> None:
    """As a page may send it: nobody can tell whether it is the same again."""
    seat, _ = sit_down(client, {"players": [{}, {}]})
    caller = Caller(token=seat.token)
    with app.app_context():
        lines = [host_commands.trust(seat.code, caller, Command(Kind.SEAT, 0), edits_all=False) for _ in range(2)]
    assert [one.line.version for one in lines] == [2, 3]


def test_a_key_with_another_body_is_422_whatever_has_happened_since(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, shown = opened
    body = an_action(shown)
    done(post(client, seat, "actions", body, "mine"))
    others: list[tuple[str, dict[str, Any]]] = [
        ("actions", body | {"version": 2}),
        ("actions", body | {"type": "deck_empty", "fields": {}}),
        ("corrections", body),
        ("undo", {"version": 2, "to": 1}),
        ("close", {"version": 2}),
    ]
    for path, other in others:
        response = post(client, seat, path, other, "mine")
        assert response.status_code == 422
        check_problem(response)
        assert response.json["type"] == "key-reused"
    assert lines(client, seat) == 2


def test_a_key_with_the_same_bytes_at_another_address_is_422(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, shown = opened
    for _ in range(2):
        shown = done(post(client, seat, "actions", an_action(shown)))
    shown = done(post(client, seat, "undo", {"version": 3, "to": 1}, "mine"))
    response = post(client, seat, "redo", {"version": 3, "to": 1}, "mine")
    assert response.status_code == 422
    assert response.json["type"] == "key-reused"


def test_a_key_is_of_one_table(client: FlaskClient) -> None:
    for _ in range(2):
        seat, shown = sit_down(client)
        assert done(post(client, seat, "actions", an_action(shown), "mine"))["version"] == 2


def test_a_key_is_no_secret_door_for_another_seat(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, shown = opened
    body = an_action(shown)
    done(post(client, seat, "actions", body, "mine"))
    assert post(client, Seat(seat.code, "wrong"), "actions", body, "mine").status_code == 403


# Several at once


def at_once(app: Flask, act: Callable[[FlaskClient, int], TestResponse]) -> list[TestResponse]:
    """The answers to a crowd that starts together."""
    together = Barrier(CROWD)

    def one(number: int) -> TestResponse:
        client = app.test_client()
        together.wait()
        return act(client, number)

    with ThreadPoolExecutor(CROWD) as pool:
        return list(pool.map(one, range(CROWD)))


def test_the_same_act_at_once_under_one_key_is_one_line(app: Flask, client: FlaskClient) -> None:
    seat, shown = sit_down(client)
    body = an_action(shown)
    answers = at_once(app, lambda one, _: post(one, seat, "actions", body, "mine"))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert lines(client, seat) == 2


def test_of_acts_at_once_under_keys_of_their_own_one_is_taken(app: Flask, client: FlaskClient) -> None:
    seat, shown = sit_down(client)
    body = an_action(shown)
    answers = at_once(app, lambda one, n: post(one, seat, "actions", body, f"k{n}"))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: CROWD - 1}
    assert lines(client, seat) == 2


def test_corrections_of_different_things_at_once_are_all_taken(
    app: Flask, client: FlaskClient, engine_url: str, make_app: AppMaker
) -> None:
    seat, _ = sit_down(client)
    other = make_app(engine_url)
    places = ["exercise_yard", "sewers", "infirmary", "smithy", "commissary", "chow_hall", "cell_block", "library"]

    def correct(one: FlaskClient, number: int) -> TestResponse:
        through = one if number % 2 else other.test_client()
        body = correction(1, "set_cubes", place=[places[number]], cube=["scrap"], number=1 + number % 2)
        return post(through, seat, "corrections", body)

    answers = at_once(app, correct)
    assert {answer.status_code for answer in answers} == {200}
    now = show(client, seat).json
    assert [one["cubes"] for one in now["state"]["locations"]] == [{"scrap": 1 + n % 2} for n in range(CROWD)]
    assert now["version"] == 1 + CROWD
    assert show(other.test_client(), seat).data == show(client, seat).data


# Based on an older version


def check_conflict(response: TestResponse, client: FlaskClient, seat: Seat, since: list[int]) -> None:
    """It says what changed and what is now."""
    assert response.status_code == 409
    check_problem(response)
    assert response.json["type"] == "conflict"
    assert [line["version"] for line in response.json["changed"]] == since
    log = {line["version"]: line for line in read_log(client, seat)}
    assert response.json["changed"] == [log[version] for version in since]
    now = show(client, seat)
    assert response.json["current"] == of_the_log(now.json)
    assert response.headers["ETag"] == now.headers["ETag"]


def test_an_act_on_an_old_version_is_taken_where_nothing_that_it_touches_has_changed(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    done(post(client, seat, "corrections", stars(shown["version"], 1, 40)))
    answer = done(post(client, seat, "actions", assignment(shown)))
    assert answer["version"] == shown["version"] + 2
    assert reputations(answer)[1] == 40
    assert [token["token"] for token in answer["state"]["sides"][0]["tokens"]] == ["enforcer"]


def test_what_is_possible_only_since_another_did_something_is_a_conflict_with_what_has_changed(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, before = opened
    shown = play(client, seat, before, somebody("setup"), until=lambda now: offered(now, "assign"))
    later = post(client, seat, "corrections", correction(1, "set_turn", side=[1]), "too-early")
    check_conflict(later, client, seat, [*range(2, shown["version"] + 1)])
    refused = post(client, seat, "corrections", correction(1, "set_moon"))
    assert (refused.status_code, refused.json["type"]) == (422, "illegal")


def test_an_act_on_an_old_version_is_refused_where_what_it_touches_has_changed(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    now = shown["version"]
    fields = {"token": [{"side": 0, "token": "enforcer"}], "to": ["smithy"]}
    offered_fields = next(one for one in show(client, seat).json["corrections"] if one["type"] == "set_token")["fields"]
    fields |= {name: [] for name in offered_fields if name not in fields}
    done(post(client, seat, "corrections", correction(now, "set_token", **fields)))
    check_conflict(post(client, seat, "actions", assignment(shown)), client, seat, [now + 1])


def test_an_act_after_another_act_is_refused(client: FlaskClient, in_roll_call: tuple[Seat, Any]) -> None:
    seat, shown = in_roll_call
    done(post(client, seat, "actions", assignment(shown)))
    now = shown["version"]
    check_conflict(post(client, seat, "actions", assignment(shown, "smithy")), client, seat, [now + 1])
    check_conflict(post(client, seat, "actions", assignment(shown)), client, seat, [now + 1])


def test_a_correction_is_taken_where_what_came_between_was_undone(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    now = shown["version"]
    done(post(client, seat, "corrections", stars(now, 1, 40)))
    done(post(client, seat, "undo", {"version": now + 1, "to": now}))
    assert reputations(done(post(client, seat, "corrections", stars(now, 1, 30))))[1] == 30


def test_what_was_refused_stays_refused_under_its_key_though_its_way_is_free_now(
    app: Flask, client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, _ = opened
    done(post(client, seat, "corrections", stars(1, 0, 15)))
    check_conflict(post(client, seat, "corrections", stars(1, 0, 16), "late"), client, seat, [2])
    done(post(client, seat, "undo", {"version": 2, "to": 1}))
    check_conflict(post(client, seat, "corrections", stars(1, 0, 16), "late"), client, seat, [2, 3])
    check_conflict(post(client, seat, "corrections", stars(1, 0, 16), "late"), client, seat, [2, 3])
    assert [refusal["key_hash"] for refusal in rows(app)["game_refusal"]] == [fingerprint("late")]
    answer = done(post(client, seat, "corrections", stars(1, 0, 17), "late"))
    assert reputations(answer)[0] == 17
    assert reputations(done(post(client, seat, "corrections", stars(1, 1, 16), "new")))[1] == 16


def test_an_act_is_refused_where_the_act_before_it_was_undone(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    now = shown["version"]
    later = done(post(client, seat, "actions", assignment(shown)))
    body = an_action(later)
    done(post(client, seat, "undo", {"version": now + 1, "to": now}))
    check_conflict(post(client, seat, "actions", body), client, seat, [now + 2])


def test_corrections_of_the_same_value_collide_and_of_others_do_not(
    client: FlaskClient, opened: tuple[Seat, Any]
) -> None:
    seat, _ = opened
    done(post(client, seat, "corrections", stars(1, 0, 15)))
    check_conflict(post(client, seat, "corrections", stars(1, 0, 16)), client, seat, [2])
    answer = done(post(client, seat, "corrections", stars(1, 1, 17)))
    assert reputations(answer) == [15, 17]


def test_a_correction_on_an_old_version_is_taken_after_an_act_that_left_its_value(
    client: FlaskClient, in_roll_call: tuple[Seat, Any]
) -> None:
    seat, shown = in_roll_call
    done(post(client, seat, "actions", assignment(shown)))
    assert reputations(done(post(client, seat, "corrections", stars(shown["version"], 0, 15))))[0] == 15


@pytest.mark.parametrize("path", ["undo", "redo", "close"])
def test_undo_redo_and_close_want_the_version_as_it_is(
    client: FlaskClient, opened: tuple[Seat, Any], path: str
) -> None:
    seat, shown = opened
    done(post(client, seat, "actions", an_action(shown)))
    body = {"version": 1, **({"to": 1} if path != "close" else {})}
    check_conflict(post(client, seat, path, body), client, seat, [2])


def test_a_version_that_is_not_there_yet_is_a_conflict(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, shown = opened
    for version in (2, 2**31 - 1):
        check_conflict(post(client, seat, "actions", an_action(shown) | {"version": version}), client, seat, [])


def test_nonsense_on_an_old_version_is_refused_as_nonsense(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, _ = opened
    done(post(client, seat, "corrections", stars(1, 0, 15)))
    response = post(client, seat, "actions", {"version": 1, "type": "win"})
    assert response.status_code == 422
    assert response.json["type"] == "illegal"


# Nothing is ever rewritten


def test_lines_are_only_ever_added(app: Flask, client: FlaskClient) -> None:
    from sqlalchemy import event

    from companion.persistence.database import db

    said: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *now: said.append(now[2]))
    seat, shown = sit_down(client)
    kept: list[dict[str, Any]] = []
    chance = somebody("rewritten")
    for number in range(12):
        shown = done(post(client, seat, "actions", any_action(shown, chance)))
        if number % 4 == 2:
            back = {"version": shown["version"], "to": shown["undo_to"]}
            shown = done(post(client, seat, "undo", back))
        now = sorted(rows(app)["game_entry"], key=lambda row: row["version"])
        assert now[: len(kept)] == kept
        assert len(now) == shown["version"]
        kept = now
    for path, body in every_way(client, seat, shown):
        post(client, seat, path, body)
    changed_paths = [statement for statement in said if "game_entry" in statement]
    assert {statement.split()[0].upper() for statement in changed_paths} <= {"SELECT", "INSERT"}
    assert sum(statement.upper().startswith("INSERT") for statement in changed_paths) == shown["version"] + 5


def test_a_line_says_which_version_of_the_rules_wrote_it(app: Flask, client: FlaskClient) -> None:
    from companion.tables.repository import rules_version

    seat, shown = sit_down(client)
    done(post(client, seat, "actions", an_action(shown)))
    with app.app_context():
        version = rules_version()
    assert {row["rules"] for row in rows(app)["game_entry"]} == {version}
    assert {row["rules"] for row in rows(app)["game_table"]} == {version}


def test_what_was_asked_is_in_the_log_as_it_was_asked(client: FlaskClient, opened: tuple[Seat, Any]) -> None:
    seat, shown = opened
    asked = []
    chance = somebody("asked")
    for _ in range(20):
        body = any_action(shown, chance)
        asked.append({"type": body["type"], "fields": body["fields"]})
        shown = done(post(client, seat, "actions", body))
    assert [as_json(line["act"]) for line in read_log(client, seat)[1:]] == [as_json(one) for one in asked]


@pytest.mark.parametrize("path", ["actions", "corrections", "undo", "redo", "close"])
def test_other_methods_are_405(client: FlaskClient, opened: tuple[Seat, Any], path: str) -> None:
    response = client.get(f"{API}/tables/{opened[0].code}/{path}")
    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]
