"""Requests that a proxy passes on to `lockup serve`: they are not from its computer, and no claim is believed."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from flask import Flask, request
from support.api_client import API
from support.databases import put_away
from support.event_stream import served
from support.nginx import NEEDS_NGINX, behind_bare_nginx
from support.sheet_client import sheet

from companion import create_app
from companion.config import Metrics, Settings
from companion.web.limits import MADE_PER_HOUR, count_made
from companion.web.own_address import base_address

PASSED_ON: Final = {
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "localhost",
    "X-Forwarded-Port": "443",
    "X-Forwarded-Prefix": "/lockup",
    "X-Forwarded-By": "127.0.0.1",
    "X-Forwarded-Server": "front",
    "X-Forwarded-Ssl": "on",
    "Forwarded": "for=127.0.0.1;host=localhost;proto=https",
    "Via": "1.1 front",
    "X-Real-IP": "127.0.0.1",
    "X-Client-IP": "127.0.0.1",
    "True-Client-IP": "127.0.0.1",
    "X-Cluster-Client-IP": "127.0.0.1",
    "CF-Connecting-IP": "127.0.0.1",
    "CDN-Loop": "cloudflare",
    "X-Original-Host": "localhost",
    "X-Original-For": "127.0.0.1",
    "X-Envoy-Original-Path": "/host",
    "X-Remote-Addr": "127.0.0.1",
    "Proxy-Connection": "close",
}
"""What proxies and tunnels add, each with a value that would open everything if it was believed."""

ELSEWHERE: Final = (403, 404, 429)
"""The answers for the page of the computer, for its figures, and for one sheet more than an address may make."""
HERE: Final = (200, 200, 201)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Flask]:
    """The app of a household, with figures for its computer alone; one that is not that has made all that it may."""
    file = tmp_path_factory.mktemp("passed-on") / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    app = create_app(Settings(database=f"sqlite:///{file}", home_port=8470, metrics=Metrics.LOCAL, testing=True))

    @app.get("/believed")
    def believed() -> dict[str, str | None]:
        """What the app takes a request for."""
        return {
            "address": request.remote_addr,
            "url": request.url,
            "base": base_address(),
            "cookie": str(request.is_secure),
        }

    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}, headers={"Via": "1.1 front"}):
        for _ in range(MADE_PER_HOUR):
            count_made()
    yield app
    put_away(app)


@pytest.fixture(scope="module")
def port(app: Flask) -> Iterator[int]:
    with served(app) as port:
        yield port


def ask(port: int, path: str, body: object = None, **headers: str) -> tuple[int, str]:
    """The answer to a request from this computer: status and text."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
        named = {"Content-Type": "application/json", **headers} if body else headers
        connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, named)
        response = connection.getresponse()
        return response.status, response.read().decode()


def answers(port: int, **headers: str) -> tuple[int, ...]:
    """The answers to what the computer itself may, and nobody else."""
    asked = (("/host", None), ("/metrics", None), (f"{API}/sheets", sheet()))
    return tuple(ask(port, path, body, **headers)[0] for path, body in asked)


def test_the_computer_itself_may(port: int) -> None:
    assert answers(port) == HERE


@pytest.mark.parametrize("header", PASSED_ON)
def test_what_a_proxy_passes_on_is_not_from_the_computer(port: int, header: str) -> None:
    assert answers(port, **{header: PASSED_ON[header]}) == ELSEWHERE


@pytest.mark.parametrize("header", PASSED_ON)
def test_an_empty_header_shows_a_proxy_as_well(port: int, header: str) -> None:
    assert ask(port, "/host", **{header.lower(): ""})[0] == 403


def test_without_a_trusted_proxy_nothing_that_it_claims_is_believed(port: int) -> None:
    claims = {**PASSED_ON, "X-Forwarded-For": "192.0.2.7", "X-Real-IP": "192.0.2.7", "X-Forwarded-Host": "evil.example"}
    claims["Forwarded"] = "for=192.0.2.7;host=evil.example;proto=https"
    plain = ask(port, "/believed")
    assert plain[0] == 200
    for header, claim in claims.items():
        assert ask(port, "/believed", **{header: claim}) == plain
    assert ask(port, "/believed", **claims) == plain


@pytest.mark.slow
@NEEDS_NGINX
def test_nginx_that_is_told_nothing_but_where_the_app_is_does_not_open_what_is_for_the_computer(port: int) -> None:
    with behind_bare_nginx(port) as front:
        assert answers(front) == ELSEWHERE
        assert ask(front, "/")[0] == 200
