"""What is tapped stays where it was: as a page loads, as it is filled in, whoever acts."""

from typing import Any, Final

import pytest
from everybody import Everybody
from parties import Wire, reach, seat_everybody
from phones import DEVICE, PhoneMaker, Server
from places import places_of_boxes
from playwright.sync_api import expect
from support.table_client import done
from tables import GOONS, settled
from test_parties import listening

pytestmark = pytest.mark.browser

_STANDS: Final = """() => {
    const box = (one) => document.querySelector(one)?.getBoundingClientRect();
    const [head, first] = [box(".place-head"), box(".party > .ranking") ?? box(".party > .awaited")];
    return {
        lists: document.querySelectorAll(".party .moves").length > 0,
        below: head && first && first.top - head.bottom,
        log: box(".table-foot > a").top,
        moved: box(".table-foot .moves-done > button")?.top,
    };
}"""

_LINES: Final = """() => [...document.querySelectorAll(".table-foot :is(button, summary, a)")].map((one) => {
    const words = document.createNodeIterator(one, NodeFilter.SHOW_TEXT);
    const rows = new Set();
    for (let text = words.nextNode(); text; text = words.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const row of range.getClientRects()) if (row.height > 1 && row.width > 1) rows.add(Math.round(row.top));
    }
    return rows.size;
})"""
"""In how many lines each thing of the foot stands."""


def test_a_card_stands_where_it_will_while_its_face_is_built(phones: PhoneMaker, household: Server) -> None:
    path = places_of_boxes(household)["items, one of them"]
    without, whole = phones(device=DEVICE), phones(device=DEVICE)
    # The page as it is before its script has come.
    without.page.route("**/box_card.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    without.page.goto(path)
    whole.go(path)
    assert whole.find(".face-part").count() > 2
    first, then = (phone.find("#card").bounding_box() for phone in (without, whole))
    assert first is not None
    assert then is not None
    assert first["y"] == then["y"]


def test_who_is_at_a_place_stands_below_its_name_and_moved_in_the_foot_whatever_is_listed(
    phones: PhoneMaker, host: Server
) -> None:
    begun = {"round": 2, "phase": "lights_out", "goons": GOONS, "cubes": {"smithy": {"suspicion": 2}}}
    table = seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", turns="told", begin_together=begun)
    three = [phones(host, device=device, hurried=True) for device in table.devices]
    for phone in three:
        phone.go(f"/t/{table.code}")
        listening(phone)
        settled(phone)
    everybody, seen = Everybody(*three), []
    for _ in range(8):
        everybody.step()
        seen += [phone.page.evaluate(_STANDS) for phone in three]
    assert {one["lists"] for one in seen} == {True, False}
    assert {one["below"] for one in seen if one["below"] is not None} == {0}
    assert len({one["log"] for one in seen}) == 1
    assert {one["moved"] for one in seen if one["lists"]} == {seen[0]["log"]}


def test_the_foot_keeps_its_height_and_what_was_folded_stays_so_once_moves_are_ticked_off(
    phones: PhoneMaker, host: Server
) -> None:
    begun = {
        "round": 2,
        "phase": "lights_out",
        "location": "commissary",
        "goons": GOONS,
        "sides": [{"cubes": {"iron": 1}}, {"cubes": {"iron": 1}}, {}],
    }
    table = seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", turns="told", begun=False, begin_together=begun)
    wires = [Wire(host, device) for device in table.devices]
    path = f"/api/v1/tables/{table.code}"

    def act(who: int, kind: str, **fields: Any) -> None:
        version = done(wires[who].get(path))["version"]
        body = {"version": version, "type": kind, "fields": fields}
        done(wires[who].post(f"{path}/actions", json=body, headers={"Idempotency-Key": f"foot-{version}"}))

    vera = phones(host, device=table.devices[0], hurried=True)
    heights = set()

    def look() -> None:
        vera.go(f"/t/{table.code}")
        listening(vera)
        settled(vera)
        heights.add(vera.page.evaluate("() => document.querySelector('.table-foot').getBoundingClientRect().height"))

    for who, tokens in ((0, [2]), (1, []), (2, [])):
        act(who, "enter_tokens", side=[who], tokens=tokens)
    act(0, "decline")
    act(0, "go_on")
    for who, tokens in ((0, [4]), (2, []), (1, [5])):
        act(who, "enter_tokens", side=[who], tokens=tokens)
        look()
    act(1, "decline")
    look()
    # Two things stand beside the log: nothing has moved since Vera's last tap.
    assert vera.find(".table-foot > :is(.undo, .pass, .moves-done)").count() == 2
    for language in ("pl", "zh"):
        vera.context.add_cookies([{"name": "lockup_language", "value": language, "url": host.address}])
        look()
        assert max(vera.page.evaluate(_LINES)) <= 2, (language, vera.find(".table-foot").inner_text())
    vera.context.clear_cookies(name="lockup_language")
    act(0, "decline")
    look()
    assert len(heights) == 1
    # It stands folded below the moves, and stays so once these are ticked off.
    fold = vera.find("#what-happened-chow_hall")
    assert vera.find(".party .moves").count() > 0
    assert not fold.evaluate("(one) => one.open")
    vera.tap(".table-foot .moves-done > button")
    settled(vera)
    assert vera.find(".party .moves").count() == 0
    assert not fold.evaluate("(one) => one.open")


def test_a_light_round_opens_at_its_top_however_far_the_page_was_scrolled(phones: PhoneMaker, host: Server) -> None:
    phone = phones(host, device=DEVICE)
    phone.go(f"/t/{reach(host, 'light, a round').code}")
    settled(phone)
    for what in ("a:has-text('Place goons’ suspicion')", "[data-lays]", "button:has-text('Begin round 3')"):
        if what == "[data-lays]":
            phone.tap(".laying [data-step='1'] >> nth=-1")
        phone.page.evaluate("scrollTo(0, 9999)")
        assert phone.page.evaluate("scrollY") > 0, what
        phone.tap(f".table-hand {what}")
        settled(phone)
        assert phone.page.evaluate("scrollY") == 0, what


def test_why_nothing_can_be_undone_lies_over_the_page_until_it_changes(phones: PhoneMaker, host: Server) -> None:
    table = seat_everybody(host, "Vera", "Isaac")

    def correct_reputation_of_isaac(by: int, number: int) -> None:
        wire, there = Wire(host, table.devices[by]), f"/api/v1/tables/{table.code}"
        version = wire.get(f"{there}/version").json["version"]
        body = {"version": version, "type": "set_reputation", "fields": {"side": [1], "number": number}}
        done(wire.post(f"{there}/corrections", json=body, headers={"Idempotency-Key": f"{by}-{number}-0001"}))

    correct_reputation_of_isaac(1, 11)
    correct_reputation_of_isaac(0, 12)
    isaac = phones(host, device=table.devices[1], hurried=True)
    isaac.go(f"/t/{table.code}")
    listening(isaac)
    settled(isaac)
    reason = isaac.find("#no-undo > p")
    isaac.tap("#no-undo > summary")
    expect(reason).to_be_visible()
    correct_reputation_of_isaac(0, 13)
    expect(reason).to_be_hidden()


def test_the_list_lies_above_a_card_that_is_typed_and_both_stay_as_they_are_whatever_others_do(
    phones: PhoneMaker, host: Server
) -> None:
    begun = {
        "round": 2,
        "phase": "lights_out",
        "location": "commissary",
        "goons": GOONS,
        "cubes": {"chow_hall": {"suspicion": 2}},
        "sides": [{"cubes": {"scrap": 1, "potion": 1, "iron": 1}}, {}, {}],
    }
    table = seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", turns="told", begun=False, begin_together=begun)
    wires = [Wire(host, device) for device in table.devices]
    path = f"/api/v1/tables/{table.code}"

    def act(who: int, kind: str, way: str = "actions", **fields: Any) -> None:
        version = done(wires[who].get(path))["version"]
        body = {"version": version, "type": kind, "fields": fields}
        done(wires[who].post(f"{path}/{way}", json=body, headers={"Idempotency-Key": f"fold-{version}"}))

    for who, tokens in ((0, [2]), (1, []), (2, [])):
        act(who, "enter_tokens", side=[who], tokens=tokens)
    act(0, "decline")
    act(0, "go_on")
    for who, tokens in ((0, [5]), (1, []), (2, [])):
        act(who, "enter_tokens", side=[who], tokens=tokens)
    vera = phones(host, device=table.devices[0], hurried=True)
    vera.go(f"/t/{table.code}")
    listening(vera)
    for tapped in (".offer a >> nth=0", ".carry .primary"):
        vera.tap(tapped)
        settled(vera)
    vera.find("#card").wait_for()
    lists = vera.find("#main .moves")
    assert lists.count() == 1
    key = vera.find("#card [data-more]").first
    stood = key.bounding_box()
    assert vera.find("#card").evaluate("(one) => one.getBoundingClientRect().top") < 740 / 2
    key.tap()
    assert key.bounding_box() == stood
    # What others do meanwhile takes neither the list nor a sign off the card.
    for number in (3, 4):
        version = vera.find("[data-version]").get_attribute("data-version")
        act(1, "set_reputation", "corrections", side=[1], number=number)
        expect(vera.find(f"[data-version='{version}']")).to_have_count(0)
        settled(vera)
        assert lists.first.is_visible()
        assert vera.find("[data-face] .face-part").count() == 1
