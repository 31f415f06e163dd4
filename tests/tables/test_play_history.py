"""What a history shows of tables and sheets: in which order, page by page, to whom, each evening once."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from support.seat_client import take
from support.sheet_client import DEVICE, keep, put
from support.sheet_client import delete as delete_sheet
from support.sheet_client import sheet as body_of
from support.table_client import Seat, done, play, post, show, sit_down

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, new_link
from companion.persistence.database import db
from companion.sheets.models import Sheet
from companion.tables import next_table
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.play_history import Evening, evenings
from companion.tables.records import Table, TableSeat

MINE = Caller(device="my phone")
HOUSEHOLD = Caller(household=True)
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
LAST: dict[str, Any] = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip


def my_phone(client: FlaskClient) -> FlaskClient:
    client.set_cookie(DEVICE, "my phone")
    return client


def ended(client: FlaskClient) -> Seat:
    seat, shown = sit_down(client, LAST)
    play(client, seat, shown, random.Random("Vera"))
    return seat


def kept(client: FlaskClient, seat: Seat) -> str:
    link: str = done(client.put(f"/api/v1/tables/{seat.code}/sheet", headers=seat.headers()))["link"]
    return link


def told(app: Flask, caller: Caller = MINE, **how: Any) -> list[tuple[str | None, str | None]]:
    """A history: the code of a table and the link of a sheet, as far as an entry has them."""
    with app.app_context():
        found = evenings(caller, **how)
        return [(one.table and one.table.code, one.sheet and one.sheet.link) for one in found]


# What is in it


def test_a_table_and_the_sheet_that_is_kept_of_it_are_one_entry(app: Flask, client: FlaskClient) -> None:
    seat = ended(my_phone(client))
    assert told(app) == [(seat.code, None)]
    link = kept(client, seat)
    assert told(app) == [(seat.code, link)]


def test_a_sheet_that_was_made_without_a_table_is_an_entry(app: Flask, client: FlaskClient) -> None:
    link = keep(my_phone(client)).link
    assert told(app) == [(None, link)]


def test_what_goes_on_comes_first_however_long_ago_it_began(app: Flask, client: FlaskClient) -> None:
    open_, _ = sit_down(my_phone(client), LAST)
    over = ended(client)
    link = keep(client).link
    assert told(app) == [(open_.code, None), (None, link), (over.code, None)]


def test_what_has_changed_last_comes_first(app: Flask, client: FlaskClient) -> None:
    first, second = [sit_down(my_phone(client), {"dealing": "cards"})[0] for _ in range(2)]
    assert told(app) == [(second.code, None), (first.code, None)]
    version = show(client, first).json["version"]
    body = {"version": version, "type": "set_reputation", "fields": {"side": [0], "number": 7}}
    done(post(client, first, "corrections", body))
    assert told(app) == [(first.code, None), (second.code, None)]


def test_a_table_whose_sheet_was_corrected_has_changed(app: Flask, client: FlaskClient) -> None:
    first, second = ended(my_phone(client)), ended(client)
    links = {seat.code: kept(client, seat) for seat in (first, second)}
    assert [code for code, _ in told(app)] == [second.code, first.code]
    put(client, links[first.code], body_of("Vera", "Guards"), first.token, "*")
    assert [code for code, _ in told(app)] == [first.code, second.code]


def test_a_game_that_goes_back_from_its_end_goes_on(app: Flask, client: FlaskClient) -> None:
    seat = ended(my_phone(client))
    link = keep(client).link
    assert told(app) == [(None, link), (seat.code, None)]
    shown = show(client, seat).json
    done(post(client, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
    assert told(app) == [(seat.code, None), (None, link)]


def test_a_closed_table_does_not_go_on(app: Flask, client: FlaskClient) -> None:
    seat, shown = sit_down(my_phone(client), LAST)
    done(post(client, seat, "close", {"version": shown["version"]}))
    link = keep(client).link
    assert told(app) == [(None, link), (seat.code, None)]


def test_the_sheet_of_a_deleted_table_stays_an_entry(app: Flask, client: FlaskClient) -> None:
    seat = ended(my_phone(client))
    link = kept(client, seat)
    client.delete(f"/api/v1/tables/{seat.code}", headers=seat.headers())
    assert told(app) == [(None, link)]


def test_the_table_of_a_deleted_sheet_stays_an_entry(app: Flask, client: FlaskClient) -> None:
    seat = ended(my_phone(client))
    delete_sheet(client, kept(client, seat), seat.token, "*")
    assert told(app) == [(seat.code, None)]


# To whom


def test_a_device_sees_the_tables_at_which_it_has_a_seat_and_a_household_all(app: Flask, client: FlaskClient) -> None:
    others = app.test_client()
    others.set_cookie(DEVICE, "another phone")
    theirs, _ = sit_down(others, {"players": [{}, {}, {}], "holds": [0]})
    alone, _ = sit_down(others, LAST)
    link = keep(others).link
    assert told(app) == []
    take_as(my_phone(client), theirs.code, 1)
    assert told(app) == [(theirs.code, None)]
    assert {*told(app, HOUSEHOLD)} == {(theirs.code, None), (alone.code, None), (None, link)}
    assert told(app, Caller()) == []


def take_as(client: FlaskClient, code: str, seat: int) -> None:
    """A phone takes a seat as the device that it is."""
    headers = {"Idempotency-Key": f"take-{code}-{seat}"}
    assert done(client.post(f"/api/v1/tables/{code}/seats/{seat}", json={}, headers=headers))["seated"]


def test_who_sits_at_a_table_sees_its_sheet_that_another_has_made(app: Flask, client: FlaskClient) -> None:
    others = app.test_client()
    others.set_cookie(DEVICE, "another phone")
    seat, _ = sit_down(others, {"players": [{"name": "Vera"}, {"name": "Isaac"}], "depth": "light"})
    take_from(app, seat.code, 1, "my phone")
    with app.app_context():
        made = row(1, BEGINNING)
        db.session.add(made)
        table = db.session.query(Table).one()
        table.sheet_id, table.over = made.id, True
        link = made.link
        db.session.commit()
    assert told(app) == [(seat.code, link)]


def take_from(app: Flask, code: str, seat: int, device: str) -> None:
    with app.app_context():
        for one in db.session.query(TableSeat).filter_by(seat=seat):
            one.device = fingerprint(device)
        db.session.commit()


def test_whoever_got_up_sees_the_table_no_more_but_the_sheet_that_it_made(app: Flask, client: FlaskClient) -> None:
    my_phone(client)
    seat, _ = sit_down(client, {"players": [{}, {}], "holds": [0]})
    take(app.test_client(), seat.code, 1)
    link = keep(client).link
    headers = {"Idempotency-Key": "up"}
    done(client.delete(f"/api/v1/tables/{seat.code}/seats/0", headers=headers))
    assert told(app) == [(None, link)]


# Page by page


def row(number: int, changed: datetime) -> Sheet:
    return Sheet(
        id=f"{number:032x}",
        link=new_link(),
        edit_hash="",
        maker=None,
        created=BEGINNING,
        changed=changed,
        version=1,
        draft=False,
        body=body_of(f"Side {number}"),
        typed={},
    )


def table(number: int, changed: datetime, *, over: bool, sheet: Sheet | None) -> Table:
    return Table(
        id=f"{number:032x}",
        code="".join("23456789abcdefghjkmnpqrstvwxyz"[number // 30**place % 30] for place in range(6)),
        created=BEGINNING,
        changed=changed,
        version=1,
        rules="",
        seed="",
        given=False,
        host=0,
        edits_all=True,
        revealed=0,
        watch=new_link(),
        closed=False,
        over=over,
        teaches=False,
        sheet_id=sheet and sheet.id,
    )


def test_a_long_history_is_read_page_by_page_each_entry_once_and_in_order(app: Flask) -> None:
    chance = random.Random("history")
    with app.app_context():
        moments = [BEGINNING + timedelta(seconds=chance.randrange(40)) for _ in range(300)]
        # Some at one moment: a page may end among them.
        sheets = [row(n, moments[n]) for n in range(200)]
        db.session.add_all(sheets)
        db.session.flush()
        db.session.add_all(
            table(n, moments[n], over=n % 3 > 0, sheet=sheets[n - 200] if n % 2 else None) for n in range(200, 300)
        )
        db.session.commit()
        whole = evenings(HOUSEHOLD, most=1000)
        assert len(whole) == 100 + 150
        assert len({one.cursor for one in whole}) == len(whole)
        assert {one.sheet.id for one in whole if one.sheet} == {one.id for one in sheets}
        places = [(not one.place.over, one.place.changed, one.place.id) for one in whole]
        assert places == sorted(places, reverse=True)
        for most in (1, 7, 50):
            assert [one.cursor for page in pages(most) for one in page] == [one.cursor for one in whole]


def pages(most: int) -> list[list[Evening]]:
    found: list[list[Evening]] = []
    after = None
    while page := evenings(HOUSEHOLD, after=after, most=most):
        found.append(page)
        assert len(found) <= 1000, "the history never ends"
        after = page[-1].cursor
    return found


def test_a_cursor_of_nothing_begins_anew(app: Flask, client: FlaskClient) -> None:
    seat, _ = sit_down(my_phone(client))
    for cursor in ("", "nothing", "abcdef", "nul\0", "0123456789abc"):
        assert told(app, after=cursor) == [(seat.code, None)]
    assert told(app, after=seat.code) == []


# The same people play on


def test_of_two_next_tables_that_are_opened_at_once_one_stays_and_both_are_led_there(
    app: Flask, client: FlaskClient
) -> None:
    over, first, second = (sit_down(client)[0] for _ in range(3))
    with app.app_context():
        led = [
            next_table.lead_to_next_table(
                over.code, Caller(token=over.token), Command(Kind.SEAT, 0, key=one.code), one.code
            )
            for one in (first, second)
        ]
    assert led == [first.code, first.code]
    assert [show(client, one).status_code for one in (first, second)] == [200, 404]
