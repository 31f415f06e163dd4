"""A table that its host deletes: what the other phones and the second screen show then, without a tap."""

import pytest
from parties import PLAYERS
from phones import DEVICE, Phone, PhoneMaker, Server
from playwright.sync_api import expect
from support.table_client import Seat, sit_down
from tables import Wire

pytestmark = pytest.mark.browser

GONE = "Perhaps it was deleted"


def opened(server: Server, **more: object) -> Seat:
    """A light table that the phone of these tests runs, with a seat that is free."""
    body = {"players": PLAYERS[:2], "depth": "light", "holds": [0], **more}
    return sit_down(Wire(server, DEVICE), body)[0]


def deleted_by_the_host(host: Phone, code: str) -> None:
    host.go("/history")
    host.follow(f"a[href='/t/{code}/delete']")
    host.follow("form .danger")
    expect(host.find(f"a[href='/t/{code}']")).to_have_count(0)


def test_other_phones_and_the_second_screen_say_that_the_table_is_gone(phones: PhoneMaker, host: Server) -> None:
    seat = opened(host)
    mine, guest, screen = phones(host, device=DEVICE), phones(host), phones(host, width=1280, height=720)
    guest.go(f"/j/{seat.code}")
    guest.follow(".hand .primary")
    guest.ready()
    assert guest.page.url.endswith(f"/t/{seat.code}")
    headers = {"Authorization": f"Bearer {seat.token}"}
    screen.go(f"/w/{Wire(host).get(f'/api/v1/tables/{seat.code}/seats', headers).json['watch']}")
    for phone in (guest, screen):
        phone.page.wait_for_selector(":root[data-live=stream]", state="attached")
        phone.expected = {404}
    deleted_by_the_host(mine, seat.code)
    for phone in (guest, screen):
        expect(phone.find("main")).to_contain_text(GONE)
    assert guest.page.evaluate("Object.keys(localStorage)") == []


def test_a_phone_that_slept_says_so_when_it_wakes(phones: PhoneMaker, host: Server) -> None:
    seat = opened(host)
    mine, guest = phones(host, device=DEVICE), phones(host)
    guest.go(f"/t/{seat.code}")
    guest.expected = {404}
    with guest.out_of_reach():
        deleted_by_the_host(mine, seat.code)
    expect(guest.find("main")).to_contain_text(GONE)


def test_a_tap_at_a_table_that_is_gone_says_so(phones: PhoneMaker, host: Server) -> None:
    seat = opened(host)
    mine, other = phones(host, device=DEVICE), phones(host, device=DEVICE, java_script_enabled=False)
    other.go(f"/t/{seat.code}")
    deleted_by_the_host(mine, seat.code)
    other.expected = {404}
    other.tap(".table-hand .primary")
    expect(other.find("main")).to_contain_text(GONE)
