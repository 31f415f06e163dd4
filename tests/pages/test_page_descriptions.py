"""What every page says of itself, for whoever finds it in a list: a sentence of its own, in its language."""

import json
import re
from collections import defaultdict
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.box_builders import FILE
from support.seat_client import of_players, seats_of
from support.sheet_client import keep, sheet
from support.table_client import Seat

from companion.plays.person import person_id
from companion.words.catalogue import LANGUAGES

DESCRIPTION: Final = re.compile(r'<meta name="description" content="([^"]*)">')
ALONE: Final = {"pages.board_beside", "pages.table"}
"""What is opened at the table of somebody who plays alone; everything else is at that of several."""
LIKE: Final = {
    frozenset({"pages.second_screen", "pages.screen_of"}),
    frozenset({"pages.show_box", "pages.my_box"}),
    frozenset({"pages.game_to_save", "pages.show_take_along"}),
}
"""The same page under two addresses."""


def opened(client: FlaskClient, wishes: dict[str, Any]) -> Seat:
    """A new table that a phone opens and sits down at."""
    answer: Any = client.post(f"{API}/tables", json=wishes).json
    return Seat(answer["code"], answer["token"])


def addresses(app: Flask, phone: FlaskClient) -> dict[str, str]:
    """The address of every page by its endpoint, as the phone that has made all that is there may open it."""
    alone, several = opened(phone, {"dealing": "house"}), opened(phone, of_players(holds=[0, 1, 2]))
    sheet_form = phone.post("/score", data={"players": "2", "by": "counts", "edition": "later"}).location
    links = {
        "/box/": phone.post("/box/import", data={"text": json.dumps(FILE)}).location.rpartition("/")[2],
        "/w/": seats_of(phone, several)["watch"],
        "/s/": keep(phone, sheet("Vera", "Isaac")).link,
        "/score/": sheet_form.rpartition("/")[2],
    }

    def filled(rule: str, endpoint: str) -> str:
        code = alone.code if endpoint in ALONE else several.code
        link = next((one for start, one in links.items() if rule.startswith(start)), "")
        said = {
            "topic": "exchange",
            "section": "goons",
            "card": "1",
            "seat": "0",
            "line": "1",
            "code": code,
            "link": link,
            "id_": person_id("Vera"),
        }
        return re.sub(r"<(?:int:)?(\w+)>", lambda found: said[found[1]], rule)

    rules = [one for one in app.url_map.iter_rules() if "GET" in one.methods and one.endpoint.startswith("pages.")]
    return {rule.endpoint: filled(rule.rule, rule.endpoint) for rule in rules}


def test_every_page_has_a_description_and_unlike_pages_have_unlike_ones(home: Flask) -> None:
    phone = home.test_client()
    phone.set_cookie("lockup_device", "the-phone-that-reads-what-pages-say-of-themselves")
    found: dict[str, set[str]] = defaultdict(set)
    for endpoint, address in addresses(home, phone).items():
        answer = phone.get(address, follow_redirects=True)
        if answer.mimetype == "text/html":
            [said] = DESCRIPTION.findall(answer.text)
            found[said.strip()].add(endpoint if answer.status_code == 200 else "no page")
    assert "" not in found
    assert {frozenset(endpoints) for endpoints in found.values() if len(endpoints) > 1} == LIKE


@pytest.mark.parametrize("address", ["/", "/rules", "/alone"])
def test_a_page_is_drawn_once_all_of_it_has_come(visitor: FlaskClient, address: str) -> None:
    head, body = visitor.get(address).text.split("<body", 1)
    [awaited] = re.findall(r'<link rel="expect" href="#([a-z]+)" blocking="render">', head)
    assert body.rstrip().endswith(f'id="{awaited}"></div></body></html>'), body[-200:]


def test_a_page_is_described_in_its_language(visitor: FlaskClient) -> None:
    said = {DESCRIPTION.findall(visitor.get("/about", headers={"Accept-Language": one}).text)[0] for one in LANGUAGES}
    assert len(said) == len(LANGUAGES)
