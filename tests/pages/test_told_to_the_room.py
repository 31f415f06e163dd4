"""What all at a table are told: on the other phones and on the second screen."""

import re
from string import ascii_lowercase, digits
from typing import Any

import pytest
from flask import Flask
from plain_browser import Page, PlainBrowser
from support.common import rule
from support.seat_client import grow_older
from test_standing_in import GOONS, NAMES, Evening, at_the_commissary

from companion.tables.codes import ALPHABET, NEVER_IN_CODES
from companion.tables.silence import SILENT_AFTER


def screen(evening: Evening) -> Page:
    """The second screen of a table."""
    return PlainBrowser(evening.app.test_client()).open(f"/screen/{evening.code}")


def press(evening: Evening, phone: int, below: str, value: str) -> Page:
    """Somebody taps a button with that value."""
    page = evening.at(phone, below)
    form, button = next((form, one) for form in page.forms for one in form.buttons if one.value == value)
    return evening.phones[phone].send(form, button)


def test_the_second_screen_names_the_keeper_who_uncovers_and_no_phone_where_any_may_play_again(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, round=6)
    for kind in ("resolve_all", "raid"):
        evening.phones[0].send(evening.at(0).form(type=kind))
    press(evening, 0, "/people", "keeper:2")
    press(evening, 2, "", "reveal:1")
    assert "Uncovered on the phone of Stan." in screen(evening).top.text
    # It ends the uncovering for all: who does not keep the table is asked once more.
    assert [one for one in evening.at(0).forms if one.action.endswith("/scores")] == []
    assert "I’ll do it: Show the result" in [one.text for one in evening.at(0).top.all("a")]
    page = evening.at(0, "?end=reveal")
    (shows,) = (one for one in page.forms if one.action.endswith("/scores"))
    assert "Stan uncovers them line by line." in evening.at(0).top.text
    assert re.search(r"\d+ lines? (is|are) still covered\.", page.top.text)
    evening.phones[0].send(shows)
    assert "Rematch: on any of your phones" in screen(evening).top.text


@rule("O-4")
@pytest.mark.parametrize(("names", "says"), [(NAMES, "Leader goal: 8"), (NAMES[:2], "Leader goal: 6 between two")])
def test_the_room_reads_what_the_leader_goal_scores_among_so_many(
    hosted_app: Flask, names: tuple[str, ...], says: str
) -> None:
    agreed = {"roll_call": True, "leader_goal": {"counts": "gem", "minimum": 1}}
    evening = Evening(hosted_app, agreed, names=names, location=None, round=6, leader=0)
    for kind in ("resolve_all", "raid"):
        evening.phones[0].send(evening.at(0).form(type=kind))
    for line in (1, 2):
        press(evening, 0, "", f"reveal:{line}")
    assert says in [one.text for one in screen(evening).top.all("p")]


def test_a_line_that_is_uncovered_late_covers_nothing_that_somebody_has_shown_meanwhile(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, round=6)
    for kind in ("resolve_all", "raid"):
        evening.phones[0].send(evening.at(0).form(type=kind))
    page = evening.at(0)
    line = next((form, one) for form in page.forms for one in form.buttons if one.value == "reveal:1")
    page_of_another = evening.at(1, "?end=reveal")
    (shows,) = (one for one in page_of_another.forms if one.action.endswith("/scores"))
    evening.phones[1].send(shows)
    evening.phones[0].send(*line)
    assert "Phones show no more than this." not in screen(evening).top.text
    assert "Rematch: on any of your phones" in screen(evening).top.text


def test_after_a_location_the_room_sees_who_goes_on_and_that_their_phone_sleeps(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    assert "The phone of Vera goes on." in screen(evening).top.text
    grow_older(hosted_app, SILENT_AFTER)
    assert "The phone of Vera is asleep." in screen(evening).top.text


@rule("R-1")
def test_in_a_roll_call_the_room_reads_that_the_phone_for_which_all_wait_is_silent_as_soon_as_phones_do(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, phase="roll_call", location=None)
    assert "asleep" not in screen(evening).top.text
    grow_older(hosted_app, SILENT_AFTER)
    assert "Vera: the phone is silent." in evening.at(1).top.text
    assert "The phone of Vera is asleep." in screen(evening).top.text


def test_the_room_sees_the_sign_of_whoever_types_a_card_and_no_phone_that_goes_on(hosted_app: Flask) -> None:
    goons = {place: {"type": "dwarf", "icons": 1} for place in GOONS}
    evening = Evening(hosted_app, location="chow_hall", goons=goons, sides=[{}, {"cubes": {"scrap": 3}}, {}])
    for phone, tokens in ((0, []), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    page = evening.at(1)
    choice = next(one.given["href"] for one in page.top.all("a") if "pick=recruit" in one.given.get("href", ""))
    evening.phones[1].send(evening.phones[1].open(choice).form(type="recruit"))
    shown = screen(evening).top
    assert "What else does it show?" in shown.text
    assert "goes on" not in shown.text
    (said,) = shown.all("div", _class="screen-said")
    assert "#die" in str([one.given for one in said.all("use")])


def correct(evening: Evening, phone: int, kind: str, **fields: Any) -> None:
    """A phone corrects something; what it claims goes the same way."""
    client, path = evening.phones[phone].client, f"/api/v1/tables/{evening.code}"
    version = client.get(path).json["version"]
    way = "actions" if kind == "claim_instant" else "corrections"
    body = {"version": version, "type": kind, "fields": fields}
    answer = client.post(f"{path}/{way}", json=body, headers={"Idempotency-Key": f"{kind}-{version:04}"})
    assert answer.status_code < 300, answer.json


def take_back(evening: Evening, phone: int) -> dict[str, Any]:
    """A phone takes back what it did last; the table as it is then."""
    client, path = evening.phones[phone].client, f"/api/v1/tables/{evening.code}"
    shown = client.get(path).json
    body = {"version": shown["version"], "to": shown["undo_to"]}
    back = client.post(f"{path}/undo", json=body, headers={"Idempotency-Key": "undone-0001"})
    assert back.status_code == 200, back.json
    return dict(back.json)


def told(evening: Evening, phone: int) -> list[str]:
    """What a phone tells of others above what it asks."""
    return [one.text for one in evening.at(phone).top.all("p") if "data-changed" in one.given or "data-by" in one.given]


def asked(evening: Evening, phone: int) -> list[str]:
    """What a phone asks."""
    return [form.value("type") for form in evening.at(phone).forms]


def at_the_sewers(app: Flask) -> Evening:
    """Everybody has said what lies there, and the location is resolved."""
    evening = Evening(app, {"instant_goal": True})
    for phone, token in enumerate((5, 4, 3)):
        evening.tell(phone, token)
    return evening


def test_what_one_corrects_for_oneself_is_told_to_the_others_and_the_room_as_no_reward_of_the_location(
    hosted_app: Flask,
) -> None:
    evening = at_the_sewers(hosted_app)
    before = [cell.text for cell in screen(evening).top.all("span", _class="prizes")]
    correct(evening, 1, "set_cubes", place=[1], cube=["potion"], number=1)
    assert told(evening, 0) == ["Isaac’s potions from 0 to 1."]
    shown = screen(evening).top
    assert [cell.text for cell in shown.all("span", _class="prizes")] == before
    assert "Isaac’s potions from 0 to 1." in shown.text
    (row,) = (one for one in evening.at(0).top.all("li") if one.text.startswith("2 Isaac"))
    assert "potion" not in row.text


@rule("V-1")
def test_a_corrected_number_of_tomes_stays_a_secret_of_its_player(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    correct(evening, 1, "set_tomes", holder=[1], number=2)
    assert told(evening, 0) == ["Isaac’s tomes."]
    for read in (screen(evening), evening.at(0, "/log")):
        assert "Isaac’s tomes" in read.top.text
        assert "from 0 to 2" not in read.top.text
    assert "Corrected: Isaac’s tomes from 0 to 2." in evening.at(1, "/log").top.text


def test_the_room_is_told_who_has_taken_back_what(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    correct(evening, 1, "set_cubes", place=[1], cube=["potion"], number=1)
    take_back(evening, 1)
    assert "Isaac undid this: Isaac’s potions from 0 to 1." in screen(evening).top.text


def test_of_what_a_patrol_has_brought_the_room_is_told_all_that_fits(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, phase="patrol", location=None)
    shown = screen(evening).top.text
    assert "A new item comes to display space 3. A new item comes to display space 4." in shown
    assert shown.count("Round 3 of 6: patrol.") == 1


@rule("E-14")
def test_whoever_corrects_a_figure_of_somebody_sees_what_it_is_now(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    for kind, now in (("set_reputation", 10), ("set_storage", 5)):
        tiles = [one.text for one in evening.at(0, f"/correct?what={kind}").top.all("label", _class="tile")]
        assert tiles[:3] == [f"{name} · {now}" for name in ("Vera", "Isaac", "Stan")]


@rule("O-6")
def test_who_claims_the_instant_goal_is_told_to_the_others_and_the_room(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    correct(evening, 1, "claim_instant", side=[1], points=5)
    assert told(evening, 0) == ["Isaac: the instant goal (+5)."]
    assert "Isaac: the instant goal (+5)." in screen(evening).top.text


@rule("O-6")
def test_who_takes_back_too_late_is_told_what_another_has_done_meanwhile(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    (old,) = (form for form in evening.at(0).forms if form.value("kind") == "undo")
    correct(evening, 1, "claim_instant", side=[1], points=5)
    (said,) = evening.phones[0].send(old).top.all("p", _class="problem")
    assert said.text == "Isaac: the instant goal (+5). Your tap came too late and did nothing."
    # It is still theirs to take back, alone.
    (now,) = (form for form in evening.at(0).forms if form.value("kind") == "strike")
    assert [*evening.phones[0].send(now).top.all("p", _class="problem")] == []


@rule("O-7")
def test_which_end_game_goal_somebody_has_typed_is_told_to_the_others(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    correct(evening, 2, "set_end_goal", goal={"kind": "majority", "counts": "gem"})
    assert told(evening, 0) == ["The end game goal is for the most gems. Entered by Stan."]
    # It stays to be read.
    correct(evening, 0, "set_reputation", side=[0], number=11)
    assert "The end game goal is for the most gems." in [one.text for one in evening.at(0).top.all("p")]


@rule("O-7")
def test_of_two_who_type_an_end_game_goal_at_once_the_second_reads_who_has(hosted_app: Flask) -> None:
    """However much a third has done since, and although the step before was ended by the second."""
    evening = at_the_sewers(hosted_app)
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    form = evening.at(0, "/correct?what=set_end_goal").form(type="set_end_goal")
    form.fill("f.goal.kind", "majority").fill("f.goal.counts", "magic")
    correct(evening, 1, "set_end_goal", goal={"kind": "majority", "counts": "gem"})
    correct(evening, 2, "set_storage", side=[2], number=6)
    (said,) = evening.phones[0].send(form).top.all("p", _class="problem")
    told_of = "The end game goal is for the most gems. Entered by Isaac."
    assert said.text == f"{told_of} Your tap came too late and did nothing."


def test_who_takes_roll_call_into_the_app_is_told_to_the_others_and_the_room_and_may_take_it_back(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app, phase="roll_call", location=None)
    assert "lights_out" in asked(evening, 0)
    correct(evening, 1, "set_roll_call", roll_call=["app"])
    assert told(evening, 0) == ["From now on roll call is in the app too, token by token. Entered by Isaac."]
    assert "From now on roll call is in the app too" in screen(evening).top.text
    assert "assign" in asked(evening, 0)
    assert not take_back(evening, 1)["state"]["roll_call"]


@rule("O-2")
def test_from_whom_the_leader_goal_was_taken_is_told_to_all(hosted_app: Flask) -> None:
    evening = at_the_sewers(hosted_app)
    for side in (0, 2):
        correct(evening, 1, "set_leader", side=[side])
    assert ["Stan takes the leader goal from you." in told(evening, phone) for phone in (0, 1)] == [True, False]
    assert "Stan takes the leader goal from Vera." in told(evening, 1)


@rule("O-1")
def test_the_leader_goal_is_won_with_how_many_on_the_own_phone_another_and_the_second_screen(
    hosted_app: Flask,
) -> None:
    agreed = {"leader_goal": {"counts": "dwarf", "minimum": 1}}
    goons = {place: {"type": "dwarf", "icons": 1} for place in GOONS}
    sides = [{}, {"cubes": {"scrap": 3}}, {}]
    evening = Evening(hosted_app, agreed, location="chow_hall", goons=goons, sides=sides)
    for phone, tokens in ((0, []), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    page = evening.at(1)
    choice = next(one.given["href"] for one in page.top.all("a") if "pick=recruit" in one.given.get("href", ""))
    page = evening.phones[1].send(evening.phones[1].open(choice).form(type="recruit"))
    form = page.form(type="type_card")
    evening.phones[1].send(form.fill("nothing", form.named("nothing")[0].value))
    assert "You take the leader goal. Dwarves: 1 to 0." in evening.at(1).top.text
    assert "Isaac takes the leader goal. Dwarves: 1 to 0." in evening.at(0).top.text
    assert "Isaac takes the leader goal. Dwarves: 1 to 0." in screen(evening).top.text


def said(evening: Evening) -> tuple[str, str]:
    """What the second screen says in large, and in small below it."""
    (box,) = screen(evening).top.all("div", _class="screen-said")
    return next(box.all("h2")).text, next(box.all("p")).text


@rule("S-10")
def test_the_room_reads_whose_phone_sleeps_that_the_table_waits_for(hosted_app: Flask) -> None:
    asked, why = said(at_the_commissary(hosted_app))
    assert asked == "Isaac: take the reward, or decline."
    assert why.startswith("The phone of Isaac is asleep.")
    assert "asleep" not in said(at_the_sewers(hosted_app))[1]


@rule("L-13")
def test_what_the_last_of_them_gets_is_told_the_room_as_phones_tell_it(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="infirmary")
    evening.tell(0, 4)
    (stakes,) = screen(evening).top.all("p", _class="stakes")
    phone = next(evening.at(0).top.all("p", _class="stakes"))
    assert [word for word in stakes.text.split() if word in {"1.", "2.", "3.", "last"}] == ["1.", "last"]
    assert [one.text for one in phone.all("span", _class="soft")] == ["1st", "last"]


def test_the_room_is_told_who_chooses_and_of_nobody_that_all_is_moved(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location=None, phase="patrol", sides=[{}, {"cubes": {"iron": 9}}, {}])
    notes = [one.text for one in screen(evening).top.all("p", _class="seat-note")]
    assert notes == ["", "awaited", ""]


@rule("L-17")
def test_the_room_reads_how_many_items_are_still_to_be_typed_in(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="cell_block")
    for phone, tokens in enumerate(([5], [], [])):
        evening.tell(phone, *tokens)
    assert said(evening)[0] == "4 items of the display still to enter."


@rule("S-8")
def test_who_has_no_suspicion_has_its_sign_beside_the_0_on_the_second_screen(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, phase="patrol", goons=None)
    none, *_ = screen(evening).top.all("p", _class="seat-cubes none")
    assert len([*none.all("span", _class="cube suspicion")]) == 1
    assert none.text == "0 no suspicion"


@rule("V-1")
@pytest.mark.parametrize("agreed", [{"roll_call": True}, {"roll_call": False}])
def test_the_room_reads_what_lies_open_and_nothing_that_is_reserved_or_a_tome(
    hosted_app: Flask, agreed: dict[str, Any]
) -> None:
    hidden = {"price": {"reputation": 7, "cost": {"gold": 1}}, "name": "Nail file"}
    goons = [{"type": "ratman", "icons": 1}] * 2
    has = {"cubes": {"scrap": 3, "gold": 2}, "crafted": [{}] * 4, "reserve": [hidden], "goons": goons, "tomes": 5}
    lying = {**GOONS, "smithy": {"type": "dwarf", "icons": 1}}
    begin = {"location": None, "phase": "roll_call", "goons": lying, "cubes": {"sewers": {"suspicion": 2}}}
    evening = Evening(hosted_app, agreed, **begin, sides=[has, {}, {}])
    text = " ".join(screen(evening).top.text.split())
    found = re.findall(r"3 scrap|2 gold|4 ?Crafted items|2 ?(?:Ratman|Goons)|Dwarf|2 suspicion", text)
    assert len({*found}) == 6, found
    assert re.findall("Nail file|tome|reserve", text, re.IGNORECASE) == []


def test_in_light_depth_the_room_is_shown_nothing_that_the_app_does_not_follow(hosted_app: Flask) -> None:
    text = screen(Evening(hosted_app, {"depth": "light"}, location=None, phase="round", goons=None)).top.text
    assert "Crafted items" not in text


@pytest.mark.parametrize("path", ["/join", "/screen"])
def test_a_code_that_no_table_has_stays_in_its_field_to_be_corrected(hosted_app: Flask, path: str) -> None:
    page = PlainBrowser(hosted_app.test_client()).open(f"{path}?code=ABC+2D3")
    assert (page.status, page.form().value("code")) == (404, "ABC 2D3")
    assert "No open table has the code ABC 2D3." in page.problem


@pytest.mark.parametrize("path", ["/join", "/screen"])
def test_a_code_with_a_letter_that_no_code_has_is_not_told_to_be_too_short(hosted_app: Flask, path: str) -> None:
    page = PlainBrowser(hosted_app.test_client()).open(f"{path}?code=AB0+2D3")
    assert (page.status, page.form().value("code")) == (422, "AB0 2D3")
    assert page.problem == "No code contains these characters: 0, O, 1, I, L, U. Check it once more."


def test_the_letters_that_no_code_is_said_to_have_are_those_that_it_cannot_have() -> None:
    assert sorted(NEVER_IN_CODES.lower() + ALPHABET) == sorted(ascii_lowercase + digits)


@rule("D-5")
def test_a_raid_that_costs_more_than_somebody_has_says_right_there_that_nobody_falls_below_0(hosted_app: Flask) -> None:
    sides = [{"reputation": 2, "cubes": {"suspicion": 3}}, {}, {}]
    evening = Evening(hosted_app, {"roll_call": True}, location=None, round=6, sides=sides)
    for kind in ("resolve_all", "raid"):
        evening.phones[0].send(evening.at(0).form(type=kind))
    (came,) = evening.at(1).top.all("p", _class="raid-came")
    assert "Reputation never falls below 0, so Vera loses only 2. D-5" in came.text


def test_the_strength_of_a_single_token_is_not_told_a_second_time(hosted_app: Flask) -> None:
    shown = screen(at_the_sewers(hosted_app)).top.text
    assert ("Vera is strongest with 5: 3 scrap." in shown, "Vera has strength 5." in shown) == (True, False)


def offered(evening: Evening) -> list[str]:
    """What the room sees that may be had at the location."""
    return [one.text for row in screen(evening).top.all("ul", _class="screen-offers") for one in row.all("li")]


@rule("L-16")
def test_at_the_chow_hall_the_room_sees_the_goons_on_offer_with_what_has_come_off_it(hosted_app: Flask) -> None:
    goons = {**GOONS, "sewers": {"type": "dwarf", "icons": 1}, "smithy": {"type": "ratman", "icons": 2}}
    evening = Evening(hosted_app, location="chow_hall", goons=goons, sides=[{}, {"cubes": {"scrap": 4}}, {}])
    for phone, tokens in ((0, []), (1, [4]), (2, [])):
        evening.tell(phone, *tokens)
    assert offered(evening) == ["Dwarf Sewers 11 suspicion cube", "Ratman Smithy 22 suspicion cubes"]
    page = evening.at(1)
    choice = next(one.given["href"] for one in page.top.all("a") if "pick=recruit" in one.given.get("href", ""))
    evening.phones[1].send(evening.phones[1].open(choice).form(type="recruit"))
    assert offered(evening) == ["Ratman Smithy 22 suspicion cubes"]
    # What is paid stands with what it buys, before anything else that one gets.
    (prizes,) = (cell.text for cell in screen(evening).top.all("span", _class="prizes") if "for" in cell.text)
    assert prizes.startswith("recruits Dwarf for 1 scrap")


@rule("L-17")
def test_at_the_cell_block_the_room_sees_the_items_on_offer_with_what_they_cost(hosted_app: Flask) -> None:
    costs: list[dict[str, int]] = [{"iron": 1}, {"any": 2}, {}]
    display = [{"price": {"reputation": stars, "cost": cost}} for stars, cost in zip((5, 3, 2), costs, strict=True)]
    evening = Evening(hosted_app, location="cell_block", display=[*display, None])
    for phone, tokens in enumerate(([5], [], [])):
        evening.tell(phone, *tokens)
    assert offered(evening) == ["5Reputation I1 iron", "3Reputation **2 of any kind", "2Reputation Costs nothing"]


@rule("D-3")
def test_in_a_raid_the_room_reads_how_many_cubes_each_lays_back(hosted_app: Flask) -> None:
    sides = [{"cubes": {"suspicion": 3}}, {"cubes": {"suspicion": 1}}, {}]
    evening = Evening(hosted_app, {"roll_call": True}, location=None, round=6, sides=sides)
    evening.phones[0].send(evening.at(0).form(type="resolve_all"))
    (row,) = screen(evening).top.all("ul", _class="screen-losses of-3")
    standing = [[*one.all("p")][-1].text for one in row.all("li")]
    assert standing == ["most suspicion: 3 returns 3 cubes", "second most: 1 returns 1 cube", "no cube, no rank"]


@rule("V-1")
def test_the_strip_of_the_own_crew_is_read_aloud_with_words(hosted_app: Flask) -> None:
    sides = [{"cubes": {"scrap": 3}, "crafted": [{}] * 2, "goons": [{"type": "ratman", "icons": 1}]}, {}, {}]
    evening = Evening(hosted_app, {"roll_call": True}, location=None, phase="roll_call", sides=sides)
    (strip,) = evening.at(0).top.all("a", id="crew-strip")
    said = "My crew: 3 scrap, 0 potions, 0 iron, 0 gold, Goons: 1, Crafted items: 2, Score so far: "
    assert strip.given["aria-label"].startswith(said)


def test_a_corrected_result_is_the_same_on_the_second_screen_at_the_table_and_on_its_page(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, round=6)
    for kind in ("resolve_all", "raid"):
        evening.phones[0].send(evening.at(0).form(type=kind))
    page = evening.at(0)
    (shows,) = (one for one in page.forms if one.action.endswith("/scores"))
    shown = evening.phones[0].send(shows)
    (link,) = {*re.findall(r'"/s/(\w+)/picture', shown.answer.text)}
    before = evening.at(1).top.text
    evening.phones[0].client.post(f"/score/{link}", data={"2.resources": "30", "do": "finish"})
    headline = next(PlainBrowser(evening.app.test_client()).open(f"/s/{link}").top.all("h2")).text
    assert headline.startswith("Stan wins with ")
    assert headline not in before
    points = re.search(r"\d+", headline)
    assert points
    room = screen(evening).top
    assert f"{points[0]} points, " in room.text
    assert "Stan wins" in [one.text for one in room.all("h2")]
    assert next(room.all("b", _class="order-total")).text == points[0]
    assert headline in evening.at(1).top.text


def test_after_a_raid_in_patrol_the_second_screen_says_what_lies_on_the_board_then(hosted_app: Flask) -> None:
    goons = {place: {"type": "dwarf", "icons": 2} for place in GOONS}
    held = [{"cubes": {"suspicion": n}} for n in (3, 2, 2)]
    evening = Evening(hosted_app, location=None, phase="patrol", goons=goons, sides=held)
    new = evening.at(0).form(type="type_goons")
    evening.phones[0].send(new.fill("f.goons.sewers.type", "dwarf").fill("f.goons.sewers.icons", "2"))
    assert "On the board:" not in screen(evening).top.text
    evening.phones[0].send(evening.at(0).form(type="raid"))
    (lying,) = screen(evening).top.all("span", _class="lying")
    assert lying.text.count("2") == len(GOONS)
