"""Date, place and note of a game that is over: who changes them, what is refused in words, and where they go."""

import random
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from filled_forms import fields_of
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from support.sheet_client import show
from support.table_client import play, sit_down
from test_bg_stats import LAST, kept_of, play_on
from werkzeug.test import TestResponse

from companion.pages.home.prison import week_of
from companion.persistence.database import db, writing
from companion.plays.models import Play, PlaySide
from companion.sheets.models import Sheet
from companion.tables.records import Table
from companion.tables.state_cache import state_cache

NEW_YEAR = datetime(2026, 1, 1, 10, 30, tzinfo=UTC)
"""Half past eleven in the evening in Auckland, half past two in the morning in Los Angeles."""


def counted(client: FlaskClient, zone: str = "") -> str:
    """The link of a sheet of two that was counted to its end, begun by a phone of that zone."""
    begun = client.post("/score", data={"players": "2", "edition": "later", "zone": zone})
    link: str = begun.location.rpartition("/")[2]
    client.post(f"/score/{link}", data={"0.reputation": "9", "1.reputation": "4", "do": "finish"})
    return link


def begun_at(app: Flask, link: str, moment: datetime) -> None:
    """Let a sheet be begun at another moment than now."""
    with app.app_context(), writing() as session:
        session.scalars(select(Sheet).where(Sheet.link == link)).one().began = moment


def row_of(app: Flask, link: str) -> Sheet:
    with app.app_context():
        return db.session.scalars(select(Sheet).where(Sheet.link == link)).one()


def play_row(app: Flask, link: str) -> tuple[Play, set[datetime]]:
    id_ = row_of(app, link).id
    with app.app_context():
        sides = db.session.scalars(select(PlaySide.played).where(PlaySide.play_id == id_))
        return db.session.get_one(Play, id_), {*sides}


def change(client: FlaskClient, link: str, **typed: str) -> TestResponse:
    """Change the form as it stands, and send it."""
    fields = fields_of(client.get(f"/s/{link}/details").text, "details")
    return client.post(f"/s/{link}/details", data={**fields, **typed})


def said(answer: TestResponse) -> list[str]:
    """What a page refuses, in words."""
    found = re.findall(r'<p class="bad" id="e-\w+" role="alert"><b>(.*?)</b></p>', answer.text)
    return [re.sub("[\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}]", "", unescape(one)) for one in found]


def test_date_place_and_note_stand_on_the_result_and_go_to_bg_stats(hosted_app: Flask, visitor: FlaskClient) -> None:
    link = counted(visitor, "Pacific/Auckland")
    typed = {"day": "2025-03-04", "began": "20:15", "place": "Cleo’s  kitchen", "note": "First win.\r\nBen watched."}
    answer = change(visitor, link, **typed)
    assert (answer.status_code, answer.location) == (303, f"/s/{link}")
    page = hosted_app.test_client().get(f"/s/{link}").text
    assert "Mar 4, 2025" in page
    assert "<bdi>Cleo’s  kitchen</bdi>" in page
    assert "<bdi>First win.\nBen watched.</bdi>" in page
    told = play_on(page)
    # A quarter past eight in Auckland, said in UTC.
    assert told["playDate"] == "2025-03-04 07:15:00"
    assert (told["location"], told["comments"]) == (typed["place"], "First win.\nBen watched.")
    assert "durationMin" not in told
    assert "March 4, 2025" in visitor.get(f"/s/{link}/picture.svg").text
    assert "Mar 4, 2025" in visitor.get("/history").text


def test_figures_have_the_day_as_it_was_corrected(hosted_app: Flask, visitor: FlaskClient) -> None:
    link = counted(visitor, "America/Los_Angeles")
    change(visitor, link, day="2025-03-04", began="22:00", place="Café", note="Rain")
    there = datetime(2025, 3, 5, 6, 0, tzinfo=UTC)
    told, sides = play_row(hosted_app, link)
    assert (told.played, told.zone, told.place, told.note) == (there, "America/Los_Angeles", "Café", "Rain")
    assert sides == {there}


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Pacific/Auckland", "Jan 1, 2026"), ("America/Los_Angeles", "Jan 1, 2026"), ("Pacific/Kiritimati", "Jan 2, 2026"),
     ("Pacific/Pago_Pago", "Dec 31, 2025"), ("Mars/Olympus", "Jan 1, 2026")],
)  # fmt: skip
def test_the_day_is_that_of_the_phone_that_began_the_sheet(
    hosted_app: Flask, visitor: FlaskClient, zone: str, day: str
) -> None:
    link = counted(visitor, zone)
    begun_at(hosted_app, link, NEW_YEAR)
    page = visitor.get(f"/s/{link}").text
    assert day in page
    assert day in visitor.get("/history").text
    asked = fields_of(visitor.get(f"/s/{link}/details").text, "details")["day"]
    assert datetime.fromisoformat(asked).strftime("%b %-d, %Y") == day
    assert play_on(page)["playDate"].startswith(asked)


def test_a_change_of_the_details_is_no_correction_of_the_scores(visitor: FlaskClient) -> None:
    link = counted(visitor)
    before = show(visitor, link)
    assert change(visitor, link, place="Home").status_code == 303
    assert show(visitor, link).headers["ETag"] == before.headers["ETag"]
    assert show(visitor, link).json == before.json


def test_who_only_has_the_link_reads_and_changes_nothing(hosted_app: Flask, visitor: FlaskClient) -> None:
    link, other = counted(visitor), hosted_app.test_client()
    assert f"/s/{link}/details" in visitor.get(f"/s/{link}").text
    assert f"/s/{link}/details" not in other.get(f"/s/{link}").text
    assert other.get(f"/s/{link}/details").location == f"/s/{link}"
    assert other.post(f"/s/{link}/details", data={"place": "Elsewhere"}).status_code == 403
    assert row_of(hosted_app, link).place == ""
    assert visitor.get("/s/nothinghere/details").status_code == 404


def test_a_sheet_that_is_still_counted_has_no_details_yet(visitor: FlaskClient) -> None:
    draft = visitor.post("/score", data={"players": "2", "edition": "later"}).location.rpartition("/")[2]
    assert visitor.get(f"/s/{draft}/details").location == f"/s/{draft}"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"day": "8 Nov"}, "The day cannot be read. Enter it as 2026-11-08."),
        ({"day": "2026-02-30"}, "The day cannot be read. Enter it as 2026-11-08."),
        ({"day": "3026-11-08"}, "Wednesday, November 8, 3026 is still to come. Enter the day you played."),
        ({"day": "1987-01-01"}, "The board game did not exist yet. Enter a day from 2000 on."),
        ({"day": "0001-01-01"}, "The board game did not exist yet. Enter a day from 2000 on."),
        ({"began": "quarter past"}, "The time cannot be read. Enter it as 20:15."),
        ({"began": "25:00"}, "The time cannot be read. Enter it as 20:15."),
        ({"place": "x" * 61}, "The place has 61 characters. Shorten it to 60."),
        ({"note": "x" * 501}, "The note has 501 characters. Shorten it to 500."),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_typed_is_lost(
    hosted_app: Flask, visitor: FlaskClient, typed: dict[str, str], why: str
) -> None:
    link = counted(visitor)
    given = {"place": "Home", "note": "First line\n\n  <b>third</b>", **typed}
    answer = change(visitor, link, **given)
    assert (answer.status_code, said(answer)) == (422, [why])
    again = fields_of(answer.text, "details")
    assert {name: again[name] for name in given} == given
    assert row_of(hosted_app, link).place == row_of(hosted_app, link).note == ""


def test_several_things_that_cannot_be_are_all_said(visitor: FlaskClient) -> None:
    assert len(said(change(visitor, counted(visitor), day="x", began="x", place="x" * 61, note="x" * 501))) == 4


def test_what_is_just_short_enough_is_kept(hosted_app: Flask, visitor: FlaskClient) -> None:
    link = counted(visitor)
    # A line break is one character, though a browser sends two.
    place, note = "\N{FAMILY}" * 60, "ż\r\n" * 249 + "żż"
    assert change(visitor, link, place=place, note=note).status_code == 303
    assert (row_of(hosted_app, link).place, row_of(hosted_app, link).note) == (place, note.replace("\r\n", "\n"))


def test_what_no_database_keeps_is_left_out(hosted_app: Flask, visitor: FlaskClient) -> None:
    link = counted(visitor)
    assert (
        change(visitor, link, place=" Ca\0fé\t", note="\N{MAN}\N{ZERO WIDTH JOINER}\N{ROCKET}\x07").status_code == 303
    )
    assert row_of(hosted_app, link).place == "Café"
    assert row_of(hosted_app, link).note == "\N{MAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"


def test_today_is_the_day_where_somebody_corrects_or_where_it_was_played(visitor: FlaskClient) -> None:
    now = datetime.now(UTC)
    first, last = (now + timedelta(hours=14)).date(), (now - timedelta(hours=11)).date()
    east, west = "Pacific/Kiritimati", "Pacific/Pago_Pago"
    assert first > last
    assert change(visitor, counted(visitor, east), day=f"{first}", zone=west).status_code == 303
    assert change(visitor, counted(visitor, west), day=f"{first}", zone=east).status_code == 303
    assert change(visitor, counted(visitor, west), day=f"{first}", zone=west).status_code == 422
    # Without script it is today as soon as it is somewhere.
    assert change(visitor, counted(visitor, west), day=f"{first}").status_code == 303
    assert change(visitor, counted(visitor, east), day=f"{first + timedelta(days=1)}").status_code == 422


def test_left_empty_the_day_is_as_it_was_noted(hosted_app: Flask, visitor: FlaskClient) -> None:
    link = counted(visitor, "Europe/Warsaw")
    change(visitor, link, day="2025-03-04", began="")
    assert row_of(hosted_app, link).played == datetime(2025, 3, 4, 11, 0, tzinfo=UTC)
    change(visitor, link, day="", began="", place="")
    assert row_of(hosted_app, link).played == row_of(hosted_app, link).created


def test_who_changes_the_note_leaves_the_moment_as_it_was_to_the_second(
    hosted_app: Flask, visitor: FlaskClient
) -> None:
    link = counted(visitor)
    before = row_of(hosted_app, link).played
    change(visitor, link, note="Rain")
    assert row_of(hosted_app, link).played == before


def test_two_who_change_different_things_both_get_theirs(hosted_app: Flask, visitor: FlaskClient) -> None:
    link = counted(visitor)
    seen = fields_of(visitor.get(f"/s/{link}/details").text, "details")
    change(visitor, link, place="Home")
    assert visitor.post(f"/s/{link}/details", data={**seen, "note": "Rain"}).status_code == 303
    assert (row_of(hosted_app, link).place, row_of(hosted_app, link).note) == ("Home", "Rain")


def test_who_changes_what_somebody_else_has_changed_meanwhile_sees_both_and_chooses(
    hosted_app: Flask, visitor: FlaskClient
) -> None:
    link = counted(visitor)
    seen = fields_of(visitor.get(f"/s/{link}/details").text, "details")
    change(visitor, link, place="Home", note="Rain")
    answer = visitor.post(f"/s/{link}/details", data={**seen, "place": "Café"})
    assert (answer.status_code, said(answer)) == (
        409,
        ["Someone else entered “Home” in the meantime. Save again to keep yours."],
    )
    again = fields_of(answer.text, "details")
    assert (again["place"], again["note"]) == ("Café", "Rain")
    assert visitor.post(f"/s/{link}/details", data=again).status_code == 303
    assert (row_of(hosted_app, link).place, row_of(hosted_app, link).note) == ("Café", "Rain")


def test_places_played_at_before_are_one_tap_the_most_used_first(visitor: FlaskClient) -> None:
    assert "used-places" not in visitor.get(f"/s/{counted(visitor)}/details").text
    for place in ("Home", 'Ben’s "den"', "Home"):
        change(visitor, counted(visitor), place=place)
    link = counted(visitor)
    page = visitor.get(f"/s/{link}/details").text
    chips = re.findall(r'name="known" value="(\d)"[^>]*>([^<]*)<', page)
    assert [unescape(name).strip() for _, name in chips] == ["Home", 'Ben’s "den"']
    answer = change(visitor, link, note="half typed", known="1")
    again = fields_of(answer.text, "details")
    assert (answer.status_code, again["place"], again["note"]) == (200, 'Ben’s "den"', "half typed")
    assert visitor.post(f"/s/{link}/details", data=again).status_code == 303
    assert "Ben’s &#34;den&#34;" in visitor.get(f"/s/{link}").text


def test_somebody_elses_places_are_not_offered(hosted_app: Flask, visitor: FlaskClient) -> None:
    other = hosted_app.test_client()
    change(other, counted(other), place="A secret hut")
    assert "A secret hut" not in visitor.get(f"/s/{counted(visitor)}/details").text


def a_solitary_game(client: FlaskClient, **wishes: Any) -> tuple[str, str]:
    """A game of a house that has ended: the code of its table, and the link of its sheet."""
    seat, shown = sit_down(client, {"dealing": "house", "name": "Vera", **wishes})
    play(client, seat, shown, random.Random("Vera"))
    return seat.code, kept_of(client, seat)


def begun_before(app: Flask, code: str, time: timedelta) -> None:
    """Let a table that was opened now be opened so long ago."""
    with app.app_context():
        with writing() as session:
            table = session.scalars(select(Table).where(Table.code == code)).one()
            table.created -= time
            table.began = table.created
        state_cache().forget(table)


def test_a_game_at_a_table_goes_to_bg_stats_with_how_long_it_took(household_app: Flask) -> None:
    client = household_app.test_client()
    seat, shown = sit_down(client, {"dealing": "house", "zone": "Europe/Warsaw"})
    begun_before(household_app, seat.code, timedelta(minutes=75))
    play(client, seat, shown, random.Random("Vera"))
    link = kept_of(client, seat)
    assert play_on(client.get(f"/s/{link}").text)["durationMin"] == 75
    sheet = row_of(household_app, link)
    assert sheet.zone == "Europe/Warsaw"
    assert sheet.created - sheet.played >= timedelta(minutes=75)
    change(client, link, day="2025-03-04", began="20:15")
    told = play_on(client.get(f"/s/{link}").text)
    assert told["durationMin"] == 75
    # It ended at half past nine: BG Stats asks for the end, in UTC.
    assert told["playDate"] == "2025-03-04 20:30:00"
    # The second screen and the file of the evening have the day that was corrected, too.
    for address in (f"/screen/{seat.code}", f"/s/{link}/evening.html"):
        assert "March 4, 2025" in client.get(address).text


def test_a_game_that_lay_overnight_took_nobody_knows_how_long(household_app: Flask) -> None:
    client = household_app.test_client()
    seat, shown = sit_down(client, {"dealing": "house"})
    begun_before(household_app, seat.code, timedelta(hours=20))
    play(client, seat, shown, random.Random("Vera"))
    assert "durationMin" not in play_on(client.get(f"/s/{kept_of(client, seat)}").text)


def test_of_a_game_that_was_under_way_when_its_table_was_opened_nobody_knows_how_long_it_took(
    visitor: FlaskClient,
) -> None:
    _, link = a_solitary_game(visitor, begin=LAST)
    assert "durationMin" not in play_on(visitor.get(f"/s/{link}").text)


def test_a_zone_that_there_is_not_is_ignored_over_rest_too(household_app: Flask) -> None:
    seat, _ = sit_down(household_app.test_client(), {"dealing": "house", "zone": "Mars/Olympus"})
    with household_app.app_context():
        assert db.session.scalars(select(Table.zone).where(Table.code == seat.code)).one() is None


def test_the_week_of_the_prison_is_that_of_the_phone(hosted_app: Flask) -> None:
    # Half past midnight on a Monday in Auckland, Sunday elsewhere; and the first days of a year, which are of the last.
    monday, new_year = datetime(2026, 11, 8, 11, 30, tzinfo=UTC), datetime(2027, 1, 4, 0, 30, tzinfo=UTC)
    with hosted_app.app_context():
        assert week_of(monday, "Pacific/Auckland") == (2026, 46)
        assert week_of(monday, "Europe/Warsaw") == week_of(monday, "America/Los_Angeles") == (2026, 45)
        assert week_of(new_year, "Europe/Warsaw") == (2027, 1)
        assert week_of(new_year, "America/Los_Angeles") == (2026, 53)
