"""Three phones enter the items of the display at the same time, and none gets in another's way."""

import pytest
from everybody import version_of
from parties import Seated, seat_everybody
from phones import Phone, PhoneMaker, Server
from playwright.sync_api import expect
from support.common import rule
from tables import GOONS, settled

pytestmark = pytest.mark.browser

READ = "What’s on item {} of the display"
CARD = "button[form=card].primary"


def at_the_cell_block(phones: PhoneMaker, host: Server) -> tuple[Seated, list[Phone]]:
    """Isaac is at the Cell Block; nobody has entered yet what the four items of the display cost."""
    begun = {"round": 3, "phase": "lights_out", "location": "cell_block", "goons": GOONS, "display": [{}] * 4}
    wished = {"depth": "full", "roll_call": False, "turns": "told", "begin_together": begun | {"sides": [{}] * 3}}
    table = seat_everybody(host, "Vera", "Isaac", "Stan", begun=False, **wished)
    seated = [phones(host, device=device) for device in table.devices]
    for number, device in enumerate(table.devices):
        seated[0].go(f"/t/{table.code}")
        told = {"type": "enter_tokens", "kind": "act", "f.side": str(number)} | (
            {"f.tokens": "5"} if number == 1 else {}
        )
        host.post(f"/t/{table.code}", device, version=version_of(seated[0]), once=f"who-is-there-{number}", **told)
    for phone in seated:
        phone.go(f"/t/{table.code}")
        phone.page.wait_for_selector(":root[data-live=stream]", state="attached")
        settled(phone)
    return table, seated


def heading(phone: Phone) -> str:
    return phone.find("[data-heading] >> visible=true").first.inner_text()


def worth(phone: Phone, number: int) -> None:
    """Tap what an item is worth."""
    phone.tap(f"#card .tile:has([name='f.item.reputation'][value='{number}'])")


def typed(phone: Phone) -> list[str]:
    """What an item is worth by what is tapped here."""
    found = phone.find("#card [name='f.item.reputation']:checked")
    return [found.nth(place).input_value() for place in range(found.count())]


def enter(phone: Phone) -> None:
    phone.tap("#card .tile:has([name=free])")
    phone.tap(CARD)


@rule("L-17")
def test_three_phones_enter_items_at_the_same_time_and_nothing_typed_is_lost(phones: PhoneMaker, host: Server) -> None:
    _, (vera, isaac, stan) = at_the_cell_block(phones, host)
    for number, phone in enumerate((vera, isaac, stan), start=1):
        expect(phone.find("[data-heading] >> visible=true").first).to_contain_text(READ.format(number))
        worth(phone, number)
    enter(stan)
    # What Stan has entered appears, and what the others have half typed stays.
    for phone in (vera, isaac):
        expect(phone.find(".other-items")).to_contain_text("Item 3: Item worth 3")
    assert [typed(phone) for phone in (vera, isaac)] == [["1"], ["2"]]
    enter(vera)
    enter(isaac)
    expect(vera.find("[data-heading] >> visible=true").first).to_contain_text(READ.format(4))
    expect(vera.find(".other-items")).to_contain_text("Item 2: Item worth 2")
    assert typed(vera) == []
    # Isaac helps, and types half of the item that Vera enters meanwhile: it is told, and in no other form.
    settled(isaac)
    isaac.tap("a:has-text('Enter item 4')")
    settled(isaac)
    worth(isaac, 5)
    worth(vera, 4)
    enter(vera)
    expect(isaac.find("#card")).to_have_count(0)
    expect(isaac.find("[data-heading] >> visible=true").first).to_contain_text("Your reward at the Cell Block.")


@rule("L-17")
def test_what_was_half_typed_of_an_item_that_another_has_entered_is_in_no_other_form(
    phones: PhoneMaker, host: Server
) -> None:
    _, (vera, isaac, _) = at_the_cell_block(phones, host)
    isaac.tap("a:has-text('Enter item 1')")
    settled(isaac)
    worth(isaac, 5)
    worth(vera, 1)
    enter(vera)
    expect(isaac.find("[data-heading] >> visible=true").first).to_contain_text(READ.format(2))
    expect(isaac.find(".other-items")).to_contain_text("Item 1: Item worth 1")
    assert typed(isaac) == []
