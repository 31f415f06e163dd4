"""Leaving a seat in the course of a game: it is asked once, everybody reads it, and who answers reads for whom."""

import pytest
from flask import Flask
from plain_browser import Page, PlainBrowser
from support.common import rule
from test_party_pages import Sitting
from test_standing_in import Evening

LEFT = "Isaac left. Anyone can take the seat."


def buttons(page: Page) -> list[str]:
    return [one.value for form in page.forms for one in form.buttons if one.name == "do"]


def leave(evening: Evening | Sitting, phone: int) -> Page:
    page = evening.at(phone, f"/people?leave={phone}")
    form = next(form for form in page.forms if any(one.value == f"leave:{phone}" for one in form.buttons))
    return evening.phones[phone].send(form, form.button(f"leave:{phone}"))


def _light(app: Flask) -> Sitting:
    sitting = Sitting(app)
    sitting.begin()
    return sitting


@rule("S-10")
def test_leaving_a_seat_in_a_game_asks_once_and_says_what_becomes_of_it(household_app: Flask) -> None:
    evening = Evening(household_app, phase="roll_call", location=None)
    page = evening.at(1, "/people")
    assert "leave:1" not in buttons(page)
    [way] = [one.given["href"] for one in page.top.all("a") if one.text == "Leave this seat"]
    page = evening.phones[1].open(way)
    asked = next(page.top.all("section", _class="ask-sheet"))
    assert [one.text for one in asked.all("li")] == [
        "This phone gives up the seat. The crew, cubes and score of Isaac stay in the game.",
        f"Everyone sees “{LEFT}”",
        "Until then Vera plays it.",
        "To come back, enter the table code. Vera then lets you in.",
    ]
    # To stay is one tap, on its button and anywhere outside.
    stay = f"/t/{evening.code}/people"
    assert [one.given["href"].endswith(stay) for one in page.top.all("a") if one.text in {"Stay", ""}][-2:] == [
        True,
        True,
    ]
    assert LEFT not in evening.at(0).top.text
    leave(evening, 1)
    assert not [*evening.at(1).top.all("li", _class="mine")]


@rule("S-10")
def test_a_host_who_leaves_reads_who_is_the_host_then(household_app: Flask) -> None:
    evening = Evening(household_app, phase="roll_call", location=None)
    asked = next(evening.at(0, "/people?leave=0").top.all("section", _class="ask-sheet")).text
    assert "Until then Isaac plays it. Isaac becomes the host." in asked
    leave(evening, 0)
    assert "Isaac becomes" not in evening.at(1, "/people?leave=1").top.text


@rule("S-10")
def test_a_host_who_makes_another_seat_free_is_asked_too_and_nobody_else_can(household_app: Flask) -> None:
    evening = Evening(household_app, phase="roll_call", location=None)
    page = evening.at(0, "/people")
    assert [one for one in buttons(page) if one.startswith("leave")] == []
    page = evening.at(0, "/people?leave=2")
    assert "Make Stan’s seat free?" in page.top.text
    assert "Until then you play it on this phone." in page.top.text
    for address in ("/people?leave=2", "/people?leave=7", "/people?leave=x", "/people?leave="):
        page = evening.at(1, address)
        assert (page.status, [*page.top.all("section", _class="ask-sheet")]) == (200, [])


@rule("S-10")
def test_before_the_first_round_a_seat_is_left_with_one_tap(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app)
    page = sitting.at(2, "/people")
    assert "leave:2" in buttons(page)
    form = next(form for form in page.forms if any(one.value == "leave:2" for one in form.buttons))
    sitting.send(2, form, "leave:2")
    assert "Stan left. Anyone can take the seat." in sitting.at(1).top.text


@rule("S-10")
def test_the_last_who_sits_at_a_table_is_refused_before_it_is_asked(household_app: Flask) -> None:
    evening = Evening(household_app, phase="roll_call", location=None)
    leave(evening, 1)
    leave(evening, 2)
    page = evening.at(0, "/people?leave=0")
    assert [*page.top.all("section", _class="ask-sheet")] == []
    assert page.problem


@rule("S-10")
@pytest.mark.parametrize("depth", ["light", "full"])
def test_every_phone_and_the_second_screen_say_who_has_left_until_the_seat_is_taken(
    household_app: Flask, depth: str
) -> None:
    evening = Evening(household_app, phase="roll_call", location=None) if depth == "full" else _light(household_app)
    watcher = PlainBrowser(household_app.test_client())
    everywhere = [
        lambda: evening.at(0).top.text,
        lambda: evening.at(2).top.text,
        lambda: watcher.open(f"/t/{evening.code}").top.text,
        lambda: watcher.open(f"/screen/{evening.code}").top.text,
    ]
    assert [LEFT in look() for look in everywhere] == [False] * 4
    leave(evening, 1)
    assert [LEFT in look() for look in everywhere] == [True] * 4
    assert "seat free" in evening.at(2).top.text
    assert "Until then you play it here." in evening.at(0).top.text
    assert "Until then Vera plays it." in evening.at(2).top.text
    # Who sits at the table takes it with one tap; who asks for it and is turned away leaves it as it is.
    guest = PlainBrowser(household_app.test_client())
    guest.send(guest.open(f"/j/{evening.code}").form().fill("seat", "1"))
    assert LEFT in evening.at(2).top.text
    form = next(one for one in evening.at(2).forms if one.value("seat") == "1")
    evening.phones[2].send(form)
    assert [LEFT in look() for look in everywhere] == [False] * 4


@rule("L-10", "S-10")
def test_who_answers_for_an_empty_seat_reads_whose_tokens_these_are(household_app: Flask) -> None:
    evening = Evening(household_app)
    evening.tell(0, 5)
    leave(evening, 1)
    page = evening.at(0)
    heading = next(one.text for one in page.top.all("h2") if "data-heading" in one.given)
    assert heading == "For Isaac, whose seat is free: who is here?"
    assert "Nobody of Isaac" in page.top.text
    # For a seat that was taken as a second one it is said too.
    form = next(one for one in page.forms if one.value("seat") == "1")
    page = evening.phones[0].send(form)
    heading = next(one.text for one in page.top.all("h2") if "data-heading" in one.given)
    assert heading == "For Isaac: who is here?"
    heading = next(one.text for one in evening.at(2).top.all("h2") if "data-heading" in one.given)
    assert heading == "2. Sewers: who is here?"


def test_the_seats_page_leads_to_the_number_of_players_while_they_arrive_and_to_an_empty_seat(
    hosted_app: Flask,
) -> None:
    sitting = Sitting(hosted_app)

    def offered(phone: int) -> list[str]:
        links = sitting.at(phone, "/people").top.all("a")
        return [one.text for one in links if "/correct?" in one.given.get("href", "")]

    assert offered(0) == ["Number of players", "Empty seat"]
    [way] = [one.given["href"] for one in sitting.at(0, "/people").top.all("a") if one.text == "Number of players"]
    page = sitting.phones[0].open(way.partition("#")[0])
    assert [form.value("type") for form in page.forms if form.value("kind") == "correction"] == ["set_sides"]
    sitting.begin()
    assert offered(1) == ["Empty seat"]
    watcher = PlainBrowser(hosted_app.test_client()).open(f"/t/{sitting.code}/people")
    assert "/correct?" not in watcher.answer.text


@pytest.mark.parametrize("at_home", [True, False])
def test_a_phone_that_asks_for_its_seat_reads_who_else_can_let_it_in(
    household_app: Flask, hosted_app: Flask, at_home: bool
) -> None:
    app = household_app if at_home else hosted_app
    evening = Evening(app, phase="roll_call", location=None)
    guest = PlainBrowser(app.test_client())
    page = guest.send(guest.open(f"/j/{evening.code}").form().fill("seat", "1"))
    assert "The host has to say yes on their phone." in page.top.text
    assert ("let this phone in at the computer that runs the app" in page.top.text) is at_home


@rule("R-1", "S-10")
def test_who_plays_for_a_seat_that_was_left_lays_its_tokens_when_it_is_its_turn(household_app: Flask) -> None:
    evening = Evening(household_app, {"roll_call": True}, phase="roll_call", location=None, first_player=1)
    leave(evening, 1)
    # The address may still say which seat was chosen in another phase.
    for address in ("", "?side=0"):
        form = evening.at(0, address).form(type="assign")
        assert form.value("f.side") == "1", address
    assert evening.at(0, "?side=0&turn=1").form(type="assign").value("f.side") == "0"
