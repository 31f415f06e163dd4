"""A game is taken along from one edition to another on the phone: begun at home and finished in a pocket, and back."""

import io
import json
import random
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from form_players import FormPlayer
from forms import FormPhone
from plain_browser import PlainBrowser
from support.box_builders import FILE
from support.databases import put_away
from support.random_json_player import any_action
from support.table_client import done
from werkzeug.test import TestResponse

from companion.pocket.phone import Phone
from tools.pocket import empty_database


@pytest.fixture(scope="module")
def empty() -> bytes:
    """The database that a phone has at first."""
    return empty_database()


@pytest.fixture(scope="module")
def pocket_folder(tmp_path_factory: pytest.TempPathFactory, empty: bytes) -> Path:
    """The folder for the files that last on a phone."""
    folder = tmp_path_factory.mktemp("pocket")
    (folder / "lockup.db").write_bytes(empty)
    return folder


@pytest.fixture(scope="module")
def pocket(pocket_folder: Path) -> Iterator[Phone]:
    """One phone for all tests: what closes it looks through the whole memory for garbage."""
    made = Phone(pocket_folder)
    made.open("Europe/Warsaw")
    yield made
    made.close()


@pytest.fixture
def pocket_app(pocket: Phone, pocket_folder: Path, empty: bytes) -> Iterator[Flask]:
    """The app as a phone runs it in its browser, on a database of its own."""
    (pocket_folder / "lockup.db").write_bytes(empty)
    yield pocket.app
    put_away(pocket.app)


def take_along(client: FlaskClient, code: str) -> TestResponse:
    """Say that a game is taken along; the page that then has its file and its link."""
    once = re.search(r'name="once" value="([^"]+)"', client.get(f"/t/{code}/along").text)
    if once:
        assert client.post(f"/t/{code}/along", data={"once": once[1]}).status_code == 303
    return client.get(f"/t/{code}/along")


def file_of(client: FlaskClient, code: str) -> bytes:
    page = take_along(client, code)
    assert page.status_code == 200
    address = re.search(r'href="([^"]+lockup-game\.json)"', page.text)
    assert address, page.text
    found = client.get(address[1])
    assert found.headers["Content-Disposition"] == f'attachment; filename="lockup-game-{code}.json"'
    return found.data


def send_file(client: FlaskClient, data: bytes) -> TestResponse:
    return client.post("/go-on", data={"file": (io.BytesIO(data), "game.json")})


def confirm(client: FlaskClient, previewed: TestResponse) -> TestResponse:
    """Say yes to what a page shows of a file."""
    assert previewed.status_code == 200, previewed.text
    code = re.search(r'<input type="hidden" name="code" value="([^"]+)"', previewed.text)
    assert code, previewed.text
    return client.post("/go-on", data={"yes": "1", "code": code[1]})


def restore(client: FlaskClient, data: bytes) -> TestResponse:
    """Look into a file, and take in what it holds."""
    return confirm(client, send_file(client, data))


def go_on(client: FlaskClient, data: bytes) -> str:
    """Let a game go on there; the code of its table."""
    answer = restore(client, data)
    assert answer.status_code == 303, answer.text
    return str(answer.location).rpartition("/")[2]


def log_of(client: FlaskClient, code: str) -> Any:
    return client.get(f"/api/v1/tables/{code}/log?limit=200").json["lines"]


def play_over_rest(client: FlaskClient, code: str, seed: str, past: int | None = None) -> None:
    """Play on to the end or past a version, in a third of the time that pages take."""
    path, chance = f"/api/v1/tables/{code}", random.Random(seed)
    shown = client.get(path).json
    while shown["prompt"]["actions"] and (past is None or shown["version"] <= past):
        key = {"Idempotency-Key": f"{seed.replace(' ', '-')}-{shown['version']}"}
        shown = done(client.post(f"{path}/actions", json=any_action(shown, chance), headers=key))


def undone(client: FlaskClient, code: str) -> int:
    """Undo the last act on the page; the version then."""
    browser = PlainBrowser(client)
    page = browser.open(f"/t/{code}")
    page = browser.send(page.form(kind="undo"))
    assert page.status == 200
    return page.version


def verdict(client: FlaskClient, code: str) -> str:
    """What checking the shuffles of a closed table says."""
    client.post(f"/t/{code}/close", data={"once": "close it"})
    export = client.get(f"/api/v1/tables/{code}/export").text
    return client.post("/verify", data={"text": export}).text


@pytest.mark.slow
@pytest.mark.parametrize("begins", ["home", "pocket"])
def test_a_game_begun_in_one_edition_is_finished_in_another(new_home: Flask, pocket_app: Flask, begins: str) -> None:
    apps = (new_home, pocket_app) if begins == "home" else (pocket_app, new_home)
    here, there = (app.test_client() for app in apps)
    code = FormPlayer(PlainBrowser(here), "begun").begin(dealing="house", difficulty="moderate", seed="rusty spoon")
    play_over_rest(here, code, "taken along", 20)
    carried = go_on(there, file_of(here, code))
    before = log_of(here, code)
    # Of the last one, that it was taken along, only the log here says so.
    told = [[{**line, "at": ""} for line in lines[:-1]] for lines in (log_of(there, carried), before)]
    assert told[0] == told[1]
    # What was done in the first can be undone in the second, and is done again.
    assert undone(there, carried) == len(before) + 1
    play_over_rest(there, carried, "finishes it")
    # Back again it goes on at its own table, and its result counts there.
    assert go_on(here, file_of(there, carried)) == code
    assert len(log_of(here, code)) == len(log_of(there, carried))
    for client, table in ((here, code), (there, carried)):
        assert "shuffle" in verdict(client, table)
        assert client.get("/history").text.count('class="evening"') == 1


def link_of(client: FlaskClient, code: str) -> str:
    page = take_along(client, code).text
    found = re.search(r'<textarea class="copy-text along-link" id="text" readonly rows="3">([^<]*)</textarea>', page)
    return unescape(found[1]) if found else ""


def test_a_game_alone_goes_on_from_its_link(new_home: Flask, pocket_app: Flask) -> None:
    here, there = pocket_app.test_client(), new_home.test_client()
    code = FormPlayer(PlainBrowser(here), "begun").begin(dealing="house", difficulty="expert")
    play_over_rest(here, code, "in a link", 20)
    link = link_of(here, code)
    assert len(link) < 4000
    page = here.get(f"/t/{code}/along").text
    assert "cards still to come" in page
    for pasted in (link, f"  {link}\n", link.partition("#")[2]):
        answer = confirm(there, there.post("/go-on", data={"code": pasted}))
        assert answer.status_code == 303
    assert there.get("/history").text.count('class="evening"') == 1


def test_a_table_of_several_leaves_as_a_file_for_its_host_alone(hosted_app: Flask, new_home: Flask) -> None:
    host, other = hosted_app.test_client(), hosted_app.test_client()
    form = {"number": "2", "depth": "light", "holds": "one", "name.0": "Vera", "name.1": "Isaac", "seat": "0"}
    host.get("/together")
    opened = host.post("/together", data=form)
    assert opened.status_code == 303, opened.text
    code = str(opened.location).split("/t/")[1][:6]
    assert other.get(f"/t/{code}/along").status_code == 403
    assert other.get(f"/t/{code}/lockup-game.json").status_code == 403
    assert other.post(f"/t/{code}/along").status_code == 403
    page = host.get(f"/t/{code}/along").text
    assert "everyone’s secrets" in unescape(page)
    assert not link_of(host, code)
    # Never as a picture on a screen that others see.
    assert "along.svg" not in take_along(host, code).text
    assert host.get(f"/t/{code}/along.svg").status_code == 404
    assert "Take this game along" in host.get(f"/t/{code}/people").text
    assert go_on(new_home.test_client(), file_of(host, code))


def packed(value: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(value)).decode()


WRONG = [
    ("", "Choose a file, or paste a link."),
    ("abc", "This is no game file of this app."),
    ("https://example.com/", "This is no game file of this app."),
    ("zażółć", "This is no game file of this app."),
    ('{"format": "lockup-game"', "This is no game file of this app."),
    ('{"format": "lockup-game", "version": 9}', "A newer version of the app made this file."),
    ('{"format": "lockup-game", "version": 1}', "This file is damaged, or someone has changed it."),
    ("[" * 100_000, "This is no game file of this app."),
    (packed(b"[]"), "This is no game file of this app."),
    (packed(b" " * 20_000_000), "This is no game file of this app."),
    (packed(b"\xff"), "This is no game file of this app."),
]


@pytest.mark.parametrize(("text", "reason"), WRONG, ids=range(len(WRONG)))
def test_what_is_no_game_is_said_and_nothing_is_written(pocket_app: Flask, text: str, reason: str) -> None:
    client = pocket_app.test_client()
    for answer in (client.post("/go-on", data={"code": text}), *([send_file(client, text.encode())] if text else ())):
        assert answer.status_code == 422
        assert reason in unescape(answer.text)
    assert "No games or score sheets yet." in client.get("/history").text


def test_a_changed_game_is_refused_on_the_page_and_what_was_pasted_stays(new_home: Flask, pocket_app: Flask) -> None:
    here, there = new_home.test_client(), pocket_app.test_client()
    code = begun(here, "changed")
    value = json.loads(file_of(here, code))
    value["seed"] = "a kind one"
    answer = there.post("/go-on", data={"code": json.dumps(value)})
    assert answer.status_code == 422
    assert "plays this game differently" in unescape(answer.text)
    assert "a kind one" in answer.text


def status_of(answer: TestResponse) -> str:
    found = re.search(r'<p role="status"><b>([^<]*)</b>', answer.text)
    return unescape(found[1]) if found else ""


def test_all_games_leave_as_one_file_and_each_comes_once(new_home: Flask, pocket_app: Flask) -> None:
    here, there = pocket_app.test_client(), new_home.test_client()
    for name in ("first", "second", "third"):
        begun(here, name, until=8)
    found = here.get("/history/lockup-games.json")
    assert found.headers["Content-Disposition"] == 'attachment; filename="lockup-games.json"'
    preview = send_file(there, found.data)
    assert preview.text.count("New here.") == 3
    assert "No games or score sheets yet." in there.get("/history").text
    assert status_of(confirm(there, preview)).startswith("3 games came in. ")
    assert there.get("/history").text.count('class="evening"') == 3
    assert status_of(restore(there, found.data)) == "3 games were here already."
    # One that is damaged keeps none of the others away.
    value = json.loads(found.data)
    value["games"][1]["lines"][0]["kind"] = "nothing"
    value["games"][2]["seed"] = "another"
    told = status_of(restore(pocket_app.test_client(), json.dumps(value).encode()))
    assert told.startswith("1 game was here already. ")
    assert "could not be read" in told


@pytest.mark.parametrize("games", [None, "all", {}, [None], [[]], [{"format": "lockup-games"}], [1] * 1001])
def test_a_file_of_no_games_is_said(pocket_app: Flask, games: Any) -> None:
    client = pocket_app.test_client()
    value = {"format": "lockup-games", "version": 1, "games": games}
    assert send_file(client, json.dumps(value).encode()).status_code == 422
    assert "No games or score sheets yet." in client.get("/history").text


def test_nobody_saves_the_games_of_others(hosted_app: Flask) -> None:
    owner, stranger = PlainBrowser(hosted_app.test_client()), hosted_app.test_client()
    FormPlayer(owner, "mine").begin(dealing="house", difficulty="moderate")
    assert len(owner.client.get("/history/lockup-games.json").json["games"]) == 1
    assert stranger.get("/history/lockup-games.json").json["games"] == []


def test_a_pocket_offers_a_backup_after_each_game_and_says_what_is_kept(pocket_app: Flask, new_home: Flask) -> None:
    for app, offers in ((pocket_app, True), (new_home, False)):
        phone = FormPhone(app)
        phone.start(players="2")
        result = phone.client.post(phone.form, data={"do": "finish"}, follow_redirects=True).text
        assert "copy-text" in result
        for page in (result, phone.page("/about")):
            assert ("/history/lockup-games.json" in page) is offers


def begun(client: FlaskClient, name: str, until: int = 10) -> str:
    code = FormPlayer(PlainBrowser(client), name).begin(dealing="house", difficulty="moderate")
    play_over_rest(client, code, name, until)
    return code


def test_a_game_that_was_taken_along_asks_before_it_goes_on(new_home: Flask, pocket_app: Flask) -> None:
    here, there = new_home.test_client(), pocket_app.test_client()
    code = begun(here, "moved")
    # Its seed leaves only once that is noted.
    assert here.get(f"/t/{code}/lockup-game.json").status_code == 303
    data = file_of(here, code)
    assert "Play on here?" in here.get(f"/t/{code}").text
    assert "Moved" in here.get("/history").text
    assert "This game was taken along" in here.get(f"/t/{code}/log").text
    assert "Someone could know the seed" in here.get(f"/t/{code}/shuffles").text
    # There the question comes with what the file holds.
    assert "Play on here?" in send_file(there, data).text
    carried = go_on(there, data)
    assert "Play on here?" not in there.get(f"/t/{carried}").text
    # Somebody plays on: nothing is asked any more, until it leaves again.
    undone(there, carried)
    back = file_of(there, carried)
    assert "Play on here?" in there.get(f"/t/{carried}").text
    assert "Goes on at its table here, with 2 more entries." in send_file(here, back).text
    assert go_on(here, back) == code
    assert "Play on here?" not in here.get(f"/t/{code}").text


def test_who_plays_on_where_a_game_has_left_is_asked_once(new_home: Flask, pocket_app: Flask) -> None:
    here, there = new_home.test_client(), pocket_app.test_client()
    code = begun(here, "in both places")
    data = file_of(here, code)
    browser = PlainBrowser(here)
    page = browser.open(f"/t/{code}?on=1")
    assert browser.send(page.form(kind="undo")).status == 200
    assert "Play on here?" not in here.get(f"/t/{code}").text
    carried = go_on(there, data)
    play_over_rest(there, carried, "on the other side", 20)
    preview = send_file(here, file_of(there, carried))
    assert "Went on here too: it becomes a second game." in preview.text
    assert confirm(here, preview).location != f"/t/{code}"


def test_a_short_game_leaves_as_a_qr_code_that_holds_its_link(new_home: Flask) -> None:
    client = new_home.test_client()
    code = begun(client, "scanned", until=3)
    assert client.get(f"/t/{code}/along.svg").status_code == 404
    link = link_of(client, code)
    assert len(link) <= 1250
    assert "along.svg" in client.get(f"/t/{code}/along").text
    assert client.get(f"/t/{code}/along.svg").mimetype == "image/svg+xml"
    later = begun(client, "too long", until=100)
    page = take_along(client, later).text
    assert "Too long for a QR code by now." in page
    assert client.get(f"/t/{later}/along.svg").status_code == 404


def test_a_backup_has_sheets_without_a_game_and_copies_too(new_home: Flask, pocket_app: Flask) -> None:
    phone, there = FormPhone(pocket_app), new_home.test_client()
    phone.start(players="2")
    phone.client.post(phone.form, data={"do": "finish"})
    phone.client.post("/box/import", data={"text": json.dumps(FILE)})
    begun(phone.client, "beside them")
    data = phone.client.get("/history/lockup-games.json").data
    preview = send_file(there, data)
    assert "1 score sheet without a game." in preview.text
    assert "1 copy of the game with its cards." in preview.text
    assert "You get all seats of these games. What is here already stays." in preview.text
    assert "nothing else here changes" not in preview.text
    assert "No games or score sheets yet." in there.get("/history").text
    told = status_of(confirm(there, preview))
    assert told == "1 game came in. 1 score sheet without a game. 1 copy of the game with its cards."
    assert there.get("/history").text.count('class="evening"') == 2
    again = there.get("/history/lockup-games.json").json
    assert [one["body"] for one in again["sheets"]] == [one["body"] for one in json.loads(data)["sheets"]]
    assert again["boxes"] == json.loads(data)["boxes"]
    # Again, here or where it comes from, it changes nothing.
    for client in (there, phone.client):
        preview = send_file(client, data)
        assert "Here already; nothing changes." in preview.text
        assert "score sheet" not in preview.text
        assert confirm(client, preview).status_code == 303
        assert client.get("/history").text.count('class="evening"') == 2


@pytest.mark.parametrize("name", ["sheets", "boxes"])
@pytest.mark.parametrize("value", [None, {}, [None], [{}], [[]], [{"body": {}}], [{"body": {"sides": 3}}], [1] * 1001])
def test_a_damaged_backup_is_refused(pocket_app: Flask, name: str, value: Any) -> None:
    client = pocket_app.test_client()
    file = {"format": "lockup-games", "version": 1, "games": [], name: value}
    assert send_file(client, json.dumps(file).encode()).status_code == 422
    assert "No games or score sheets yet." in client.get("/history").text
