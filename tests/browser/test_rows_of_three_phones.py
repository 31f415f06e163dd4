"""Rows and feet of three phones in which much stands side by side: nothing lies over anything, names are read."""

from typing import Any, Final

import parties
import pytest
from phones import LONGEST, PhoneMaker, Server
from support.table_client import done
from tables import GOONS, Wire, settled

pytestmark = pytest.mark.browser

NAMES: Final = ("Vera", "Isaac", "Stan")

_OVER: Final = """(all) => all.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    const over = Math.max(box.left - text.left, text.right - box.right, text.bottom - box.bottom);
    return [one.textContent.trim(), over > 1];
}).filter(([, over]) => over).map(([text]) => text)"""


def act(server: Server, table: parties.Seated, who: int, kind: str, path: str = "actions", **fields: Any) -> None:
    """Somebody does something over REST."""
    wire, there = Wire(server, table.devices[who]), f"/api/v1/tables/{table.code}"
    version = wire.get(f"{there}/version").json["version"]
    body = {"version": version, "type": kind, "fields": fields}
    done(wire.post(f"{there}/{path}", json=body, headers={"Idempotency-Key": f"{kind}-{who}-{version}-0001"}))


def test_what_cannot_be_undone_lies_under_nothing_in_a_full_foot(phones: PhoneMaker, host: Server) -> None:
    begun = {"round": 2, "phase": "lights_out", "location": "infirmary", "goons": GOONS, "sides": [{}, {}, {}]}
    table = parties.seat_everybody(host, *NAMES, depth="full", roll_call=False, turns="told", begin_together=begun)
    for who, tokens in ((2, [2]), (0, [5]), (1, [4])):
        act(host, table, who, "enter_tokens", side=[who], tokens=tokens)
    stan = phones(host, device=table.devices[2], language=LONGEST, hurried=True)
    stan.go(f"/t/{table.code}")
    stan.tap(".table-foot > .pass button")
    settled(stan)
    stan.tap(".table-foot > .undo button")
    stan.find(".table-foot > .redo").wait_for()
    settled(stan)
    assert stan.find(".table-foot > :is(.undo, .pass, .redo, .moves-done)").count() == 4
    assert stan.find(".table-foot > :is(.undo, .pass) > :is(a, button)").evaluate_all(_OVER) == []


def test_a_name_is_read_beside_marker_leader_and_free_seat(phones: PhoneMaker, host: Server) -> None:
    begun: dict[str, Any] = {"round": 2, "phase": "patrol", "goons": GOONS, "first_player": 1, "leader": 1}
    wishes: dict[str, Any] = {"leader_goal": {"counts": "gem"}, "begin_together": begun}
    table = parties.seat_everybody(host, *NAMES, depth="full", roll_call=False, turns="told", **wishes)
    isaac = phones(host, device=table.devices[1])
    isaac.go(f"/t/{table.code}/people?leave=1")
    isaac.tap("[value='leave:1']")
    isaac.page.wait_for_selector("[value='leave:1']", state="detached")
    stan = phones(host, device=table.devices[2], language=LONGEST)
    stan.go(f"/t/{table.code}")
    assert stan.find(".glance:has(small) > .small-icon").count() == 2
    assert (
        stan.find(".glance .name").evaluate_all("all => all.map((one) => one.scrollWidth - one.clientWidth)") == [0] * 3
    )


def test_patrol_with_news_has_its_keys_and_what_is_left_in_sight(phones: PhoneMaker, host: Server) -> None:
    begun = {"round": 3, "phase": "patrol", "goons": {**GOONS, "smithy": None, "sewers": None}}
    table = parties.seat_everybody(host, *NAMES, depth="full", turns="told", begin_together=begun)
    act(host, table, 1, "set_cubes", "corrections", place=[1], cube=["potion"], number=2)
    act(host, table, 1, "set_cubes", "corrections", place=[1], cube=["potion"], number=1)
    vera = phones(host, device=table.devices[0], language=LONGEST)
    vera.go(f"/t/{table.code}")
    settled(vera)
    foot = vera.find(".table-foot").bounding_box()
    done_ = vera.find("[data-goons-done]").bounding_box()
    assert foot
    assert done_
    # A row for goons that a box knows would need 30 px more.
    assert done_["y"] + done_["height"] + 30 <= foot["y"]
    for _ in range(3):
        vera.tap('.goon-panel [data-type="ratman"]')
        vera.tap('.goon-panel [data-icons="1"]')
    settled(vera)
    # What enters them lies over no key that is seen.
    assert vera.find(".goon-numbers:not(.cubes) .tile >> visible=true").count() == 0


def test_a_location_is_taken_back_together_with_one_tap_and_one_yes(phones: PhoneMaker, host: Server) -> None:
    begun = {"round": 3, "phase": "lights_out", "location": "infirmary", "goons": GOONS, "sides": [{}, {}, {}]}
    table = parties.seat_everybody(host, *NAMES, depth="full", roll_call=False, turns="told", begin_together=begun)
    for who, tokens in ((0, [5]), (1, [4, 2]), (2, [2])):
        act(host, table, who, "enter_tokens", side=[who], tokens=tokens)
    vera, isaac = (phones(host, device=table.devices[who]) for who in (0, 1))
    for phone in (vera, isaac):
        phone.go(f"/t/{table.code}")
    vera.tap(".table-foot a[href$='ask=together']")
    vera.find(".ask-sheet").wait_for()
    settled(vera)
    # No, a tap outside and Escape lead back, and nothing is taken back.
    vera.page.keyboard.press("Escape")
    vera.find(".ask-sheet").wait_for(state="detached")
    vera.tap(".table-foot a[href$='ask=together']")
    settled(vera)
    buttons = vera.find(".ask-sheet .button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert min(buttons) >= 48
    vera.tap(".ask-sheet .button.primary")
    vera.find(".taken-back").wait_for()
    assert vera.find("[name='f.tokens']:checked").evaluate_all("all => all.map((one) => one.value)") == ["5"]
    isaac.find(".taken-back").wait_for()
    assert "Vera took location 3 back. What you entered there stays." in isaac.find(".taken-back").inner_text()
    settled(isaac)
    settled(vera)
    vera.tap("#row .primary")
    isaac.find(".ranking").wait_for()
