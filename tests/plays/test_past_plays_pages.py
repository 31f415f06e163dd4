"""Old games from a file on their pages: shown before they are kept, counted once, taken out as a whole."""

import html
import json
import re
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.sheet_client import DEVICE, keep, rows
from werkzeug.test import TestResponse

from companion.persistence.database import now
from companion.plays import imports
from companion.plays.csv_file import EXAMPLE
from companion.plays.person import person_id
from companion.schemas.faults import MOST_TOLD

HERE = ("play", "play_side", "play_import", "imported_play")


@pytest.fixture
def home(app: Flask) -> FlaskClient:
    """A phone of which the app knows the device."""
    client = app.test_client()
    client.set_cookie(DEVICE, "the phone of Vera")
    return client


def look(client: FlaskClient, data: str | bytes, name: str = "games.csv") -> TestResponse:
    raw = data if isinstance(data, bytes) else data.encode()
    return client.post("/history/import", data={"file": (BytesIO(raw), name)})


def confirm(client: FlaskClient, page: str) -> str:
    """Send back what a preview holds, as its form does; what the page afterwards says."""
    held = {
        name: html.unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)
    }
    answer = client.post("/history/import/keep", data=held, content_type="multipart/form-data", follow_redirects=True)
    assert answer.status_code == 200
    return answer.text


def found(page: str) -> int:
    """How many games a preview says are in the file."""
    [count] = re.findall(r"<dt>games? of Lockup found</dt>\s*<dd>(\d+)</dd>", page)
    return int(count)


def figures(client: FlaskClient) -> list[tuple[str, str]]:
    return re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", client.get("/history").text)


def lines(*rows: str) -> str:
    return "\n".join(("date,guards,name 1,points 1,name 2,points 2", *rows))


def test_a_file_is_shown_before_it_is_kept_and_then_counts(app: Flask, home: FlaskClient) -> None:
    page = look(home, EXAMPLE + "2024-02-30,,,,Vera,1,Isaac,2\n").text
    assert found(page) == 4
    assert "Import 4 games" in page
    assert "<b>Vera</b>: 4 games" in page
    assert re.search(r"<b>Line 6:</b> The date cannot be read\.", page)
    assert all(rows(app)[one] == [] for one in HERE)
    assert "Imported 4 games." in confirm(home, page)
    assert figures(home) == [("games", "4"), ("best escape", "+12")]
    assert "2 of 4 won" in home.get("/people").text
    assert f"/people/{person_id('Claire')}" in home.get("/people").text


def test_of_a_flood_of_bad_lines_a_page_names_the_first_and_how_many_more_there_are(home: FlaskClient) -> None:
    page = look(home, lines(*["2024-02-30,,Vera,1,Isaac,2"] * (MOST_TOLD + 7))).text
    assert page.count("The date cannot be read.") == MOST_TOLD == 50
    assert "and 7 more" in page


def test_a_file_taken_in_twice_is_not_counted_twice(app: Flask, home: FlaskClient) -> None:
    first, again = look(home, EXAMPLE).text, look(home, EXAMPLE).text
    confirm(home, first)
    before = rows(app)
    assert "Nothing imported" in confirm(home, again)
    page = look(home, EXAMPLE + "2024-01-07,moderate,later,28,Vera,40\n").text
    assert "Import 1 game" in page
    assert "4 games count here already and are not imported again." in page
    assert rows(app) == before
    confirm(home, page)
    assert figures(home)[0] == ("games", "5")


def test_a_game_that_was_kept_here_and_comes_back_by_another_app_is_not_counted_twice(home: FlaskClient) -> None:
    keep(home, {"sides": [{"name": "Vera", "reputation": 30}, {"name": "Isaac", "reputation": 20}]})
    today = f"{now():%Y-%m-%d}"
    assert "No game in this file" in look(home, lines(f"{today},,isaac,20,Vera,30")).text
    page = look(home, lines(f"{today},,isaac,20,Vera,30", f"{today},,isaac,20,Vera,30")).text
    assert "Import 1 game" in page


def test_a_file_is_taken_out_as_a_whole_and_may_come_again(app: Flask, home: FlaskClient) -> None:
    keep(home, {"sides": [{"name": "Vera", "reputation": 30}, {"name": "Isaac", "reputation": 20}]})
    before, told = rows(app), figures(home)
    twice = lines("2024-03-05,,Vera,30,Isaac,20", "2024-03-05,,Vera,30,Isaac,20")
    confirm(home, look(home, lines("2024-03-05,,Vera,30,Isaac,20"), "first.csv").text)
    confirm(home, look(home, twice, "second.csv").text)
    [first] = re.findall(r"<b>first\.csv</b>[\s\S]*?(/history/import/\w+/delete)", home.get("/history/import").text)
    home.post(first)
    assert figures(home)[0] == ("games", "2")
    confirm(home, look(home, twice).text)
    assert figures(home)[0] == ("games", "3")
    for path in re.findall(r"/history/import/\w+/delete", home.get("/history/import").text):
        home.post(path)
    assert (rows(app), figures(home)) == (before, told)


def test_another_device_neither_counts_nor_takes_out_what_this_one_has_taken_in(app: Flask, home: FlaskClient) -> None:
    confirm(home, look(home, EXAMPLE).text)
    [path] = re.findall(r"/history/import/\w+/delete", home.get("/history/import").text)
    other = app.test_client()
    for device in ("", "the phone of Claire"):
        if device:
            other.set_cookie(DEVICE, device)
        other.post(path)
        assert figures(other) == []
        assert "games.csv" not in other.get("/history/import").text
    assert figures(home)[0] == ("games", "4")
    assert "Imported 4 games." in confirm(other, look(other, EXAMPLE).text)


def test_a_phone_that_the_app_does_not_know_yet_is_known_once_it_has_taken_something_in(app: Flask) -> None:
    phone = app.test_client()
    page = look(phone, EXAMPLE).text
    assert phone.get_cookie(DEVICE) is None
    confirm(phone, page)
    assert figures(phone)[0] == ("games", "4")


def test_an_export_of_bg_stats_is_taken_in_like_a_table(home: FlaskClient) -> None:
    scores = [{"playerRefId": 1, "score": "40", "winner": True}, {"playerRefId": 2, "score": "31"}]
    plays: list[Any] = [
        {"gameRefId": 1, "playDate": "2024-03-05 20:00:00", "playerScores": scores},
        {"gameRefId": 1, "playDate": "", "playerScores": scores},
        {"gameRefId": 2, "playDate": "2024-03-05 20:00:00", "playerScores": scores},
    ]
    games = [{"id": 1, "name": "Lockup: A Roll Player Tale"}, {"id": 2, "name": "Go"}]
    people = [{"id": 1, "name": "<b>Vera"}, {"id": 2, "name": "警卫"}]
    data = json.dumps({"games": games, "players": people, "plays": plays}).encode()
    page = look(home, b"\xef\xbb\xbf" + data, "BGStatsExport.json").text
    assert "Skipped 1 game of another title." in page
    assert "<b>Game 2 of the export:</b>" in page
    assert "<b>&lt;b&gt;Vera</b>: 1 game" in page
    confirm(home, page)
    assert figures(home) == [("game", "1"), ("best escape", "+9")]


@pytest.mark.parametrize(("data", "said"), [
    (b"", "Choose a file."),
    (b"\xff\x00\x01", "This file is not text."),
    (b"{}", "This is no export of BG Stats"),
    (b'{"games": [', "line 1"),
    (b"[" * 99, "nested"),
    (b"a,b\n", "Missing: date, name 1, points 1."),
])  # fmt: skip
def test_a_file_that_is_none_is_answered_with_a_sentence(app: Flask, home: FlaskClient, data: bytes, said: str) -> None:
    answer = look(home, data)
    assert answer.status_code == 422
    assert said.casefold() in answer.text.casefold()
    assert all(rows(app)[one] == [] for one in HERE)


def test_what_is_sent_back_altered_is_read_as_any_file_is(app: Flask, home: FlaskClient) -> None:
    for plays in ("", "x", "date,name 1,points 1\nnever,Vera,3\n"):
        home.post("/history/import/keep", data={"plays": plays})
    assert rows(app)["play"] == []


def test_the_example_is_a_file_to_keep(home: FlaskClient) -> None:
    answer = home.get("/history/import/example.csv")
    assert (answer.mimetype, answer.text) == ("text/csv", EXAMPLE)


def test_so_many_files_are_kept_and_no_more(home: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_IMPORTS", 1)
    confirm(home, look(home, EXAMPLE).text)
    page = look(home, lines("2024-03-05,,Vera,30,Isaac,20")).text
    held = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    answer = home.post("/history/import/keep", data=held)
    assert answer.status_code == 409
    assert figures(home)[0] == ("games", "4")
