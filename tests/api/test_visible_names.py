"""A name has at least one character that can be seen, wherever it comes in."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, EXAMPLE
from support.seat_client import ask_for, host_of

from companion.rules.schema import is_visible
from companion.words.catalogue import LANGUAGES, sentence
from companion.words.messages import ERRORS

UNSEEN = [
    "\u200b",
    "\u200b \u200b",
    "\u2060",
    "\ufeff",
    "\ufe0f",
    "\u200d",
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800\u2800",
    "\u0301",
    "\u20dd",
    "\u0903",
    "\u202e",
    "\u2066\u2069",
    "\u00ad",
    "\u034f",
    "\u061c",
    "\u180e",
    "\ufffc",
    "\U000e0020",
    "\U000e0100",
    "\u0085\u200b",
]
SEEN = [
    "Ola",
    "木",
    "か",
    "אב",
    "कि",
    "e\u0301",
    "❤\ufe0f",
    "👨\u200d👩\u200d👧",
    "\U0001fae8",
    "\uf8ff",
    ".",
    "—",
    "\u200bOla",
    "ㅎ",
    "7",
]

NOT_SEEN = [sentence(language, ERRORS["name.unseen"]) for language in LANGUAGES]


@pytest.mark.parametrize("name", UNSEEN)
def test_nobody_sees_such_a_name(name: str) -> None:
    assert not is_visible(name)


@pytest.mark.parametrize("name", SEEN)
def test_everybody_sees_such_a_name(name: str) -> None:
    assert is_visible(name)


@pytest.fixture
def visitor(plain_app: Flask) -> FlaskClient:
    return plain_app.test_client()


def _scores(client: FlaskClient, name: str) -> Any:
    return client.post(f"{API}/rulings/scores", json=_named(name))


def _named(name: str) -> dict[str, Any]:
    first, *others = EXAMPLE["sides"]
    return {**EXAMPLE, "sides": [{**first, "name": name}, *others]}


def _sat(client: FlaskClient, name: str) -> Any:
    host, _ = host_of(client)
    return ask_for(client, host.code, 1, {"name": name})


def _raid(client: FlaskClient, name: str) -> Any:
    sides = [{"name": name, "suspicion": 1}, {"name": "Bo", "suspicion": 2}]
    return client.post(f"{API}/rulings/raids", json={"sides": sides})


def _location(client: FlaskClient, name: str) -> Any:
    body = {"first_player": name, "sides": [{"name": name, "tokens": [2]}, {"name": "Bo", "tokens": [3]}]}
    return client.post(f"{API}/rulings/locations/smithy", json=body)


def _box(client: FlaskClient, name: str, **more: Any) -> Any:
    return client.post(f"{API}/boxes", json={"name": name, **more})


def _file(client: FlaskClient, name: str) -> Any:
    return client.post(f"{API}/boxes/import", json={"format": "lockup-box", "version": 1, "name": name})


ENTRANCES: dict[str, Callable[[FlaskClient, str], Any]] = {
    "scores": _scores,
    "raid": _raid,
    "location": _location,
    "sheet": lambda client, name: client.post(f"{API}/sheets", json=_named(name)),
    "draft": lambda client, name: client.post(f"{API}/sheets", json={"draft": True, "sides": [{"name": name}]}),
    "solitary table": lambda client, name: client.post(f"{API}/tables", json={"name": name}),
    "seed": lambda client, name: client.post(f"{API}/tables", json={"seed": name}),
    "table": lambda client, name: client.post(f"{API}/tables", json={"players": [{"name": name}, {}]}),
    "seat": _sat,
    "box": _box,
    "item of a box": lambda client, name: _box(client, "Ours", items={"1": {"name": name}}),
    "box file": _file,
}


@pytest.mark.parametrize("entrance", ENTRANCES)
@pytest.mark.parametrize("name", UNSEEN)
def test_the_api_says_of_a_name_that_nobody_sees_what_it_needs(visitor: FlaskClient, entrance: str, name: str) -> None:
    answer = ENTRANCES[entrance](visitor, name)
    assert answer.status_code == 422, answer.json
    assert answer.json["errors"][0]["message"] in NOT_SEEN


@pytest.mark.parametrize("entrance", [one for one in ENTRANCES if one != "seed"])
@pytest.mark.parametrize("name", SEEN)
def test_the_api_takes_a_name_that_is_seen(visitor: FlaskClient, entrance: str, name: str) -> None:
    assert ENTRANCES[entrance](visitor, name).status_code in {200, 201}


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "\u0301", "\ufe0f"])
def test_pages_say_the_same_and_keep_what_else_was_typed(visitor: FlaskClient, name: str) -> None:
    host, _ = host_of(visitor)
    forms: dict[str, dict[str, str]] = {
        "/score": {"players": "2", "by": "counts", "edition": "later", "name": name},
        f"/j/{host.code}": {"seat": "1", "name": name, "crew": "gnolls"},
        "/together": {"players": "3", "name": name},
        "/box/new": {"name": name, "edition": "later"},
    }
    for path, fields in forms.items():
        answer = visitor.post(path, data=fields)
        assert answer.status_code in {200, 409, 422}, path
        assert NOT_SEEN[0] in answer.text, path


def test_a_score_sheet_keeps_the_name_that_stands_there(visitor: FlaskClient) -> None:
    made = visitor.post("/score", data={"players": "2", "by": "counts", "edition": "later", "name": "Ola"})
    form = made.location
    answer = visitor.post(form, data={"0.name": "\u3164"})
    assert NOT_SEEN[0] in answer.text
    link = form.rpartition("/")[2]
    assert visitor.get(f"{API}/sheets/{link}").json["sheet"]["sides"][0]["name"] == "Ola"


def test_an_import_says_it_of_its_line(visitor: FlaskClient) -> None:
    columns = visitor.get("/history/import/example.csv").text.splitlines()
    file = "\n".join([columns[0], columns[1].replace(columns[1].split(",")[4], "\u3164")])
    answer = visitor.post("/history/import", data={"file": (BytesIO(file.encode()), "old.csv")})
    assert NOT_SEEN[0] in answer.text
