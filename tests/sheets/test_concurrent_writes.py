"""Several at once: no acknowledged change is lost, and a key makes one sheet."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import EXAMPLE, ask, check_problem
from support.databases import AppMaker
from support.sheet_client import Kept, delete, keep, put, rows, sheet, show
from werkzeug.test import TestResponse

from companion.identity.caller import Caller
from companion.persistence.linked import Stale
from companion.sheets.models import Sheet
from companion.sheets.repository import change

KEY = "one-0d6a2c3e-6c3f-4b67"
CROWD = 8


@pytest.fixture
def other_server(engine_url: str, make_app: AppMaker) -> Flask:
    """Another process would be one; so is an app with connections of its own."""
    return make_app(engine_url)


def at_once(app: Flask, act: Callable[[FlaskClient, int], TestResponse]) -> list[TestResponse]:
    """The answers to a crowd that starts together."""
    together = Barrier(CROWD)

    def one(number: int) -> TestResponse:
        client = app.test_client()
        together.wait()
        return act(client, number)

    with ThreadPoolExecutor(CROWD) as pool:
        return list(pool.map(one, range(CROWD)))


def test_of_changes_at_once_exactly_one_wins(app: Flask, client: FlaskClient) -> None:
    kept = keep(client)
    answers = at_once(app, lambda one, n: put(one, kept.link, sheet(f"Side {n}"), kept.edit, kept.etag))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: CROWD - 1}
    (winner,) = [answer for answer in answers if answer.status_code == 200]
    read = show(client, kept.link)
    assert (read.json, read.headers["ETag"]) == (winner.json, winner.headers["ETag"])
    for answer in answers:
        if answer is not winner:
            check_problem(answer)
            assert answer.json["current"] == winner.json


def test_who_reads_again_and_tries_again_gets_through(app: Flask, client: FlaskClient) -> None:
    kept = keep(client, {"draft": True, "sides": []})

    def add_one(one: FlaskClient, number: int) -> TestResponse:
        while True:
            read = show(one, kept.link)
            body = read.json["sheet"]
            body["rulings"] = {}
            body["sides"] = [{"reputation": sum(side["reputation"] for side in body["sides"]) + 1}]
            changed = put(one, kept.link, body, kept.edit, read.headers["ETag"])
            if changed.status_code != 412:
                return changed

    assert {answer.status_code for answer in at_once(app, add_one)} == {200}
    assert show(client, kept.link).json["sheet"]["sides"] == [{"reputation": CROWD}]


def test_the_same_key_at_once_makes_one_sheet(app: Flask) -> None:
    answers = at_once(app, lambda one, _: ask(one, "/sheets", EXAMPLE, Idempotency_Key=KEY))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert {table: len(kept) for table, kept in rows(app).items() if kept} == {
        "sheet": 1,
        "sheet_key": 1,
        "play": 1,
        "play_side": 3,
    }


def test_the_same_key_at_once_through_two_servers_makes_one_sheet(app: Flask, other_server: Flask) -> None:
    servers = [app, other_server]
    answers = at_once(
        app,
        lambda _, n: ask(servers[n % 2].test_client(), "/sheets", EXAMPLE, Idempotency_Key=KEY),
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1


def test_the_same_key_at_once_with_different_bodies_keeps_one_of_them(app: Flask) -> None:
    answers = at_once(app, lambda one, n: ask(one, "/sheets", sheet(f"Side {n}"), Idempotency_Key=KEY))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 422: CROWD - 1}
    assert len(rows(app)["sheet"]) == 1


def test_a_sheet_that_is_deleted_while_it_is_changed_is_changed_or_gone(app: Flask, client: FlaskClient) -> None:
    for _ in range(5):
        kept = keep(client)

        def act(one: FlaskClient, number: int, kept: Any = kept) -> TestResponse:
            if number % 2:
                return delete(one, kept.link, kept.edit, "*")
            return put(one, kept.link, sheet(f"Side {number}"), kept.edit, kept.etag if number % 4 else "*")

        answers = at_once(app, act)
        assert {answer.status_code for answer in answers} <= {200, 204, 404, 412}
        assert [answer.status_code for answer in answers].count(204) == 1
        assert show(client, kept.link).status_code == 404


def test_what_was_written_is_answered_although_it_is_gone_by_then(
    app: Flask, client: FlaskClient, other_server: Flask
) -> None:
    kept = keep(client)
    with app.app_context():
        sheet_row = change(kept.link, Caller(token=kept.edit), lambda row: setattr(row, "body", sheet("Isaac")))
        delete_quickly(other_server, kept)
        assert (sheet_row.body, sheet_row.version) == (sheet("Isaac"), 2)


def test_a_stale_change_is_told_what_it_met_although_it_is_gone_by_then(
    app: Flask, client: FlaskClient, other_server: Flask
) -> None:
    kept = keep(client)

    def refuse(row: Sheet) -> None:
        raise Stale(row)

    with app.app_context():
        with pytest.raises(Stale) as stale:
            change(kept.link, Caller(token=kept.edit), lambda _: None, check_version=refuse)
        delete_quickly(other_server, kept)
        assert (stale.value.row.body, stale.value.row.version) == (sheet(), 1)


def delete_quickly(app: Flask, kept: Kept) -> None:
    """Delete a sheet while someone else still answers about it."""
    assert delete(app.test_client(), kept.link, kept.edit, "*").status_code == 204


def test_readers_are_answered_while_others_write(app: Flask, client: FlaskClient) -> None:
    kept = keep(client)

    def act(one: FlaskClient, number: int) -> TestResponse:
        if number % 2:
            return show(one, kept.link)
        return put(one, kept.link, sheet(f"Side {number}"), kept.edit, "*")

    assert {answer.status_code for answer in at_once(app, act)} == {200}
