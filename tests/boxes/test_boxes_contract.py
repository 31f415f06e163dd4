"""`/boxes` as docs/api.md has it under Boxes, on SQLite and on PostgreSQL."""

import json
import re
from itertools import count
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, ask, check_problem, faults, refused, send
from support.box_builders import EVERYTHING, FILE, delete_box, keep_box, put_box, show_box
from support.databases import AppMaker
from support.sheet_client import DEVICE, rows

from companion import create_app
from companion.boxes.file_format import schema
from companion.config import History, Settings
from companion.persistence.database import db

_addresses = count(1)

MINE = {"name": "Mine"}
KEY = "5b8c6a2e-1f0d-4c7e-9a55-2f1f6f0d9c11"
WRITTEN = {
    **EVERYTHING,
    "end_goals": {**EVERYTHING["end_goals"], "2": {"name": "Neat", "kind": "condition", "counts": "other"}},
}
"""The box of everything with what it means by what it leaves out."""


def test_a_new_box_is_answered_with_its_link_its_token_and_what_is_known(client: FlaskClient) -> None:
    response = ask(client, "/boxes", EVERYTHING)
    assert response.status_code == 201
    answer = response.json
    assert sorted(answer) == ["box", "edit", "guards_known", "link"]
    assert response.headers["Location"] == f"{API}/boxes/{answer['link']}"
    assert re.fullmatch(r'"[^"]+"', response.headers["ETag"])
    assert answer["box"] == WRITTEN
    assert answer["guards_known"]["moderate"] == {"known": 3, "of": 12, "complete": False}
    assert answer["guards_known"]["expert"] == {"known": 4, "of": 13, "complete": False}


def test_its_location_is_where_it_is_read(client: FlaskClient) -> None:
    made = ask(client, "/boxes", EVERYTHING)
    read = client.get(made.headers["Location"])
    assert (read.status_code, read.headers["ETag"]) == (200, made.headers["ETag"])
    assert read.json == {"box": made.json["box"], "guards_known": made.json["guards_known"]}


def test_the_token_is_shown_only_once(client: FlaskClient) -> None:
    made = keep_box(client)
    assert made.edit not in show_box(client, made.link).text
    assert made.edit not in put_box(client, made.link, MINE, made.edit, made.etag).text


def test_only_hashes_of_secrets_are_stored(app: Flask, client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    made = keep_box(client, Idempotency_Key="the-very-own-key-of-a-request")
    stored = str(rows(app))
    for secret in (made.edit, "the secret of a phone", "the-very-own-key-of-a-request"):
        assert secret not in stored


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({}, ["/name"]),
        ([], [""]),
        (None, [""]),
        ({**MINE, "colour": 1, "edition": "x", "tomes_out": 1.0}, ["/colour", "/edition", "/tomes_out"]),
        ({"name": "nul\0"}, ["/name"]),
        ({"name": "\ud800"}, ["/name"]),
        ({**MINE, "nul\0": "\0"}, ["/nul\0"]),
        ({**MINE, "link": "x", "edit": "y"}, ["/edit", "/link"]),
        ({**MINE, "items": {"a/b~c": {}}}, ["/items/a~1b~0c"]),
        ({**MINE, "items": {str(n): {} for n in range(201)}}, ["/items"]),
        (FILE, ["/format", "/version"]),
    ],
)
def test_a_box_that_cannot_be_is_refused_and_nothing_is_kept(
    app: Flask, client: FlaskClient, body: Any, paths: list[str]
) -> None:
    assert refused(client, "/boxes", body) == paths
    assert not any(rows(app).values())


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{", 400), (b'{"name":"A","name":"B"}', 400), (b'{"name":NaN}', 400), (b"[" * 40 + b"]" * 40, 400)],
)
def test_what_is_not_json_is_400(plain_client: FlaskClient, body: bytes, status: int) -> None:
    for path in ("/boxes", "/boxes/import"):
        response = send(plain_client, path, body)
        assert response.status_code == status
        check_problem(response)


def test_two_faces_under_one_id_are_not_json(plain_client: FlaskClient) -> None:
    body = b'{"name":"A","items":{"1":{"name":"Rope"},"1":{"name":"Shiv"}}}'
    assert send(plain_client, "/boxes", body).json["type"] == "not-json"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "At most 200 entries, please."), ("pl", "Liczba pozycji: najwyżej 200."), ("zh", "最多 200 项。")],
)
def test_what_is_wrong_is_said_in_every_language(plain_client: FlaskClient, language: str, sentence: str) -> None:
    body = {**MINE, "items": {str(n): {} for n in range(201)}}
    response = ask(plain_client, "/boxes", body, Accept_Language=language)
    assert response.json["errors"] == [{"path": "/items", "message": sentence}]
    assert response.headers["Content-Language"] == language


def test_the_same_key_and_body_give_the_same_answer_token_included(app: Flask, client: FlaskClient) -> None:
    first, second = (ask(client, "/boxes", EVERYTHING, Idempotency_Key=KEY) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.data == second.data
    assert first.headers["Location"] == second.headers["Location"]
    assert len(rows(app)["box"]) == 1
    assert put_box(client, first.json["link"], MINE, second.json["edit"], second.headers["ETag"]).status_code == 200


def test_so_do_they_after_a_restart(client: FlaskClient, engine_url: str, make_app: AppMaker) -> None:
    first = ask(client, "/boxes", MINE, Idempotency_Key=KEY)
    restarted = make_app(engine_url)
    assert ask(restarted.test_client(), "/boxes", MINE, Idempotency_Key=KEY).data == first.data
    assert len(rows(restarted)["box"]) == 1


def test_the_same_key_with_another_body_or_at_another_address_is_422(app: Flask, client: FlaskClient) -> None:
    ask(client, "/boxes/import", FILE, Idempotency_Key=KEY)
    for path, body in (("/boxes/import", {**FILE, "name": "Other"}), ("/boxes", EVERYTHING)):
        response = ask(client, path, body, Idempotency_Key=KEY)
        assert response.status_code == 422
        check_problem(response)
        assert response.json["type"] == "key-reused"
    assert len(rows(app)["box"]) == 1


def test_a_key_of_a_sheet_can_be_a_key_of_a_box(client: FlaskClient) -> None:
    assert ask(client, "/sheets", {"sides": [{"name": "Vera"}]}, Idempotency_Key=KEY).status_code == 201
    assert ask(client, "/boxes", MINE, Idempotency_Key=KEY).status_code == 201


def test_a_late_repetition_does_not_make_a_deleted_box_again(app: Flask, client: FlaskClient) -> None:
    made = keep_box(client, Idempotency_Key=KEY)
    delete_box(client, made.link, made.edit, made.etag)
    assert ask(client, "/boxes", MINE, Idempotency_Key=KEY).status_code == 404
    assert rows(app)["box"] == []


@pytest.mark.parametrize("key", ["", "x" * 201, "clé", "new\x01"])
def test_what_is_no_key_is_400(client: FlaskClient, key: str) -> None:
    response = ask(client, "/boxes", MINE, Idempotency_Key=key)
    assert (response.status_code, response.json["type"]) == (400, "bad-key")


def test_a_box_that_has_not_changed_is_304_without_a_body(client: FlaskClient) -> None:
    made = keep_box(client)
    for tag in (made.etag, f"W/{made.etag}", "*"):
        response = show_box(client, made.link, If_None_Match=tag)
        assert (response.status_code, response.data, response.headers["ETag"]) == (304, b"", made.etag)
    assert show_box(client, made.link, If_None_Match='"7"').status_code == 200


def test_a_put_replaces_the_whole_box_and_makes_a_version(client: FlaskClient) -> None:
    made = keep_box(client, EVERYTHING)
    changed = put_box(client, made.link, MINE, made.edit, made.etag)
    assert changed.json["box"] == {"name": "Mine", "edition": "later"}
    again = put_box(client, made.link, MINE, made.edit, changed.headers["ETag"])
    assert len({made.etag, changed.headers["ETag"], again.headers["ETag"]}) == 3
    assert show_box(client, made.link).json == again.json


def test_a_face_is_corrected_and_deleted_by_its_id(client: FlaskClient) -> None:
    made = keep_box(client, EVERYTHING)
    box = show_box(client, made.link).json["box"]
    box["items"]["3"] = {"name": "Comb", "price": {"reputation": 2, "cost": {}}}
    del box["goons"]["b"]
    assert put_box(client, made.link, box, made.edit, made.etag).json["box"] == box


def test_without_a_version_it_is_428_and_with_an_old_one_412_with_the_box_as_it_is(client: FlaskClient) -> None:
    made = keep_box(client)
    now = put_box(client, made.link, {"name": "Ours"}, made.edit, made.etag)
    for act in (
        lambda **how: put_box(client, made.link, MINE, **how),
        lambda **how: delete_box(client, made.link, **how),
    ):
        missing = act(token=made.edit)
        assert (missing.status_code, missing.json["type"]) == (428, "precondition-required")
        stale = act(token=made.edit, etag=made.etag)
        assert (stale.status_code, stale.json["current"]) == (412, now.json)
        assert stale.headers["ETag"] == now.headers["ETag"]
        check_problem(stale)
    assert show_box(client, made.link).json == now.json


def test_who_has_no_right_changes_nothing(client: FlaskClient) -> None:
    made, other = keep_box(client), keep_box(client)
    for token, status in ((None, 401), (other.edit, 403), ("x", 403)):
        for response in (put_box(client, made.link, MINE, token, "*"), delete_box(client, made.link, token, "*")):
            assert response.status_code == status
            check_problem(response)
            assert ("WWW-Authenticate" in response.headers) == (status == 401)
    assert show_box(client, made.link).status_code == 200


def test_the_device_that_made_it_may_change_it_unless_another_site_asks(client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    made = keep_box(client)
    assert put_box(client, made.link, MINE, etag=made.etag).status_code == 200
    for headers in ({"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        response = client.put(f"{API}/boxes/{made.link}", json=MINE, headers={"If-Match": "*", **headers})
        assert (response.status_code, response.json["type"]) == (403, "cross-site")
        assert ask(client, "/boxes", MINE, **{k.replace("-", "_"): v for k, v in headers.items()}).status_code == 403
    client.set_cookie(DEVICE, "another phone")
    assert delete_box(client, made.link, etag="*").status_code == 403


def test_a_deleted_box_is_404_everywhere(client: FlaskClient) -> None:
    made = keep_box(client)
    assert delete_box(client, made.link, made.edit, made.etag).status_code == 204
    for response in (
        show_box(client, made.link),
        client.get(f"{API}/boxes/{made.link}/export"),
        put_box(client, made.link, MINE, made.edit, "*"),
        delete_box(client, made.link, made.edit, "*"),
    ):
        assert response.status_code == 404
        check_problem(response)


def test_a_device_lists_its_own_boxes_the_last_changed_first(client: FlaskClient) -> None:
    keep_box(client, {"name": "Nobody's"})
    client.set_cookie(DEVICE, "the secret of a phone")
    first, second = keep_box(client, {"name": "First"}), keep_box(client, {"name": "Second", "edition": "first"})
    assert client.get(f"{API}/boxes").json == {
        "boxes": [
            {"link": second.link, "name": "Second", "edition": "first"},
            {"link": first.link, "name": "First", "edition": "later"},
        ]
    }
    put_box(client, first.link, MINE, first.edit, "*")
    assert [box["name"] for box in client.get(f"{API}/boxes").json["boxes"]] == ["Mine", "Second"]
    client.set_cookie(DEVICE, "another phone")
    assert client.get(f"{API}/boxes").json == {"boxes": []}


def test_a_household_lists_all_of_them(engine_url: str, client: FlaskClient) -> None:
    made = keep_box(client)
    app = create_app(Settings(database=engine_url, history=History.HOUSEHOLD, testing=True))
    assert [box["link"] for box in app.test_client().get(f"{API}/boxes").json["boxes"]] == [made.link]
    with app.app_context():
        db.engine.dispose()


def test_an_export_is_one_file_that_fits_the_published_schema(client: FlaskClient) -> None:
    made = keep_box(client, EVERYTHING)
    response = client.get(f"{API}/boxes/{made.link}/export")
    assert response.status_code == 200
    assert response.headers["Content-Disposition"] == 'attachment; filename="lockup-box.json"'
    assert response.json == {"format": "lockup-box", "version": 1, **WRITTEN}
    published = client.get(f"{API}/boxes/schema").json
    assert published == schema()
    assert jsonschema_rs.Draft202012Validator(published).is_valid(response.json)


def test_what_was_exported_is_imported_as_it_was(client: FlaskClient) -> None:
    made = keep_box(client, EVERYTHING)
    exported = client.get(f"{API}/boxes/{made.link}/export").data
    imported = send(client, "/boxes/import", exported)
    assert imported.status_code == 201
    assert imported.json["link"] != made.link
    assert client.get(f"{imported.headers['Location']}/export").data == exported


def test_a_file_with_faults_is_refused_whole_and_each_is_named(app: Flask, client: FlaskClient) -> None:
    file = json.loads(json.dumps(FILE))
    file["version"] = 2
    file["goons"]["1"]["icons"] = "two"
    file["items"]["1"]["effects"][1] = "fly"
    del file["name"]
    assert faults(ask(client, "/boxes/import", file)) == [
        "/goons/1/icons",
        "/items/1/effects/1",
        "/name",
        "/version",
    ]
    assert not any(rows(app).values())


def test_a_box_without_a_format_is_no_file(client: FlaskClient) -> None:
    assert refused(client, "/boxes/import", EVERYTHING) == ["/format", "/version"]


def test_boxes_and_sheets_count_together_where_a_host_limits_them(engine_url: str, client: FlaskClient) -> None:
    app = create_app(Settings(database=engine_url, sheets_per_hour=2, testing=True))
    limited = app.test_client()
    limited.environ_base["REMOTE_ADDR"] = f"198.51.100.{next(_addresses)}"
    assert ask(limited, "/sheets", {"sides": [{"name": "Vera"}]}).status_code == 201
    first = ask(limited, "/boxes", MINE, Idempotency_Key=KEY)
    assert first.status_code == 201
    assert ask(limited, "/boxes", MINE, Idempotency_Key=KEY).data == first.data
    response = ask(limited, "/boxes/import", FILE)
    assert response.status_code == 429
    assert response.headers["Retry-After"]
    assert len(rows(app)["box"]) == 1
    with app.app_context():
        db.engine.dispose()
