"""An `Idempotency-Key`: the same key with the same body is one sheet and one answer (docs/api.md, Idempotency)."""

import json
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from support.api_client import EXAMPLE, ask, check_problem, send
from support.databases import AppMaker
from support.sheet_client import DEVICE, delete, put, rows, sheet, show
from werkzeug.test import TestResponse

from companion.boxes.models import KeptBox
from companion.persistence.database import db, now
from companion.sheets import repository
from companion.sheets.models import Sheet
from companion.tables.records import Table

MY_PHONE, OTHER_PHONE = "my phone and no other one", "the phone of somebody else"
CREATIONS = [("/sheets", EXAMPLE), ("/boxes", {"name": "Ours"}), ("/tables", {"dealing": "cards"})]
KEY = "5b8c6a2e-1f0d-4c7e-9a55-2f1f6f0d9c11"


def make(client: FlaskClient, body: Any = EXAMPLE, key: str = KEY, **headers: str) -> TestResponse:
    return ask(client, "/sheets", body, Idempotency_Key=key, **headers)


def test_the_same_key_and_body_give_the_same_answer_token_included(app: Flask, client: FlaskClient) -> None:
    first, second = make(client), make(client)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.data == second.data
    assert first.headers["Location"] == second.headers["Location"]
    assert first.headers["ETag"] == second.headers["ETag"]
    assert len(rows(app)["sheet"]) == 1


def test_so_do_they_after_a_restart(client: FlaskClient, engine_url: str, make_app: AppMaker) -> None:
    first = make(client)
    restarted = make_app(engine_url)
    assert make(restarted.test_client()).data == first.data
    assert len(rows(restarted)["sheet"]) == 1


def test_the_token_of_a_repeated_answer_is_good(client: FlaskClient) -> None:
    make(client)
    again = make(client)
    response = put(client, again.json["link"], sheet("Isaac"), again.json["edit"], again.headers["ETag"])
    assert response.status_code == 200


def test_the_answer_stays_the_first_one_when_the_sheet_has_changed(client: FlaskClient) -> None:
    first = make(client)
    put(client, first.json["link"], sheet("Isaac"), first.json["edit"], first.headers["ETag"])
    again = make(client)
    assert (again.status_code, again.data, again.headers["ETag"]) == (201, first.data, first.headers["ETag"])
    assert show(client, first.json["link"]).json["sheet"] == sheet("Isaac")


def test_the_answer_stays_in_the_language_that_it_had(client: FlaskClient) -> None:
    first = make(client, {"draft": True})
    again = make(client, {"draft": True}, Accept_Language="pl")
    assert again.data == first.data
    assert again.headers["Content-Language"] == first.headers["Content-Language"] == "en"
    assert again.headers["ETag"] == first.headers["ETag"]


@pytest.mark.parametrize("body", [sheet("Isaac"), sheet("vera"), sheet(draft=True), sheet(edition="later")])
def test_the_same_key_with_another_body_is_422(app: Flask, client: FlaskClient, body: Any) -> None:
    make(client, sheet())
    response = make(client, body)
    assert response.status_code == 422
    check_problem(response)
    assert response.json["type"] == "key-reused"
    assert len(rows(app)["sheet"]) == 1


def test_a_body_that_is_refused_does_not_use_up_the_key(client: FlaskClient) -> None:
    assert make(client, sheet("Vera", "Vera")).status_code == 422
    assert make(client).status_code == 201


def test_another_key_is_another_sheet(app: Flask, client: FlaskClient) -> None:
    first, second = make(client), make(client, key=f"{KEY}-another")
    assert first.json["link"] != second.json["link"]
    assert first.json["edit"] != second.json["edit"]
    assert len(rows(app)["sheet"]) == 2


def test_keys_differ_in_case(client: FlaskClient) -> None:
    assert make(client, key=KEY).json["link"] != make(client, key=KEY.upper()).json["link"]


def test_without_a_key_every_request_is_a_sheet_of_its_own(app: Flask, client: FlaskClient) -> None:
    assert ask(client, "/sheets", EXAMPLE).json["link"] != ask(client, "/sheets", EXAMPLE).json["link"]
    assert len(rows(app)["sheet"]) == 2


def test_a_late_repetition_does_not_make_a_deleted_sheet_again(app: Flask, client: FlaskClient) -> None:
    first = make(client)
    delete(client, first.json["link"], first.json["edit"], first.headers["ETag"])
    for body in (EXAMPLE, sheet("Isaac")):
        response = make(client, body)
        assert response.status_code == 404
        check_problem(response)
    assert rows(app)["sheet"] == []


@pytest.mark.parametrize("key", ["", "x" * 201, "clé", "\xff", "tab\there", "\x7f", "new\x01"])
def test_what_is_no_key_is_400(app: Flask, client: FlaskClient, key: str) -> None:
    response = make(client, key=key)
    assert response.status_code == 400
    check_problem(response)
    assert response.json["type"] == "bad-key"
    assert rows(app)["sheet"] == []


@pytest.mark.parametrize("key", ["x", "x" * 200, '"8e03978e-40d5-43dd-bc93-6894a57f9324"', "';DROP-TABLE-sheet;--"])
def test_any_visible_ascii_is_a_key_of_a_device(client: FlaskClient, key: str) -> None:
    client.set_cookie(DEVICE, MY_PHONE)
    first = make(client, key=key)
    assert (first.status_code, make(client, key=key).data) == (201, first.data)


@pytest.mark.parametrize("cookie", ["", "a short one"])
def test_who_has_no_secret_needs_a_key_that_nobody_guesses(app: Flask, client: FlaskClient, cookie: str) -> None:
    if cookie:
        client.set_cookie(DEVICE, cookie)
    for path, body in CREATIONS:
        short = ask(client, path, body, Idempotency_Key="x" * 21)
        assert (short.status_code, short.json["type"]) == (400, "bad-key")
        assert ask(client, path, body, Idempotency_Key="x" * 22).status_code == 201


@pytest.mark.parametrize(("path", "body"), CREATIONS)
def test_the_key_of_a_device_or_token_is_nobody_elses(client: FlaskClient, path: str, body: Any) -> None:
    def made(cookie: str = "", **headers: str) -> Any:
        client.delete_cookie(DEVICE)
        if cookie:
            client.set_cookie(DEVICE, cookie)
        response = ask(client, path, body, Idempotency_Key=KEY, **headers)
        assert response.status_code == 201
        return response.json

    callers = ({}, {"cookie": MY_PHONE}, {"cookie": OTHER_PHONE}, {"Authorization": f"Bearer {MY_PHONE[::-1]}"})
    answers = [made(**caller) for caller in callers]
    secrets = {answer.get("edit") or answer["token"] for answer in answers}
    assert len(secrets) == len(callers)
    assert [made(**caller) for caller in callers] == answers


@pytest.mark.parametrize(("path", "body"), CREATIONS)
@pytest.mark.parametrize("cookie", ["", MY_PHONE])
def test_after_ten_minutes_a_key_of_nobody_gives_the_same_without_its_secrets(
    app: Flask, client: FlaskClient, path: str, body: Any, cookie: str
) -> None:
    if cookie:
        client.set_cookie(DEVICE, cookie)
    first = ask(client, path, body, Idempotency_Key=KEY)
    with app.app_context():
        for model in (Sheet, KeptBox, Table):
            db.session.execute(update(model).values(created=now() - timedelta(minutes=11)))
        db.session.commit()
    again = ask(client, path, body, Idempotency_Key=KEY)
    assert (again.status_code, again.headers["Location"]) == (201, first.headers["Location"])
    secret = {"edit", "token"} & first.json.keys()
    if cookie:
        assert {name: again.json[name] for name in secret} == {name: first.json[name] for name in secret}
    else:
        assert not secret & again.json.keys()
        assert all(first.json[name] not in again.text for name in secret)


def test_the_device_of_a_repetition_does_not_become_the_maker(client: FlaskClient) -> None:
    first = make(client)
    client.set_cookie(DEVICE, "another phone")
    make(client)
    assert put(client, first.json["link"], sheet("Isaac"), etag="*").status_code == 403


def test_a_key_under_which_a_page_made_a_sheet_is_used(app: Flask, client: FlaskClient) -> None:
    body = sheet()
    raw = json.dumps(body).encode()
    with app.app_context():
        repository.make(
            body, lambda made: {"link": made.link}, draft=True, caller=repository.Caller(), key=KEY, raw=raw
        )
    response = send(client, "/sheets", raw, Idempotency_Key=KEY)
    assert response.status_code == 422
    check_problem(response)
    assert response.json["type"] == "key-reused"


def test_the_body_is_compared_as_it_was_sent(client: FlaskClient) -> None:
    body = json.dumps(EXAMPLE).encode()
    assert send(client, "/sheets", body, Idempotency_Key=KEY).status_code == 201
    assert send(client, "/sheets", body, Idempotency_Key=KEY).status_code == 201
    assert send(client, "/sheets", body + b" ", Idempotency_Key=KEY).status_code == 422
