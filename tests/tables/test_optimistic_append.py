"""The short way of a line: what this process remembers of a table is good only as long as nobody has changed it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select, update
from support.databases import AppMaker
from support.random_json_player import any_action
from support.seat_client import correct, get_up, grow_older, party, seats_of, take
from support.table_client import Seat, done, post, read_log, show, sit_down, somebody
from werkzeug.test import TestResponse

from companion.persistence.database import db
from companion.tables.records import Table

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


def test_after_a_line_that_went_the_long_way_the_next_goes_the_short_one_again(app: Flask, client: FlaskClient) -> None:
    seat, _ = sit_down(client, {"dealing": "house"})
    done(stars(client, seat, 1, 1))
    done(post(client, seat, "undo", {"version": 2, "to": 1}))
    with statements(app) as said:
        done(stars(client, seat, 3, 2))
    assert [one for one in said if one != "BEGIN"][:2] == ["UPDATE", "INSERT"]


def test_what_turned_out_to_be_remembered_wrongly_is_not_tried_again(app: Flask, client: FlaskClient) -> None:
    """Though the long way refuses the line, and so remembers nothing better."""
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
