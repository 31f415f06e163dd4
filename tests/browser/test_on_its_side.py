"""A phone on its side and wider screens: the keypad stands beside the form, and what one types in stays in sight."""

from typing import Any

import parties
import pytest
from evenings import game, start
from phones import DEVICE, Phone, PhoneMaker, Server
from places import Pages, visit
from tables import reach, settled
from test_by_keyboard import STOPS
from test_layout import MEASURING

pytestmark = pytest.mark.browser

TURN = "table, the player's turn"
SIZES = [(640, 360), (1024, 700)]
"""The smallest at which it stands there, and the smallest of a wide screen."""
IN_SIGHT = """() => {
    const field = document.activeElement.getBoundingClientRect();
    const bars = document.querySelector(".tabs") ?? document.querySelector(".top");
    const on = document.elementFromPoint(field.left + field.width / 2, field.top + field.height / 2);
    return field.top >= bars.getBoundingClientRect().bottom && field.bottom <= innerHeight
        && on === document.activeElement;
}"""


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def wide(request: pytest.FixtureRequest, phones: PhoneMaker) -> Phone:
    width, height = request.param
    return phones(width=width, height=height)


def test_the_field_that_is_tapped_stays_in_sight_on_the_score_page(wide: Phone) -> None:
    wide.go(f"/score/{start(wide.server)}")
    assert wide.page.evaluate(IN_SIGHT)
    for name in ("0.reputation", "0.suspicion", "0.resources", "0.goal", "0.reputation"):
        wide.tap_field(name)
        assert wide.page.evaluate(IN_SIGHT), name


def test_next_brings_every_field_into_sight(wide: Phone) -> None:
    wide.go(f"/score/{game(wide.server)}")
    wide.tap_field("0.reputation")
    for _ in range(8):
        wide.keys(">")
        assert wide.page.evaluate(IN_SIGHT)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/ask/cell_block", ["has.gold", "display.2.any", "has.scrap"]),
        ("/raid?players=5", ["comb.suspicion", "spoon.suspicion"]),
    ],
)
def test_the_field_that_is_tapped_stays_in_sight_where_one_asks(wide: Phone, path: str, names: list[str]) -> None:
    wide.go(path)
    for name in names:
        wide.tap_field(name)
        assert wide.page.evaluate(IN_SIGHT), name


def test_every_page_of_a_game_fits_also_where_there_is_more_room_and_shows_what_has_the_focus(
    phones: PhoneMaker, pages: Pages
) -> None:
    wide = phones(pages.server, width=740, height=360)
    found: dict[tuple[str, Any], Any] = {}
    for name, path in pages.games.items():
        visit(wide, name, path)
        wide.page.evaluate(MEASURING)
        # The page is loaded once: it is turned to the other size, as by somebody who opens a larger window.
        for width, height in ((740, 360), (1024, 700)):
            wide.page.set_viewport_size({"width": width, "height": height})
            found[name, width] = wide.page.evaluate("(width) => [...measure.overflow(width), ...measure.cut()]", width)
        wide.page.set_viewport_size({"width": 740, "height": 360})
        wide.page.keyboard.press("Tab")
        stops = wide.page.evaluate(STOPS)
        assert len(stops) > 3, name
        found[name, "focus"] = [stop for shown, stop in stops if not shown]
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_the_board_stays_where_it_was_scrolled_to(phones: PhoneMaker) -> None:
    phone = phones(width=740, height=360)
    code = reach(phone.server, "table, a guards' turn")
    phone.go(f"/t/{code}")
    phone.tap(".turn >> nth=-1")
    settled(phone)
    assert phone.find("main").evaluate("(main) => main.scrollTop") > 0


def test_what_one_has_stands_above_two_rows_of_tokens_and_one_row_of_the_foot(phones: PhoneMaker) -> None:
    phone = phones(width=740, height=360)
    phone.go(f"/t/{reach(phone.server, TURN)}")
    stash = phone.find(".at-board > .stash").bounding_box()
    assert stash is not None
    tokens = [box["y"] for one in phone.find(".tray > *").all() if (box := one.bounding_box())]
    assert (len(tokens), len(set(tokens))) == (6, 2)
    foot = [box for one in phone.find(".table-foot > *").all() if one.is_visible() and (box := one.bounding_box())]
    assert len({box["y"] for box in foot}) == 1
    assert stash["y"] < min(tokens) < max(tokens) < foot[0]["y"]
    # Tomes are played from the stash, and leave the foot to what undo takes back.
    assert phone.find("a[href*='ask=tome']:visible").count() == 1


def test_on_a_tablet_the_log_stands_between_the_board_and_one_row_of_hand(phones: PhoneMaker) -> None:
    phone = phones(width=820, height=1180)
    phone.go(f"/t/{reach(phone.server, TURN)}")
    parts = (".place-row >> nth=-1", ".recent li >> nth=0", ".own", ".at-board [data-heading]", ".tray")
    row, log, own, asked, tray = (
        phone.find(one).evaluate("(one) => one.getBoundingClientRect().toJSON()") for one in parts
    )
    assert row["bottom"] <= log["top"] < tray["top"]
    assert log["bottom"] <= own["top"]
    assert asked["right"] <= tray["left"]
    assert tray["top"] <= asked["top"] < tray["bottom"]


def test_each_figure_of_a_crew_has_room_where_it_stands_beside_the_board(phones: PhoneMaker, host: Server) -> None:
    laptop = phones(host, device=DEVICE, width=1280, height=800, is_mobile=False)
    laptop.go(f"/t/{parties.reach(host, 'full, roll call in the app').code}")
    cramped = """(cells) => cells.filter((cell) => {
        const held = document.createRange();
        held.selectNodeContents(cell);
        return held.getBoundingClientRect().right > cell.getBoundingClientRect().right;
    }).map((cell) => cell.textContent)"""
    assert laptop.find(".crew-strip > *").count() > 0
    assert laptop.find(".crew-strip > *").evaluate_all(cramped) == []
