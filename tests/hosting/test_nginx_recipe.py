"""The recipe for nginx with a real one: under a path and at the root, and what nginx itself refuses."""

import http.client
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from support.event_stream import hosted
from support.nginx import NEEDS_NGINX, behind_nginx
from test_refused_in_front import API, Answer, head, read

pytestmark = [pytest.mark.slow, NEEDS_NGINX]

UNSIGNED = ssl._create_unverified_context()


class Front(NamedTuple):
    """Where the app is behind its proxy."""

    port: int
    path: str

    def sent(self, *pieces: bytes) -> Answer:
        """The answer to bytes, all of which are sent before it is read."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=120)
        with closing(UNSIGNED.wrap_socket(plain)) as connection:
            for piece in pieces:
                connection.sendall(piece)
            return read(connection)

    def ask(self, path: str, body: str | None = None, **headers: str) -> tuple[http.client.HTTPResponse, str]:
        """The answer to a request of a browser, and its text."""
        with closing(http.client.HTTPSConnection("localhost", self.port, timeout=20, context=UNSIGNED)) as connection:
            named = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
            connection.request("POST" if body else "GET", self.path + path, body, {**named, **headers})
            response = connection.getresponse()
            return response, response.read().decode(errors="replace")


@pytest.fixture(scope="module", params=["/gr%C3%A4ben", ""], ids=["under a path", "root"])
def front(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path
) -> Iterator[Front]:
    file = tmp_path_factory.mktemp("nginx") / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    settings = {"LOCKUP_PROXIES": "1", "LOCKUP_HOSTS": "localhost"}
    with hosted(f"sqlite:///{file}", workers=1, **settings) as host, behind_nginx(host.port, request.param) as port:
        yield Front(port, request.param)


CASES = {
    "a body of 1.5 MB": ("too-large", 413, ["Content-Length: 1500000"], b" " * 1_500_000),
    "a body of 30 MB": ("too-large", 413, ["Content-Length: 30000000"], b" " * 30_000_000),
    "chunks of 30 MB": (
        "too-large",
        413,
        ["Transfer-Encoding: chunked"],
        (b"100000\r\n" + b" " * 2**20 + b"\r\n") * 30,
    ),
    "a length that is none": ("bad-request", 400, ["Content-Length: many"], b""),
    "headers of 40 kB": ("headers-too-large", 431, [f"Cookie: {'x' * 40_000}"], b""),
    "a coding that nobody knows": ("not-implemented", 501, ["Transfer-Encoding: secret"], b""),
}


@pytest.mark.parametrize("case", CASES)
def test_what_nginx_refuses_the_app_says_in_words(front: Front, case: str) -> None:
    type_, status, lines, body = CASES[case]
    answer = front.sent(head(front.path + API, *lines), body)
    assert (answer.status, answer.problem) == (status, type_)
    page = front.sent(head(f"{front.path}/score", *lines), body)
    assert (page.status, page.headers.get_content_type()) == (status, "text/html")
    assert f'href="{front.path}/"' in page.text


@pytest.mark.parametrize("line", [b"GET\r\n\r\n", b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\n\r\n"])
def test_what_has_no_address_is_answered_by_a_page(front: Front, line: bytes) -> None:
    answer = front.sent(line)
    assert (answer.status in {400, 414}, answer.headers.get_content_type()) == (True, "text/html")
    assert "Lockup companion" in answer.text


def test_pages_files_and_cookies_are_below_the_path(front: Front) -> None:
    _, page = front.ask("/score")
    for found in re.findall(r'(?:href|src|action)="(/[^"]*)"', page):
        assert found.startswith(f"{front.path}/")
        assert front.ask(found.removeprefix(front.path))[0].status == 200
    form = "players=4&edition=later&by=counts"
    answer, _ = front.ask("/score", form, Origin=f"https://localhost:{front.port}")
    assert answer.headers["Location"].startswith(f"{front.path}/score/")
    assert f"Path={front.path or '/'};" in f"{answer.headers['Set-Cookie']};"


def test_whoever_claims_a_path_changes_nothing(front: Front) -> None:
    _, page = front.ask("/", **{"X-Forwarded-Prefix": "/elsewhere", "X-Forwarded-Host": "elsewhere.example"})
    assert "elsewhere" not in page
    assert f'href="{front.path}/score"' in page


def test_metrics_are_shut(front: Front) -> None:
    assert front.ask("/metrics")[0].status == 404
