"""A server that answers late: rows stay where they are, Next passes none over, no key is lost nor goes elsewhere."""

from collections.abc import Iterator

import pytest
from evenings import start
from phones import Phone
from playwright.sync_api import Route

pytestmark = pytest.mark.browser


class Held:
    """What the score form sends, which waits on its way until it is let go, the first first."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._holding = True
        self._waiting: list[Route] = []
        phone.page.route("**/score/*", self._hold)

    def _hold(self, route: Route) -> None:
        if self._holding and route.request.method == "POST":
            self._waiting.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        """Wait until something is held."""
        while not self._waiting:
            self._phone.page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Let the oldest one be answered, and the page take that in."""
        self.wait()
        with self._phone.page.expect_response("**/score/*"):
            self._waiting.pop(0).continue_()
        self._phone.page.wait_for_timeout(50)

    def end(self) -> None:
        self._holding = False
        while self._waiting:
            self._waiting.pop(0).continue_()


@pytest.fixture
def sheet(phone: Phone) -> Phone:
    phone.go(f"/score/{start(phone.server)}")
    return phone


@pytest.fixture
def held(sheet: Phone) -> Iterator[Held]:
    answers = Held(sheet)
    yield answers
    answers.end()
    sheet.saved()


def focused(phone: Phone) -> str:
    return str(phone.page.evaluate("document.activeElement.name ?? ''"))


def top(phone: Phone, selector: str) -> float:
    return float(phone.find(selector).evaluate("(one) => one.getBoundingClientRect().top"))


def test_the_rows_that_a_demon_opened_stay_when_an_older_answer_comes(sheet: Phone, held: Held) -> None:
    sheet.plus("0.goon.bandit")
    held.wait()
    sheet.tap('[value="add:0.demons:any"]')
    sheet.tap_field("0.valuable.blade")
    held.let_go()
    sheet.keys("1>2>")
    assert focused(sheet) == "0.valuable.magic"
    assert (sheet.value("0.valuable.blade"), sheet.value("0.valuable.gem")) == ("1", "2")
    assert sheet.value("0.resources") == ""


def test_every_key_counts_while_answers_come_late(sheet: Phone, held: Held) -> None:
    for digit in "1234":
        sheet.keys(digit)
        held.wait()
    held.let_go()
    assert sheet.value("0.reputation") == "1234"
    sheet.keys("x>7")
    held.let_go()
    assert (sheet.value("0.reputation"), sheet.value("0.suspicion")) == ("123", "7")


def test_a_row_does_not_vanish_from_the_side_in_sight(sheet: Phone) -> None:
    sheet.plus("0.goon.hobgoblin")
    sheet.saved()
    power = sheet.find('[name="0.power"]')
    sheet.tap('.stepper:has([name="0.goon.hobgoblin"]) [data-step="-1"]')
    sheet.saved()
    assert power.is_visible()
    sheet.tap('[data-tab="1"]')
    sheet.tap('[data-tab="0"]')
    assert power.is_hidden()


def test_what_was_touched_stays_in_its_place_as_a_row_opens_above_it(sheet: Phone) -> None:
    link = sheet.page.url.rsplit("/", 1)[1]
    sheet.server.post(f"/score/{link}", **{"1.reputation": "5"})
    sheet.page.reload()
    sheet.ready()
    sheet.tap_field("0.resources")
    before = top(sheet, '[name="0.resources"]')
    # Now both have 5, so that items decide, which stand above.
    sheet.keys("5")
    sheet.find('[name="0.items"]').wait_for(state="visible")
    assert abs(top(sheet, '[name="0.resources"]') - before) <= 1


def test_items_are_not_asked_for_because_two_others_are_still_at_0(sheet: Phone) -> None:
    sheet.keys("31")
    sheet.saved()
    sheet.tap('[data-tab="1"]')
    assert sheet.find('[name="1.items"]').is_hidden()
    assert sheet.find('[name="0.items"]').is_hidden()
