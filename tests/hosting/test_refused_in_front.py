"""What the server refuses before the app has read it, at home and hosted: the answer is the app's all the same."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from email.message import Message
from typing import NamedTuple

import pytest
from flask import Flask
from support.event_stream import hosted, served

MIB = 2**20
PROBLEM = "application/problem+json"


class Answer(NamedTuple):
    """What came back on a connection."""

    status: int
    headers: Message
    text: str

    @property
    def problem(self) -> str:
        """The type of the problem that it is."""
        assert self.headers.get_content_type() == PROBLEM, self.text
        said = json.loads(self.text)
        assert said["status"] == self.status
        assert said["title"]
        assert said["detail"]
        return str(said["type"])


@pytest.fixture(scope="module", params=["home", pytest.param("hosted", marks=pytest.mark.slow)])
def port(request: pytest.FixtureRequest, plain_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    if request.param == "home":
        with served(plain_app) as port:
            yield port
        return
    file = tmp_path_factory.mktemp("refused") / "lockup.db"
    file.write_bytes(request.getfixturevalue("migrated_file").read_bytes())
    with hosted(f"sqlite:///{file}", workers=1) as host:
        yield host.port


def sent(port: int, *pieces: bytes) -> Answer:
    """The answer to bytes, all of which are sent before it is read."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=120)) as connection:
        for piece in pieces:
            connection.sendall(piece)
        return read(connection)


def read(connection: socket.socket) -> Answer:
    response = http.client.HTTPResponse(connection)
    response.begin()
    text = response.read().decode()
    return Answer(response.status, response.headers, text)


def head(path: str, *lines: str, method: str = "POST") -> bytes:
    """The line and the headers of a request."""
    kind = "application/json" if path.endswith(API) else "application/x-www-form-urlencoded"
    named = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Type: {kind}", *lines, "", ""]
    return "\r\n".join(named).encode("latin-1")


API = "/api/v1/rulings/scores"
CASES = {
    "a body of 3 MB": ("too-large", 413, ["Content-Length: 3000000"], b" " * 3_000_000),
    "a body of 20 MB": ("too-large", 413, ["Content-Length: 20000000"], b" " * 20_000_000),
    "chunks of 3 MB": ("too-large", 413, ["Transfer-Encoding: chunked"], (b"100000\r\n" + b" " * MIB + b"\r\n") * 3),
    "a body of which nothing comes": ("too-large", 413, ["Content-Length: 3000000"], b""),
    "a length that is none": ("bad-request", 400, ["Content-Length: many"], b""),
    "a length below nothing": ("bad-request", 400, ["Content-Length: -1"], b""),
    "a header that is none": ("bad-request", 400, ["this is none"], b""),
    "a header with a bare line feed": ("bad-request", 400, ["X: a\nb"], b""),
    "a chunk of no size": ("bad-request", 400, ["Transfer-Encoding: chunked"], b"many\r\n"),
    "headers of 40 kB": ("headers-too-large", 431, [f"Cookie: {'x' * 40_000}"], b""),
    "headers without end": ("headers-too-large", 431, [f"X-{n}: {'x' * 1000}" for n in range(200)], b""),
    "a coding that nobody knows": ("not-implemented", 501, ["Transfer-Encoding: secret"], b""),
}


@pytest.mark.parametrize("case", CASES)
def test_under_api_it_is_a_problem_document(port: int, case: str) -> None:
    type_, status, lines, body = CASES[case]
    answer = sent(port, head(API, *lines), body)
    assert (answer.status, answer.problem) == (status, type_)
    assert answer.headers["X-Request-ID"]


@pytest.mark.parametrize("case", [one for one in CASES if one != "chunks of 3 MB"])
def test_elsewhere_it_is_a_page(port: int, case: str) -> None:
    _, status, lines, body = CASES[case]
    answer = sent(port, head("/score", *lines), body)
    assert (answer.status, answer.headers.get_content_type()) == (status, "text/html")
    assert "Lockup companion" in answer.text
    assert answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "line", [b"\r\n\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET /a b c HTTP/1.1\r\n\r\n"]
)
def test_what_has_no_address_is_answered_by_a_page_or_not_at_all(port: int, line: bytes) -> None:
    with closing(socket.create_connection(("127.0.0.1", port), timeout=120)) as connection:
        connection.sendall(line)
        connection.shutdown(socket.SHUT_WR)
        said = connection.makefile("rb").read()
    assert said == b"" or (said.startswith(b"HTTP/1.") and b" 400 " in said and b"text/html" in said)


def test_it_is_in_the_language_of_the_request(port: int) -> None:
    answer = sent(port, head(API, "Accept-Language: pl", "Content-Length: 3000000"))
    assert answer.headers["Content-Language"] == "pl"


def test_who_waits_before_a_body_is_sent_hears_that_it_is_too_large(port: int) -> None:
    answer = sent(port, head(API, "Content-Length: 3000000", "Expect: 100-continue"))
    assert (answer.status, answer.problem) == (413, "too-large")


def test_the_answer_does_not_wait_for_the_body(port: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", port), timeout=120)) as connection:
        connection.sendall(head(API, "Content-Length: 3000000") + b" " * 1000)
        assert read(connection).status == 413


def test_an_address_that_is_escaped_is_still_known(port: int) -> None:
    assert sent(port, head("/%61pi/v1/editions", "Content-Length: x")).problem == "bad-request"
    assert sent(port, head("/api/v1/editions?x=/", "Content-Length: x")).problem == "bad-request"


def test_what_comes_behind_a_refused_body_is_no_request(port: int) -> None:
    behind = b" " * 3_000_000 + head("/healthz", method="GET")
    assert sent(port, head(API, "Content-Length: 3000000"), behind).status == 413
