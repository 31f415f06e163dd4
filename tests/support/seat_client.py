"""How the tests sit at tables of several people: each phone a token of its own, over REST."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion.persistence.database import db, now
from companion.tables.records import Invite, SeatTransfer, TableSeat
from support.api_client import API
from support.table_client import Seat, done, offered, post, sit_down

NAMES = ("Vera", "Isaac", "Claire")
_keys = count(1)


def of_players(*names: str, **more: Any) -> dict[str, Any]:
    """What opens a table of people, on which roll call is done in the app."""
    players = [{"name": name} if name else {} for name in names or NAMES]
    return {"players": players, "roll_call": True, "turns": "enforced", **more}


def host_of(client: FlaskClient, *names: str, **more: Any) -> tuple[Seat, Any]:
    """A new table at which its host alone sits, and what it shows."""
    return sit_down(client, of_players(*names, **{"holds": [0], **more}))


def ask_for(
    client: FlaskClient, code: str, seat: int, body: Mapping[str, Any] | None = None, *, key: str = "", token: str = ""
) -> TestResponse:
    """Somebody sits down, or wants to; without a token it is a phone that nobody knows."""
    headers = {"Idempotency-Key": key or f"sit-{next(_keys)}"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return client.post(f"{API}/tables/{code}/seats/{seat}", json=dict(body or {}), headers=headers)


def take(client: FlaskClient, code: str, seat: int, **body: Any) -> Seat:
    """A phone that has a seat from now on."""
    answer = done(ask_for(client, code, seat, body))
    assert answer["seated"], answer
    return Seat(code, answer["token"])


def party(client: FlaskClient, *names: str, **more: Any) -> list[Seat]:
    """A new table at which everybody sits, each on a phone of their own, the host first."""
    host, _ = host_of(client, *names, **more)
    return [host, *(take(client, host.code, seat, name=name) for seat, name in enumerate(names or NAMES) if seat)]


def seats_of(client: FlaskClient, seat: Seat | str) -> Any:
    """Who sits at a table, as a seat sees it, or somebody who has only its code."""
    code, headers = (seat, {}) if isinstance(seat, str) else (seat.code, {"Authorization": f"Bearer {seat.token}"})
    return done(client.get(f"{API}/tables/{code}/seats", headers=headers))


def get_up(client: FlaskClient, seat: Seat, number: int, key: str | None = None) -> TestResponse:
    return client.delete(f"{API}/tables/{seat.code}/seats/{number}", headers=seat.headers(key))


def invited(client: FlaskClient, who: Seat, **body: int) -> str:
    """The secret of a link to sit down."""
    response = post(client, who, "invites", body)
    assert response.status_code == 201, response.text
    secret: str = response.json["invite"]
    return secret


def correct(client: FlaskClient, seat: Seat, version: int, kind: str, **fields: Any) -> TestResponse:
    return post(client, seat, "corrections", {"version": version, "type": kind, "fields": fields})


def now_at(client: FlaskClient, seat: Seat) -> int:
    """The version of a table."""
    version: int = done(client.get(f"{API}/tables/{seat.code}/version"))["version"]
    return version


def through_setup(client: FlaskClient, seat: Seat) -> Any:
    """The host plays the setup: no deck has a card; from then on it is the first round."""
    shown = done(client.get(f"{API}/tables/{seat.code}", headers={"Authorization": f"Bearer {seat.token}"}))
    while shown["state"]["phase"] == "setup":
        kind = next(one for one in ("deck_empty", "begin_round") if offered(shown, one))
        shown = done(post(client, seat, "actions", {"version": shown["version"], "type": kind, "fields": {}}))
    return shown


@contextmanager
def _rows(app: Flask) -> Iterator[Any]:
    with app.app_context():
        yield db.session
        db.session.commit()


def grow_older(app: Flask, by: timedelta) -> None:
    """Let so much time go by: whatever was noted with its moment was noted so much earlier.

    What lies an hour back is old enough: of the tables of all tests before there are more and more.
    """
    lately = now() - timedelta(hours=1)
    with _rows(app) as session:
        for seat in session.scalars(select(TableSeat).where(TableSeat.seen > lately)):
            seat.seen -= by
            if seat.moves_done_at is not None:
                seat.moves_done_at -= by
        for kind in (Invite, SeatTransfer):
            for secret in session.scalars(select(kind).where(kind.expires > lately)):
                secret.expires -= by
