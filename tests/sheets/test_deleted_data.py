"""The data of a deleted sheet is gone (docs/api.md, Changing and deleting)."""

import shutil
import sqlite3
from pathlib import Path
from time import monotonic

from flask import Flask
from flask.testing import FlaskClient
from support.api_client import ask
from support.databases import AppMaker
from support.sheet_client import delete, keep, put, rows, sheet, show

SECRET = "Wilhelmina"


def test_no_row_holds_anything_of_a_deleted_sheet(app: Flask, client: FlaskClient) -> None:
    made = ask(client, "/sheets", sheet(SECRET), Idempotency_Key="a-key-that-nobody-guesses")
    kept = rows(app)["sheet"][0]
    assert delete(client, made.json["link"], made.json["edit"], "*").status_code == 204
    left = rows(app)
    assert left["sheet"] == []
    (key,) = left["sheet_key"]
    assert (key["sheet_id"], key["answer"], key["body_hash"]) == (None, None, "")
    for trace in (SECRET, made.json["link"], made.json["id"], kept["edit_hash"]):
        assert trace not in str(left)


def traces(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if SECRET.encode() in file.read_bytes()]


def test_no_file_of_sqlite_holds_anything_of_it(tmp_path: Path, migrated_file: Path, make_app: AppMaker) -> None:
    file = tmp_path / "lockup.db"
    shutil.copy(migrated_file, file)
    client = make_app(f"sqlite:///{file}").test_client()
    others = [keep(client, sheet(f"Side {number}")) for number in range(30)]
    long = {"sides": [{"name": SECRET, "cards": {"items": [{"valuables": ["gem"] * 200}] * 50}}]}
    gone = [
        keep(client, body, Idempotency_Key=f"{n:022}") for n, body in enumerate([sheet(SECRET), long, sheet(SECRET)])
    ]
    assert put(client, gone[2].link, sheet("Vera"), gone[2].edit, "*").status_code == 200
    assert traces(tmp_path)
    for kept in gone:
        assert delete(client, kept.link, kept.edit, "*").status_code == 204
    assert traces(tmp_path) == []
    assert all(show(client, kept.link).status_code == 200 for kept in others)


def test_deleting_does_not_wait_for_a_reader(tmp_path: Path, migrated_file: Path, make_app: AppMaker) -> None:
    file = tmp_path / "lockup.db"
    shutil.copy(migrated_file, file)
    client = make_app(f"sqlite:///{file}").test_client()
    kept = keep(client, sheet(SECRET))
    reader = sqlite3.connect(file)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM sheet").fetchone() == (1,)
    begun = monotonic()
    assert delete(client, kept.link, kept.edit, "*").status_code == 204
    assert monotonic() - begun < 3
    reader.close()
