"""A game of three by ear and keys: what each hears of the own acts and of the others', where the focus is."""

from typing import Final

import pytest
from ears import Heard, Listener
from everybody import Everybody, version_of
from parties import reach, seat_everybody
from phones import DEVICE, Phone, PhoneMaker, Server
from playwright.sync_api import expect
from tables import settled
from test_by_ear import acts_are_heard

pytestmark = pytest.mark.browser


def listen(everybody: Everybody) -> list[list[Heard]]:
    """Play a round, and say what each has heard; what the others did is noted after every act."""
    people = [one for one in everybody.people if isinstance(one, Listener)]
    while everybody.round == 1:
        everybody.step()
        for place, one in enumerate(people):
            if place != everybody.acted[-1].place:
                one.hear()
    assert [one.lost for one in people] == [0, 0, 0]
    return [one.heard for one in people]


def test_a_round_of_three_by_ear(phones: PhoneMaker, own_server: Server, report: list[str]) -> None:
    table = seat_everybody(own_server, "Vera", "Isaac", "Stan", depth="full", roll_call=True)
    desks = [phones(own_server, device=one, hurried=True, has_touch=False, is_mobile=False) for one in table.devices]
    heard = [one for of_phone in listen(Listener.at_table(table.code, *desks)) for one in of_phone]
    acts_are_heard(heard, report)


def test_a_light_game_of_three_on_one_phone_by_ear(phones: PhoneMaker, own_server: Server, report: list[str]) -> None:
    table = seat_everybody(own_server, "Vera", "Isaac", "Stan", holds=[0, 1, 2])
    desk = phones(own_server, device=table.devices[0], hurried=True, has_touch=False, is_mobile=False)
    everybody = Listener.at_table(table.code, desk)
    (listener,) = everybody.people
    assert isinstance(listener, Listener)
    everybody.play(lambda: listener.scene == "end")
    assert listener.lost == 0
    acts_are_heard(listener.heard, report)


@pytest.fixture
def desk(phones: PhoneMaker, household: Server) -> Phone:
    """A small window of the phone that has all seats, with a keyboard and no finger."""
    return phones(household, device=DEVICE, has_touch=False, is_mobile=False)


SCENES: Final = (
    "light, a round",
    "light, a raid",
    "light, the end",
    "full, who is there",
    "full, a reward",
    "full, roll call in the app",
)


@pytest.mark.parametrize("scene", SCENES)
def test_a_shared_table_begins_at_its_question_and_a_second_skip_link_leads_there(desk: Phone, scene: str) -> None:
    desk.go(f"/t/{reach(desk.server, scene).code}")
    expect(desk.find("#asked")).to_be_focused()
    assert [one.inner_text() for one in desk.find("a.skip").all()] == ["To the content", "To what now", "Keys"]
    regions = desk.page.evaluate("[...document.body.children].map((one) => one.dataset.part ?? one.id).filter(Boolean)")
    assert [one for one in regions if one in {"main", "hand", "foot"}] == ["main", "hand", "foot"]


def test_in_roll_call_tokens_are_named_and_digits_choose_them_and_then_the_location(desk: Phone) -> None:
    desk.go(f"/t/{reach(desk.server, 'full, roll call in the app').code}")
    tray = desk.page.get_by_role("group", name="Your tokens")
    names = [one.get_attribute("aria-label") or "" for one in tray.locator("[name='f.tokens']").all()]
    assert {one.partition(",")[0] for one in names} <= {*(f"Token {n}" for n in range(2, 6)), "Enforcer", "Lookout"}
    headings = [one.inner_text() for one in desk.page.get_by_role("main").get_by_role("heading").all()]
    assert headings[:2] == ["Exercise Yard", "Sewers"]
    before, keys = version_of(desk), desk.page.keyboard
    keys.press(desk.find("[name='f.tokens']").first.get_attribute("aria-keyshortcuts") or "")
    keys.press("Enter")
    keys.press(desk.find(".slot").last.get_attribute("aria-keyshortcuts") or "")
    keys.press("Enter")
    settled(desk)
    assert version_of(desk) == before + 1
    expect(desk.find("#asked")).to_be_focused()


def test_whoever_sets_numbers_keeps_the_focus_whatever_others_do(phones: PhoneMaker, own_server: Server) -> None:
    table = seat_everybody(own_server, "Vera", "Isaac")
    vera, isaac = (phones(own_server, device=one, has_touch=False, is_mobile=False) for one in table.devices)
    for one in (vera, isaac):
        one.go(f"/t/{table.code}")
        one.page.wait_for_selector(":root[data-live=stream]", state="attached")
    more = vera.find('.set-number:has([data-number]) [data-step="1"]').first
    more.focus()
    vera.page.keyboard.press("Enter")
    settled(vera)
    expect(more).to_be_focused()
    expect(isaac.find("#news")).not_to_be_empty()
    isaac.find('.set-number:has([data-number]) [data-step="1"]').first.focus()
    isaac.page.keyboard.press("Enter")
    settled(isaac)
    expect(vera.find("#news")).to_contain_text("Isaac")
    expect(more).to_be_focused()
