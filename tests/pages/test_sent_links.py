"""A link leads where it should with a full stop behind it, in capitals, or pasted whole where a code is asked for."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, EXAMPLE
from support.databases import put_away
from support.seat_client import host_of, now_at, seats_of
from support.table_client import done, post

from companion import create_app
from companion.config import History, Settings

BEHIND = [
    ".",
    ")",
    "/",
    ",",
    "!",
    ").",
    "/.",
    "»",
    "”",
    "。",
    "，请看",
    "%20",
    "%C2%A0",
    "%E2%80%8B",
    "…",
    "]",
    "'",
]


@pytest.fixture(scope="module")
def places(hosted_app: Flask) -> dict[str, str]:
    """The links that people send each other, by what they lead to."""
    client = hosted_app.test_client()
    sheet = client.post(f"{API}/sheets", json=EXAMPLE).json["link"]
    box = client.post(f"{API}/boxes", json={"name": "Ours"}).headers["Location"].rpartition("/")[2]
    host, _ = host_of(client)
    table = done(client.get(f"{API}/tables/{host.code}"))["link"]
    watched = seats_of(client, host)["watch"]
    return {
        "second screen": f"/w/{watched}",
        "result": f"/s/{sheet}",
        "picture": f"/s/{sheet}/picture.svg",
        "copy": f"/box/{box}",
        "seats": f"/j/{table}",
        "seat": f"/j/{table}?seat=1",
        "table": f"/t/{table}",
        "screen": f"/screen/{table}",
        "rules": "/rules",
    }


@pytest.mark.parametrize("rest", BEHIND)
def test_a_link_leads_to_its_page_with_the_rest_of_a_sentence_behind_it(
    hosted_app: Flask, places: dict[str, str], rest: str
) -> None:
    client = hosted_app.test_client()
    for name, link in places.items():
        path, question, query = link.partition("?")
        there = client.get(link, follow_redirects=True)
        found = client.get(f"{path}{rest}{question}{query}", follow_redirects=True)
        assert found.status_code == there.status_code == 200, name
        assert found.request.full_path == there.request.full_path, name


def test_a_link_in_capitals_leads_to_its_page(hosted_app: Flask, places: dict[str, str]) -> None:
    client = hosted_app.test_client()
    for name, link in places.items():
        if "?" not in link:
            there = client.get(link, follow_redirects=True).request.path
            assert client.get(link.upper(), follow_redirects=True).request.path == there, name


def test_what_there_is_not_is_not_found_with_a_full_stop_behind_it_either(hosted_app: Flask) -> None:
    client = hosted_app.test_client()
    for path in ("/s/0123456789abc", "/nothing", "/j/yyyyyy-0123456789abc", "/t/yyyyyy"):
        for rest in ("", ".", "/", "//"):
            assert client.get(path + rest, follow_redirects=True).status_code == 404, path + rest
    assert client.post("/rules/").status_code == 404


@pytest.mark.parametrize(
    "path", ["//example.com/rules.", "/\\example.com/rules.", "/.//example.com/", "/%2F%2Fexample.com/rules/"]
)
def test_no_address_leads_to_another_site(hosted_app: Flask, path: str) -> None:
    answer = hosted_app.test_client().get(path)
    assert answer.status_code == 404 or answer.location.startswith(("/rules", "http://localhost/"))


@pytest.fixture
def limited(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    file = tmp_path / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    app = create_app(
        Settings(database=f"sqlite:///{file}", wrong_codes_per_hour=3, history=History.DEVICE, testing=True)
    )
    yield app
    put_away(app)


@pytest.mark.parametrize("rest", ["", ".", ")", "/", "-"])
def test_a_wrong_code_counts_as_one_whatever_stands_behind_it(limited: Flask, rest: str) -> None:
    host, _ = host_of(limited.test_client())
    stranger = limited.test_client()
    stranger.environ_base["REMOTE_ADDR"] = "198.51.7.7"
    for _ in range(3):
        assert stranger.get(f"/t/yyyyyy{rest}", follow_redirects=True).status_code == 404
    assert stranger.get(f"/t/{host.code}{rest}", follow_redirects=True).status_code == 429


def typed_into(client: FlaskClient, form: str, text: str) -> str:
    """Where one comes with that text in the field of a form for codes."""
    answer = client.get(form, query_string={"code": text})
    assert answer.status_code == 302, answer.text
    return str(answer.location)


@pytest.mark.parametrize(("form", "there"), [("/join", "/j/"), ("/screen", "/screen/")])
def test_a_code_is_taken_however_it_is_typed(hosted_app: Flask, form: str, there: str) -> None:
    client = hosted_app.test_client()
    host, _ = host_of(client)
    table, code = done(client.get(f"{API}/tables/{host.code}"))["link"], host.code.upper()
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    for typed in (code, f"{code[:3]}–{code[3:]}", f"{code[:3]}\u00a0{code[3:]}.", wide, f" {code[:3]}-{code[3:]} "):
        assert typed_into(client, form, typed) == f"{there}{table}", typed


@pytest.mark.parametrize(("form", "there"), [("/join", "/j/"), ("/screen", "/screen/")])
def test_a_whole_link_can_be_pasted_where_a_code_is_asked_for(hosted_app: Flask, form: str, there: str) -> None:
    client = hosted_app.test_client()
    host, _ = host_of(client)
    table = done(client.get(f"{API}/tables/{host.code}"))["link"]
    for pasted in (
        f"http://192.168.1.20:8470/j/{table}",
        f"https://games.example/lockup/t/{table}/log?x=1.",
        f"laptop.local:8470/t/{table}).",
        f"localhost:8470/screen/{table}/",
        f"Join us: http://192.168.1.20:8470/j/{table}.",
        f"HTTP://LAPTOP.LOCAL:8470/J/{table.upper()}",
        f"/t/{table}",
        f"{table}",
        f"{table.upper()}.",
        f"http://192.168.1.20:8470/t/{host.code}",
    ):
        assert typed_into(client, form, pasted) == f"{there}{table}", pasted


def test_of_a_pasted_invitation_nothing_is_lost(hosted_app: Flask) -> None:
    client = hosted_app.test_client()
    host, _ = host_of(client)
    table = done(client.get(f"{API}/tables/{host.code}"))["link"]
    pasted = f"http://192.168.1.20:8470/j/{table}?seat=2#Ab_c-9XyZ."
    assert typed_into(client, "/join", pasted) == f"/j/{table}?seat=2#Ab_c-9XyZ"


def test_a_pasted_link_of_something_else_leads_there(hosted_app: Flask, places: dict[str, str]) -> None:
    client = hosted_app.test_client()
    assert typed_into(client, "/join", f"http://localhost:8470{places['result']}.") == places["result"]


def test_a_pasted_link_finds_a_table_that_is_closed(hosted_app: Flask) -> None:
    client = hosted_app.test_client()
    host, _ = host_of(client)
    table = done(client.get(f"{API}/tables/{host.code}"))["link"]
    done(post(client, host, "close", {"version": now_at(client, host)}))
    stranger = hosted_app.test_client()
    answer = stranger.get("/screen", query_string={"code": f"http://a.example/t/{table}"}, follow_redirects=True)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "text",
    ["http://example.com/", "https://example.com/nothing/here", "http://[::1", "a/b/c", "/", "x" * 5000 + "/j/y"],
)
def test_a_link_of_somebody_else_is_no_code_and_stays_in_its_field(hosted_app: Flask, text: str) -> None:
    answer = hosted_app.test_client().get("/join", query_string={"code": text})
    assert answer.status_code == 422
    assert text in unescape(answer.text)


def test_a_private_link_is_taken_with_a_full_stop_behind_it(hosted_app: Flask) -> None:
    client = hosted_app.test_client()
    code = "Ab3_" * 10 + "-"
    for pasted in (
        code,
        f"http://localhost/history/open#{code}.",
        f" {code}) ",
        f"http://localhost/history/open#{code}»",
    ):
        assert client.post("/history/open", data={"code": pasted}).status_code == 303, pasted
        assert client.get_cookie("lockup_device").value == code
