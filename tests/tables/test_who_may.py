"""Who may not, can't: every operation of a table that the document has, for everybody who has no right to it."""

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem
from support.common import rule
from support.random_json_player import fitting
from support.seat_client import (
    ask_for,
    get_up,
    grow_older,
    host_of,
    invited,
    of_players,
    party,
    seats_of,
    take,
    through_setup,
)
from support.sheet_client import DEVICE, rows
from support.table_client import Seat, done, post, show, sit_down

from companion.api.blueprint import OPERATIONS
from companion.api.core.openapi import document
from companion.api.shared_schemas import shared_schemas
from companion.api.tables.game_schemas import BASES, game_schemas
from companion.tables.invites import INVITED_FOR

PHONE = "the host's phone"
CODE = "{code}"


class Operation(NamedTuple):
    """An operation on one table, as the document has it."""

    method: str
    path: str
    told: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def reads(self) -> bool:
        return self.method == "get"

    @property
    def secured(self) -> bool:
        return {} not in self.told.get("security", [{}])

    def body(self) -> Any:
        """A body that is right in form, filled in by its schema alone."""
        if "requestBody" not in self.told:
            return None
        schema = self.told["requestBody"]["content"]["application/json"]["schema"]
        return fitting(resolved(schema), random.Random(str(self)))

    def ask(self, client: FlaskClient, code: str, headers: Mapping[str, str]) -> Any:
        """Ask for it, at seat 1 where it is of one seat."""
        path = self.path.replace(CODE, code).replace("{seat}", "1")
        given = {"Idempotency-Key": f"{self.method}:{path}", **headers}
        return client.open(f"{API}{path}", method=self.method.upper(), json=self.body(), headers=given, buffered=False)


DOCUMENT = document(OPERATIONS, BASES, game_schemas(), shared_schemas())


def resolved(schema: Any) -> Any:
    """A schema with what it refers to in place of the references."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            return resolved(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
        whole = {name: resolved(one) for name, one in schema.items()}
        return {"required": [], "properties": {}, **whole} if whole.get("type") == "object" else whole
    return [resolved(one) for one in schema] if isinstance(schema, list) else schema


ALL = [
    Operation(method, path, told)
    for path, methods in DOCUMENT["paths"].items()
    if path.startswith(f"/tables/{CODE}")
    for method, told in methods.items()
]
WRITES = [one for one in ALL if not one.reads]
READS = [one for one in ALL if one.reads]
SECURED = [one for one in WRITES if one.secured]
OPEN = [one for one in WRITES if not one.secured]


def test_what_writes_is_for_those_who_sit_but_for_sitting_down() -> None:
    assert [str(one) for one in OPEN] == [f"post /tables/{CODE}/seats/{{seat}}"]
    assert len(SECURED) > 10
    assert not [one for one in READS if one.secured]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def host(app: Flask) -> Seat:
    """The host of a table, on a phone that has a cookie; Isaac sits at seat 1, seat 2 is free, round 1 has begun."""
    phone = app.test_client()
    phone.set_cookie(DEVICE, PHONE)
    host, _ = sit_down(phone, of_players(holds=[0]))
    take(app.test_client(), host.code, 1)
    through_setup(app.test_client(), host)
    return host


Intruder = Callable[[Flask, Seat], tuple[FlaskClient, dict[str, str]]]
"""Somebody without a right to the host's table: a client, and what it says of itself."""


def _guest(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    return app.test_client(), {}


def _made_up(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    return app.test_client(), bearer("made-up")


def _of_another_table(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    return app.test_client(), bearer(host_of(app.test_client())[0].token)


def _watcher(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    return app.test_client(), bearer(seats_of(app.test_client(), host)["watch"])


def _with_an_invitation_for_a_token(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    return app.test_client(), bearer(invited(app.test_client(), host))


def _with_a_used_invitation(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    secret = invited(app.test_client(), host, seat=2)
    take(app.test_client(), host.code, 2, invite=secret)
    return app.test_client(), bearer(secret)


def _who_has_left(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    client = app.test_client()
    lena = take(client, host.code, 2, invite=invited(client, host))
    done(get_up(client, lena, 2))
    return client, bearer(lena.token)


def _who_only_asks(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    client = app.test_client()
    return client, bearer(done(ask_for(client, host.code, 2))["token"])


def _who_was_turned_away(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    client = app.test_client()
    token = done(ask_for(client, host.code, 2))["token"]
    done(post(client, host, "seats/2/answer", {"yes": False}))
    return client, bearer(token)


def _another_phone(app: Flask, host: Seat) -> tuple[FlaskClient, dict[str, str]]:
    client = app.test_client()
    client.set_cookie(DEVICE, "another phone")
    return client, {}


def _hosts_phone(app: Flask, **headers: str) -> tuple[FlaskClient, dict[str, str]]:
    client = app.test_client()
    client.set_cookie(DEVICE, PHONE)
    return client, {name.replace("_", "-"): value for name, value in headers.items()}


INTRUDERS: Mapping[str, Intruder] = {
    "a guest": _guest,
    "a made-up token": _made_up,
    "a seat of another table": _of_another_table,
    "a watcher": _watcher,
    "an invitation for a token": _with_an_invitation_for_a_token,
    "a used invitation": _with_a_used_invitation,
    "who has left": _who_has_left,
    "who only asks": _who_only_asks,
    "who was turned away": _who_was_turned_away,
    "another phone": _another_phone,
    "a form of another site": lambda app, _: _hosts_phone(app, Sec_Fetch_Site="cross-site"),
    "a form of a neighbouring site": lambda app, _: _hosts_phone(app, Sec_Fetch_Site="same-site"),
    "a foreign origin": lambda app, _: _hosts_phone(app, Origin="http://evil.example"),
    "an origin that says nothing": lambda app, _: _hosts_phone(app, Origin="null"),
}
BY_TOKEN = [name for name in INTRUDERS if name not in {"a guest", "another phone"}]


on_sqlite = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
"""What is refused before anything is written is refused alike on any database."""


@on_sqlite
@pytest.mark.parametrize("who", INTRUDERS)
def test_whoever_has_no_seat_changes_nothing_by_any_operation(app: Flask, host: Seat, who: str) -> None:
    client, headers = INTRUDERS[who](app, host)
    before = rows(app)
    for operation in SECURED:
        response = operation.ask(client, host.code, headers)
        assert response.status_code == (401 if who == "a guest" else 403), (operation, response.text)
        check_problem(response)
        assert ("WWW-Authenticate" in response.headers) == (who == "a guest")
    assert rows(app) == before


@on_sqlite
@pytest.mark.parametrize("who", BY_TOKEN)
def test_nobody_sits_down_with_a_right_that_is_none(app: Flask, host: Seat, who: str) -> None:
    client, headers = INTRUDERS[who](app, host)
    before = rows(app)
    for operation in OPEN:
        response = operation.ask(client, host.code, headers)
        assert response.status_code == 403, (operation, response.text)
    assert rows(app) == before


@on_sqlite
@rule("V-1")
@pytest.mark.parametrize("who", INTRUDERS)
def test_whoever_has_no_seat_reads_what_lies_open_alone(app: Flask, host: Seat, who: str) -> None:
    client, headers = INTRUDERS[who](app, host)
    secrets = [host.token, seats_of(app.test_client(), host)["watch"], PHONE]
    for operation in READS:
        response = operation.ask(client, host.code, headers)
        if "Authorization" in headers:
            assert response.status_code == 403, (operation, response.text)
        if response.mimetype == "text/event-stream":
            response.close()
            continue
        assert "Access-Control-Allow-Origin" not in response.headers
        assert not [secret for secret in secrets if secret in response.text], operation
    if "Authorization" not in headers and not {"Origin", "Sec-Fetch-Site"} & {*headers}:
        shown = done(client.get(f"{API}/tables/{host.code}"))
        assert (shown["seats"], shown["prompt"]["actions"], shown["corrections"]) == ([], [], [])


@on_sqlite
@pytest.mark.parametrize("operation", ALL, ids=str)
def test_a_guessed_code_is_404_to_everybody(app: Flask, host: Seat, operation: Operation) -> None:
    for code in ("zzzzzz", "222222", "zzz", "0"):
        for headers in ({}, bearer(host.token)):
            response = operation.ask(app.test_client(), code, headers)
            assert response.status_code == 404, response.text
            check_problem(response)


@on_sqlite
@pytest.mark.parametrize("operation", [one for one in SECURED if "Idempotency-Key" in str(one.told)], ids=str)
def test_what_adds_a_line_wants_a_key(app: Flask, host: Seat, operation: Operation) -> None:
    response = operation.ask(app.test_client(), host.code, {**bearer(host.token), "Idempotency-Key": " "})
    assert (response.status_code, response.json["type"]) == (400, "bad-key")


def test_a_seat_that_only_asks_learns_nothing_of_the_secrets_of_the_seat(app: Flask, host: Seat) -> None:
    client, headers = _who_only_asks(app, host)
    assert client.get(f"{API}/tables/{host.code}", headers=headers).status_code == 403


def test_an_expired_invitation_gives_no_seat_however_it_is_sent(app: Flask, host: Seat) -> None:
    client = app.test_client()
    secret = invited(client, host)
    grow_older(app, INVITED_FOR)
    for _ in range(2):
        response = ask_for(client, host.code, 2, {"invite": secret})
        assert (response.status_code, response.json["type"]) == (403, "bad-invite")
    assert ask_for(client, host.code, 2, token=secret).status_code == 403


def test_what_the_host_alone_does_no_other_seat_does(app: Flask) -> None:
    client = app.test_client()
    host, isaac, claire = party(client)
    done(ask_for(client, host.code, 1))
    for path, body in (
        ("trust", {"edits_all": False}),
        ("host", {"seat": 0}),
        ("seats/1/answer", {"yes": True}),
        ("invites", {"seat": 1}),
    ):
        response = post(client, claire, path, body)
        assert response.status_code == 403, (path, response.text)
    assert get_up(client, claire, 1).status_code == 403
    assert show(client, isaac).json["seats"] == [1]
