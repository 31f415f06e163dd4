"""The history without script: games that go on, those that are over, playing again, and deleting a game."""

import random
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from plain_browser import Node, Page, PlainBrowser
from support.api_client import API
from support.seat_client import grow_older
from support.table_client import Seat, done, play, post, show, sit_down
from werkzeug.datastructures import MultiDict

from companion.pages.home.history import PAGE_SIZE

LAST: dict[str, Any] = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip
LONG = "x" * 41
PARTY: dict[str, Any] = {
    "players": [{"name": "Vera", "crew": "gnolls"}, {"name": "Isaac", "crew": "goblins"}, {"crew": "kobolds"}],
    "depth": "light",
    "edition": "first",
}


@pytest.fixture
def plain(hosted_app: Flask) -> PlainBrowser:
    """A phone that nobody knows yet."""
    return known(hosted_app)


def known(app: Flask, language: str = "en") -> PlainBrowser:
    """A phone that has a device's cookie."""
    browser = PlainBrowser(app.test_client(), language)
    browser.open("/together")
    return browser


def entries(page: Page) -> list[Node]:
    return [one for one in page.top.all("li") if one.given.get("class") == "evening"]


def texts(page: Page) -> list[str]:
    """The titles of the entries."""
    return [next(one.all("b")).text for one in entries(page)]


def links(entry: Node) -> dict[str, str]:
    """Where an entry leads, by what stands there; its own link is called `here`."""
    first, *others = entry.all("a")
    return {"here": first.given["href"], **{one.text: one.given["href"] for one in others}}


def to_the_end(browser: PlainBrowser, seat: Seat) -> None:
    """Play a game to its end; a light one gets round by round there."""
    play(browser.client, seat, show(browser.client, seat).json, random.Random("Vera"))
    assert show(browser.client, seat).json["state"]["phase"] == "ended"


def solitary(browser: PlainBrowser, **wishes: Any) -> Seat:
    return sit_down(browser.client, {**LAST, **wishes})[0]


def party(browser: PlainBrowser, **wishes: Any) -> Seat:
    return sit_down(browser.client, {**PARTY, **wishes})[0]


def sit(browser: PlainBrowser, code: str, seat: int) -> None:
    """Sit down as the player of that seat does."""
    player = PARTY["players"][seat]
    form = next(one for one in browser.open(f"/j/{code}").forms if one.named("seat"))
    form.fill("seat", str(seat)).fill("name", player.get("name", "")).fill("crew", player.get("crew", ""))
    page = browser.send(form)
    assert page.status == 200, page.problem


# What it lists


def test_games_that_go_on_come_first_with_their_round_and_people(plain: PlainBrowser) -> None:
    shared, alone = party(plain), solitary(plain)
    named = solitary(plain, name="Claire")
    over = solitary(plain)
    to_the_end(plain, over)
    page = plain.open("/history")
    assert texts(page) == [
        "Continue: round 6, Claire",
        "Continue: round 6, alone",
        "Continue: setup, Vera, Isaac, Seat 3",
        "The guards win, 12 to 10",
    ]
    assert [links(one)["here"] for one in entries(page)] == [f"/t/{one.code}" for one in (named, alone, shared, over)]
    assert "Rematch" not in links(entries(page)[0])


def test_a_game_that_is_over_is_one_entry_with_winner_result_and_table(plain: PlainBrowser) -> None:
    seat = solitary(plain, name="Vera")
    to_the_end(plain, seat)
    assert texts(plain.open("/history")) == ["The guards win, 12 to 10"]
    plain.post(f"/t/{seat.code}/scores", MultiDict())
    result = plain.address
    [entry] = entries(plain.open("/history"))
    assert links(entry) == {
        "here": result,
        "Table": f"/t/{seat.code}",
        "Rematch": f"/alone?again={seat.code}",
        "Delete": f"/t/{seat.code}/delete",
    }


def test_a_game_that_goes_on_after_its_sheet_was_kept_still_leads_to_that(plain: PlainBrowser) -> None:
    seat = solitary(plain)
    to_the_end(plain, seat)
    plain.post(f"/t/{seat.code}/scores", MultiDict())
    result = plain.address
    shown = show(plain.client, seat).json
    done(post(plain.client, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
    [entry] = entries(plain.open("/history"))
    assert next(entry.all("b")).text == "Continue: round 6, alone"
    assert (links(entry)["here"], links(entry)["Result"]) == (f"/t/{seat.code}", result)


def test_a_closed_game_that_has_not_ended_says_where_it_was(plain: PlainBrowser) -> None:
    seat = solitary(plain)
    done(post(plain.client, seat, "close", {"version": 1}))
    page = plain.open("/history")
    assert texts(page) == ["Closed in round 6"]
    assert "Rematch" in links(entries(page)[0])


@pytest.mark.parametrize(("language", "title"), [("pl", "Kontynuuj: runda 6, solo"), ("zh", "继续：第 6 回合，单人")])
def test_it_speaks_the_language_of_whoever_reads_it(hosted_app: Flask, language: str, title: str) -> None:
    phone = known(hosted_app, language)
    solitary(phone)
    assert texts(phone.open("/history")) == [title]


def test_a_result_that_was_begun_in_another_language_is_shown_in_that_of_whoever_reads_it(plain: PlainBrowser) -> None:
    form = {"players": "2", "edition": "later", "once": "a", "name": ["", "Vera"]}
    plain.client.set_cookie("lockup_language", "pl")
    made = plain.client.post("/score", data=form).location.rsplit("/", 1)[1]
    plain.client.post(f"/score/{made}", data={"0.reputation": "9", "do": "finish"})
    for language, seat in (("pl", "Łyżka"), ("en", "Spoon"), ("zh", "勺子")):
        plain.client.set_cookie("lockup_language", language)
        page = plain.client.get(f"/s/{made}").text
        assert seat in page
        assert "Vera" in page
        assert "Łyżka" not in page or language == "pl"


def test_names_that_are_markup_are_only_names(plain: PlainBrowser) -> None:
    solitary(plain, name="<b>Vera</b>")
    party(plain, players=[{"name": "</li><script>"}, {"name": "{sides}"}])
    assert texts(plain.open("/history")) == [
        "Continue: setup, </li><script>, {sides}",
        "Continue: round 6, <b>Vera</b>",
    ]


def test_a_long_history_goes_on_page_by_page(plain: PlainBrowser) -> None:
    codes = [solitary(plain).code for _ in range(PAGE_SIZE + 2)]
    page = plain.open("/history")
    [older] = [one for one in page.top.all("a") if one.text == "Older ones"]
    found = [*entries(page), *entries(plain.open(f"/history{older.given['href']}"))]
    assert [links(one)["here"] for one in found] == [f"/t/{code}" for code in reversed(codes)]


def test_a_device_sees_the_games_at_which_it_sits_and_nobody_elses(hosted_app: Flask, plain: PlainBrowser) -> None:
    seat = party(plain, holds=[0])
    guest, stranger = known(hosted_app), known(hosted_app)
    assert entries(guest.open("/history")) == []
    sit(guest, seat.code, 1)
    [entry] = entries(guest.open("/history"))
    assert links(entry) == {"here": f"/t/{seat.code}"}
    assert entries(stranger.open("/history")) == []


def test_a_household_sees_all_games_of_its_computer_but_deletes_only_what_it_runs(household_app: Flask) -> None:
    one, other = known(household_app), known(household_app)
    seat = solitary(one)
    theirs = {links(entry)["here"]: links(entry) for entry in entries(other.open("/history"))}
    assert "Delete" not in theirs[f"/t/{seat.code}"]
    mine = {links(entry)["here"]: links(entry) for entry in entries(one.open("/history"))}
    assert mine[f"/t/{seat.code}"]["Delete"] == f"/t/{seat.code}/delete"
    assert other.open(f"/t/{seat.code}/delete").status == 403
    assert other.post(f"/t/{seat.code}/delete", MultiDict()).status == 403
    assert show(one.client, seat).status_code == 200


# The first page


def test_the_first_page_goes_on_with_a_shared_table_by_round_names_and_what_is_asked(plain: PlainBrowser) -> None:
    seat = party(plain)
    [door] = [one for one in plain.open("/").top.all("a") if one.given["href"] == f"/t/{seat.code}"]
    assert door.text.startswith("ContinueSetup · Vera, Isaac, Seat 3")
    shown = show(plain.client, seat).json
    play(plain.client, seat, shown, random.Random("x"), until=lambda now: now["state"]["round"] == 2)
    [door] = [one for one in plain.open("/").top.all("a") if one.given["href"] == f"/t/{seat.code}"]
    assert door.text == "ContinueRound 2 of 6 · Vera, Isaac, Seat 3Round 2: what happens on the table?"


def test_the_first_page_goes_on_with_every_unfinished_game_the_newest_first(plain: PlainBrowser) -> None:
    alone, together = solitary(plain), party(plain)
    doors = [one for one in plain.open("/").top.all("a") if one.text.startswith("Continue")]
    assert [one.given["href"] for one in doors] == [f"/t/{together.code}", f"/t/{alone.code}"]
    assert [one.given["class"] for one in doors] == ["door primary", "door"]


def test_the_first_page_goes_on_with_no_game_that_is_over(plain: PlainBrowser) -> None:
    seat = solitary(plain)
    [door] = [one for one in plain.open("/").top.all("a") if one.given["href"] == f"/t/{seat.code}"]
    assert door.text == "ContinueRound 6 of 6Last raid."
    to_the_end(plain, seat)
    page = plain.open("/")
    assert not [one for one in page.top.all("a") if one.given["href"] == f"/t/{seat.code}" and "Continue" in one.text]


def test_the_first_page_shows_how_the_last_game_ended_and_leads_there(plain: PlainBrowser) -> None:
    party(plain)
    assert not last_result(plain)
    seat = solitary(plain)
    to_the_end(plain, seat)
    [last] = last_result(plain)
    [newest] = [one for one in entries(plain.open("/history")) if links(one)["here"].endswith(last.given["href"])]
    assert next(last.all("b")).text == next(newest.all("b")).text


def last_result(browser: PlainBrowser) -> list[Node]:
    return [one for one in browser.open("/").top.all("a") if one.given.get("class") == "last-result"]


# Playing again


def seats_of(browser: PlainBrowser, code: str) -> Any:
    return browser.client.get(f"{API}/tables/{code}/seats").json["seats"]


def the_code(browser: PlainBrowser) -> str:
    """The code of the table on which a phone has landed."""
    return browser.address.split("/")[2]


def test_the_same_people_play_again_with_the_same_phones_crews_and_choices(
    hosted_app: Flask, plain: PlainBrowser
) -> None:
    guest = known(hosted_app)
    first = party(plain, holds=[0], edits_all=False, leader_goal={"counts": "gem"})
    sit(guest, first.code, 1)
    form = plain.open(f"/together?again={first.code}").forms[0]
    assert {name: form.value(name) for name in ("number", "depth", "edition", "holds", "trust")} == {
        "number": "3", "depth": "light", "edition": "first", "holds": "same", "trust": "own",
    }  # fmt: skip
    assert [(form.value(f"name.{n}"), form.value(f"crew.{n}")) for n in range(3)] == [
        ("Vera", "gnolls"), ("Isaac", "goblins"), ("", "kobolds"),
    ]  # fmt: skip
    assert not any(one.value for one in form.controls if one.name.startswith("f.") and one.on)
    plain.send(form)
    code = the_code(plain)
    assert code != first.code
    assert [(one["name"], one["crew"], one["mine"], one["host"], one["free"]) for one in seats_of(plain, code)] == [
        ("Vera", "gnolls", True, True, False),
        ("Isaac", "goblins", False, False, False),
        ("", "kobolds", False, False, True),
    ]
    assert [one["mine"] for one in seats_of(guest, code)] == [False, True, False]
    assert f"/t/{code}" in [links(one)["here"] for one in entries(guest.open("/history"))]
    assert guest.client.get(f"{API}/tables/{code}").json["seats"] == [1]


@pytest.mark.parametrize("here", [True, False])
def test_who_ran_the_table_runs_the_next_one_too_and_whoever_plays_again_where_that_one_has_gone(
    hosted_app: Flask, plain: PlainBrowser, *, here: bool
) -> None:
    guest = known(hosted_app)
    first = party(plain, holds=[0])
    sit(guest, first.code, 2)
    plain.open(f"/t/{first.code}")
    if not here:
        grow_older(hosted_app, timedelta(minutes=3))
    guest.send(guest.open(f"/together?again={first.code}").forms[0])
    told = seats_of(guest, the_code(guest))
    assert [(one["mine"], one["host"], one["free"]) for one in told] == [
        (False, here, False), (False, False, True), (True, not here, False),
    ]  # fmt: skip


def test_who_plays_again_but_has_not_looked_yet_is_awaited_rather_than_silent(
    hosted_app: Flask, plain: PlainBrowser
) -> None:
    guest = known(hosted_app)
    first = party(plain, holds=[0])
    sit(guest, first.code, 2)
    people = plain.send(plain.open(f"/together?again={first.code}").forms[0])

    def phones(page: Page) -> list[str]:
        rows = (one for one in page.top.all("li") if "seat-row" in one.given.get("class", ""))
        return [next(row.all("span", _class="note")).text.split(" · ")[1] for row in rows]

    assert phones(people) == ["this phone", "free", "not here yet"]
    guest.open(f"/t/{the_code(plain)}")
    assert phones(plain.open(plain.address)) == ["this phone", "free", "here"]


@pytest.mark.parametrize(("holds", "mine", "free"), [("mine", [0], [1, 2]), ("all", [0, 1, 2], [])])
def test_seats_can_be_dealt_otherwise_than_the_last_time(
    hosted_app: Flask, plain: PlainBrowser, holds: str, mine: list[int], free: list[int]
) -> None:
    first = party(plain, holds=[0])
    sit(known(hosted_app), first.code, 1)
    plain.send(plain.open(f"/together?again={first.code}").forms[0].fill("holds", holds))
    told = seats_of(plain, the_code(plain))
    assert [one["seat"] for one in told if one["mine"]] == mine
    assert [one["seat"] for one in told if one["free"]] == free


@pytest.mark.parametrize("number", ["2", "5"])
def test_fewer_and_more_play_than_the_last_time(hosted_app: Flask, plain: PlainBrowser, number: str) -> None:
    guest = known(hosted_app)
    first = party(plain, holds=[0])
    sit(guest, first.code, 2)
    guest.send(guest.open(f"/together?again={first.code}").forms[0].fill("number", number))
    told = seats_of(guest, the_code(guest))
    assert len(told) == int(number)
    assert [one["seat"] for one in told if one["mine"]] == ([2] if number == "5" else [0])
    assert [one["name"] for one in told[:2]] == ["Vera", "Isaac"]


def test_names_and_crews_can_be_changed_and_bad_ones_are_refused_and_kept(plain: PlainBrowser) -> None:
    first = party(plain)
    form = plain.open(f"/together?again={first.code}").forms[0]
    page = plain.send(form.fill("name.1", LONG))
    assert page.status == 422
    assert [page.forms[0].value(f"name.{n}") for n in range(2)] == ["Vera", LONG]
    page = plain.send(page.forms[0].fill("name.1", "Claire").fill("crew.1", "bugbears"))
    assert [(one["name"], one["crew"]) for one in seats_of(plain, the_code(plain))][:2] == [
        ("Vera", "gnolls"), ("Claire", "bugbears"),
    ]  # fmt: skip


@pytest.mark.parametrize("field", ["crew", "crew.0"])
def test_a_crew_that_there_is_not_is_refused(plain: PlainBrowser, field: str) -> None:
    again = {"again": party(plain).code} if "." in field else {}
    page = plain.post("/together", MultiDict({"number": "2", field: "x" * 400, **again}))
    assert page.status == 422


def test_the_same_copy_lies_on_the_table_again(plain: PlainBrowser) -> None:
    boxes = [plain.client.post(f"{API}/boxes", json={"name": name}).json["link"] for name in ("First", "Second")]
    first = party(plain, box=boxes[0])
    plain.send(plain.open(f"/together?again={first.code}").forms[0])
    alone = solitary(plain, box=boxes[0])
    assert plain.open(f"/alone?again={alone.code}").forms[0].value("box") == boxes[0]


def test_a_solitary_game_is_played_again_by_the_same_player(plain: PlainBrowser) -> None:
    first = solitary(plain, name="Claire", difficulty="expert", edition="first")
    form = plain.open(f"/alone?again={first.code}").forms[0]
    assert [form.value(name) for name in ("difficulty", "dealing", "edition")] == ["expert", "house", "first"]
    plain.send(form)
    assert the_code(plain) != first.code
    assert [one["name"] for one in seats_of(plain, the_code(plain))] == ["Claire"]


@pytest.mark.parametrize("page", ["/together", "/alone"])
def test_who_did_not_sit_there_begins_a_game_as_any_other(hosted_app: Flask, plain: PlainBrowser, page: str) -> None:
    code = party(plain, holds=[0]).code if page == "/together" else solitary(plain).code
    stranger = known(hosted_app)
    for again in (code, "222222", "nothing", ""):
        form = stranger.open(f"{page}?again={again}").forms[0]
        assert not form.value("again")
        assert not form.value("name.0")


# Deleting


def test_a_game_is_asked_for_once_and_then_deleted(plain: PlainBrowser) -> None:
    seat = party(plain)
    page = plain.open(f"/t/{seat.code}/delete")
    assert "Vera, Isaac, Seat 3" in page.top.text
    assert "Its score sheet stays." not in page.top.text
    assert plain.send(page.forms[0]).status == 200
    assert plain.address == "/history"
    assert entries(plain.open("/history")) == []
    gone = plain.open(f"/t/{seat.code}")
    assert gone.status == 404
    assert "Perhaps it was deleted" in gone.top.text


def test_the_sheet_of_a_deleted_game_stays_and_that_is_said_before(plain: PlainBrowser) -> None:
    seat = solitary(plain)
    to_the_end(plain, seat)
    plain.post(f"/t/{seat.code}/scores", MultiDict())
    result = plain.address
    page = plain.open(f"/t/{seat.code}/delete")
    assert "Its score sheet stays." in page.top.text
    plain.send(page.forms[0])
    assert [links(one) for one in entries(plain.open("/history"))] == [{"here": result}]
    assert plain.open(result).status == 200


def test_a_guest_and_a_stranger_delete_nothing(hosted_app: Flask, plain: PlainBrowser) -> None:
    seat = party(plain, holds=[0])
    guest = known(hosted_app)
    sit(guest, seat.code, 1)
    for browser in (guest, known(hosted_app)):
        assert browser.open(f"/t/{seat.code}/delete").status == 403
        assert browser.post(f"/t/{seat.code}/delete", MultiDict()).status == 403
    assert plain.open(f"/t/{seat.code}").status == 200


@pytest.mark.parametrize("code", ["222222", "nothing"])
def test_where_there_is_no_game_none_is_deleted(plain: PlainBrowser, code: str) -> None:
    assert plain.open(f"/t/{code}/delete").status == 404
    assert plain.post(f"/t/{code}/delete", MultiDict()).status == 404
