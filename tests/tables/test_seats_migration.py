"""The migration that gave tables their seats: lines, seat and token of a table stay, there and back."""

from datetime import UTC, datetime

from alembic import command
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import MetaData, insert, select
from support.api_client import API
from support.databases import AppMaker, go
from support.sheet_client import DEVICE, rows
from support.table_client import Seat, done, play, post, read_log, show, sit_down, somebody

from companion.identity.tokens import fingerprint
from companion.persistence.database import db
from companion.persistence.migrate import upgrade
from companion.tables.score_reveal import ALL_LINES

BEFORE = "0003"
NO_GOONS = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))
MOMENT = datetime(2026, 5, 1, tzinfo=UTC)


def columns(app: Flask, code: str) -> dict[str, object]:
    with app.app_context():
        known = MetaData()
        known.reflect(db.engine)
        table = known.tables["game_table"]
        with db.engine.connect() as connection:
            return dict(connection.execute(select(table).where(table.c.code == code)).mappings().one())


def test_tables_lines_seats_and_tokens_stay_when_the_database_goes_up_and_down(
    empty_url: str, make_app: AppMaker
) -> None:
    app = make_app(empty_url)
    with app.app_context():
        upgrade(db.engine)
    phone = app.test_client()
    phone.set_cookie(DEVICE, "my phone")
    seat, _ = sit_down(phone, {"dealing": "cards", "name": "Véra"}, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67")
    lines = read_log(phone, seat)
    with app.app_context():
        go(db.engine, command.downgrade, BEFORE)
    old = columns(app, seat.code)
    assert (old["seat"], old["seat_hash"]) == (0, fingerprint(seat.token))
    assert old["names"] == ["Véra", ""]
    assert old["device"] == fingerprint("my phone")
    with app.app_context():
        upgrade(db.engine)
        db.session.remove()
    assert read_log(phone, seat) == lines
    (kept,) = rows(app)["game_seat"]
    assert (kept["seat"], kept["name"], kept["token_hash"]) == (0, "Véra", fingerprint(seat.token))
    new = columns(app, seat.code)
    assert (new["host"], bool(new["edits_all"])) == (0, True)
    fresh = make_app(empty_url)
    assert show(fresh.test_client(), seat).json["seats"] == [0]
    by_cookie = fresh.test_client()
    by_cookie.set_cookie(DEVICE, "my phone")
    assert show(by_cookie, seat.code).json["seats"] == [0]
    again, _ = sit_down(by_cookie, {"dealing": "cards", "name": "Véra"}, Idempotency_Key="mine-0d6a2c3e-6c3f-4b67")
    assert again == seat


def test_each_table_of_before_has_a_second_screen_of_its_own(empty_url: str, make_app: AppMaker) -> None:
    app = make_app(empty_url)
    with app.app_context():
        go(db.engine, command.upgrade, BEFORE)
        known = MetaData()
        known.reflect(db.engine)
        shared = {"created": MOMENT, "changed": MOMENT, "version": 1, "rules": "0/1", "seed": "s", "given": False}
        shared |= {"seat": 0, "seat_hash": "x", "names": ["A", ""], "closed": False, "teaches": False}
        with db.engine.begin() as connection:
            for number in range(3):
                named = {"id": f"table{number}", "code": f"abc23{number + 4}"}
                connection.execute(insert(known.tables["game_table"]).values({**shared, **named}))
                line = {"table_id": named["id"], "version": 1, "kind": "begin", "act": {}, "facts": "[]", "why": "[]"}
                line |= {"rules": "0/1", "moment": MOMENT, "language": "en"}
                connection.execute(insert(known.tables["game_entry"]).values(line))
        upgrade(db.engine)
    kept = rows(app)
    assert len({one["watch"] for one in kept["game_table"]}) == 3
    assert len(kept["game_entry"]) == len(kept["game_seat"]) == 3
    with app.app_context():
        go(db.engine, command.downgrade, BEFORE)
    kept = rows(app)
    assert len(kept["game_entry"]) == len(kept["game_table"]) == 3
    assert {(one["seat"], one["seat_hash"]) for one in kept["game_table"]} == {(0, "x")}
    assert all("A" in str(one["names"]) for one in kept["game_table"])
    assert "game_seat" not in kept


def three_tables_at_the_end(app: Flask) -> tuple[FlaskClient, Seat, Seat, Seat]:
    """A phone with three tables of this version before their last raid; the second of them is closed."""
    with app.app_context():
        upgrade(db.engine)
    phone = app.test_client()
    last = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": NO_GOONS}}
    first, closed, third = (sit_down(phone, last)[0] for _ in range(3))
    done(post(phone, closed, "close", {"version": 1}))
    return phone, first, closed, third


def test_tables_of_before_are_over_where_they_are_closed_or_their_game_has_ended(
    empty_url: str, make_app: AppMaker
) -> None:
    app = make_app(empty_url)
    phone, goes_on, closed, ended = three_tables_at_the_end(app)
    play(phone, ended, show(phone, ended).json, somebody("Vera"))
    before = {one["code"]: bool(one["over"]) for one in rows(app)["game_table"]}
    assert before == {goes_on.code: False, closed.code: True, ended.code: True}
    with app.app_context():
        go(db.engine, command.downgrade, "0004")
    assert "over" not in rows(app)["game_table"][0]
    with app.app_context():
        upgrade(db.engine)
    assert {one["code"]: bool(one["over"]) for one in rows(app)["game_table"]} == before


def test_a_game_that_ended_before_scores_were_covered_opens_as_it_was(empty_url: str, make_app: AppMaker) -> None:
    app = make_app(empty_url)
    with app.app_context():
        upgrade(db.engine)
    # Each request ends with its own context, and so does what it has read: a migration waits for whoever reads a table.
    phone = app.test_client()
    ended, going_on = (sit_down(phone, Idempotency_Key=key)[0].code for key in ("ended" * 5, "playing" * 5))
    with app.app_context():
        with db.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE game_table SET over = TRUE WHERE code = '{ended}'")
        go(db.engine, command.downgrade, "0008")
        upgrade(db.engine)
    assert [columns(app, code)["revealed"] for code in (ended, going_on)] == [ALL_LINES, 0]


def test_a_game_whose_scores_were_kept_or_that_was_closed_has_shown_its_result(
    empty_url: str, make_app: AppMaker
) -> None:
    app = make_app(empty_url)
    phone, kept, closed, ended = three_tables_at_the_end(app)
    for seat in (kept, ended):
        play(phone, seat, show(phone, seat).json, somebody("Vera"))
    done(phone.put(f"{API}/tables/{kept.code}/sheet", headers=kept.headers()))
    with app.app_context():
        with db.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE game_table SET revealed = 3")
        go(db.engine, command.downgrade, "0012")
        upgrade(db.engine)
    assert [columns(app, seat.code)["revealed"] for seat in (kept, closed, ended)] == [ALL_LINES, ALL_LINES, 3]
