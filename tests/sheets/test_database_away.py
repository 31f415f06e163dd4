"""A database that does not answer for a while: everybody is asked to come again, and afterwards all is as before."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from flask.testing import FlaskClient
from support.api_client import API, check_problem
from support.databases import AppMaker, PostgresServer
from support.event_stream import Stream, served
from support.seat_client import correct, host_of
from support.sheet_client import sheet
from support.table_client import Seat, done, show
from werkzeug.test import TestResponse

from companion.persistence import database


def everything(client: FlaskClient, host: Seat) -> list[TestResponse]:
    """Reading and writing, by pages and by the API."""
    version = {"version": 1, "type": "set_reputation", "fields": {"side": [0], "number": 3}}
    form = {"players": "4", "edition": "later", "by": "counts"}
    return [
        client.get(f"{API}/tables/{host.code}", headers=host.headers()),
        client.post(f"{API}/tables/{host.code}/corrections", json=version, headers=host.headers()),
        client.post(f"{API}/sheets", json=sheet("Vera"), headers={"Idempotency-Key": "k" * 22}),
        client.get("/history"),
        client.post("/score", data=form),
    ]


def test_while_postgresql_is_away_everybody_is_asked_to_come_again(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker
) -> None:
    client = make_app(postgres_url).test_client()
    host, _ = host_of(client)
    with postgres.stopped():
        answers = everything(client, host)
    assert [answer.status_code for answer in answers] == [503] * 5
    assert {answer.headers["Retry-After"] for answer in answers} == {"2"}
    for answer in answers[:3]:
        check_problem(answer)
        assert answer.json["type"] == "database-away"
    for answer in answers[3:]:
        assert "does not answer just now" in answer.text
    assert [answer.status_code for answer in everything(client, host)] == [200, 200, 201, 200, 303]


def test_a_restart_that_nobody_notices_is_as_if_there_were_none(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker
) -> None:
    client = make_app(postgres_url).test_client()
    host, _ = host_of(client)
    with postgres.stopped():
        pass
    assert [answer.status_code for answer in everything(client, host)] == [200, 200, 201, 200, 303]


def test_of_taps_during_restarts_each_is_kept_once_or_refused(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker
) -> None:
    app = make_app(postgres_url)
    host, _ = host_of(app.test_client())
    restarted, versions, failed = Event(), [1], list[Exception]()

    def tap() -> None:
        client = app.test_client()
        try:
            while not restarted.is_set():
                # Sent again under its key until it is answered, as pages do.
                key = f"tap-number-{versions[-1]}"
                body = {"version": versions[-1], "type": "set_reputation", "fields": {"side": [0], "number": 3}}
                path = f"{API}/tables/{host.code}/corrections"
                answer = client.post(path, json=body, headers=host.headers(key))
                if answer.status_code != 503:
                    assert answer.status_code == 200, answer.text
                    versions.append(answer.json["version"])
        except (AssertionError, RuntimeError) as fault:
            failed.append(fault)

    player = Thread(target=tap)
    player.start()
    for _ in range(3):
        with postgres.stopped():
            pass
    restarted.set()
    player.join()
    assert not failed
    assert versions == list(range(1, len(versions) + 1))
    assert done(show(app.test_client(), host))["version"] == versions[-1]


def test_a_stream_ends_while_the_database_is_away_and_is_there_again_afterwards(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.api.tables.live.LOOK_SECONDS", 0.2)
    monkeypatch.setattr("companion.api.tables.live.BEAT_SECONDS", 0.1)
    app = make_app(postgres_url)
    host, _ = host_of(app.test_client())
    with served(app) as port:
        with closing(Stream(port, host.code)) as stream:
            assert stream.version() == 1
            with postgres.stopped():
                stream.rest()
        with closing(Stream(port, host.code)) as stream:
            assert stream.version() == 1


def test_while_another_program_writes_for_long_everybody_is_asked_to_come_again(
    tmp_path: Path, migrated_file: Path, make_app: AppMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    file = tmp_path / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    client = make_app(f"sqlite:///{file}").test_client()
    host, _ = host_of(client)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        busy = correct(client, host, 1, "set_reputation", side=[0], number=3)
        assert (busy.status_code, busy.json["type"]) == (503, "database-away")
        other.execute("ROLLBACK")
    assert correct(client, host, 1, "set_reputation", side=[0], number=3).status_code == 200
