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

NO_COLOURS: Final = {**ALL, "rules": {name: {"enabled": False} for name in ("color-contrast", "link-in-text-block")}}
"""What another language can change."""

SEEN: Final = [("en", "light", ALL), ("en", "dark", COLOURS), ("pl", "light", NO_COLOURS), ("zh", "light", NO_COLOURS)]


def violations(phone: Phone, rules: dict[str, Any] = ALL) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(phone.page, options=rules).response["violations"]
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def on_every_page(phone: Phone, places: dict[str, str], rules: dict[str, Any] = ALL) -> dict[str, list[str]]:
    found = {}
    for name, path in places.items():
        visit(phone, name, path)
        if said := violations(phone, rules):
            found[name] = said
    return found


@pytest.mark.parametrize(("language", "scheme", "rules"), SEEN, ids=[f"{one[0]}-{one[1]}" for one in SEEN])
def test_axe_finds_nothing(
    phones: PhoneMaker, household: Server, language: str, scheme: str, rules: dict[str, Any]
) -> None:
    phone = phones(language=language, color_scheme=scheme, device=DEVICE)
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
    expect(phone.find("[data-live-part='headline']")).to_have_text("The guards take 1: gold.")
    assert violations(phone) == []


def test_axe_finds_nothing_on_an_empty_history(phones: PhoneMaker, host: Server) -> None:
    assert on_every_page(phones(host), {"empty history": "/history"}) == {}
