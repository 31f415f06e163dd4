"""The keypad and the steppers: sums, Next and Done, what is refused, real keys."""

from collections.abc import Iterator

import pytest
from evenings import start
from phones import HEIGHT, WIDTH, Phone, Server
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SUM = "[data-sum]"
RESULT = "[data-result]"


@pytest.fixture(scope="module")
def typist(browser: Browser, household: Server) -> Iterator[Phone]:
    """One phone for all: what it keeps of a sheet concerns no other."""
    phone = Phone(browser, household)
    yield phone
    phone.context.close()


@pytest.fixture
def sheet(typist: Phone) -> Iterator[Phone]:
    """That phone before an empty score form, its first field ready to be typed in."""
    typist.taps = 0
    typist.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    typist.go(f"/score/{start(typist.server)}")
    yield typist
    assert typist.faults == []


def focused(phone: Phone) -> str:
    return str(phone.page.evaluate("document.activeElement.name ?? ''"))


def test_who_goes_to_another_player_while_typing_types_on_there(sheet: Phone) -> None:
    sheet.tap_field("0.suspicion")
    sheet.keys("3")
    keys = sheet.find('[data-key="next"]').bounding_box()
    sheet.tap('[data-tab="1"]')
    assert sheet.find('[data-key="next"]').bounding_box() == keys
    sheet.keys("7")
    assert sheet.value("1.reputation") == "7"


def test_the_first_field_waits_for_a_number(sheet: Phone) -> None:
    assert focused(sheet) == "0.reputation"
    assert sheet.find("[data-keypad]").is_visible()


def test_a_sum_is_shown_with_what_it_comes_to(sheet: Phone) -> None:
    sheet.tap_field("0.resources")
    sheet.keys("3+6+2")
    assert sheet.find(SUM).inner_text() == "3 + 6 + 2 ="
    assert sheet.find(RESULT).inner_text() == "11"


def test_a_sum_is_kept_beyond_a_reload(sheet: Phone) -> None:
    sheet.tap_field("0.resources")
    sheet.keys("3+6+2")
    sheet.saved()
    sheet.page.reload()
    sheet.ready()
    assert sheet.value("0.resources") == "11"
    sheet.tap_field("0.resources")
    assert sheet.find(SUM).inner_text() == "3 + 6 + 2 ="


def test_a_digit_says_why_it_does_nothing_where_cards_are_tapped(sheet: Phone) -> None:
    sheet.tap_field("0.goon.cultist")
    sheet.keys(">3")
    assert sheet.find(SUM).inner_text() == "No number here: tap the buttons in the row."
    sheet.keys(">")
    assert sheet.find(SUM).inner_text() == ""


def test_plus_goes_on_with_the_number_that_stands_there(sheet: Phone) -> None:
    sheet.keys("31>")
    sheet.tap_field("0.reputation")
    sheet.keys("+4")
    assert sheet.find(RESULT).inner_text() == "35"


def test_the_first_digit_replaces_the_number_that_stands_there(sheet: Phone) -> None:
    sheet.keys("31>")
    sheet.tap_field("0.reputation")
    sheet.keys("52")
    assert sheet.value("0.reputation") == "52"


def test_after_a_step_the_next_digit_replaces_too(sheet: Phone) -> None:
    sheet.keys("31")
    sheet.plus("0.reputation")
    assert sheet.find(RESULT).inner_text() == "32"
    sheet.keys("7")
    assert sheet.value("0.reputation") == "7"


def test_next_and_back_reach_every_row_in_reading_order(sheet: Phone) -> None:
    rows = sheet.find("section:not([hidden]) > .rows > :is(.row, .entry)").evaluate_all(
        "(all) => all.filter((one) => one.offsetHeight && one.dataset.row !== '0/name').map((one) => one.dataset.row)"
    )
    here = "document.activeElement.closest('[data-row]').dataset.row"
    reached = [sheet.page.evaluate(here)]
    for _ in rows[1:]:
        sheet.keys(">")
        assert sheet.find("[data-keypad]").is_visible()
        reached.append(sheet.page.evaluate(here))
    assert reached == rows
    assert {"0/0.goon.dwarf", "0/0.demons", "0/marker", "0/leader"} <= {*rows}
    sheet.keys("<")
    assert sheet.page.evaluate(here) == "0/marker"


def test_next_goes_on_from_the_goon_whose_plus_was_tapped(sheet: Phone) -> None:
    sheet.keys("31>")
    sheet.plus("0.goon.cultist", 2)
    sheet.keys(">4")
    assert sheet.value("0.items") == "4"


def test_erase_takes_back_sign_by_sign(sheet: Phone) -> None:
    sheet.keys("3+12x")
    assert sheet.value("0.reputation") == "3+1"
    sheet.keys("xxx")
    assert sheet.value("0.reputation") == ""
    sheet.saved()


def test_erase_empties_a_field_that_was_just_entered(sheet: Phone) -> None:
    sheet.keys("31>")
    sheet.tap_field("0.reputation")
    sheet.keys("x")
    assert sheet.value("0.reputation") == ""


def test_next_at_the_last_field_goes_to_the_next_side(sheet: Phone) -> None:
    sheet.tap_field("0.goal")
    sheet.keys(">>>")
    assert focused(sheet) == "1.reputation"
    assert sheet.find('[data-tab="1"]').get_attribute("aria-current") == "true"


def test_done_at_the_very_last_field_puts_the_keypad_away(sheet: Phone) -> None:
    sheet.tap('[data-tab="3"]')
    sheet.tap_field("3.goal")
    sheet.keys(">>")
    assert sheet.find("[data-next-word]").inner_text() == "Done"
    sheet.keys(">")
    assert sheet.find("[data-keypad]").is_hidden()
    assert sheet.find(".hand .button.primary").is_visible()


def test_done_above_the_keys_leads_from_any_field_to_what_ends_the_count(sheet: Phone) -> None:
    sheet.tap_field("0.suspicion")
    sheet.keys("3")
    sheet.tap('[data-key="done"]')
    assert sheet.find("[data-keypad]").is_hidden()
    assert sheet.find(".hand .button.primary").is_visible()
    assert sheet.value("0.suspicion") == "3"


def test_a_double_tap_on_done_does_not_show_the_result(sheet: Phone) -> None:
    sheet.tap('[data-tab="3"]')
    sheet.tap_field("3.goal")
    sheet.keys(">>")
    box = sheet.find('[data-key="next"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 30
    sheet.page.touchscreen.tap(x, y)
    hit = f"document.elementFromPoint({x}, {y}).closest('.hand .button') !== null"
    assert sheet.page.evaluate(hit), "the result's button must lie where Done lay, or this test shows nothing"
    sheet.page.touchscreen.tap(x, y)
    assert "/score/" in sheet.page.url
    sheet.tap(".hand .button.primary")
    sheet.page.wait_for_url("**/s/*")


def test_a_tap_beside_the_rows_puts_the_keypad_away(sheet: Phone) -> None:
    sheet.keys("31")
    sheet.tap(".lead")
    assert sheet.find("[data-keypad]").is_hidden()
    assert sheet.value("0.reputation") == "31"


def test_less_than_nothing_is_refused_in_words_and_kept(sheet: Phone) -> None:
    sheet.keys("3-9")
    error = sheet.find('[data-out="0.reputation.error"]')
    error.wait_for(state="visible")
    assert error.inner_text() == "Not below 0: the game has no negative count here."
    assert sheet.find('[name="0.reputation"]').get_attribute("aria-invalid") == "true"
    sheet.keys(">")
    assert sheet.value("0.reputation") == "\N{MINUS SIGN}6"
    sheet.keys("<")
    assert sheet.find(SUM).inner_text() == "3 \N{MINUS SIGN} 9 ="


def test_a_sheet_with_a_refused_number_is_not_finished_but_shows_it(sheet: Phone) -> None:
    sheet.expected = {422}
    sheet.keys("3-9")
    sheet.find('[data-out="0.reputation.error"]').wait_for(state="visible")
    sheet.tap('[data-tab="2"]')
    sheet.tap(".lead")
    sheet.follow(".hand .button.primary")
    assert "/score/" in sheet.page.url
    assert focused(sheet) == "0.reputation"
    assert sheet.find("[data-keypad]").is_visible()
    error = sheet.find('[data-out="0.reputation.error"]')
    assert error.is_visible()
    assert sheet.find('[name="0.reputation"]').get_attribute("aria-describedby") == error.get_attribute("id")
    field = sheet.find('.stepper:has([name="0.reputation"])').bounding_box()
    below = error.bounding_box()
    assert field is not None
    assert below is not None
    assert below["y"] >= field["y"] + field["height"]


def test_a_number_that_is_too_large_is_shown_whole(sheet: Phone) -> None:
    sheet.keys("99999>")
    sheet.find('[data-out="0.reputation.error"]').wait_for(state="visible")
    cut = "(input) => input.scrollWidth > input.clientWidth"
    assert sheet.value("0.reputation") == "99999"
    assert not sheet.find('[name="0.reputation"]').evaluate(cut)


def test_real_keys_type_and_enter_moves_on(sheet: Phone) -> None:
    sheet.page.keyboard.type("3+6+2")
    assert sheet.find(RESULT).inner_text() == "11"
    sheet.page.keyboard.press("Enter")
    assert focused(sheet) == "0.suspicion"
    assert sheet.value("0.reputation") == "11"
    sheet.saved()


def test_escape_puts_the_keypad_away(sheet: Phone) -> None:
    sheet.page.keyboard.press("Escape")
    assert sheet.find("[data-keypad]").is_hidden()


def test_a_word_is_refused_in_words_and_kept(sheet: Phone) -> None:
    sheet.page.keyboard.type("many")
    sheet.find('[data-out="0.reputation.error"]').wait_for(state="visible")
    sheet.page.reload()
    sheet.ready()
    assert sheet.value("0.reputation") == "many"


def test_a_stepper_never_goes_below_zero(sheet: Phone) -> None:
    less = sheet.find('.stepper:has([name="0.goon.dwarf"]) [data-step="-1"]')
    assert less.get_attribute("aria-disabled") == "true"
    sheet.plus("0.goon.dwarf", 2)
    for _ in range(4):
        less.tap(force=True)
    assert sheet.value("0.goon.dwarf") == "0"
    assert less.get_attribute("aria-disabled") == "true"


def test_a_goon_opens_the_row_that_it_needs_below_the_finger(sheet: Phone) -> None:
    items = sheet.find('[name="0.items"]')
    assert items.is_hidden()
    before = sheet.find('[name="0.goon.cultist"]').bounding_box()
    sheet.plus("0.goon.cultist")
    assert items.is_visible()
    assert sheet.find('[name="0.goon.cultist"]').bounding_box() == before


def test_nothing_moves_as_a_row_gets_its_points(sheet: Phone) -> None:
    sheet.tap(".lead")
    rows = "[...document.querySelectorAll('section:not([hidden]) .row')].map((row) => row.offsetHeight)"
    before = sheet.page.evaluate(rows)
    sheet.server.post(
        f"/score/{sheet.page.url.rsplit('/', 1)[1]}",
        **{"0.reputation": "9", "0.suspicion": "4", "0.goon.dwarf": "4", "0.goon.bandit": "9", "0.goon.ratman": "1"},
        **{"0.resources": "99", "0.gold": "10", "0.tomes": "12", "0.goal": "5", "leader": "0", "marker": "0"},
    )
    sheet.page.reload()
    sheet.ready()
    assert sheet.out("0.suspicion.points") == "\N{MINUS SIGN}8"
    assert sheet.out("0.goon.ratman.points") == "\N{MINUS SIGN}3"
    assert sheet.page.evaluate(rows) == before
