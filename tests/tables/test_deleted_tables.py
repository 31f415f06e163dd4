"""A deleted table: who may, what is gone, what stays, and how those hear of it who look on (docs/api.md)."""

import json
import random
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from support.api_client import API, check_problem
from support.box_builders import keep_box, show_box
from support.databases import AppMaker
from support.seat_client import grow_older, invited, party, take
from support.sheet_client import DEVICE, rows
from support.sheet_client import show as show_sheet
from support.table_client import DEALT, STRENGTHS, Seat, open_table, play, post, show, sit_down
from werkzeug.test import TestResponse

from companion.persistence.database import db, now
from companion.tables import commands
from companion.tables.broadcast import LISTENERS, Live, TooManyListeners
from companion.tables.line_cache import line_cache
from companion.tables.records import Table
from companion.tables.repository import TableGone, find, load_state, remember_lines
from companion.tables.state_cache import state_cache

SECRET = "Wilhelmina"
LAST = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip


def delete(client: FlaskClient, code: str, token: str = "") -> TestResponse:
    return client.delete(f"{API}/tables/{code}", headers={"Authorization": f"Bearer {token}"} if token else {})


def problem(response: TestResponse, status: int, kind: str) -> None:
    assert response.status_code == status, response.text
    check_problem(response)
    assert response.json["type"] == kind


def keep(client: FlaskClient, seat: Seat) -> str:
    answer = client.put(f"{API}/tables/{seat.code}/sheet", headers={"Authorization": f"Bearer {seat.token}"})
    assert answer.status_code == 200, answer.text
    link: str = answer.json["link"]
    return link


# What is gone, what stays


def test_a_table_is_deleted_with_its_log_seats_invitations_and_keys(app: Flask, client: FlaskClient) -> None:
    host, other, _ = party(client, SECRET, "Isaac", "Claire")
    invited(client, host)
    ahead = {"version": 99, "type": "begin_round"}
    problem(post(client, host, "actions", ahead), 409, "conflict")
    assert all(rows(app)[table] for table in ("game_table", "game_entry", "game_seat", "game_invite", "game_refusal"))
    answer = delete(client, host.code, host.token)
    assert (answer.status_code, answer.data) == (204, b"")
    left = rows(app)
    assert {table: len(found) for table, found in left.items()} == dict.fromkeys(left, 0)
    for seat in (host, other, host.code):
        problem(show(client, seat), 404, "not-found")


def test_the_key_under_which_it_was_opened_opens_another(client: FlaskClient) -> None:
    first = open_table(client, {"dealing": "cards"}, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67").json
    assert delete(client, first["code"], first["token"]).status_code == 204
    second = open_table(client, {"dealing": "cards"}, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67").json
    assert (second["version"], second["code"] != first["code"]) == (1, True)


def test_other_tables_stay(client: FlaskClient) -> None:
    mine, _ = sit_down(client)
    others = [sit_down(client)[0] for _ in range(2)]
    delete(client, mine.code, mine.token)
    assert [show(client, seat).status_code for seat in others] == [200, 200]


def test_its_score_sheet_stays_and_is_still_the_hosts_to_delete(client: FlaskClient) -> None:
    seat, shown = sit_down(client, {**LAST, "name": SECRET})
    play(client, seat, shown, random.Random("Vera"))
    link = keep(client, seat)
    before = show_sheet(client, link).json
    assert delete(client, seat.code, seat.token).status_code == 204
    assert show_sheet(client, link).json == before
    by_token = {"Authorization": f"Bearer {seat.token}", "If-Match": "*"}
    assert client.delete(f"{API}/sheets/{link}", headers=by_token).status_code == 204


def test_the_box_on_it_stays(client: FlaskClient) -> None:
    box = keep_box(client)
    seat, _ = sit_down(client, {**LAST, "box": box.link})
    assert delete(client, seat.code, seat.token).status_code == 204
    assert show_box(client, box.link).status_code == 200


def test_no_file_of_sqlite_holds_anything_of_it(tmp_path: Path, migrated_file: Path, make_app: AppMaker) -> None:
    file = tmp_path / "lockup.db"
    shutil.copy(migrated_file, file)
    client = make_app(f"sqlite:///{file}").test_client()
    others = [sit_down(client)[0] for _ in range(5)]
    seat, shown = sit_down(client, {**DEALT, "name": SECRET, "difficulty": "moderate"})
    play(client, seat, shown, random.Random("Vera"), turns=40)

    def traces() -> list[str]:
        return [one.name for one in tmp_path.iterdir() if SECRET.encode() in one.read_bytes()]

    assert traces()
    assert delete(client, seat.code, seat.token).status_code == 204
    assert traces() == []
    assert all(show(client, one).status_code == 200 for one in others)


# Who may


def test_only_the_host_deletes_a_table(client: FlaskClient) -> None:
    host, other, _ = party(client)
    elsewhere, _ = sit_down(client)
    problem(delete(client, host.code), 401, "unauthorized")
    problem(delete(client, host.code, "nonsense"), 403, "forbidden")
    problem(delete(client, host.code, elsewhere.token), 403, "forbidden")
    problem(delete(client, host.code, other.token), 403, "not-host")
    assert show(client, other).status_code == 200
    assert delete(client, host.code, host.token).status_code == 204


def test_whoever_runs_it_by_then_deletes_it_and_no_longer_the_one_before(client: FlaskClient) -> None:
    host, other, _ = party(client)
    assert post(client, host, "host", {"seat": 1}).status_code == 200
    problem(delete(client, host.code, host.token), 403, "not-host")
    assert delete(client, host.code, other.token).status_code == 204


def test_the_device_that_holds_the_seat_deletes_a_solitary_game_and_another_does_not(app: Flask) -> None:
    mine, others = app.test_client(), app.test_client()
    mine.set_cookie(DEVICE, "my phone")
    others.set_cookie(DEVICE, "another phone")
    seat, _ = sit_down(mine)
    problem(delete(others, seat.code), 403, "forbidden")
    assert delete(mine, seat.code).status_code == 204


def test_another_site_deletes_nothing_on_the_cookie_of_a_device(app: Flask) -> None:
    mine = app.test_client()
    mine.set_cookie(DEVICE, "my phone")
    seat, _ = sit_down(mine)
    answer = mine.delete(f"{API}/tables/{seat.code}", headers={"Origin": "https://elsewhere.example"})
    problem(answer, 403, "cross-site")
    assert show(mine, seat).status_code == 200


def test_a_closed_table_can_be_deleted(client: FlaskClient) -> None:
    seat, shown = sit_down(client)
    assert post(client, seat, "close", {"version": shown["version"]}).status_code == 200
    assert delete(client, seat.code, seat.token).status_code == 204


@pytest.mark.parametrize("code", ["222222", "nothing", "%00"])
def test_where_there_is_no_table_none_is_deleted(client: FlaskClient, code: str) -> None:
    problem(delete(client, code, "token"), 404, "not-found")


def test_deleted_twice_it_is_not_there(client: FlaskClient) -> None:
    seat, _ = sit_down(client)
    assert delete(client, seat.code, seat.token).status_code == 204
    problem(delete(client, seat.code, seat.token), 404, "not-found")


# Those who look on


def events(answer: TestResponse) -> Any:
    return (part.decode() for part in answer.response)


def test_a_stream_says_that_the_table_is_gone_and_ends(app: Flask, client: FlaskClient) -> None:
    host, other, _ = party(client)
    listening = client.get(
        f"{API}/tables/{host.code}/live", headers={"Authorization": f"Bearer {other.token}"}, buffered=False
    )
    heard = events(listening)
    assert next(heard).startswith("retry:")
    assert json.loads(next(heard).partition("data: ")[2])["version"] == show(client, host).json["version"]
    assert delete(app.test_client(), host.code, host.token).status_code == 204
    assert [one for one in heard if one != ":\n\n"] == ["event: gone\ndata: {}\n\n"]
    listening.close()


def test_who_asks_for_the_version_of_a_deleted_table_hears_that_it_is_not_there(client: FlaskClient) -> None:
    host, _, _ = party(client)
    delete(client, host.code, host.token)
    problem(client.get(f"{API}/tables/{host.code}/version"), 404, "not-found")
    problem(client.get(f"{API}/tables/{host.code}/live"), 404, "not-found")


def test_whoever_waits_for_a_table_is_woken_when_it_is_gone() -> None:
    live, heard = Live(most=1, each=1), []
    with live.listening("a table", "192.168.1.20") as listener:
        waiting = Thread(target=lambda: heard.append(live.wait(listener, 3, live.looks, 0, 600)))
        waiting.start()
        live.tell("another", None)
        live.tell("a table", 3)
        live.tell("a table", None)
        waiting.join(60)
        assert heard == [None]
        with pytest.raises(TooManyListeners), live.listening("another", "192.168.1.21"):
            pass


def test_a_seat_that_is_taken_while_the_table_is_deleted_is_of_no_table(client: FlaskClient) -> None:
    host, _ = sit_down(client, {"players": [{}, {}], "holds": [0]})
    take(client, host.code, 1)
    delete(client, host.code, host.token)
    late = client.post(f"{API}/tables/{host.code}/seats/1", json={}, headers={"Idempotency-Key": "late"})
    problem(late, 404, "not-found")


def test_no_strength_of_a_deleted_table_is_left_in_the_memory_that_answers(client: FlaskClient) -> None:
    seat, _ = sit_down(client, DEALT)
    delete(client, seat.code, seat.token)
    answers = [client.get(f"{API}/tables/{seat.code}{path}") for path in ("", "/log", "/export", "/scores", "/seats")]
    assert {answer.status_code for answer in answers} == {404}
    assert not any(str(strength) in answer.text for answer in answers for strength in STRENGTHS)


def by_its_host(client: FlaskClient, seat: Seat) -> None:
    assert delete(client, seat.code, seat.token).status_code == 204


def by_the_owner(client: FlaskClient, seat: Seat) -> None:
    with client.application.app_context():
        commands.remove(seat.code)


def by_the_years(client: FlaskClient, seat: Seat) -> None:
    with client.application.app_context():
        assert commands.expire(seat.code, now() + timedelta(seconds=1))


EVERY_WAY = pytest.mark.parametrize("goes", [by_its_host, by_the_owner, by_the_years])


@EVERY_WAY
def test_however_a_table_goes_nothing_of_it_is_left_in_memory_or_beside_the_database(
    app: Flask, client: FlaskClient, goes: Callable[[FlaskClient, Seat], None]
) -> None:
    """Nor in SQLite's write-ahead log, which keeps what was deleted until it is emptied."""
    seat, shown = sit_down(client, {**LAST, "name": SECRET})
    play(client, seat, shown, random.Random("Vera"))
    with app.app_context():
        remember_lines(find(seat.code))
        table, states, lines = db.session.scalars(select(Table)).one(), state_cache(), line_cache()
        assert states.get(table.id)
        assert states.row(table.code)
        assert lines.get(table.id)
    goes(client, seat)
    assert (states.get(table.id), states.row(table.code), lines.get(table.id)) == (None, None, {})
    file = app.config["LOCKUP"].database.removeprefix("sqlite:///")
    if file.startswith("/"):
        assert Path(f"{file}-wal").read_bytes() == b""


@EVERY_WAY
def test_however_a_table_goes_whoever_waits_for_it_here_is_woken(
    app: Flask, client: FlaskClient, goes: Callable[[FlaskClient, Seat], None]
) -> None:
    """Nobody looks at the database here: this process wakes them itself."""
    seat, shown = sit_down(client, LAST)
    version = play(client, seat, shown, random.Random("Vera"))["version"]
    with app.app_context():
        id_ = db.session.scalars(select(Table.id)).one()
    live: Live = app.extensions[LISTENERS]
    with live.listening(id_, "192.168.1.20") as listener:
        waiting = Thread(target=live.wait, args=(listener, version, live.looks, 0, 600), daemon=True)
        waiting.start()
        goes(client, seat)
        waiting.join(10)
        assert not waiting.is_alive()


def test_a_table_expires_only_when_it_is_over_and_was_left_before_that_moment(app: Flask, client: FlaskClient) -> None:
    running, _ = sit_down(client, LAST)
    over, shown = sit_down(client, LAST)
    play(client, over, shown, random.Random("Vera"))
    with app.app_context():
        left = {table.code: table.changed for table in db.session.scalars(select(Table))}
        assert commands.expire(running.code, left[running.code] + timedelta(days=1)) is False
        assert commands.expire(over.code, left[over.code]) is False
        assert commands.expire(over.code, left[over.code] - timedelta(days=1)) is False
        assert len(rows(app)["game_table"]) == 2
        assert commands.expire(over.code, left[over.code] + timedelta(microseconds=1)) is True
        assert commands.expire(over.code, left[over.code] + timedelta(days=1)) is False
    assert [show(client, seat).status_code for seat in (running, over)] == [200, 404]


ASKED = [
    ("POST", "/invites", {}, 201),
    ("POST", "/corrections", {"version": 3, "type": "set_marker", "fields": {"side": [1]}}, 200),
    ("POST", "/seats/0", {"name": "Isaac"}, 200),
    ("GET", "", None, 200),
    ("GET", "/log", None, 200),
    ("GET", "/version", None, 200),
    ("GET", "/export", None, 200),
]
"""What somebody asks while the table is being deleted, and what the answer is where it still was there."""


def ask_meanwhile(app: Flask, seat: Seat, begin: Barrier, found: list[Any], one: tuple[str, str, Any, int]) -> None:
    method, path, body, expected = one
    client = app.test_client()
    begin.wait(60)
    answer = client.open(f"{API}/tables/{seat.code}{path}", method=method, json=body, headers=seat.headers())
    found.append(answer.status_code in {expected, 404} or answer.text)


def test_whatever_is_asked_while_a_table_is_deleted_is_answered_from_it_or_not_at_all(app: Flask) -> None:
    for _ in range(4):
        host, other, _ = party(app.test_client())
        grow_older(app, timedelta(minutes=1))
        begin, found = Barrier(len(ASKED) + 1), list[Any]()
        threads = [Thread(target=ask_meanwhile, args=(app, other, begin, found, one)) for one in ASKED]
        for thread in threads:
            thread.start()
        begin.wait(60)
        assert delete(app.test_client(), host.code, host.token).status_code == 204
        for thread in threads:
            thread.join(60)
        assert found == [True] * len(ASKED)


def test_a_table_deleted_since_it_was_found_is_no_table(client: FlaskClient, app: Flask) -> None:
    host, _ = sit_down(client, {"players": [{}, {}]})
    with app.app_context():
        table = db.session.scalars(select(Table)).one()
        with app.app_context():
            delete(client, host.code, host.token)
        db.session.expunge(table)
        db.session.rollback()
        with pytest.raises(TableGone):
            load_state(table)
