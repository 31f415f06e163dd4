"""Phones far apart: the server's clock shows UTC, and each page, file and link has the day of the phone."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date
from evenings import begin
from phones import Phone, PhoneMaker, Server
from playwright.sync_api import expect
from support.servers import Forks
from tables import settled

pytestmark = pytest.mark.browser

ZONES = ("Pacific/Auckland", "America/Los_Angeles")
"""One in which it is a day later than by the clock of the server, and one in which it is a day earlier."""
LATE, EARLY = datetime(2025, 11, 8, 23, 30), datetime(2025, 11, 9, 0, 30)  # noqa: DTZ001 - on the clock of the phone


@pytest.fixture(scope="module")
def server(servers: Forks, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A host whose clock shows UTC."""
    with Server(servers, tmp_path_factory.mktemp("utc"), LOCKUP_HISTORY="device", TZ="UTC") as started:
        yield started


def let_it_be(server: Server, link: str, clock: datetime, zone: str) -> None:
    """Let a sheet be begun when the phone's clock showed that."""
    moment = clock.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).replace(tzinfo=None)
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database, database:
        database.execute("UPDATE sheet SET began = ? WHERE link = ?", (f"{moment}.000000", link))


def shows_the_day(phone: Phone, zone: str, link: str, day: date, *more: str) -> None:
    """See that day everywhere: on the result, in the history, in the picture, on further pages, and for BG Stats."""
    short, long = (format_date(day, length, locale="en") for length in ("medium", "long"))
    phone.go("/history")
    expect(phone.find(f'.list li:has(a[href="/s/{link}"])')).to_contain_text(short)
    for address in (f"/s/{link}/picture.svg", *more):
        assert long in phone.page.evaluate("async (address) => (await fetch(address)).text()", address), address
    phone.go(f"/s/{link}/details")
    assert phone.find("#f-day").input_value() == f"{day}"
    phone.go(f"/s/{link}")
    expect(phone.find(".docket-head")).to_contain_text(short)
    address = phone.find('a[href*="bgstatsapp"]').get_attribute("href") or ""
    told = json.loads(parse_qs(urlsplit(address).query)["data"][0])["playDate"]
    assert told.startswith(f"{day}")
    # BG Stats takes it for UTC, and shows it on the clock of the phone.
    assert datetime.fromisoformat(f"{told}+00:00").astimezone(ZoneInfo(zone)).date() == day


def phone_in(phones: PhoneMaker, server: Server, zone: str) -> Phone:
    return phones(server, timezone_id=zone, hurried=True)


def counted(phone: Phone) -> str:
    """Begin a sheet by touch, and count it to its end; the phone is then before its result."""
    link = begin(phone, "players=2")
    phone.page.evaluate(
        """() => {
            const button = document.querySelector('button[value="finish"]');
            button.form.requestSubmit(button);
        }"""
    )
    phone.page.wait_for_url(f"**/s/{link}")
    phone.ready()
    return link


@pytest.mark.parametrize("zone", ZONES)
def test_a_sheet_has_the_day_of_the_phone_that_began_it(phones: PhoneMaker, server: Server, zone: str) -> None:
    phone = phone_in(phones, server, zone)
    link = counted(phone)
    for clock in (LATE, EARLY):
        let_it_be(server, link, clock, zone)
        shows_the_day(phone, zone, link, clock.date())


@pytest.mark.parametrize("zone", ZONES)
def test_a_game_at_a_table_has_the_day_of_the_phone_that_opened_it(
    phones: PhoneMaker, server: Server, zone: str
) -> None:
    phone = phone_in(phones, server, zone)
    phone.go("/alone")
    phone.page.evaluate(
        """() => {
            const form = document.querySelector("#new");
            const chosen = { "b.round": "6", "b.phase": "patrol" };
            for (const [name, value] of Object.entries(chosen)) form.elements[name].value = value;
            form.querySelector('[name="dealing"][value="house"]').checked = true;
            form.requestSubmit();
        }"""
    )
    phone.page.wait_for_url(re.compile(r"/t/\w+/figures"))
    code = phone.page.url.split("/")[-2]
    phone.go(f"/t/{code}")
    while not phone.find('a[href^="/s/"]').count():
        settled(phone)
        phone.tap(".table-hand .primary")
        settled(phone)
    [link] = {
        one.split("/")[2]
        for one in phone.find('a[href^="/s/"]').evaluate_all("them => them.map((one) => one.pathname)")
    }
    for clock in (LATE, EARLY):
        let_it_be(server, link, clock, zone)
        shows_the_day(phone, zone, link, clock.date(), f"/s/{link}/evening.html", f"/screen/{code}")


def test_who_looks_from_another_zone_sees_the_day_of_those_who_played(phones: PhoneMaker, server: Server) -> None:
    phone = phone_in(phones, server, "Pacific/Auckland")
    link = counted(phone)
    let_it_be(server, link, EARLY, "Pacific/Auckland")
    other = phone_in(phones, server, "America/Los_Angeles")
    other.go(f"/s/{link}")
    expect(other.find(".docket-head")).to_contain_text("Nov 9, 2025")


def test_a_phone_in_another_week_than_the_server_gets_the_prison_of_its_own(phones: PhoneMaker, server: Server) -> None:
    # It is the same week there as where the server is, whatever the day.
    phone = phone_in(phones, server, "Africa/Abidjan")
    phone.go("/prison")
    assert "zone" not in phone.page.url
    # Its clock has gone on to the next week: it asks again, once, and says where it is.
    phone.page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=7))
    phone.go("/prison")
    phone.page.wait_for_url("**/prison?zone=Africa%2FAbidjan")
    phone.ready()
    assert phone.find('form[method="post"]').count() == 3


def test_day_and_place_are_corrected_by_touch(phones: PhoneMaker, server: Server) -> None:
    phone = phone_in(phones, server, "Europe/Warsaw")
    counted(phone)
    phone.follow('a[href$="/details"]')
    phone.find("#f-day").fill("2031-02-03")
    phone.find("#f-place").fill("Home")
    phone.find("#f-note").fill("One line\nand another")
    phone.expected = {422}
    phone.tap(".hand .primary")
    expect(phone.find("[role=alert]")).to_have_text(
        "Monday, February 3, 2031 is still to come. Enter the day you played."
    )
    assert phone.find("#f-note").input_value() == "One line\nand another"
    phone.find("#f-day").fill("2025-03-04")
    phone.tap(".hand .primary")
    phone.page.wait_for_url("**/s/*")
    phone.ready()
    expect(phone.find(".docket-details")).to_contain_text("Home")
    expect(phone.find(".docket-head")).to_contain_text("Mar 4, 2025")
    # The place is offered from now on.
    counted(phone)
    phone.follow('a[href$="/details"]')
    phone.tap('button[name="known"]')
    expect(phone.find("#f-place")).to_have_value("Home")


def test_what_is_typed_of_the_details_outlives_a_dead_network(phones: PhoneMaker, server: Server) -> None:
    phone = phone_in(phones, server, "Europe/Warsaw")
    link = counted(phone)
    phone.follow('a[href$="/details"]')
    phone.find("#f-note").fill("Rain")
    with phone.out_of_reach():
        phone.tap(".hand .primary")
        expect(phone.find("[data-offline]")).to_be_visible()
        assert phone.find("#f-note").input_value() == "Rain"
    phone.tap(".hand .primary")
    phone.page.wait_for_url(f"**/s/{link}")
    expect(phone.find(".docket-details")).to_contain_text("Rain")
