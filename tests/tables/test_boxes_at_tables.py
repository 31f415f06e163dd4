"""A table and its box: what is typed at the one is remembered in the other, and never the other way round."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.box_builders import delete_box, keep_box, put_box, show_box
from support.common import rule
from support.sheet_client import DEVICE, Kept
from support.table_client import BY_HAND, Seat, done, post, show, sit_down

from companion.boxes.repository import find
from companion.persistence.database import writing
from companion.tables import repository, table_box
from companion.tables.box_learning import GUARDS
from companion.tables.projection.viewer import Viewer

GOON = {"type": "dwarf", "icons": 2, "name": "Beard"}


@pytest.fixture
def phone(client: FlaskClient) -> FlaskClient:
    """A client whose device is always the same."""
    client.set_cookie(DEVICE, "my phone")
    return client


@pytest.fixture
def box(phone: FlaskClient) -> Kept:
    return keep_box(phone)


def at_the_box(phone: FlaskClient, box: Kept, **wishes: Any) -> tuple[Seat, Any]:
    return sit_down(phone, {**BY_HAND, "box": box.link, **wishes})


def act(phone: FlaskClient, seat: Seat, shown: Any, type_: str, path: str = "actions", /, **fields: Any) -> Any:
    return done(post(phone, seat, path, {"version": shown["version"], "type": type_, "fields": fields}))


def known(phone: FlaskClient, box: Kept) -> Any:
    return show_box(phone, box.link).json["box"]


def with_goons(phone: FlaskClient, seat: Seat, shown: Any, *goons: dict[str, Any]) -> Any:
    for goon in (*goons, *[{"type": "dwarf", "icons": 0}] * 5)[:5]:
        shown = act(phone, seat, shown, "type_goon", goon=goon)
    return shown


def at_a_guard_card(phone: FlaskClient, seat: Seat, shown: Any) -> Any:
    """The first turn of the guards, who hold the marker."""
    shown = act(phone, seat, with_goons(phone, seat, shown), "begin_round")
    return act(phone, seat, shown, "turn_guard_card", card=[0])


# Faces


def test_a_goon_typed_at_a_table_is_in_its_box(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    act(phone, seat, shown, "type_goon", goon=GOON)
    assert known(phone, box)["goons"] == {"1": GOON}


def test_a_bandits_resource_completes_the_goon_in_the_box(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    shown = act(phone, seat, shown, "type_goon", goon={"type": "bandit", "icons": 1})
    act(phone, seat, shown, "type_bandit", resource=["gold"])
    assert known(phone, box)["goons"] == {"1": {"type": "bandit", "icons": 1, "resource": "gold"}}


def test_what_a_correction_tells_of_a_card_is_remembered_too(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    item = {"reputation": 7001, "cost": {"gold": 1}, "name": "Crown"}
    shown = with_goons(phone, seat, shown)
    shown = act(phone, seat, shown, "set_item", "corrections", card=[0], item=item)
    act(phone, seat, shown, "set_shown", "corrections", card=[0], shows={"valuables": ["gem"], "effects": []})
    shows = {"price": {"reputation": 7001, "cost": {"gold": 1}}, "name": "Crown", "valuables": ["gem"], "effects": []}
    assert known(phone, box)["items"] == {"1": shows}


def test_a_row_of_the_board_is_remembered_and_forgotten_again_with_an_undo(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    other = {"ruling": [{"key": "tier_smithy", "value": "nothing"}]}
    shown = act(phone, seat, shown, "set_ruling", "corrections", **other)
    assert known(phone, box)["rulings"] == {"tier_smithy": "nothing"}
    shown = undone(phone, seat, shown, 1)
    assert "rulings" not in known(phone, box)
    done(post(phone, seat, "redo", {"version": shown["version"], "to": 2}))
    assert known(phone, box)["rulings"] == {"tier_smithy": "nothing"}


def test_an_undo_leaves_a_row_of_the_board_that_the_box_has_got_elsewhere_since(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    ruling = {"key": "tier_smithy", "value": "nothing"}
    shown = act(phone, seat, shown, "set_ruling", "corrections", ruling=[ruling])
    other, elsewhere = at_the_box(phone, box)
    act(phone, other, elsewhere, "set_ruling", "corrections", ruling=[{**ruling, "value": "iron"}])
    undone(phone, seat, shown, 1)
    assert known(phone, box)["rulings"] == {"tier_smithy": "iron"}


def test_goals_are_remembered_whether_the_table_began_with_them_or_learned_them_later(
    phone: FlaskClient, box: Kept
) -> None:
    seat, shown = at_the_box(phone, box, leader_goal={"counts": "dwarf", "minimum": 3})
    goal = {"kind": "majority", "counts": "items"}
    act(phone, seat, shown, "set_end_goal", "corrections", goal=goal)
    assert known(phone, box)["leader_goals"] == {"1": {"counts": "dwarf", "minimum": 3}}
    assert known(phone, box)["end_goals"] == {"1": goal}


@rule("S-8")
def test_a_trait_and_a_b_side_are_remembered_by_their_names(phone: FlaskClient, box: Kept) -> None:
    at_the_box(phone, box, advanced=True, trait={"power": 2, "name": "Quick"}, b_side={"storage": 7, "power": 1})
    assert known(phone, box)["traits"] == {"1": {"power": 2, "name": "Quick"}}
    assert known(phone, box)["b_sides"] == {"1": {"storage": 7, "power": 1}}


# Guard cards


@rule("Z-2")
def test_a_guard_card_whose_colour_is_said_is_remembered_in_that_colour(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box, difficulty="expert")
    act(phone, seat, at_a_guard_card(phone, seat, shown), "type_guard_card", face={"strength": 7001, "colour": "red"})
    assert known(phone, box)["guards"] == {"red": {"1": {"strength": 7001}}}


@rule("Z-2")
def test_two_cards_that_look_the_same_are_two_where_they_lay_side_by_side(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    three = {"strength": 3, "colour": "base"}
    shown = act(phone, seat, at_a_guard_card(phone, seat, shown), "type_guard_card", face=three)
    shown = act(phone, seat, shown, "type_location_card", shows=["sewers"])
    assert len(known(phone, box)["guards"]["base"]) == 1
    act(phone, seat, shown, "type_guard_card", face=three)
    assert known(phone, box)["guards"]["base"] == {"1": {"strength": 3}, "2": {"strength": 3}}


@rule("Z-2")
def test_a_card_of_no_colour_waits_until_the_box_knows_all_of_the_other(phone: FlaskClient) -> None:
    base = {str(number): {"strength": number} for number in range(7)}
    for guards, learned in (({}, None), ({"base": base}, {"1": {"strength": 7001}})):
        box = keep_box(phone, {"name": "Mine", "guards": guards})
        seat, shown = at_the_box(phone, box)
        act(phone, seat, at_a_guard_card(phone, seat, shown), "type_guard_card", face={"strength": 7001})
        assert known(phone, box).get("guards", {}).get("green") == learned


@rule("Z-2")
def test_a_card_that_may_be_one_of_those_known_teaches_nothing(phone: FlaskClient) -> None:
    base = {str(number): {"strength": number} for number in range(7)}
    box = keep_box(phone, {"name": "Mine", "guards": {"base": base}})
    seat, shown = at_the_box(phone, box)
    act(phone, seat, at_a_guard_card(phone, seat, shown), "type_guard_card", face={"strength": 3})
    assert known(phone, box)["guards"] == {"base": base}


def test_a_guard_deck_typed_whole_lists_its_base_first(phone: FlaskClient, box: Kept) -> None:
    faces = [{"strength": number} for number in range(12)]
    at_the_box(phone, box, dealing="app", difficulty="challenging", guard_deck=faces)
    guards = known(phone, box)["guards"]
    assert [face["strength"] for face in guards["base"].values()] == [0, 1, 2, 3, 4, 5, 6]
    assert [face["strength"] for face in guards["yellow"].values()] == [7, 8, 9, 10, 11]


def test_strengths_of_the_house_deck_never_come_into_a_box(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box, dealing="house")
    at_a_guard_card(phone, seat, shown)
    assert "guards" not in known(phone, box)


# Whose box, and when it is gone


def test_a_table_copies_what_it_uses_so_that_the_box_may_change(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    put_box(phone, box.link, {"name": "Mine", "cubes": {"gold": 0}, "edition": "prototype"}, box.edit, "*")
    after = show(phone, seat).json
    assert after["state"] == shown["state"]


def test_whoever_only_reads_a_box_plays_with_it_and_teaches_it_nothing(app: Flask, box: Kept) -> None:
    stranger = app.test_client()
    seat, shown = sit_down(stranger, {**BY_HAND, "box": box.link, "trait": {"power": 3}, "advanced": True})
    act(stranger, seat, shown, "type_goon", goon=GOON)
    assert {*known(stranger, box)} == {"name", "edition"}


def test_the_edit_token_of_a_box_lets_its_tables_teach_it(app: Flask, box: Kept) -> None:
    program = app.test_client()
    seat, shown = sit_down(program, {**BY_HAND, "box": box.link}, Authorization=f"Bearer {box.edit}")
    act(program, seat, shown, "type_goon", goon=GOON)
    assert known(program, box)["goons"] == {"1": GOON}


def test_a_game_goes_on_when_its_box_is_deleted(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    delete_box(phone, box.link, box.edit, "*")
    shown = act(phone, seat, shown, "type_goon", goon=GOON)
    assert shown["version"] == 2
    assert shown["state"]["cards"]["3"]["name"] == "Beard"


def test_an_action_sent_twice_teaches_once_and_the_second_time_makes_up_for_what_was_missed(
    app: Flask, phone: FlaskClient, box: Kept
) -> None:
    seat, shown = at_the_box(phone, box)
    body = {"version": shown["version"], "type": "type_goon", "fields": {"goon": GOON}}
    first = post(phone, seat, "actions", body, "once")
    put_box(phone, box.link, {"name": "Mine"}, box.edit, "*")
    again = post(phone, seat, "actions", body, "once")
    assert again.json == first.json
    assert known(phone, box)["goons"] == {"1": GOON}
    assert len(phone.get(f"{API}/tables/{seat.code}/log").json["lines"]) == 2


REFUSE = {
    "sqlite": ("CREATE TRIGGER full BEFORE UPDATE ON box BEGIN SELECT RAISE(ABORT, 'full'); END", "DROP TRIGGER full"),
    "postgresql": (
        'ALTER TABLE box ADD CONSTRAINT "full" CHECK (version < 2) NOT VALID',
        'ALTER TABLE box DROP CONSTRAINT "full"',
    ),
}
"""By kind of database: what lets it take no change of a box, and what ends that."""


def test_an_action_is_answered_though_its_box_cannot_be_written(app: Flask, phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)

    def change(statement: int) -> None:
        with app.app_context(), writing() as session:
            connection = session.connection()
            connection.exec_driver_sql(REFUSE[connection.dialect.name][statement])

    change(0)
    try:
        shown = act(phone, seat, shown, "type_goon", goon=GOON)
    finally:
        change(1)
    assert shown["version"] == 2
    assert "goons" not in known(phone, box)


# What an undo leaves in the box


def left(app: Flask, seat: Seat, box: Kept) -> list[tuple[str, str]]:
    """The cards that the table names after an undo: where in the box, and under which id."""
    with app.app_context():
        loaded = repository.find(seat.code)
        found = table_box.left_in_box(loaded, find(box.link), Viewer(frozenset(loaded.state.game.players)))
    return [(one.section, one.card) for one in found]


def undone(phone: FlaskClient, seat: Seat, shown: Any, to: int) -> Any:
    return done(post(phone, seat, "undo", {"version": shown["version"], "to": to}))


def test_after_an_undo_the_box_still_has_the_card_and_the_table_names_it(
    app: Flask, phone: FlaskClient, box: Kept
) -> None:
    seat, shown = at_the_box(phone, box)
    shown = act(phone, seat, shown, "type_goon", goon=GOON)
    assert left(app, seat, box) == []
    undone(phone, seat, shown, 1)
    assert known(phone, box)["goons"] == {"1": GOON}
    assert left(app, seat, box) == [("goons", "1")]


def test_it_names_a_card_no_longer_once_the_game_has_gone_on_or_shows_it(
    app: Flask, phone: FlaskClient, box: Kept
) -> None:
    seat, shown = at_the_box(phone, box)
    once = act(phone, seat, shown, "type_goon", goon=GOON)
    twice = act(phone, seat, once, "type_goon", goon=GOON)
    back = undone(phone, seat, twice, once["version"])
    assert left(app, seat, box) == []
    back = undone(phone, seat, back, 1)
    assert left(app, seat, box) == [("goons", "1")]
    act(phone, seat, back, "type_goon", goon={"type": "ratman", "icons": 0})
    assert left(app, seat, box) == []


def test_a_face_that_was_taken_back_and_typed_otherwise_is_out_of_the_box(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    shown = act(phone, seat, shown, "type_goon", goon=GOON)
    shown = undone(phone, seat, shown, 1)
    act(phone, seat, shown, "type_goon", goon={**GOON, "icons": 1})
    assert [*known(phone, box)["goons"].values()] == [{**GOON, "icons": 1}]


def test_a_face_that_was_taken_back_and_is_typed_again_stays_in_the_box(phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    shown = act(phone, seat, shown, "type_goon", goon=GOON)
    other = act(phone, seat, shown, "type_goon", goon={"type": "ratman", "icons": 0})
    shown = undone(phone, seat, other, shown["version"])
    act(phone, seat, shown, "type_goon", goon={"type": "ratman", "icons": 0})
    assert [*known(phone, box)["goons"].values()] == [GOON, {"type": "ratman", "icons": 0}]


def test_it_names_no_card_that_the_box_knew_before_nor_one_that_it_did_not_learn(
    app: Flask, phone: FlaskClient, box: Kept
) -> None:
    known_cards = {"goons": {"1": GOON}, "guards": {"base": {"1": {"strength": 7001}}}}
    assert put_box(phone, box.link, {"name": "Mine", **known_cards}, box.edit, "*").status_code == 200
    seat, shown = at_the_box(phone, box)
    shown = act(phone, seat, shown, "type_goon", goon=GOON)
    shown = act(phone, seat, shown, "type_goon", goon={"type": "ratman", "icons": 1})
    shown = undone(phone, seat, shown, 1)
    # Only this game has brought the Ratman there; another may have it on purpose, as its owner has the Dwarf.
    assert left(app, seat, box) == [("goons", "2")]
    other, begun = at_the_box(phone, box)
    begun = act(phone, other, begun, "type_goon", goon={"type": "ratman", "icons": 1})
    undone(phone, other, act(phone, other, begun, "type_goon", goon={"type": "bandit", "icons": 1}), 1)
    assert left(app, other, box) == [("goons", "3")]
    shown = at_a_guard_card(phone, seat, shown)
    before = shown["version"]
    shown = act(phone, seat, shown, "type_guard_card", face={"strength": 7001})
    undone(phone, seat, shown, before)
    assert left(app, seat, box) == []


def test_it_names_goals_and_what_a_box_knows_better_by_now(app: Flask, phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    goal = {"counts": "gem", "minimum": 3}
    after = act(phone, seat, shown, "set_leader_goal", "corrections", goal=goal)
    after = act(phone, seat, after, "set_item", "corrections", card=[0], item={"reputation": 4, "cost": {"gold": 1}})
    after = act(phone, seat, after, "set_shown", "corrections", card=[0], shows={"valuables": [], "effects": []})
    undone(phone, seat, after, 1)
    assert left(app, seat, box) == [("leader_goals", "1"), ("items", "1")]


def test_it_names_guard_cards_that_were_typed_and_do_not_lie_there_now(
    app: Flask, phone: FlaskClient, box: Kept
) -> None:
    seat, shown = at_the_box(phone, box)
    shown = at_a_guard_card(phone, seat, shown)
    before = shown["version"]
    shown = act(phone, seat, shown, "type_guard_card", face={"strength": 7001, "colour": "base"})
    undone(phone, seat, shown, before)
    assert left(app, seat, box) == [(GUARDS, "1")]


def test_a_face_over_which_another_was_typed_is_named_until_something_else_is_done(
    app: Flask, phone: FlaskClient, box: Kept
) -> None:
    seat, shown = at_the_box(phone, box)
    shown = act(phone, seat, shown, "type_goon", goon=GOON)
    offers = {one["type"]: one["fields"] for one in show(phone, seat).json["corrections"]}
    [card] = offers["set_goon"]["card"]["options"]
    right = {"type": "ratman", "icons": 1}
    shown = act(phone, seat, shown, "set_goon", "corrections", card=[card], goon=right)
    assert [*known(phone, box)["goons"].values()] == [GOON, right]
    assert left(app, seat, box) == [("goons", "1")]
    act(phone, seat, shown, "type_goon", goon={"type": "ratman", "icons": 0})
    assert left(app, seat, box) == []


def test_a_guard_card_over_which_another_was_typed_is_named(app: Flask, phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    shown = at_a_guard_card(phone, seat, shown)
    shown = act(phone, seat, shown, "type_guard_card", face={"strength": 7001, "colour": "base"})
    up = next(one["card"] for one in shown["state"]["guard_cards"] if one["up"])
    act(phone, seat, shown, "set_guard_face", "corrections", card=[up], face={"strength": 7002, "colour": "base"})
    assert left(app, seat, box) == [(GUARDS, "1")]


def test_guard_cards_of_a_new_round_are_none_that_were_typed_over(app: Flask, phone: FlaskClient, box: Kept) -> None:
    seat, shown = at_the_box(phone, box)
    shown = at_a_guard_card(phone, seat, shown)
    shown = act(phone, seat, shown, "type_guard_card", face={"strength": 7001, "colour": "base"})
    act(phone, seat, shown, "set_phase", "corrections", round=5, phase=["roll_call"])
    assert left(app, seat, box) == []


def test_where_a_table_does_not_teach_it_names_nothing(app: Flask, phone: FlaskClient, box: Kept) -> None:
    assert put_box(phone, box.link, {"name": "Mine", "goons": {"1": GOON}}, box.edit, "*").status_code == 200
    stranger = app.test_client()
    seat, shown = at_the_box(stranger, box)
    shown = act(stranger, seat, shown, "type_goon", goon=GOON)
    undone(stranger, seat, act(stranger, seat, shown, "type_goon", goon={"type": "ratman", "icons": 1}), 1)
    assert left(app, seat, box) == []
    assert known(phone, box)["goons"] == {"1": GOON}
