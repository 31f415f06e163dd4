"""The app on one phone, asked without a browser: what its page would ask, and what lasts."""

import json
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.boxes.box import Box
from companion.boxes.code import code_of
from companion.pocket.missing import stand_in
from companion.pocket.phone import Answer, Phone
from companion.rules.state.cards import GuardFace
from tools import pocket

PAGES = (
    "/rules",
    "/rules/minute",
    "/raid",
    "/ask/chow_hall",
    "/score",
    "/verify",
    "/join",
    "/box/import",
    "/robots.txt",
)
ANSWERS = ("/api/v1/openapi.json", "/api/v1/rules", "/api/v1/editions")


@pytest.fixture(scope="session")
def empty_database() -> bytes:
    """What a phone has at first."""
    return pocket.empty_database()


def opened(folder: Path, database: bytes) -> Iterator[Phone]:
    (folder / "lockup.db").write_bytes(database)
    made = Phone(folder)
    made.open("Europe/Warsaw")
    yield made
    made.close()


@pytest.fixture
def phone(tmp_path: Path, empty_database: bytes) -> Iterator[Phone]:
    """A phone with nothing on it yet."""
    yield from opened(tmp_path, empty_database)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, empty_database: bytes) -> Iterator[Phone]:
    """One phone for all tests that keep nothing on it: what closes it looks through the whole memory for garbage."""
    yield from opened(tmp_path_factory.mktemp("reader"), empty_database)


def ask(phone: Phone, path: str, below: str = "", **headers: str) -> Answer:
    return phone.ask("GET", f"http://localhost{below}{path}", below, {"Sec-Fetch-Site": "same-origin", **headers}, b"")


def post(phone: Phone, path: str, body: str) -> Answer:
    headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}
    return phone.ask("POST", f"http://localhost{path}", "", headers, body.encode())


@pytest.mark.parametrize("path", ANSWERS)
def test_the_api_answers_as_on_a_server(reader: Phone, plain_client: FlaskClient, path: str) -> None:
    served = plain_client.get(path)
    assert served.status_code == 200
    assert ask(reader, path).body == served.data


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_answered_below_any_path(reader: Phone, path: str) -> None:
    found = ask(reader, path, below="/games/lockup")
    assert found.status == 200
    assert b'href="/rules' not in found.body


def test_a_code_links_to_the_first_page_of_the_pocket_which_is_there_before_the_app_is(phone: Phone) -> None:
    shared = Box("Theirs", guards={"base": {"1": GuardFace(7)}})
    code = code_of(shared)
    opened = ask(phone, f"/?box={code}", below="/games/lockup")
    assert dict(opened.headers)["Location"] == f"/games/lockup/box/code?code={code}"
    assert post(phone, "/box/code", f"do=add&code={code}").status == 200
    [link] = [one["link"] for one in json.loads(ask(phone, "/api/v1/boxes").body)["boxes"]]
    shown = ask(phone, f"/box/{link}/code", below="/games/lockup").body.decode()
    assert f'data-share="http://localhost/games/lockup/?box={code}"' in shown


def test_a_cookie_stays_between_phone_and_app_and_is_there_after_a_restart(phone: Phone, tmp_path: Path) -> None:
    found = post(phone, "/preferences", "theme=dark")
    assert "set-cookie" not in {name.lower() for name, _ in found.headers}
    assert b'data-theme="dark"' in ask(phone, "/").body
    assert post(phone, "/preferences", "language=pl").status == 302
    again = Phone(tmp_path)
    again.open("")
    assert b'<html lang="pl"' in ask(again, "/").body
    again.close()


def test_another_website_changes_nothing(reader: Phone) -> None:
    form = "edition=later&dealing=house&difficulty=moderate"
    sent = {"Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded"}
    assert reader.ask("POST", "http://localhost/alone", "", sent, form.encode()).status >= 400


def test_about_counts_the_games_that_are_kept(phone: Phone, plain_client: FlaskClient) -> None:
    assert "Games: 0, not over: 0" in ask(phone, "/about").body.decode()
    assert post(phone, "/alone", "edition=later&dealing=house&difficulty=moderate").status == 303
    about = ask(phone, "/about").body.decode()
    assert "Games: 1, not over: 1" in about
    # Its script counts those that have changed since the last backup.
    changes = about.partition('data-changes="')[2].partition('"')[0].split()
    assert abs(int(changes[0]) / 1000 - time.time()) < 60
    assert "Keep for good" not in plain_client.get("/about").text


def test_what_needs_a_server_is_no_door(reader: Phone, plain_client: FlaskClient) -> None:
    start, served = ask(reader, "/").body.decode(), plain_client.get("/").text
    assert 'href="/api"' in served
    assert 'href="/api"' not in start
    # Several play on this one phone: nobody joins from another, and all are asked for their names at once.
    together, on_server = ask(reader, "/together").body.decode(), plain_client.get("/together").text
    for door in ('href="/join"', 'value="mine"'):
        assert door in on_server
        assert door not in together
    assert "Run the app on a computer" in start
    assert "Run the app on a computer" not in served


def test_a_thread_does_its_work_at_once_where_none_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", threading.Thread.start)
    monkeypatch.setitem(sys.modules, "brotli", sys.modules["brotli"])
    stand_in()
    done: list[str] = []
    threading.Thread(target=done.append, args=("done",)).start()
    assert done == ["done"]


def schema(file: Path) -> list[tuple[str, list[str]]]:
    """What is in a database; migrations write the constraints of a table in any order."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name")
        return [(name, sorted(line.strip(" ,\t") for line in sql.splitlines())) for name, sql in found]


def test_the_empty_database_is_what_the_migrations_make(
    tmp_path: Path, migrated_file: Path, empty_database: bytes
) -> None:
    empty = tmp_path / "empty.db"
    empty.write_bytes(empty_database)
    assert schema(empty) == schema(migrated_file)
    with closing(sqlite3.connect(empty)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_the_pinned_engine_has_a_hash_and_no_address() -> None:
    lock = (pocket.SHELL / "package-lock.json").read_text("utf-8")
    assert '"integrity": "sha512-' in lock
    assert "://" not in lock
