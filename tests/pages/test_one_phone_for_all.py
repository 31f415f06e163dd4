"""One phone for all who play: it asks for all names, and is handed on from turn to turn without showing a hand."""

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask
from plain_browser import Page, PlainBrowser
from real_tables import sentences
from support.common import rule
from support.seat_client import grow_older, of_players
from support.table_client import sit_down
from test_standing_in import GOONS

NAMES = ("Ania", "Marek", "Basia")
TOLD = {
    "number": "3",
    "depth": "full",
    "roll_call": "yes",
    "holds": "all",
    **{f"name.{seat}": name for seat, name in enumerate(NAMES)},
}


class OnePhone(PlainBrowser):
    """A phone on which all play."""

    code = ""

    def begin(self, phase: str = "roll_call", first: int = 0, **more: Any) -> Page:
        """Open a table for all of them, in a phase of a game; the page that the phone shows then."""
        self.client.get("/together")
        self.client.post("/preferences", data={"covered": "on"})
        begun = {"round": 3, "phase": phase, "goons": GOONS, "first_player": first, "sides": [{} for _ in NAMES]}
        if phase == "lights_out":
            begun["location"] = "sewers"
        seat, _ = sit_down(self.client, of_players(*NAMES, **{"begin_together": begun, "turns": "told", **more}))
        self.code = seat.code
        return self.open(f"/t/{self.code}")

    def take(self, page: Page) -> Page:
        """Somebody takes the phone who is called on it."""
        link = next(one for one in page.top.all("a") if "primary" in one.given.get("class", ""))
        return self.open(link.given["href"])

    def place(self, page: Page, token: str, location: str, *, face_down: bool = False) -> Page:
        form = page.form(type="assign").fill("f.tokens", token)
        if face_down:
            form.fill("f.face_down", token)
        return self.send(form, form.button(f'"{location}"'))


@pytest.fixture
def one_phone(hosted_app: Flask) -> OnePhone:
    return OnePhone(hosted_app.test_client())


def called(page: Page) -> str:
    """Who is to have the phone; empty where somebody has it."""
    text = unescape(page.top.text)
    return text.partition("Hand the phone to")[2].split()[0] if "Hand the phone to" in text else ""


def may_place(page: Page) -> bool:
    return any(form.value("type") == "assign" for form in page.forms)


@rule("R-1")
@rule("V-1")
def test_between_two_turns_a_phone_shows_nobodys_hand(one_phone: OnePhone) -> None:
    cover = one_phone.begin()
    assert called(cover) == "Ania"
    assert not may_place(cover)
    hand = one_phone.take(cover)
    assert may_place(hand)
    cover = one_phone.place(hand, "4", "smithy", face_down=True)
    assert called(cover) == "Marek"
    assert not may_place(cover)
    # Marek sees that somebody is there, and not with what.
    hand = one_phone.take(cover)
    assert "1 token face down" in hand.top.text
    assert not [one for one in hand.top.all("b") if one.given.get("class") == "unit" and "4" in one.text]
    # Whoever comes back to the app finds the cover again.
    assert called(one_phone.open(f"/t/{one_phone.code}")) == "Marek"
    # So does a page that is left open until the turn is another's.
    assert called(one_phone.open(f"/t/{one_phone.code}?side=0&turn=0")) == "Marek"
    assert called(one_phone.open(f"/t/{one_phone.code}?side=9")) == "Marek"


@rule("R-4")
def test_who_goes_again_keeps_the_phone_and_who_has_passed_is_left_out(one_phone: OnePhone) -> None:
    page = one_phone.begin(first=1)
    for name in ("Marek", "Basia"):
        assert called(page) == name
        hand = one_phone.take(page)
        page = one_phone.send(hand.form(type="pass"))
    assert called(page) == "Ania"
    page = one_phone.place(one_phone.take(page), "5", "smithy")
    # The others have passed.
    assert not called(page)
    assert may_place(page)


def test_the_phone_goes_back_to_the_one_before_behind_a_cover(one_phone: OnePhone) -> None:
    cover = one_phone.place(one_phone.take(one_phone.begin()), "4", "smithy")
    back = next(one for one in cover.top.all("a") if "Back to Ania" in one.text)
    cover = one_phone.open(back.given["href"])
    assert called(cover) == "Ania"
    assert not may_place(cover)
    hand = one_phone.take(cover)
    page = one_phone.send(hand.form(kind="undo"))
    assert called(page) in {"", "Ania"}
    assert called(one_phone.open(f"/t/{one_phone.code}")) == "Ania"


@pytest.mark.parametrize("more", [{"roll_call": False}, {"phase": "lights_out"}, {"holds": [0]}, {"holds": [0, 1]}])
def test_where_nobodys_hand_would_be_shown_there_is_no_cover(one_phone: OnePhone, more: dict[str, Any]) -> None:
    assert not called(one_phone.begin(**more))


@pytest.mark.parametrize("depth", ["light", "full"])
def test_all_names_are_asked_for_and_the_table_opens_at_once(one_phone: OnePhone, depth: str) -> None:
    one_phone.client.get("/together")
    opened = one_phone.client.post("/together", data={**TOLD, "depth": depth})
    assert opened.status_code == 303, opened.text
    code = str(opened.location).rpartition("/")[2]
    assert one_phone.open(f"/t/{code}").status == 200
    assert any("lockup_covered=off" in one for one in opened.headers.get_all("Set-Cookie"))
    people = one_phone.open(f"/t/{code}/people").top.text
    for name in NAMES:
        assert name in people


def test_a_phone_that_was_asleep_is_not_told_that_one_of_its_own_seats_is_back(
    one_phone: OnePhone, hosted_app: Flask
) -> None:
    one_phone.begin()
    one_phone.client.post("/preferences", data={"covered": "off"})
    address = f"/t/{one_phone.code}"
    one_phone.place(one_phone.open(address), "4", "smithy")
    grow_older(hosted_app, timedelta(minutes=3))
    page = one_phone.open(address)
    assert any(sentences(page)), "there must be a list, or this test shows nothing"
    assert "is back" not in page.top.text


def test_who_wants_no_cover_plays_on_as_one_phone_for_all(one_phone: OnePhone) -> None:
    cover = one_phone.begin()
    assert called(cover)
    one_phone.client.post("/preferences", data={"covered": "off"})
    assert may_place(one_phone.open(f"/t/{one_phone.code}"))


def test_a_name_that_cannot_be_is_said_and_the_others_stay_typed(one_phone: OnePhone) -> None:
    one_phone.client.get("/together")
    refused = one_phone.client.post("/together", data={**TOLD, "name.1": "\u200b"})
    assert refused.status_code == 422
    for name in ("Ania", "Basia"):
        assert f'value="{name}"' in refused.text
