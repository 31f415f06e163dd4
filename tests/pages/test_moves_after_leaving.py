"""What hands had to move when a phone comes or goes stays as it was: done where it is done, open on one phone."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from flask import Flask
from plain_browser import PlainBrowser
from real_tables import sentences
from sqlalchemy import select
from support.api_client import API
from support.common import rule
from support.table_client import done
from test_leaving_a_seat import buttons, leave
from test_nobody_waits import enter_goon, in_patrol, lists
from test_party_pages import Sitting
from test_standing_in import Evening

from companion.persistence.database import db
from companion.tables import repository
from companion.tables.line_cache import line_cache
from companion.tables.records import Entry

ALL = {"goon": 1, "cube": 5, "item": 4}


def listed(evening: Evening, *phones: int) -> list[dict[str, int]]:
    """How many goons, cubes and items each phone lists to be moved."""
    return [dict(Counter(lists(evening, phone))) for phone in phones]


def dealt(app: Flask) -> Evening:
    """A patrol whose moves are on three phones."""
    evening = in_patrol(app)
    enter_goon(evening)
    assert listed(evening, 0, 1, 2) == [{"goon": 1}, {"cube": 5}, {"item": 4}]
    with app.app_context():
        # No phone was silent when that was entered.
        table = repository.find(evening.code).table.id
        for entry in db.session.scalars(select(Entry).where(Entry.table_id == table)):
            entry.moment -= timedelta(hours=1)
        db.session.commit()
        line_cache().forget(table)
    return evening


@rule("P-8")
def test_who_begins_the_next_round_still_sees_what_was_listed_before(hosted_app: Flask) -> None:
    evening = dealt(hosted_app)
    keeper = evening.phones[0]
    page = keeper.send(evening.at(0).form(type="begin_round"))
    assert "Round 4" in page.top.text
    assert "If not moved yet: 6" in evening.at(0).top.text
    say_moved(evening, 0)
    assert "If not moved yet" not in evening.at(0).top.text


def say_moved(evening: Evening, phone: int) -> None:
    page = evening.at(phone)
    evening.phones[phone].send(next(form for form in page.forms if form.action.endswith("/moved")))


def press(evening: Evening, phone: int, value: str, below: str = "/people") -> None:
    """Press a button about seats."""
    form = next(form for form in evening.at(phone, below).forms if any(one.value == value for one in form.buttons))
    evening.phones[phone].send(form, form.button(value))


def sit(evening: Evening, seat: int, phone: int, host: int = 0) -> None:
    """A phone asks for a seat, and the host lets it in."""
    browser = evening.phones[phone]
    browser.send(browser.open(f"/j/{evening.code}").form().fill("seat", str(seat)))
    press(evening, host, f"yes:{seat}")


@rule("P-6", "S-10")
def test_what_was_ticked_off_before_a_phone_left_comes_to_no_other_and_what_is_open_stays(hosted_app: Flask) -> None:
    evening = dealt(hosted_app)
    say_moved(evening, 1)
    leave(evening, 1)
    assert listed(evening, 0, 2) == [{"goon": 1}, {"item": 4}]
    sit(evening, 1, 1)
    assert listed(evening, 0, 1, 2) == [{"goon": 1}, {}, {"item": 4}]


@rule("P-6", "S-10")
def test_what_a_phone_that_leaves_has_not_ticked_off_is_with_whoever_plays_the_seat(hosted_app: Flask) -> None:
    evening = dealt(hosted_app)
    leave(evening, 1)
    assert listed(evening, 0, 2) == [{"goon": 1, "cube": 5}, {"item": 4}]
    sit(evening, 1, 1)
    assert listed(evening, 0, 1, 2) == [{"goon": 1}, {"cube": 5}, {"item": 4}]
    leave(evening, 1)
    say_moved(evening, 0)
    sit(evening, 1, 1)
    assert listed(evening, 0, 1, 2) == [{}, {}, {"item": 4}]


@rule("P-6", "S-10")
@pytest.mark.parametrize("ticked", [True, False])
def test_what_the_keeper_had_to_move_goes_to_the_next_host_but_for_what_was_ticked_off(
    hosted_app: Flask, ticked: bool
) -> None:
    evening = dealt(hosted_app)
    if ticked:
        say_moved(evening, 0)
    leave(evening, 0)
    goons = {} if ticked else {"goon": 1}
    assert listed(evening, 1, 2) == [{**goons, "cube": 5}, {"item": 4}]
    say_moved(evening, 1)
    # Whoever comes to an empty seat finds it as it was left.
    evening.phones.append(PlainBrowser(hosted_app.test_client()))
    evening.phones[3].open("/together")
    sit(evening, 0, 3, host=1)
    assert listed(evening, 1, 2, 3) == [{}, {"item": 4}, {}]


@rule("P-6", "S-10")
def test_a_share_stays_with_its_seat_when_another_phone_takes_that(hosted_app: Flask) -> None:
    evening = dealt(hosted_app)
    evening.phones.append(PlainBrowser(hosted_app.test_client()))
    evening.phones[3].open("/together")
    sit(evening, 1, 3)
    assert listed(evening, 0, 2, 3) == [{"goon": 1}, {"item": 4}, {"cube": 5}]
    assert listed(evening, 1) == [{}]


@rule("P-6", "S-10")
def test_an_empty_seat_is_the_acting_keepers_while_the_phone_that_plays_it_sleeps(hosted_app: Flask) -> None:
    evening = dealt(hosted_app)
    leave(evening, 1)
    evening.sleep_but(2)
    assert listed(evening, 2) == [ALL]
    say_moved(evening, 2)
    assert listed(evening, 0, 2) == [{}, {}]


@rule("P-6")
def test_what_a_keeper_has_ticked_off_who_sleeps_then_comes_to_nobody_with_the_keys(hosted_app: Flask) -> None:
    evening = dealt(hosted_app)
    say_moved(evening, 0)
    evening.sleep_but(1, 2)
    press(evening, 2, "keeper:2")
    assert listed(evening, 1, 2, 0) == [{"cube": 5}, {"item": 4}, {}]


@rule("P-6")
def test_what_patrol_moves_after_a_phone_has_left_is_dealt_to_those_who_are_there(hosted_app: Flask) -> None:
    evening = in_patrol(hosted_app)
    leave(evening, 1)
    enter_goon(evening)
    assert listed(evening, 0, 2) == [{"goon": 1}, {"cube": 5, "item": 4}]


@rule("P-6", "S-10")
@pytest.mark.parametrize("number", range(2))
def test_each_move_is_on_one_phone_until_it_is_ticked_off_whoever_comes_and_goes(
    hosted_app: Flask, number: int, seed: str
) -> None:
    chance, evening = random.Random(f"{seed} {number}"), dealt(hosted_app)
    there, host, still_open, told = {0, 1, 2}, 0, Counter(ALL), []
    for _ in range(12):
        phone, way = chance.choice(sorted(there)), chance.choice(["leave", "sit", "sit", "keys", "tick", "sleep"])
        told.append((way, phone))
        if way == "leave" and len(there) > 1:
            leave(evening, phone)
            there.remove(phone)
            host = min(there) if phone == host else host
        elif way == "sit" and len(there) < 3:
            seat = min({0, 1, 2} - there)
            sit(evening, seat, seat, host)
            there.add(seat)
        elif way == "keys" and f"keeper:{phone}" in buttons(evening.at(host, "/people")):
            press(evening, host, f"keeper:{phone}")
        elif way == "tick" and chance.randrange(2) and (ticked := listed(evening, phone)[0]):
            say_moved(evening, phone)
            still_open -= Counter(ticked)
        elif way == "sleep":
            evening.sleep_but(phone)
            assert listed(evening, phone) == [still_open], told
        for one in there:
            # What an open page asks wakes its phone.
            done(evening.phones[one].client.get(f"{API}/tables/{evening.code}/version"))
        found = sum((Counter(one) for one in listed(evening, *there)), Counter[str]())
        assert found == still_open, (told, listed(evening, *there))


@rule("S-5", "S-10")
def test_what_a_phone_lays_out_in_the_setup_goes_with_its_seat_to_whoever_plays_that(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app)
    sitting.begin()

    def laid(phone: int) -> list[str]:
        folds = (one for one in sitting.at(phone).top.all("details") if one.given.get("id") == "laid-before")
        return [one.given["data-tick"] for fold in folds for one in fold.all("input") if "data-tick" in one.given]

    before = [laid(phone) for phone in range(3)]
    assert ["board" in rows for rows in before] == [False, True, False]
    leave(sitting, 1)
    assert ({*laid(0)}, laid(2)) == ({*before[0], "board"}, before[2])


@rule("L-10", "S-10")
def test_the_own_pieces_of_who_leaves_at_a_location_are_moved_by_whoever_plays_the_seat_meanwhile(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app)
    for phone, token in enumerate((5, 4, 3)):
        evening.tell(phone, token)
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    before = [sentences(evening.at(phone)) for phone in range(3)]
    assert [f"Take your {token} back." in told for token, told in zip((5, 4, 3), before, strict=True)] == [True] * 3
    leave(evening, 1)
    assert len(sentences(evening.at(0))) == len(before[0]) + len(before[1])
    assert sentences(evening.at(2)) == before[2]
    sit(evening, 1, 1)
    assert [sentences(evening.at(phone)) for phone in range(3)] == before
