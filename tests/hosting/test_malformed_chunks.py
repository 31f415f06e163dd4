"""A body in chunks that cannot be read is refused as such, at home and hosted."""

import re
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPResponse
from pathlib import Path

import pytest
from flask import Flask
from support.api_client import API
from support.event_stream import hosted, served

MALFORMED = [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}XX0\r\n\r\n", b"-1\r\n{}\r\n0\r\n\r\n", b"+2\r\n{}\r\n0\r\n\r\n"]


def answer(port: int, path: str, kind: str, chunks: bytes) -> tuple[int, str]:
    """The answer to a body that was sent so: its status, and what it calls its request."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(socket.create_connection(("127.0.0.1", port), timeout=120)) as connection:
        connection.sendall(head.encode() + chunks)
        response = HTTPResponse(connection)
        response.begin()
        return response.status, response.headers["X-Request-ID"]


@pytest.fixture(scope="module", params=["home", pytest.param("hosted", marks=pytest.mark.slow)])
def port(request: pytest.FixtureRequest, plain_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    if request.param == "home":
        with served(plain_app) as port:
            yield port
        return
    file: Path = tmp_path_factory.mktemp("hosted") / "lockup.db"
    file.write_bytes(request.getfixturevalue("migrated_file").read_bytes())
    with hosted(f"sqlite:///{file}", workers=1) as host:
        yield host.port


@pytest.mark.parametrize("chunks", MALFORMED)
@pytest.mark.parametrize(
    ("path", "kind"),
    [(f"{API}/rulings/scores", "application/json"), ("/score", "application/x-www-form-urlencoded")],
)
def test_malformed_chunks_are_a_bad_request(port: int, path: str, kind: str, chunks: bytes) -> None:
    status, name = answer(port, path, kind, chunks)
    assert status == 400
    assert re.fullmatch(r"[0-9a-f]{16}", name)


def test_chunks_that_can_be_read_are_read(port: int) -> None:
    assert answer(port, f"{API}/rulings/scores", "application/json", b"2\r\n{}\r\n0\r\n\r\n")[0] == 422
