"""What lay on the table before a line: by the lines that count now, whether the app remembers that or reads it."""

from flask import Flask
from flask.testing import FlaskClient
from support.seat_client import correct, now_at, party
from support.table_client import Seat, done, post

from companion.tables import repository
from companion.tables.ownership import counting_before
from companion.tables.state_cache import state_cache


def set_reputation(client: FlaskClient, seat: Seat, side: int, number: int) -> int:
    """The version of a new line."""
    told = done(correct(client, seat, now_at(client, seat), "set_reputation", side=[side], number=number))
    version: int = told["line"]["version"]
    return version


def reputation_before(app: Flask, seat: Seat, line: int, *, remembered: bool) -> int:
    """Of the first side, just before a line."""
    with app.app_context():
        loaded = repository.find(seat.code)
        if not remembered:
            state_cache().forget(loaded.table)
        return counting_before(loaded, line).reputation[0]


def test_what_was_struck_since_was_not_there_before_a_line_that_came_after_it(app: Flask, client: FlaskClient) -> None:
    vera, isaac, _ = party(client, depth="light")
    struck, line = set_reputation(client, vera, 0, 15), set_reputation(client, isaac, 1, 12)
    assert [reputation_before(app, vera, line, remembered=known) for known in (True, False)] == [15, 15]
    done(post(client, vera, "strike", {"version": now_at(client, vera), "to": struck}))
    assert [reputation_before(app, vera, line, remembered=known) for known in (True, False)] == [10, 10]
