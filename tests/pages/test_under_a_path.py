"""The app under a path of somebody's host, such as `/lockup`: nothing that it sends leads out of there."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import pytest
from conftest import copied
from flask import Flask
from flask.testing import FlaskClient
from plain_browser import parsed
from support.databases import put_away
from support.sheet_client import sheet
from test_page_descriptions import addresses
from werkzeug.test import TestResponse

from companion import create_app
from companion.addresses import read_path
from companion.config import BadSetting, Settings, from_environment

PATH: Final = "/lockup"
FORWARDED: Final = "HTTP_X_FORWARDED_PREFIX"
TAKEN: Final = "taken off"
LEADS: Final = ("href", "src", "action", "formaction", "content", "poster", "xlink:href")
ADDRESS: Final = re.compile(r"""["'(= ](/(?:[a-z]+/|[a-z]+\b(?![>.])|(?=["'])))""")
"""What looks like an address of a host in the text of an answer."""

SET: Final = re.compile(r"\bPath=([^;]*)")


@pytest.fixture
def under(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    """The app behind one proxy, which serves it under some path."""
    app = create_app(
        Settings(database=copied(migrated_file, tmp_path), proxies=1, wrong_codes_per_hour=0, testing=True)
    )
    app.wsgi_app = taking_off(app.wsgi_app)  # type: ignore[method-assign]
    yield app
    put_away(app)


class Behind(FlaskClient):
    """A phone that comes through a proxy, which takes the path off and says what it has taken."""

    path = PATH
    said = PATH

    def open(self, *args: Any, **how: Any) -> TestResponse:
        """Ask for an address; one without the path is meant below it."""
        asked = args[0] if args[0] == self.path or args[0].startswith(f"{self.path}/") else self.path + args[0]
        named = {FORWARDED: self.said.encode().decode("latin-1"), TAKEN: unquote(self.path)}
        return super().open(asked, *args[1:], **how, environ_overrides=named)


def taking_off(app: Any) -> Any:
    """What the proxy does to the address of a request."""

    def proxied(environ: Any, start: Any) -> Iterable[bytes]:
        taken = environ.get(TAKEN, "").encode().decode("latin-1")
        environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix(taken)
        return app(environ, start)

    return proxied


def behind(app: Flask, said: str = PATH, path: str = PATH) -> FlaskClient:
    """Such a phone: what the proxy says, and what it takes off."""
    client = Behind(app, app.response_class, use_cookies=path == PATH)
    client.said, client.path = said, path
    return client


def leads(text: str) -> Iterator[str]:
    """Where the elements of a page lead, its data for scripts included."""
    for node in parsed(text).below:
        for name, value in node.given.items():
            if name in LEADS or (name.startswith("data-") and value.startswith("/")):
                yield from [value] if value.startswith(("/", "http")) else []


def inside(address: str, path: str = PATH) -> bool:
    """Whether an address stays on this host under the path."""
    parts = urlsplit(address)
    return parts.netloc in {"", "localhost"} and (parts.path == path or parts.path.startswith(f"{path}/"))


def test_no_page_leads_out_of_the_path(under: Flask) -> None:
    phone = behind(under)
    due = [*addresses(under, phone).values(), "/nowhere"]
    seen: set[str] = set()
    out: set[tuple[str, str]] = set()
    while due:
        asked = due.pop()
        if asked in seen or "/static/" in asked:
            continue
        seen.add(asked)
        with phone.get(asked) as answer:
            assert answer.status_code < 500, asked
            said = [answer.headers["Location"]] if "Location" in answer.headers else []
            if answer.mimetype == "text/html":
                found = [*leads(answer.text)]
                # A result is sent on to another program, in words that hold an address of this one.
                said += [one for one in found if not one.startswith("https://app.bgstatsapp.com/")]
                due += [
                    urlsplit(one)._replace(scheme="", netloc="", fragment="").geturl() for one in found if inside(one)
                ]
            elif answer.mimetype in {"image/svg+xml", "application/manifest+json"}:
                said += ADDRESS.findall(answer.text)
            out |= {(asked, one) for one in said if not inside(one)}
            out |= {(asked, one) for one in SET.findall(str(answer.headers)) if one != PATH}
    assert out == set()
    assert len(seen) > 90


def test_a_script_finds_the_api_where_the_page_says_and_no_file_has_an_address_of_its_own() -> None:
    static = Path(__file__).parents[2] / "companion" / "static"
    rooted = re.compile(r"""["'`]/[a-z]+[/?"'`]|url\(/""")
    found = {
        (file.name, line.strip())
        for file in static.iterdir()
        if file.suffix in {".js", ".css", ".svg"}
        for line in file.read_text("utf-8").splitlines()
        if rooted.search(line)
    }
    assert {line for _, line in found} == set()
    assert '`${root.dataset.basePath ?? ""}/api/v1`' in (static / "connection.js").read_text("utf-8")


def test_the_page_tells_its_script_the_path_and_at_the_root_nothing(under: Flask) -> None:
    assert f'data-base-path="{PATH}"' in behind(under).get("/").text
    assert "data-base-path" not in behind(under, "", "").get("/").text


def test_a_form_leads_back_below_the_path_and_its_cookie_is_for_there_alone(under: Flask) -> None:
    phone = behind(under)
    answer = phone.post("/score", data={"players": "2", "by": "counts", "edition": "later"})
    assert answer.location.startswith(f"{PATH}/score/")
    assert SET.findall(answer.headers["Set-Cookie"]) == [PATH]
    chosen = phone.post(
        "/preferences", data={"language": "pl"}, headers={"Referer": f"http://localhost{PATH}/rules?q=D"}
    )
    assert (chosen.location, SET.findall(chosen.headers["Set-Cookie"])) == (f"{PATH}/rules?q=D", [PATH])
    # Another app of the same host.
    chosen = phone.post("/preferences", data={"language": "pl"}, headers={"Referer": "http://localhost/lockups/x"})
    assert chosen.location == f"{PATH}/"


def test_the_api_and_its_document_say_where_they_are(under: Flask) -> None:
    phone = behind(under)
    assert phone.get("/api/v1/openapi.json").get_json()["servers"] == [{"url": f"{PATH}/api/v1"}]
    assert behind(under, "", "").get("/api/v1/openapi.json").get_json()["servers"] == [{"url": "/api/v1"}]
    made = {
        "/sheets": sheet(),
        "/tables": {"dealing": "house"},
        "/boxes": {"name": "My copy"},
    }
    for path, body in made.items():
        answer = phone.post(f"/api/v1{path}", json=body)
        assert answer.status_code == 201, answer.text
        assert answer.headers["Location"].startswith(f"{PATH}/api/v1{path}/")
        assert phone.get(answer.headers["Location"]).status_code == 200


def test_what_is_installed_from_there_is_not_what_is_installed_from_elsewhere(under: Flask) -> None:
    def told(path: str) -> Any:
        return json.loads(behind(under, path, path).get("/manifest.webmanifest").text)

    one, other = told("/one"), told("/two/three")
    assert (one["start_url"], one["scope"], one["id"]) == ("/one/", "/one/", "/one/lockup-companion")
    assert (other["start_url"], other["scope"], other["id"]) == (
        "/two/three/",
        "/two/three/",
        "/two/three/lockup-companion",
    )


FORMS: Final = {
    "/lockup": "/lockup",
    "/lockup/": "/lockup",
    "/lockup//": "/lockup",
    "/games/lockup": "/games/lockup",
    "/t": "/t",
    "/a%20b": "/a%20b",
    "/50%25": "/50%25",
    "/gr%C3%A4ben": "/gr%C3%A4ben",
    "/\u76d1\u72f1": "/%E7%9B%91%E7%8B%B1",
    "/a+b~c": "/a+b~c",
    "/x?y": "/x%3Fy",
    "/": "",
    "": "",
    "/elsewhere, /lockup": "/lockup",
}
"""What a proxy may say, and how addresses begin then."""


@pytest.mark.parametrize(("said", "path"), FORMS.items())
def test_a_path_is_read_as_a_person_means_it(under: Flask, said: str, path: str) -> None:
    phone = behind(under, said, path)
    answer = phone.post("/score", data={"players": "2", "by": "counts", "edition": "later"})
    assert answer.location.startswith(f"{path}/score/")
    assert SET.findall(answer.headers["Set-Cookie"]) == [path or "/"]
    # The jar of the client compares paths without `%`, unlike browsers.
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    page = phone.get(answer.location, headers={"Cookie": cookie})
    assert page.status_code == 200
    assert [one for one in leads(page.text) if not inside(one, path)] == []


@pytest.mark.parametrize(
    "said",
    ["//elsewhere.example", "lockup", "/../x", "/a/./b", "/a//b", "\\\\elsewhere", "/a\\b", "/%2e%2e", "/%00",
     "/%0d%0ax:y", "http://elsewhere.example", "/%ff", "/lockup, //elsewhere.example"],
)  # fmt: skip
def test_what_is_no_path_of_this_host_is_passed_over(under: Flask, said: str) -> None:
    page = behind(under, said, "").get("/")
    assert page.status_code == 200
    assert 'href="/score"' in page.text
    assert "elsewhere" not in page.text


def test_without_a_trusted_proxy_nobody_says_under_which_path_the_app_is(plain_app: Flask) -> None:
    answer = plain_app.test_client().get("/", headers={"X-Forwarded-Prefix": PATH})
    assert 'href="/score"' in answer.text
    assert PATH not in answer.text


def test_of_several_proxies_each_takes_off_its_own_piece(tmp_path: Path, migrated_file: Path) -> None:
    app = create_app(Settings(database=copied(migrated_file, tmp_path), proxies=2, testing=True))
    for said, path in (("/spoofed, /outer, /inner", "/outer/inner"), ("/inner", "/inner"), ("/outer, /", "/outer")):
        page = app.test_client().get("/", headers={"X-Forwarded-Prefix": said})
        assert f'href="{path}/score"' in page.text
    put_away(app)


def test_a_server_that_says_script_name_is_believed(plain_app: Flask) -> None:
    answer = plain_app.test_client().get("/", environ_overrides={"SCRIPT_NAME": "/mounted"})
    assert [one for one in leads(answer.text) if not inside(one, "/mounted")] == []


ADDRESSED: Final = "https://home.example:8443/lockup"


@pytest.fixture
def addressed(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    """The app with an address that has a path, and no proxy that says anything."""
    database = copied(migrated_file, tmp_path)
    app = create_app(
        Settings(database=database, address=ADDRESSED, home_port=8470, wrong_codes_per_hour=0, testing=True)
    )
    yield app
    put_away(app)


@pytest.mark.parametrize("asked", ["/lockup/score", "/score"])
@pytest.mark.parametrize("host", ["home.example:8443", "home.example", "localhost:8470"])
def test_with_the_path_in_the_address_it_does_not_matter_whether_the_proxy_takes_it_off(
    addressed: Flask, asked: str, host: str
) -> None:
    page = addressed.test_client().get(asked, headers={"Host": host})
    assert page.status_code == 200
    assert [one for one in leads(page.text) if not inside(one)] == []
    assert SET.findall(page.headers.get("Set-Cookie", "Path=/lockup")) == [PATH]


@pytest.mark.parametrize("asked", ["/lockup", "/lockup/"])
def test_the_path_with_and_without_its_slash_is_the_first_page(addressed: Flask, asked: str) -> None:
    assert addressed.test_client().get(asked, follow_redirects=True).status_code == 200


def test_what_begins_like_the_path_is_not_below_it(addressed: Flask) -> None:
    assert addressed.test_client().get("/lockups/score").status_code == 404


@pytest.mark.parametrize("asked", ["/lockup//score", "//lockup//score", "/lockup/score//"])
def test_double_slashes_lead_to_no_other_host_and_not_out_of_the_path(addressed: Flask, asked: str) -> None:
    answer = addressed.test_client().open(base_url="http://localhost", path=asked, method="GET")
    assert answer.status_code in {200, 302, 308, 404}
    assert "Location" not in answer.headers or inside(answer.location)


@pytest.mark.parametrize("host", ["localhost:8470", "home.example"])
def test_links_and_codes_carry_the_whole_address(addressed: Flask, host: str) -> None:
    phone = addressed.test_client()
    named = {"Host": host}
    code = phone.post("/api/v1/tables", json={"players": [{}, {}], "holds": [0]}, headers=named).get_json()["code"]
    people = phone.get(f"/lockup/t/{code}/people", headers=named)
    assert people.status_code == 200
    found = [one for one in leads(people.text) if one.startswith("http")]
    assert all(one.startswith(f"{ADDRESSED}/") for one in found), found
    assert "home.example:8443/lockup" in re.sub(r"<wbr>", "", people.text)


@pytest.mark.parametrize(
    "address",
    ["https://home.example/lockup", "https://home.example/lockup/", "http://10.0.0.5:8470/a/b", "http://[fd00::5]:8470/x",
     "https://home.example/gr\u00e4ben", "https://home.example/a%20b"],
)  # fmt: skip
def test_an_address_may_have_a_path(address: str) -> None:
    assert from_environment({"LOCKUP_ADDRESS": address}).address == address


@pytest.mark.parametrize(
    "address",
    ["https://home.example/a?b", "https://home.example/a#b", "https://home.example//x", "https://home.example/../x",
     "https://home.example/a\\b", "home.example/lockup", "/lockup"],
)  # fmt: skip
def test_an_address_with_more_than_a_path_is_refused(address: str) -> None:
    with pytest.raises(BadSetting):
        from_environment({"LOCKUP_ADDRESS": address})


def test_a_path_keeps_no_slash_behind_it() -> None:
    assert read_path("/lockup///") == "/lockup"
    assert read_path("") == read_path("/") == ""
