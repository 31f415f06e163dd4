"""Schemathesis against every operation of the document that the server serves: with valid data, and with invalid."""

from typing import Any

import pytest
import schemathesis
from asking import check_problem
from flask import Flask
from hypothesis import HealthCheck, given, settings
from keeping import keep
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

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
    ("GET", "/editions"),
    ("GET", "/editions/{edition}"),
    ("GET", "/rules"),
]

CONFORMS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
"""What holds for every answer.

`positive_data_acceptance` is not among them: what a schema cannot say (two sides of one name, counts beside cards, the
two sides that solitary wants) is refused with 422 although every field is valid.
"""

some_examples = settings(
    max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def served(plain_app: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", plain_app)


def check(case: Case, checks: list[Any], **headers: str) -> None:
    response = case.call(headers=headers or None)
    case.validate_response(response, checks=checks)
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_valid_data_is_answered_as_documented(served: Any, method: str, path: str) -> None:
    @some_examples
    @given(case=served[path][method].as_strategy(GenerationMode.POSITIVE))
    def fuzz(case: Case) -> None:
        check(case, CONFORMS)

    fuzz()


@pytest.mark.parametrize(("method", "path"), [(m, p) for m, p in OPERATIONS if m in {"POST", "PUT"} or "{edition}" in p])
def test_invalid_data_is_refused_as_documented(served: Any, method: str, path: str) -> None:
    @some_examples
    @given(case=served[path][method].as_strategy(GenerationMode.NEGATIVE))
    def fuzz(case: Case) -> None:
        check(case, [*CONFORMS, negative_data_rejection])

    fuzz()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_a_sheet_that_is_there_is_changed_as_documented(served: Any, plain_app: Flask, mode: GenerationMode) -> None:
    kept = keep(plain_app.test_client())

    @some_examples
    @given(case=served["/sheets/{link}"]["PUT"].as_strategy(mode))
    def fuzz(case: Case) -> None:
        case.path_parameters["link"] = kept.link
        case.headers["If-Match"] = "*"
        case.headers["Authorization"] = f"Bearer {kept.edit}"
        check(case, CONFORMS)

    fuzz()


def test_every_documented_operation_is_fuzzed(served: Any) -> None:
    found = {(one.ok().method.upper(), one.ok().path) for one in served.get_all_operations()}
    assert found == set(OPERATIONS)
