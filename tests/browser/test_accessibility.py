"""axe on every page of ours, with folded parts open; no violation at all. The API reader is not ours."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from evenings import start
from phones import DEVICE, Phone, PhoneMaker, Server
from places import places_of, visit
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def violations(phone: Phone) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(phone.page).response["violations"]
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def on_every_page(phone: Phone, places: dict[str, str]) -> dict[str, list[str]]:
    found = {}
    for name, path in places.items():
        visit(phone, name, path)
        if said := violations(phone):
            found[name] = said
    return found


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("en", "dark"), ("pl", "light"), ("zh", "light")])
def test_axe_finds_nothing(phones: PhoneMaker, household: Server, language: str, scheme: str) -> None:
    phone = phones(language=language, color_scheme=scheme, device=DEVICE)
    assert on_every_page(phone, places_of(household)) == {}


def test_axe_finds_nothing_while_one_types(phones: PhoneMaker, household: Server) -> None:
    link = start(household)
    phone = phones()
    phone.go(f"/score/{link}")
    household.post(f"/score/{link}", **{"0.suspicion": "4"})
    phone.tap_field("0.suspicion")
    phone.keys("7")
    phone.find(".conflict >> visible=true").wait_for()
    phone.tap_field("0.reputation")
    phone.keys("3-9")
    phone.find(".error >> visible=true").wait_for()
    phone.find("[data-offline]").evaluate("(banner) => { banner.hidden = false; }")
    assert violations(phone) == []


def test_axe_finds_nothing_where_the_keypad_says_the_answer(phones: PhoneMaker) -> None:
    phone = phones(color_scheme="dark")
    phone.go("/ask/commissary")
    phone.tap_field("has.scrap")
    phone.keys("3")
    expect(phone.find("[data-live-part='headline']")).to_have_text("The guards take 1: gold.")
    assert violations(phone) == []


def test_axe_finds_nothing_on_an_empty_history(phones: PhoneMaker, host: Server) -> None:
    assert on_every_page(phones(host), {"empty history": "/history"}) == {}
