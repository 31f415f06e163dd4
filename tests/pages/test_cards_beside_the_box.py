"""Cards that are typed at a table, beside those that its box knows: what is taken over, and what a mistake leaves."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from plain_browser import Form, Page, PlainBrowser
from support.box_builders import keep_box, show_box
from support.common import rule
from support.seat_client import of_players
from support.table_client import Seat, show, sit_down

from companion.pages.forms.submission import encoded
from companion.rules.editions import STANDARD

RUSTY = {"type": "dwarf", "icons": 2, "name": "Rusty", "valuables": ["gem"], "effects": ["gain_gold"]}


def as_shown(goon: dict[str, Any]) -> dict[str, Any]:
    return {"valuables": goon["valuables"], "effects": goon["effects"]}


def goons_typed(plain: PlainBrowser, seat: Seat, **names: str) -> Page:
    """The answer to the goons of a setup that were typed by hand: the one at the Smithy has two icons."""
    form = plain.open(f"/t/{seat.code}").form(type="type_goons")
    for icons, place in enumerate(STANDARD.goon_locations):
        form.fill(f"f.goons.{place}.type", "dwarf").fill(f"f.goons.{place}.icons", str(icons))
        form.fill(f"f.goons.{place}.name", names.get(place, ""))
    return plain.send(form)


def answered(plain: PlainBrowser, page: Page, answer: str) -> Page:
    form = next(one for one in page.forms if answer in [button.label for button in one.buttons])
    return plain.send(form, next(one for one in form.buttons if one.label == answer))


def shown_of(client: FlaskClient, seat: Seat, name: str) -> list[Any]:
    """What valuables the cards of a table have that are called so."""
    cards = show(client, seat).json["state"]["cards"].values()
    return [one.get("valuables") for one in cards if one.get("name") == name]


def test_the_goons_of_a_box_stand_by_type_and_icons_whatever_order_they_were_typed_in(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    typed = [("flayer", 2), ("dwarf", 3), ("flayer", 1), ("dwarf", 1)]
    goons = {str(place): {"type": kind, "icons": icons} for place, (kind, icons) in enumerate(typed, start=1)}
    box = keep_box(my_phone, {"name": "Mine", "goons": goons})
    seat, _ = sit_down(my_phone, {"dealing": "house", "box": box.link})
    chips = plain.open(f"/t/{seat.code}").top.all("button")
    shown = [json.loads(one.given["data-face-of"]) for one in chips if "data-face-of" in one.given]
    order = ("dwarf", 1), ("dwarf", 3), ("flayer", 1), ("flayer", 2)
    assert [(one["type"], int(one["icons"])) for one in shown][:4] == [*order]


@pytest.mark.parametrize(("answer", "shows"), [("That card", ["gem"]), ("Another card", None)])
@rule("C-4")
def test_a_goon_typed_by_hand_is_taken_for_one_of_the_box_only_once_somebody_says_so(
    my_phone: FlaskClient, plain: PlainBrowser, answer: str, shows: list[str] | None
) -> None:
    box = keep_box(my_phone, {"name": "Mine", "goons": {"1": RUSTY}})
    seat, _ = sit_down(my_phone, {"dealing": "house", "box": box.link})
    page = goons_typed(plain, seat, smithy="Rusty")
    asked = "Smithy: is it the card in your copy? Rusty, Dwarf, 2 suspicion icons, gem, Gain 1 gold."
    assert page.problem == asked
    page = answered(plain, page, answer)
    assert page.status == 200, page.problem
    assert shown_of(my_phone, seat, "Rusty") == [shows]


def correction(plain: PlainBrowser, seat: Seat, name: str) -> Form:
    """The correction of the goon that is called so."""
    links = (one for one in plain.open(f"/t/{seat.code}/correct").top.all("a") if name in one.text)
    return plain.open(next(one.given["href"] for one in links).partition("#")[0]).form(type="set_goon")


@rule("C-4", "E-14")
def test_a_goon_corrected_by_hand_is_asked_for_on_the_page_of_corrections_too(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    box = keep_box(my_phone, {"name": "Mine", "goons": {"1": RUSTY}})
    seat, _ = sit_down(my_phone, {"dealing": "house", "box": box.link})
    goons_typed(plain, seat, smithy="Dusty")
    form = correction(plain, seat, "Dusty")
    form.fill("f.goon.name", "Rusty")
    page = answered(plain, plain.send(form), "That card")
    assert page.status == 200, page.problem
    assert shown_of(my_phone, seat, "Rusty") == [["gem"]]


@pytest.mark.parametrize("takes_out", [True, False])
@rule("E-14")
def test_a_correction_takes_the_mistyped_card_out_of_the_box_unless_somebody_says_no(
    my_phone: FlaskClient, plain: PlainBrowser, takes_out: bool
) -> None:
    box = keep_box(my_phone)
    seat, _ = sit_down(my_phone, {"dealing": "house", "box": box.link})
    goons_typed(plain, seat)
    form = correction(plain, seat, "Dwarf, 2 suspicion icons")
    form.fill("f.goon.type", "cultist")
    if not takes_out:
        form.fill("out")
    page = plain.send(form)
    assert page.status == 200, page.problem
    known = show_box(my_phone, box.link).json["box"]["goons"].values()
    assert ("dwarf", 2) in {(one["type"], one["icons"]) for one in known} or takes_out
    assert len(known) == 6 - takes_out
    # Where it was left, the page of the table still leads to it.
    assert ("Entered by mistake?" in page.top.text) is not takes_out


@rule("E-14")
def test_a_card_that_the_box_knew_before_the_game_is_none_of_its_mistakes(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    box = keep_box(my_phone, {"name": "Mine", "goons": {"1": {"type": "dwarf", "icons": 2}}})
    seat, _ = sit_down(my_phone, {"dealing": "house", "box": box.link})
    goons_typed(plain, seat)
    assert correction(plain, seat, "Dwarf, 2 suspicion icons").named("out") == []


def undone(page: Page) -> Form:
    return next(form for form in page.forms if form.value("kind") == "undo")


@pytest.mark.parametrize(
    "game", [{"dealing": "house"}, of_players("Vera", "Isaac", depth="full")], ids=["alone", "together"]
)
def test_goons_that_are_taken_back_stand_in_the_form_as_they_were_entered(
    my_phone: FlaskClient, plain: PlainBrowser, game: dict[str, Any]
) -> None:
    box = keep_box(my_phone, {"name": "Mine", "goons": {"1": RUSTY}})
    seat, _ = sit_down(my_phone, {**game, "box": box.link})
    form = plain.open(f"/t/{seat.code}").form(type="type_goons")
    kinds = [one.name for one in form.controls if one.name.endswith(".type")]
    for icons, name in enumerate(kinds):
        form.fill(name, "ratman").fill(name.replace(".type", ".icons"), str(icons))
    first = kinds[0].removesuffix(".type")
    whole = {"name": "Rusty", "type": "dwarf", "icons": "2", "shows!": encoded(as_shown(RUSTY))}
    for member, text in whole.items():
        form.fill(f"{first}.{member}", text)
    entered = form.sent()
    page = plain.send(form)
    assert page.status == 200, page.problem
    again = plain.send(undone(page)).form(type="type_goons")
    goons = {name: text for name, text in entered.items() if name.startswith("f.")}
    assert {name: again.value(name) for name in goons} == goons
    # Whoever changes one and enters them has changed that one.
    page = plain.send(again.fill(f"{first}.icons", "3").fill(f"{first}.name", "").fill(f"{first}.shows!", ""))
    assert page.status == 200, page.problem
    again = plain.send(undone(page)).form(type="type_goons")
    assert [again.value(f"{first}.{member}") for member in ("type", "icons", "name")] == ["dwarf", "3", ""]
