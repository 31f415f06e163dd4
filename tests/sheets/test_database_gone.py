"""The file of the database goes away while the app runs: that is said, and nothing more is taken that would be lost."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from support.api_client import ask, check_problem
from support.databases import AppMaker
from support.seat_client import correct, host_of
from support.sheet_client import sheet

from companion.persistence.database import db, leave


@pytest.fixture
def file(tmp_path: Path, migrated_file: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return Path(shutil.copy(migrated_file, folder / "lockup.db"))


@pytest.fixture
def app(file: Path, make_app: AppMaker) -> Flask:
    return make_app(f"sqlite:///{file}")


def deleted(file: Path) -> None:
    file.unlink()


def deleted_with_its_log(file: Path) -> None:
    for one in file.parent.iterdir():
        one.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def replaced(file: Path) -> None:
    other = shutil.copy(file, file.with_name("other.db"))
    Path(other).replace(file)


def emptied(file: Path) -> None:
    file.unlink()
    file.touch()


def folder_moved(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))


def log_deleted(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


ACCIDENTS = [deleted, deleted_with_its_log, moved, replaced, emptied, folder_moved, log_deleted]


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_nothing_is_taken_and_programs_and_people_are_told(
    app: Flask, file: Path, accident: Callable[[Path], None]
) -> None:
    client = app.test_client()
    host, _ = host_of(client)
    accident(file)
    line = correct(client, host, 1, "set_reputation", side=[0], number=3)
    made = ask(client, "/sheets", sheet("Vera"))
    page = client.post("/score", data={"players": "4", "edition": "later", "by": "counts"})
    for answer in (line, made):
        assert (answer.status_code, answer.json["type"]) == (503, "database-gone")
        assert "stop it, put the file or a backup back, and start it again" in answer.json["detail"]
        check_problem(answer)
    assert (page.status_code, "database file was deleted, moved or replaced" in page.text) == (503, True)


@pytest.mark.parametrize("accident", ACCIDENTS[:-1])
def test_a_host_s_machines_are_told(app: Flask, file: Path, accident: Callable[[Path], None]) -> None:
    client = app.test_client()
    assert client.get("/readyz").status_code == 200
    accident(file)
    ready = client.get("/readyz")
    assert (ready.status_code, ready.text.partition(":")[0]) == (503, "the database's file is gone")
    assert client.get("/healthz").status_code == 200


def test_no_empty_file_is_made_in_its_place(app: Flask, file: Path) -> None:
    client = app.test_client()
    host_of(client)
    file.unlink()
    with app.app_context():
        # As many connections as the app opens when many phones ask at once.
        db.engine.pool.dispose()
    assert client.get("/history").status_code == 503
    assert not file.exists()


def test_once_it_is_back_in_its_place_everything_goes_on(app: Flask, file: Path) -> None:
    client = app.test_client()
    host, _ = host_of(client)
    moved(file)
    assert correct(client, host, 1, "set_reputation", side=[0], number=3).status_code == 503
    file.with_name("elsewhere.db").rename(file)
    assert correct(client, host, 1, "set_reputation", side=[0], number=3).status_code == 200
    assert client.get("/readyz").status_code == 200


def test_what_was_taken_before_its_log_was_deleted_is_there_after_the_app_was_stopped(app: Flask, file: Path) -> None:
    host, _ = host_of(app.test_client())
    log_deleted(file)
    with app.app_context():
        leave()
    with closing(sqlite3.connect(file)) as kept:
        assert kept.execute("SELECT code FROM game_table").fetchall() == [(host.code,)]


def test_a_restored_backup_is_taken_once_the_app_starts_again(app: Flask, file: Path, make_app: AppMaker) -> None:
    ask(app.test_client(), "/sheets", sheet("Vera"))
    replaced(file)
    assert ask(app.test_client(), "/sheets", sheet("Vera")).status_code == 503
    assert ask(make_app(f"sqlite:///{file}").test_client(), "/sheets", sheet("Vera")).status_code == 201
