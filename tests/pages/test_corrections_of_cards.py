"""Corrections of what a card shows: one picks the card, and its form says what is known of it already."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from plain_browser import Form, Page, PlainBrowser
from support.common import rule
from support.table_client import Seat, done, post, show, sit_down

from companion.rules.editions import STANDARD

DEAR = {"reputation": 6, "cost": {"scrap": 1, "iron": 3, "any": 1}}
GOONS = {place: {"type": "dwarf", "icons": 1} for place in STANDARD.goon_locations}
LAID = [{"location": "sewers", "strength": 3}, {"location": "exercise_yard", "strength": 1}]


@pytest.fixture
def seat(my_phone: FlaskClient) -> Seat:
    """A solitary table whose first item on display costs a lot and whose guard cards lie on the board."""
    moment = {"round": 3, "phase": "lights_out", "location": "exercise_yard", "goons": GOONS, "guard_cards": LAID}
    found, _ = sit_down(my_phone, {"dealing": "house", "begin": moment})
    correct(my_phone, found, "set_item", card=[item(my_phone, found)], item=DEAR)
    return found


def correct(client: FlaskClient, seat: Seat, kind: str, **fields: Any) -> None:
    version = show(client, seat).json["version"]
    done(post(client, seat, "corrections", {"version": version, "type": kind, "fields": fields}))


def offered(client: FlaskClient, seat: Seat, kind: str) -> list[int]:
    [one] = (one for one in show(client, seat).json["corrections"] if one["type"] == kind)
    return one["fields"]["card"]["options"]


def item(client: FlaskClient, seat: Seat) -> int:
    return offered(client, seat, "set_item")[0]


def picks(page: Page, kind: str) -> dict[str, str]:
    """The cards that a correction leads to, by what stands on them."""
    links = (one for one in page.top.all("a") if f"what={kind}&card=" in one.given.get("href", ""))
    return {one.text: one.given["href"] for one in links}


def tiles(page: Page) -> list[str]:
    """What stands on everything that is chosen in a form."""
    return [one.text for one in page.top.all("label", _class="tile")]


def picked(plain: PlainBrowser, seat: Seat, kind: str, card: int) -> Form:
    return plain.open(f"/t/{seat.code}/correct?what={kind}&card={card}").form(type=kind)


@rule("E-14", "Z-19")
def test_a_correction_of_an_items_value_leaves_the_cost_that_nobody_touches(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    card = item(my_phone, seat)
    form = picked(plain, seat, "set_item", card)
    assert form.value("f.item.reputation") == "6"
    form.fill("f.item.reputation", "7")
    assert plain.send(form, form.buttons[-1]).status == 200
    shown = show(my_phone, seat).json["state"]["cards"][str(card)]
    assert shown["price"] == {**DEAR, "reputation": 7}


@rule("E-14")
def test_the_icons_of_a_goon_are_corrected_without_its_type_being_asked_again(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    card = offered(my_phone, seat, "set_goon")[0]
    form = picked(plain, seat, "set_goon", card)
    assert (form.value("f.goon.type"), form.value("f.goon.icons")) == ("dwarf", "1")
    form.fill("f.goon.icons", "3")
    assert plain.send(form, form.buttons[-1]).problem == ""
    shown = show(my_phone, seat).json["state"]["cards"][str(card)]
    assert (shown["type"], shown["icons"]) == ("dwarf", 3)


@rule("C-4")
def test_what_a_card_is_known_to_show_stands_in_its_correction(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    card = item(my_phone, seat)
    shows = {"valuables": ["gem", "gem"], "effects": ["gain_gold", "draw_tome"]}
    correct(my_phone, seat, "set_shown", card=[card], shows=shows)
    form = picked(plain, seat, "set_shown", card)
    assert form.value("f.shows.valuables.gem") == "2"
    assert [one for one in form.values("f.shows.effects") if one] == shows["effects"]
    correct(my_phone, seat, "set_shown", card=[card], shows={"valuables": [], "effects": []})
    assert picked(plain, seat, "set_shown", card).values("nothing") == ["yes"]


@rule("Z-9")
def test_a_guard_card_that_is_corrected_begins_with_what_it_shows(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    form = picked(plain, seat, "set_guard_face", 0)
    assert form.value("f.face.strength") == "3"


def test_a_correction_of_a_card_asks_first_which_and_can_be_taken_to_another(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    page = plain.open(f"/t/{seat.code}/correct")
    assert not [form for form in page.forms if form.value("type") == "set_item"]
    first, *_ = found = [*picks(page, "set_item").values()]
    assert len(found) == len(offered(my_phone, seat, "set_item"))
    page = plain.open(first)
    assert [form.value("type") for form in page.forms if form.value("kind") == "correction"] == ["set_item"]
    assert "Another card" in [one.text for one in page.top.all("a")]


def test_an_address_that_names_no_card_that_may_be_corrected_asks_which(plain: PlainBrowser, seat: Seat) -> None:
    for card in ("99", "-1", "x", ""):
        page = plain.open(f"/t/{seat.code}/correct?what=set_item&card={card}")
        assert page.status == 200
        assert picks(page, "set_item")


@rule("Z-2")
def test_a_guard_card_is_never_shown_with_what_an_item_of_its_number_shows(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    for card in offered(my_phone, seat, "set_item"):
        correct(my_phone, seat, "set_item", card=[card], item=DEAR)
    page = plain.open(f"/t/{seat.code}/correct")
    assert [*picks(page, "set_guard_face")] == ["Sewers, 3", "Exercise Yard, 1"]
    assert [one for one in tiles(page) if one.endswith(("Sewers, 3", "Yard, 1"))] == ["Exercise Yard, 1", "Sewers, 3"]
    # In a tome's lists too.
    correct(my_phone, seat, "set_tomes", holder=[0], number=1)
    version = show(my_phone, seat).json["version"]
    done(post(my_phone, seat, "actions", {"version": version, "type": "play_tome", "fields": {"side": [0]}}))
    page = plain.open(f"/t/{seat.code}")
    assert [one.label for one in page.form(type="remove_guard_card").buttons] == ["Exercise Yard, 1", "Sewers, 3"]
    assert {"Sewers, 3", "Exercise Yard, 1"} == {one for one in tiles(page) if one.endswith(("Sewers, 3", "Yard, 1"))}


@rule("Z-2")
def test_guard_cards_that_look_alike_at_one_place_are_listed_once_until_the_colour_of_one_is_said(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    for _ in range(2):
        correct(my_phone, seat, "lay_guard_card", to=["smithy"])
    for card in (2, 3):
        correct(my_phone, seat, "set_guard_face", card=[card], face={"strength": 4})

    def listed() -> list[str]:
        """What stands on the cards at the Smithy, however often."""
        links = plain.open(f"/t/{seat.code}/correct").top.all("a", _class="tile tap")
        return [one.text for one in links if "what=set_guard_face&card=" in one.given["href"]][2:]

    assert listed() == ["Smithy, 4"]
    assert picked(plain, seat, "set_guard_face", 3).value("f.card") == "3"
    correct(my_phone, seat, "set_guard_face", card=[3], face={"strength": 4, "colour": "base"})
    assert listed() == ["Smithy, 4", "Smithy, 4, Base"]


@rule("E-14")
def test_goons_of_one_type_are_told_apart_by_icons_valuables_and_place(
    my_phone: FlaskClient, plain: PlainBrowser, seat: Seat
) -> None:
    first, second = offered(my_phone, seat, "set_goon")[:2]
    for card, icons in ((first, 1), (second, 2)):
        shows = {"valuables": ["blade"], "effects": []}
        goon = {"type": "cultist", "icons": icons, "shows": shows}
        correct(my_phone, seat, "set_goon", card=[card], goon=goon)
        correct(my_phone, seat, "move_goon", card=[card], to=[{"zone": "goons", "side": 1}])
    labels = [*picks(plain.open(f"/t/{seat.code}/correct"), "set_goon")]
    assert "Cultist, 1 suspicion icon, blade, Guards, goons" in labels
    assert "Cultist, 2 suspicion icons, blade, Guards, goons" in labels
