"""Odds of a row of the board on the page of a table, without script: who sees them, and what is never guessed."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from plain_browser import Page, PlainBrowser
from support.api_client import API
from support.box_builders import keep_box
from support.common import rule
from support.table_client import BY_HAND, Seat, done, offered, play, post, show, sit_down, somebody

from companion.rules.editions import STANDARD
from companion.rules.odds import location_odds

GOONS = {place: {"type": "dwarf", "icons": 1} for place in STANDARD.goon_locations}
HOUSE = {"dealing": "house", "seed": "Kulbak"}


def opened(client: FlaskClient, **wished: Any) -> tuple[Seat, Any]:
    """A table in its first roll call."""
    seat, shown = sit_down(client, {**HOUSE, **wished})
    return seat, play(client, seat, shown, somebody("Vera"), until=lambda now: offered(now, "assign"))


def row(client: FlaskClient, seat: Seat, query: str = "row=smithy", language: str = "en") -> Page:
    return PlainBrowser(client, language).open(f"/t/{seat.code}?{query}")


def told(page: Page) -> str:
    return next(next(page.top.all("div", _class="lead-line")).all("b")).text


def chances(page: Page) -> list[tuple[str, bool]]:
    """Of each token that may be assigned: the number below it, and whether the sentence is about that one."""
    return [(one.text, "aria-current" in one.given) for one in page.top.all("a", _class="chance")]


def legend(page: Page) -> list[int]:
    found = next(page.top.all("div", _class="deals")).given["aria-label"]
    return [int(number) for number in re.findall(r": (\d+)", found)]


def test_a_row_says_in_how_many_of_a_hundred_deals_one_leads_there(my_phone: FlaskClient) -> None:
    seat, _ = opened(my_phone, odds="me")
    page = row(my_phone, seat)
    (number,) = (text for text, now in chances(page) if now)
    assert told(page) == f"With your 5 here you lead in {number} of 100 deals."
    assert sum(legend(page)) == 100
    dots = next(page.top.all("svg", _class="dots"))
    assert len({(one.given["cx"], one.given["cy"]) for one in dots.all("circle")}) == 50
    assert "Not counted:" in page.top.text


def test_a_row_says_what_alone_would_turn_it(my_phone: FlaskClient) -> None:
    seat, _ = opened(my_phone, odds="me", difficulty="expert")
    three, five = (row(my_phone, seat, f"row=smithy&with={token}") for token in (3, 5))
    assert "If a face-down card here shows 0, that changes: you lead in 57 of 100 deals." in three.top.text
    assert "If a face-down card here shows 2, that changes: you lead in 57 of 100 deals." in five.top.text
    # 3 more than 3 is as good as 1 more than 5.
    (found,) = re.findall(r"With 3 more strength you lead here in (\d+) of", three.top.text)
    assert f"With 1 more strength you lead here in {found} of 100 deals." in five.top.text


def test_each_token_has_its_own_chance_and_leads_to_its_dots(my_phone: FlaskClient) -> None:
    seat, _ = opened(my_phone, odds="me")
    page = row(my_phone, seat)
    links = [one.given["href"] for one in page.top.all("a", _class="chance")]
    assert len(links) == 6
    for link, (number, _) in zip(links, chances(page), strict=True):
        other = row(my_phone, seat, link.removeprefix("?"))
        assert f" {number} of 100 deals." in told(other)
    assert "With your enforcer here" in told(row(my_phone, seat, links[4].removeprefix("?")))


def test_a_row_with_tokens_says_who_leads_as_it_lies_and_a_second_tap_closes_it(my_phone: FlaskClient) -> None:
    seat, shown = opened(my_phone, odds="me")
    fields = {"location": ["smithy"], "tokens": [4], "face_down": []}
    done(post(my_phone, seat, "actions", {"version": shown["version"], "type": "assign", "fields": fields}))
    page = row(my_phone, seat)
    assert told(page).startswith("Right now you lead here in ")
    assert chances(page) == []
    assert {one.given["href"] for one in page.top.all("a", _id="row-smithy")} == {"?"}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", r"Wysyłając tu bandziora 5, prowadzisz w \d+ na 100 rozdań\."),
        ("zh", r"把组员标记 5 派到这里，100 种发牌中有 \d+ 种由你领先。"),
    ],
)
def test_the_sentence_is_one_of_each_language(my_phone: FlaskClient, language: str, sentence: str) -> None:
    seat, _ = opened(my_phone, odds="me")
    assert re.fullmatch(sentence, told(row(my_phone, seat, language=language)))


def test_odds_of_the_player_are_not_those_of_who_watches_and_those_for_all_are(
    my_phone: FlaskClient, hosted_app: Flask
) -> None:
    watcher = hosted_app.test_client()
    for odds, sees in (("off", False), ("me", False), ("all", True)):
        seat, _ = opened(my_phone, odds=odds)
        page = row(watcher, seat, "row=smithy&watch")
        assert bool([*page.top.all("div", _class="odds-box")]) == sees
        # Whoever only watches does not change it.
        assert [*page.top.all("form", _class="odds-for")] == []


@contextmanager
def entered(folder: str) -> Iterator[set[str]]:
    """The functions of a folder that are called in the block."""
    called: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(folder):
            called.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("query", ["", "row=smithy", "row=smithy&with=4"])
def test_without_odds_nothing_is_counted_and_the_page_is_as_it_was(my_phone: FlaskClient, query: str) -> None:
    folder = str(Path(location_odds.__file__).parent)
    seat, _ = opened(my_phone)
    with entered(folder) as called:
        page = row(my_phone, seat, query)
    assert called == set()
    assert not [one for one in page.top.below if "odds" in one.given.get("class", "")]
    assert {"data-row" in one.given for one in page.top.all("a", _class="row-info")} == {True}
    with_them, _ = opened(my_phone, odds="me")
    with entered(folder) as called:
        row(my_phone, with_them, query)
    assert bool(called) == bool(query)


def test_unknown_faces_are_asked_for_and_never_guessed(my_phone: FlaskClient) -> None:
    seat, _ = opened(my_phone, **BY_HAND, odds="me")
    page = row(my_phone, seat)
    assert told(page) == "The odds need all 12 guard cards, and 0 are known."
    assert [*page.top.all("a", _class="button", href="/box")]
    assert "Enter them in your copy, and your next game has odds." in page.top.text
    assert [*page.top.all("svg", _class="dots")] == []
    with_box, _ = opened(my_phone, **BY_HAND, box=keep_box(my_phone).link, odds="me")
    assert "Enter them in your copy, and you get odds here too." in row(my_phone, with_box).top.text


def test_whom_a_table_shows_odds_is_chosen_as_it_is_opened_and_changed_beside_them(my_phone: FlaskClient) -> None:
    plain = PlainBrowser(my_phone)
    new = plain.open("/alone").forms[0]
    assert new.value("odds") == "off"
    begun = plain.send(new.fill("dealing", "house").fill("odds", "all"))
    (code,) = (one.given["data-live-table"] for one in begun.top.below if "data-live-table" in one.given)
    assert show(my_phone, code).json["state"]["odds"] == "all"
    seat, shown = opened(my_phone, odds="me")
    form = row(my_phone, seat).form(type="set_odds")
    page = plain.send(form, form.button('"off"'))
    assert "From now on no odds are shown." in page.top.text
    assert [*row(my_phone, seat).top.all("div", _class="odds-box")] == []
    undone = done(post(my_phone, seat, "undo", {"version": page.version, "to": shown["version"]}))
    assert undone["state"]["odds"] == "me"


@rule("V-1")
def test_a_card_that_was_seen_before_it_was_taken_back_counts_as_what_it_is(my_phone: FlaskClient) -> None:
    seat, shown = opened(my_phone, odds="me")
    fields = {"location": ["sewers"], "tokens": [4], "face_down": []}
    shown = done(post(my_phone, seat, "actions", {"version": shown["version"], "type": "assign", "fields": fields}))
    before = shown["version"]
    assert unseen(row(my_phone, seat)) == 11
    turned = {"version": before, "type": "turn_guard_card", "fields": {"card": [0]}}
    shown = done(post(my_phone, seat, "actions", turned))
    done(post(my_phone, seat, "undo", {"version": shown["version"], "to": before}))
    assert unseen(row(my_phone, seat)) == 10


def unseen(page: Page) -> int:
    """How many guard cards the page says that one has not seen."""
    (line,) = (one.text for one in page.top.all("li") if one.text.startswith("Guard cards you have not seen"))
    return sum(map(int, re.findall(r"× (\d+)", line)))


def test_the_second_screen_says_who_leads_only_where_all_may_know(my_phone: FlaskClient) -> None:
    for odds, shown_there in (("me", 0), ("all", 1)):
        seat, shown = opened(my_phone, odds=odds)
        fields = {"location": ["smithy"], "tokens": [4], "face_down": []}
        done(post(my_phone, seat, "actions", {"version": shown["version"], "type": "assign", "fields": fields}))
        screen = PlainBrowser(my_phone).open(f"/screen/{seat.code}")
        found = [*screen.top.all("tr", _class="roll-odds")]
        assert len(found) == shown_there
        if found:
            (number,) = (one.text for one in found[0].all("b"))
            assert f" {number} of 100 deals" in told(row(my_phone, seat))


def test_the_second_screen_says_what_the_counting_player_would_do_only_where_all_may_ask(my_phone: FlaskClient) -> None:
    for hint, shown_there in (("me", 0), ("all", 1)):
        seat, shown = opened(my_phone, hint=hint)
        screen = PlainBrowser(my_phone).open(f"/screen/{seat.code}")
        found = [*screen.top.all("tr", _class="roll-hint")]
        assert len(found) == shown_there
        if found:
            (number,) = (one.text for one in found[0].all("b"))
            assert f" you lead in {number} of 100 deals" in my_phone.get(f"{API}/tables/{seat.code}/hint").json["text"]
        fields = {"location": ["smithy"], "tokens": [4], "face_down": []}
        done(post(my_phone, seat, "actions", {"version": shown["version"], "type": "assign", "fields": fields}))
        # Now the guards' turn comes first.
        guards = PlainBrowser(my_phone).open(f"/screen/{seat.code}")
        assert [*guards.top.all("tr", _class="roll-hint")] == []


def test_what_a_raid_would_cost_now_stands_above_the_board_with_the_odds(my_phone: FlaskClient) -> None:
    begin = {"round": 3, "phase": "roll_call", "goons": GOONS, "player": {"cubes": {"suspicion": 4}}}
    seat, _ = opened(my_phone, odds="me", begin=begin)
    (note,) = (one.text for one in row(my_phone, seat).top.all("span", _class="note") if "raid" in one.text)
    assert note == "raid now: you −6"


def test_the_page_of_a_game_alone_leads_to_the_odds_until_they_are_shown(hosted_app: Flask) -> None:
    plain = PlainBrowser(hosted_app.test_client())
    plain.send(plain.open("/alone").forms[0].fill("dealing", "house"))
    page = plain.open(plain.address.partition("?")[0])
    [link] = [one for one in page.top.all("a") if one.text == "Odds"]
    asked = plain.open(link.given["href"].partition("#")[0])
    assert [one.text for one in asked.top.all("h1")] == ["Odds in roll call"]
    form = asked.form(type="set_odds")
    shown = plain.send(form, next(one for one in form.buttons if one.label == "For me"))
    assert [one for one in shown.top.all("a") if one.text == "Odds"] == []
