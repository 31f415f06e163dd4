"""The corpus against every operation that takes a body: no fault of ours, only documented answers, true pointers."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from itertools import count
from math import gcd
from typing import Any, Final

import pytest
from corpus import BODIES, HEADERS, KEYS, MEDIA_TYPES, QUESTIONS, VALUES, Question, mutations
from flask import Flask, Request
from flask.testing import EnvironBuilder, FlaskClient
from support.api_client import API, check_problem, leads_somewhere
from support.box_builders import keep_box
from support.sheet_client import Kept, keep
from support.table_client import BY_HAND, sit_down
from werkzeug.test import TestResponse

pytestmark = pytest.mark.slow

Documented = dict[tuple[str, str], set[int]]


def named(question: Question) -> str:
    return f"{question.method} {question.address}"


def is_stored(question: Question) -> bool:
    """Whether a database keeps what is sent."""
    return question.path.startswith(("/sheets", "/boxes", "/tables"))


def has_right_shape(response: TestResponse) -> bool:
    """Whether a body was not rejected for its shape alone, so that it has reached the database."""
    return response.status_code not in {400, 413} and response.json.get("type") != "invalid-fields"


every_question = pytest.mark.parametrize("question", QUESTIONS, ids=named)


def heading(question: Question) -> tuple[str, str]:
    """What reads the headers of a request: they are read alike for all operations of a method on the same things."""
    return question.method, question.path.split("/")[1]


by_heading = pytest.mark.parametrize("question", {heading(one): one for one in reversed(QUESTIONS)}.values(), ids=named)


@pytest.fixture(scope="module")
def documented(plain_app: Flask) -> Documented:
    """The statuses of each operation, as the app's own document has them."""
    document = plain_app.test_client().get(f"{API}/openapi.json").json
    return {
        (method, path): {int(status) for status in operation["responses"]}
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }


def kept_for(client: FlaskClient, path: str) -> Kept:
    """What an operation is about: a table, a box or a sheet."""
    if "{code}" in path:
        seat, _ = sit_down(client, BY_HAND)
        return Kept(seat.code, seat.token, "")
    return keep_box(client) if "{box}" in path else keep(client)


class Attacker:
    """Sends what it is told to one operation, and holds each answer against the contract."""

    def __init__(self, client: FlaskClient, question: Question, allowed: set[int]) -> None:
        self._client = client
        self._question = question
        self._allowed = allowed
        self._kept = kept_for(client, question.path)
        self._environs: dict[tuple[Any, ...], dict[str, Any]] = {}
        self.statuses: Counter[int] = Counter()

    def send(
        self, body: bytes, media_type: str | None = "application/json", headers: dict[str, str] | None = None
    ) -> TestResponse:
        response = self._client.open(self._request(body, media_type, headers or {}))
        self.statuses[response.status_code] += 1
        assert response.status_code in self._allowed, (response.status_code, body[:200], headers)
        if response.status_code >= 400:
            check_problem(response)
            self._check_pointers(response, body)
        else:
            assert response.mimetype == "application/json"
            json.loads(response.data.decode())
        return response

    def _request(self, body: bytes, media_type: str | None, headers: dict[str, str]) -> Request:
        """A request with that body; what many have in common is put together once."""
        known = (media_type, *headers.items())
        if known not in self._environs:
            self._environs[known] = self._environ(media_type, headers)
        of_body: dict[str, Any] = {"wsgi.input": BytesIO(body), **({"CONTENT_LENGTH": str(len(body))} if body else {})}
        if "{code}" in self._question.path and "Idempotency-Key" not in headers:
            of_body["HTTP_IDEMPOTENCY_KEY"] = sha256(body).hexdigest()
        return Request({**self._environs[known], **of_body})

    def _environ(self, media_type: str | None, headers: dict[str, str]) -> dict[str, Any]:
        question = self._question
        right = {}
        if question.method == "put" or "{code}" in question.path:
            right = {"Authorization": f"Bearer {self._kept.edit}", "If-Match": "*"}
        address = API + re.sub(r"\{\w+\}", self._kept.link, question.address)
        given = {"method": question.method, "content_type": media_type, "headers": {**right, **headers}}
        # Some body there has to be, or the builder makes up a media type of its own.
        environ = EnvironBuilder(self._client.application, address, data=b"any", **given).get_environ()
        del environ["CONTENT_LENGTH"]
        return environ

    @staticmethod
    def _check_pointers(response: TestResponse, body: bytes) -> None:
        if response.status_code == 422 and response.json["type"] in {"invalid-fields", "illegal"}:
            sent = json.loads(body, parse_int=lambda digits: int(digits[:20]))
            if response.json["type"] == "illegal":
                # Whoever leaves out the fields of an act leaves out each of them.
                sent.setdefault("fields", {})
            for error in response.json["errors"]:
                assert leads_somewhere(error["path"], sent), (error, body[:500])


@pytest.fixture
def attacker(client: FlaskClient, question: Question, documented: Documented) -> Attacker:
    return Attacker(client, question, documented[question.method, question.path])


@pytest.fixture
def plain_attacker(plain_client: FlaskClient, question: Question, documented: Documented) -> Attacker:
    return Attacker(plain_client, question, documented[question.method, question.path])


def written(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


ENOUGH: Final = 150
"""Of more than twice as many hostile bodies each run takes about these; `make endurance` sends them all."""


def few(mutated: Sequence[bytes], part: int) -> Sequence[bytes]:
    """A part of them that still meets every place, and there every value somewhere.

    All values of a place stand one after another, and likewise the keys of an object: every fifth of all bodies, or
    whatever shares no factor with how many these are, has others of them in the next place.
    """
    parts = next(one for one in count(len(mutated) // ENOUGH - 1) if gcd(one, len(VALUES) * len(KEYS)) == 1)
    return mutated[part % parts :: parts]


def others_before(question: Question) -> int:
    """How many operations before this one take the very same body, which the same code reads."""
    return [one.body for one in QUESTIONS[: QUESTIONS.index(question)]].count(question.body)


@every_question
def test_the_body_itself_is_taken(plain_attacker: Attacker, question: Question) -> None:
    assert plain_attacker.send(written(question.body)).status_code < 300


def hostile_bodies(question: Question) -> Sequence[bytes]:
    """Hostile values in every place; of a body that operations before this one take, another part."""
    return few([*mutations(question.body, written)], others_before(question))


def check_that_most_are_rejected(attacker: Attacker) -> None:
    assert attacker.statuses[422] > 60
    assert attacker.statuses[400] > 10


@pytest.mark.parametrize("question", [one for one in QUESTIONS if not is_stored(one)], ids=named)
def test_hostile_values_in_every_place_are_answered_as_documented(plain_attacker: Attacker, question: Question) -> None:
    for body in hostile_bodies(question):
        plain_attacker.send(body)
    check_that_most_are_rejected(plain_attacker)


@pytest.mark.parametrize("engine_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("question", [*filter(is_stored, QUESTIONS)], ids=named)
def test_hostile_values_that_reach_a_database_do_no_harm_to_postgresql_either(
    plain_attacker: Attacker, attacker: Attacker, question: Question
) -> None:
    for body in hostile_bodies(question):
        # The shape of a body is checked before anything asks the database.
        if has_right_shape(plain_attacker.send(body)):
            attacker.send(body)
    check_that_most_are_rejected(plain_attacker)
    assert attacker.statuses


@every_question
def test_hostile_bodies_are_answered_as_documented(plain_attacker: Attacker, question: Question) -> None:
    for body in BODIES:
        plain_attacker.send(body)
    assert plain_attacker.statuses[413] == 2


@every_question
def test_hostile_media_types_are_answered_as_documented(plain_attacker: Attacker, question: Question) -> None:
    for media_type in MEDIA_TYPES:
        plain_attacker.send(written(question.body), media_type)
    # Two of them are application/json with parameters that say nothing.
    assert plain_attacker.statuses[415] == len(MEDIA_TYPES) - 2


@by_heading
def test_hostile_headers_are_answered_as_documented(plain_attacker: Attacker, question: Question) -> None:
    for headers in HEADERS:
        plain_attacker.send(written(question.body), headers=headers)
    assert plain_attacker.statuses[200] + plain_attacker.statuses[201] > 30


@pytest.mark.parametrize(
    "path",
    [
        "/editions",
        "/rules",
        "/openapi.json",
        "/sheets/{link}",
        "/boxes",
        "/tables/{code}",
        "/tables/{code}/scores",
        "/nothing",
        "/rulings/scores",
    ],
)
def test_hostile_headers_do_no_harm_where_something_is_read(plain_client: FlaskClient, path: str) -> None:
    address = API + re.sub(r"\{\w+\}", kept_for(plain_client, path).link, path)
    for headers in HEADERS:
        response = plain_client.get(address, headers=headers)
        # A bearer of a wrong token sees no table, and a game that is not over has no scores.
        at_a_table = {403, 409} if "/tables" in path else set()
        assert response.status_code in {200, 304, 404, 405} | at_a_table, headers
        if response.status_code >= 400:
            check_problem(response)


def test_hostile_headers_do_not_delete(client: FlaskClient) -> None:
    kept = keep(client)
    for headers in HEADERS:
        for right in ({}, {"If-Match": "*"}):
            response = client.delete(f"{API}/sheets/{kept.link}", headers={**right, **headers})
            assert response.status_code in {401, 403, 428}, headers
            check_problem(response)
    assert client.get(f"{API}/sheets/{kept.link}").status_code == 200


@pytest.mark.parametrize(
    "host", ["", " ", "a b", "[", "[::1", "\xff", "evil.example", "a" * 5000, "a:b:c", "localhost:99999"]
)
def test_a_hostile_host_is_no_fault_of_ours(plain_client: FlaskClient, host: str) -> None:
    for method, path in (("GET", "/editions"), ("POST", "/rulings/raids"), ("PUT", "/sheets/0123456789abc")):
        response = plain_client.open(
            f"{API}{path}",
            method=method,
            data=b'{"sides":[{"name":"A"}]}',
            content_type="application/json",
            headers={"Host": host, "Origin": "http://localhost", "Cookie": "lockup_device=x"},
        )
        assert response.status_code < 500
        if response.status_code >= 400:
            check_problem(response)
