"""What several can answer at the same time: each phone asks its own player, and nobody waits for another."""

from typing import Any

from flask import Flask
from plain_browser import Form, Page, PlainBrowser
from real_tables import sentences
from support.common import rule
from support.seat_client import of_players
from support.table_client import sit_down
from test_standing_in import GOONS, Evening

SEVEN = {"cubes": {"scrap": 4, "gold": 3}}
SIX = {"cubes": {"iron": 6}}


def asked(evening: Evening, phone: int) -> str:
    """What a phone asks, or says that others are asked."""
    return evening.at(phone).heading


def returns(page: Page) -> list[Form]:
    """The forms in which a phone returns cubes."""
    return [form for form in page.forms if form.value("type") == "return_cubes"]


def test_all_who_have_too_many_cubes_are_asked_at_the_same_time_and_others_read_for_whom_the_table_waits(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app, phase="patrol", location=None, sides=[SEVEN, {}, SIX])
    assert asked(evening, 0) == "Your storage holds 5: return 2."
    assert asked(evening, 1) == "Still returning cubes: Vera and Stan."
    assert asked(evening, 2) == "Your storage holds 5: return 1."
    assert [len(returns(evening.at(phone))) for phone in range(3)] == [1, 0, 1]
    stale = evening.at(0).form(type="return_cubes")
    evening.phones[2].send(evening.at(2).form(type="return_cubes"))
    assert asked(evening, 1) == asked(evening, 2) == "Vera returns 2 cubes: storage holds 5."
    page = evening.phones[0].send(stale)
    assert (page.status, page.problem) == (200, "")
    assert not returns(page)


def test_a_phone_with_two_seats_returns_the_cubes_of_one_after_the_other(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    begin = {"round": 3, "phase": "patrol", "goons": GOONS, "sides": [SEVEN, SIX]}
    seat, _ = sit_down(phone.client, of_players("Vera", "Isaac", turns="told", begin_together=begin))
    page = phone.open(f"/t/{seat.code}")
    told = []
    while returns(page):
        told.append(page.heading)
        (form,) = returns(page)
        page = phone.send(form)
    assert told == ["Vera returns 2 cubes: storage holds 5.", "Isaac returns 1 cube: storage holds 5."]


def test_the_keeper_begins_the_round_with_the_return_for_which_all_wait(hosted_app: Flask) -> None:
    # All other goons of the box are somebody's.
    crew = SIX | {"goons": [{"type": "dwarf", "icons": 1}] * 16}
    goons = GOONS | {"smithy": {"type": "dwarf", "icons": 2}}
    evening = Evening(hosted_app, phase="patrol", location=None, sides=[crew, crew, {}], goons=goons)
    assert [one.label for one in evening.at(0).form(type="return_cubes").buttons] == ["Return 1 cube"]
    evening.phones[1].send(evening.at(1).form(type="return_cubes"))
    (button,) = evening.at(0).form(type="return_cubes").buttons
    assert button.label == "Return 1 cube · Begin round 4"
    page = evening.phones[0].send(evening.at(0).form(type="return_cubes"))
    assert (page.status, "Round 4 of 6" in page.top.text) == (200, True)


DWARF = {"type": "dwarf", "icons": 1}


def in_patrol(app: Flask, names: tuple[str, ...] = ("Vera", "Isaac", "Stan"), **agreed: Any) -> Evening:
    """A patrol in which the whole display is empty; a goon leaves the Chow Hall, and all others move up."""
    begin = {"location": None, "phase": "patrol", "sides": [{} for _ in names], "goons": dict.fromkeys(GOONS, DWARF)}
    begin |= {"display": [None] * (len(names) + 1)}
    return Evening(app, agreed, names, **begin)


def enter_goon(evening: Evening, phone: int = 0) -> None:
    form = evening.at(phone, "?goons=mine").form(type="type_goons")
    for one in form.controls:
        if one.name.endswith(".type"):
            form.fill(one.name, "dwarf").fill(one.name.replace(".type", ".icons"), "1")
    evening.phones[phone].send(form)


def lists(evening: Evening, phone: int) -> list[str]:
    """What a phone lists to be moved, a word for each."""
    words = [("goon", "goon"), ("suspicion", "cube"), ("item", "item")]
    return [next(short for word, short in words if word in told) for told in sentences(evening.at(phone))]


@rule("P-3", "P-4", "P-6")
def test_what_patrol_moves_of_the_table_is_shared_out_as_the_setup_is(hosted_app: Flask) -> None:
    evening = in_patrol(hosted_app)
    assert [lists(evening, phone) for phone in range(3)] == [["goon"] * 5, [], ["item"] * 4]
    # Who enters a goon has moved those that were listed.
    enter_goon(evening)
    assert [lists(evening, phone) for phone in range(3)] == [["goon"], ["cube"] * 5, ["item"] * 4]
    keepers = evening.at(0).top.text
    assert "Isaac lays out: suspicion cubes." in keepers
    assert "Stan lays out: items." in keepers
    # Who has moved the own share says so, and nobody else's list changes.
    page = evening.at(1)
    evening.phones[1].send(next(form for form in page.forms if form.action.endswith("/moved")))
    assert [lists(evening, phone) for phone in range(3)] == [["goon"], [], ["item"] * 4]


@rule("P-6")
def test_the_share_of_a_phone_that_sleeps_stands_on_the_keepers_until_it_is_back(hosted_app: Flask) -> None:
    evening = in_patrol(hosted_app)
    evening.sleep_but(0, 2)
    enter_goon(evening)
    assert [lists(evening, phone) for phone in (0, 2)] == [["goon"] + ["cube"] * 5, ["item"] * 4]
    assert lists(evening, 1) == ["cube"] * 5
    assert lists(evening, 0) == ["goon"]


@rule("P-6")
def test_cubes_of_a_patrol_that_is_taken_back_are_told_to_who_has_placed_them(hosted_app: Flask) -> None:
    evening = in_patrol(hosted_app)
    enter_goon(evening)
    evening.phones[0].send(next(one for one in evening.at(0).forms if one.value("kind") in {"undo", "strike"}))
    back = [[told for told in sentences(evening.at(phone)) if "suspicion" in told] for phone in range(3)]
    assert [len(some) for some in back] == [0, 5, 0]
    assert all(told.startswith("Return") for told in back[1])


def test_a_phone_that_plays_every_seat_lists_all_that_patrol_moves(hosted_app: Flask) -> None:
    phone = PlainBrowser(hosted_app.test_client())
    phone.open("/together")
    begin = {"round": 3, "phase": "patrol", "goons": dict.fromkeys(GOONS, DWARF), "display": [None, None, None]}
    seat, _ = sit_down(
        phone.client, of_players("Vera", "Isaac", turns="told", begin_together=begin | {"sides": [{}] * 2})
    )
    told = sentences(phone.open(f"/t/{seat.code}"))
    assert sum("goon" in one for one in told) == 5
    assert sum("item" in one for one in told) == 3


def at_the_cell_block(app: Flask) -> Evening:
    """Isaac is at the Cell Block, and nobody has entered yet what the four items of the display cost."""
    evening = Evening(app, location="cell_block", display=[{}] * 4)
    for phone, tokens in ((0, []), (1, [5]), (2, [])):
        evening.tell(phone, *tokens)
    return evening


def item_form(page: Page) -> Form:
    return page.form(type="type_item")


def items_here(evening: Evening, phone: int, below: str = "") -> list[str]:
    """What a phone asks, then what it says of the items of the display."""
    page = evening.at(phone, below)
    rows = [one for one in page.top.all("p") if "enters item" in one.text or one.text.startswith("Item ")]
    told = [next(one.all("span"), one).text for one in rows]
    return [page.heading, *told]


def enter_item(evening: Evening, phone: int, worth: int, below: str = "") -> Page:
    form = item_form(evening.at(phone, below)).fill("f.item.reputation", str(worth)).fill("free", "yes")
    return evening.phones[phone].send(form, form.buttons[-1])


READ = "What’s on item {} of the display, counted from the deck?"


@rule("L-17")
def test_items_of_the_display_are_shared_out_and_what_one_enters_appears_on_the_others(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    assert [evening.at(phone).heading for phone in range(3)] == [READ.format(n) for n in (1, 2, 3)]
    enter_item(evening, 1, 3)
    assert items_here(evening, 0) == [
        READ.format(1),
        "Item 2: Item worth 3, no cost",
        "Stan enters item 3 of the display.",
        "Vera enters item 4 of the display.",
    ]
    # Isaac has entered his share: he reads who is at the others, and may help.
    assert items_here(evening, 1)[:2] == [
        "3 items of the display still to enter.",
        "Vera enters item 1 of the display.",
    ]
    enter_item(evening, 0, 1)
    assert evening.at(0).heading == READ.format(4)
    (address,) = [one.given["href"] for one in evening.at(1).top.all("a") if one.text == "Enter item 4"]
    assert item_form(evening.phones[1].open(address)).value("f.card") == item_form(evening.at(0)).value("f.card")
    enter_item(evening, 1, 2, f"?{address.partition('?')[2]}")
    enter_item(evening, 2, 2)
    assert evening.at(1).heading == "Your reward at the Cell Block."


@rule("L-17")
def test_two_who_enter_different_items_at_once_both_do(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    forms = [item_form(evening.at(phone)).fill("f.item.reputation", "2").fill("free", "yes") for phone in range(3)]
    answers = [evening.phones[phone].send(form, form.buttons[-1]) for phone, form in enumerate(forms)]
    assert [(page.status, page.problem) for page in answers] == [(200, "")] * 3
    assert evening.at(1).heading == "1 item of the display still to enter."


@rule("L-17")
def test_of_two_who_enter_the_same_item_otherwise_the_second_reads_both_and_who_was_first(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    card = item_form(evening.at(0)).value("f.card")
    form = item_form(evening.at(1, f"?item={card}")).fill("f.item.reputation", "4").fill("free", "yes")
    enter_item(evening, 0, 1)
    page = evening.phones[1].send(form, form.buttons[-1])
    assert (page.status, page.problem) == (
        409,
        "Vera: item entered. Your tap came too late and did nothing. You entered: Item worth 4, no cost. It now "
        "says: Item worth 1, no cost. If yours is right, enter it under Correct.",
    )
    # What was for that item is in the form of no other.
    assert page.heading == READ.format(2)
    assert item_form(page).value("f.item.reputation") == ""


@rule("L-17")
def test_who_enters_the_same_item_alike_a_moment_later_is_not_told_off(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    card = item_form(evening.at(0)).value("f.card")
    form = item_form(evening.at(1, f"?item={card}")).fill("f.item.reputation", "1").fill("free", "yes")
    enter_item(evening, 0, 1)
    page = evening.phones[1].send(form, form.buttons[-1])
    assert (page.status, page.problem) == (200, "")


@rule("L-17")
def test_the_items_of_a_phone_that_sleeps_are_shared_out_over_those_that_are_awake(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    evening.sleep_but(0, 1)
    assert [evening.at(phone).heading for phone in (0, 1)] == [READ.format(n) for n in (1, 2)]
    enter_item(evening, 0, 1)
    enter_item(evening, 1, 1)
    assert [evening.at(phone).heading for phone in (0, 1)] == [READ.format(n) for n in (3, 4)]


@rule("L-17")
def test_an_item_that_was_refused_keeps_what_was_typed_and_stays_the_one(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    form = item_form(evening.at(1)).fill("f.item.reputation", "3")
    page = evening.phones[1].send(form, form.buttons[-1])
    assert (page.status, page.heading) == (409, READ.format(2))
    assert item_form(page).value("f.item.reputation") == "3"


@rule("P-11")
def test_a_space_that_stays_empty_is_told_of_the_item_of_that_phone(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    evening.phones[1].send(evening.at(1).form(type="space_empty"))
    assert [one for one in items_here(evening, 0) if "item 2" in one.lower()] == []
    assert evening.at(2).heading == READ.format(3)


def test_who_watches_has_no_item_to_enter(hosted_app: Flask) -> None:
    evening = at_the_cell_block(hosted_app)
    page = PlainBrowser(hosted_app.test_client()).open(f"/t/{evening.code}?watch=1")
    assert not [form for form in page.forms if form.value("type") == "type_item"]
    assert "Enter item" not in page.top.text
