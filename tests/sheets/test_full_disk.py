"""A disk without room: said as such, and nothing half written."""

import sqlite3
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event
from support.api_client import ask
from support.databases import AppMaker
from support.sheet_client import rows, sheet
from support.table_client import play, sit_down, somebody

from companion.persistence.database import db


@pytest.fixture
def app(tmp_path: Path, migrated_file: Path, make_app: AppMaker) -> Flask:
    (tmp_path / "lockup.db").write_bytes(migrated_file.read_bytes())
    return make_app(f"sqlite:///{tmp_path / 'lockup.db'}")


def fill_disk(app: Flask) -> None:
    """Let SQLite find no room for another page."""

    def no_page_more(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count=1")

    with app.app_context():
        db.session.remove()
        db.engine.dispose()
        event.listen(db.engine, "connect", no_page_more)


def test_a_program_is_told_that_the_disk_is_full_and_nothing_is_kept(app: Flask) -> None:
    client = app.test_client()
    fill_disk(app)
    answers = [ask(client, "/sheets", sheet("V" * 40)) for _ in range(100)]
    made = [answer for answer in answers if answer.status_code == 201]
    refused = [answer for answer in answers if answer.status_code == 507]
    assert len(made) + len(refused) == len(answers)
    assert {answer.json["type"] for answer in refused} == {"disk-full"}
    assert len(rows(app)["sheet"]) == len(made)


def test_a_page_says_that_the_disk_is_full(app: Flask) -> None:
    client = app.test_client()
    fill_disk(app)
    form = {"players": "4", "edition": "later", "by": "counts"}
    answers = (client.post("/score", data=form) for _ in range(200))
    full = next(answer for answer in answers if answer.status_code != 303)
    assert full.status_code == 507
    assert "is full. Nothing was changed." in full.text


def test_a_line_of_a_game_is_refused_so_as_well(app: Flask) -> None:
    client = app.test_client()
    seat, shown = sit_down(client, {"dealing": "house", "difficulty": "expert"})
    fill_disk(app)
    random = somebody("Vera")
    with pytest.raises(AssertionError, match="507"):
        play(client, seat, shown, random, until=lambda _: False)
