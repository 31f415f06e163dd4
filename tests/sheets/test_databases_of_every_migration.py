"""Databases with data in them, as the app of each migration has left them, are brought up and go on.

On PostgreSQL the migrations up to that one make the tables, into which the same rows are put: of every ninth one, and
of the others in the endurance run.

`golden/databases/<number>.sql.xz` was written over REST by the app that knew that migration as its last; the JSON
beside it says what that app showed. Neither is ever written again. `golden/write_database.py` has written those from
0014 on, and writes the next; those before were written in the same manner with what their apps had.
"""

import json
import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic import command
from flask import Flask
from sqlalchemy import Engine, MetaData, Table, create_engine
from support.box_builders import show_box
from support.databases import AppMaker, go, put_away
from support.sheet_client import show as show_sheet
from support.table_client import Seat, done, play, post, show, somebody

from companion.persistence import migrate
from companion.persistence.database import db

FOLDER = Path(__file__).parents[1] / "golden" / "databases"
NUMBERS = sorted(file.name[:4] for file in FOLDER.glob("*.sql.xz"))
FIRST_OF_SEVERAL = "0004"
"""From there on a table shows what it shows today; before, it was one of somebody alone and had fewer members."""

ACTS = 6

ON_POSTGRESQL = {*NUMBERS[::9], NUMBERS[-1]}
EACH = [
    *(("sqlite", number) for number in NUMBERS),
    *(
        pytest.param(
            ("postgresql", number),
            marks=[pytest.mark.slow, *(() if number in ON_POSTGRESQL else (pytest.mark.endurance,))],
        )
        for number in NUMBERS
    ),
]


class Old(NamedTuple):
    """A database that was brought up, and what the app that wrote it showed."""

    number: str
    app: Flask
    told: Any

    @property
    def tables(self) -> list[tuple[Seat, Any]]:
        return [(Seat(one["code"], one["token"]), one) for one in self.told["tables"]]


@pytest.fixture(params=EACH, ids="-".join)
def old(request: pytest.FixtureRequest, shared_file: Path, make_app: AppMaker, shared_apps: AppMaker) -> Iterator[Old]:
    (kind, number), file = request.param, shared_file
    for left in file.parent.iterdir():
        left.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.executescript(lzma.decompress((FOLDER / f"{number}.sql.xz").read_bytes()).decode())
    is_file = kind == "sqlite"
    app = shared_apps(f"sqlite:///{file}") if is_file else make_app(request.getfixturevalue("postgres").new_database())
    with app.app_context():
        if not is_file:
            go(db.engine, command.upgrade, number)
            put_rows(file, db.engine)
        migrate.upgrade(db.engine)
    yield Old(number, app, json.loads(lzma.decompress((FOLDER / f"{number}.json.xz").read_bytes())))
    if is_file:
        put_away(app)


def put_rows(file: Path, into: Engine) -> None:
    """Put all rows of an SQLite file into the empty tables of another database of the same version."""
    source, tables = create_engine(f"sqlite:///{file}"), MetaData()
    tables.reflect(into)
    with source.connect() as here, into.begin() as there:
        for table in tables.sorted_tables:
            if table.name == migrate.VERSION_TABLE:
                continue
            # Each side reads its own columns: what is text in the one is JSON or a moment in the other.
            for row in here.execute(Table(table.name, MetaData(), autoload_with=source).select()).mappings():
                there.execute(table.insert().values({name: held(row[name]) for name in row if row[name] is not None}))
    source.dispose()


def held(value: Any) -> Any:
    """What a server is given for what SQLite holds: its moments are in UTC and do not say so."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def test_every_migration_but_the_newest_has_a_database_of_its_app() -> None:
    assert migrate.revisions()[:-1] == NUMBERS


def test_sheets_boxes_and_games_are_what_they_were_and_games_go_on_and_back(old: Old) -> None:
    client, sheet, box = old.app.test_client(), old.told["sheet"], old.told.get("box")
    shown = show_sheet(client, sheet["link"]).json
    assert shown["sheet"] == sheet["shown"]["sheet"]
    totals = [[side["total"] for side in one["scores"]["sides"]] for one in (shown, sheet["shown"])]
    assert totals[0] == totals[1]
    if box:
        assert show_box(client, box["link"]).json["box"] == box["shown"]["box"]
    for seat, left in old.tables:
        shown = show(client, seat).json
        was, now = left["state"], shown["state"]
        assert shown["version"] == left["version"]
        same = was if old.number >= FIRST_OF_SEVERAL else {"round": was["round"], "phase": was["phase"]}
        assert {name: now[name] for name in same} == same
        if left["waits"]:
            shown = play(client, seat, shown, somebody(old.number), turns=ACTS)
            assert shown["version"] == left["version"] + ACTS
        back = done(post(client, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
        assert back["prompt"]["actions"]
    for page in ("/history", "/people"):
        assert client.get(page).status_code == 200
