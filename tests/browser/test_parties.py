"""Three phones and a second screen at one table: who joins, what each sees of the others, dead networks, the end."""

import random
import re
import statistics
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import pytest
from everybody import Everybody, version_of
from parties import Seated, reach, seat_everybody
from phones import DEVICE, NAME, Phone, PhoneMaker, Server
from playwright.sync_api import expect
from support.servers import Forks
from support.table_client import as_json, done, post
from tables import GOONS, Wire, settled
from test_result_page import decoded
from wires import CutWire

from companion.tables.score_reveal import ALL_LINES

pytestmark = pytest.mark.browser

SCREEN: Final = {"width": 1280, "height": 720, "has_touch": False, "is_mobile": False}
SILENCE: Final = 13
"""Seconds after which a phone speaks of it."""

LIVE: Final = ":root[data-live=stream]"


class Party(NamedTuple):
    """Phones at one table: the host's, the others', and the second screen, where there is one."""

    code: str
    host: Phone
    die: Phone
    feather: Phone
    screen: Phone | None = None


def number(phone: Phone, place: int, what: str = "reputation") -> str:
    """What a phone shows of a seat at a glance."""
    column = ("reputation", "suspicion", "power").index(what)
    return phone.find(".seats-at-a-glance li").nth(place).locator(".number").nth(column).inner_text().split()[0]


def shows(phone: Phone, place: int, text: str, what: str = "reputation") -> None:
    """Wait until a phone shows a number of a seat."""
    column = ("reputation", "suspicion", "power").index(what)
    seat = phone.find(".seats-at-a-glance li").nth(place)
    expect(seat.locator(".number").nth(column)).to_contain_text(text)


def step(phone: Phone, what: str, by: int = 1) -> None:
    """Tap plus or minus beside a number of the side that is edited; suspicion comes from the supply."""
    if what != "suspicion":
        phone.tap(f"[data-set^={what}] [data-step='{by}']")
        return
    asks = phone.find("a[data-move='1']").count() > 0 and by > 0
    phone.tap(f"[data-move='{by}']")
    if asks:
        phone.tap(".sources form:last-child button")


def listening(phone: Phone) -> None:
    """Wait until the phone hears what happens at the table."""
    phone.page.wait_for_selector(LIVE, state="attached")


def sit(phone: Phone, address: str, seat: int, name: str) -> None:
    """Sit down by the address behind a QR code: a seat, and the button."""
    phone.go(address)
    phone.tap(f".seat-pick:has([value='{seat}'])")
    phone.find("#name").fill(name)
    phone.follow(".hand .primary")


def open_table(phone: Phone, depth: str = "light", round_: int = 0) -> str:
    """From the first page to a new table, of a game that is under way if a round is named; its code."""
    phone.go("/")
    phone.follow('.door[href$="/together"]')
    phone.tap(f'label:has([name="depth"][value="{depth}"])')
    if round_:
        phone.tap("[data-all-at-once]")
        phone.tap(".begun summary")
        phone.find('[name="b.round"]').select_option(str(round_))
    phone.find("#name").fill("Vera")
    phone.tap(".hand .primary")
    phone.page.wait_for_url("**/people")
    phone.ready()
    return phone.page.url.split("/")[-2]


def begin(phone: Phone) -> None:
    """From the seats to the first round, with no suspicion."""
    phone.follow(".hand .primary")
    settled(phone)
    phone.tap(".acts [value=begin_round]")
    phone.ready()
    settled(phone)
    phone.tap(".acts [value=begin_anyway]")


def scanned(phone: Phone) -> str:
    """What the QR code of the page says."""
    (address,) = decoded(phone, ".qr")
    return str(address)


@pytest.fixture
def table(host: Server) -> Seated:
    """A light table of three in its first round."""
    return seat_everybody(host, "Vera", "Isaac", "Stan", instant_goal=True)


@pytest.fixture
def party(table: Seated, phones: PhoneMaker, host: Server) -> Party:
    """Those three, each on a phone of their own."""
    three = [phones(host, device=one) for one in table.devices]
    for phone in three:
        phone.go(f"/t/{table.code}")
    for phone in three:
        listening(phone)
    return Party(table.code, *three)


@pytest.fixture
def screen(table: Seated, phones: PhoneMaker, host: Server) -> Phone:
    """The second screen of that table."""
    screen = phones(host, **SCREEN)
    screen.go(f"/w/{table.watch}")
    listening(screen)
    return screen


@pytest.fixture
def scanned_party(phones: PhoneMaker, host: Server) -> Party:
    """As `party`, but by touch from the first page on, by the code that the others scan, for the last two rounds."""
    return sat_down_by_touch(phones, host, round_=5)


def sat_down_by_touch(phones: PhoneMaker, host: Server | None, round_: int = 0, **how: Any) -> Party:
    """Three phones and a second screen in the first round of a light table, or in another, from the first page on."""
    first, die, feather = (phones(host, hurried=True, **how) for _ in range(3))
    screen = phones(host, **{**how, **SCREEN})
    code = open_table(first, round_=round_)
    address = scanned(first)
    sit(die, address, 1, "Isaac")
    sit(feather, address, 2, "Stan")
    screen.go(first.find(".share a").get_attribute("href"))
    if round_:
        for phone in (first, die, feather):
            phone.go(f"/t/{code}")
    else:
        begin(first)
    everybody = Party(code, first, die, feather, screen)
    for phone in everybody[1:4]:
        expect(phone.find(".round")).to_contain_text(f"Round {round_ or 1} of 6")
        listening(phone)
        settled(phone)
    listening(screen)
    return everybody


# Joining


def test_a_scanned_code_leads_to_a_seat_in_two_taps_and_leaves_the_address(phones: PhoneMaker, host: Server) -> None:
    first, die = phones(host), phones(host)
    open_table(first)
    address = scanned(first)
    assert "#" in address
    die.go(address)
    assert "#" not in die.page.url
    before = die.taps
    die.tap(".seat-pick:has([value='1'])")
    die.follow(".hand .primary")
    assert die.taps - before == 2
    expect(die.find(".seats-at-a-glance .mine .name")).to_have_text("Seat 2")
    expect(first.find(".seat-row").nth(1)).to_contain_text("here")


def test_after_the_first_round_a_guest_without_a_link_waits_for_the_hosts_yes(
    party: Party, phones: PhoneMaker, host: Server
) -> None:
    lost = phones(host)
    lost.go(f"/j/{party.code}")
    lost.tap(".seat-pick:has([value='2'])")
    lost.find("#name").fill("Stan's other phone")
    lost.follow(".hand .primary")
    expect(lost.find("main")).to_contain_text("The host has to say yes")
    expect(lost.find(".hand .primary")).to_have_count(0)
    listening(lost)
    party.host.find(".wanted a").wait_for()
    party.host.go(f"/t/{party.code}/people")
    party.host.tap(".wanted .primary")
    expect(party.host.find(".wanted")).to_have_count(0)
    # Whoever waits goes to the table without a tap.
    expect(lost.find(".seats-at-a-glance .mine")).to_have_count(1)
    party.feather.go(f"/t/{party.code}")
    expect(party.feather.find(".seats-at-a-glance .mine")).to_have_count(0)


def test_a_seat_moves_to_another_phone_by_its_code_in_one_tap(party: Party, phones: PhoneMaker, host: Server) -> None:
    party.die.go(f"/t/{party.code}/people")
    party.die.tap("[value='move:1']")
    party.die.page.wait_for_url("**/people/1")
    party.die.ready()
    listening(party.die)
    other = phones(host)
    other.go(scanned(party.die))
    assert "#" not in other.page.url
    other.follow(".hand .primary")
    expect(other.find(".seats-at-a-glance .mine .name")).to_have_text("Isaac")
    expect(party.die.find("main")).to_contain_text("on another phone")


def test_of_a_game_under_way_the_phase_is_asked_where_it_is_played_in_full(phones: PhoneMaker, host: Server) -> None:
    phone = phones(host)
    phone.go("/together")
    phone.tap("[data-all-at-once]")
    phone.tap(".begun summary")
    expect(phone.find('[name="b.round"]')).to_be_visible()
    expect(phone.find('[name="b.phase"]')).to_be_hidden()
    phone.tap('label:has([name="depth"][value="full"])')
    expect(phone.find('[name="b.phase"]')).to_be_visible()


# What each sees of the others


def test_on_a_page_that_others_have_changed_numbers_are_typed_with_the_keypad(party: Party) -> None:
    step(party.feather, "reputation")
    shows(party.die, 2, "11")
    party.die.tap("#n-reputation")
    for key in ("5", "+", "3", "next"):
        party.die.tap(f"[data-key='{key}']")
    shows(party.host, 1, "8")
    shows(party.die, 1, "8")
    expect(party.die.find("[data-keypad]")).to_be_visible()
    expect(party.die.find("#n-power-1")).to_be_focused()
    expect(party.die.find(".table-hand")).to_be_hidden()


def test_a_tap_shows_on_every_phone_and_on_the_second_screen(party: Party, screen: Phone) -> None:
    step(party.die, "reputation")
    for phone in party[1:4]:
        shows(phone, 1, "11")
    expect(screen.find(".seat-reputation b").nth(1)).to_contain_text("11")
    step(party.feather, "suspicion")
    for phone in party[1:4]:
        shows(phone, 2, "1", "suspicion")
        expect(phone.find(".party-ledger .left")).to_contain_text("11 cubes left")


def test_what_the_setup_lays_stands_in_the_first_round_until_all_of_it_is_ticked(party: Party) -> None:
    for phone in (party.host, party.die):
        expect(phone.find("#laid-before")).to_be_visible()
    phone = party.die
    phone.tap("#laid-before summary")
    rows = phone.find("#laid-before .row").count()
    assert rows > 1
    for row in range(rows):
        phone.tap(f"#laid-before .row:nth-child({row + 1}) label")
    # What was ticked by mistake can be unticked until the fold is closed.
    expect(phone.find("#laid-before")).to_be_visible()
    phone.tap("#laid-before summary")
    expect(phone.find("#laid-before")).to_be_hidden()
    phone.go(f"/t/{party.code}")
    expect(phone.find("#laid-before")).to_be_attached()
    expect(phone.find("#laid-before")).to_be_hidden()
    expect(party.host.find("#laid-before")).to_be_visible()


def test_quick_taps_all_count_and_those_without_connection_are_counted_as_they_wait_and_as_they_go_in(
    party: Party,
) -> None:
    for _ in range(4):
        step(party.host, "reputation")
    for phone in party[1:4]:
        shows(phone, 0, "14")
    die = party.die
    settled(die)
    light, banner = die.find(".light summary"), die.find("[data-offline]")
    with die.out_of_reach():
        # The browser says so itself: nobody waits for a silence.
        expect(banner).to_be_visible(timeout=1000)
        expect(light).to_have_attribute("aria-label", "Connection: it is lost")
        for _ in range(3):
            step(die, "reputation")
        expect(banner).to_contain_text("3 taps wait here.")
    expect(banner).to_contain_text("3 taps went in.")
    for phone in party[1:4]:
        shows(phone, 1, "13")


def test_two_who_set_different_things_at_once_both_succeed(party: Party) -> None:
    step(party.host, "reputation")
    step(party.die, "reputation", -1)
    for phone in party[1:4]:
        shows(phone, 0, "11")
        shows(phone, 1, "9")


def test_of_two_who_set_the_same_the_second_sees_both_values_and_chooses(
    party: Party, phones: PhoneMaker, host: Server
) -> None:
    die = party.die
    die.tap(".glance >> nth=0")
    die.ready()
    settled(die)
    die.expected = {409}
    with die.out_of_reach():
        step(die, "reputation")
        expect(die.find("[data-offline]")).to_be_visible()
        step(party.host, "reputation", -1)
        shows(party.host, 0, "9")
    expect(die.find(".conflict-box")).to_contain_text("It was 10. Vera set 9, you 11.")
    die.tap(".conflict-box .primary")
    for phone in party[1:4]:
        shows(phone, 0, "11")
    expect(die.find(".conflict-box")).to_have_count(0)


def test_a_half_typed_number_is_not_lost_to_somebody_elses_change(party: Party) -> None:
    settled(party.die)
    party.die.tap("[href*='lay=1']")
    party.die.find("[name='f.sewers']").fill("2")
    step(party.host, "reputation")
    # What is typed of the goons stands alone; the others' numbers are told beside it.
    expect(party.die.find("#news")).to_contain_text("from 10 to 11")
    assert party.die.find("[name='f.sewers']").input_value() == "2"
    expect(party.die.find("[data-lays]")).to_have_text("Place 2")


def test_a_step_that_somebody_else_has_brought_is_unarmed_for_a_while_and_nothing_half_typed_comes_along(
    party: Party,
) -> None:
    phone = party.die
    settled(phone)
    phone.tap("[href*='lay=1']")
    phone.find("[name='f.sewers']").fill("2")
    # What may be claimed at any time is no question of a step: that stays.
    claimer, points = party.feather, "#fold-claim_instant [data-number]"
    claimer.tap("#fold-claim_instant > summary")
    claimer.tap_field("f.points")
    claimer.keys("5")
    settled(party.host)
    party.host.tap(".acts form:has([value=begin_round]) button")
    settled(party.host)
    party.host.tap(".acts form:has([name=sure]) button")
    button = phone.find(".acts button").first
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(phone.find(".round")).to_contain_text("Round 2")
    version = version_of(phone)
    button.dispatch_event("click")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    assert version_of(phone) == version
    assert phone.find("[name='f.sewers']").evaluate_all("all => all.every((one) => one.value !== '2')")
    expect(claimer.find(".round")).to_contain_text("Round 2")
    assert claimer.find(points).input_value() == "5"


def test_ones_own_last_act_goes_alone_though_others_have_acted_since(party: Party) -> None:
    step(party.host, "reputation")
    shows(party.die, 0, "11")
    step(party.die, "reputation")
    shows(party.host, 1, "11")
    settled(party.host)
    party.host.tap("[data-undo] button")
    for phone in party[1:4]:
        shows(phone, 0, "10")
        shows(phone, 1, "11")


LIES_OVER = """(selector) => {
    const box = (one) => one.getBoundingClientRect();
    const lies = box(document.querySelector(selector));
    const over = (one) => one.top < lies.bottom && one.bottom > lies.top && one.left < lies.right;
    const taps = [...document.querySelectorAll(":is(.table-hand, .table-foot) :is(button, a, summary, input)")];
    return taps.filter((one) => one.checkVisibility() && over(box(one))).map((one) => one.outerHTML.slice(0, 99));
}"""
"""What can be tapped in hand and foot of which something lies over a part."""


def test_who_has_built_on_ones_act_is_named_in_the_foot(party: Party) -> None:
    step(party.host, "reputation")
    shows(party.die, 0, "11")
    party.die.tap(".glance >> nth=0")
    party.die.ready()
    settled(party.die)
    step(party.die, "reputation")
    shows(party.host, 0, "12")
    reason = party.host.find(".table-foot .no-undo > p")
    expect(reason).not_to_be_visible()
    party.host.tap(".table-foot .no-undo > summary")
    expect(reason).to_be_visible()
    expect(reason).to_have_text("Can’t undo: Isaac acted after you. Ask them to undo first.")
    for width, height in ((360, 740), (360, 640), (1280, 720)):
        party.host.page.set_viewport_size({"width": width, "height": height})
        assert party.host.page.evaluate(LIES_OVER, ".no-undo > p") == [], (width, height)
    # A tap anywhere puts it away.
    reason.tap()
    expect(reason).not_to_be_visible()


# Dead networks


@pytest.fixture
def wire(host: Server) -> Iterator[CutWire]:
    with CutWire(host.port) as wire:
        yield wire


@pytest.fixture
def wired(party: Party, phones: PhoneMaker, host: Server, wire: CutWire) -> Phone:
    """The phone of Die, whose wire a test can cut."""
    device = next(one for one in party.die.context.cookies() if one["name"] == "lockup_device")["value"]
    party.die.page.close()
    phone = phones(host, base=f"http://lockup.test:{wire.port}", device=device)
    phone.go(f"/t/{party.code}")
    listening(phone)
    settled(phone)
    return phone


def test_taps_without_connection_wait_in_the_storage_survive_a_closed_page_and_arrive_once_in_order(
    party: Party, wired: Phone, wire: CutWire
) -> None:
    wired.offline = True
    wire.cut()
    step(wired, "reputation")
    step(wired, "suspicion")
    step(wired, "suspicion")
    expect(wired.find("[data-offline]")).to_contain_text("No connection")
    wire.mend()
    wired.page.close()
    wired.page = wired.context.new_page()
    wired.go(f"/t/{party.code}")
    for phone in (wired, party.host, party.feather):
        shows(phone, 1, "11")
        shows(phone, 1, "2", "suspicion")
    expect(wired.find("[data-offline]")).to_be_hidden()


def test_a_phone_whose_stream_was_cut_is_right_again_without_a_tap(party: Party, wired: Phone, wire: CutWire) -> None:
    wired.offline = True
    wire.cut()
    wired.page.wait_for_selector(":root[data-live=lost]", state="attached")
    step(party.host, "reputation")
    shows(party.feather, 0, "11")
    assert number(wired, 0) == "10"
    wire.mend()
    shows(wired, 0, "11")


def test_a_stream_that_falls_silent_is_noticed_and_opened_anew_within_twenty_seconds_without_a_tap(
    party: Party, wired: Phone, wire: CutWire
) -> None:
    wired.page.clock.install()
    wired.page.reload()
    listening(wired)
    light, banner = wired.find(".light summary"), wired.find("[data-offline]")
    expect(light).to_have_attribute("aria-label", "Connection: it is there")
    wired.offline = True
    wire.silence()
    step(wired, "reputation")
    step(wired, "suspicion")
    wired.page.clock.fast_forward(11_000)
    expect(banner).to_be_hidden()
    top = wired.find(".seats-at-a-glance").bounding_box()
    wired.page.clock.fast_forward(2_000)
    expect(banner).to_contain_text("No connection as of ")
    expect(banner).to_contain_text(re.compile(r"Last heard 1[3-5] s ago. 2 taps wait here."))
    expect(light).to_have_attribute("aria-label", "Connection: it is lost")
    expect(wired.find("[data-lost]")).to_contain_text(f"code {party.code[:3].upper()} {party.code[3:].upper()}")
    assert wired.find(".seats-at-a-glance").bounding_box() == top
    step(wired, "power")
    step(party.host, "reputation")
    shows(party.feather, 0, "11")
    wire.hear()
    wired.page.clock.fast_forward(5_000)
    for phone in (wired, party.host):
        shows(phone, 0, "11")
    wire.drop()
    expect(banner).to_contain_text("3 taps went in.")
    for phone in (wired, party.host):
        shows(phone, 1, "11")
        shows(phone, 1, "1", "suspicion")
        shows(phone, 1, "2", "power")
    expect(light).to_have_attribute("aria-label", "Connection: it is there")


def test_at_another_address_all_are_back_with_one_tap_or_scan_and_a_tap_that_waited_counts_once(
    phones: PhoneMaker, servers: Forks, tmp_path: Path
) -> None:
    """To a browser 127.0.0.1 is the old address, and localhost and a name are others, with cookies of their own."""
    with Server(servers, tmp_path, LOCKUP_NAME=NAME) as server, CutWire(server.port) as wire:
        table = seat_everybody(server, "Vera", "Isaac", "Stan", "Claire")
        everybody = [phones(server, base=f"http://127.0.0.1:{wire.port}", device=one) for one in table.devices]
        for phone in everybody:
            phone.page.clock.install()
            phone.go(f"/t/{table.code}")
            listening(phone)
            settled(phone)
            phone.offline = True
        wire.cut()
        since = monotonic()
        for phone in (everybody[0], everybody[2]):
            step(phone, "reputation")
        for phone in everybody[:3]:
            phone.page.clock.fast_forward(SILENCE * 1000)
        for phone in everybody[:2]:
            phone.follow("[data-named]")
        laptop = phones(server, **SCREEN)
        laptop.offline = True
        laptop.page.goto(f"http://localhost:{server.port}/host?table={table.code}")
        for seat, phone in enumerate(everybody[2:], start=2):
            (address,) = decoded(laptop, f".host-back li:nth-child({seat + 1}) .host-code")
            old, phone.page = phone.page, phone.context.new_page()
            phone.go(str(address))
            if seat == 2:
                # A scan takes the seat along. What waits on the page that was left comes after, from there.
                told = phone.find(".notice").inner_text()
                assert "Unsent taps on the old page?" in told
                shows(phone, 2, "10")
                old.locator(".elsewhere summary").tap()
                old.fill("#new-address", str(address))
                old.press("#new-address", "Enter")
                phone.page = old
        assert monotonic() - since + SILENCE < 60
        for seat, phone in enumerate(everybody):
            phone.page.wait_for_url(re.compile(rf"//(?!127).*/t/{table.code}\?"))
            expect(phone.find(".seats-at-a-glance .mine .name")).to_have_text(("Vera", "Isaac", "Stan", "Claire")[seat])
            shows(phone, 0, "11")
            shows(phone, 2, "11")


def test_a_phone_that_slept_is_right_again_on_waking(party: Party, wired: Phone, wire: CutWire) -> None:
    """Simulated sleep: the browser freezes the page as it does in the background, and its connections are cut."""
    wired.offline = True
    session = wired.context.new_cdp_session(wired.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    wire.drop()
    step(party.host, "reputation")
    shows(party.feather, 0, "11")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    shows(wired, 0, "11")


def test_a_stale_page_acts_on_what_nobody_has_changed(party: Party, phones: PhoneMaker, host: Server) -> None:
    stale = party.feather
    stale.page.route("**/live", lambda route: route.abort())
    stale.page.route("**/version", lambda route: route.abort())
    stale.offline = True
    stale.go(f"/t/{party.code}")
    settled(stale)
    step(party.host, "reputation")
    shows(party.die, 0, "11")
    assert number(stale, 0) == "10"
    step(stale, "power")
    for phone in party[1:4]:
        shows(phone, 2, "2", "power")
        shows(phone, 0, "11")


def test_a_phone_that_was_closed_sits_where_it_sat(party: Party) -> None:
    party.die.page.close()
    party.die.page = party.die.context.new_page()
    party.die.go(f"/t/{party.code}")
    expect(party.die.find(".seats-at-a-glance .mine .name")).to_have_text("Isaac")
    step(party.die, "reputation")
    shows(party.host, 1, "11")


def test_where_streams_are_refused_a_phone_asks_again_and_again(
    phones: PhoneMaker, servers: Forks, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Server(servers, tmp_path_factory.mktemp("full"), LOCKUP_HISTORY="device", LOCKUP_LIVE_STREAMS="0") as server:
        first, die = phones(server), phones(server)
        first.expected = die.expected = {503}
        code = open_table(first)
        sit(die, f"/j/{code}", 1, "Isaac")
        die.page.wait_for_selector(":root[data-live=asked]", state="attached")
        begin(first)
        settled(first)
        step(first, "reputation")
        shows(die, 0, "11")
        # The server ends before the phones are put away.
        first.offline = die.offline = True


# To the end


def raid(party: Party) -> None:
    """Vera has most suspicion, 3; Isaac second most, 1 (D-1). The goons bring 9, and 8 are left (P-6)."""
    for _ in range(3):
        step(party.host, "suspicion")
    # Since somebody has some, the page asks where one more comes from.
    shows(party.die, 0, "3", "suspicion")
    step(party.die, "suspicion")
    shows(party.host, 1, "1", "suspicion")
    shows(party.host, 0, "3", "suspicion")
    settled(party.host)
    expect(party.host.find(".opens")).to_have_count(0)
    party.host.tap("[href*='lay=1']")
    for _ in range(9):
        party.host.tap("[name='f.smithy'] + [data-step='1']")
    expect(party.host.find("[data-short]")).to_be_visible()
    expect(party.host.find("[data-lays]")).to_have_text("Place 9")
    party.host.tap("[data-lays]")
    for phone in party[1:4]:
        expect(phone.find("[data-scene=raid]")).to_be_attached()
    next_thing(party.host)


def test_a_raid_comes_when_the_goons_bring_more_than_is_left_and_then_all_of_it(party: Party, screen: Phone) -> None:
    raid(party)
    for phone in party[1:4]:
        for place, left in enumerate(("2", "6", "10")):
            shows(phone, place, left)
            shows(phone, place, "0", "suspicion")
        expect(phone.find(".place-chip").nth(2)).to_contain_text("9")
    expect(screen.find(".loss-now").nth(0)).to_contain_text("10 → 2")


def next_thing(phone: Phone) -> None:
    settled(phone)
    phone.tap(".table-hand .primary")
    settled(phone)


def lay(phone: Phone, cubes: dict[str, int]) -> None:
    """The goons bring these: open, a tap a cube, and all at once."""
    settled(phone)
    if phone.find("[href*='lay=1']").count():
        phone.tap("[href*='lay=1']")
        expect(phone.find("[data-laying]")).to_be_attached()
        settled(phone)
    for place, number in cubes.items():
        for _ in range(number):
            phone.tap(f"[name='f.{place}'] + [data-step='1']")
    phone.tap("[data-lays]")
    settled(phone)


def pick_up(phone: Phone, place: str, seat: int) -> None:
    """All suspicion of a place goes to a player: two taps."""
    settled(phone)
    phone.tap(f".place-chip[href*='from={place}']")
    phone.page.wait_for_selector(".target")
    phone.tap(f".seats-at-a-glance li:nth-child({seat + 1}) button")
    settled(phone)
    phone.page.wait_for_selector(".target", state="detached")


PLACES = ("sewers", "smithy", "commissary")


def play_a_round(party: Party, chance: random.Random, *, last: bool) -> list[int]:
    """What three people do in a round of light depth, and how many taps it took each."""
    before = [phone.taps for phone in party[1:4]]
    laid = {} if last else {place: 1 for place in PLACES if chance.random() < 0.5}
    if laid:
        lay(party.host, laid)
    for seat, (phone, place) in enumerate(zip(party[1:4], PLACES, strict=True)):
        for what in chance.choices(("reputation", "power"), (3, 1), k=chance.randint(1, 4)):
            step(phone, what)
        if place in laid:
            pick_up(phone, place, seat)
    next_round(party, forgotten=not laid and not last)
    return [phone.taps - one for phone, one in zip(party[1:4], before, strict=True)]


def next_round(party: Party, *, forgotten: bool) -> None:
    """The host taps it once everybody's page is quiet, and again where no suspicion was placed."""
    for phone in party[1:4]:
        settled(phone)
    party.host.tap(".acts form:has([value=begin_round], [value=end_game]) button")
    if forgotten:
        settled(party.host)
        party.host.tap(".acts form:has([name=sure]) button")
    settled(party.host)


def test_a_light_game_goes_to_its_end_in_six_taps_a_player_a_round_and_the_room_sees_line_by_line(
    scanned_party: Party, capsys: pytest.CaptureFixture[str]
) -> None:
    # All but the last are alike: this is the last but one, and then that.
    taps = play_a_light_game(scanned_party, rounds=(5, 6))
    with capsys.disabled():
        print(f"Light depth: {statistics.median(taps)} taps a player a round, at most {max(taps)}.")  # noqa: T201
    assert statistics.median(taps) <= 6


def play_a_light_game(party: Party, rounds: Iterable[int]) -> list[int]:
    """The rounds that are left, the count and the result, as the room sees them; how many taps a round took each."""
    chance = random.Random(6)
    taps = []
    for turn in rounds:
        taps += play_a_round(party, chance, last=turn == 6)
        expect(party.feather.find(".round")).to_contain_text(f"Round {min(turn + 1, 6)} of 6")
    # The button that was tapped last stands there until the answer has come.
    expect(party.host.find(".table-hand form:has([value=raid])")).to_be_attached()
    next_thing(party.host)
    count_and_reveal(party)
    return taps


def count_and_reveal(party: Party) -> None:
    """Each counts on the own phone, in secret; then the room sees line by line, until somebody ends it."""
    for phone, gold in zip(party[1:4], (1, 2, 3), strict=True):
        expect(phone.find("[data-scene=hands]")).to_be_attached()
        settled(phone)
        phone.tap_field("f.gold")
        phone.keys(str(gold))
        # A tap beside the rows puts the keypad away.
        phone.tap(".top h1")
    for phone in party[1:4]:
        # What others send takes nothing that was typed here.
        assert phone.value("f.gold") in "123"
        expect(phone.find(".row:has([name='f.gold']) [data-out]")).to_have_text(f"+{2 * int(phone.value('f.gold'))}")
        next_thing(phone)
    next_thing(party.host)
    for phone in party[1:4]:
        expect(phone.find("[data-scene=end]")).to_be_attached()
        expect(phone.find("form[action$='/scores']")).to_have_count(0)
    settled(party.host)
    rows = party.screen.find(".screen-scores tbody tr:not(.covered)")
    expect(rows).to_have_count(0)
    party.host.tap(".primary[value^='reveal:']")
    expect(rows).to_have_count(1)
    settled(party.feather)
    # The second half of a double tap is no yes.
    party.feather.page.evaluate("""() => new MutationObserver((_, observer) => {
        const button = document.querySelector(".table-hand [data-sure] button");
        if (!button) return;
        observer.disconnect();
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
        window.tappedAgain = true;
    }).observe(document.body, { childList: true, subtree: true, attributes: true })""")
    party.feather.tap("a[href$='end=reveal']")
    party.feather.page.wait_for_function("() => window.tappedAgain")
    settled(party.feather)
    expect(rows).to_have_count(1)
    party.feather.tap(".table-hand [value^='reveal:']")
    # The room has seen all lines, and who has won comes with the next tap.
    expect(party.screen.find(".screen-scores tbody tr.covered")).to_have_count(0)
    expect(party.screen.find(".screen[data-scene=result]")).to_have_count(0)
    for phone in party[1:4]:
        expect(phone.find("form[action$='/scores']")).to_be_visible()
    settled(party.host)
    # Isaac has left the page of the table, and comes back to it of his own accord.
    here = party.die.page.url
    party.die.go("/rules")
    # One tap, and whoever has the table open is led to the result; the second screen shows it.
    party.host.follow("form[action$='/scores'] button")
    for phone in (party.host, party.feather):
        expect(phone.find("tfoot")).to_be_visible()
    # However long it is, all play again from where it is read.
    expect(party.feather.find("form[action$='/together'] button")).to_be_in_viewport(ratio=1)
    assert party.feather.page.url == party.host.page.url
    expect(party.screen.find(".screen[data-scene=result]")).to_be_visible()
    party.die.page.goto(here)
    party.die.ready()
    listening(party.die)
    expect(party.die.find("[data-scene=end]")).to_be_attached()
    # One tap, and all are led to the next game, from the table and from the result, the second screen too, once they
    # have read it; who would rather stay does so by a tap, and the way on stays.
    before = party.screen.page.url
    for phone in (party.die, party.host, party.screen):
        phone.page.clock.install()
    # However far somebody has scrolled, it is in sight.
    party.host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    party.feather.tap("form[action$='/together'] button")
    expect(party.host.find(".next-game")).to_be_in_viewport(ratio=1)
    for phone in (party.die, party.host):
        expect(phone.find(".next-game")).to_contain_text("Stan opened the next game. You are taken there in")
    assert party.screen.page.url == before
    expect(party.screen.find(".screen-foot")).to_contain_text(re.compile(r"this screen goes there in \d+ s"))
    expect(party.screen.find(".screen[data-scene=result]")).to_be_visible()
    party.die.tap("[data-stay]")
    for phone in (party.host, party.die, party.screen):
        phone.page.clock.fast_forward(31_000)
    expect(party.host.find(".notice").first).to_be_visible()
    party.die.tap(".next-game a")
    for phone in (party.die, party.host):
        expect(phone.find(".notice").first).to_contain_text(f"You were brought here from table {party.code.upper()}")
    expect(party.die.find(".mine .name")).to_have_text("Isaac")
    party.screen.page.wait_for_url(lambda url: url != before)


# A full round


def test_three_phones_play_a_full_round_each_taking_the_own_rewards(
    phones: PhoneMaker, host: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    table = seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", roll_call=True)
    three = [phones(host, device=device, hurried=True) for device in table.devices]
    for phone in three:
        phone.go(f"/t/{table.code}")
        listening(phone)
        settled(phone)
    everybody = Everybody(*three)
    everybody.play(lambda: everybody.round == 2)
    assert {"assign", "go_on"} <= {one.type for one in everybody.acted}
    assert {one.place for one in everybody.acted} == {0, 1, 2}
    assert len({as_json(_board(phone)) for phone in three}) == 1
    # Tokens, strip and foot are where they were, whoever is to act.
    assert [len(stood) for stood in everybody.stood] == [3, 3, 3], everybody.stood
    for place in range(3):
        rest, choices = everybody.rest(place, 1), everybody.choices(place, 1)
        with capsys.disabled():
            who = "player" if place else "keeper"
            sys.stdout.write(f"\n{who}: {rest} taps a round, {sum(choices)} more for {len(choices)} choices\n")
        # Six tokens at six places are eleven; the keeper goes on from up to eight, the last time to the next round.
        assert rest <= (12 if place else 18)
        assert sum(choices) <= 3 * len(choices)


def test_one_phone_plays_a_full_round_for_three_in_forty_taps(
    phones: PhoneMaker, host: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    table = seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", roll_call=True, holds=[0, 1, 2])
    one = phones(host, device=table.devices[0], hurried=True)
    one.go(f"/t/{table.code}")
    listening(one)
    everybody = Everybody(one)
    everybody.play(lambda: everybody.round == 2)
    rest, choices = everybody.rest(0, 1), everybody.choices(0, 1)
    with capsys.disabled():
        sys.stdout.write(
            f"\none phone for three: {rest} taps a round, {sum(choices)} more for {len(choices)} choices\n"
        )
    assert rest <= 40
    assert sum(choices) <= 3 * len(choices)


def _board(phone: Phone) -> list[str]:
    """What a phone shows of everybody at a glance."""
    return phone.find(".seats-at-a-glance li").all_inner_texts()


def test_pass_does_not_hear_a_finger_that_was_on_its_way_as_the_turn_comes(phones: PhoneMaker, host: Server) -> None:
    begun = {"round": 2, "phase": "roll_call", "goons": GOONS}
    table = seat_everybody(host, "Vera", "Isaac", depth="full", roll_call=True, turns="told", begin_together=begun)
    vera, isaac = (phones(host, device=device) for device in table.devices)
    for phone in (vera, isaac):
        phone.go(f"/t/{table.code}")
        listening(phone)
        settled(phone)
    passes = ".table-foot .pass button"
    assert isaac.find(passes).count() == 0
    isaac.page.evaluate(
        """(passes) => new MutationObserver((_, observer) => {
        const button = document.querySelector(passes);
        if (!button || !document.documentElement.matches("[data-deaf]")) return;
        observer.disconnect();
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
        window.tapped = true;
    }).observe(document, { attributes: true, childList: true, subtree: true })""",
        passes,
    )
    vera.tap(".crew-pick input >> nth=0")
    vera.tap(".slot >> nth=0")
    isaac.page.wait_for_function("() => window.tapped")
    settled(isaac)
    assert isaac.find(passes).count() == 1
    isaac.tap(passes)
    isaac.page.wait_for_function("(passes) => !document.querySelector(passes)", arg=passes)


@pytest.mark.parametrize("path", ["/rules", "/t/{code}/correct", "/t/{code}/crew", "/phone?table={code}"])
def test_whoever_reads_something_beside_a_table_is_heard_of_there(phones: PhoneMaker, host: Server, path: str) -> None:
    table = seat_everybody(host, "Vera", "Isaac", depth="full")
    phone = phones(host, device=table.devices[0])
    phone.page.clock.install()
    phone.go(f"/t/{table.code}")
    listening(phone)
    phone.go(path.format(code=table.code))
    here = re.compile(f"/{table.code}/version$", re.IGNORECASE)
    with phone.page.expect_request(lambda sent: sent.method == "HEAD" and here.search(sent.url)):
        phone.page.clock.run_for(20_000)


def test_play_again_hears_no_finger_that_was_on_its_way_as_somebody_else_shows_the_result(
    phones: PhoneMaker, household: Server
) -> None:
    ended = reach(household, "light, the end")
    done(post(Wire(household, DEVICE), ended, "reveal", {"lines": ALL_LINES}))
    result = "/s/" + household.post(f"/t/{ended.code}/scores").rpartition("/")[2]
    phone = phones(device=DEVICE)
    phone.page.clock.install()
    phone.go(result)
    phone.tap("[data-again] button")
    assert phone.page.url.endswith(result)
    phone.page.clock.run_for(2_000)
    phone.tap("[data-again] button")
    phone.page.wait_for_url(lambda url: not url.endswith(result))


def test_of_two_who_take_the_same_seat_the_later_one_reads_it_though_the_page_went_on_to_the_next_free_one(
    phones: PhoneMaker, host: Server
) -> None:
    first, isaac, stan = phones(host), phones(host), phones(host)
    open_table(first, "full")
    address = scanned(first)
    for phone in (isaac, stan):
        phone.go(address)
        listening(phone)
        expect(phone.find("[name=seat]:checked")).to_have_value("1")
    isaac.follow(".hand .primary")
    # Nobody has tapped a seat on this phone: it shows the next free one by itself.
    expect(stan.find("[name=seat]:checked")).to_have_value("2")
    stan.follow(".hand .primary")
    expect(stan.find(".notice")).to_contain_text("Seat 2 was just taken: you sit at Seat 3.")


def test_who_taps_the_seat_that_the_page_went_on_to_has_chosen_it_and_reads_of_no_other(
    phones: PhoneMaker, host: Server
) -> None:
    first, isaac, stan = phones(host), phones(host), phones(host)
    open_table(first, "full")
    address = scanned(first)
    for phone in (isaac, stan):
        phone.go(address)
        listening(phone)
    isaac.follow(".hand .primary")
    expect(stan.find("[name=seat]:checked")).to_have_value("2")
    stan.tap("label:has([name=seat][value='2'])")
    stan.follow(".hand .primary")
    assert "just taken" not in stan.find("body").inner_text()


def test_who_still_reads_the_evening_is_told_that_somebody_has_opened_the_next_game_and_stays_there(
    phones: PhoneMaker, household: Server
) -> None:
    ended = reach(household, "light, the end")
    done(post(Wire(household, DEVICE), ended, "reveal", {"lines": ALL_LINES}))
    result = "/s/" + household.post(f"/t/{ended.code}/scores").rpartition("/")[2]
    reads, plays = phones(device=DEVICE), phones(device=DEVICE, hurried=True)
    reads.page.clock.install()
    reads.go(f"{result}/evening")
    expect(reads.find(".next-game")).to_have_count(0)
    plays.go(result)
    plays.tap("[data-again] button")
    plays.page.wait_for_url(lambda url: not url.endswith(result))
    reads.page.clock.run_for(5_000)
    expect(reads.find(".next-game")).to_contain_text("opened the next game.")
    expect(reads.find(".next-game")).to_contain_text("You stay here until you tap.")
    reads.page.clock.run_for(60_000)
    assert reads.page.url.endswith("/evening")
    # Whoever steps through the game reads it, too.
    reads.page.clock.resume()
    reads.follow(".hand .primary")
    expect(reads.find(".next-game")).to_be_in_viewport(ratio=1)
    reads.tap(".next-game a")
    reads.page.wait_for_url("**/t/*")


def test_who_chooses_full_depth_finds_what_is_below_where_it_was(phones: PhoneMaker, host: Server) -> None:
    phone = phones(host)
    phone.go("/together")
    phone.tap("[data-all-at-once]")
    below = phone.find("[name='holds']").first
    phone.find("label:has([name='depth'][value='light'])").scroll_into_view_if_needed()
    stands = "(one) => one.getBoundingClientRect().top + scrollY"
    before = below.evaluate(stands)
    phone.tap("label:has([name='depth'][value='full'])")
    expect(phone.find("[name='roll_call']")).to_be_visible()
    assert below.evaluate(stands) == before


def test_the_code_of_a_table_ends_before_the_edge_however_wide_its_letters_are(party: Party) -> None:
    party.host.go(f"/t/{party.code}/people")
    party.host.find(".big-code").evaluate("(one) => { one.textContent = 'WMW MWM'; }")
    for width in (320, 360, 390):
        party.host.page.set_viewport_size({"width": width, "height": 740})
        ends = """(one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            return Math.max(...[...text.getClientRects()].map((box) => box.right));
        }"""
        assert party.host.find(".big-code").evaluate(ends) <= width - 8, width
