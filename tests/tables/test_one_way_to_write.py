"""Each write is decided on a table as it was read or is remembered, and goes in only where that is still so."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select, update
from support.api_client import API
from support.databases import AppMaker
from support.random_json_player import any_action
from support.seat_client import ask_for, correct, get_up, grow_older, party, seats_of, take
from support.table_client import Seat, done, post, read_log, show, sit_down, somebody
from werkzeug.test import TestResponse

from companion.persistence.database import db
from companion.tables.records import Table
from companion.tables.unit_of_work import ATTEMPTS

ACTS = 40


@pytest.fixture
def other(engine_url: str, make_app: AppMaker) -> FlaskClient:
    """Another process on the same database."""
    return make_app(engine_url).test_client()


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """What the database is asked meanwhile; that a transaction begins, too, where it is told so."""
    said: list[str] = []

    def hear(*now: Any) -> None:
        said.append(now[2].split()[0])

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", hear)
    yield said
    event.remove(engine, "before_cursor_execute", hear)


def stars(client: FlaskClient, seat: Seat, version: int, number: int, key: str | None = None) -> Any:
    body = {"version": version, "type": "set_reputation", "fields": {"side": [0], "number": number}}
    return post(client, seat, "corrections", body, key)


def refusal(response: TestResponse) -> tuple[int, str]:
    assert response.json is not None
    return response.status_code, response.json["type"]


def test_an_act_takes_three_statements_and_reads_nothing(app: Flask, client: FlaskClient) -> None:
    seat, shown = sit_down(client, {"dealing": "house"})
    chance, counted = somebody("short"), []
    for _ in range(ACTS):
        with statements(app) as said:
            shown = done(post(client, seat, "actions", any_action(shown, chance)))
        counted.append([one for one in said if one != "BEGIN"])
    begun = ["SELECT"] if db_is_postgres(app) else []
    assert counted == [["UPDATE", "INSERT", *begun]] * ACTS
    assert [line["version"] for line in read_log(client, seat)] == [*range(1, ACTS + 2)]


def test_the_act_with_which_a_game_ends_takes_as_few(app: Flask, client: FlaskClient) -> None:
    seat, shown = sit_down(client, {"dealing": "house"})
    chance, last = somebody("short"), list[str]()
    while shown["prompt"]["actions"]:
        with statements(app) as said:
            shown = done(post(client, seat, "actions", any_action(shown, chance)))
        last = [one for one in said if one != "BEGIN"]
    assert last[:2] == ["UPDATE", "INSERT"]
    assert "UPDATE" not in last[2:]
    with app.app_context():
        assert db.session.scalars(select(Table.over)).all() == [True]


def test_after_an_undo_an_act_takes_as_few_again(app: Flask, client: FlaskClient) -> None:
    seat, _ = sit_down(client, {"dealing": "house"})
    done(stars(client, seat, 1, 1))
    done(post(client, seat, "undo", {"version": 2, "to": 1}))
    with statements(app) as said:
        done(stars(client, seat, 3, 2))
    assert [one for one in said if one != "BEGIN"][:2] == ["UPDATE", "INSERT"]


def test_what_turned_out_to_be_remembered_wrongly_is_not_tried_again(app: Flask, client: FlaskClient) -> None:
    seat, _ = sit_down(client, {"dealing": "house"})
    done(stars(client, seat, 1, 1, key="once"))
    with app.app_context():
        # As another process leaves it that has heard of a phone.
        db.session.execute(update(Table).values(stamp=Table.stamp + 1))
        db.session.commit()
    tried = []
    for _ in range(2):
        with statements(app) as said:
            assert refusal(stars(client, seat, 2, 2, key="once")) == (422, "key-reused")
        tried.append(said.count("UPDATE"))
    assert tried == [1, 0]


def db_is_postgres(app: Flask) -> bool:
    with app.app_context():
        return db.engine.dialect.name == "postgresql"


def test_what_another_process_has_written_is_seen(client: FlaskClient, other: FlaskClient) -> None:
    seat, shown = sit_down(client, {"dealing": "house"})
    for version in range(1, 9):
        shown = done(stars((client, other)[version % 2], seat, version, version))
    assert shown["version"] == 9
    assert refusal(stars(client, seat, 7, 3)) == (409, "conflict")
    assert [line["version"] for line in read_log(client, seat)] == [*range(1, 10)]


def test_a_phone_that_has_lost_its_seat_elsewhere_writes_nothing(client: FlaskClient, other: FlaskClient) -> None:
    host, isaac, *_ = party(client)
    version = done(show(client, host))["version"]
    done(correct(client, isaac, version, "set_reputation", side=[1], number=3))
    done(get_up(other, host, 1))
    assert refusal(correct(client, isaac, version + 2, "set_reputation", side=[1], number=4)) == (403, "forbidden")
    assert done(show(client, host))["version"] == version + 2


def test_a_phone_that_another_process_has_heard_is_awake_in_every_answer(
    app: Flask, client: FlaskClient, other: FlaskClient
) -> None:
    host, isaac, *_ = party(client)
    version = done(show(client, host))["version"]
    done(correct(client, host, version, "set_reputation", side=[0], number=3))
    grow_older(app, timedelta(minutes=5))
    assert done(show(other, isaac))["version"] == version + 1
    with statements(app) as said:
        done(correct(client, host, version + 1, "set_reputation", side=[0], number=4))
    assert said.count("SELECT") > 1, "its seats were read again"
    assert not seats_of(client, host)["seats"][1]["silent"]


def test_a_key_that_comes_again_is_answered_as_before_and_with_something_else_refused(client: FlaskClient) -> None:
    seat, _ = sit_down(client, {"dealing": "house"})
    done(stars(client, seat, 1, 1))
    first = done(stars(client, seat, 2, 2, key="once"))
    again = done(stars(client, seat, 2, 2, key="once"))
    assert again == first
    # Based on the version that there is: the log alone knows that the key is used.
    assert refusal(stars(client, seat, 3, 3, key="once")) == (422, "key-reused")
    assert done(show(client, seat))["version"] == 3


def test_whoever_sits_down_between_two_acts_may_act_at_once(client: FlaskClient, other: FlaskClient) -> None:
    host, *_ = party(client)
    version = done(show(client, host))["version"]
    done(correct(client, host, version, "set_reputation", side=[0], number=3))
    done(get_up(other, host, 1))
    late = take(other, host.code, 1, name="Late")
    done(correct(client, late, version + 3, "set_reputation", side=[1], number=4))


@contextmanager
def quicker(app: Flask, write: Callable[[], object], times: int = 1) -> Iterator[list[int]]:
    """Somebody who writes whenever this app has read the row of a table, so many times; how often that was."""
    written: list[int] = []

    def hear(*now: Any) -> None:
        if now[2].startswith("SELECT game_table.") and len(written) < times:
            written.append(len(written))
            write()

    with app.app_context():
        engine = db.engine
    event.listen(engine, "after_cursor_execute", hear)
    yield written
    event.remove(engine, "after_cursor_execute", hear)


WRITES: Mapping[str, Callable[[FlaskClient, Seat, int], TestResponse]] = {
    "undo": lambda client, host, version: post(client, host, "strike", {"version": version, "to": version}),
    "seat": lambda client, host, _: get_up(client, host, 2),
    "invitation": lambda client, host, _: client.post(
        f"{API}/tables/{host.code}/invites", json={"seat": 1}, headers=host.headers()
    ),
    "correction": lambda client, host, version: correct(client, host, version, "set_reputation", side=[0], number=9),
}


@pytest.mark.parametrize("what", WRITES)
def test_before_whom_somebody_writes_their_write_is_decided_anew(
    app: Flask, client: FlaskClient, other: FlaskClient, what: str
) -> None:
    host, isaac, *_ = party(client)
    version = done(show(client, host))["version"]
    version = done(correct(client, host, version, "set_reputation", side=[0], number=3))["version"]
    # As after a restart: nothing is remembered.
    app.extensions.pop("lockup_tables")
    with quicker(app, lambda: done(correct(other, isaac, version, "set_reputation", side=[1], number=4))) as written:
        answer = WRITES[what](client, host, version)
    assert (answer.status_code, written) in [(200, [0]), (201, [0])], answer.text
    log = read_log(client, host)
    assert [line["version"] for line in log] == [*range(1, len(log) + 1)]
    assert done(show(client, host))["state"]["sides"][1]["reputation"] == 4


def test_whoever_loses_the_seat_as_they_write_is_refused(app: Flask, client: FlaskClient, other: FlaskClient) -> None:
    host, isaac, *_ = party(client)
    version = done(show(client, host))["version"]
    app.extensions.pop("lockup_tables")
    with quicker(app, lambda: done(get_up(other, host, 1))):
        answer = correct(client, isaac, version, "set_reputation", side=[1], number=4)
    assert refusal(answer) == (403, "forbidden")


def test_a_table_that_is_deleted_as_somebody_writes_is_gone(
    app: Flask, client: FlaskClient, other: FlaskClient
) -> None:
    seat, _ = sit_down(client, {"dealing": "house"})
    app.extensions.pop("lockup_tables")
    with quicker(app, lambda: other.delete(f"{API}/tables/{seat.code}", headers=seat.headers())):
        assert refusal(stars(client, seat, 1, 1)) == (404, "not-found")


def test_for_whom_others_were_always_quicker_they_wait(app: Flask, client: FlaskClient, other: FlaskClient) -> None:
    host, isaac, *_ = party(client)
    version = done(show(client, host))["version"]
    app.extensions.pop("lockup_tables")

    def take_name() -> None:
        done(ask_for(other, host.code, 1, {"name": "Isaac"}, token=isaac.token))

    with quicker(app, take_name, times=ATTEMPTS) as written:
        answer = correct(client, host, version, "set_reputation", side=[0], number=3)
    assert (answer.status_code, len(written)) == (200, ATTEMPTS)
    assert done(show(client, host))["state"]["sides"][0]["reputation"] == 3


def test_of_two_copies_of_a_refused_request_none_is_taken_later(
    app: Flask, client: FlaskClient, other: FlaskClient
) -> None:
    """The second has read the table before the first is refused, and would be taken now."""
    host, isaac, *_ = party(client)
    version = done(show(client, host))["version"]
    last = done(correct(client, isaac, version, "set_reputation", side=[0], number=3))["version"]

    def ask(client: FlaskClient) -> TestResponse:
        body = {"version": version, "type": "set_reputation", "fields": {"side": [0], "number": 5}}
        return post(client, host, "corrections", body, "once")

    def refuse_the_other() -> None:
        assert refusal(ask(other)) == (409, "conflict")
        done(post(other, isaac, "strike", {"version": last, "to": last}))

    with quicker(app, refuse_the_other):
        assert refusal(ask(client)) == (409, "conflict")
    assert refusal(ask(client)) == (409, "conflict")
