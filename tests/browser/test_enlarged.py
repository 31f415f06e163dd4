"""A phone at 200 %: the whole way from the home page to a result, with the phone's own keys."""

import pytest
from evenings import game, totals
from parties import Scene, brought_to
from phones import DEVICE, Phone, PhoneMaker, Server
from support.table_client import offered
from test_layout import ZOOMED

pytestmark = pytest.mark.browser


@pytest.fixture
def enlarged(phones: PhoneMaker) -> Phone:
    return phones(is_mobile=False, **ZOOMED)


def test_the_whole_way_works_at_twice_the_size(enlarged: Phone) -> None:
    phone = enlarged
    phone.go("/")
    phone.follow('.door[href="/score"]')
    phone.tap('label:has([name="players"][value="2"])')
    phone.follow(".hand .button.primary")
    assert phone.find("[data-keypad]").is_hidden()
    phone.tap_field("0.reputation")
    phone.page.keyboard.type("20+11")
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.type("1")
    phone.plus("0.goon.cultist", 2)
    phone.tap_field("0.items")
    phone.page.keyboard.type("4")
    phone.tap('[data-tab="1"]')
    phone.tap_field("1.reputation")
    phone.page.keyboard.type("28")
    phone.saved()
    phone.follow(".hand .button.primary")
    # 31, most suspicion of two -6 (D-2), 2 Cultists x 4 items 8 (G-2); and 28.
    assert totals(phone) == (33, 28)


def test_the_phones_own_keys_show_plus_and_minus(enlarged: Phone) -> None:
    enlarged.go("/raid")
    assert enlarged.find('[name="spoon.suspicion"]').get_attribute("inputmode") == "tel"


def test_nothing_is_pinned(enlarged: Phone) -> None:
    enlarged.go("/ask/commissary")
    pinned = """[...document.querySelectorAll("body *")]
        .filter((one) => one.checkVisibility() && ["fixed", "sticky"].includes(getComputedStyle(one).position))
        .map((one) => one.className)"""
    assert enlarged.page.evaluate(pinned) == []


def test_the_ledger_scrolls_in_its_own_region(enlarged: Phone) -> None:
    enlarged.go(f"/s/{game(enlarged.server)}")
    region = enlarged.find(".ledger-wrap")
    assert region.evaluate("(one) => one.scrollWidth > one.clientWidth")
    assert region.get_attribute("tabindex") == "0"
    assert enlarged.page.evaluate("document.scrollingElement.scrollWidth") == ZOOMED["width"]


def test_what_is_swapped_at_a_table_of_several_fits(phones: PhoneMaker, household: Server) -> None:
    places = ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
    sides = [{"tokens": [{"token": token, "location": "commissary"}]} for token in (2, 5)]
    begin = {
        "round": 3,
        "phase": "lights_out",
        "location": "commissary",
        "sides": sides,
        "goons": dict.fromkeys(places),
    }
    sides[0]["cubes"] = {"scrap": 5, "potion": 1, "iron": 3}
    scene = Scene(2, {"depth": "full", "begin_together": begin}, lambda shown: offered(shown, "swap"))
    phone = phones(is_mobile=False, device=DEVICE, **ZOOMED)
    phone.go(f"/t/{brought_to(household, scene, 'a swap, 0').code}")
    assert phone.find(".stash.swap").count() == 2
    assert phone.page.evaluate("document.scrollingElement.scrollWidth") == ZOOMED["width"]
