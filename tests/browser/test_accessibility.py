"""axe on every page of ours, with folded parts open; no violation at all. The API reader is not ours."""

from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from evenings import start
from phones import DEVICE, Phone, PhoneMaker, Server
from places import places_of, visit
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


ALL: Final[dict[str, Any]] = {"resultTypes": ["violations"]}
COLOURS: Final = {**ALL, "runOnly": ["cat.color"]}
"""What another colour scheme can change."""

WORDS: Final = {**ALL, "runOnly": ["cat.language", "cat.name-role-value", "cat.text-alternatives", "cat.forms"]}
"""What another language can change."""


def violations(phone: Phone, rules: dict[str, Any] = ALL) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(phone.page, options=rules).response["violations"]
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def on_every_page(phone: Phone, places: dict[str, str], rules: dict[str, Any] = ALL) -> dict[str, list[str]]:
    """What axe finds where, in light; by all its rules also in dark, where only colours differ."""
    found = {}
    for name, path in places.items():
        visit(phone, name, path)
        said = violations(phone, rules)
        if rules is ALL:
            phone.page.emulate_media(color_scheme="dark")
            said += violations(phone, COLOURS)
            phone.page.emulate_media(color_scheme="light")
        if said:
            found[name] = said
    return found


@pytest.mark.parametrize(("language", "rules"), [("en", ALL), ("pl", WORDS), ("zh", WORDS)], ids=["en", "pl", "zh"])
def test_axe_finds_nothing(phones: PhoneMaker, household: Server, language: str, rules: dict[str, Any]) -> None:
    phone = phones(language=language, color_scheme="light", device=DEVICE)
    assert on_every_page(phone, places_of(household), rules) == {}


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
    expect(phone.find("[data-live-part='headline']")).to_have_text("The guards take 1 gold.")
    assert violations(phone) == []


def test_axe_finds_nothing_on_an_empty_history(phones: PhoneMaker, host: Server) -> None:
    assert on_every_page(phones(host), {"empty history": "/history"}) == {}
