"""A box on the phone, without script: copies, the guard deck, faces, settings, files; bad input loses nothing."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from boxes_on_phones import API, BoxPhone
from filled_forms import fields_of
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from support.box_builders import EVERYTHING, FILE, boxes
from test_garbage_in_addresses import TEXTS

from companion import create_app
from companion.boxes.box import COLOURS, Box
from companion.boxes.file_format import SECTIONS, document, file_of, parse
from companion.boxes.models import KeptBox
from companion.config import Settings
from companion.pages.boxes.box_view import ICONS
from companion.persistence.database import db
from companion.schemas.faults import MOST_TOLD
from companion.words.catalogue import sentence
from companion.words.messages import ERRORS, PAGES

few = settings(
    derandomize=True,
    deadline=None,
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
FACE = "f.face"
KEPT = document(parse(EVERYTHING))
"""The box with something of everything, as it is kept."""


@pytest.fixture
def phone(hosted_app: Flask) -> BoxPhone:
    return BoxPhone(hosted_app)


@pytest.fixture
def mine(phone: BoxPhone) -> BoxPhone:
    """A phone with "My copy" open."""
    phone.open()
    return phone


@pytest.fixture
def everything(phone: BoxPhone) -> BoxPhone:
    """A phone with a copy open in which there is something of everything."""
    phone.take(json.dumps(FILE))
    return phone


def said(key: str, **data: Any) -> str:
    return sentence("en", ERRORS[key] if key in ERRORS else PAGES[key], data)


# Copies


def test_the_first_time_there_is_a_copy_and_it_is_opened(phone: BoxPhone) -> None:
    answer = phone.open()
    assert (answer.status_code, answer.location) == (302, phone.path())
    assert phone.kept == {"name": "My copy", "edition": "later"}
    assert "No cards entered yet." in phone.page()


def copies(app: Flask) -> int:
    """How many there are in all."""
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(KeptBox)) or 0


def test_whoever_keeps_no_cookie_makes_no_copy_by_looking(hosted_app: Flask) -> None:
    robot, before = hosted_app.test_client(use_cookies=False), copies(hosted_app)
    first = robot.get("/box")
    assert (first.status_code, first.location) == (302, "/box?again=1")
    again = robot.get(first.location)
    assert (again.status_code, again.location) == (302, "/box/new")
    assert copies(hosted_app) == before


def test_the_next_time_it_is_the_same(mine: BoxPhone) -> None:
    first = mine.link
    mine.open()
    assert mine.link == first


def test_the_first_copy_is_named_in_the_language_of_whoever_looks(phone: BoxPhone) -> None:
    phone.client.set_cookie("lockup_language", "pl")
    phone.open()
    for language, name in (("pl", "Mój egzemplarz"), ("zh", "我的这盒游戏"), ("en", "My copy")):
        phone.client.set_cookie("lockup_language", language)
        assert f"<title>{name}" in phone.client.get(f"/box/{phone.link}").text
    # Nor does a file say who was there first; another reads it in their own language again.
    assert phone.client.get(f"/api/v1/boxes/{phone.link}").json["box"]["name"] == "My copy"


def test_phones_of_a_household_share_a_copy_and_other_devices_do_not(hosted_app: Flask, household_app: Flask) -> None:
    for app, shared in ((household_app, True), (hosted_app, False)):
        one, other = BoxPhone(app), BoxPhone(app)
        one.open()
        other.open()
        assert (one.link == other.link) is shared


def test_first_copies_count_where_a_host_limits_what_is_made(tmp_path: Path, migrated_file: Path) -> None:
    file = tmp_path / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    app = create_app(Settings(database=f"sqlite:///{file}", sheets_per_hour=1, testing=True))
    found = []
    for _ in range(2):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = "198.51.100.77"
        found.append(client.get("/box", follow_redirects=True).status_code)
    with app.app_context():
        db.engine.dispose()
    assert found == [200, 429]


def test_another_device_reads_a_copy_and_changes_nothing(everything: BoxPhone, hosted_app: Flask) -> None:
    other = BoxPhone(hosted_app)
    other.link = everything.link
    page = other.page()
    assert "Another device made this copy." in page
    assert re.findall(rf"/box/{other.link}/([\w/]+)", page) == ["code"]
    for below in ("guards", "settings", "goons", "goons/new", "goons/card/1"):
        assert other.client.get(other.path(below)).location == other.path()
        typed = {"strength": "3", f"{FACE}.type": "dwarf", f"{FACE}.icons": "1"}
        assert other.send(below, **typed).status_code == (405 if below == "goons" else 403)
    assert other.send(name="Theirs").status_code == 403
    assert other.client.get(other.path("delete")).status_code == 403
    assert other.send("delete").status_code == 403
    assert everything.kept == KEPT
    assert other.client.get(f"{API}/{other.link}/export").json == file_of(parse(EVERYTHING))


def test_a_copy_is_renamed(mine: BoxPhone) -> None:
    assert mine.send(name="  Big box ").status_code == 303
    assert mine.kept["name"] == "Big box"
    assert "<h1>Big box</h1>" in mine.page()


@pytest.mark.parametrize(
    ("name", "key"), [("", "shape.name"), ("  ", "shape.name"), ("x" * 41, "shape.name"), ("a\0b", "shape.bad_text")]
)
def test_a_name_that_is_none_is_refused_and_kept_in_its_field(mine: BoxPhone, name: str, key: str) -> None:
    for answer in (mine.send(name=name), mine.client.post("/box/new", data={"name": name})):
        assert answer.status_code == 422
        assert said(key, most=40) in answer.text
    assert f'value="{"x" * 41}"' in mine.send(name="x" * 41).text
    assert mine.kept["name"] == "My copy"


def test_another_copy_is_made_once_for_each_form_and_opens_first(mine: BoxPhone) -> None:
    first = mine.link
    once = fields_of(mine.client.get("/box/new").text, "new")["once"]
    answers = [mine.client.post("/box/new", data={"name": "Second", "once": once}) for _ in range(2)]
    assert answers[0].location == answers[1].location
    mine.open()
    assert mine.kept["name"] == "Second"
    assert f'href="/box/{first}"' in mine.page()


def test_the_copy_that_was_changed_last_opens_first(mine: BoxPhone) -> None:
    first = mine.link
    mine.client.post("/box/new", data={"name": "Second"})
    mine.link = first
    mine.tap("base", 3)
    mine.open()
    assert mine.link == first


def test_whoever_made_a_copy_deletes_it_for_good(everything: BoxPhone) -> None:
    assert "Delete this copy?" in everything.page("delete")
    gone = everything.path()
    assert everything.send("delete").location == "/box"
    assert everything.client.get(gone).status_code == 404
    everything.open()
    assert everything.kept == {"name": "My copy", "edition": "later"}


def test_a_phone_of_the_household_changes_a_copy_but_does_not_delete_it(household_app: Flask) -> None:
    maker, other = BoxPhone(household_app), BoxPhone(household_app)
    maker.take(json.dumps(FILE))
    other.link = maker.link
    other.tap("green", 4)
    assert maker.kept["guards"]["green"] == {"1": {"strength": 4}}
    assert "/delete" not in other.page()
    assert other.send("delete").status_code == 403


def test_traits_are_asked_for_where_the_edition_has_them_or_some_are_known(mine: BoxPhone) -> None:
    assert mine.path("traits") in mine.page()
    mine.fill("settings", "settings", edition="first")
    assert mine.path("traits") not in mine.page()
    mine.take(json.dumps(FILE))
    assert mine.path("traits") in mine.page()


# The guard deck


def test_each_tap_is_a_card_in_the_order_of_the_taps(mine: BoxPhone) -> None:
    mine.tap("base", 3, 3, "power", 0)
    assert mine.kept["guards"] == {
        "base": {"1": {"strength": 3}, "2": {"strength": 3}, "3": {"strength": "power"}, "4": {"strength": 0}}
    }
    page = mine.page("guards")
    assert "4/7" in page
    assert "Moderate <b>4 of 12</b>" in page
    assert "Card 5 of 7" in page


def test_a_tap_that_arrives_twice_is_one_card(mine: BoxPhone) -> None:
    form = fields_of(mine.page("guards"), "card").to_dict()
    for _ in range(2):
        assert mine.send("guards", **form, strength="3").status_code == 303
    assert mine.kept["guards"]["base"] == {"1": {"strength": 3}}
    # Another tap on the same page is another card.
    mine.send("guards", **form, strength="4")
    assert mine.kept["guards"]["base"] == {"1": {"strength": 3}, "2": {"strength": 4}}


def test_a_greater_number_is_typed(mine: BoxPhone) -> None:
    assert mine.send("guards", colour="base", more="12").status_code == 303
    assert mine.send("guards", colour="base", more="3+6+5").status_code == 303
    assert mine.kept["guards"]["base"] == {"1": {"strength": 12}, "2": {"strength": 14}}


def test_a_key_counts_whatever_was_typed_beside_it(mine: BoxPhone) -> None:
    mine.send("guards", colour="base", strength="5", more="12")
    assert mine.kept["guards"]["base"] == {"1": {"strength": 5}}


@pytest.mark.parametrize(
    ("text", "key"),
    [("", "shape.whole"), ("x", "form.not_a_sum"), ("3-9", "form.below_zero"), ("10000", "form.too_large")],
)
def test_what_is_no_strength_is_refused_and_stays_as_typed(mine: BoxPhone, text: str, key: str) -> None:
    answer = mine.send("guards", colour="green", more=text, special="on")
    assert answer.status_code == 422
    assert said(key) in answer.text
    fields = fields_of(answer.text, "card")
    assert (fields["more"], fields["colour"]) == (text, "green")
    assert "guards" not in mine.kept


def test_the_special_card_is_asked_for_where_the_edition_has_one(mine: BoxPhone) -> None:
    asked = {colour: 'name="special"' in mine.page("guards", colour=colour) for colour in COLOURS}
    assert asked == {"base": False, "green": False, "yellow": True, "red": True}
    mine.send("guards", colour="red", strength="5", special="on")
    assert mine.kept["guards"]["red"] == {"1": {"strength": 5, "special": True}}


def test_a_card_is_changed_in_its_place(mine: BoxPhone) -> None:
    mine.tap("base", 3, 4, 5)
    page = mine.page("guards", colour="base", card="2")
    assert "This card shows 4." in page
    assert fields_of(page, "card")["card"] == "2"
    mine.send("guards", colour="base", card="2", strength="power")
    assert [card["strength"] for card in mine.kept["guards"]["base"].values()] == [3, "power", 5]


def test_a_card_is_taken_off(mine: BoxPhone) -> None:
    mine.tap("base", 3, 4)
    mine.send("guards", colour="base", card="1", do="remove")
    assert mine.kept["guards"] == {"base": {"2": {"strength": 4}}}
    mine.send("guards", colour="base", card="2", do="remove")
    assert "guards" not in mine.kept


@pytest.mark.parametrize("what", [{"strength": "3"}, {"do": "remove"}])
def test_a_card_that_another_phone_took_off_is_neither_changed_nor_brought_back(
    mine: BoxPhone, what: dict[str, str]
) -> None:
    mine.tap("base", 3)
    answer = mine.send("guards", colour="base", card="9", **what)
    assert answer.status_code == 409
    assert said("box.card_gone") in answer.text
    assert mine.kept["guards"] == {"base": {"1": {"strength": 3}}}


def test_a_tap_too_many_adds_nothing_and_says_so(mine: BoxPhone) -> None:
    mine.tap("green", 1, 2, 3, 4, 5)
    answer = mine.send("guards", colour="green", strength="6")
    assert answer.status_code == 409
    assert said("box.cards_full") in answer.text
    assert len(mine.kept["guards"]["green"]) == 5


def test_a_box_with_more_cards_of_a_colour_takes_more(mine: BoxPhone) -> None:
    mine.fill("settings", "settings", **{"guard_cards.green": "6"})
    mine.tap("green", 1, 2, 3, 4, 5, 6)
    assert len(mine.kept["guards"]["green"]) == 6


def test_a_complete_colour_leads_to_the_next_that_is_not(mine: BoxPhone) -> None:
    mine.tap("base", 1, 2, 3, 4, 5, 6, 7)
    page = mine.page("guards", colour="base")
    assert "Next colour: Green" in page
    assert 'name="strength"' not in page
    assert "Card" not in fields_of(page, "card")
    assert "0/5" in mine.page("guards")
    assert fields_of(mine.page("guards"), "card")["colour"] == "green"
    for colour in ("green", "yellow", "red"):
        mine.tap(colour, 1, 2, 3, 4, 5)
    assert "The guard deck is complete" in mine.page("guards", colour="red")
    assert "22 of 22 cards" in mine.page()


@pytest.mark.parametrize("colour", ["", "blue", "<b>", "base "])
def test_a_colour_that_there_is_not_is_the_first(mine: BoxPhone, colour: str) -> None:
    assert fields_of(mine.page("guards", colour=colour), "card")["colour"] == "base"


# Edition, board, counts, house rulings


def test_what_is_entered_is_kept_and_what_is_emptied_is_as_the_edition_says(mine: BoxPhone) -> None:
    changes = {
        "edition": "first",
        "ruling.tier_smithy": "nothing",
        "ruling.total_floor": "zero",
        "cubes.suspicion": "12+1",
        "cubes.gold": "0",
        "cards.items": "31",
        "guard_cards.red": "6",
        "tomes_out": "3",
    }
    assert mine.fill("settings", "settings", **changes).location == mine.path()
    assert mine.kept == {
        "name": "My copy",
        "edition": "first",
        "rulings": {"tier_smithy": "nothing", "total_floor": "zero"},
        "cubes": {"suspicion": 13, "gold": 0},
        "cards": {"items": 31},
        "guard_cards": {"red": 6},
        "tomes_out": 3,
    }
    mine.fill("settings", "settings", **{**dict.fromkeys(changes, ""), "edition": "later"})
    assert mine.kept == {"name": "My copy", "edition": "later"}


def test_settings_that_are_saved_as_they_are_change_nothing(everything: BoxPhone) -> None:
    everything.fill("settings", "settings")
    assert everything.kept == KEPT


def test_two_phones_change_different_things_and_both_stay(everything: BoxPhone) -> None:
    early = fields_of(everything.page("settings"), "settings")
    everything.fill("settings", "settings", **{"cubes.iron": "16"})
    early["cards.goons"] = "34"
    everything.client.post(everything.path("settings"), data=early)
    assert everything.kept["cubes"] == {"suspicion": 13, "iron": 16, "gold": 0}
    assert everything.kept["cards"] == {"items": 31, "goons": 34, "traits": 2}


def test_numbers_that_cannot_be_read_are_named_and_everything_stays_as_typed(mine: BoxPhone) -> None:
    bad = {"cubes.iron": "many", "tomes_out": "2-5"}
    good = {"edition": "prototype", "cards.items": "33", "ruling.leader_tie": "nobody"}
    answer = mine.fill("settings", "settings", **bad, **good)
    assert answer.status_code == 422
    assert "2 numbers cannot be read. Nothing was saved yet." in answer.text
    assert said("form.not_a_sum") in answer.text
    assert said("form.below_zero") in answer.text
    shown = fields_of(answer.text, "settings")
    assert {name: shown[name] for name in {**bad, **good}} == {**bad, **good}
    assert mine.kept == {"name": "My copy", "edition": "later"}
    mended = {**{name: shown.getlist(name) for name in shown}, "cubes.iron": "16", "tomes_out": ""}
    mine.client.post(mine.path("settings"), data=mended)
    assert mine.kept["cubes"] == {"iron": 16}
    assert mine.kept["edition"] == "prototype"


def test_choices_that_nobody_offered_change_nothing(everything: BoxPhone) -> None:
    everything.send("settings", edition="tenth", **{"ruling.tier_smithy": "gold", "ruling.none": "x", "cubes.mud": "3"})
    assert everything.kept == KEPT


@pytest.mark.parametrize("was", ["", "{", "[]", "null", "7", '{"cubes.gold": [1]}', "[" * 9000])
def test_a_memory_that_nobody_can_read_loses_nothing(everything: BoxPhone, was: str) -> None:
    everything.send("settings", was=was, **{"cards.tomes": "20"})
    assert everything.kept["cards"]["tomes"] == 20
    assert {**everything.kept, "cards": KEPT["cards"]} == KEPT


# Faces

ENTERED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("goons", {"type": "dwarf", "icons": "2"}, {"type": "dwarf", "icons": 2}),
    ("goons", {"type": "dwarf", "icons.more": "12"}, {"type": "dwarf", "icons": 12}),
    ("goons", {"type": "bandit", "icons": "1", "resource": "iron"}, {"type": "bandit", "icons": 1, "resource": "iron"}),
    (
        "goons",
        {"type": "cultist", "icons": "1", "resource": "iron", "valuable": "gem"},
        {"type": "cultist", "icons": 1},
    ),
    ("goons", {"type": "demon", "icons": "3", "valuable": "any"}, {"type": "demon", "icons": 3, "valuable": "any"}),
    ("goons", {"type": "other", "icons": "0", "name": " Warden "}, {"name": "Warden", "type": "other", "icons": 0}),
    (
        "goons",
        {"type": "ratman", "icons": "1", "valuables.gem": "1"},
        {"type": "ratman", "icons": 1, "valuables": ["gem"], "effects": []},
    ),
    ("items", {"name": "Spoon"}, {"name": "Spoon"}),
    (
        "items",
        {
            "price.reputation": "5",
            "price.cost.scrap": "2",
            "price.cost.any": "1",
            "price.cost.gold": "0",
            "valuables.blade": "1",
            "valuables.gem": "1+1",
            "effects": ["storage", "", "gain_gold", "storage"],
        },
        {
            "price": {"reputation": 5, "cost": {"scrap": 2, "any": 1}},
            "valuables": ["blade", "gem", "gem"],
            "effects": ["storage", "gain_gold", "storage"],
        },
    ),
    ("leader_goals", {"counts": "dwarf"}, {"counts": "dwarf", "minimum": 2}),
    ("leader_goals", {"counts": "gem", "minimum": "4"}, {"counts": "gem", "minimum": 4}),
    ("end_goals", {"kind": "majority", "counts": "items_with_gold"}, {"kind": "majority", "counts": "items_with_gold"}),
    ("end_goals", {"kind": "condition", "counts": "gem"}, {"kind": "condition", "counts": "other"}),
    ("traits", {"power": "2", "name": "Quick"}, {"name": "Quick", "power": 2}),
    ("b_sides", {"reputation": "0", "suspicion": "1", "storage": "7"}, {"reputation": 0, "suspicion": 1, "storage": 7}),
]


def face(typed: dict[str, Any]) -> dict[str, Any]:
    return {f"{FACE}.{name}": text for name, text in typed.items()}


def test_an_item_is_free_only_where_somebody_says_so(mine: BoxPhone) -> None:
    refused = mine.fill("items/new", "card", **face({"price.reputation": "3"}))
    assert refused.status_code == 422
    assert "What does it cost? Tap each cube, or “for free”." in refused.text
    assert mine.fill("items/new", "card", **face({"price.reputation": "3"}), free="yes").status_code == 303
    assert mine.kept["items"]["1"] == {"price": {"reputation": 3, "cost": {}}}
    # It stays so as something else about it is changed.
    assert mine.fill("items/card/1", "card", **face({"name": "Spoon"})).status_code == 303
    assert mine.kept["items"]["1"] == {"name": "Spoon", "price": {"reputation": 3, "cost": {}}}


@pytest.mark.parametrize(("section", "typed", "kept"), ENTERED)
def test_a_card_is_entered(mine: BoxPhone, section: str, typed: dict[str, Any], kept: dict[str, Any]) -> None:
    answer = mine.send(f"{section}/new", **face(typed))
    assert answer.location == f"{mine.path(section)}/new?saved=1"
    assert mine.kept[section] == {"1": kept}
    assert "Saved: " in mine.client.get(answer.location).text


def test_a_card_with_neither_valuables_nor_effects_is_known_as_such(mine: BoxPhone) -> None:
    mine.send("goons/new", **face({"type": "dwarf", "icons": "1"}), neither="on")
    assert mine.kept["goons"]["1"] == {"type": "dwarf", "icons": 1, "valuables": [], "effects": []}
    assert fields_of(mine.page("goons/card/1"), "card")["neither"] == "on"


def test_two_cards_that_look_the_same_are_one_face(mine: BoxPhone) -> None:
    for _ in range(2):
        mine.send("goons/new", **face({"type": "dwarf", "icons": "1"}))
    mine.send("goons/new", **face({"type": "dwarf", "icons": "1", "name": "Gimlet"}))
    assert [*mine.kept["goons"]] == ["1", "2"]


@pytest.mark.parametrize(
    ("section", "typed", "sentences"),
    [
        ("goons", {}, ["Type: This is missing.", "Suspicion icons: This is missing."]),
        ("goons", {"type": "dragon", "icons": "1"}, ["Type: Choose one of these: "]),
        ("goons", {"type": "dwarf", "icons": "100"}, ["Suspicion icons: A whole number from 0 to 99, please."]),
        ("goons", {"type": "dwarf", "icons.more": "few"}, ["Suspicion icons: A whole number, please."]),
        ("items", {}, ["Nothing about this card is entered yet."]),
        ("items", {"price.cost.scrap": "2"}, ["Reputation: This is missing."]),
        ("items", {"valuables.gem": "x"}, ["Valuables: Choose one of these: blade, gem, magic."]),
        ("items", {"effects": ["fly"]}, ["Effects, in order: Choose one of these: "]),
        ("items", {"valuables.gem": "201"}, ["Valuables: At most 200 entries, please."]),
        ("items", {"name": "x" * 41}, ["Name, if you like: Between 1 and 40 characters, please."]),
        ("leader_goals", {"counts": "gem", "minimum": "0"}, ["At least: A whole number from 1 to 9999, please."]),
        ("end_goals", {"name": "Neat"}, ["Kind of goal: This is missing."]),
        ("traits", {}, ["Nothing about this card is entered yet."]),
        ("b_sides", {"power": "3-9"}, ["Power cubes: A whole number, please."]),
    ],
)
def test_what_is_no_card_is_refused_in_words(
    mine: BoxPhone, section: str, typed: dict[str, Any], sentences: list[str]
) -> None:
    answer = mine.send(f"{section}/new", **face(typed))
    assert answer.status_code == 422
    for one in sentences:
        assert one in answer.text
    assert section not in mine.kept


def test_a_refused_card_stays_as_it_was_entered(mine: BoxPhone) -> None:
    typed = {
        "price.reputation.more": "15",
        "price.cost.iron": "2",
        "valuables.magic": "1",
        "effects": ["exchange", "draw_tome", "exchange", "storage", "gain_iron"],
        "name": "y" * 41,
    }
    shown = fields_of(mine.send("items/new", **face(typed)).text, "card")
    for name, text in face(typed).items():
        assert shown.getlist(name) == text if isinstance(text, list) else shown[name] == text, name
    del shown[f"{FACE}.name"]
    mine.client.post(mine.path("items/new"), data={name: shown.getlist(name) for name in shown})
    assert mine.kept["items"]["1"] == {
        "price": {"reputation": 15, "cost": {"iron": 2}},
        "valuables": ["magic"],
        "effects": typed["effects"],
    }


@pytest.mark.slow
@few
@given(boxes)
def test_a_card_that_is_opened_and_saved_is_as_it_was(phone: BoxPhone, box: Box) -> None:
    phone.take(json.dumps(file_of(box)))
    for section in SECTIONS:
        for card, face in phone.kept.get(section, {}).items():
            # A program can keep a card of which nothing is known; a person has nothing to save of it.
            assert phone.fill(f"{section}/card/{card}", "card").status_code == (303 if face else 422)
    assert phone.kept == document(box)


def test_a_card_is_changed(everything: BoxPhone) -> None:
    changes: dict[str, str | list[str] | None] = face({"icons": "4", "valuables.gem": "1", "effects": ["gain_gold"]})
    assert everything.fill("goons/card/1", "card", **changes).location == everything.path("goons")
    assert everything.kept["goons"]["1"] == {
        "type": "bandit",
        "icons": 4,
        "resource": "iron",
        "valuables": ["gem"],
        "effects": ["gain_gold"],
    }


def test_a_card_that_another_phone_changed_is_shown_before_it_is_replaced(everything: BoxPhone) -> None:
    early = fields_of(everything.page("goons/card/1"), "card")
    everything.fill("goons/card/1", "card", **face({"icons": "4"}))
    early[f"{FACE}.icons"] = "3"
    answer = everything.client.post(everything.path("goons/card/1"), data=early)
    assert answer.status_code == 409
    assert "Another phone changed this card: Bandit, 4 suspicion icons" in answer.text
    assert everything.kept["goons"]["1"]["icons"] == 4
    again = fields_of(answer.text, "card")
    assert again[f"{FACE}.icons"] == "3"
    assert everything.client.post(everything.path("goons/card/1"), data=again).status_code == 303
    assert everything.kept["goons"]["1"]["icons"] == 3


def test_a_card_that_another_phone_took_out_is_kept_as_it_is_saved(everything: BoxPhone) -> None:
    early = fields_of(everything.page("goons/card/1"), "card")
    everything.send("goons/card/1", do="delete")
    early[f"{FACE}.icons"] = "3"
    everything.client.post(everything.path("goons/card/1"), data=early)
    assert everything.kept["goons"]["1"]["icons"] == 3


@pytest.mark.parametrize("section", ICONS)
def test_a_card_is_taken_out_and_put_back(everything: BoxPhone, section: str) -> None:
    answer = everything.send(f"{section}/card/1", do="delete")
    assert "1" not in everything.kept.get(section, {})
    page = everything.client.get(answer.location).text
    assert "Taken out: " in page
    everything.client.post(
        everything.path(f"{section}/new"), data=fields_of(page.replace('class="taken-out"', 'id="out"'), "out")
    )
    put_back = [*everything.kept[section].values()]
    assert KEPT[section]["1"] in put_back or section == "leader_goals"
    assert len(put_back) == len(KEPT[section])


def test_nothing_is_taken_out_twice(everything: BoxPhone) -> None:
    everything.send("goons/card/1", do="delete")
    assert everything.send("goons/card/1", do="delete").location == everything.path("goons")
    assert [*everything.kept["goons"]] == ["2", "b"]


@pytest.mark.parametrize("out", ["", "{", "[]", "7", '{"type":"dragon","icons":1}', '{"type":"dwarf"}', "[" * 5000])
def test_what_was_never_taken_out_is_not_offered(everything: BoxPhone, out: str) -> None:
    assert "Taken out" not in everything.page("goons", out=out)


def test_a_kind_of_card_that_is_full_takes_no_more(phone: BoxPhone) -> None:
    full = {str(n): {"type": "dwarf", "icons": 1, "name": f"Dwarf {n}"} for n in range(200)}
    phone.take(json.dumps({**FILE, "goons": full}))
    answer = phone.send("goons/new", **face({"type": "dwarf", "icons": "2"}))
    assert answer.status_code == 422
    assert said("box.faces_full", n=200) in answer.text
    assert len(phone.kept["goons"]) == 200


def test_goons_and_effects_of_other_editions_are_not_offered_but_kept(phone: BoxPhone) -> None:
    body = {"format": "lockup-box", "version": 1, "name": "x", "edition": "prototype"}
    phone.take(json.dumps(body))
    for below, other in (("goons/new", 'value="flayer"'), ("items/new", 'value="choose_tome"')):
        assert other not in phone.page(below)
    phone.take(json.dumps({**body, "goons": {"1": {"type": "flayer", "icons": 1, "effects": ["choose_tome"]}}}))
    phone.fill("goons/card/1", "card", **face({"icons": "2"}))
    assert phone.kept["goons"]["1"] == {"type": "flayer", "icons": 2, "valuables": [], "effects": ["choose_tome"]}


# Files


def test_what_was_exported_comes_back_as_it_was(everything: BoxPhone) -> None:
    exported = everything.client.get(f"{API}/{everything.link}/export")
    assert f'href="{API}/{everything.link}/export"' in everything.page()
    first = everything.link
    file = (BytesIO(b"\xef\xbb\xbf" + exported.data), "box.json")
    answer = everything.client.post("/box/import", data={"file": file}, content_type="multipart/form-data")
    everything.link = answer.location.rpartition("/")[2]
    assert everything.link != first
    assert everything.kept == KEPT


def test_a_file_goes_before_a_text(phone: BoxPhone) -> None:
    file = (BytesIO(json.dumps(FILE).encode()), "box.json")
    answer = phone.client.post("/box/import", data={"file": file, "text": "{"}, content_type="multipart/form-data")
    assert answer.status_code == 303


BAD_FILE = {
    "format": "lockup-box",
    "version": 2,
    "name": "",
    "goons": {"1": {"type": "dwarf", "icons": 2, "resource": "iron"}, "<b>": {"type": "dwarf", "icons": 1}},
    "traits": {"1": {"power": 2.0}},
    "unknown": [],
}


def test_a_file_with_faults_is_refused_whole_and_each_fault_named(mine: BoxPhone) -> None:
    answer = mine.take(json.dumps(BAD_FILE))
    assert answer.status_code == 422
    assert "Nothing was imported from the file: 6 mistakes." in answer.text
    for place, text in (
        ("version", said("box.version", known=1)),
        ("name", said("shape.name", most=40)),
        ("goons › 1 › resource", said("box.only_bandit")),
        ("goons › &lt;b&gt;", said("box.id", most=12)),
        ("traits › 1 › power", said("shape.whole")),
        ("unknown", said("shape.unknown")),
    ):
        assert f"<b>{place}</b>: {text}" in answer.text
    assert json.loads(fields_of(answer.text, "import")["text"]) == BAD_FILE
    assert mine.client.get(API).json["boxes"] == [{"link": mine.link, "name": "My copy", "edition": "later"}]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "Choose a file, or paste its text."),
        (b"  \n", "Choose a file, or paste its text."),
        (b"{", "it breaks off or is misspelt at line 1, column 2."),
        (b"\xff\xfe{}", "it is not UTF-8."),
        (b"[" * 5000, "it is nested deeper than 32 levels."),
        (b'{"name": "a", "name": "b"}', "the field “name” is there twice."),
        (b"[NaN]", "NaN is not a JSON number."),
        (b"[]", said("shape.object")),
        (b"9" * 5000, said("shape.object")),
        (b'"\\ud800"', said("shape.object")),
    ],
)
def test_what_is_no_file_of_a_box_is_refused_in_words(mine: BoxPhone, data: bytes, text: str) -> None:
    file = (BytesIO(data), "box.json")
    answer = mine.client.post(
        "/box/import", data={"file": file} if data.strip() else {}, content_type="multipart/form-data"
    )
    assert answer.status_code == 422
    assert text in answer.text
    assert len(mine.client.get(API).json["boxes"]) == 1


def test_fifty_faults_are_named_and_the_rest_counted(mine: BoxPhone) -> None:
    answer = mine.take(json.dumps({**FILE, "items": {str(n): [] for n in range(150)}}))
    assert "Nothing was imported from the file: 150 mistakes." in answer.text
    assert answer.text.count(said("shape.object")) == MOST_TOLD
    assert "and 100 more" in answer.text


def test_a_file_that_is_too_large_is_refused_with_a_page(mine: BoxPhone) -> None:
    sent = b" " * 3_000_000
    answer = mine.client.post("/box/import", data=sent, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert "That was more than this page takes." in answer.text


# Whatever is sent

HOSTILE = "<script>alert(1)</script>\"'&"


def test_names_are_text_on_every_page(phone: BoxPhone) -> None:
    named: dict[str, Any] = {
        section: {id_: {**face, "name": HOSTILE} for id_, face in KEPT[section].items()} for section in SECTIONS
    }
    phone.take(json.dumps({**FILE, **named, "name": HOSTILE}))
    first = phone.link
    phone.client.post("/box/new", data={"name": "Second"})
    pages = [phone.client.get("/box", follow_redirects=True).text]
    phone.link = first
    pages += [phone.page(), phone.page("delete"), phone.page("goons/new", saved="1")]
    pages += [phone.page(section) for section in SECTIONS]
    pages += [phone.page(f"{section}/card/1") for section in SECTIONS]
    pages.append(phone.client.get(phone.send("traits/card/1", do="delete").location).text)
    pages.append(phone.send("goons/card/1", was="{}", **face({"type": "dwarf", "icons": "9"})).text)
    for page in pages:
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


@pytest.mark.parametrize("link", ["x", "%00", "a" * 3000, "%F0%9F%98%80", "0000000000000"])
@pytest.mark.parametrize("below", ["", "/guards", "/settings", "/delete", "/goons", "/goons/new", "/goons/card/1"])
def test_an_address_of_no_box_is_not_found(mine: BoxPhone, link: str, below: str) -> None:
    assert mine.client.get(f"/box/{link}{below}").status_code == 404


@pytest.mark.parametrize(
    "below", ["x", "rulings", "x/new", "guards/new", "goons/card/99", "x/card/1", "goons/card/%00"]
)
def test_a_part_that_a_box_has_not_is_not_found(mine: BoxPhone, below: str) -> None:
    assert mine.client.get(mine.path(below)).status_code == 404


FIELDS = {
    "": ["name"],
    "guards": ["colour", "card", "strength", "more", "special", "do"],
    "settings": ["edition", "was", "ruling.tier_smithy", "cubes.iron", "cards.items", "guard_cards.red", "tomes_out"],
    **{
        f"{section}/{below}": [
            *(
                "do",
                "was",
                "neither",
                f"{FACE}!",
                f"{FACE}.name",
                f"{FACE}.type",
                f"{FACE}.icons",
                f"{FACE}.icons.more",
            ),
            *(f"{FACE}.resource", f"{FACE}.valuable", f"{FACE}.valuables.gem", f"{FACE}.effects", f"{FACE}.kind"),
            *(
                f"{FACE}.price.reputation",
                f"{FACE}.price.cost.any",
                f"{FACE}.counts",
                f"{FACE}.minimum",
                f"{FACE}.power",
            ),
        ]
        for section in SECTIONS
        for below in ("new", "card/1")
    },
}
WORDS = st.sampled_from(
    [
        "dwarf",
        "bandit",
        "demon",
        "other",
        "majority",
        "storage",
        "power",
        "remove",
        "delete",
        "red",
        "1",
        "{}",
        '{"icons":1}',
    ]
)


@pytest.mark.slow
@pytest.mark.parametrize("below", FIELDS)
def test_a_form_answers_whatever_is_sent(phone: BoxPhone, below: str) -> None:
    phone.take(json.dumps(FILE))

    @few
    @given(st.lists(st.tuples(st.sampled_from(FIELDS[below]), WORDS | TEXTS), max_size=10))
    def send(sent: list[tuple[str, str]]) -> None:
        data: dict[str, list[str]] = {}
        for name, text in sent:
            data.setdefault(name, []).append(text)
        assert phone.client.post(phone.path(below), data=data).status_code in {303, 409, 422}, data
        for path in ("", below.partition("/")[0]):
            assert phone.client.get(phone.path(path)).status_code == 200, (path, data)

    send()


@few
@given(st.text(max_size=40) | TEXTS)
def test_an_import_answers_whatever_is_sent(phone: BoxPhone, text: str) -> None:
    assert phone.client.post("/box/import", data={"text": text}).status_code == 422
