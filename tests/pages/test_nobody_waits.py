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
    enter_goon(evening)
    assert [lists(evening, phone) for phone in range(3)] == [["goon"] * 6, ["cube"] * 5, ["item"] * 4]
    keepers = evening.at(0).top.text
    assert "Isaac lays out: suspicion cubes." in keepers
    assert "Stan lays out: items." in keepers
    # Who has moved the own share says so, and nobody else's list changes.
    page = evening.at(1)
    evening.phones[1].send(next(form for form in page.forms if form.action.endswith("/moved")))
    assert [lists(evening, phone) for phone in range(3)] == [["goon"] * 6, [], ["item"] * 4]


@rule("P-6")
def test_the_share_of_a_phone_that_sleeps_stands_on_the_keepers_until_it_is_back(hosted_app: Flask) -> None:
    evening = in_patrol(hosted_app)
    evening.sleep_but(0, 2)
    enter_goon(evening)
    assert [lists(evening, phone) for phone in (0, 2)] == [["goon"] * 6 + ["cube"] * 5, ["item"] * 4]
    assert lists(evening, 1) == ["cube"] * 5
    assert lists(evening, 0) == ["goon"] * 6


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
