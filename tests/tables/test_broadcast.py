"""Hearing of what happens at a table, on a real server: versions and nothing else (docs/api.md, Live)."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem
from support.common import rule
from support.databases import AppMaker, PostgresServer, put_away
from support.event_stream import Stream, ask, hosted, served, tell
from support.patience import patiently
from support.seat_client import ask_for, correct, grow_older, host_of, party
from support.table_client import Seat, done, post, show

from companion import create_app
from companion.api.tables import live
from companion.config import Settings
from companion.persistence.database import db
from companion.tables.broadcast import CHANNEL, LISTENERS, Live
from companion.tables.repository import find
from companion.tables.silence import SILENT_AFTER

AWAKE = "event: awake\ndata: {}\n"
MANY = 30
EACH = 8
TRIES = 200


def tap(client: FlaskClient, seat: Seat, version: int, number: int = 5) -> int:
    """A line of the log; its version."""
    told: int = done(correct(client, seat, version, "set_reputation", side=[0], number=number))["version"]
    return told


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with served(app) as port:
        yield port


@contextmanager
def app_with(url: str, **settings: Any) -> Iterator[Flask]:
    """An app with other settings on the same database."""
    app = create_app(Settings(database=url, testing=True, **settings))
    yield app
    put_away(app)


@rule("V-1")
def test_an_event_says_at_which_version_the_table_is_and_nothing_else(client: FlaskClient, port: int) -> None:
    host, *_ = party(client)
    with closing(Stream(port, host.code, host.token)) as stream:
        assert stream.status == 200
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["Cache-Control"] == "no-store"
        assert stream.headers["X-Accel-Buffering"] == "no"
        assert stream.part() == "retry: 1500\n"
        assert stream.part() == 'id: 3\ndata: {"version": 3}\n'


def test_whatever_is_written_is_heard_of_by_everybody_who_listens(client: FlaskClient, port: int) -> None:
    host, isaac, _ = party(client)
    with ExitStack() as open_:
        streams = [
            open_.enter_context(closing(Stream(port, host.code, token))) for token in (host.token, isaac.token, "")
        ]
        assert {stream.version() for stream in streams} == {3}
        assert tap(client, host, 3) == 4
        assert {stream.version() for stream in streams} == {4}
        done(ask_for(client, host.code, 1, {"name": "Irene"}, token=isaac.token))
        assert {stream.version() for stream in streams} == {5}
        done(post(client, host, "undo", {"version": 5, "to": 1}))
        done(post(client, host, "redo", {"version": 6, "to": 4}))
        for stream in streams:
            heard = stream.version()
            # Two lines may come as one: the later version says all.
            assert heard == 7 or (heard, stream.version()) == (6, 7)


@pytest.mark.parametrize("way", ["undo", "corrections"])
def test_whoever_waits_here_is_woken_by_this_process_itself(app: Flask, client: FlaskClient, way: str) -> None:
    """Nobody looks at the database here; a line that is taken back goes another way than one that is added."""
    host, _ = host_of(client)
    tap(client, host, 1)
    with app.app_context():
        id_ = find(host.code).table.id
    heard = list[int | None]()
    bodies = {
        "undo": {"version": 2, "to": 1},
        "corrections": {"version": 2, "type": "set_reputation", "fields": {"side": [0], "number": 5}},
    }
    listeners: Live = app.extensions[LISTENERS]
    with listeners.listening(id_, "192.168.1.20") as listener:
        looks = listeners.looks
        waiting = Thread(target=lambda: heard.append(listeners.wait(listener, 2, looks, 0, 600)), daemon=True)
        waiting.start()
        done(post(client, host, way, bodies[way]))
        waiting.join(10)
    assert heard == [3]


def test_a_stream_on_which_nothing_happens_beats_by_name_and_says_nothing(
    client: FlaskClient, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(live, "LOOK_SECONDS", 0.3)
    host, _ = host_of(client)
    with closing(Stream(port, host.code)) as stream:
        assert stream.version() == 1
        assert [stream.part() for _ in range(5)] == ["event: beat\ndata: {}\n"] * 5
        tap(client, host, 1)
        assert stream.version() == 2
        assert stream.part() == "event: beat\ndata: {}\n"


def test_when_a_phone_wakes_everybody_who_listens_hears_of_it_at_once(
    app: Flask, client: FlaskClient, port: int
) -> None:
    host, isaac, _ = party(client)
    grow_older(app, SILENT_AFTER)
    with closing(Stream(port, host.code, isaac.token)) as stream:
        assert stream.version() == 3
        # Isaac's own phone wakes with its stream, and does the steps of the table.
        assert stream.part() == AWAKE
        assert show(client, isaac).json["prompt"]["keeper"] == 1
        assert client.get(f"{API}/tables/{host.code}/version", headers=host.headers()).status_code == 200
        assert stream.part() == AWAKE
        assert show(client, isaac).json["prompt"]["keeper"] == 0


def test_a_phone_that_wakes_by_another_process_is_heard_of(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker
) -> None:
    here, there = make_app(postgres_url), make_app(postgres_url)
    host, _ = host_of(there.test_client())
    # Those of tests before.
    listening(postgres, postgres_url, end=True)
    with served(here) as port, closing(Stream(port, host.code)) as stream:
        assert stream.version() == 1
        # What is told before nobody hears.
        assert patiently(lambda: listening(postgres, postgres_url) == 1)
        grow_older(there, SILENT_AFTER)
        there.test_client().get(f"{API}/tables/{host.code}/version", headers=host.headers())
        assert stream.part() == AWAKE


def test_tables_are_heard_of_apart(client: FlaskClient, port: int) -> None:
    host, _ = host_of(client)
    other, _ = host_of(client)
    with closing(Stream(port, host.code)) as stream:
        assert stream.version() == 1
        tap(client, other, 1)
        tap(client, other, 2)
        tap(client, host, 1)
        assert stream.version() == 2


def test_a_stream_is_resumed_after_the_last_version_that_was_heard_of(client: FlaskClient, port: int) -> None:
    host, _ = host_of(client)
    for version in range(1, 4):
        tap(client, host, version, version)
    with closing(Stream(port, host.code, Last_Event_ID="2")) as stream:
        assert stream.version() == 4
    with closing(Stream(port, host.code, Last_Event_ID="4")) as stream:
        assert stream.part() == "retry: 1500\n"
        tap(client, host, 4)
        assert stream.version() == 5


@pytest.mark.parametrize("last", ["", "x", "-1", "1e3", "99", "9" * 5000, "٣"])
def test_a_last_version_that_there_cannot_be_is_told_of_everything(client: FlaskClient, port: int, last: str) -> None:
    host, _ = host_of(client)
    with closing(Stream(port, host.code, Last_Event_ID=last.encode().decode("latin-1"))) as stream:
        assert stream.version() == 1


def test_beyond_so_many_streams_one_asks_again_and_again_instead(client: FlaskClient, engine_url: str) -> None:
    host, _ = host_of(client)
    with app_with(engine_url, live_streams=2) as full, served(full) as port, ExitStack() as open_:
        first, second = (open_.enter_context(closing(Stream(port, host.code))) for _ in range(2))
        assert (first.version(), second.version()) == (1, 1)
        response = full.test_client().get(f"{API}/tables/{host.code}/live")
        assert response.status_code == 503
        check_problem(response)
        assert response.json["type"] == "too-many-listeners"
        assert 0 < int(response.headers["Retry-After"]) <= 60
        status, headers, told = ask(port, f"/tables/{host.code}/version")
        assert (status, told) == (200, {"version": 1})
        assert ask(port, f"/tables/{host.code}/version", If_None_Match=headers["ETag"])[::2] == (304, None)
        assert done(full.test_client().get(f"{API}/tables/{host.code}"))["version"] == 1
        tap(full.test_client(), host, 1)
        status, _, told = ask(port, f"/tables/{host.code}/version", If_None_Match=headers["ETag"])
        assert (status, told) == (200, {"version": 2})


def test_who_hangs_up_leaves_room_for_another(client: FlaskClient, engine_url: str) -> None:
    host, _ = host_of(client)
    with app_with(engine_url, live_streams=1) as full, served(full) as port:
        with closing(Stream(port, host.code)) as first:
            assert first.version() == 1
        writer = full.test_client()
        for version in range(1, TRIES):
            # What is told to nobody is how the server notices.
            tap(writer, host, version, version % 7)
            with closing(Stream(port, host.code)) as second:
                if second.status == 200:
                    assert second.version() == version + 1
                    return
                assert second.status == 503
    raise AssertionError("nobody has noticed")


def test_asking_for_the_head_alone_takes_no_room(app: Flask, client: FlaskClient) -> None:
    host, _ = host_of(client)
    for _ in range(3):
        assert client.head(f"{API}/tables/{host.code}/live").status_code == 200
    assert app.extensions[LISTENERS].count == 0


def test_a_stream_ends_after_its_time_and_says_first_where_the_table_is(client: FlaskClient, engine_url: str) -> None:
    host, _ = host_of(client)
    for seconds in (0, 1):
        with app_with(engine_url, live_seconds=seconds) as short, served(short) as port:
            with closing(Stream(port, host.code)) as stream:
                assert stream.rest().startswith('retry: 1500\n\nid: 1\ndata: {"version": 1}\n\n')
            assert short.extensions[LISTENERS].count == 0


def test_streams_hold_no_connection_to_the_database(app: Flask, client: FlaskClient, port: int) -> None:
    host, _ = host_of(client)
    with ExitStack() as open_:
        streams = [open_.enter_context(closing(Stream(port, host.code, host.token))) for _ in range(MANY)]
        assert {stream.version() for stream in streams} == {1}
        with app.app_context():
            assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        tap(client, host, 1)
        assert {stream.version() for stream in streams} == {2}
        with app.app_context():
            assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(("code", "token", "status"), [("", "wrong", 403), ("zzzzzz", "", 404), ("0", "", 404)])
def test_who_may_not_look_does_not_hear_either(client: FlaskClient, code: str, token: str, status: int) -> None:
    host, _ = host_of(client)
    for path in ("live", "version"):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = client.get(f"{API}/tables/{code or host.code}/{path}", headers=headers)
        assert response.status_code == status
        check_problem(response)


def test_a_phone_that_lost_its_seat_hears_on_as_anybody_does_until_it_connects_again(
    client: FlaskClient, port: int
) -> None:
    host, isaac, _ = party(client)
    with closing(Stream(port, host.code, isaac.token)) as stream:
        assert stream.version() == 3
        done(client.delete(f"{API}/tables/{host.code}/seats/1", headers=host.headers()))
        assert stream.version() == 4
    with closing(Stream(port, host.code, isaac.token)) as again:
        assert again.status == 403


# Several processes


def listening(server: PostgresServer, url: str, *, end: bool = False) -> int:
    """How many processes hear what PostgreSQL tells; `end`: cut them off."""
    found = "pg_terminate_backend(pid)" if end else "pid"
    theirs = f"datname = current_database() AND query = 'LISTEN {CHANNEL}'"
    return len(server.ask(f"SELECT {found} FROM pg_stat_activity WHERE {theirs}", url))


@pytest.fixture
def no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody tells a stream is not seen: it never looks at the database by itself again."""
    monkeypatch.setattr(live, "LOOK_SECONDS", 1000)


def test_what_another_process_writes_is_heard_of(engine_url: str, make_app: AppMaker, no_look: None) -> None:
    here, there = make_app(engine_url), make_app(engine_url)
    host, _ = host_of(there.test_client())
    with served(here) as port, closing(Stream(port, host.code, host.token)) as stream:
        assert stream.version() == 1
        for version in range(1, 6):
            assert tap(there.test_client(), host, version) == version + 1
            assert stream.version() == version + 1
        done(post(there.test_client(), host, "undo", {"version": 6, "to": 5}))
        assert stream.version() == 7


def test_a_table_that_another_process_deletes_is_gone_for_who_listens_here(
    engine_url: str, make_app: AppMaker, no_look: None
) -> None:
    here, there = make_app(engine_url), make_app(engine_url)
    host, _ = host_of(there.test_client())
    with served(here) as port, closing(Stream(port, host.code, host.token)) as stream:
        assert stream.version() == 1
        deleted = there.test_client().delete(f"{API}/tables/{host.code}", headers=host.headers())
        assert deleted.status_code == 204
        assert "event: gone" in stream.rest()
        assert here.test_client().get(f"{API}/tables/{host.code}").status_code == 404


def test_what_was_missed_while_the_database_could_not_be_heard_is_found_again(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker
) -> None:
    here, there = make_app(postgres_url), make_app(postgres_url)
    host, _ = host_of(there.test_client())
    with served(here) as port, closing(Stream(port, host.code)) as stream:
        assert stream.version() == 1
        tap(there.test_client(), host, 1)
        assert stream.version() == 2
        assert listening(postgres, postgres_url, end=True) > 0
        tap(there.test_client(), host, 2)
        assert stream.version() == 3
        tap(there.test_client(), host, 3)
        assert stream.version() == 4


def test_on_two_workers_of_a_host_everybody_hears_of_what_any_of_them_writes(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker
) -> None:
    host, _ = host_of(make_app(postgres_url).test_client())
    # Those of tests before.
    listening(postgres, postgres_url, end=True)
    with hosted(postgres_url, connections=EACH) as (port, *_), ExitStack() as open_:
        # One more than a worker takes: then the other has somebody who listens, too.
        streams = [open_.enter_context(closing(Stream(port, host.code, host.token))) for _ in range(EACH + 1)]
        assert {stream.version() for stream in streams} == {1}
        assert patiently(lambda: listening(postgres, postgres_url) == 2)
        for version in range(1, 9):
            body = {"version": version, "type": "set_reputation", "fields": {"side": [0], "number": version}}
            assert tell(port, f"/tables/{host.code}/corrections", body, **host.headers()) == version + 1
            assert {stream.version() for stream in streams} == {version + 1}
