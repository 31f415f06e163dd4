"""Links of tables: what is scanned is not guessed, is never limited, and finds a table that is closed."""

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.databases import put_away
from support.seat_client import ask_for, host_of, now_at
from support.table_client import Seat, done, post, sit_down

from companion import create_app
from companion.config import History, Settings
from companion.tables.codes import ALPHABET, is_table_link, link_of

LIMIT = 3
TIMES_OF_ALL = 10
READS = ["", "/log", "/seats", "/version", "/scores", "/export"]
_addresses = count(1)


def made(file: Path, migrated_file: Path, history: History = History.DEVICE) -> Flask:
    file.write_bytes(migrated_file.read_bytes())
    settings = Settings(database=f"sqlite:///{file}", wrong_codes_per_hour=LIMIT, history=history, testing=True)
    return create_app(settings)


@pytest.fixture
def hosted(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    app = made(tmp_path / "lockup.db", migrated_file)
    yield app
    put_away(app)


@pytest.fixture
def host(hosted: Flask) -> Seat:
    return host_of(stranger(hosted))[0]


def stranger(app: Flask) -> FlaskClient:
    """A phone that nobody knows, at an address of its own."""
    client = app.test_client()
    number = next(_addresses)
    client.environ_base["REMOTE_ADDR"] = f"198.51.{number // 250}.{number % 250}"
    return client


def link(app: Flask, host: Seat) -> str:
    given: str = done(stranger(app).get(f"{API}/tables/{host.code}"))["link"]
    return given


def close(app: Flask, host: Seat) -> None:
    client = stranger(app)
    done(post(client, host, "close", {"version": now_at(client, host)}))


def exhaust(app: Flask) -> None:
    """Wrong codes from many addresses, until nobody may try any more."""
    tried = (f"zzz{a}{b}{c}" for a in ALPHABET for b in ALPHABET for c in ALPHABET)
    for number in range(LIMIT * TIMES_OF_ALL):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"203.0.113.{number}"
        assert client.get(f"/j/{next(tried)}").status_code == 404


def test_a_link_is_the_code_and_sixty_five_bits_that_do_not_tell_the_second_screens() -> None:
    watch = "0123456789abc"
    given = link_of("abc234", watch)
    assert is_table_link(given)
    assert given.startswith("abc234-")
    assert len(given) == len("abc234-") + 13
    assert watch not in given
    assert given != link_of("abc234", "0123456789abd")


@pytest.mark.parametrize("text", ["abc234", "abc-234", "abc234-0123456789ab", "zz-0123456789abc", "-0123456789abc", ""])
def test_what_is_no_code_with_a_secret_is_no_link(text: str) -> None:
    assert not is_table_link(text)


@pytest.mark.parametrize("path", READS)
def test_a_link_stands_where_a_code_may(hosted: Flask, host: Seat, path: str) -> None:
    by_code = stranger(hosted).get(f"{API}/tables/{host.code}{path}")
    by_link = stranger(hosted).get(f"{API}/tables/{link(hosted, host)}{path}")
    assert (by_link.status_code, by_link.json) == (by_code.status_code, by_code.json)


def test_a_seat_is_taken_by_the_link_as_by_the_code(hosted: Flask, host: Seat) -> None:
    assert done(ask_for(stranger(hosted), link(hosted, host), 1))["seated"]


@pytest.mark.parametrize(
    "change", [lambda one: one[:-1] + ("0" if one[-1] != "0" else "1"), lambda one: "zzzzzz" + one[6:]]
)
def test_another_secret_or_another_code_finds_nothing_and_counts_as_a_wrong_code(
    hosted: Flask, host: Seat, change: Callable[[str], str]
) -> None:
    guesser, wrong = stranger(hosted), change(link(hosted, host))
    assert [guesser.get(f"/j/{wrong}").status_code for _ in range(LIMIT + 1)] == [404] * LIMIT + [429]


@pytest.mark.parametrize("path", ["/join", "/screen"])
def test_a_code_that_is_typed_into_its_field_and_finds_nothing_counts_as_a_wrong_code(hosted: Flask, path: str) -> None:
    guesser = stranger(hosted)
    assert [guesser.get(f"{path}?code=yyyyyy").status_code for _ in range(LIMIT + 1)] == [404] * LIMIT + [429]


def test_when_too_many_codes_were_tried_by_all_nobody_can_type_one_and_the_page_says_scan(
    hosted: Flask, host: Seat
) -> None:
    exhaust(hosted)
    for path in (f"/j/{host.code}", "/j/yyyyyy", f"/join?code={host.code}", f"/screen?code={host.code}"):
        typed = stranger(hosted).get(path)
        assert typed.status_code == 429
        assert "Scanning still works" in typed.text
        assert int(typed.headers["Retry-After"]) > 0
    assert stranger(hosted).get(f"{API}/tables/{host.code}").status_code == 429


def test_whoever_scans_sits_down_all_the_same(hosted: Flask, host: Seat) -> None:
    scanned = link(hosted, host)
    exhaust(hosted)
    phone = stranger(hosted)
    page = phone.get(f"/j/{scanned}")
    assert page.status_code == 200
    answer = phone.post(f"/j/{scanned}", data={"seat": "1", "name": "Isaac", "free": "1", "once": "x" * 22})
    assert answer.location == f"/t/{host.code}"
    assert phone.get(answer.location).status_code == 200
    assert phone.get(f"{API}/tables/{host.code}/version").status_code == 200


def test_whoever_watches_by_the_link_stays_on_it(hosted: Flask, host: Seat) -> None:
    scanned = link(hosted, host)
    exhaust(hosted)
    watcher = stranger(hosted)
    page = watcher.get(f"/t/{scanned}?watch=1").text
    assert f'data-live-table="{scanned}"' in page
    led = re.findall(rf'(?:href|action)="/[a-z]+/({host.code}[^/"?]*)', page)
    assert set(led) == {scanned}
    assert watcher.get(f"/screen/{scanned}").status_code == 200


def test_a_code_that_was_typed_right_leads_on_by_the_link(hosted: Flask, host: Seat) -> None:
    for page, below in (("join", "j"), ("screen", "screen")):
        answer = stranger(hosted).get(f"/{page}?code={host.code[:3]} {host.code[3:].upper()}")
        assert answer.location == f"/{below}/{link(hosted, host)}"


@pytest.mark.parametrize("path", READS)
def test_a_closed_table_is_found_by_its_link_and_not_by_its_code(hosted: Flask, host: Seat, path: str) -> None:
    given = link(hosted, host)
    close(hosted, host)
    assert stranger(hosted).get(f"{API}/tables/{host.code}{path}").status_code == 404
    assert stranger(hosted).get(f"{API}/tables/{given}{path}").status_code in {200, 409}
    who_sat = {"Authorization": f"Bearer {host.token}"}
    assert stranger(hosted).get(f"{API}/tables/{host.code}{path}", headers=who_sat).status_code in {200, 409}


def test_pages_of_a_closed_table_are_found_by_its_link_and_not_by_its_code(hosted: Flask, host: Seat) -> None:
    given = link(hosted, host)
    close(hosted, host)
    for below in ("t/%s", "t/%s/shuffles", "j/%s", "screen/%s"):
        assert stranger(hosted).get(f"/{below % host.code}").status_code == 404
        assert stranger(hosted).get(f"/{below % given}").status_code == 200
    assert stranger(hosted).get(f"/join?code={host.code}").status_code == 404
    assert f"/t/{given}/shuffles</code>" in stranger(hosted).get(f"/t/{given}/shuffles").text


def test_looking_for_closed_tables_counts_as_wrong_codes(hosted: Flask, host: Seat) -> None:
    close(hosted, host)
    guesser = stranger(hosted)
    assert [guesser.get(f"/t/{host.code}").status_code for _ in range(LIMIT + 1)] == [404] * LIMIT + [429]


def test_an_open_table_keeps_its_code_to_the_end_of_its_game(hosted: Flask, host: Seat) -> None:
    assert stranger(hosted).get(f"/t/{host.code}?watch=1").status_code == 200
    assert stranger(hosted).get(f"{API}/tables/{host.code}/export").status_code == 200


def test_in_a_household_everybody_finds_closed_tables_by_their_codes(tmp_path: Path, migrated_file: Path) -> None:
    app = made(tmp_path / "home.db", migrated_file, History.HOUSEHOLD)
    alone, _ = sit_down(stranger(app), {"dealing": "house", "difficulty": "expert"})
    close(app, alone)
    assert stranger(app).get(f"/t/{alone.code}/shuffles").status_code == 200
    assert stranger(app).get(f"{API}/tables/{alone.code}").json["seed"]
    put_away(app)
