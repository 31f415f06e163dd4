"""What every answer carries, what a browser may keep, and what becomes of an address that takes no such request."""

import re

import pytest
from flask.testing import FlaskClient
from forms import FormPhone

PATHS = (
    *("/", "/score", "/ask/chow_hall", "/ask/cell_block", "/ask/exchange", "/ask/commissary", "/ask/location", "/raid"),
    *("/rules", "/history", "/history/key", "/history/open", "/about", "/api", "/favicon.ico", "/static/app.css"),
    *("/static/icons.svg", "/static/nothing.css", "/nowhere", "/api/v1/openapi.json", "/api/v1/nowhere", "/s/0"),
)


FILES = ("/static/app.css", "/static/icons.svg")


def check_headers(headers: dict[str, str], *, may_nothing: bool = False) -> None:
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    if may_nothing:
        assert {*policy} == {"default-src", "frame-ancestors"}
    else:
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
        assert policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "Server" not in headers or "Python" not in headers["Server"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE", "OPTIONS"])
def test_every_answer_says_what_it_may_do(visitor: FlaskClient, path: str, method: str) -> None:
    answer = visitor.open(path, method=method, buffered=True)
    assert answer.status_code < 500
    check_headers(dict(answer.headers), may_nothing=path in FILES and method in {"GET", "HEAD"})


def test_the_answers_to_forms_say_it_too(phone: FormPhone) -> None:
    check_headers(dict(phone.start().headers))
    for answer in (
        phone.send("save"),
        phone.send("save", gold_0="x"),
        phone.client.get(f"/s/{phone.link}/picture.svg"),
        phone.client.post(f"/s/{phone.link}/delete"),
        phone.client.get(f"/s/{phone.link}"),
    ):
        check_headers(dict(answer.headers))


def test_nothing_on_a_page_needs_what_the_policy_refuses(phone: FormPhone) -> None:
    phone.start()
    for path in (*PATHS[:13], phone.form, f"/s/{phone.link}", f"/s/{phone.link}/delete", "/nowhere"):
        page = phone.page(path)
        assert not re.search(r"<[^>]+\s(style|on\w+)\s*=", page), path
        assert "<style" not in page, path
        assert not re.search(r"<script(?![^>]*\ssrc=)", page), path
        assert not re.search(r'(src|href|action)="(?:https?:)?//(?!localhost)', page), path


@pytest.mark.parametrize("path", ["/", "/rules", "/ask/chow_hall", "/api"])
def test_every_file_of_a_page_names_its_version_and_may_be_kept_for_good(visitor: FlaskClient, path: str) -> None:
    named = set(re.findall(r'"(/static/[^"#]+)', visitor.get(path).text))
    assert named
    for address in named:
        answer = visitor.get(address, buffered=True)
        assert answer.status_code == 200, address
        assert re.search(r"\?v=[0-9a-f]{12}$", address)
        assert "max-age=31536000" in answer.headers["Cache-Control"]


def test_a_file_without_its_version_is_asked_for_each_time(visitor: FlaskClient) -> None:
    for address in ("/static/app.css", "/static/number.js", "/static/app.css?w=1"):
        assert "max-age" not in visitor.get(address, buffered=True).headers["Cache-Control"]


def test_a_file_that_is_not_there_is_not_kept(visitor: FlaskClient) -> None:
    answer = visitor.get("/static/nothing.css?v=123456789012")
    assert answer.status_code == 404
    assert "max-age" not in answer.headers.get("Cache-Control", "")


def test_a_script_that_another_one_imports_is_not_kept_beyond_a_new_version(visitor: FlaskClient) -> None:
    # `import` names no version: the browser must ask each time whether it changed.
    answer = visitor.get("/static/number.js", buffered=True)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "ETag" in answer.headers


@pytest.mark.parametrize("path", ["/", "/score", "/history", "/rules", "/raid", "/nowhere"])
def test_a_page_is_asked_for_each_time(visitor: FlaskClient, path: str) -> None:
    assert visitor.get(path).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/history/key", "/history/key.svg"])
def test_a_private_link_is_never_stored(visitor: FlaskClient, path: str) -> None:
    visitor.get("/score")
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_private_link_stands_behind_the_hash_where_no_log_sees_it(visitor: FlaskClient) -> None:
    page = visitor.get("/history/key").text
    [address] = re.findall(r"http://localhost/history/open[^<]*", page)
    assert re.fullmatch(r"http://localhost/history/open#[\w-]{20,100}", address)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/", {"GET"}), ("/rules", {"GET"}), ("/preferences", {"POST"}), ("/s/0/delete", {"GET", "POST"})],
)
def test_an_address_says_which_requests_it_takes(visitor: FlaskClient, path: str, allowed: set[str]) -> None:
    answer = visitor.open(path, method="PATCH")
    assert answer.status_code == 405
    assert allowed <= {one.strip() for one in answer.headers["Allow"].split(",")}
    assert "<h1>That did not work</h1>" in answer.text


def test_a_form_that_is_too_large_is_refused_in_words(visitor: FlaskClient) -> None:
    answer = visitor.post("/score", data={"name": "x" * 2_000_000})
    assert answer.status_code == 413
    assert "That was more than this page takes. Nothing was changed." in answer.text


def test_pages_are_compressed_where_a_browser_can_read_that(visitor: FlaskClient) -> None:
    plain, packed = visitor.get("/rules"), visitor.get("/rules", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 3
    assert "accept-encoding" in packed.headers["Vary"].lower()


def test_an_answer_that_is_never_compressed_is_the_same_for_every_coding(visitor: FlaskClient) -> None:
    answer = visitor.get("/api/v1/reference", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Language"
