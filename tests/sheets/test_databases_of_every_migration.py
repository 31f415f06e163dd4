"""Databases with data in them, as the app of each migration has left them, are brought up and go on.

`golden/databases/<number>.sql.xz` was written over REST by the app that knew that migration as its last; the JSON
beside it says what that app showed. Neither is ever written again. `golden/write_database.py` has written those from
0014 on, and writes the next; those before were written in the same manner with what their apps had.
"""

import json
import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from support.box_builders import show_box
from support.databases import AppMaker
from support.sheet_client import show as show_sheet
from support.table_client import Seat, done, play, post, show, somebody

from companion.persistence import migrate
from companion.persistence.database import db

FOLDER = Path(__file__).parents[1] / "golden" / "databases"
NUMBERS = sorted(file.name[:4] for file in FOLDER.glob("*.sql.xz"))
FIRST_OF_SEVERAL = "0004"
"""From there on a table shows what it shows today; before, it was one of somebody alone and had fewer members."""

ACTS = 12


class Old(NamedTuple):
    """A database that was brought up, and what the app that wrote it showed."""

    number: str
    app: Flask
    told: Any

    @property
    def tables(self) -> list[tuple[Seat, Any]]:
        return [(Seat(one["code"], one["token"]), one) for one in self.told["tables"]]


@pytest.fixture(params=NUMBERS)
def old(request: pytest.FixtureRequest, tmp_path: Path, make_app: AppMaker) -> Old:
    number = request.param
    with closing(sqlite3.connect(tmp_path / "lockup.db")) as database:
        database.executescript(lzma.decompress((FOLDER / f"{number}.sql.xz").read_bytes()).decode())
    app = make_app(f"sqlite:///{tmp_path / 'lockup.db'}")
    with app.app_context():
        migrate.upgrade(db.engine)
    return Old(number, app, json.loads(lzma.decompress((FOLDER / f"{number}.json.xz").read_bytes())))


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
