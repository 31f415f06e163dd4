"""A public host lets an address make only so many sheets an hour: 429 with `Retry-After` (docs/api.md, Rate limits)."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, ask, check_problem
from support.databases import put_away
from support.sheet_client import keep, sheet, show

from companion import create_app
from companion.config import Settings
from companion.persistence.database import db
from companion.web.limits import MADE_PER_HOUR, count_made

LIMIT = 3
_addresses = count(1)


@pytest.fixture
def limited(tmp_path: Path, migrated_file: Path) -> Iterator[FlaskClient]:
    """A client, at an address of its own, of a host that sets the limit."""
    file = tmp_path / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    app = create_app(Settings(database=f"sqlite:///{file}", sheets_per_hour=LIMIT, testing=True))
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = f"192.0.2.{next(_addresses)}"
    yield client
    with app.app_context():
        db.engine.dispose()


def test_one_more_is_429_and_says_when_to_come_back(limited: FlaskClient) -> None:
    for _ in range(LIMIT):
        keep(limited)
    response = ask(limited, "/sheets", sheet())
    assert response.status_code == 429
    check_problem(response)
    assert 0 < int(response.headers["Retry-After"]) <= 3600


def test_another_address_has_its_own_limit(limited: FlaskClient) -> None:
    for _ in range(LIMIT):
        keep(limited)
    limited.environ_base["REMOTE_ADDR"] = f"192.0.2.{next(_addresses)}"
    keep(limited)


def test_what_makes_no_sheet_does_not_count(limited: FlaskClient) -> None:
    for _ in range(LIMIT + 1):
        assert ask(limited, "/sheets", sheet("Vera", "Vera")).status_code == 422
        assert ask(limited, "/rulings/scores", sheet()).status_code == 200
    kept = [keep(limited, sheet(), Idempotency_Key="one-0d6a2c3e-6c3f-4b67") for _ in range(LIMIT + 1)]
    assert show(limited, kept[0].link).status_code == 200
    keep(limited)


def test_the_first_answer_is_given_again_beyond_the_limit(limited: FlaskClient) -> None:
    first = keep(limited, sheet(), Idempotency_Key="one-0d6a2c3e-6c3f-4b67")
    for _ in range(LIMIT - 1):
        keep(limited)
    assert ask(limited, "/sheets", sheet()).status_code == 429
    assert keep(limited, sheet(), Idempotency_Key="one-0d6a2c3e-6c3f-4b67") == first


@pytest.fixture
def unset(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    """A host that sets no limit."""
    file = tmp_path / "unset.db"
    file.write_bytes(migrated_file.read_bytes())
    app = create_app(Settings(database=f"sqlite:///{file}", testing=True))
    yield app
    put_away(app)


ROUTER = {"REMOTE_ADDR": "192.0.2.200"}
"""Ten phones behind one address."""


def nearly_as_much(app: Flask, environ: dict[str, str], headers: dict[str, str] | None = None) -> None:
    """Let an address have made three less than it may where nothing is set."""
    with app.test_request_context(environ_base=environ, headers=headers):
        for _ in range(MADE_PER_HOUR - 3):
            count_made()


def made_of_each_kind(app: Flask, environ: dict[str, str], headers: dict[str, str] | None = None) -> list[int]:
    """The answers to requests for a sheet, a box, a table, and a sheet."""
    wanted = (
        ("sheets", sheet()),
        ("boxes", {"name": "Mine"}),
        ("tables", {"dealing": "cards"}),
        ("sheets", sheet()),
    )
    client = app.test_client()
    return [
        client.post(f"{API}/{kind}", json=body, headers=headers, environ_base=environ).status_code
        for kind, body in wanted
    ]


def test_where_nothing_is_set_an_address_makes_as_much_as_ten_phones_may_want_and_no_more(unset: Flask) -> None:
    assert MADE_PER_HOUR >= 10 * 20
    nearly_as_much(unset, ROUTER)
    assert made_of_each_kind(unset, ROUTER) == [201, 201, 201, 429]
    assert made_of_each_kind(unset, {"REMOTE_ADDR": "192.0.2.201"}) == [201] * 4


def test_a_network_makes_a_few_times_as_much_as_one_of_its_addresses(limited: FlaskClient) -> None:
    for number in range(LIMIT * 2):
        limited.environ_base["REMOTE_ADDR"] = f"2001:db8:7:{number}::1"
        keep(limited)
    limited.environ_base["REMOTE_ADDR"] = "2001:db8:7:ff::1"
    assert ask(limited, "/sheets", sheet()).status_code == 429


def test_the_computer_that_serves_makes_any_number_where_nothing_is_set(unset: Flask) -> None:
    nearly_as_much(unset, {"REMOTE_ADDR": "127.0.0.1"})
    assert made_of_each_kind(unset, {"REMOTE_ADDR": "127.0.0.1"}) == [201] * 4


@pytest.mark.parametrize("passed_on", [{"X-Forwarded-For": "203.0.113.9"}, {"Host": "tunnel.example"}])
def test_what_a_proxy_on_it_passes_on_is_not_from_the_computer_itself(unset: Flask, passed_on: dict[str, str]) -> None:
    nearly_as_much(unset, {"REMOTE_ADDR": "127.0.0.1"}, passed_on)
    assert made_of_each_kind(unset, {"REMOTE_ADDR": "127.0.0.1"}, passed_on) == [201, 201, 201, 429]
