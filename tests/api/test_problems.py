"""Errors: problem details everywhere under `/api/` (docs/api.md, Errors)."""

import io
from pathlib import Path
from time import process_time

import pytest
from flask.testing import FlaskClient
from support.api_client import API, EXAMPLE, PROBLEM, ask, check_problem, faults, send
from werkzeug.test import TestResponse

from companion import create_app
from companion.api.core.problems import STATUS
from companion.config import Settings
from companion.persistence.database import db
from companion.schemas.faults import MOST_ERRORS

SCORES = "/rulings/scores"
MEBIBYTE = 1024 * 1024


@pytest.mark.parametrize(
    "path",
    [
        "/api/",
        "/api/v1",
        "/api/v1/",
        "/api/v2/editions",
        "/api/v1/nothing",
        "/api/v1/editions/",
        "/api/v1/editions/second",
        "/api/v1/editions/later/rulings",
        "/api/v1/sheets/",
        "/api/v1/sheets/nothing",
        "/api/v1/sheets/%00",
        "/api/v1/sheets/%ff%fe",
        "/api/v1/sheets/a%2fb",
        f"/api/v1/sheets/{'0' * 5000}",
        "/api/v1/rulings/",
        "/api/v1/rulings/nothing",
        "/api/v1/%F0%9F%98%80",
        "/api/v1/<script>alert(1)</script>",
    ],
)
def test_what_is_not_there_is_404(plain_client: FlaskClient, path: str) -> None:
    response = plain_client.get(path)
    assert response.status_code == 404
    check_problem(response)
    assert response.json["type"] == "not-found"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/rulings/scores", {"POST"}),
        ("/rulings/raids", {"POST"}),
        ("/rulings/locations/sewers", {"POST"}),
        ("/rulings/guards/commissary", {"POST"}),
        ("/rulings/guards/exchange", {"POST"}),
        ("/rulings/guards/chow_hall", {"POST"}),
        ("/rulings/guards/cell_block", {"POST"}),
        ("/sheets", {"POST"}),
        ("/sheets/0123456789abc", {"GET", "HEAD", "PUT", "DELETE"}),
        ("/editions", {"GET", "HEAD"}),
        ("/editions/later", {"GET", "HEAD"}),
        ("/rules", {"GET", "HEAD"}),
        ("/openapi.json", {"GET", "HEAD"}),
    ],
)
def test_another_method_is_405_and_says_which_are_allowed(
    plain_client: FlaskClient, path: str, allowed: set[str]
) -> None:
    for method in {"GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"} - allowed:
        response = plain_client.open(f"{API}{path}", method=method)
        assert response.status_code == 405, method
        check_problem(response)
        assert set(response.headers["Allow"].split(", ")) == allowed | {"OPTIONS"}


@pytest.mark.parametrize(
    "media_type",
    [
        None,
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/problem+json",
        "application/jsonx",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application / json",
        "junk",
        "*/*",
    ],
)
def test_another_media_type_is_415(plain_client: FlaskClient, media_type: str | None) -> None:
    response = plain_client.post(f"{API}{SCORES}", data=b'{"sides":[{"name":"A"}]}', content_type=media_type)
    assert response.status_code == 415
    check_problem(response)
    assert response.json["type"] == "unsupported-media-type"


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        'APPLICATION/JSON;charset="UTF-8"',
        "application/json; x=y",
    ],
)
def test_json_may_say_its_encoding(plain_client: FlaskClient, media_type: str) -> None:
    response = plain_client.post(f"{API}{SCORES}", data=b'{"sides":[{"name":"A"}]}', content_type=media_type)
    assert response.status_code == 200


def test_a_coded_body_is_415(plain_client: FlaskClient) -> None:
    response = send(plain_client, SCORES, b"\x1f\x8b\x08", Content_Encoding="gzip")
    assert response.status_code == 415
    check_problem(response)


@pytest.mark.parametrize("size", [MEBIBYTE + 1, 3 * MEBIBYTE])
def test_a_body_over_the_limit_is_413(plain_client: FlaskClient, size: int) -> None:
    response = send(plain_client, SCORES, b" " * size)
    assert response.status_code == 413
    check_problem(response)
    assert response.json["type"] == "too-large"
    assert str(MEBIBYTE) in response.json["detail"]


def in_pieces(client: FlaskClient, body: bytes) -> TestResponse:
    """The answer to a body that does not say its length, as a server hands it on."""
    return client.post(
        f"{API}{SCORES}",
        input_stream=io.BytesIO(body),
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )


@pytest.mark.parametrize("size", [MEBIBYTE + 1, 3 * MEBIBYTE])
def test_so_is_one_that_does_not_say_its_length(plain_client: FlaskClient, size: int) -> None:
    response = in_pieces(plain_client, b'{"sides":[{"name":"A"}]}'.ljust(size))
    assert response.status_code == 413
    check_problem(response)


@pytest.mark.parametrize("size", [0, MEBIBYTE])
def test_a_body_in_pieces_is_read_up_to_the_limit(plain_client: FlaskClient, size: int) -> None:
    assert in_pieces(plain_client, b'{"sides":[{"name":"A"}]}'.ljust(size)).status_code == 200


def test_a_body_at_the_limit_is_read(plain_client: FlaskClient) -> None:
    body = b'{"sides":[{"name":"A"}]}'
    assert send(plain_client, SCORES, body.ljust(MEBIBYTE)).status_code == 200


def test_a_body_that_breaks_off_on_the_way_is_400(plain_client: FlaskClient) -> None:
    response = plain_client.post(
        f"{API}{SCORES}",
        input_stream=io.BytesIO(b'{"sides":['),
        content_type="application/json",
        headers={"Content-Length": "500"},
    )
    assert response.status_code == 400
    check_problem(response)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b'{"sides"',
        b'{"sides":[{"name":"A"}]',
        b'{"sides":[{"name":"A"}]}}',
        b'{"sides":[{"name":"A"}]} {}',
        b'{"sides":[{"name":"A"},]}',
        b"{'sides':[]}",
        b'{sides:[{"name":"A"}]}',
        b'{"sides":[{"name":"A"}]} // Vera',
        b'{"sides":[{"name":"A\n"}]}',
        b'{"sides":[{"name":"\\x41"}]}',
        b'{"sides":[{"name":"\\ud8"}]}',
        b'{"sides":[{"name":"A","items":01}]}',
        b'{"sides":[{"name":"A","items":+1}]}',
        b'{"sides":[{"name":"A","items":.5}]}',
        b'{"sides":[{"name":"A","items":0x10}]}',
        b'{"sides":[{"name":"A","items":NaN}]}',
        b'{"sides":[{"name":"A","items":Infinity}]}',
        b'{"sides":[{"name":"A","items":-Infinity}]}',
        b"NaN",
        b"undefined",
        b'{"sides":[],"sides":[{"name":"A"}]}',
        b'{"sides":[{"name":"A","name":"A"}]}',
        b'{"sides":[{"name":"A","\\u006eame":"B"}]}',
        b'{"sides":[{"name":"A"}],"rulings":{"a":1,"a":1}}',
        b'{"nobody":{"knows":{"x":1,"x":2}}}',
        b'\xef\xbb\xbf{"sides":[{"name":"A"}]}',
        '{"sides":[{"name":"Zoë"}]}'.encode("latin-1"),
        '{"sides":[{"name":"A"}]}'.encode("utf-16"),
        '{"sides":[{"name":"A"}]}'.encode("utf-32"),
        b'{"sides":[{"name":"\xed\xa0\x80"}]}',
        b'{"sides":[{"name":"\xc0\x80"}]}',
        b"\x00" * 100,
        b"[" * 33 + b"]" * 33,
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 33 + b"1" + b"}" * 33,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'[{"a":' * 17 + b"1" + b"}]" * 17,
        b"sides=1",
    ],
    ids=lambda body: repr(body[:30]),
)
def test_what_is_no_json_is_400(plain_client: FlaskClient, body: bytes) -> None:
    response = send(plain_client, SCORES, body)
    assert response.status_code == 400, response.text
    check_problem(response)
    assert response.json["type"] == "not-json"


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 32 + b"]" * 32,
        b'{"a":' * 32 + b"1" + b"}" * 32,
        b"[" + b"[]," * 1000 + b"[]]",
        b'["' + b"[" * 1000 + b'"]',
        b'["\\"' + b"[" * 1000 + b'"]',
        b'["' + b'\\"[{' * 1000 + b'"]',
        b'["\\\\", "' + b"{" * 1000 + b'"]',
    ],
    ids=lambda body: repr(body[:30]),
)
def test_what_lies_32_deep_or_in_a_text_is_json(plain_client: FlaskClient, body: bytes) -> None:
    assert send(plain_client, SCORES, body).status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        b'"' + b'\\"' * 500_000 + b"[" * 33,
        b'"' * 999_999 + b"[" * 33,
        b"[" * 33 + b'"\\' * 500_000,
        b"\\" * 1_000_000 + b"[" * 33,
        b'{"sides":[{"name":"' + "\N{COMBINING ACUTE ACCENT}\N{COMBINING CEDILLA}".encode() * 250_000 + b'"}]}',
        b'{"sides":[{"name":"A","items":0.' + b"1" * 1_000_000 + b"}]}",
        b'{"sides":[{"name":"A","items":' + b"9" * 1_000_000 + b"}]}",
        b'{"sides":[{"name":"A","items":1e' + b"9" * 1_000_000 + b"}]}",
        b'{"sides":[' + b"1," * 500_000 + b"1]}",
        b"{" + b",".join(b'"%x":0' % number for number in range(90_000)) + b"}",
    ],
    ids=["string", "quotes", "open", "backslashes", "marks", "figures", "digits", "power", "list", "members"],
)
@pytest.mark.parametrize("path", [SCORES, "/sheets"])
def test_no_body_within_the_limit_keeps_the_server_busy(plain_client: FlaskClient, path: str, body: bytes) -> None:
    begun = process_time()
    response = send(plain_client, path, body)
    assert response.status_code in {400, 422}
    # Each takes well under a second; before they were found, some would have taken hours.
    assert process_time() - begun < 5


def test_a_problem_is_in_the_language_that_its_header_says(plain_client: FlaskClient) -> None:
    response = plain_client.get(f"{API}/nothing", headers={"Accept-Language": "de"})
    assert response.headers["Content-Language"] == "en"
    assert "Accept-Language" in response.headers["Vary"]


def test_no_answer_can_be_taken_for_a_page(plain_client: FlaskClient) -> None:
    name = "<img src=x onerror=alert(1)>"
    for response in (
        ask(plain_client, SCORES, {"sides": [{"name": name}]}),
        ask(plain_client, SCORES, {"sides": [{"name": "A", name: 1}]}),
    ):
        assert response.mimetype in {"application/json", PROBLEM}
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert name.replace("/", "~1") in str(response.json)


def test_what_breaks_on_our_side_is_a_problem_too(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'never-migrated.db'}"))
    response = ask(app.test_client(), "/sheets", EXAMPLE)
    with app.app_context():
        db.engine.dispose()
    assert response.status_code == 500
    check_problem(response)
    assert response.json["type"] == "server-error"
    assert "sqlite" not in response.text.lower()


def test_every_type_is_a_slug_with_one_status() -> None:
    known = {400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 421, 422, 428, 429, 431, 500, 501, 503, 507}
    assert known == set(STATUS.values())


def test_everything_is_named_that_somebody_can_have_mistaken(plain_client: FlaskClient) -> None:
    goons = [{"type": "cat"}] * 200
    body = {"sides": [{"name": name, "cards": {"goons": goons}} for name in ("Vera", "Isaac")]}
    assert len(faults(ask(plain_client, "/rulings/scores", body))) == 400


@pytest.mark.parametrize("path", ["/tables", "/sheets", "/rulings/scores"])
def test_of_a_flood_of_faults_only_the_first_are_named(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{API}{path}", json={f"member {n}": n for n in range(MOST_ERRORS + 1)})
    check_problem(answer)
    assert (answer.status_code, len(answer.json["errors"])) == (422, MOST_ERRORS)
