"""The document that the server serves of itself."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from corpus import QUESTIONS, Question
from flask import Flask
from flask.testing import FlaskClient
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR
from support.api_client import API, EXAMPLE, YARD, answered, ask

CONTRACT = {
    "/rulings/scores": {"post"},
    "/rulings/raids": {"post"},
    "/rulings/locations/{location}": {"post"},
    "/rulings/guards/commissary": {"post"},
    "/rulings/guards/exchange": {"post"},
    "/rulings/guards/chow_hall": {"post"},
    "/rulings/guards/cell_block": {"post"},
    "/sheets": {"post"},
    "/sheets/{link}": {"get", "put", "delete"},
    "/boxes": {"get", "post"},
    "/boxes/import": {"post"},
    "/boxes/schema": {"get"},
    "/boxes/{box}": {"get", "put", "delete"},
    "/boxes/{box}/export": {"get"},
    "/editions": {"get"},
    "/editions/{edition}": {"get"},
    "/rules": {"get"},
}
"""The operations that docs/api.md promises in its parts 0 to 2, and the boxes of 3."""


@pytest.fixture(scope="module")
def document(plain_app: Flask) -> Any:
    response = plain_app.test_client().get(f"{API}/openapi.json")
    assert response.mimetype == "application/json"
    return response.json


def schema_of(document: Any, name: str) -> dict[str, Any]:
    """A schema of the document that can stand alone."""
    return {"$ref": f"#/components/schemas/{name}", "components": document["components"]}


def body_schema(document: Any, question: Question) -> dict[str, Any]:
    content = document["paths"][question.path][question.method]["requestBody"]["content"]
    return {**content["application/json"]["schema"], "components": document["components"]}


def test_it_is_openapi_3_1(document: Any) -> None:
    assert re.fullmatch(r"3\.1\.\d+", document["openapi"])
    assert [error.message for error in OPENAPI_31_VALIDATOR.iter_errors(document)] == []


def test_its_schemas_are_json_schemas(document: Any) -> None:
    # All in one: one at a time, each would compile all the others that it leads to once more.
    every = [{"$ref": f"#/components/schemas/{name}"} for name in document["components"]["schemas"]]
    jsonschema_rs.Draft202012Validator({"anyOf": every, "components": document["components"]})


def test_it_has_every_operation_of_the_contract(document: Any) -> None:
    assert {path: set(document["paths"].get(path, ())) for path in CONTRACT} == CONTRACT
    assert document["servers"] == [{"url": API}]


def test_every_operation_is_named_once_and_told(document: Any) -> None:
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    assert all(operation["summary"] and operation["tags"] for operation in operations)


def test_every_heading_is_explained_and_has_operations(document: Any) -> None:
    tags = {tag for path in document["paths"].values() for operation in path.values() for tag in operation["tags"]}
    assert {tag["name"] for tag in document["tags"]} == tags
    assert all(tag["description"] for tag in document["tags"])


def test_every_parameter_of_a_path_is_declared(document: Any) -> None:
    for path, operations in document["paths"].items():
        for operation in operations.values():
            declared = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
            assert declared == set(re.findall(r"{(\w+)}", path))


def test_every_problem_is_problem_details(document: Any) -> None:
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                media_types = set(answer.get("content", {}))
                if int(status) >= 400:
                    assert media_types == {"application/problem+json"}
                else:
                    assert media_types <= {"application/json"}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question.method} {question.address}")
def test_what_the_server_takes_fits_its_document(document: Any, question: Question) -> None:
    assert jsonschema_rs.is_valid(body_schema(document, question), question.body)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question.method} {question.address}")
def test_what_no_field_can_take_does_not_fit_it(document: Any, question: Question) -> None:
    schema = jsonschema_rs.Draft202012Validator(body_schema(document, question))
    for wrong in (
        {"colour": 1},
        {"edition": "second"},
        {"rulings": {"nonsense": "x"}},
        {"rulings": None},
        {"edition": None},
    ):
        assert not schema.is_valid({**question.body, **wrong})
    assert not schema.is_valid([])


def test_null_is_documented_nowhere_but_for_an_empty_space(document: Any) -> None:
    schemas = document["components"]["schemas"]
    bodies = {name for name, schema in schemas.items() if name.endswith("Body")}
    found = {name: str(schemas[name]).count("'null'") for name in reachable(document, bodies)}
    # Spaces of the display in each question and kind of game that has one, and five for goons.
    spaces = {"CellBlockBody": 1, "TableBodyBegin": 1, "TableBodyBeginTogether": 1, "PositionGoons": 5}
    assert {name: count for name, count in found.items() if count} == spaces


def reachable(document: Any, names: set[str]) -> set[str]:
    """The schemas of these names and all to which they refer."""
    schemas = document["components"]["schemas"]
    found: set[str] = set()
    while names:
        found |= names
        said = "".join(json.dumps(schemas[name]) for name in names)
        names = {*re.findall(r'"#/components/schemas/(\w+)"', said)} - found
    return found


def schemas_in(said: Any) -> Iterator[dict[str, Any]]:
    """Every object of a document, and so every schema, however deep."""
    if isinstance(said, dict):
        yield said
        # What the names of members may be is no member.
        said = [one for word, one in said.items() if word != "propertyNames"]
    for one in said if isinstance(said, list) else ():
        yield from schemas_in(one)


def test_a_list_of_values_has_values_of_one_type(document: Any) -> None:
    for schema in schemas_in(document["components"]):
        if isinstance(values := schema.get("enum"), list):
            assert len({type(value) for value in values}) == 1, values


def test_a_token_is_one_of_some_numbers_or_one_of_some_words(document: Any) -> None:
    schemas = document["components"]["schemas"]
    names = [one["$ref"].rpartition("/")[2] for one in schemas["Token"]["oneOf"]]
    assert [schemas[name]["enum"] for name in names] == [[2, 3, 4, 5], ["enforcer", "lookout"]]
    assert schemas["VisibleToken"]["properties"]["token"]["anyOf"][0] == {"$ref": "#/components/schemas/Token"}


def test_every_object_and_every_list_of_words_is_a_component_with_a_name_without_a_number(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert not name[-1].isdigit(), name
        for inner in schemas_in([*schema.values()]):
            assert not (inner.get("type") == "object" and "properties" in inner), name
            assert not isinstance(inner.get("enum"), list), name


@pytest.mark.parametrize(("kind", "member"), [("Action", "type"), ("Correction", "type"), ("Event", "event")])
def test_what_can_be_done_or_has_happened_is_told_apart_by_a_member(document: Any, kind: str, member: str) -> None:
    schemas = document["components"]["schemas"]
    told_apart = schemas[kind]["discriminator"]
    assert told_apart["propertyName"] == member
    assert [{"$ref": one} for one in told_apart["mapping"].values()] == schemas[kind]["oneOf"]
    for word, reference in told_apart["mapping"].items():
        one = schemas[reference.rpartition("/")[2]]
        assert one["properties"][member] == {"type": "string", "const": word}
        assert member in one["required"]


def test_no_component_is_unused(document: Any) -> None:
    paths = json.dumps(document["paths"])
    used = reachable(document, {*re.findall(r'"#/components/schemas/(\w+)"', paths)})
    assert used == {*document["components"]["schemas"]}


def test_answers_fit_the_document(document: Any, plain_client: FlaskClient) -> None:
    fits = {
        "Scores": answered(plain_client, "/rulings/scores", EXAMPLE),
        "Location": answered(plain_client, "/rulings/locations/smithy", YARD),
        "NewSheet": ask(plain_client, "/sheets", EXAMPLE).json,
        "Problem": ask(plain_client, "/sheets", {}).json,
        "Editions": plain_client.get(f"{API}/editions").json,
        "Edition": plain_client.get(f"{API}/editions/later").json,
        "Rules": plain_client.get(f"{API}/rules").json,
    }
    for name, answer in fits.items():
        assert jsonschema_rs.is_valid(schema_of(document, name), answer), name


def test_each_operation_says_whether_it_wants_the_token_takes_it_or_has_no_use_for_it(document: Any) -> None:
    assert document["components"]["securitySchemes"] == {"edit": {"type": "http", "scheme": "bearer"}}
    assert document["security"] == [{}]
    kept = {(method, path) for method in ("put", "delete") for path in ("/sheets/{link}", "/boxes/{box}")}
    acts = ("actions", "corrections", "undo", "strike", "redo", "again", "take-back", "close")
    lines = (*acts, "host", "keeper", "trust", "invites", "reveal")
    seats = {("delete", "/tables/{code}/seats/{seat}"), ("post", "/tables/{code}/seats/{seat}/answer")}
    tables = {("put", "/tables/{code}/sheet"), ("delete", "/tables/{code}")} | {
        ("post", f"/tables/{{code}}/{one}") for one in lines
    }
    assert secured(document, [{"edit": []}]) == kept | seats | tables
    shown = ("log", "export", "scores", "evening", "odds", "hint", "version", "live", "seats")
    seen = {("get", "/tables/{code}"), *(("get", f"/tables/{{code}}/{one}") for one in shown)}
    assert secured(document, [{"edit": []}, {}]) == seen | {("post", "/tables/{code}/seats/{seat}")}


def secured(document: Any, how: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """The operations that are secured so, by method and path."""
    return {
        (method, path)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if operation.get("security") == how
    }


@pytest.mark.parametrize("body", [{"draft": True}, {"draft": True, "sides": []}, {"draft": True, "sides": [{}]}])
def test_a_draft_is_documented_as_what_may_be_incomplete(document: Any, body: dict[str, Any]) -> None:
    for question in QUESTIONS:
        if question.path.startswith("/sheets"):
            schema = jsonschema_rs.Draft202012Validator(body_schema(document, question))
            assert schema.is_valid(body)
            assert not schema.is_valid({**body, "draft": False})
            assert not schema.is_valid({**body, "colour": 1})
