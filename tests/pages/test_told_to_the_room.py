"""What all at a table are told: on the other phones and on the second screen."""

import re

from flask import Flask
from plain_browser import Page, PlainBrowser
from test_standing_in import Evening


def screen(evening: Evening) -> Page:
    """The second screen of a table."""
    return PlainBrowser(evening.app.test_client()).open(f"/screen/{evening.code}")


def press(evening: Evening, phone: int, below: str, value: str) -> Page:
    """Somebody taps a button with that value."""
    page = evening.at(phone, below)
    form, button = next((form, one) for form in page.forms for one in form.buttons if one.value == value)
    return evening.phones[phone].send(form, button)


def test_the_second_screen_names_the_keeper_who_uncovers_and_no_phone_where_any_may_play_again(
    hosted_app: Flask,
) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, round=6)
    for kind in ("resolve_all", "raid"):
        evening.phones[0].send(evening.at(0).form(type=kind))
    press(evening, 0, "/people", "keeper:2")
    press(evening, 2, "", "reveal:1")
    assert "Uncovered on the phone of Stan." in screen(evening).top.text
    (shows,) = (one for one in evening.at(0).forms if one.action.endswith("/scores"))
    assert "Stan uncovers them line by line." in evening.at(0).top.text
    assert re.search(r"\d+ lines? (is|are) still covered\.", evening.at(0).top.text)
    evening.phones[0].send(shows)
    assert "Rematch: on any of your phones" in screen(evening).top.text
