"""What a chat shows of an address that somebody sends there, and what search engines may find."""

import random
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from forms import FormPhone
from support.api_client import API
from support.seat_client import of_players, seats_of
from support.sheet_client import keep, sheet
from support.table_client import Seat, done, play, post, show, sit_down
from test_page_descriptions import addresses

from companion.config import IN_A_POCKET
from companion.web.headers import FOR_EVERYBODY

CHAT = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')
PLACES = ("sewers", "infirmary", "smithy", "commissary", "chow_hall")


def in_chat(client: FlaskClient, address: str, **headers: str) -> dict[str, str]:
    """What a chat reads that knows nothing of whoever sends the address."""
    page = client.application.test_client().get(address, headers=headers)
    assert page.status_code == 200
    return {name: unescape(value) for name, value in CHAT.findall(page.text)}


def ended(client: FlaskClient) -> tuple[Seat, Any]:
    """A table of two after its last raid, whose points nobody has shown to the room yet."""
    sides = [{"reputation": 3}, {"reputation": 44}]
    begin = {"round": 6, "phase": "lights_out", "location": "library", "goons": dict.fromkeys(PLACES), "sides": sides}
    seat, shown = sit_down(client, of_players("Vera", "Isaac", begin_together=begin))
    shown = play(client, seat, shown, random.Random("Vera"))
    assert shown["state"]["phase"] == "ended"
    return seat, shown


def test_of_a_result_it_shows_who_has_won(visitor: FlaskClient) -> None:
    link = keep(visitor, sheet('Vera "V" <3', "Isaac", rulings={})).link
    shown = in_chat(visitor, f"/s/{link}")
    headline = re.findall(r"<h2>(.*?)</h2>", visitor.get(f"/s/{link}").text)[0]
    assert shown["title"] == unescape(headline)
    assert shown["description"]
    assert (shown["type"], shown["site_name"]) == ("website", "Lockup companion")


def test_the_text_of_a_result_has_a_link_only_where_others_can_open_it(
    visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/s/{keep(visitor, sheet('Vera', 'Isaac', rulings={})).link}"

    def text() -> str:
        found = re.search(r"<textarea[^>]*>(.*?)</textarea>", visitor.get(address).text, re.DOTALL)
        assert found
        return found[1]

    assert text().endswith(address)
    config = visitor.application.config
    monkeypatch.setitem(config, "LOCKUP", replace(config["LOCKUP"], can=IN_A_POCKET))
    assert "http" not in text()


def test_of_a_sheet_that_is_still_counted_it_shows_no_points(visitor: FlaskClient) -> None:
    body = sheet("Vera", "Isaac", rulings={}, draft=True)
    shown = in_chat(visitor, f"/s/{keep(visitor, body).link}")
    assert (shown["title"], shown["description"]) == ("Result", "Still being counted.")


def test_the_picture_is_one_that_chats_can_show_at_its_whole_address(home: Flask, visitor: FlaskClient) -> None:
    client = home.test_client()
    picture = in_chat(client, f"/s/{keep(client, sheet('Vera')).link}")["image"]
    base = home.config["LOCKUP"].address.rstrip("/")
    assert picture.startswith(f"{base}/static/icon-512.png?")
    drawn = client.get(picture.removeprefix(base), buffered=True)
    assert (drawn.status_code, drawn.mimetype) == (200, "image/png")


def test_of_an_invitation_it_shows_neither_who_plays_nor_what_gives_a_seat(visitor: FlaskClient) -> None:
    seat, _ = ended(visitor)
    path = visitor.get(f"/j/{seat.code}").request.path
    invited = f"{path}?seat=1&invite=secret-of-a-seat"
    shown = in_chat(visitor, invited)
    assert (shown["title"], shown["description"]) == (
        "Join a game of Lockup",
        "Open this on your phone and take a seat at the table.",
    )
    told = " ".join(shown.values()).lower()
    for secret in ("vera", "isaac", "44", seat.code, seat.token, "invite", seats_of(visitor, seat)["watch"]):
        assert secret.lower() not in told


def test_what_is_sealed_stays_so_until_it_is_shown_and_while_it_is_counted_again(visitor: FlaskClient) -> None:
    seat, shown = ended(visitor)
    kept = visitor.put(f"{API}/tables/{seat.code}/sheet", headers={"Authorization": f"Bearer {seat.token}"}).json
    assert "Isaac" in in_chat(visitor, f"/s/{kept['link']}")["title"]
    assert in_chat(visitor, f"/s/{kept['link']}/evening")["title"] == "Game recap"
    shown = show(visitor, seat).json
    done(post(visitor, seat, "undo", {"version": shown["version"], "to": 1}))
    told = in_chat(visitor, f"/s/{kept['link']}")
    assert (told["title"], told["description"]) == ("Result", "Still being counted.")


@pytest.mark.parametrize(("language", "title"), [("pl", "Dołącz do gry w Lockup"), ("zh", "加入一局 Lockup")])
def test_it_speaks_the_language_of_whoever_asks(visitor: FlaskClient, language: str, title: str) -> None:
    seat, _ = sit_down(visitor, of_players("Vera", "Isaac"))
    assert in_chat(visitor, f"/j/{seat.code}", **{"Accept-Language": language})["title"] == title


def test_what_belongs_to_somebody_is_not_to_be_found(hosted_app: Flask, my_phone: FlaskClient) -> None:
    found = {
        endpoint
        for endpoint, address in addresses(hosted_app, my_phone).items()
        if my_phone.get(address).headers.get("X-Robots-Tag") != "noindex"
    }
    # Where an address needs a name, it is of somebody: all but the five questions to the guards.
    assert found <= FOR_EVERYBODY
    named = {rule.endpoint for rule in hosted_app.url_map.iter_rules() if rule.arguments} - {"pages.ask"}
    assert not FOR_EVERYBODY & named
    assert {rule.endpoint for rule in hosted_app.url_map.iter_rules()} >= FOR_EVERYBODY


def test_pictures_files_and_answers_to_programs_say_it_too(visitor: FlaskClient, phone: FormPhone) -> None:
    link = keep(visitor, sheet("Vera")).link
    for path in ("picture.svg", "code.svg", "sheet.json"):
        assert visitor.get(f"/s/{link}/{path}").headers["X-Robots-Tag"] == "noindex"
    for path in (f"{API}/sheets/{link}", "/history", "/nowhere"):
        assert visitor.get(path).headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in visitor.get("/static/app.css", buffered=True).headers


def test_search_engines_may_read_the_pages_of_a_host_and_nothing_of_a_household(
    visitor: FlaskClient, home: Flask
) -> None:
    assert visitor.get("/robots.txt").text == "User-agent: *\nDisallow: /api/\n"
    assert home.test_client().get("/robots.txt").text == "User-agent: *\nDisallow: /\n"
    assert home.test_client().get("/rules").headers["X-Robots-Tag"] == "noindex"
