"""The commands with which whoever owns the database copies it, moves it, clears it out and looks whether it is well."""

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest
from alembic import command
from flask import Flask
from flask.testing import FlaskClient
from serving import run_here
from sqlalchemy import update
from support.api_client import API
from support.databases import AppMaker, PostgresServer, go, put_away
from support.seat_client import of_players
from support.sheet_client import DEVICE, keep, put, rows
from support.sheet_client import show as show_sheet
from support.table_client import Seat, done, open_table, play, post, read_log, show, sit_down, somebody

from companion.config import History
from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint
from companion.persistence.database import db, now
from companion.plays.imports import take_in
from companion.plays.past_play import PastPlay, PastSide
from companion.plays.person import person_id
from companion.tables import commands as tables
from companion.tables.records import Table, TableSeat
from companion.tables.score_reveal import ALL_LINES

LAST_OF_TWO = {
    "round": 6,
    "phase": "lights_out",
    "location": "library",
    "goons": dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall")),
    "sides": [{"reputation": 3}, {"reputation": 44}],
}
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


@pytest.fixture
def each_app(engine_url: str, make_app: AppMaker) -> Flask:
    """An app of this test alone on each kind of database."""
    return make_app(engine_url)


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
    with closing(sqlite3.connect(said[1].removeprefix("The previous one is now "))) as old:
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


@pytest.mark.parametrize("name", ["upgrade", "list", "backup"])
def test_a_damaged_file_is_found_at_the_start_with_what_to_do(file: Path, tmp_path: Path, name: str) -> None:
    damage(file)
    more = [tmp_path / "copy.db"] if name == "backup" else []
    said = lockup(name, *more, database=file, code=1)
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


def test_what_is_no_whole_export_leaves_the_database_empty(app: Flask, file: Path, tmp_path: Path) -> None:
    keep(app.test_client())
    out = tmp_path / "everything.jsonl"
    lockup("export", out, database=file)
    lines = out.read_text("utf-8").splitlines(keepends=True)
    other = tmp_path / "other.db"
    for torn in (lines[:-1], lines[1:], [*lines[:1], *lines[2:]], ["Dear Vera\n"]):
        out.write_text("".join(torn), "utf-8")
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
    assert (day, what) == (f"{now():%Y-%m-%d}", "imported file")
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
    assert lockup("expire", "--days", "182", database=file) == "Deleted 0 finished games.\n"
    assert lockup("expire", database=file).splitlines() == [old, "Deleted 1 finished game."]
    left = lockup("list", database=file)
    assert old not in left
    assert all(name in left for name in (running, recent, kept.link))


def phone_of(app: Flask, name: str) -> FlaskClient:
    phone = app.test_client()
    phone.set_cookie(DEVICE, f"the phone of {name}")
    return phone


def figures(phone: FlaskClient) -> Any:
    return phone.get(f"{API}/statistics").json


def ended(phone: FlaskClient, *, kept: bool = False) -> Seat:
    """A game of two that has ended long ago; its second seat is Isaac's phone's, whoever opened it."""
    seat, shown = sit_down(phone, of_players("Vera", "Isaac", begin_together=LAST_OF_TWO))
    assert play(phone, seat, shown, random.Random("over"))["state"]["phase"] == "ended"
    done(post(phone, seat, "reveal", {"lines": ALL_LINES}))
    if kept:
        assert phone.put(f"{API}/tables/{seat.code}/sheet", headers=seat.headers()).status_code == 200
    with phone.application.app_context():
        isaac = update(TableSeat).where(TableSeat.seat == 1).values(device=fingerprint("the phone of Isaac"))
        db.session.execute(isaac)
        db.session.execute(update(Table).values(changed=now() - timedelta(days=181)))
        db.session.commit()
    return seat


@pytest.mark.parametrize(("history", "counted"), [(History.DEVICE, [2, 3, 1]), (History.HOUSEHOLD, [3, 3, 3])])
def test_figures_stay_as_they_were_when_their_games_expire_for_everybody_who_sat_there(
    each_app: Flask, engine_url: str, history: History, counted: list[int]
) -> None:
    each_app.config["LOCKUP"] = replace(each_app.config["LOCKUP"], history=history)
    phones = [phone_of(each_app, name) for name in ("Vera", "Isaac", "Claire")]
    ended(phones[0], kept=True)
    ended(phones[0])
    ended(phones[2])
    before = [figures(phone) for phone in phones]
    assert [one["plays"] for one in before] == counted
    assert len(lockup("expire", database=engine_url).splitlines()) == 4
    assert rows(each_app)["game_table"] == []
    assert [figures(phone) for phone in phones] == before
    pages = ("/history", "/people", f"/people/{person_id('Vera')}")
    assert {phone.get(page).status_code for phone in phones for page in pages} == {200}


def test_a_sheet_of_an_expired_game_counts_on_for_all_once_it_is_corrected_and_for_nobody_once_it_is_deleted(
    each_app: Flask, engine_url: str
) -> None:
    vera, isaac = (phone_of(each_app, name) for name in ("Vera", "Isaac"))
    seat = ended(vera, kept=True)
    [sheet] = rows(each_app)["sheet"]
    lockup("expire", database=engine_url)
    sides = [{"name": "Vera", "reputation": 9}, {"name": "Isaac", "reputation": 70}]
    as_it_is = show_sheet(vera, sheet["link"]).headers["ETag"]
    assert put(vera, sheet["link"], {"sides": sides}, seat.token, as_it_is).status_code == 200
    assert {(one["name"], one["best"]) for one in figures(isaac)["people"]} == {("Isaac", 70), ("Vera", 9)}
    lockup("delete", sheet["link"], "--yes", database=engine_url)
    found = rows(each_app)
    assert found["play"] == found["play_side"] == found["play_device"] == []


def test_the_figures_of_an_expired_game_are_in_the_list_by_their_number_and_are_deleted_by_it(
    each_app: Flask, engine_url: str
) -> None:
    vera = phone_of(each_app, "Vera")
    ended(vera)
    assert "figures" not in lockup("list", database=engine_url)
    lockup("expire", database=engine_url)
    [(_, number, what)] = [line.split("  ") for line in lockup("list", database=engine_url).splitlines()]
    assert what == "stats of a game that expired"
    assert lockup("delete", number, "--yes", database=engine_url) == f"Deleted: {number}\n"
    found = rows(each_app)
    assert found["play"] == found["play_side"] == found["play_device"] == []
    assert figures(vera)["plays"] == 0


def test_the_database_goes_back_to_before_figures_outlived_their_games(own_app: Flask, empty_url: str) -> None:
    vera = phone_of(own_app, "Vera")
    ended(vera, kept=True)
    ended(vera)
    with own_app.app_context():
        take_in(Caller(device="the phone of Vera"), [PAST], "Vera's games.csv")
    lockup("expire", database=empty_url)
    with own_app.app_context():
        go(db.engine, command.downgrade, "0016")
    found = rows(own_app)
    assert len(found["play"]) == len({one["play_id"] for one in found["play_side"]}) == 2
    assert {bool(one["sheet_id"]) for one in found["play"]} == {True, False}
    assert len(found["imported_play"]) == 1


def test_a_game_in_which_somebody_goes_on_meanwhile_does_not_expire(each_app: Flask) -> None:
    vera = phone_of(each_app, "Vera")
    seat = ended(vera)
    before = now() - timedelta(days=180)
    shown = show(vera, seat).json
    done(post(vera, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
    with each_app.app_context():
        assert not tables.expire(seat.code, before)
        assert not tables.expire("abc234", before)
    assert show(vera, seat).status_code == 200


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
    assert "! It’s from an older version" in lockup("doctor", database=postgres.new_database(), code=1)


def test_a_server_is_not_copied_as_a_file(postgres_url: str, tmp_path: Path) -> None:
    assert "pg_dump" in lockup("backup", tmp_path / "copy.db", database=postgres_url, code=1)
