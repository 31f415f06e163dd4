"""Every answer says what its request is called, so that a host finds in its logs what a player saw."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.databases import put_away

from companion import create_app
from companion.config import Settings

HEADER = "X-Request-ID"
OWN = re.compile(r"[0-9a-f]{16}")


def behind(proxies: int, url: str) -> Flask:
    return create_app(Settings(database=url, proxies=proxies))


@pytest.mark.parametrize("path", ["/", "/nowhere", f"{API}/rules", f"{API}/nowhere", "/favicon.ico", "/healthz"])
def test_every_answer_has_a_name_of_its_own(plain_client: FlaskClient, path: str) -> None:
    names = [plain_client.get(path).headers[HEADER] for _ in range(2)]
    assert all(OWN.fullmatch(name) for name in names)
    assert names[0] != names[1]


def test_an_error_page_shows_the_name_of_its_answer(plain_client: FlaskClient) -> None:
    answer = plain_client.get("/nowhere")
    assert f"quote request {answer.headers[HEADER]}." in answer.text


def test_what_breaks_has_a_name_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = behind(0, f"sqlite:///{tmp_path_factory.mktemp('never') / 'migrated.db'}")
    page, answer = app.test_client().get("/history"), app.test_client().get(f"{API}/sheets/{'a' * 13}")
    put_away(app)
    assert (page.status_code, answer.status_code) == (500, 500)
    assert f"quote request {page.headers[HEADER]}." in page.text
    assert OWN.fullmatch(answer.headers[HEADER])


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [
        (1, "0123456789abcdef0123456789abcdef", True),
        (1, "7f0c2f3e-53a5-4a8b-9a35-0c1d2e3f4a5b", True),
        (1, "short", False),
        (1, "x" * 65, False),
        (1, "<script>alert</script>", False),
        (1, "12345678\u00e4", False),
        (0, "0123456789abcdef0123456789abcdef", False),
    ],
)
def test_a_proxy_gives_the_name_if_it_is_well_formed(proxies: int, given: str, *, taken: bool) -> None:
    app = behind(proxies, "sqlite://")
    said = app.test_client().get("/healthz", headers={HEADER: given}).headers[HEADER]
    put_away(app)
    assert (said == given) is taken
    assert taken or OWN.fullmatch(said)
