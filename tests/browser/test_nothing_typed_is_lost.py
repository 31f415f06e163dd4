"""What was typed survives reloads, a server that is away, and a second phone on the same sheet."""

import re

import pytest
from evenings import game, show_result, start, totals
from everybody import version_of
from parties import Seated, seat_everybody
from phones import Phone, PhoneMaker, Server
from playwright.sync_api import expect
from tables import settled

pytestmark = pytest.mark.browser

GOON_PLACES = ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
CUBES = {"cubes": {"scrap": 4}}
BANNER = "[data-offline]"


def opened(phones: PhoneMaker, link: str, **how: object) -> Phone:
    phone = phones(**how)
    phone.go(f"/score/{link}")
    return phone


def fresh_value(phones: PhoneMaker, link: str, name: str) -> str:
    """What a phone that opens the sheet now sees in a field."""
    return opened(phones, link).value(name)


def test_a_reload_in_the_middle_of_a_number_keeps_it(phone: Phone) -> None:
    phone.go(f"/score/{start(phone.server)}")
    # No request has left yet: the page waits a moment for the next key.
    with phone.page.expect_navigation():
        phone.page.evaluate("document.querySelector('[data-key=\"3\"]').click(); location.reload()")
    phone.ready()
    phone.saved()
    assert phone.value("0.reputation") == "3"


def test_a_reload_keeps_cards_demons_and_what_a_side_holds(phone: Phone) -> None:
    phone.go(f"/score/{start(phone.server)}")
    phone.tap('[value="add:0.demons:gem"]')
    phone.tap('section[data-side="0"] [data-hold="marker"]')
    phone.saved()
    phone.page.reload()
    phone.ready()
    assert phone.find('[data-chips="0.demons"] .chip').count() == 1
    assert phone.find('section[data-side="0"] [data-hold="marker"]').get_attribute("aria-pressed") == "true"


def test_what_is_typed_while_the_server_is_away_waits_and_then_arrives(phones: PhoneMaker, own_server: Server) -> None:
    phone = phones(own_server)
    link = start(own_server)
    phone.go(f"/score/{link}")
    phone.keys("31")
    phone.saved()
    phone.offline = True
    own_server.stop()
    phone.keys(">4")
    phone.find(BANNER).wait_for(state="visible")
    phone.plus("0.goon.cultist", 2)
    phone.tap_field("0.items")
    phone.keys("5")
    expect(phone.find(BANNER)).to_contain_text("Your entries wait here.")
    own_server.start()
    phone.saved()
    expect(phone.find(BANNER)).to_contain_text("Your entries are saved.")
    assert phone.out("0.goon.cultist.points") == "+10"
    phone.page.reload()
    phone.ready()
    assert [phone.value(f"0.{name}") for name in ("suspicion", "goon.cultist", "items")] == ["4", "2", "5"]


def test_the_banner_moves_nothing_and_covers_the_top_bar(phone: Phone) -> None:
    phone.go(f"/score/{start(phone.server)}")
    before = phone.find('[name="0.reputation"]').bounding_box()
    phone.page.evaluate(f"document.querySelector('{BANNER}').hidden = false")
    assert phone.find('[name="0.reputation"]').bounding_box() == before


def test_two_phones_fill_in_one_sheet(phones: PhoneMaker, own_server: Server) -> None:
    first, second = phones(own_server), phones(own_server)
    first.go(f"/score/{start(own_server)}")
    first.keys("31")
    first.saved()
    second.go("/history")
    second.follow(".entry-link")
    assert second.value("0.reputation") == "31"
    second.tap('[data-tab="1"]')
    second.tap_field("1.reputation")
    second.keys("28")
    first.keys(">4")
    second.saved()
    first.saved()
    for phone in (first, second):
        phone.page.reload()
        phone.ready()
        assert [phone.value(name) for name in ("0.reputation", "0.suspicion", "1.reputation")] == ["31", "4", "28"]


def test_a_phone_that_slept_is_right_again_on_waking(phones: PhoneMaker, household: Server) -> None:
    link = start(household)
    asleep, awake = opened(phones, link), opened(phones, link)
    awake.tap_field("0.suspicion")
    awake.keys("4")
    awake.saved()
    asleep.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(asleep.find('[name="0.suspicion"]')).to_have_value("4")


@pytest.fixture
def clash(phones: PhoneMaker, household: Server) -> tuple[str, Phone]:
    """A sheet on which another phone set 31 where this one, which had not heard of it, set 30."""
    link = start(household)
    mine, theirs = opened(phones, link), opened(phones, link)
    with mine.out_of_reach():
        theirs.keys("31")
        theirs.saved()
        mine.keys("30")
    mine.find(".conflict >> visible=true").wait_for()
    return link, mine


def test_the_same_field_on_two_phones_shows_both_values_and_nothing_goes_on_before_somebody_chose(
    phones: PhoneMaker, clash: tuple[str, Phone]
) -> None:
    link, mine = clash
    said = mine.find(".conflict >> visible=true")
    assert said.locator("span").inner_text() == "Reputation: another phone set 31, you set 30."
    assert said.get_by_role("button").all_inner_texts() == ["Keep 31", "Use 30"]
    mine.keys("5")
    assert said.locator("span").inner_text() == "Reputation: another phone set 31, you set 305."
    mine.keys(">7")
    mine.find('[data-out="0.suspicion.points"]').wait_for()
    mine.page.wait_for_selector('.stepper:not(.waiting) [name="0.suspicion"]')
    assert fresh_value(phones, link, "0.reputation") == "31"
    # It waits through a reload.
    mine.page.reload()
    mine.ready()
    assert said.locator("span").inner_text() == "Reputation: another phone set 31, you set 305."
    # The result is not shown.
    mine.expected = {409}
    mine.tap(".lead")
    mine.follow(".hand .button.primary")
    assert "/score/" in mine.page.url
    assert said.locator("span").inner_text() == "Reputation: another phone set 31, you set 305."


def test_keeping_theirs_takes_their_value(phones: PhoneMaker, clash: tuple[str, Phone]) -> None:
    link, mine = clash
    mine.tap("[data-keep]")
    mine.saved()
    assert mine.value("0.reputation") == "31"
    assert mine.find(".conflict >> visible=true").count() == 0
    assert fresh_value(phones, link, "0.reputation") == "31"


def test_using_mine_sets_my_value_and_whoever_does_it_by_key_stays_in_its_row(
    phones: PhoneMaker, clash: tuple[str, Phone]
) -> None:
    link, mine = clash
    mine.find("[data-use]").focus()
    mine.page.keyboard.press("Enter")
    mine.saved()
    assert mine.page.evaluate("document.activeElement.closest('.row')?.querySelector('input').name") == "0.reputation"
    assert mine.find(".conflict >> visible=true").count() == 0
    assert fresh_value(phones, link, "0.reputation") == "30"


def test_two_phones_add_cards_to_one_side_and_both_stay(phones: PhoneMaker, household: Server) -> None:
    link = start(household, by="cards")
    first, second = opened(phones, link), opened(phones, link)
    first.tap('[value="add:0.cards:dwarf"]')
    first.saved()
    second.tap('[value="add:0.cards:cultist"]')
    second.saved()
    assert sorted(second.find('[data-chips="0.cards"] .chip').all_inner_texts()) == ["Cultist", "Dwarf"]


def test_a_finished_page_does_not_undo_what_the_other_phone_typed(phones: PhoneMaker, household: Server) -> None:
    link = game(household)
    late, early = opened(phones, link), opened(phones, link)
    early.tap_field("0.tomes")
    early.keys("9")
    early.saved()
    # This page still shows 2 tomes; showing the result sends the whole form.
    assert late.value("0.tomes") == "2"
    show_result(late)
    late.go(f"/score/{link}")
    assert late.value("0.tomes") == "9"


def test_a_sheet_that_was_deleted_meanwhile_says_so(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device="maker-of-a-sheet-that-goes-away")
    link = start(household)
    phone.go(f"/score/{link}")
    household.post(f"/s/{link}/delete")
    phone.expected = {404}
    with phone.page.expect_navigation():
        phone.keys("3")
    assert phone.find("h1").inner_text() == "Not found"


def test_a_tap_just_before_the_result_counts(phone: Phone) -> None:
    phone.go(f"/score/{start(phone.server, '2')}")
    with phone.page.expect_navigation():
        # Both in one moment: no request has left in between.
        phone.page.evaluate(
            """() => {
                document.querySelector('section[data-side="0"] [data-hold="marker"]').click();
                document.querySelector('[value="finish"]').click();
            }"""
        )
    phone.ready()
    assert totals(phone) == (2, 0)


def corrected_meanwhile(host: Server, table: Seated, phone: Phone) -> None:
    """The second seat corrects its reputation, and the phone of another hears of it."""
    before = version_of(phone)
    corrected = {"type": "set_reputation", "kind": "correction", "f.side": "1", "f.number": "7"}
    host.post(f"/t/{table.code}", table.devices[1], version=before, once="a-star-is-corrected", **corrected)
    phone.page.wait_for_selector(f"[data-version]:not([data-version='{before}'])")


def test_goons_half_typed_stay_on_the_phone_whose_keys_pass_to_another(phones: PhoneMaker, host: Server) -> None:
    table = seat_everybody(host, "Vera", "Isaac", begun=False, depth="full")
    vera, isaac = (phones(host, device=device) for device in table.devices)
    for phone in (vera, isaac):
        phone.go(f"/t/{table.code}")
        phone.page.wait_for_selector(":root[data-live=stream]", state="attached")
        settled(phone)
    vera.tap("[data-type=dwarf]")
    # There and back, and there again.
    for _ in range(3):
        vera.tap("[data-goon-panel] [data-more] >> visible=true")
        settled(vera)
    vera.tap("[data-icons='4']")
    vera.tap("[data-type=ratman]")
    typed = vera.find("[data-shown]").all_inner_texts()
    corrected_meanwhile(host, table, vera)
    assert vera.find("[data-shown]").all_inner_texts() == typed
    assert vera.find("[name='f.goons.infirmary.type']").input_value() == "ratman"
    host.post(f"/t/{table.code}/people", table.devices[0], do="keeper:1", once="the-keys-pass-on")
    expect(vera.find("[data-changed]")).to_contain_text("Isaac runs the table now.")
    assert vera.find("[data-shown]").all_inner_texts() == typed
    expect(isaac.find("#goons")).to_be_attached()
    vera.page.reload()
    vera.ready()
    assert vera.find("[data-shown]").all_inner_texts() == typed


def test_what_is_half_typed_of_a_card_stays_whatever_others_do_meanwhile(phones: PhoneMaker, host: Server) -> None:
    goons = {place: {"type": "dwarf", "icons": 1} for place in GOON_PLACES}
    begun = {"round": 3, "phase": "lights_out", "location": "chow_hall", "goons": goons, "sides": [CUBES, CUBES]}
    table = seat_everybody(
        host, "Vera", "Isaac", begun=False, depth="full", roll_call=False, turns="told", begin_together=begun
    )
    vera = phones(host, device=table.devices[0])
    for number, device in enumerate(table.devices):
        entered = {"type": "enter_tokens", "kind": "act", "f.side": str(number), "f.tokens": str(5 - number)}
        vera.go(f"/t/{table.code}")
        host.post(f"/t/{table.code}", device, version=version_of(vera), once=f"who-is-there-{number}", **entered)
    vera.go(f"/t/{table.code}")
    vera.page.wait_for_selector(":root[data-live=stream]", state="attached")
    settled(vera)
    vera.tap("[href*='pick=recruit'] >> nth=0")
    settled(vera)
    vera.tap(".table-hand .primary")
    settled(vera)
    vera.tap("#card [data-more] >> nth=2")
    vera.tap("#card [data-add][value='give_suspicion']")
    typed = vera.find(".face-part").count()
    corrected_meanwhile(host, table, vera)
    assert (typed, vera.find(".face-part").count()) == (2, 2)
    vera.tap(".face-part >> nth=0")
    vera.tap("#card [data-more] >> nth=1")
    settled(vera)
    vera.tap("button[form=card].primary")
    settled(vera)
    vera.go(f"/t/{table.code}/crew")
    expect(vera.find("#main")).to_contain_text(re.compile(r"Valuables\s+1\s+gem\s+–"))
