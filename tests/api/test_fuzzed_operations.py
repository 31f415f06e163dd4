"""Schemathesis against every operation of the document that the server serves: with valid data, and with invalid."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import hypothesis
import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from support.api_client import API
from support.common import SEED
from support.sheet_client import keep
from support.table_client import Seat, play, post, show, sit_down, somebody

from companion.rules.schema import is_visible

OPERATIONS = [
    ("POST", "/rulings/scores"),
    ("POST", "/rulings/raids"),
    ("POST", "/rulings/locations/{location}"),
    ("POST", "/rulings/guards/commissary"),
    ("POST", "/rulings/guards/exchange"),
    ("POST", "/rulings/guards/chow_hall"),
    ("POST", "/rulings/guards/cell_block"),
    ("POST", "/sheets"),
    ("GET", "/sheets/{link}"),
    ("PUT", "/sheets/{link}"),
    ("DELETE", "/sheets/{link}"),
    ("GET", "/statistics"),
    ("GET", "/boxes"),
    ("POST", "/boxes"),
    ("POST", "/boxes/import"),
    ("GET", "/boxes/schema"),
    ("GET", "/boxes/{box}"),
    ("PUT", "/boxes/{box}"),
    ("DELETE", "/boxes/{box}"),
    ("GET", "/boxes/{box}/export"),
    ("POST", "/tables"),
    ("GET", "/tables/{code}"),
    ("GET", "/tables/{code}/log"),
    ("GET", "/tables/{code}/export"),
    ("GET", "/tables/{code}/scores"),
    ("GET", "/tables/{code}/odds"),
    ("GET", "/tables/{code}/hint"),
    ("GET", "/tables/{code}/evening"),
    ("PUT", "/tables/{code}/sheet"),
    ("POST", "/tables/{code}/actions"),
    ("POST", "/tables/{code}/corrections"),
    ("POST", "/tables/{code}/undo"),
    ("POST", "/tables/{code}/redo"),
    ("POST", "/tables/{code}/again"),
    ("POST", "/tables/{code}/take-back"),
    ("POST", "/tables/{code}/close"),
    ("POST", "/tables/{code}/strike"),
    ("DELETE", "/tables/{code}"),
    ("GET", "/tables/{code}/seats"),
    ("POST", "/tables/{code}/seats/{seat}"),
    ("DELETE", "/tables/{code}/seats/{seat}"),
    ("POST", "/tables/{code}/seats/{seat}/answer"),
    ("POST", "/tables/{code}/host"),
    ("POST", "/tables/{code}/keeper"),
    ("POST", "/tables/{code}/trust"),
    ("POST", "/tables/{code}/reveal"),
    ("POST", "/tables/{code}/invites"),
    ("GET", "/tables/{code}/version"),
    ("GET", "/editions"),
    ("GET", "/editions/{edition}"),
    ("GET", "/rules"),
]

ENDLESS = {("GET", "/tables/{code}/live")}
"""A stream ends when somebody hangs up, which no client inside the process does; real servers are told elsewhere."""

CONFORMS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
"""What holds for every answer.

`positive_data_acceptance` is not among them: what a schema cannot say (two sides of one name, counts beside cards, the
two sides that solitary wants) is refused with 422 although every field is valid.
"""

MORE: Final = 60
"""So many times as many are tried from a fresh seed."""

Some: TypeAlias = Callable[[Callable[[], None]], Callable[[], None]]
"""What has a test with random data tried with so many."""


def some(most: int, seed: str) -> Some:
    """So many, ever the same; from a fresh seed more, the same for each seed."""
    fresh = seed != SEED
    how = settings(
        max_examples=most * MORE if fresh else most,
        derandomize=not fresh,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    return lambda fuzz: hypothesis.seed(seed)(how(fuzz)) if fresh else how(fuzz)


@pytest.fixture
def many(seed: str) -> Some:
    return some(6, seed)


@pytest.fixture
def fewer(seed: str) -> Some:
    return some(4, seed)


@pytest.fixture
def examples(path: str, seed: str) -> Some:
    """As many as an operation needs; a table that is not there answers little, and those that are there come below."""
    return some(3 if "{code}" in path else 6, seed)


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(plain_app: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", plain_app)


@pytest.fixture
def operation(served: Any, method: str, path: str) -> Any:
    """What a test asks for by `method` and `path`, as the document has it."""
    return served[path][method]


def check(case: Case, checks: list[Any], **headers: str) -> None:
    response = case.call(headers=headers or None)
    case.validate_response(response, checks=checks)
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_valid_data_is_answered_as_documented(operation: Any, examples: Some) -> None:
    @examples
    @given(case=operation.as_strategy(GenerationMode.POSITIVE))
    def fuzz(case: Case) -> None:
        check(case, CONFORMS)

    fuzz()


WITH_DATA = [(m, p) for m, p in OPERATIONS if m in {"POST", "PUT"} or "{edition}" in p or p.endswith("/log")]


@pytest.mark.parametrize(("method", "path"), WITH_DATA)
def test_invalid_data_is_refused_as_documented(operation: Any, examples: Some) -> None:
    @examples
    @given(case=operation.as_strategy(GenerationMode.NEGATIVE))
    def fuzz(case: Case) -> None:
        check(case, [*CONFORMS, negative_data_rejection])

    fuzz()


def mended(path: str, body: Any) -> Any:
    """A body that fits its schema, changed so that its fields fit together too."""
    body = whole(body)
    if path == "/tables":
        mend_table(body)
    at_location = "first_player" in body
    for number, side in enumerate(body.get("sides", [])):
        side["name"] = f"Side {number}"
        for member in NOT_ASKED:
            side.pop(member, None)
        for only_one in {"first_player", "leader_goal"} & set(side):
            side[only_one] = number == 0
        mend = mend_tokens if at_location else mend_cards
        mend(side)
    if "solitary" in body:
        body["solitary"] = False
    if at_location:
        body["first_player"] = "Side 0"
    if isinstance(body.get("goons"), list):
        body["goons"] = list({goon["location"]: goon for goon in body["goons"]}.values())
    return body


def mend_table(wishes: dict[str, Any]) -> None:
    """Without a box or figures, which have to fit each other, and dealt by hand."""
    together = ("players", "holds", "depth", "roll_call", "turns", "instant_goal", "first_player", "begin_together")
    for member in ("box", "begin", "guard_deck", "cubes", "cards", "tomes_out", "starts", *together):
        wishes.pop(member, None)
    wishes["dealing"] = "cards"
    if wishes.get("edition", "later") != "later" or not wishes.get("advanced"):
        for member in ("advanced", "trait", "b_side"):
            wishes.pop(member, None)


NOT_ASKED = ("guards", "goal_count", "goal_points")


def mend_tokens(side: dict[str, Any]) -> None:
    side.pop("cards", None)
    side["tokens"] = [token for token in dict.fromkeys(side.get("tokens", [])) if token != 2]


def mend_cards(side: dict[str, Any]) -> None:
    if "cards" not in side:
        return
    for count in ("items", "valuables", "goons", "demons"):
        side.pop(count, None)
    for goon in side["cards"].get("goons", []):
        goon.pop("valuable", None)
        if goon.get("type") == "demon":
            goon["valuable"] = "any"


SEEN: Final = frozenset({"name", "seed"})


def seen(name: Any) -> bool:
    """Whether it is a name, or a seed, that has something to be seen, which no JSON Schema can say."""
    return isinstance(name, str) and is_visible(name)


def whole(value: Any) -> Any:
    """The value with integers where JSON Schema is content with 3.0."""
    if isinstance(value, dict):
        return {one: "Vera" if one in SEEN and not seen(inner) else whole(inner) for one, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    return int(value) if isinstance(value, float) else value


@pytest.mark.parametrize(("method", "path"), [(m, p) for m, p in OPERATIONS if m == "POST" and "{code}" not in p])
def test_valid_data_that_fits_together_is_taken(operation: Any, path: str, examples: Some) -> None:
    @examples
    @given(case=operation.as_strategy(GenerationMode.POSITIVE))
    def fuzz(case: Case) -> None:
        case.body = mended(path, case.body)
        case.headers.pop("Idempotency-Key", None)
        response = case.call()
        case.validate_response(response, checks=CONFORMS)
        assert response.status_code in {200, 201}, response.text

    fuzz()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_a_sheet_that_is_there_is_changed_as_documented(
    served: Any, plain_app: Flask, mode: GenerationMode, many: Some
) -> None:
    kept = keep(plain_app.test_client())

    @many
    @given(case=served["/sheets/{link}"]["PUT"].as_strategy(mode))
    def fuzz(case: Case) -> None:
        case.path_parameters["link"] = kept.link
        case.headers["If-Match"] = "*"
        case.headers["Authorization"] = f"Bearer {kept.edit}"
        check(case, CONFORMS)

    fuzz()


AT_A_TABLE = [
    (method, path, mode)
    for method, path in OPERATIONS
    for mode in GenerationMode
    if "{code}" in path and (mode is GenerationMode.POSITIVE or (method, path) in WITH_DATA)
]


Look: TypeAlias = list[tuple[int, Any]]


class Tables(NamedTuple):
    """A table in the middle of a game and a closed one, and what both show.

    Attributes:
        seats: with which they are asked.
        shown: of each table and its seats, status and body.
    """

    seats: list[Seat]
    shown: Look


def look(client: FlaskClient, seats: list[Seat]) -> Look:
    """What the tables of these seats show now, and who sits there."""
    answers = (
        client.get(f"{API}/tables/{one.code}{of}", headers=one.headers()) for one in seats for of in ("", "/seats")
    )
    return [(answer.status_code, answer.json) for answer in answers]


@pytest.fixture(scope="module")
def tables_made() -> list[Tables]:
    """The last tables that a test has used."""
    return []


@pytest.fixture
def tables(plain_app: Flask, tables_made: list[Tables]) -> list[Seat]:
    """Both tables: new ones only where a test before has changed something of them."""
    client = plain_app.test_client()
    if not tables_made or look(client, tables_made[-1].seats) != tables_made[-1].shown:
        seats = [sit_down(client)[0] for _ in range(2)]
        play(client, seats[0], show(client, seats[0]).json, somebody("fuzz"), turns=12)
        post(client, seats[1], "close", {"version": 1})
        tables_made.append(Tables(seats, look(client, seats)))
    return tables_made[-1].seats


@pytest.mark.parametrize(("method", "path", "mode"), AT_A_TABLE)
def test_a_table_that_is_there_answers_as_documented(
    operation: Any, tables: list[Seat], mode: GenerationMode, fewer: Some
) -> None:
    @fewer
    @given(case=operation.as_strategy(mode), seat=st.sampled_from(tables))
    def fuzz(case: Case, seat: Seat) -> None:
        case.path_parameters["code"] = seat.code
        case.headers["Authorization"] = f"Bearer {seat.token}"
        if isinstance(case.body, dict) and type(case.body.get("version")) is int:
            case.body["version"] %= 16
        check(case, CONFORMS)

    fuzz()


def test_every_documented_operation_is_fuzzed(served: Any) -> None:
    found = {(one.ok().method.upper(), one.ok().path) for one in served.get_all_operations()}
    assert found == {*OPERATIONS, *ENDLESS}
