"""What is asked at a table is in sight above the foot of a phone, without scrolling."""

import json
from collections.abc import Callable
from typing import Any, Final

import parties
import pytest
from phones import DEVICE, LOCALES, LONGEST, Phone, PhoneMaker, Server
from places import Pages
from playwright.sync_api import expect
from support.seat_client import invited, take
from support.table_client import BY_HAND, Seat, done, play, post, sit_down, somebody
from tables import GOONS, HELD, SCENES, WHOLE_BOX, Wire, reach, settled
from test_accessibility import violations
from test_parties import listening

pytestmark = pytest.mark.browser

_HIDDEN: Final = """([selector]) => {
    const foot = document.querySelector(".table-hand").getBoundingClientRect().top;
    const top = document.querySelector(".top").getBoundingClientRect().bottom;
    const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const hidden = (one) => {
        const box = one.getBoundingClientRect();
        return !one.closest(".table-hand") && (box.top < top || box.bottom > foot);
    };
    return [all.length, all.filter(hidden).map((one) => one.outerHTML.slice(0, 120))];
}"""


def hidden(phone: Phone, selector: str) -> tuple[int, list[str]]:
    """How many of these a page has, and which of them are not whole in sight."""
    number, found = phone.page.evaluate(_HIDDEN, [selector])
    return number, found


# Alone

PRICE: Final = "table, the price of an item"
RECRUIT: Final = "table, goons to recruit"
KNOWN_GOONS: Final = {place: {**goon, "valuables": ["gem"], "effects": ["draw_tome"]} for place, goon in GOONS.items()}


@pytest.mark.parametrize("name", [PRICE, "table, the rest of a card"])
def test_all_that_is_asked_of_a_card_is_in_sight(phones: PhoneMaker, pages: Pages, name: str) -> None:
    phone = phones(pages.server, language=LONGEST, device=DEVICE)
    # In the first round words stand under the signs, until one says that one knows them.
    phone.context.add_cookies([{"name": "lockup_captions", "value": "off", "url": phone.base}])
    phone.go(pages.games[name])
    number, unseen = hidden(phone, "#card .tile, .blank")
    assert number > 10
    assert unseen == []
    # What is said to be missing is in sight, too.
    phone.expected = {409}
    phone.tap("button[form=card] >> nth=-1")
    phone.find(".table-hand .problem").wait_for()
    assert hidden(phone, "#card .tile") == (number - phone.find(".blank").count(), [])


def test_the_words_under_the_signs_of_a_card_are_whole_and_every_one_can_be_scrolled_above_the_foot(
    phones: PhoneMaker, pages: Pages
) -> None:
    phone = phones(pages.server, language=LONGEST, device=DEVICE)
    phone.go(pages.games["table, the rest of a card"])
    words = phone.find("#card .tile > .caption")
    assert words.count() == 3 + 11, "valuables and effects"
    assert words.evaluate_all("all => all.filter((one) => one.scrollWidth > one.parentElement.clientWidth).length") == 0
    phone.find("#card .tile >> nth=-1").scroll_into_view_if_needed()
    phone.find("#card .tile >> nth=-1").tap(trial=True)


def test_what_a_tome_may_do_stands_above_what_has_happened_at_its_place(phones: PhoneMaker, household: Server) -> None:
    open_, wire = SCENES["table, a place that stays open"], Wire(household, DEVICE)
    seat, shown = sit_down(wire, {**open_.body, **BY_HAND})
    shown = play(wire, seat, shown, somebody("table, a place that stays open"), until=open_.until)
    done(post(wire, seat, "actions", {"version": shown["version"], "type": "play_tome", "fields": {"side": [0]}}))
    phone = phones(device=DEVICE)
    phone.go(f"/t/{seat.code}")
    number, unseen = hidden(phone, ".choices summary")
    assert (number, len(unseen) < number) == (6, True)
    first = phone.find(".choices summary").first.bounding_box()
    happened = phone.page.get_by_role("heading", name="What happened", exact=True).bounding_box()
    assert first
    assert happened
    assert first["y"] < 740 / 2 < happened["y"]
    # Whoever is done need not look for the way on; who is filling in what it does is not led to it.
    end = phone.find(".table-hand .button.primary")
    assert end.inner_text() == "Done with the tome"
    colour = "(one) => getComputedStyle(one).backgroundColor"
    before = end.evaluate(colour)
    phone.tap(".choices summary >> nth=1")
    assert end.evaluate(colour) != before


def test_what_a_location_moves_is_in_sight_and_what_its_undo_puts_back(phones: PhoneMaker, household: Server) -> None:
    phone = phones(language=LONGEST, device=DEVICE)
    begin = {**SCENES["table, a place"].body["begin"], "location": "infirmary"}
    phone.go(f"/t/{reach(household, 'table, a place', begin=begin)}")
    taps = ((".carry .primary", ""), (".table-foot .undo button", ".moving-back"), (".carry .primary", ""))
    for tapped, way in taps:
        phone.tap(tapped)
        settled(phone)
        number, unseen = hidden(phone, f"#main .moves{way} .move")
        assert number > 1
        assert unseen == []
        assert violations(phone) == []


def test_what_a_tome_has_turned_up_is_read_where_that_was_asked_for(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device=DEVICE)
    phone.go(f"/t/{reach(household, 'table, a tome')}")
    phone.tap(".choices summary:has-text('Reveal a guard card')")
    phone.tap(".choices details[open] button >> nth=0")
    settled(phone)
    assert hidden(phone, ".pad > b") == (1, [])
    assert phone.find(".pad > b").inner_text().startswith("The guard card at ")


def test_the_keys_of_an_item_stay_in_sight_where_the_box_knows_others(phones: PhoneMaker, own_server: Server) -> None:
    box = own_server.post("/box/import", text=json.dumps({**WHOLE_BOX, "goons": {}})).rsplit("/", 1)[1]
    scene, wire = SCENES[PRICE], Wire(own_server, DEVICE)
    seat, shown = sit_down(wire, {**scene.body, **BY_HAND, "box": box})
    play(wire, seat, shown, somebody(PRICE), until=scene.until)
    phone = phones(own_server, device=DEVICE)
    phone.go(f"/t/{seat.code}")
    assert phone.find(".before button").count() > 10
    keys = phone.find("#card .tiles").last.bounding_box()
    assert hidden(phone, "#card .tile")[1] == []
    phone.tap("#card label.tile >> nth=0")
    assert not phone.find(".before").is_visible()
    assert phone.find(".face-part").count() == 1
    assert phone.find("#card .tiles").last.bounding_box() == keys
    phone.tap(".face-part")
    assert phone.find(".before").is_visible()


def test_the_keys_of_an_item_stay_where_they_are_where_the_box_knows_one_other(
    phones: PhoneMaker, own_server: Server
) -> None:
    one = dict([*WHOLE_BOX["items"].items()][:1])
    box = own_server.post("/box/import", text=json.dumps({**WHOLE_BOX, "items": one})).rsplit("/", 1)[1]
    phone = phones(own_server, device=DEVICE)
    phone.go(f"/t/{reach(own_server, PRICE, **BY_HAND, box=box)}")
    assert phone.find(".before button").count() == 1
    keys = phone.find("#card .tiles").last.bounding_box()
    phone.tap("#card label.tile >> nth=0")
    assert phone.find("#card .tiles").last.bounding_box() == keys


def test_goons_of_the_box_that_look_alike_are_told_apart_by_what_they_show(
    phones: PhoneMaker, own_server: Server
) -> None:
    much = (["magic", "magic", "gem"], ["give_suspicion", "exchange"])
    shown = ((["gem"], ["draw_tome"]), (["blade"], ["remove_suspicion"]), much)
    alike = {str(n): {"type": "dwarf", "icons": 2, "valuables": v, "effects": e} for n, (v, e) in enumerate(shown)}
    box = own_server.post("/box/import", text=json.dumps({**WHOLE_BOX, "items": {}, "goons": alike})).rsplit("/", 1)[1]
    seat, _ = sit_down(Wire(own_server, DEVICE), {"dealing": "house", "box": box})
    phone = phones(own_server, device=DEVICE)
    phone.go(f"/t/{seat.code}")
    strip = phone.find("[data-goon-strip] [data-face-of]")
    looks = [one.locator(".face-shows").inner_html() for one in strip.all()]
    assert len(looks) == len({*looks}) == 3
    cut = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight
        || Math.min(one.clientWidth, one.clientHeight) < 48).length"""
    assert strip.evaluate_all(cut) == 0
    # Whoever has entered one of them is still offered the others, where they were.
    strip.first.tap()
    assert [one.locator(".face-shows").inner_html() for one in strip.all()] == looks
    assert [one.get_attribute("aria-disabled") for one in strip.all()] == ["true", "false", "false"]
    phone.page.set_viewport_size({"width": 180, "height": 370})
    settled(phone)
    phone.find("[data-goon-all]").tap()
    everything = phone.find("[data-goon-sheet] [data-face-of]")
    assert (everything.count(), everything.evaluate_all(cut)) == (3, 0)


def test_a_goon_of_the_box_that_was_tapped_keeps_its_place_in_the_line_until_the_line_is_used_up(
    phones: PhoneMaker, own_server: Server
) -> None:
    goons = {str(n): {"type": kind, "icons": n % 4} for n, kind in enumerate(["cultist"] * 4 + ["dwarf"])}
    box = own_server.post("/box/import", text=json.dumps({**WHOLE_BOX, "items": {}, "goons": goons})).rsplit("/", 1)[1]
    seat, _ = sit_down(Wire(own_server, DEVICE), {"dealing": "house", "box": box})
    phone = phones(own_server, device=DEVICE)
    phone.go(f"/t/{seat.code}")
    line = phone.find("[data-goon-strip] [data-face-of]")

    places = [one.bounding_box() for one in line.all()]

    def tapped(place: int) -> list[str | None]:
        settled(phone)
        at = places[place]
        assert at
        # As a finger does, which does not look at what lies there.
        phone.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        return [one.get_attribute("data-face-of") for one in line.all()]

    before = [one.get_attribute("data-face-of") for one in line.all()]
    assert [tapped(0), tapped(0), tapped(2)] == [before] * 3
    typed = """(all) => all.map((one) =>
        `${one.querySelector('select').value} ${one.querySelector('input').value}`.trim())"""
    rows = phone.find("[data-goon]")
    assert rows.evaluate_all(typed) == ["cultist 0", "cultist 2", "", "", ""]
    # Of one type, too, although the next goon may be of any.
    settled(phone)
    phone.tap(".goon-panel [data-type=cultist]")
    left = tapped(1)
    assert rows.evaluate_all(typed) == ["cultist 0", "cultist 2", "cultist 1", "", ""]
    assert (len(left), phone.find(".goon-panel [data-type][aria-pressed=true]").count()) == (1, 0)
    # Whoever takes all of them back finds them in their rows, and mends one.
    for icons in (1, 2):
        settled(phone)
        phone.tap(".goon-panel [data-type=ratman]")
        phone.tap(f".goon-panel [data-icons='{icons}']")
    everything = ["cultist 0", "cultist 2", "cultist 1", "ratman 1", "ratman 2"]
    assert rows.evaluate_all(typed) == everything
    for button in ("[data-goons-done]", ".table-foot .undo button"):
        settled(phone)
        phone.tap(button)
    phone.find("#goons").wait_for()
    settled(phone)
    assert rows.evaluate_all(typed) == everything
    assert phone.find("[data-goons-done]").get_attribute("aria-disabled") == "false"


def test_an_item_of_the_box_that_was_tapped_keeps_its_place_while_the_others_are_entered(
    phones: PhoneMaker, own_server: Server
) -> None:
    box = own_server.post("/box/import", text=json.dumps({**WHOLE_BOX, "goons": {}})).rsplit("/", 1)[1]
    scene, wire = SCENES[PRICE], Wire(own_server, DEVICE)
    begin = {**scene.body["begin"], "display": [{} for _ in scene.body["begin"]["display"]]}
    seat, shown = sit_down(wire, {**scene.body, **BY_HAND, "begin": begin, "box": box})
    play(wire, seat, shown, somebody(PRICE), until=scene.until)
    phone = phones(own_server, device=DEVICE)
    phone.go(f"/t/{seat.code}")
    faces = phone.find(".before button")
    before = faces.all_inner_texts()
    for place in (3, 1):
        faces.nth(place).scroll_into_view_if_needed()
        box_before = faces.nth(place).bounding_box()
        faces.nth(place).tap()
        settled(phone)
        assert faces.all_inner_texts() == before
        assert not faces.nth(place).is_enabled()
        assert faces.nth(place).bounding_box() == box_before
    assert phone.find(".before button:disabled").count() == 2
    phone.tap(".table-foot .undo button")
    settled(phone)
    assert (faces.all_inner_texts(), phone.find(".before button:disabled").count()) == (before, 1)


def test_a_cube_that_is_tapped_twice_stands_on_the_face_once_with_its_number(
    phones: PhoneMaker, household: Server
) -> None:
    phone = phones(device=DEVICE)
    phone.go(f"/t/{reach(household, PRICE)}")
    face = phone.find("[data-face]").bounding_box()
    phone.tap("#card label.tile >> nth=0")
    for kind in range(5):
        for _ in range(2):
            phone.tap(f"#card [data-more] >> nth={kind}")
    assert [one[0] for one in phone.find(".face-part").all_inner_texts()] == ["1", *"22222"]
    assert phone.find("[data-face]").bounding_box() == face
    phone.tap(".face-part >> nth=1")
    assert phone.find(".face-part >> nth=1").inner_text()[0] == "S"


def test_what_is_unfolded_below_the_keys_for_goons_of_patrol_stands_above_the_foot(
    phones: PhoneMaker, own_server: Server
) -> None:
    box = own_server.post("/box/import", text=json.dumps({**WHOLE_BOX, "items": {}})).rsplit("/", 1)[1]
    begin = {"round": 2, "phase": "patrol", "goons": dict.fromkeys(GOONS), "sides": [{}, {}]}
    players = [{"name": name} for name in parties.NAMES[:2]]
    seat, _ = sit_down(
        Wire(own_server, DEVICE), {"players": players, "depth": "full", "box": box, "begin_together": begin}
    )
    phone = phones(own_server, device=DEVICE, height=700)
    phone.go(f"/t/{seat.code}")
    fold = phone.find(".in-flow details:has(button)")
    foot = phone.find(".table-foot").bounding_box()
    assert foot
    # A finger taps it where it stands on the page as it comes, just above the foot.
    stands = fold.bounding_box()
    assert stands
    assert foot["y"] - 100 < stands["y"] + stands["height"] < foot["y"]
    phone.page.touchscreen.tap(stands["x"] + 40, stands["y"] + 20)
    expect(fold.locator("button").last).to_be_visible()
    unfolded = fold.locator("button").last.bounding_box()
    assert unfolded
    assert unfolded["y"] + unfolded["height"] <= foot["y"] + 1


@pytest.mark.parametrize("goons", [GOONS, KNOWN_GOONS], ids=["", "known"])
def test_five_goons_that_can_be_recruited_are_in_sight(
    phones: PhoneMaker, household: Server, goons: dict[str, object]
) -> None:
    phone = phones(language=LONGEST, device=DEVICE)
    begin = {**SCENES[RECRUIT].body["begin"], "goons": goons}
    phone.go(f"/t/{reach(household, RECRUIT, begin=begin)}")
    assert hidden(phone, ".offer") == (5, [])


def test_three_items_that_can_be_crafted_are_in_sight(phones: PhoneMaker, pages: Pages) -> None:
    phone = phones(pages.server, language=LONGEST, device=DEVICE)
    phone.go(pages.games["table, items to craft"])
    assert hidden(phone, ".offer") == (3, [])


@pytest.mark.parametrize("cost", [{"scrap": 1, "potion": 1, "iron": 1}, {"iron": 1, "gold": 1}])
def test_all_that_is_moved_where_only_the_guards_craft_is_in_sight_in_every_language(
    phones: PhoneMaker, household: Server, cost: dict[str, int]
) -> None:
    pays = {"price": {"reputation": 5, "cost": cost}, "valuables": ["gem"], "effects": []}
    without = {"display": [pays], "guards": {"reputation": 28, "cubes": cost}, "player": {**HELD, "cubes": {}}}
    begin = {**SCENES["table, items to craft"].body["begin"], **without}
    code = reach(household, "table, a place", begin=begin)
    for language in LOCALES:
        phone = phones(language=language, device=DEVICE)
        phone.go(f"/t/{code}")
        if phone.find("[value=resolve]").count():
            phone.tap(".carry .primary")
            settled(phone)
        assert phone.find(".move-columns > ul:last-child .move").count() == len(cost) + 2
        number, unseen = hidden(phone, ".move")
        assert (number > len(cost) + 2, unseen) == (True, [])


# Of several

RAIDED: Final = {
    "round": 2,
    "phase": "lights_out",
    "goons": GOONS,
    "cubes": {"smithy": {"suspicion": 2}},
    "sides": [{"cubes": {"suspicion": 3}, "reputation": 20}, {"cubes": {"suspicion": 2}}, {"reputation": 8}],
}


TOLD: Final = {"round": 2, "phase": "lights_out", "goons": GOONS}


@pytest.mark.parametrize("script", [True, False])
def test_what_a_raid_costs_and_its_button_are_in_sight_and_gone_after_it(
    phones: PhoneMaker, host: Server, *, script: bool
) -> None:
    table = parties.seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", turns="told", begin_together=RAIDED)
    phone = phones(host, device=table.devices[0], java_script_enabled=script)
    phone.go(f"/t/{table.code}")
    phone.tap(".opens")
    phone.find("[data-scene=call]").wait_for()
    assert hidden(phone, ".rank-row") == (3, [])
    call = phone.find(".table-hand .primary")
    box = call.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= phone.page.viewport_size["height"]
    if script:
        settled(phone)
    call.tap()
    phone.find("[data-scene=rows]").wait_for()
    assert phone.find(".rank-row").count() == 0
    assert phone.find(".raid-came > span").all_inner_texts()[0].split() == ["Vera", "−8"]


def _raids(shown: dict[str, Any]) -> bool:
    step = shown["prompt"]["step"]
    return step is not None and step["kind"] == "raid"


def test_what_a_raid_costs_that_has_to_come_stands_above_what_was_told_before(
    phones: PhoneMaker, household: Server
) -> None:
    phone = phones(device=DEVICE)
    scene = parties.Scene(3, parties.FULL, _raids)
    phone.go(f"/t/{parties.brought_to(household, scene, 'a raid of several').code}")
    assert phone.find("[data-scene=raid] .moves").count() > 0
    assert hidden(phone, ".rank-row") == (3, [])


_CUT: Final = """(all) => all.filter((one) => one.checkVisibility()
    && (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 4))
    .map((one) => one.textContent)"""


def _chooses_goons(shown: dict[str, Any]) -> bool:
    step = shown["prompt"]["step"]
    return step is not None and step["kind"] == "reward" and step.get("location") == "chow_hall"


def test_cards_of_several_are_in_sight_stay_where_they_are_as_one_is_chosen_and_undo_is_read_whole(
    phones: PhoneMaker, household: Server
) -> None:
    players = [{"name": name} for name in ("Vera", "Isaac", "Stan")]
    scene = parties.Scene(3, {**parties.FULL, "begin_together": TOLD}, _chooses_goons)
    phone = phones(device=DEVICE)
    phone.go(f"/t/{parties.brought_to(household, scene, 'goons of several', players=players).code}")
    assert hidden(phone, ".offer") == (5, [])
    assert phone.find(".table-hand .acts :is(button:enabled, a)").count() == 0
    assert phone.find(".table-foot > *").count() == 3
    assert phone.find(".table-foot .undo b").evaluate_all(_CUT) == []
    last = phone.find(".offer-acts a").last
    stood = last.bounding_box()
    last.tap()
    settled(phone)
    phone.find(".offer.chosen").wait_for()
    assert last.bounding_box() == stood


def test_what_turns_a_token_face_down_is_whole_in_the_first_turn(phones: PhoneMaker, household: Server) -> None:
    table = parties.seat_everybody(household, "Vera", "Isaac", "Stan", depth="full", roll_call=True)
    phone = phones(device=table.devices[0])
    phone.go(f"/t/{table.code}")
    phone.tap(".crew-pick input >> nth=0")
    flap = """(one) => {
        const box = one.getBoundingClientRect();
        const at = (y) => one.contains(document.elementFromPoint(box.left + box.width / 2, y));
        return [at(box.top + 2), at(box.bottom - 2)];
    }"""
    assert phone.find(".face-down >> visible=true").first.evaluate(flap) == [True, True]


def test_all_eight_rows_of_roll_call_stand_above_the_tokens_and_stay_there_as_a_tap_is_refused(
    phones: PhoneMaker, household: Server
) -> None:
    begun = {"round": 2, "phase": "roll_call", "goons": GOONS}
    wishes: dict[str, Any] = {"depth": "full", "roll_call": True, "begun": False, "begin_together": begun}
    table = parties.seat_everybody(household, "Vera", "Isaac", "Stan", **wishes)
    phone = phones(language=LONGEST, device=table.devices[0])
    phone.expected = {409}
    phone.go(f"/t/{table.code}")
    assert hidden(phone, ".place-row") == (8, [])
    last = phone.find(".place-row").last.bounding_box()
    phone.tap(".slot")
    settled(phone)
    assert phone.find(".problem").count() == 1
    assert hidden(phone, ".place-row") == (8, [])
    assert phone.find(".place-row").last.bounding_box() == last
    waiting = phones(language=LONGEST, device=table.devices[1])
    waiting.go(f"/t/{table.code}")
    assert waiting.find(".early").count() == 1
    assert hidden(waiting, ".place-row") == (8, [])


def test_five_who_are_asked_whether_they_are_at_a_place_are_in_sight(phones: PhoneMaker, household: Server) -> None:
    phone = phones(language=LONGEST, device=DEVICE)
    phone.go(f"/t/{parties.reach(household, 'full, who is there').code}")
    assert hidden(phone, ".awaited .row, .awaited .button") == (9, [])


def test_the_numbers_of_five_players_are_in_sight_and_stay_as_wide_as_more_suspicion_is_asked_for(
    phones: PhoneMaker, host: Server
) -> None:
    begin = {"round": 2, "phase": "round", "sides": [{"cubes": {"suspicion": 1}}] * 5}
    table = parties.seat_everybody(host, "Vera", "Isaac", "Stan", "Claire", "Wei", begun=False, begin_together=begin)
    phone = phones(host, device=table.devices[0])
    phone.go(f"/t/{table.code}")
    assert hidden(phone, ".entry-rows .stepper.big") == (3, [])
    phone.tap("a[data-move='1']")
    settled(phone)
    boxes = [one.bounding_box() for one in phone.find(".entry-rows .stepper.big").all()]
    assert len({box["width"] for box in boxes if box}) == 1


def test_a_place_stays_where_it_was_once_all_have_told_who_is_there(phones: PhoneMaker, host: Server) -> None:
    table = parties.seat_everybody(host, "Vera", "Isaac", depth="full", turns="told", begin_together=TOLD)
    vera, isaac = (phones(host, device=device, hurried=True) for device in table.devices)
    for phone in (vera, isaac):
        phone.go(f"/t/{table.code}")
        listening(phone)
    stood = vera.find(".place-head").bounding_box()
    vera.tap(".crew-pick input >> nth=0")
    for phone in (vera, isaac):
        settled(phone)
        phone.tap(".table-hand .primary")
        settled(phone)
    vera.find("[data-scene=ranking]").wait_for()
    assert vera.find(".place-head").bounding_box() == stood


MOVED_UP: Final = {"round": 3, "phase": "patrol", "goons": {**GOONS, "smithy": None, "sewers": None}}


def test_goons_that_move_up_stand_above_the_keys_for_those_that_come(phones: PhoneMaker, host: Server) -> None:
    table = parties.seat_everybody(host, "Vera", "Isaac", depth="full", turns="told", begin_together=MOVED_UP)
    phone = phones(host, device=table.devices[0])
    phone.go(f"/t/{table.code}")
    assert phone.find("[data-moves] .move .unseen").count() == 3
    last = phone.find("[data-moves] .move").last.bounding_box()
    keys = phone.find(".goon-kinds").bounding_box()
    assert last
    assert keys
    assert last["y"] + last["height"] <= phone.find(".table-hand").bounding_box()["y"] < keys["y"]
    assert keys["y"] + keys["height"] <= phone.find(".table-foot").bounding_box()["y"]


def test_what_enters_the_goons_is_whole_in_sight_once_all_are_typed_however_much_stands_above_it(
    phones: PhoneMaker, host: Server
) -> None:
    begun = {"round": 3, "phase": "patrol", "goons": GOONS}
    table = parties.seat_everybody(host, "Vera", "Isaac", depth="full", turns="told", begin_together=begun)
    phone = phones(host, device=table.devices[0])
    phone.page.set_viewport_size({"width": 360, "height": 640})
    isaac, path = Wire(host, table.devices[1]), f"/api/v1/tables/{table.code}"
    change = {"version": isaac.get(path).json["version"], "type": "set_reputation"}
    change["fields"] = {"side": [0], "number": 9}
    done(isaac.post(f"{path}/corrections", json=change, headers={"Idempotency-Key": "corrected-0001"}))
    phone.go(f"/t/{table.code}")
    settled(phone)
    enter = phone.find("[data-goons-done]")
    assert hidden(phone, "[data-changed], [data-moves] .move, .goon-panel .tile:not(.high)")[1] == []
    phone.tap('.goon-panel [data-type="ratman"]')
    phone.tap('.goon-panel [data-icons="1"]')
    # It has come up to where that was tapped, and hears no second half of a double tap.
    assert enter.inner_text() == "Enter the goons"
    box, foot = enter.bounding_box(), phone.find(".table-foot").bounding_box()
    assert box
    assert foot
    assert box["y"] + box["height"] <= foot["y"]
    assert phone.page.evaluate("document.documentElement.hasAttribute('data-deaf')")
    settled(phone)
    enter.tap()
    phone.page.wait_for_selector("#goons", state="detached")


def test_the_row_of_the_goon_that_is_asked_for_is_in_sight_above_the_keys(phones: PhoneMaker, host: Server) -> None:
    table = parties.seat_everybody(host, "Vera", "Isaac", depth="full", begun=False)
    phone = phones(host, device=table.devices[0])
    phone.page.set_viewport_size({"width": 360, "height": 560})
    phone.go(f"/t/{table.code}")
    settled(phone)
    for _ in range(4):
        phone.tap('.goon-panel [data-type="ratman"]')
        phone.tap('.goon-panel [data-icons="1"]')
        assert hidden(phone, ".goon-row[data-now]") == (1, [])


def test_an_instant_goal_is_claimed_beside_goons_half_typed_with_its_points_above_the_keypad(
    phones: PhoneMaker, host: Server
) -> None:
    wishes: dict[str, Any] = {"depth": "full", "turns": "told", "instant_goal": True, "begin_together": MOVED_UP}
    table = parties.seat_everybody(host, "Vera", "Isaac", **wishes)
    phone = phones(host, device=table.devices[0], hurried=True)
    phone.expected = {409}
    phone.go(f"/t/{table.code}")
    phone.tap('.goon-panel [data-type="dwarf"]')
    phone.tap('.goon-panel [data-icons="2"]')
    typed = phone.find(".goon-shown").all_inner_texts()
    phone.tap("#fold-claim_instant > summary")
    claim = phone.find("#fold-claim_instant .button")
    claim.tap()
    refused = phone.find("#fold-claim_instant > .problem")
    refused.wait_for()
    assert "Points" in refused.inner_text()
    assert hidden(phone, "#fold-claim_instant > .problem, #fold-claim_instant .row")[0] == 2
    field = "#fold-claim_instant [data-number]"
    phone.tap(field)
    phone.keys("7")
    assert refused.count() == 0
    keys, points = phone.find("[data-keypad]").bounding_box(), phone.find(field).bounding_box()
    assert keys
    assert points
    assert 48 < points["y"] < points["y"] + points["height"] <= keys["y"]
    assert keys["y"] + keys["height"] <= 740
    phone.keys(">")
    claim.tap()
    claim.wait_for(state="detached")
    assert phone.find(".goon-shown").all_inner_texts() == typed != ["–"] * 3


def test_what_is_unfolded_just_above_the_hand_comes_whole_into_sight(phones: PhoneMaker, host: Server) -> None:
    begun = {**TOLD, "sides": [{"tomes": 2}]}
    wishes: dict[str, Any] = {"depth": "full", "turns": "told", "instant_goal": True, "begin_together": begun}
    table = parties.seat_everybody(host, "Vera", "Isaac", **wishes)
    phone = phones(host, device=table.devices[0])
    phone.go(f"/t/{table.code}")
    for kind in ("play_tome", "claim_instant"):
        fold = phone.find(f"#fold-{kind} > summary")
        fold.scroll_into_view_if_needed()
        fold.tap()
        phone.page.wait_for_function(f"""() => {{
            const button = document.querySelector("#fold-{kind} .button").getBoundingClientRect();
            return button.height && button.bottom <= document.querySelector(".table-hand").getBoundingClientRect().top;
        }}""")
        assert hidden(phone, f"#fold-{kind} > summary") == (1, [])


def test_what_was_told_before_the_count_stands_below_its_rows(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device=DEVICE)
    phone.go(f"/t/{parties.reach(household, 'light, what hands hold').code}")
    assert hidden(phone, "#count > .rows > .row:nth-child(-n + 5)") == (5, [])
    form, told = phone.find("#count").bounding_box(), phone.find("#raid-counted").bounding_box()
    assert form
    assert told
    assert told["y"] >= form["y"] + form["height"]


def test_the_next_count_on_a_phone_that_is_handed_round_begins_at_its_first_row(
    phones: PhoneMaker, household: Server
) -> None:
    phone = phones(device=DEVICE, hurried=True)
    phone.go(f"/t/{parties.reach(household, 'light, what hands hold').code}")
    first = phone.find(".tab[aria-current] .name").text_content()
    phone.tap("#count [data-step='1']")
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    settled(phone)
    phone.tap("button[form=count]")
    expect(phone.find(".tab[aria-current] .name")).not_to_have_text(first or "")
    assert phone.page.evaluate("scrollY") == 0


def test_the_foot_of_the_end_leaves_most_of_a_phone_to_what_has_happened(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device=DEVICE)
    scene = parties.Scene(3, {"depth": "full", "roll_call": True}, lambda shown: shown["prompt"]["step"] is None)
    phone.go(f"/t/{parties.brought_to(household, scene, 'an end without goals').code}")
    assert phone.find(".goal-reminder").count() == 2
    hand, page = phone.find(".table-hand").bounding_box(), phone.page.viewport_size
    assert hand is not None
    assert page is not None
    assert hand["y"] > page["height"] * 0.7


def at_the_chow_hall(host: Server, goons: dict[str, Any]) -> tuple[Wire, Seat, Callable[..., None]]:
    """Vera, Isaac and Stan, who choose there in the order of Isaac, Stan and Vera: her seat, and how acts are sent."""
    sides = [{"cubes": {"scrap": 1, "potion": 1, "gold": 2}}] * 3
    begun = {"round": 3, "phase": "lights_out", "location": "chow_hall", "goons": goons, "sides": sides}
    wished = {"holds": [0], "roll_call": False, "turns": "told", "begin_together": begun}
    wire = Wire(host, DEVICE)
    seat, shown = sit_down(wire, {"players": [{"name": name} for name in ("Vera", "Isaac", "Stan")], **wished})

    def act(kind: str, **fields: Any) -> None:
        nonlocal shown
        shown = done(post(wire, seat, "actions", {"version": shown["version"], "type": kind, "fields": fields}))

    for side, token in enumerate((2, 5, 4)):
        act("enter_tokens", side=[side], tokens=[token])
    return wire, seat, act


@pytest.mark.parametrize("typed", [False, True])
def test_what_is_moved_is_in_sight_once_all_have_chosen_however_much_stands_above_it(
    phones: PhoneMaker, host: Server, *, typed: bool
) -> None:
    goons = {place: {**goon, "icons": 1, "effects": []} for place, goon in KNOWN_GOONS.items()}
    if typed:
        goons["smithy"] = {"type": "hobgoblin", "icons": 1}
    _, seat, act = at_the_chow_hall(host, goons)
    for place in ("sewers", "infirmary"):
        act("recruit", goons=[place])
        act("pay", cubes=["gold"])
    phone = phones(host, device=DEVICE, language=LONGEST)
    phone.go(f"/t/{seat.code}")
    listening(phone)
    settled(phone)
    phone.tap("[href*='pick=recruit'] >> nth=0")
    settled(phone)
    phone.tap(".table-hand .primary")
    if typed:
        phone.page.wait_for_selector("[data-scene=card]")
        settled(phone)
        phone.tap("label:has([name=nothing])")
        phone.tap("button[form=card].primary")
    phone.page.wait_for_selector("[data-scene=ranking]:not(:has([href*='pick=recruit']))")
    assert hidden(phone, "#main .moves .move") == (3, [])


def test_what_was_chosen_before_others_is_in_sight_once_these_have_chosen(phones: PhoneMaker, host: Server) -> None:
    goons = {place: {**goon, "icons": 1, "effects": []} for place, goon in KNOWN_GOONS.items()}
    wire, seat, act = at_the_chow_hall(host, goons)
    act("recruit", goons=["sewers"])
    act("pay", cubes=["gold"])
    device = "the-phone-of-one-who-waits"
    take(Wire(host, device), seat.code, 1, invite=invited(wire, seat, seat=1))
    phone = phones(host, device=device)
    phone.go(f"/t/{seat.code}")
    listening(phone)
    for place, cubes in (("infirmary", ["gold"]), ("smithy", ["scrap", "potion"])):
        act("recruit", goons=[place])
        act("pay", cubes=cubes)
    expect(phone.find("[data-heading]")).to_contain_text("Move your pieces.")
    settled(phone)
    assert hidden(phone, "#main .moves .move") == (2, [])
