"""What a phone does beside showing pages: off until somebody turns it on, and not loaded before."""

import re

import pytest
from flask.testing import FlaskClient
from support.api_client import API
from support.seat_client import of_players

from companion.pages.layout.frame import AIDS


def loaded(client: FlaskClient, path: str) -> set[str]:
    """The aids whose script a page links."""
    return {*re.findall(r"/static/(\w+)\.js", client.get(path).text)} & {*AIDS}


@pytest.fixture(params=["alone", "together", "its screen"])
def table(visitor: FlaskClient, request: pytest.FixtureRequest) -> str:
    visitor.set_cookie("lockup_device", "the-secret-of-whoever-opens-these-tables")
    body = {"dealing": "house"} if request.param == "alone" else of_players(holds=[0])
    shown = visitor.post(f"{API}/tables", json=body).json
    return f"/{'screen' if request.param == 'its screen' else 't'}/{shown['code']}"


def test_a_table_loads_nothing_of_what_is_off(visitor: FlaskClient, table: str) -> None:
    assert loaded(visitor, table) == set()
    assert "aids.css" not in visitor.get(table).text


@pytest.mark.parametrize("aid", AIDS)
def test_a_table_loads_what_is_turned_on_and_only_that(visitor: FlaskClient, table: str, aid: str) -> None:
    visitor.post("/preferences", data={aid: "on"})
    # A cover needs no script.
    assert loaded(visitor, table) == {aid} - {"covered"}
    visitor.post("/preferences", data={aid: "off"})
    assert loaded(visitor, table) == set()


def back(client: FlaskClient, path: str) -> str:
    """Where the page leads back to."""
    return re.findall(r'class="top-button"\s+href="([^"]+)"', client.get(path).text)[0]


@pytest.mark.parametrize("page", ["/phone", "/rules"])
def test_a_page_that_is_opened_from_a_table_leads_back_to_it(visitor: FlaskClient, page: str) -> None:
    assert back(visitor, f"{page}?table=abc234") == "/t/abc234"
    assert back(visitor, page) == "/"


def test_a_search_in_the_rules_still_leads_back_to_the_table(visitor: FlaskClient) -> None:
    search = visitor.get("/rules?table=abc234").text.partition('role="search"')[2]
    assert '<input type="hidden" name="table" value="abc234">' in search
