"""A number that was corrected is told as what it is, not as a move of cubes that nobody has made."""

import pytest
from flask import Flask
from plain_browser import PlainBrowser
from test_standing_in import Evening


def test_a_corrected_number_is_told_with_what_it_was_and_is(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, phase="roll_call")
    page = evening.at(0, "/figures")
    evening.phones[0].send(next(form for form in page.forms if form.named("potion.0")).fill("potion.0", "1"))
    for phone in (0, 1):
        log = evening.at(phone, "/log").top.text
        assert "Corrected: Vera’s potions from 0 to 1." in log
        assert "take 1 potion" not in log.lower()


def test_numbers_that_one_form_has_corrected_are_all_told_to_the_others(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, {"roll_call": True}, location=None, phase="roll_call")
    form = next(form for form in evening.at(0, "/figures").forms if form.named("potion.0"))
    evening.phones[0].send(form.fill("potion.0", "1").fill("iron.0", "2"))
    told = evening.at(1).top.text
    assert "Vera’s potions from 0 to 1." in told
    assert "Vera’s iron from 0 to 2." in told


@pytest.mark.parametrize(
    ("field", "number", "said"),
    [
        ("potion.0", "2", "Corrected: your potions from 0 to 2."),
        ("iron.1", "1", "Corrected: the guards’ iron from 0 to 1."),
        ("power.0", "3", "Corrected: your power cubes from 1 to 3."),
        ("tomes.0", "1", "Corrected: your tomes from 0 to 1."),
    ],
)
def test_alone_a_corrected_number_is_told_so_in_the_log(hosted_app: Flask, field: str, number: str, said: str) -> None:
    plain = PlainBrowser(hosted_app.test_client())
    plain.send(plain.open("/alone").forms[0].fill("dealing", "house"))
    table = plain.address.partition("?")[0]
    form = next(form for form in plain.open(f"{table}/figures").forms if form.named(field))
    plain.send(form.fill(field, number))
    assert said in plain.open(f"{table}/log").top.text
