"""A browser that keeps no cookie sits nowhere: it reads so, and the seat stays free."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from plain_browser import PlainBrowser
from support.seat_client import host_of, seats_of

KEPT_NOTHING = "did not keep our cookie"


@pytest.fixture
def forgetful(hosted_app: Flask) -> PlainBrowser:
    """A browser without script that sends no cookie back."""
    return PlainBrowser(hosted_app.test_client(use_cookies=False))


@pytest.fixture
def code(my_phone: FlaskClient) -> str:
    """A table with free seats."""
    host, _ = host_of(my_phone)
    return host.code


def taken(client: FlaskClient, code: str) -> list[bool]:
    return [not one["free"] for one in seats_of(client, code)["seats"]]


def test_who_keeps_no_cookie_takes_no_seat_however_often_and_reads_why(
    forgetful: PlainBrowser, my_phone: FlaskClient, code: str
) -> None:
    before = taken(my_phone, code)
    page = forgetful.open(f"/j/{code}")
    for seat in ("1", "2", "1"):
        page = forgetful.send(page.form().fill("name", "Isaac").fill("seat", seat))
        assert page.status == 409
        assert KEPT_NOTHING in page.problem
        # What was typed and chosen stays.
        assert (page.form().value("name"), page.form().value("seat")) == ("Isaac", seat)
    assert taken(my_phone, code) == before


def test_once_cookies_are_allowed_the_next_tap_sits_down(hosted_app: Flask, my_phone: FlaskClient, code: str) -> None:
    forgetful = PlainBrowser(hosted_app.test_client(use_cookies=False))
    refused = forgetful.send(forgetful.open(f"/j/{code}").form().fill("name", "Isaac").fill("seat", "1"))
    [given] = [one for one in refused.answer.headers.getlist("Set-Cookie") if one.startswith("lockup_device=")]
    allowed = hosted_app.test_client()
    allowed.set_cookie("lockup_device", given.partition("=")[2].partition(";")[0])
    plain = PlainBrowser(allowed)
    plain.address = f"/j/{code}"
    page = plain.send(refused.form())
    assert (page.status, page.problem) == (200, "")
    assert taken(my_phone, code)[1]


@pytest.mark.parametrize("language", ["en", "pl", "zh"])
def test_it_is_said_in_the_language_of_the_page(hosted_app: Flask, code: str, language: str) -> None:
    plain = PlainBrowser(hosted_app.test_client(use_cookies=False), language)
    page = plain.send(plain.open(f"/j/{code}").form().fill("seat", "1"))
    assert page.problem


def test_no_table_is_opened_at_which_its_opener_would_not_sit(forgetful: PlainBrowser, hosted_app: Flask) -> None:
    page = forgetful.send(forgetful.open("/together").form().fill("name", "Vera"))
    assert KEPT_NOTHING in page.problem
    assert page.form().value("name") == "Vera"


def test_a_seat_that_is_brought_from_another_address_is_not_lost(forgetful: PlainBrowser, code: str) -> None:
    page = forgetful.send(forgetful.open(f"/t/{code}/move").form().fill("transfer", "a-secret"))
    assert KEPT_NOTHING in page.problem
