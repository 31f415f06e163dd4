"""Codes of tables cannot be searched for: who is often wrong hears of no table any more, right or wrong."""

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem
from support.seat_client import ask_for, host_of, invited
from support.sheet_client import DEVICE
from support.table_client import Seat, done, open_table, show

from companion import create_app
from companion.config import Settings
from companion.persistence.database import db
from companion.tables.codes import ALPHABET, CODE_LENGTH

LIMIT = 5
DAY = 24 * 60 * 60
_addresses = count(1)


@pytest.fixture
def limited_app(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    """An app for each: all addresses together have a limit, too."""
    file = tmp_path / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    app = create_app(Settings(database=f"sqlite:///{file}", wrong_codes_per_hour=LIMIT, testing=True))
    yield app
    with app.app_context():
        db.engine.dispose()


def at(app: Flask, address: str = "") -> FlaskClient:
    """A client at an address of its own."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address or f"192.0.2.{next(_addresses)}"
    return client


@pytest.fixture
def host(limited_app: Flask) -> Seat:
    return host_of(at(limited_app))[0]


def wrong(client: FlaskClient, number: int, path: str = f"{API}/tables/%s") -> list[int]:
    """The answers to so many wrong codes."""
    return [client.get(path % f"zzzzz{ALPHABET[one]}").status_code for one in range(number)]


def too_many(response: Any) -> bool:
    if response.status_code != 429:
        return False
    assert 0 < int(response.headers["Retry-After"]) <= 3600
    return True


def test_who_was_wrong_too_often_hears_no_more_whether_a_code_is_right(limited_app: Flask, host: Seat) -> None:
    searcher = at(limited_app)
    assert wrong(searcher, LIMIT) == [404] * LIMIT
    right, other = searcher.get(f"{API}/tables/{host.code}"), searcher.get(f"{API}/tables/zzzzzz")
    for response in (right, other):
        assert too_many(response)
        check_problem(response)
    assert right.json == other.json


@pytest.mark.parametrize("path", ["", "/log", "/seats", "/version", "/live", "/scores", "/export"])
def test_no_way_to_read_tells_a_right_code_then(limited_app: Flask, host: Seat, path: str) -> None:
    searcher = at(limited_app)
    wrong(searcher, LIMIT)
    assert too_many(searcher.get(f"{API}/tables/{host.code}{path}"))


@pytest.mark.parametrize("path", ["actions", "corrections", "undo", "close", "invites", "host", "seats/1"])
def test_no_way_to_write_tells_a_right_code_then(limited_app: Flask, host: Seat, path: str) -> None:
    searcher = at(limited_app)
    wrong(searcher, LIMIT)
    headers = {"Idempotency-Key": "k"}
    assert too_many(searcher.post(f"{API}/tables/{host.code}/{path}", json={}, headers=headers))
    assert too_many(searcher.post(f"{API}/tables/zzzzzz/{path}", json={}, headers=headers))


def test_a_code_is_tried_by_writing_as_little_as_by_reading(limited_app: Flask, host: Seat) -> None:
    searcher = at(limited_app)
    for seat in range(LIMIT):
        assert ask_for(searcher, f"yyyyy{ALPHABET[seat]}", 1).status_code == 404
    assert too_many(ask_for(searcher, host.code, 1))


def test_pages_count_as_programs_do(limited_app: Flask, host: Seat) -> None:
    searcher = at(limited_app)
    assert wrong(searcher, LIMIT, "/t/%s") == [404] * LIMIT
    assert too_many(searcher.get(f"/t/{host.code}"))
    assert too_many(searcher.get(f"{API}/tables/{host.code}"))


def test_who_sits_at_a_table_plays_on(limited_app: Flask, host: Seat) -> None:
    phone = at(limited_app)
    phone.set_cookie(DEVICE, "my phone")
    code = done_opening(phone)
    wrong(phone, LIMIT + 1)
    assert show(phone, host).status_code == 200
    assert phone.get(f"{API}/tables/{code}").json["seats"] == [0]
    assert phone.get(f"/t/{code}").status_code == 200
    assert invited(phone, host)
    assert too_many(phone.get(f"{API}/tables/{host.code}"))


def done_opening(phone: FlaskClient) -> str:
    response = open_table(phone, {"dealing": "cards"})
    assert response.status_code == 201
    code: str = response.json["code"]
    return code


def test_another_address_is_not_kept_out(limited_app: Flask, host: Seat) -> None:
    wrong(at(limited_app), LIMIT)
    assert done(at(limited_app).get(f"{API}/tables/{host.code}"))["code"] == host.code


def test_the_addresses_of_one_network_count_as_one(limited_app: Flask, host: Seat) -> None:
    for number in range(LIMIT):
        wrong(at(limited_app, f"2001:db8::{number + 1:x}"), 1)
    assert too_many(at(limited_app, "2001:db8::ffff:1").get(f"{API}/tables/{host.code}"))
    assert at(limited_app, "2001:db8:0:1::1").get(f"{API}/tables/{host.code}").status_code == 200


@pytest.mark.parametrize(
    ("times", "searching", "elsewhere"),
    [
        (2, "2001:db8:1:%x::1", ("2001:db8:1:ff::1", "2001:db8:1:100::1")),
        (4, "2001:db8:2:%x00::1", ("2001:db8:2:ffff::1", "2001:db8:3::1")),
    ],
)
def test_whoever_has_a_whole_network_to_search_from_has_a_few_times_as_much_and_no_more(
    limited_app: Flask, host: Seat, times: int, searching: str, elsewhere: tuple[str, str]
) -> None:
    neighbour, beyond = elsewhere
    for number in range(LIMIT * times):
        assert wrong(at(limited_app, searching % number), 1) == [404]
    assert too_many(at(limited_app, neighbour).get(f"{API}/tables/{host.code}"))
    assert at(limited_app, beyond).get(f"{API}/tables/{host.code}").status_code == 200


def test_what_can_be_no_code_and_what_is_right_do_not_count(limited_app: Flask, host: Seat) -> None:
    guest = at(limited_app)
    for _ in range(LIMIT + 1):
        for code in ("0", "zzz", "x" * 50):
            assert guest.get(f"{API}/tables/{code}").status_code == 404
        assert guest.get(f"{API}/tables/{host.code}").status_code == 200
    assert guest.get(f"{API}/tables/zzzzzz").status_code == 404


def test_there_are_as_many_codes_as_the_documents_say() -> None:
    assert len(ALPHABET) ** CODE_LENGTH == 729_000_000
    assert Settings().wrong_codes_per_hour == 100


def test_a_clock_that_is_set_back_holds_nobody_up_until_it_is_there_again(
    limited_app: Flask, host: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher = at(limited_app)
    wrong(searcher, LIMIT)
    assert too_many(searcher.get(f"{API}/tables/{host.code}"))
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() - DAY)
    assert searcher.get(f"{API}/tables/{host.code}").status_code == 200
    assert wrong(searcher, LIMIT) == [404] * LIMIT
    assert too_many(searcher.get(f"{API}/tables/{host.code}"))
