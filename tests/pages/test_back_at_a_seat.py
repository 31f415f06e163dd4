"""Whose phone is silent plays on from another one; who is back is told to whoever stood in."""

from datetime import timedelta

from flask import Flask
from plain_browser import PlainBrowser
from support.common import rule
from support.seat_client import grow_older
from test_standing_in import Evening, _standing_in, at_the_commissary


@rule("S-10")
def test_in_roll_call_a_silent_player_sits_down_on_a_phone_that_has_a_seat_and_lays_tokens_there(
    household_app: Flask,
) -> None:
    agreed = {"roll_call": True, "turns": "enforced"}
    evening = Evening(household_app, agreed, phase="roll_call", location=None)
    vera = evening.phones[0]
    vera.send(evening.at(0).form(type="pass"))
    evening.sleep_but(0, 2)
    page = evening.at(0)
    # Before the tap one reads that it can only pass.
    page = evening.at(0, _standing_in(page, "Pass"))
    assert "or from this one, where you keep your seat." in page.top.text
    assert [form.value("type") for form in page.forms if form.value("type") == "assign"] == []
    [way] = [one.given["href"] for one in page.top.all("a", "b") if one.text == "Isaac plays here, too"]
    sits = vera.open(way)
    assert "even as a second seat" in sits.top.text
    page = vera.send(sits.form(seat="1"))
    laid = page.form(type="assign").fill("f.tokens", "5")
    page = vera.send(laid, laid.button('"smithy"'))
    assert "place your 5 at the Smithy" in page.top.text
    assert "Isaac" in evening.at(2).top.text


@rule("S-10")
def test_who_plays_for_another_reads_so_and_gives_the_seat_back_from_there(household_app: Flask) -> None:
    evening = Evening(household_app, {"roll_call": True}, phase="roll_call", location=None)
    vera, isaac = evening.phones[0], evening.phones[1]
    evening.sleep_but(0, 2)
    assert "You play for" not in evening.at(0).top.text
    vera.send(vera.open(f"/j/{evening.code}").form().fill("seat", "1"))
    page = evening.at(0)
    assert "You play for Isaac, too." in page.top.text
    assert "You play for" not in evening.at(2).top.text
    gives = next(form for form in page.forms if any(one.value == "move:1" for one in form.buttons))
    page = vera.send(gives, gives.button("move:1"))
    [link] = [one.text for one in page.top.all("textarea")]
    form = isaac.open(f"/j/{evening.code}").form().fill("seat", "1")
    isaac.send(form.fill("invite", link.rpartition("#")[2]))
    assert next(evening.at(1).top.all("li", _class="mine")).text.startswith("Isaac")
    assert "You play for" not in evening.at(0).top.text


@rule("S-10")
def test_a_phone_that_is_back_has_its_seat_again_with_one_tap_there_and_all_are_told(household_app: Flask) -> None:
    evening = Evening(household_app, {"roll_call": True}, phase="roll_call", location=None)
    vera, isaac = evening.phones[0], evening.phones[1]
    evening.sleep_but(0, 2)
    vera.send(vera.open(f"/j/{evening.code}").form().fill("seat", "1"))
    offered = "This phone was silent, so another one plays for Isaac."
    assert [offered in evening.at(phone).top.text for phone in range(3)] == [False, True, False]
    page = isaac.send(evening.at(1).form(seat="1"))
    assert isaac.address.endswith(f"/t/{evening.code}")
    assert offered not in page.top.text
    assert next(page.top.all("li", _class="mine")).text.startswith("Isaac")
    told = ["Isaac plays on their own phone again." in evening.at(phone).top.text for phone in range(3)]
    assert told == [True, True, True]
    assert "another phone plays this seat now" not in evening.at(2).top.text
    assert "You play for" not in evening.at(0).top.text
    assert "Isaac plays on their own phone again." in evening.at(2, "/log").top.text


@rule("S-10")
def test_a_phone_that_was_silent_has_its_seat_chosen_where_one_sits_down_and_asks_nobody(household_app: Flask) -> None:
    evening = Evening(household_app, {"roll_call": True}, phase="roll_call", location=None)
    vera, isaac = evening.phones[0], evening.phones[1]
    evening.sleep_but(0, 2)
    vera.send(vera.open(f"/j/{evening.code}").form().fill("seat", "1"))
    form = isaac.open(f"/j/{evening.code}").form()
    assert form.value("seat") == "1"
    isaac.send(form)
    assert isaac.address.endswith(f"/t/{evening.code}")


@rule("S-10")
def test_what_a_phone_has_given_away_by_its_link_it_does_not_have_back_without_asking(household_app: Flask) -> None:
    evening = Evening(household_app, {"roll_call": True}, phase="roll_call", location=None)
    vera, isaac, claire = evening.phones[0], evening.phones[1], PlainBrowser(household_app.test_client())
    evening.sleep_but(0, 2)
    vera.send(vera.open(f"/j/{evening.code}").form().fill("seat", "1"))
    gives = next(form for form in evening.at(0).forms if any(one.value == "move:1" for one in form.buttons))
    page = vera.send(gives, gives.button("move:1"))
    [link] = [one.text for one in page.top.all("textarea")]
    form = claire.open(f"/j/{evening.code}").form().fill("seat", "1")
    claire.send(form.fill("invite", link.rpartition("#")[2]))
    assert "Play here again" not in evening.at(1).top.text
    page = isaac.send(isaac.open(f"/j/{evening.code}").form().fill("seat", "1"))
    assert "The host has to say yes" in page.top.text


@rule("R-1")
def test_a_seat_that_was_chosen_on_a_phone_of_two_gives_way_to_the_other_when_its_turn_comes(
    household_app: Flask,
) -> None:
    evening = Evening(household_app, {"roll_call": True}, phase="roll_call", location=None)
    vera = evening.phones[0]
    laid = evening.at(0).form(type="assign").fill("f.tokens", "5")
    vera.send(laid, laid.button('"smithy"'))
    evening.sleep_but(0, 2)
    vera.send(vera.open(f"/j/{evening.code}").form().fill("seat", "1"))
    # It is Isaac's turn now, who has all six; what was chosen while it was Vera's is over, what is chosen in it holds.
    left = {}
    for turn in (0, 1):
        form = evening.at(0, f"?side=0&turn={turn}").form(type="assign")
        left[turn] = "5" in [one.value for one in form.controls if one.name == "f.tokens"]
    assert left == {0: True, 1: False}


@rule("S-10")
def test_the_host_needs_nobodys_yes_for_the_seat_of_a_silent_phone(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    grow_older(hosted_app, timedelta(seconds=60))
    host, guest = evening.phones[0], evening.phones[1]
    page = guest.send(guest.open(f"/j/{evening.code}").form().fill("seat", "2"))
    assert "The host has to say yes" in page.top.text
    page = host.send(host.open(f"/j/{evening.code}").form().fill("seat", "2"))
    assert "has to say yes" not in page.top.text
    assert host.address.partition("?")[0].endswith(f"/t/{evening.code}")


@rule("S-10")
def test_who_stood_in_is_told_that_the_sleeper_is_back_and_will_choose(hosted_app: Flask) -> None:
    evening = at_the_commissary(hosted_app)
    address = _standing_in(evening.at(2), "Choose")
    assert "is back" not in evening.at(2, address).top.text
    evening.at(1)
    assert "Isaac is back and will choose." in evening.at(2, address).top.text


@rule("S-10")
def test_seats_say_silent_of_a_phone_as_soon_as_the_table_does(hosted_app: Flask) -> None:
    evening = Evening(hosted_app)
    grow_older(hosted_app, timedelta(seconds=60))
    evening.at(0)
    page = evening.at(0, "/people")
    notes = [one.text for one in page.top.all("span", _class="note")]
    assert [note for note in notes if note.startswith("silent")] == ["silent", "silent"]
