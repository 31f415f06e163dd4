"""Nobody is locked out: silent seats, three who scan at once, another address, the computer's page, the next game."""

import re
import sys
from datetime import timedelta
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from other_addresses import ADDRESS, NAME, brought, transfer
from plain_browser import Page, PlainBrowser
from support.seat_client import grow_older
from test_party_pages import Sitting, reputations, stepper

from companion.pages.home import host
from companion.persistence.database import readable_url
from companion.tables.seat_transfers import GOOD_FOR, SCANNED_WITHIN
from companion.tables.silence import SILENT_AFTER
from companion.web.visitors import VISITORS

HERE: Final = {"base_url": "http://localhost:8470"}


@pytest.fixture
def party(home: Flask) -> Sitting:
    sitting = Sitting(home)
    sitting.begin()
    return sitting


def joined_by(page: Page) -> dict[str, str]:
    """Whose phone sits where, as the page of seats says it."""
    rows = [one for one in page.top.all("li") if "seat-row" in one.given.get("class", "")]
    return {next(one.all("b")).text: one.text for one in rows}


def told(page: Page) -> str:
    """What the page tells beside the game."""
    return " ".join(one.text for one in page.top.all("p", role="status"))


def test_the_seat_of_a_game_alone_comes_along_to_another_address(home: Flask) -> None:
    phone, elsewhere = PlainBrowser(home.test_client()), PlainBrowser(home.test_client())
    page = phone.send(phone.open("/alone").forms[0].fill("dealing", "house"))
    [transfer] = [one.given["data-transfer"] for one in page.top.all("div") if "data-transfer" in one.given]
    page = elsewhere.send(elsewhere.open(f"{phone.address}/move").forms[0].fill("transfer", transfer))
    assert "type_goons" in {form.value("type") for form in page.forms}
    assert "Back in your seat" in told(page)


# Sitting down


def test_three_who_see_the_same_free_seats_each_get_one_with_what_they_typed(home: Flask) -> None:
    host = PlainBrowser(home.test_client())
    host.send(host.open("/together").form().fill("number", "4").fill("name", "Vera").fill("depth", "light"))
    code = host.address.split("/")[2]
    guests = [PlainBrowser(home.test_client()) for _ in range(3)]
    forms = [guest.open(f"/j/{code}").form().fill("name", name) for guest, name in zip(guests, "ABC", strict=True)]
    assert {form.value("seat") for form in forms} == {"1"}
    for guest, form in zip(guests, forms, strict=True):
        assert guest.send(form).status == 200
    # Who came later is told that it is another seat than the one that was seen.
    assert [guest.address for guest in guests] == [f"/t/{code}", *[f"/t/{code}?instead_of=1"] * 2]
    assert "Seat 2 was just taken by A: you sit at Seat 3." in guests[1].open(guests[1].address).top.text
    seats = joined_by(guests[2].open(f"/t/{code}/people"))
    assert [*seats] == ["Vera", "A", "B", "C"]
    begins = host.open(f"/t/{code}?begin=ask").form(type="cubes_come")
    host.send(begins, begins.button("begin_anyway"))
    assert "just taken" not in guests[1].open(guests[1].address).top.text
    assert "this phone" in seats["C"]


def test_who_asks_for_a_seat_that_somebody_else_asks_for_keeps_what_was_typed(party: Sitting) -> None:
    first, second = (PlainBrowser(party.app.test_client()) for _ in range(2))
    for guest in (first, second):
        page = guest.send(guest.open(f"/j/{party.code}").form().fill("seat", "1").fill("name", "Zoë"))
    assert page.status == 409
    assert page.problem
    assert page.form().value("name") == "Zoë"
    assert page.form().value("seat") == "1"


# Silence


def test_in_a_household_a_silent_seat_is_anybodys_who_has_the_code_and_all_are_told(party: Sitting) -> None:
    guest = PlainBrowser(party.app.test_client())
    grow_older(party.app, SILENT_AFTER - timedelta(seconds=5))
    asked = guest.send(guest.open(f"/j/{party.code}").form().fill("seat", "2"))
    assert "You asked for this seat" in asked.answer.text
    other = PlainBrowser(party.app.test_client())
    grow_older(party.app, SILENT_AFTER)
    # The others are awake; nobody has heard of Stan.
    party.at(0)
    party.at(1)
    taken = other.send(other.open(f"/j/{party.code}").form().fill("seat", "2"))
    assert other.address == f"/t/{party.code}"
    assert next(taken.top.all("li", _class="mine")).text.startswith("Stan")
    for phone in (0, 1, 2):
        assert "Stan: the phone was silent, and another phone plays this seat now." in told(party.at(phone))
    assert "Stan’s phone was silent; another phone plays this seat now." in party.at(0, "/log").answer.text
    assert not [*party.at(2).top.all("li", _class="mine")]


def test_a_host_that_is_public_asks_whoever_runs_the_table(hosted_app: Flask) -> None:
    party = Sitting(hosted_app)
    party.begin()
    grow_older(hosted_app, SILENT_AFTER)
    guest = PlainBrowser(hosted_app.test_client())
    asked = guest.send(guest.open(f"/j/{party.code}").form().fill("seat", "2"))
    assert "You asked for this seat" in asked.answer.text
    assert "data-transfer" not in party.at(1).answer.text
    assert guest.open("/host").status == 404


# Another address


def test_a_seat_travels_to_another_address_once(party: Sitting) -> None:
    secret = transfer(party.at(1))
    assert len(secret) > 40
    assert transfer(party.at(1)) == secret
    assert re.search(rf'href="{NAME}/t/{party.code}-\w{{13}}/move"', party.at(1).answer.text)
    moved, page = brought(party.app, party.code, secret)
    assert page.status == 200
    assert told(page) == "Back in your seat, at the new address."
    assert next(page.top.all("li", _class="mine")).text.startswith("Isaac")
    assert not [*party.at(1).top.all("li", _class="mine")]
    # With taps of the page that was left it comes once more.
    assert moved.send(moved.open(f"/t/{party.code}/move").form().fill("transfer", secret)).status == 200
    again, refused = brought(party.app, party.code, secret)
    assert (refused.status, [*again.open(f"/t/{party.code}").top.all("li", _class="mine")]) == (409, [])
    assert "Enter the table’s code to sit down again." in refused.problem
    assert transfer(moved.open(f"/t/{party.code}")) not in {"", secret}


@pytest.mark.slow
@pytest.mark.parametrize("how", ["too late", "at another table", "made up", "its phone got up"])
def test_a_transfer_that_is_not_good_gives_nothing(party: Sitting, how: str) -> None:
    secret, code = transfer(party.at(1)), party.code
    if how == "too late":
        grow_older(party.app, GOOD_FOR)
    elif how == "at another table":
        code = Sitting(party.app).code
    elif how == "made up":
        secret = "x" * len(secret)
    else:
        form = next(
            one for one in party.at(1, "/people?leave=1").forms if any(it.value == "leave:1" for it in one.buttons)
        )
        party.send(1, form, "leave:1")
    phone, page = brought(party.app, code, secret)
    assert page.status == 409
    assert not [*phone.open(f"/t/{code}").top.all("li", _class="mine")]


def test_who_only_watches_holds_no_transfer(party: Sitting) -> None:
    assert transfer(PlainBrowser(party.app.test_client()).open(f"/t/{party.code}")) == ""


def test_a_tap_that_waited_counts_once_wherever_it_is_sent_from(party: Sitting) -> None:
    tap = stepper(party.at(1), "reputation")
    secret = transfer(party.at(1))
    button = tap.button("11")
    party.phones[1].send(tap, button)
    moved, _ = brought(party.app, party.code, secret)
    # Its answer was lost, so that it went along and is sent once more.
    assert reputations(moved.send(tap, button)) == [10, 11, 10]
    assert reputations(party.at(0)) == [10, 11, 10]


# The computer's own page


def test_the_page_of_the_computer_shows_how_to_get_in_and_who_is_here(party: Sitting) -> None:
    page = Page(party.app.test_client().get("/host", **HERE))
    assert page.status == 200
    text = page.top.text
    assert "192.168.1.23:8470" in text
    assert "192 dot 168 dot 1 dot 23, colon, 8470. Nothing before it, no www." in text
    for name in ("Vera", "Isaac", "Stan"):
        assert f"{name} sits at {party.code[:3]} {party.code[3:]}".upper() in text.upper()
    assert "127.0.0.1" not in text
    assert "data-transfer" not in page.answer.text


def test_a_phone_that_plays_all_seats_is_named_with_all_of_them_and_as_the_host(new_home: Flask) -> None:
    Sitting(new_home, ("Vera", "Isaac", "Stan"), holds="all")
    computer = Page(new_home.test_client().get("/host", **HERE))
    [row] = [one.text for one in computer.top.all("li") if "sits at" in one.text]
    assert re.search(r"Vera, [^,]+, [^,]+ sits at .*, host", row)


def test_the_page_of_the_computer_says_which_phone_has_come_by_which_address_once_there_are_two(
    new_home: Flask,
) -> None:
    computer = new_home.test_client()
    for number, name in enumerate(["box.local", "other.local"]):
        assert "by box.local" not in Page(computer.get("/host", **HERE)).top.text
        here = {"base_url": f"http://{name}:8470", "environ_overrides": {"REMOTE_ADDR": f"192.168.1.4{number}"}}
        assert new_home.test_client().get("/", **here).status_code == 200
    text = Page(computer.get("/host", **HERE)).top.text
    assert "on the start page · by box.local:8470" in text
    assert "on the start page · by other.local:8470" in text


def test_the_page_of_the_computer_says_where_the_data_lie_and_what_the_firewall_must_let_in(
    new_home: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer = new_home.test_client()
    assert (
        f"They lie in {readable_url(new_home.config['LOCKUP'].database_url)}."
        in Page(computer.get("/host", **HERE)).top.text
    )
    new_home.extensions[VISITORS].started -= timedelta(minutes=2)
    assert "Allow Python in private networks." in Page(computer.get("/host", **HERE)).top.text
    # As in a bundle.
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "Allow lockup in private networks." in Page(computer.get("/host", **HERE)).top.text


@pytest.mark.parametrize(
    ("base", "environ"),
    [
        ("http://192.168.1.23:8470", {}),
        ("http://somebody.local:8470", {}),
        ("http://localhost:8470", {"REMOTE_ADDR": "192.168.1.40"}),
        ("http://localhost:8470", {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}),
        ("http://localhost:8470", {"HTTP_VIA": "1.1 proxy"}),
    ],
)
def test_it_is_for_the_computer_alone_and_refuses_in_a_sentence(
    party: Sitting, base: str, environ: dict[str, str]
) -> None:
    client: FlaskClient = party.app.test_client()
    for answer in (
        client.get("/host", base_url=base, environ_overrides=environ),
        client.get(f"/host/code.svg?table={party.code}&seat=1", base_url=base, environ_overrides=environ),
        client.post("/host", base_url=base, environ_overrides=environ, data={"code": party.code, "seat": "1"}),
    ):
        assert answer.status_code == 403
        assert "This page opens only on the computer that runs the app" in answer.text
        assert party.code not in answer.text


def test_the_computer_lets_in_whoever_asks(party: Sitting) -> None:
    guest = PlainBrowser(party.app.test_client())
    guest.send(guest.open(f"/j/{party.code}").form().fill("seat", "1").fill("name", "Zoë"))
    computer = party.app.test_client()
    form = Page(computer.get("/host", **HERE)).form(code=party.code, seat="1")
    assert computer.post("/host", data=form.sent(form.button("yes")), **HERE).status_code == 303
    assert next(guest.open(f"/t/{party.code}").top.all("li", _class="mine")).text.startswith("Zoë")


def test_a_code_on_the_computer_brings_a_phone_back_to_its_seat_in_one_scan(party: Sitting) -> None:
    drawn: list[str] = []
    computer = party.app.test_client()
    with pytest.MonkeyPatch.context() as patch:
        real = host.code_picture
        patch.setattr(host, "code_picture", lambda text: (drawn.append(text), real(text))[1])
        assert computer.get(f"/host/code.svg?table={party.code}&seat=1", **HERE).status_code == 200
    address, _, secret = drawn[0].partition("#")
    assert re.fullmatch(rf"{ADDRESS}/t/{party.code}-\w{{13}}/move", address)
    _, page = brought(party.app, party.code, secret)
    assert next(page.top.all("li", _class="mine")).text.startswith("Isaac")
    assert SCANNED_WITHIN < GOOD_FOR


# The next game


def test_the_next_game_takes_all_phones_and_the_second_screen_along(party: Sitting) -> None:
    host, people = party.phones[0], party.at(0, "/people")
    watch = next(one.given["href"] for one in people.top.all("a") if "/w/" in one.given["href"]).partition("8470")[2]
    later = party.phones[1].open(f"/together?again={party.code}").form()
    host.send(host.open(f"/together?again={party.code}").form())
    following = host.address.split("/")[2].partition("?")[0]
    assert following != party.code
    # Who taps the same a moment later plays on at the same table.
    party.phones[1].send(later)
    assert party.phones[1].address.startswith(f"/t/{following}?")
    for phone in (0, 1, 2):
        old = party.at(phone)
        leads = [one.given["data-next-game"] for one in old.top.all("p") if "data-next-game" in one.given]
        assert leads == [f"/t/{following}?came_from={party.code}"]
        new = party.phones[phone].open(leads[0])
        assert f"You were brought here from table {party.code.upper()}" in told(new)
        assert [*new.top.all("li", _class="mine")]
    begins = host.open(f"/t/{following}?begin=ask").form(type="cubes_come")
    host.send(begins, begins.button("begin_anyway"))
    assert "You were brought here" not in told(party.phones[2].open(leads[0]))
    assert "The same people play again" in party.at(0, "/log").answer.text
    screen = host.open(watch)
    (leads,) = [one.given["data-next-game"] for one in screen.top.all("div") if "data-next-game" in one.given]
    assert leads.startswith("/w/")
    assert leads != watch
    assert following.upper()[:3] in host.open(leads).answer.text
