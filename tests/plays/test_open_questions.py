"""What a file of old games leaves open is asked once: the order of its dates, the guards, and who is who."""

import html
import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.sheet_client import DEVICE
from test_past_plays_pages import confirm, figures, look
from werkzeug.test import TestResponse

from companion.plays.person import person_id

HEAD = "date,name 1,points 1,name 2,points 2,name 3,points 3\n"


@pytest.fixture
def home(app: Flask) -> FlaskClient:
    """A phone of which the app knows the device."""
    client = app.test_client()
    client.set_cookie(DEVICE, "the phone of Vera")
    return client


def held(page: str) -> dict[str, str]:
    """What a preview sends with the next tap: hidden fields, chosen answers, and what stands in its lists."""
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    fields |= dict(re.findall(r'type="radio" name="([\w:]+)" value="(\w*)" checked', page))
    return {name: html.unescape(value) for name, value in fields.items()}


def tap(client: FlaskClient, page: str, **answers: str) -> TestResponse:
    """Answer a question of a preview."""
    given = {name.replace("join_", "join:"): value for name, value in answers.items()}
    return client.post("/history/import", data=held(page) | given, content_type="multipart/form-data")


def keep(client: FlaskClient, page: str, **answers: str) -> TestResponse:
    """Import what a preview shows."""
    given = {name.replace("join_", "join:"): value for name, value in answers.items()}
    return client.post("/history/import/keep", data=held(page) | given, content_type="multipart/form-data")


def chosen(page: str, question: str) -> list[str]:
    """The answers of a question that stand in ink."""
    return re.findall(rf'name="{question}" value="([^"]*)" aria-pressed="true"', page)


def offered(page: str, question: str) -> list[str]:
    return re.findall(rf'name="{question}" value="([^"]*)"', page)


OPEN = HEAD + "5/5/2024,Vera,30,Isaac,20,Claire,1\n3/4/2024,Vera,30,Isaac,21,Claire,1\n"


def test_the_order_of_dates_is_asked_with_the_first_date_written_out_both_ways(home: FlaskClient) -> None:
    page = look(home, OPEN).text
    assert "The first date, 3/4/2024, is:" in page
    assert re.search(r"April 3, 2024<small>day first</small>[\s\S]*March 4, 2024<small>month first</small>", page)
    assert (chosen(page, "new_order"), 'form="keep"' in page) == ([], False)
    assert "Choose the date order" in page
    assert keep(home, page).status_code == 422
    page = tap(home, page, new_order="month").text
    assert (chosen(page, "new_order"), 'form="keep"' in page) == (["month"], True)
    page = tap(home, page, new_order="day").text
    assert keep(home, page).status_code == 303
    assert [row.partition(" ")[0] for row in home.get("/history/games.csv").text.splitlines()[1:]] == [
        "2024-04-03",
        "2024-05-05",
    ]


@pytest.mark.parametrize(("languages", "date", "likely"), [
    ("pl", "3/4/2024", "day"), ("en-GB,en;q=0.8", "3/4/2024", "day"), ("de-DE,de;q=0.9", "3/4/2024", "day"),
    ("en-US", "3.4.2024", "day"), ("en-US", "3/4/2024", ""), ("zh-CN", "3/4/2024", ""), ("en", "3-4-24", ""),
])  # fmt: skip
def test_the_likelier_order_stands_in_ink_where_there_is_one(
    home: FlaskClient, languages: str, date: str, likely: str
) -> None:
    data = {"file": (BytesIO((HEAD + f"{date},Vera,3,Isaac,2,Claire,1\n").encode()), "games.csv")}
    page = home.post("/history/import", data=data, headers={"Accept-Language": languages}).text
    assert (offered(page, "new_order"), chosen(page, "new_order")) == (["day", "month"], [likely] if likely else [])


def test_a_file_that_comes_again_is_read_as_it_was_answered_before(home: FlaskClient) -> None:
    games = HEAD + "3/4/2024,Vera,40,Franz,33,,\n2/4/2024,Vera,30,Franz,33,,\n"
    page = look(home, games).text
    assert (offered(page, "new_guards"), chosen(page, "new_guards")) == (["Vera", "Franz", ""], [""])
    page = tap(home, tap(home, page, new_order="month").text, new_guards="Franz").text
    assert (chosen(page, "new_order"), chosen(page, "new_guards")) == (["month"], ["Franz"])
    assert keep(home, page).status_code == 303
    assert figures(home) == [("games", "2"), ("best escape", "+7")]
    page = look(home, games + "1/4/2024,Vera,50,Franz,33,,\n").text
    assert (chosen(page, "new_order"), chosen(page, "new_guards")) == (["month"], ["Franz"])
    assert "2 games count here already" in page
    assert "Imported 1 game." in confirm(home, page)


def test_what_people_call_the_guards_is_likely_and_a_tap_says_that_it_is_none_of_them(home: FlaskClient) -> None:
    page = look(home, HEAD + "2024-04-03,Vera,40,The Guards,33,,\n").text
    assert "Which of these is the guards?" in page
    assert chosen(page, "new_guards") == ["The Guards"]
    page = tap(home, page, new_guards="").text
    assert chosen(page, "new_guards") == [""]
    assert keep(home, page).status_code == 303
    assert "/people/" + person_id("The Guards") in home.get("/people").text


def test_a_name_is_joined_with_a_person_who_is_known_here(home: FlaskClient) -> None:
    confirm(home, look(home, HEAD + "2024-03-01,Benjamin,40,Claire,33,Vera,1\n").text)
    again = HEAD + "2024-03-01,Ben,40,Claire,33,Vera,1\n2024-03-02,Ben,30,Claire,33,Dora,20\n"
    page = look(home, again).text
    assert "Same person?" in page
    # The game that was kept under the other name is the same one.
    assert "1 game counts here already" in page
    assert "2 games of" not in page
    refused = {f"join_{person_id('Ben')}": ""}
    assert "Import 2 games" in tap(home, page, **refused).text
    assert keep(home, page).status_code == 303
    assert figures(home)[0] == ("games", "2")
    everybody = home.get("/people").text
    assert f"/people/{person_id('Benjamin')}" in everybody
    assert f"/people/{person_id('Ben')}" not in everybody
    # Who is joined stays so: the next file asks nothing.
    page = look(home, again + "2024-03-03,Ben,30,Claire,31,Dora,2\n").text
    assert "Same person?" not in page
    assert "Import 1 game" in page


def test_any_name_may_be_joined_but_not_with_somebody_who_sat_at_the_same_table(home: FlaskClient) -> None:
    confirm(home, look(home, HEAD + "2024-03-01,Benjamin,40,Claire,33,Vera,1\n").text)
    page = look(home, HEAD + "2024-03-02,Pixie,30,Claire,33,Benjamin,20\n").text
    options = re.findall(r'<option value="(\w+)">', page)
    assert options == [person_id("Vera")]
    assert keep(home, page, **{f"join_{person_id('Pixie')}": person_id("Vera")}).status_code == 303
    assert "1 of 2 won" not in home.get(f"/people/{person_id('Vera')}").text
    assert f"/people/{person_id('Pixie')}" not in home.get("/people").text


def test_what_a_page_sends_back_may_be_anything(home: FlaskClient) -> None:
    for fields in (
        {"plays": ""},
        {"plays": "row,date\n9,x\n", "order": "sideways", "others": "-1", "row": "seat.guards"},
        {"plays": "x" * 1000, "new_guards": "x" * 1000, "join:": "a", "join:b": "b"},
    ):
        for path in ("/history/import", "/history/import/keep"):
            assert home.post(path, data=fields).status_code in {200, 303, 422}
