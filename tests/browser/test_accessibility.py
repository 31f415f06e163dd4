"""How axe is asked, and states of pages that one has to come to first; every page is in `test_every_page`."""

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from evenings import start
from phones import Phone, PhoneMaker, Server
from places import visit
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


MEASURING: Final = (Path(__file__).parent / "measuring.js").read_text()

ALL: Final[dict[str, Any]] = {"resultTypes": ["violations"], "selectors": False, "preload": False}
COLOURS: Final = {**ALL, "runOnly": ["cat.color"]}
"""What another colour scheme can change."""

ENOUGH: Final = 1
"""On so many pages of a language a text on the same ground is judged: on one of three something may lie over it."""

MARKED: Final = {"rules": [{"id": "color-contrast", "selector": "[data-judge]"}]}
"""What has axe judge the contrast of the texts alone that are marked."""


def bring_axe(phone: Phone) -> None:
    """Have axe on a page."""
    if not phone.page.evaluate("'axe' in window"):
        phone.page.evaluate(AXE_SCRIPT)
        # The next page has it from the start: the browser then reads its half a megabyte once.
        phone.context.add_init_script(AXE_SCRIPT)


def violations(phone: Phone, rules: dict[str, Any] = ALL, within: str = "html") -> list[str]:
    bring_axe(phone)
    run = "([within, options]) => axe.run(within, options).then(({ violations }) => violations)"
    found = phone.page.evaluate(run, [within, rules])
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def violations_of_page(phone: Phone, judged: Counter[str]) -> list[str]:
    """All that axe finds on a page, the texts that one sees badly among those that are marked."""
    mark(phone, judged)
    bring_axe(phone)
    phone.page.evaluate("(rules) => axe.configure(rules)", MARKED)
    return violations(phone)


def faint(phone: Phone, judged: Counter[str]) -> list[str]:
    """What the colours of a page do wrong, among the texts that are marked."""
    return violations(phone, COLOURS, "[data-judge]") if mark(phone, judged) else []


def mark(phone: Phone, judged: Counter[str]) -> bool:
    """Mark texts of a page; one that stands on the same ground as others before is left out. Whether there are any.

    Args:
        phone: with the page.
        judged: on how many pages each ground was; it is brought up to date.
    """
    known = [ground for ground, times in judged.items() if times >= ENOUGH]
    fresh = phone.page.evaluate(f"(judged) => {{ {MEASURING} return measure.grounds(judged); }}", known)
    judged.update(fresh)
    return bool(fresh)


def test_axe_finds_nothing_while_one_types(phones: PhoneMaker, household: Server) -> None:
    link = start(household)
    phone = phones()
    phone.go(f"/score/{link}")
    with phone.out_of_reach():
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
    phone = phones(host, color_scheme="light")
    visit(phone, "empty history", "/history")
    assert violations(phone) == []
    phone.page.emulate_media(color_scheme="dark")
    assert violations(phone, COLOURS) == []
