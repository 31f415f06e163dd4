"""A rule that is told as it first matters: the head of the page leads there, and nothing moves once it is put away."""

from typing import Any

import parties
import pytest
from phones import DEVICE, Phone, PhoneMaker, Server
from tables import reach

pytestmark = pytest.mark.browser

_STANDS = """() => [...document.querySelectorAll(
    ".table-hand button, .table-foot :is(a, button), .place-head summary, .places-list button, .crew-pick, .stash"
)].map((one) => {
    const { left, top } = one.getBoundingClientRect();
    return [one.className, Math.round(left), Math.round(top + (one.closest("main") ? scrollY : 0))];
})"""

_IN_SIGHT = """() => {
    const card = document.querySelector(".lesson").getBoundingClientRect();
    const hand = document.querySelector(".table-hand").getBoundingClientRect();
    const head = document.querySelector(".top").getBoundingClientRect();
    return card.top >= head.bottom && (card.bottom <= hand.top || card.top >= hand.bottom);
}"""


def is_put_away_in_place(phone: Phone) -> None:
    """From the head to the card, and away with all that it had: nothing else has moved."""
    stood: Any = phone.page.evaluate(_STANDS)
    phone.tap(".lesson-cue")
    assert phone.page.evaluate(_IN_SIGHT)
    told = phone.find(".lesson p").inner_text()
    phone.tap(".lesson [name=understood]")
    phone.page.wait_for_function("(told) => document.querySelector('.lesson p')?.innerText !== told", arg=told)
    phone.page.evaluate("scrollTo(0, 0)")
    assert phone.page.evaluate(_STANDS) == stood
    phone.page.reload()
    assert told not in phone.find("main").inner_text()


def test_a_lesson_alone(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device=DEVICE)
    phone.go(f"/t/{reach(household, 'table, a place')}")
    is_put_away_in_place(phone)


def test_a_lesson_of_several(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device=DEVICE)
    phone.go(f"/t/{parties.reach(household, 'full, roll call in the app').code}")
    is_put_away_in_place(phone)
