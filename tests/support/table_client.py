"""How the tests play at tables over REST: a client that knows no rules fills in what the JSON of a prompt offers."""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple
from uuid import uuid4

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from support.api_client import API
from support.random_json_player import any_action, any_fields

GUARD_CARDS = 12
STRENGTHS = tuple(7001 + 257 * n for n in range(GUARD_CARDS))
"""The strengths of the guard cards of tests: found nowhere else, neither as a sum nor with a few cubes added."""

FACES = [{"strength": strength, "special": strength == STRENGTHS[-1]} for strength in STRENGTHS]
DEALT: dict[str, Any] = {"dealing": "app", "guard_deck": FACES}
BY_HAND: dict[str, Any] = {"dealing": "cards"}

_TURNS = 2000
_keys = count(1)
_RUN = uuid4().hex[:8]
"""No key is one that a kept game knows from the run in which it was left."""


class Seat(NamedTuple):
    """A seat at a table that was opened."""

    code: str
    token: str

    def headers(self, key: str | None = None, **more: str) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key or f"key-{_RUN}-{next(_keys)}", **named}


def open_table(client: FlaskClient, body: Any = None, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"{API}/tables", json=DEALT if body is None else body, headers=named)


def sit_down(client: FlaskClient, body: Any = None, **headers: str) -> tuple[Seat, Any]:
    """A new table, and what it shows."""
    response = open_table(client, body, **headers)
    assert response.status_code == 201, response.text
    return Seat(response.json["code"], response.json["token"]), response.json


def show(client: FlaskClient, seat: Seat | str, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if isinstance(seat, str):
        return client.get(f"{API}/tables/{seat}", headers=named)
    return client.get(f"{API}/tables/{seat.code}", headers={"Authorization": f"Bearer {seat.token}", **named})


def of_the_log(shown: Any) -> dict[str, Any]:
    """What a table shows that follows from its log: all that other answers show of it too."""
    return {name: value for name, value in shown.items() if name not in {"corrections", "scene", "setup", "sheet"}}


def post(
    client: FlaskClient, seat: Seat, path: str, body: Mapping[str, Any], key: str | None = None, **headers: str
) -> TestResponse:
    return client.post(f"{API}/tables/{seat.code}/{path}", json=body, headers=seat.headers(key, **headers))


def done(response: TestResponse) -> Any:
    """The answer to a line that was taken."""
    assert response.status_code == 200, response.text
    return response.json


def read_log(client: FlaskClient, seat: Seat | str) -> list[Any]:
    """All lines of the log, page by page, as the seat sees them, or a watcher who has only the code."""
    return [line for page in log_pages(client, seat) for line in page.json["lines"]]


def log_pages(client: FlaskClient, seat: Seat | str) -> Iterator[TestResponse]:
    """The log, answer by answer."""
    code, headers = (seat, {}) if isinstance(seat, str) else (seat.code, {"Authorization": f"Bearer {seat.token}"})
    query: dict[str, Any] = {"limit": 200}
    while True:
        response = client.get(f"{API}/tables/{code}/log", query_string=query, headers=headers)
        assert response.status_code == 200, response.text
        yield response
        if response.json["next"] is None:
            return
        query["cursor"] = response.json["next"]


def question(shown: Any) -> dict[str, Any]:
    """What a table waits for, whenever it was asked: after an undo the same is asked anew."""
    return {name: value for name, value in shown["prompt"].items() if name != "since"}


def somebody(name: str) -> random.Random:
    """The chance by which a player acts who is called so."""
    return random.Random(name)


def offered(shown: Any, kind: str) -> Any:
    """The action of that type in a prompt, or None."""
    return next((action for action in shown["prompt"]["actions"] if action["type"] == kind), None)


def an_action(shown: Any) -> dict[str, Any]:
    """The first of the actions of a prompt, always filled in the same way."""
    action = shown["prompt"]["actions"][0]
    return {"version": shown["version"], "type": action["type"], "fields": any_fields(action, somebody("always"))}


def play(
    client: FlaskClient,
    seat: Seat,
    shown: Any,
    chance: random.Random,
    *,
    watch: Callable[[TestResponse], object] = lambda _: None,
    until: Callable[[Any], object] = lambda _: False,
    turns: int = _TURNS,
) -> Any:
    """Play on to the end, or until something is the case, or so many actions, knowing no rule."""
    for _ in range(turns):
        if not shown["prompt"]["actions"] or until(shown):
            break
        response = post(client, seat, "actions", any_action(shown, chance))
        watch(response)
        shown = done(response)
    return shown


_STRENGTHS = re.compile(rf"\b(?:{'|'.join(map(str, STRENGTHS))})\b".encode())


def strengths_in(data: bytes) -> set[int]:
    """The strengths of the tests' guard cards that stand in an answer."""
    return {int(found) for found in _STRENGTHS.findall(data)}


def turned_up(shown: Any) -> set[int]:
    """The strengths of the guard cards that lie face up."""
    return {card["face"]["strength"] for card in shown["state"]["guard_cards"] if card["up"]}


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
