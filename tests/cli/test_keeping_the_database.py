"""The commands with which whoever owns the database copies it, moves it, clears it out and looks whether it is well."""

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from serving import run_here
from sqlalchemy import update
from support.api_client import API
from support.databases import AppMaker, PostgresServer, put_away
from support.sheet_client import keep, rows
from support.sheet_client import show as show_sheet
from support.table_client import Seat, done, open_table, play, post, read_log, show, sit_down, somebody

from companion.identity.caller import Caller
from companion.persistence.database import db, now
from companion.plays.imports import take_in
from companion.plays.past_play import PastPlay, PastSide
from companion.tables.records import Table

LAST: dict[str, Any] = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip
WISHES = {"dealing": "house", "difficulty": "expert"}
PAST = PastPlay(
    played=datetime(2024, 5, 3, 12, tzinfo=UTC),
    edition="later",
    difficulty=None,
    margin=None,
    escaped=None,
    sides=(PastSide("Vera", points=31, rank=1, winner=True), PastSide("Isaac", points=28, rank=2, winner=False)),
)


@pytest.fixture
def file(tmp_path: Path, migrated_file: Path) -> Path:
    """A database of this test alone, on which the app has not been yet."""
    (tmp_path / "lockup.db").write_bytes(migrated_file.read_bytes())
    return tmp_path / "lockup.db"


@pytest.fixture
def app(file: Path, make_app: AppMaker) -> Flask:
    return make_app(f"sqlite:///{file}")


def lockup(*arguments: str | Path, database: Path | str, code: int = 0, **more: str) -> str:
    """What a command says of a database, having ended with that code."""
    url = database if isinstance(database, str) else f"sqlite:///{database}"
    ended = run_here(*map(str, arguments), "--database", url, **more)
    assert ended.exit_code == code, (ended.output, ended.exc_info)
    return ended.output


def closed(client: FlaskClient) -> Seat:
    seat, shown = sit_down(client, WISHES)
    done(post(client, seat, "close", {"version": shown["version"]}))
    return seat


def test_a_backup_that_is_restored_holds_what_was_there_and_what_came_since_lies_beside_it(
    app: Flask, file: Path, tmp_path: Path
) -> None:
    before = keep(app.test_client())
    copy = tmp_path / "copy.db"
    # The app has it open all the while.
    assert lockup("backup", copy, database=file).startswith("Copied and checked")
    after = keep(app.test_client())
    put_away(app)
    said = lockup("restore", copy, database=file).splitlines()
    assert show_sheet(app.test_client(), before.link).status_code == 200
    assert show_sheet(app.test_client(), after.link).status_code == 404
    put_away(app)
    with closing(sqlite3.connect(said[1].removeprefix("What was there before lies in "))) as old:
        assert {link for (link,) in old.execute("SELECT link FROM sheet")} == {before.link, after.link}


def test_a_backup_made_while_people_play_holds_every_line_that_was_acknowledged_before_it_and_each_as_it_is(
    app: Flask, file: Path, tmp_path: Path, make_app: AppMaker
) -> None:
    players = 3
    tables = [sit_down(app.test_client(), WISHES) for _ in range(players)]
    acknowledged = [shown["version"] for _, shown in tables]
    warm, over = Barrier(players + 1, timeout=60), Event()

    def plays_on(number: int) -> None:
        client, chance, (seat, shown) = app.test_client(), somebody(f"player {number}"), tables[number]
        while not over.is_set() and shown["prompt"]["actions"]:
            shown = play(client, seat, shown, chance, turns=1)
            acknowledged[number] = shown["version"]
            if shown["version"] == WARM:
                warm.wait()

    with ThreadPoolExecutor(players) as threads:
        playing = [threads.submit(plays_on, number) for number in range(players)]
        warm.wait()
        # One that is done before anybody has acted says nothing of play.
        for number in range(TRIES):
            copy, before = tmp_path / f"copy {number}.db", [*acknowledged]
            lockup("backup", copy, database=file)
            if acknowledged != before:
                break
        over.set()
        for one in playing:
            one.result()
    assert number < TRIES - 1
    restored = make_app(f"sqlite:///{copy}").test_client()
    for (seat, _), least in zip(tables, before, strict=True):
        held = read_log(restored, seat)
        assert least <= len(held)
        assert held == read_log(app.test_client(), seat)[: len(held)]
        assert show(restored, seat).json["version"] == len(held)


TRIES = 100
WARM = 5
"""So many lines has each table when the copy is begun."""


def test_a_database_that_is_in_use_is_not_replaced(app: Flask, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    lockup("backup", copy, database=file)
    kept = keep(app.test_client())
    assert (
        lockup("restore", copy, database=file, code=1)
        == f"{file} is in use. Stop the app first; nothing was changed.\n"
    )
    assert show_sheet(app.test_client(), kept.link).status_code == 200


def test_a_backup_replaces_no_file(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Vera")
    assert "is there already" in lockup("backup", other, database=file, code=1)
    assert other.read_text() == "Dear Vera"


def test_only_a_sound_database_of_this_app_is_restored(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    letter, foreign = tmp_path / "letter.txt", tmp_path / "foreign.db"
    letter.write_text("Dear Vera " * 100)
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE songs (name)")
    assert "is damaged" in lockup("restore", letter, database=file, code=1)
    assert "is no database of this app" in lockup("restore", foreign, database=file, code=1)
    assert file.read_bytes() == before


def damage(file: Path) -> None:
    """Overwrite the middle of a database, as a worn-out card does."""
    written = bytearray(file.read_bytes())
    written[8192 : len(written) // 2] = b"\x55" * (len(written) // 2 - 8192)
    file.write_bytes(written)


@pytest.mark.parametrize("command", ["upgrade", "list", "backup"])
def test_a_damaged_file_is_found_at_the_start_with_what_to_do(file: Path, tmp_path: Path, command: str) -> None:
    damage(file)
    more = [tmp_path / "copy.db"] if command == "backup" else []
    said = lockup(command, *more, database=file, code=1)
    assert f"The database {file} is damaged: " in said
    assert "lockup restore" in said


def test_a_damaged_file_is_replaced_by_a_backup(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    lockup("backup", copy, database=file)
    damage(file)
    lockup("restore", copy, database=file)
    assert "The file is sound." in lockup("doctor", database=file)


def test_an_export_brings_everything_into_an_empty_database(
    app: Flask, tmp_path: Path, make_app: AppMaker, empty_url: str
) -> None:
    client = app.test_client()
    keep(client)
    seat, _ = sit_down(client, WISHES)
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    lockup("export", first, database=tmp_path / "lockup.db")
    other = empty_url if empty_url.startswith("postgresql") else f"sqlite:///{tmp_path / 'other.db'}"
    said = lockup("import", first, database=other)
    assert show(make_app(other).test_client(), seat).json == show(client, seat).json
    lockup("export", second, database=other)
    lines = sorted(first.read_text("utf-8").splitlines())
    assert sorted(second.read_text("utf-8").splitlines()) == lines
    assert said.startswith(f"{len(lines) - 2} rows are read into ")


@pytest.mark.parametrize("cut", ["end", "start", "row", "letter"])
def test_what_is_no_whole_export_leaves_the_database_empty(app: Flask, file: Path, tmp_path: Path, cut: str) -> None:
    keep(app.test_client())
    out = tmp_path / "everything.jsonl"
    lockup("export", out, database=file)
    lines = out.read_text("utf-8").splitlines(keepends=True)
    torn = {"end": lines[:-1], "start": lines[1:], "row": [*lines[:1], *lines[2:]], "letter": ["Dear Vera\n"]}
    out.write_text("".join(torn[cut]), "utf-8")
    other = tmp_path / "other.db"
    assert "is no whole export" in lockup("import", out, database=other, code=1)
    assert lockup("list", database=other) == "Nothing is kept yet.\n"


def test_an_export_is_read_into_no_database_that_holds_something(app: Flask, file: Path, tmp_path: Path) -> None:
    kept = keep(app.test_client())
    out = tmp_path / "everything.jsonl"
    lockup("export", out, database=file)
    assert "holds something already" in lockup("import", out, database=file, code=1)
    assert [row["link"] for row in rows(app)["sheet"]] == [kept.link]


def test_the_list_names_what_is_kept_and_no_player(app: Flask, file: Path) -> None:
    client = app.test_client()
    kept = keep(client)
    running, over = open_table(client, WISHES).json["code"], closed(client).code
    said = lockup("list", database=file)
    today = f"{now():%Y-%m-%d}"
    assert {f"{today}  {running}  game that goes on", f"{today}  {over}  game that is over"} <= {*said.splitlines()}
    assert f"{today}  {kept.link}  score sheet" in said.splitlines()
    assert "Vera" not in said


def test_what_is_deleted_by_name_is_gone(app: Flask, file: Path) -> None:
    client = app.test_client()
    kept, seat = keep(client), closed(client)
    assert lockup("delete", seat.code, kept.link, "--yes", database=file).splitlines() == [
        f"Deleted: {seat.code}",
        f"Deleted: {kept.link}",
    ]
    assert lockup("list", database=file) == "Nothing is kept yet.\n"
    assert (show(client, seat).status_code, show_sheet(client, kept.link).status_code) == (404, 404)


def test_a_file_of_old_games_is_in_the_list_by_its_number_and_is_deleted_by_it(app: Flask, file: Path) -> None:
    with app.app_context():
        take_in(Caller(device="Vera's phone"), [PAST], "Vera's games.csv")
    said = lockup("list", database=file)
    [(day, number, what)] = [line.split("  ") for line in said.splitlines()]
    assert (day, what) == (f"{now():%Y-%m-%d}", "file of old games")
    assert "Vera" not in said
    assert lockup("delete", number, "--yes", database=file) == f"Deleted: {number}\n"
    assert lockup("list", database=file) == "Nothing is kept yet.\n"
    left = rows(app)
    assert (left["play"], left["play_side"], left["imported_play"]) == ([], [], [])


def test_nothing_is_deleted_before_somebody_said_yes(app: Flask, file: Path) -> None:
    kept = keep(app.test_client())
    lockup("delete", kept.link, database=file, code=1)
    assert show_sheet(app.test_client(), kept.link).status_code == 200


def test_a_name_that_nothing_has_is_said(file: Path) -> None:
    assert lockup("delete", "abc234", "--yes", database=file, code=1).startswith("Nothing with this code")


def test_only_games_that_ended_long_ago_expire(app: Flask, file: Path) -> None:
    client = app.test_client()
    kept = keep(client)
    running, old, recent = open_table(client, WISHES).json["code"], closed(client).code, closed(client).code
    with app.app_context():
        long_ago = update(Table).where(Table.code != recent).values(changed=now() - timedelta(days=181))
        db.session.execute(long_ago)
        db.session.commit()
    assert lockup("expire", "--dry-run", database=file).splitlines() == [old, "1 game that is over would be deleted."]
    assert lockup("expire", "--days", "182", database=file) == "0 games that were over are deleted.\n"
    assert lockup("expire", database=file).splitlines() == [old, "1 game that was over is deleted."]
    left = lockup("list", database=file)
    assert old not in left
    assert all(name in left for name in (running, recent, kept.link))


def test_the_figures_of_a_game_that_expires_stay_where_its_scores_were_kept(app: Flask, file: Path) -> None:
    client = app.test_client()
    seats = [sit_down(client, LAST)[0] for _ in range(2)]
    for seat in seats:
        over = play(client, seat, show(client, seat).json, random.Random("over"))
        assert not over["prompt"]["actions"]
    client.put(f"{API}/tables/{seats[0].code}/sheet", headers=seats[0].headers())
    with app.app_context():
        db.session.execute(update(Table).values(changed=now() - timedelta(days=181)))
        db.session.commit()
    assert len(lockup("expire", database=file).splitlines()) == 3
    [left] = rows(app)["play"]
    assert left["sheet_id"]


def test_the_doctor_finds_a_sound_and_private_database_well(file: Path) -> None:
    file.chmod(0o600)
    assert [line[0] for line in lockup("doctor", database=file).splitlines()[1:]] == ["+"] * 4


def test_the_doctor_names_what_is_wrong(file: Path) -> None:
    file.chmod(0o644)
    assert "! Others on this computer may read it" in lockup("doctor", database=file, code=1)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "! A newer version of the app wrote it" in lockup("doctor", database=file, code=1)
    damage(file)
    assert "is damaged: " in lockup("doctor", database=file, code=1)


def test_the_doctor_makes_no_file(tmp_path: Path) -> None:
    assert "There is no database yet" in lockup("doctor", database=tmp_path / "lockup.db")
    assert [*tmp_path.iterdir()] == []


def test_the_doctor_looks_at_a_server(postgres: PostgresServer, postgres_url: str) -> None:
    assert "It is of this version of the app." in lockup("doctor", database=postgres_url)
    assert "! It is of an older version" in lockup("doctor", database=postgres.new_database(), code=1)


def test_a_server_is_not_copied_as_a_file(postgres_url: str, tmp_path: Path) -> None:
    assert "pg_dump" in lockup("backup", tmp_path / "copy.db", database=postgres_url, code=1)
