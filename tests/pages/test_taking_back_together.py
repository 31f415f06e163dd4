"""Three phones take a resolved location back together: asked once, told to everybody, the row filled in."""

from collections import Counter
from typing import Any

import pytest
from flask import Flask
from plain_browser import Page
from real_tables import Hands, lying, sentences
from support.common import rule
from test_standing_in import Evening

from companion.rules.state.position import Position
from companion.tables import repository
from companion.words.telling import seat_names

NAMES = ("Vera", "Isaac", "Stan")
LOCATIONS = ("exercise_yard", "sewers", "infirmary", "smithy", "commissary", "chow_hall", "cell_block", "library")
CHOICES = ("decline", "take", "decline_instead", "space_empty", "go_on")


def evening_at(app: Flask, location: str, **more: Any) -> Evening:
    rulings = {"rulings": {"unused_tokens": "library"}} if location == "library" else {}
    sides = [{"cubes": {"gold": 2, "iron": 2, "potion": 2, "scrap": 2}} for _ in NAMES]
    return Evening(app, {**rulings, **more}, location=location, sides=sides)


def position(evening: Evening) -> Position:
    with evening.app.app_context():
        return repository.find(evening.code).state.game


def told_by_all(evening: Evening) -> None:
    for phone, tokens in enumerate(([5], [2], [3])):
        evening.tell(phone, *tokens)


def choose(evening: Evening) -> None:
    """Somebody else makes the first choice that is asked for."""
    for phone in (1, 2):
        page = evening.at(phone)
        form = next((one for kind in CHOICES for one in page.forms if one.value("type") == kind), None)
        if form is not None:
            evening.phones[phone].send(form)
            return


def tick_off_all(evening: Evening) -> None:
    for phone in range(3):
        moved = next((one for one in evening.at(phone).forms if one.action.endswith("/moved")), None)
        if moved:
            evening.phones[phone].send(moved)


def address_of_sheet(page: Page) -> str | None:
    return next((one.given["href"] for one in page.top.all("a") if one.given["href"].endswith("ask=together")), None)


def take_back(evening: Evening, phone: int) -> Page:
    """One tap, and one "Take it back"."""
    page = evening.phones[phone].open(address_of_sheet(evening.at(phone)) or "")
    form = next(one for one in page.forms if one.action.endswith("/together"))
    return evening.phones[phone].send(form)


def hands_after(evening: Evening, phone: int, before: Position, page: Page) -> Counter[Any]:
    """What differs from the app's state where a phone has done what its page lists."""
    hands = Hands(before, seat_names("en", before.setup, dict(enumerate(NAMES))), phone)
    for sentence in sentences(page):
        hands.move(sentence)
    return hands.pieces


@pytest.mark.parametrize("again", [False, True])
def test_a_row_stays_filled_in_while_another_undoes_and_mends_its_own(hosted_app: Flask, again: bool) -> None:
    evening = evening_at(hosted_app, "sewers")
    told_by_all(evening)
    take_back(evening, 0)
    evening.phones[2].send(evening.at(2).form(kind="undo"))
    if again:
        evening.tell(2, 4)
    assert evening.at(0).form(type="enter_tokens").values("f.tokens") == ["5"]


@rule("L-10")
@pytest.mark.parametrize("location", LOCATIONS)
def test_one_tap_and_one_yes_take_a_location_back_with_what_was_chosen_there(hosted_app: Flask, location: str) -> None:
    evening = evening_at(hosted_app, location)
    asked = position(evening)
    told_by_all(evening)
    choose(evening)
    before = position(evening)
    tick_off_all(evening)
    page = take_back(evening, 0)
    assert "You took location" in page.top.text
    tokens = page.form(type="enter_tokens")
    assert tokens.values("f.tokens") == ["5"]
    pages = [page, evening.at(1), evening.at(2)]
    for other in pages[1:]:
        assert "Vera took location" in other.top.text
        assert "What you entered there stays." in other.top.text
        assert "In. Waiting for Vera." in other.top.text
        assert not [one for one in other.forms if one.value("type") == "enter_tokens"]
    # Every phone moves its own: all together have put back what was given, and no token, since all of them stay.
    pieces = lying(before)
    for phone, one in enumerate(pages):
        changed = hands_after(evening, phone, before, one)
        changed.subtract(lying(before))
        pieces.update(changed)
    now = position(evening)
    differs = {key for key in {*pieces, *lying(asked)} if pieces[key] != lying(asked)[key] and key[0] != "token"}
    assert not differs
    evening.phones[0].send(tokens)
    assert position(evening).location is now.location
    assert [evening.at(phone).scene for phone in range(3)].count("rows") == 0


def told_to_isaac(evening: Evening) -> tuple[list[str], list[str]]:
    """What his page lists first, and what of earlier lists stands open."""
    page = evening.at(1)
    folds = [one for name in ("list-left-back", "list-left") for one in page.top.all("details", id=name)]
    assert all("open" in one.given for one in folds)
    left = [row.text for one in folds for row in one.all("span", class_="unseen")]
    return sentences(page), left


@pytest.fixture
def evening_at_the_sewers(hosted_app: Flask) -> Evening:
    """Vera has gone on and all have resolved the next location; Isaac has moved nothing of either."""
    evening = evening_at(hosted_app, "exercise_yard")
    told_by_all(evening)
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    for phone, token in enumerate((4, 5, 2)):
        evening.tell(phone, token)
    return evening


@rule("L-10", "L-14")
def test_a_location_that_another_takes_back_leaves_the_list_of_the_one_before_to_who_has_not_moved_it(
    evening_at_the_sewers: Evening,
) -> None:
    take_back(evening_at_the_sewers, 0)
    assert told_to_isaac(evening_at_the_sewers) == (["Return 3 scrap to the supply."], ["Move your 2 to the Library."])


@rule("L-14")
def test_who_only_enters_tokens_at_one_location_after_another_loses_no_list(evening_at_the_sewers: Evening) -> None:
    evening = evening_at_the_sewers
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    for phone, token in enumerate((3, 4, 5)):
        page = evening.tell_by_form(phone, token)
        if phone == 1:
            [left] = page.top.all("details", id="list-left")
    told = [row.text for row in left.all("span", class_="unseen")]
    assert told == ["Move your 2 to the Library.", "Take 3 scrap from the supply.", "Take your 5 back."]
    # What ticks off what is listed now ticks off these too, and counts them.
    [tick] = [one for one in evening.at(1).forms if one.action.endswith("/moved")]
    assert tick.buttons[0].label == f"Tick off all {len(told) + len(sentences(evening.at(1)))} moves"


@rule("L-10", "L-14")
def test_what_another_undoes_and_redoes_leaves_the_other_moves_to_who_has_made_none(
    evening_at_the_sewers: Evening,
) -> None:
    evening = evening_at_the_sewers
    others = ["Move your 2 to the Library.", "Take 3 scrap from the supply."]
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    assert sentences(evening.at(1)) == ["Take 3 scrap from the supply.", "Take your 5 back."]
    evening.phones[0].send(evening.at(0).form(kind="undo"))
    assert told_to_isaac(evening) == (["Place your 5 at the Sewers."], others)
    evening.phones[0].send(evening.at(0).form(kind="redo"))
    assert told_to_isaac(evening) == (["Take your 5 back."], others)
    moved = next(one for one in evening.at(1).forms if one.action.endswith("/moved"))
    evening.phones[1].send(moved)
    assert told_to_isaac(evening) == ([], [])


@rule("L-10")
def test_the_way_back_and_the_way_on_stand_together_and_come_to_nothing_where_the_same_is_told_again(
    hosted_app: Flask,
) -> None:
    evening = evening_at(hosted_app, "smithy")
    told_by_all(evening)
    tick_off_all(evening)
    before = position(evening)
    tokens = take_back(evening, 0).form(type="enter_tokens")
    evening.phones[0].send(tokens)
    for phone in (1, 2):
        page = evening.at(phone)
        text = page.top.text
        assert text.index("Put back what you had already moved") < text.index("Move on your table") < text.index("1st")
        assert hands_after(evening, phone, before, page) == lying(before)


@rule("L-10", "T-1")
def test_who_moves_the_pieces_of_a_silent_phone_puts_back_its_tomes_too(hosted_app: Flask) -> None:
    evening = evening_at(hosted_app, "library")
    told_by_all(evening)
    tick_off_all(evening)
    evening.sleep_but(0, 2)
    page = take_back(evening, 0)
    assert [one for one in sentences(page) if "Isaac" in one and "tome" in one]
    # Whose phone is heard lists it alone.
    assert not [one for one in sentences(page) if "Stan" in one and "tome" in one]


@rule("L-14")
def test_what_is_chosen_stays_chosen_when_a_list_is_ticked_off(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="commissary", cubes={"commissary": {"suspicion": 1}})
    told_by_all(evening)
    moved = next(one for one in evening.at(0, "?pick=swap&card=gold").forms if "/moved" in one.action)
    assert not sentences(evening.phones[0].send(moved))
    assert evening.phones[0].address.endswith(f"/t/{evening.code}?pick=swap&card=gold")


@rule("L-10")
def test_once_the_table_has_gone_on_nobody_is_told_of_what_was_taken_back_before(hosted_app: Flask) -> None:
    evening = evening_at(hosted_app, "sewers")
    told_by_all(evening)
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    for phone, tokens in enumerate(((), (5,), (4,))):
        evening.tell(phone, *tokens)
    page = take_back(evening, 0)
    assert "You took location 2 back" in page.top.text
    evening.phones[0].send(page.form(type="enter_tokens"))
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    for phone in range(3):
        page = evening.at(phone)
        assert page.scene == "rows"
        assert "took location" not in page.top.text
        assert not page.form(type="enter_tokens").values("f.tokens")


@rule("L-10")
def test_the_sheet_leads_to_any_other_resolved_location_of_the_round(hosted_app: Flask) -> None:
    evening = evening_at(hosted_app, "sewers")
    told_by_all(evening)
    evening.phones[0].send(evening.at(0).form(type="go_on"))
    for phone, tokens in enumerate(((4,), (5,), (4,))):
        evening.tell(phone, *tokens)
    sheet = evening.at(0, "?ask=together")
    assert "Take location 3 back together?" in sheet.top.text
    other = next(one.given["href"] for one in sheet.top.all("a") if "at=sewers" in one.given.get("href", ""))
    sheet = evening.phones[0].open(other)
    assert "Take location 2 back together?" in sheet.top.text
    assert "Locations after it are undone, too: 3." in sheet.top.text
    page = evening.phones[0].send(next(one for one in sheet.forms if one.action.endswith("/together")))
    assert "You took location 2 back." in page.top.text


@rule("L-14")
def test_a_tick_on_a_page_without_a_silent_phones_moves_leaves_those_on_its_list(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="sewers", cubes={"sewers": {"suspicion": 1}})
    for phone, tokens in ((1, (5,)), (0, (4,)), (2, ())):
        evening.tell(phone, *tokens)
    before = next(one for one in evening.at(0).forms if "/moved" in one.action)
    listed = sentences(evening.at(1))
    assert listed
    evening.sleep_but(0, 2)
    evening.phones[0].send(before)
    assert sentences(evening.at(1)) == listed
