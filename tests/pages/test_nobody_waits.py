"""What several can answer at the same time: each phone asks its own player, and nobody waits for another."""

from flask import Flask
from plain_browser import Form, Page, PlainBrowser
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
