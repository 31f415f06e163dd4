"""What a sheet or table has come to is written down with the change that brings it, and goes with it."""

import random
from typing import Any

import pytest
from alembic import command
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.databases import AppMaker, go
from support.seat_client import of_players
from support.sheet_client import DEVICE, delete, keep, put, rows, sheet
from support.table_client import Seat, done, play, post, sit_down

from companion.persistence.database import db
from companion.persistence.migrate import upgrade
from companion.plays.person import person_id
from companion.presenters.plays_due import record_due
from companion.tables.score_reveal import ALL_LINES

LAST: dict[str, Any] = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip
TWO = {"sides": [{"name": "Vera", "reputation": 9}, {"name": "Isaac"}]}


def told(app: Flask) -> list[tuple[Any, ...]]:
    """Each play as it is kept: who tells it, and its people with what they have come to."""
    found = rows(app)
    return [
        (
            "sheet" if one["sheet_id"] else "table",
            one["players"],
            one["difficulty"],
            None if one["escaped"] is None else bool(one["escaped"]),
            [
                (side["name"], side["points"], side["rank"], bool(side["winner"]))
                for side in sorted(found["play_side"], key=lambda side: int(side["place"]))
                if side["play_id"] == one["id"]
            ],
        )
        for one in sorted(found["play"], key=lambda one: one["sheet_id"] is None)
    ]


def test_a_sheet_is_a_play_as_soon_as_it_is_kept_and_none_while_it_is_counted(app: Flask, client: FlaskClient) -> None:
    draft = keep(client, {**TWO, "draft": True})
    assert told(app) == []
    put(client, draft.link, TWO, draft.edit, draft.etag)
    assert told(app) == [("sheet", 2, None, None, [("Vera", 9, 1, True), ("Isaac", 0, 2, False)])]
    assert {one["person"] for one in rows(app)["play_side"]} == {person_id("vera"), person_id("ISAAC")}


def test_a_corrected_sheet_is_the_same_play_with_another_result(app: Flask, client: FlaskClient) -> None:
    kept = keep(client, TWO)
    [before] = rows(app)["play"]
    put(client, kept.link, {"sides": [{"name": "Vera"}, {"name": "Claire", "reputation": 3}]}, kept.edit, kept.etag)
    assert told(app) == [("sheet", 2, None, None, [("Vera", 0, 2, False), ("Claire", 3, 1, True)])]
    assert rows(app)["play"] == [before]


def test_a_sheet_that_is_deleted_or_counted_again_is_no_play_at_once(app: Flask, client: FlaskClient) -> None:
    kept, other = keep(client, TWO), keep(client, TWO)
    delete(client, kept.link, kept.edit, kept.etag)
    put(client, other.link, {**TWO, "draft": True}, other.edit, other.etag)
    assert rows(app)["play"] == rows(app)["play_side"] == []


def test_who_stands_alone_on_a_sheet_has_played_against_nobody(app: Flask, client: FlaskClient) -> None:
    keep(client, sheet("Vera"))
    assert told(app) == []


def test_names_that_nobody_typed_are_nobody(app: Flask, client: FlaskClient) -> None:
    keep(client, {"solitary": True, "sides": [{"name": "Ty"}, {"name": "Guards", "guards": True}]})
    assert told(app) == [("sheet", 1, None, False, [("", 0, 2, False)])]
    assert [one["person"] for one in rows(app)["play_side"]] == [""]


def solitary(client: FlaskClient) -> tuple[Seat, Any]:
    seat, shown = sit_down(client, {**LAST, "difficulty": "expert", "name": "Vera"})
    return seat, play(client, seat, shown, random.Random("Vera"))


def test_a_game_against_the_guards_is_a_play_when_it_ends_until_its_end_is_taken_back(
    app: Flask, client: FlaskClient
) -> None:
    seat, shown = solitary(client)
    [(by, players, difficulty, escaped, [(name, *_)])] = told(app)
    assert (by, players, difficulty, name) == ("table", 1, "expert", "Vera")
    won = client.get(f"{API}/tables/{seat.code}/scores").json["scores"]["winners"]
    assert escaped == (won == ["Vera"])
    done(post(client, seat, "undo", {"version": shown["version"], "to": shown["version"] - 1}))
    assert told(app) == []


def test_the_sheet_of_a_game_says_how_strong_the_guards_were_also_once_it_is_corrected(
    app: Flask, client: FlaskClient
) -> None:
    seat, _ = solitary(client)
    kept = client.put(f"{API}/tables/{seat.code}/sheet", headers=seat.headers())
    body = {"solitary": True, "sides": [{"name": "Vera", "reputation": 50}, {"name": "Guards", "guards": True}]}
    put(client, kept.json["link"], body, seat.token, kept.headers["ETag"])
    assert told(app)[0] == ("sheet", 1, "expert", True, [("Vera", 50, 1, True)])
    assert len(told(app)) == 2
    client.delete(f"{API}/tables/{seat.code}", headers=seat.headers())
    assert told(app) == [("sheet", 1, "expert", True, [("Vera", 50, 1, True)])]


def test_a_game_of_several_is_a_play_once_its_result_is_shown(app: Flask, client: FlaskClient) -> None:
    sides = [{"reputation": 3}, {"reputation": 44}]
    begin = {
        "round": 6,
        "phase": "lights_out",
        "location": "library",
        "goons": LAST["begin"]["goons"],
        "sides": sides,
    }
    seat, shown = sit_down(client, of_players("Vera", "Isaac", begin_together=begin))
    assert play(client, seat, shown, random.Random("Vera"))["state"]["phase"] == "ended"
    assert told(app) == []
    done(post(client, seat, "reveal", {"lines": ALL_LINES}))
    [(by, players, _, escaped, people)] = told(app)
    assert (by, players, escaped, [one[0] for one in people]) == ("table", 2, None, ["Vera", "Isaac"])


@pytest.mark.parametrize("kept", [False, True])
def test_what_ended_before_there_were_plays_is_told_when_the_database_is_opened(
    empty_url: str, make_app: AppMaker, *, kept: bool
) -> None:
    app = make_app(empty_url)
    with app.app_context():
        upgrade(db.engine)
    client = app.test_client()
    client.set_cookie(DEVICE, "my phone")
    keep(client, TWO)
    keep(client, {**TWO, "draft": True})
    seat, _ = solitary(client)
    if kept:
        client.put(f"{API}/tables/{seat.code}/sheet", headers=seat.headers())
    before = rows(app)
    with app.app_context():
        go(db.engine, command.downgrade, "0013")
        upgrade(db.engine)
        assert rows(app)["play"] == []
        record_due()
    after = rows(app)
    order = {"play": "id", "play_side": "play_id"}
    for table, by in order.items():
        assert sorted(after[table], key=lambda row: str(row[by])) == sorted(before[table], key=lambda row: str(row[by]))
    assert after["play_due"] == []
