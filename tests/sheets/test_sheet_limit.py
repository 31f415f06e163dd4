"""A public host lets an address make only so many sheets an hour: 429 with `Retry-After` (docs/api.md, Rate limits)."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from support.api_client import ask, check_problem
from support.sheet_client import keep, sheet, show

from companion import create_app
from companion.config import Settings
from companion.persistence.database import db

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
