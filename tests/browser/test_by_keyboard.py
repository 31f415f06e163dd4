"""The app by keyboard alone, with the focus always in sight."""

import pytest
from evenings import game, start, totals
from phones import DEVICE, Phone, PhoneMaker
from places import Pages
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SHOWS_FOCUS = """() => {
    const one = document.activeElement;
    const drawn = (part) => {
        const style = part && getComputedStyle(part);
        return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    };
    const there = one.getBoundingClientRect();
    const held = one.matches(".stepper input") ? one.parentElement : one.nextElementSibling;
    const inView = there.bottom > 0 && there.top < innerHeight;
    return (drawn(one) || drawn(held)) && inView;
}"""
"""Whether what has the focus shows it: an outline of its own, or for a field that lies over its text, of that."""
STOPS = f"""() => {{
    const stops = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    return [...document.querySelectorAll(stops)].flatMap((one) => {{
        one.focus();
        return document.activeElement === one ? [[({SHOWS_FOCUS})(), one.outerHTML.slice(0, 160)]] : [];
    }});
}}"""
"""Whether each stop shows that it has the focus. What shows it to a finger only is none: Tab was the last key."""

UNDER_A_FOOT = """() => {
    const one = document.activeElement.closest("label") ?? document.activeElement;
    const sticks = (other) => getComputedStyle(other).position === "sticky" && !other.contains(one);
    const feet = [...document.querySelectorAll(".table-hand, .table-foot, .hand, .answer, .keypad, .docked")];
    const { top, bottom } = one.getBoundingClientRect();
    const over = (foot) => bottom > foot.getBoundingClientRect().top + 1 && top < foot.getBoundingClientRect().bottom;
    return feet.some((foot) => foot.checkVisibility() && sticks(foot) && over(foot));
}"""
"""Whether what has the focus lies under something that sticks to the foot of the window."""

NAMED = "document.activeElement.outerHTML.slice(0, 160)"


def press_until(phone: Phone, selector: str, most: int = 120) -> None:
    """Tab to what the selector names; the focus must be seen at every stop."""
    for _ in range(most):
        phone.page.keyboard.press("Tab")
        assert phone.page.evaluate(SHOWS_FOCUS), phone.page.evaluate(NAMED)
        if phone.page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"Tab never came to {selector}.")


def activate(phone: Phone) -> None:
    with phone.page.expect_navigation():
        phone.page.keyboard.press("Enter")
    phone.ready()


@pytest.fixture
def desk(phones: PhoneMaker) -> Phone:
    """A small window with a keyboard and no finger."""
    return phones(has_touch=False, is_mobile=False)


def test_a_sheet_is_filled_in_and_shown_by_keyboard_alone(desk: Phone) -> None:
    keys = desk.page.keyboard
    desk.go("/")
    press_until(desk, '.door[href="/score"]')
    activate(desk)
    press_until(desk, '[name="players"]')
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    press_until(desk, ".hand .button")
    activate(desk)
    # Two sides. Reputation and suspicion by keys; a Dwarf by its plus; the marker by its button.
    keys.type("31")
    keys.press("Enter")
    keys.type("4")
    press_until(desk, '.stepper:has([name="0.goon.dwarf"]) [data-step="1"]')
    keys.press("Space")
    press_until(desk, '[data-hold="marker"]')
    keys.press("Enter")
    press_until(desk, ".hand .button.primary")
    activate(desk)
    # 31, most suspicion of two sides -6 (D-2), one Dwarf 1 (G-3), marker 2; the other side has nothing.
    assert totals(desk) == (28, 0)


def test_the_skip_link_is_first_and_leads_to_the_content(desk: Phone) -> None:
    desk.go(f"/s/{game(desk.server)}")
    desk.page.keyboard.press("Tab")
    skip = desk.find(".skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    box = skip.bounding_box()
    assert box is not None
    assert box["width"] > 48
    assert box["height"] >= 44
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.press("Tab")
    assert desk.page.evaluate("document.activeElement.closest('main') !== null")


def test_enter_in_the_last_field_leads_to_the_rows_after_it_and_tab_to_the_result(desk: Phone) -> None:
    desk.go(f"/score/{start(desk.server, '2')}")
    desk.find('[data-tab="1"]').click()
    desk.find('[name="1.goal"]').click()
    desk.page.keyboard.press("Enter")
    marker = desk.find('[data-side="1"] [data-hold="marker"]')
    expect(marker).to_be_focused()
    # There Enter presses the button; the keypad stays until the rows are left.
    desk.page.keyboard.press("Enter")
    expect(marker).to_have_attribute("aria-pressed", "true")
    expect(desk.find("[data-keypad]")).to_be_visible()
    press_until(desk, ".hand .button.primary", most=5)
    expect(desk.find("[data-keypad]")).to_be_hidden()


@pytest.mark.parametrize("path", ["/ask/location", "/raid", "/rules", "/history/open", "/score"])
def test_the_focus_is_seen_at_every_stop(desk: Phone, path: str) -> None:
    desk.go(path)
    for _ in range(25):
        desk.page.keyboard.press("Tab")
        if desk.page.evaluate("document.activeElement === document.body"):
            # After the last stop the browser's own are next.
            return
        assert desk.page.evaluate(SHOWS_FOCUS), desk.page.evaluate(NAMED)


def test_a_choice_keeps_its_focus_as_the_answer_comes(desk: Phone) -> None:
    desk.go("/ask/cell_block")
    chosen = desk.find('[name="ruling.guards_equal_item"]').first
    chosen.focus()
    with desk.page.expect_response("**/ask/cell_block?*"):
        desk.page.keyboard.press("ArrowRight")
    assert desk.page.evaluate("document.activeElement.name") == "ruling.guards_equal_item"


@pytest.mark.parametrize(
    "name", ["table, too much to store", "table, a new goon", "table, a check", "table, a resource to choose"]
)
def test_what_has_the_focus_at_a_table_stands_above_the_foot(phones: PhoneMaker, pages: Pages, name: str) -> None:
    desk = phones(pages.server, device=DEVICE, has_touch=False, is_mobile=False)
    desk.go(pages.games[name])
    # The page begins at its question.
    desk.find("a.skip").first.focus()
    stops = 0
    while True:
        desk.page.keyboard.press("Tab")
        if desk.page.evaluate("document.activeElement === document.body"):
            break
        stops += 1
        assert not desk.page.evaluate(UNDER_A_FOOT), desk.page.evaluate(NAMED)
    assert stops > 8


@pytest.mark.parametrize("path", ["/ask/location?players=5", "/ask/commissary", "/score/"])
def test_what_has_the_focus_on_a_sheet_or_a_question_stands_above_the_answer(desk: Phone, path: str) -> None:
    desk.go(path + start(desk.server) if path == "/score/" else path)
    for _ in range(60):
        desk.page.keyboard.press("Tab")
        if desk.page.evaluate("document.activeElement === document.body"):
            return
        assert not desk.page.evaluate(UNDER_A_FOOT), desk.page.evaluate(NAMED)
