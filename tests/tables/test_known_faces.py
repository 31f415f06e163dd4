"""The faces that a box knows are offered where a card is asked for, in the form that the field takes."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from support.api_client import API
from support.box_builders import keep_box
from support.common import rule
from support.table_client import BY_HAND, Seat, done, post, show, sit_down

from companion.boxes.file_format import parse
from companion.rules.acts.actions import Act, Action
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import begin, correct
from companion.rules.schema import ChoiceField
from companion.rules.state.cards import PRICE, REST
from companion.rules.state.events import replay
from companion.rules.state.position import Position
from companion.rules.state.steps import Step
from companion.rules.vocabulary import DemonValuable
from companion.tables.setup_request import agreed
from companion.tables.suggestions import known, with_shows

BOX: dict[str, Any] = {
    "name": "Mine",
    # It knows all cards that it has.
    "cards": {"goons": 5, "items": 3},
    "guards": {
        "base": {"1": {"strength": 3}, "2": {"strength": 3}, "3": {"strength": "power"}},
        "red": {"1": {"strength": 5, "special": True}},
        "green": {"1": {"strength": 9}},
    },
    "goons": {
        "1": {"type": "bandit", "icons": 1, "resource": "gold", "valuables": [], "effects": ["gain_gold"]},
        "2": {"type": "bandit", "icons": 1, "resource": "iron", "name": "Sly"},
        "3": {"type": "demon", "icons": 3, "valuable": "gem", "valuables": ["magic"], "effects": []},
        "4": {"type": "bandit", "icons": 2, "resource": "scrap"},
        "5": {"type": "bandit", "icons": 2},
    },
    "items": {
        "1": {"price": {"reputation": 4, "cost": {"gold": 1, "any": 2}}, "valuables": ["gem"], "effects": []},
        "2": {"name": "Comb"},
        "3": {"price": {"reputation": 1, "cost": {}}, "name": "Spoon"},
    },
    "leader_goals": {"1": {"counts": "dwarf", "minimum": 3, "name": "Beards"}},
    "end_goals": {"1": {"kind": "majority", "counts": "items"}, "2": {"kind": "condition"}},
}


@pytest.fixture
def at_table(client: FlaskClient) -> tuple[Seat, Any]:
    box = keep_box(client, BOX)
    seat, _ = sit_down(client, {**BY_HAND, "box": box.link, "difficulty": "expert"})
    return seat, show(client, seat).json


def act(client: FlaskClient, seat: Seat, shown: Any, kind: str, **fields: Any) -> Any:
    done(post(client, seat, "actions", {"version": shown["version"], "type": kind, "fields": fields}))
    return show(client, seat).json


def offered(shown: Any, kind: str, field: str) -> list[Any]:
    (action,) = (one for one in shown["prompt"]["actions"] if one["type"] == kind)
    return action["fields"][field].get("known", [])


def test_a_goon_is_found_again_with_its_name_or_what_it_shows(at_table: tuple[Seat, Any]) -> None:
    _, shown = at_table
    found = offered(shown, "type_goon", "goon")
    assert [one["value"] for one in found] == [
        {"type": "bandit", "icons": 1, "shows": {"valuables": [], "effects": ["gain_gold"]}},
        {"type": "bandit", "icons": 1, "name": "Sly"},
        {"type": "demon", "icons": 3, "shows": {"valuables": ["magic"], "effects": []}},
        {"type": "bandit", "icons": 2},
    ]
    assert found[0]["label"] == "Bandit, 1 suspicion icon, places gold, Gain 1 gold"
    assert found[1]["label"].startswith("Sly, Bandit, 1 suspicion icon, places iron")


def test_what_is_offered_can_be_sent_as_it_stands(client: FlaskClient, at_table: tuple[Seat, Any]) -> None:
    seat, shown = at_table
    for one in offered(shown, "type_goon", "goon"):
        after = act(client, seat, shown, "type_goon", goon=one["value"])
        shown = done(post(client, seat, "undo", {"version": after["version"], "to": 1}))


@rule("P-7")
def test_the_resource_of_a_bandit_is_offered_as_far_as_the_box_knows_such_a_bandit(
    client: FlaskClient, at_table: tuple[Seat, Any]
) -> None:
    seat, shown = at_table
    after = act(client, seat, shown, "type_goon", goon={"type": "bandit", "icons": 1})
    assert [one["value"] for one in offered(after, "type_bandit", "resource")] == [["gold"], ["iron"]]
    back = done(post(client, seat, "undo", {"version": after["version"], "to": 1}))
    after = act(client, seat, back, "type_goon", goon={"type": "bandit", "icons": 1, "name": "Sly"})
    assert ["iron"] in [one["value"] for one in offered(after, "type_bandit", "resource")]
    back = done(post(client, seat, "undo", {"version": after["version"], "to": 1}))
    after = act(client, seat, back, "type_goon", goon={"type": "bandit", "icons": 4})
    assert offered(after, "type_bandit", "resource") == []


def to_the_guards(client: FlaskClient, seat: Seat, shown: Any) -> Any:
    for _ in range(5):
        shown = act(client, seat, shown, "type_goon", goon={"type": "dwarf", "icons": 0})
    shown = act(client, seat, shown, "begin_round")
    return act(client, seat, shown, "turn_guard_card", card=[0])


@rule("Z-2")
def test_only_guard_cards_of_this_deck_that_are_left_are_offered(
    client: FlaskClient, at_table: tuple[Seat, Any]
) -> None:
    seat, shown = at_table
    shown = to_the_guards(client, seat, shown)
    three = {"strength": 3, "special": "no", "colour": "base"}
    power = {"strength": "power", "special": "no", "colour": "base"}
    special = {"strength": 5, "special": "yes", "colour": "red"}
    assert [one["value"] for one in offered(shown, "type_guard_card", "face")] == [three, power, special]
    assert offered(shown, "type_guard_card", "face")[2]["label"] == "5, special, Red"
    shown = act(client, seat, shown, "type_guard_card", face=special)
    shown = act(client, seat, shown, "type_location_card", shows=["sewers"])
    assert [one["value"] for one in offered(shown, "type_guard_card", "face")] == [three, power]
    shown = act(client, seat, shown, "type_guard_card", face={"strength": "power"})
    shown = act(client, seat, shown, "assign", location=["sewers"], tokens=[2], face_down=[])
    shown = act(client, seat, shown, "turn_guard_card", card=[1])
    assert [one["value"] for one in offered(shown, "type_guard_card", "face")] == [three]


def test_a_table_without_a_box_or_whose_box_knows_nothing_offers_nothing(client: FlaskClient) -> None:
    for wishes in (BY_HAND, {**BY_HAND, "box": keep_box(client).link}):
        _, shown = sit_down(client, wishes)
        assert "known" not in shown["prompt"]["actions"][0]["fields"]["goon"]


def test_known_faces_are_offered_for_corrections_in_the_same_way(
    client: FlaskClient, at_table: tuple[Seat, Any]
) -> None:
    seat, shown = at_table
    fields = {one["type"]: one["fields"] for one in shown["corrections"]}
    spoon = {"value": {"reputation": 1, "cost": {}, "name": "Spoon"}, "label": "Spoon, Item worth 1, Free"}
    assert fields["set_item"]["item"]["known"][1]["value"] == spoon["value"]
    assert [one["value"] for one in fields["set_leader_goal"]["goal"]["known"]] == [{"counts": "dwarf", "minimum": 3}]
    body = {"version": shown["version"], "type": "set_item", "fields": {"card": [0], "item": spoon["value"]}}
    done(post(client, seat, "corrections", body))
    assert all(
        "known" not in field
        for one in shown["corrections"]
        for field in one["fields"].values()
        if field["kind"] == "number"
    )


def test_a_watcher_is_offered_nothing(client: FlaskClient, at_table: tuple[Seat, Any]) -> None:
    seat, _ = at_table
    assert b"Sly" not in client.get(f"{API}/tables/{seat.code}").data


def values(game: Position, action: Action, field: str, card: int | None = None) -> list[Any]:
    step = None if card is None else Step("card", card=card)
    return [one.value for one in known(parse(BOX), game, step, action, field)]


def corrected(game: Position, kind: str, **fields: Any) -> Position:
    return replay(correct(game, Act(kind, fields), lambda *_: ()), game)


@pytest.fixture
def game() -> Position:
    return replay(begin(agreed({}, parse(BOX)), lambda *_: ()))


def test_a_correction_is_offered_what_the_box_knows(game: Position) -> None:
    offers = {one.type: one for one in corrections(game)}
    assert values(game, offers["set_item"], "item") == [
        {"reputation": 4, "cost": {"gold": 1, "any": 2}, "shows": {"valuables": ["gem"], "effects": []}},
        {"reputation": 1, "cost": {}, "name": "Spoon"},
    ]
    assert values(game, offers["set_leader_goal"], "goal") == [{"counts": "dwarf", "minimum": 3}]
    assert values(game, offers["set_end_goal"], "goal") == [
        {"kind": "majority", "counts": "items"},
        {"kind": "condition", "counts": "other"},
    ]
    assert values(game, offers["set_item"], "card") == []
    assert values(game, offers["set_cubes"], "number") == []


def test_what_a_taken_item_shows_is_offered_where_the_box_knows_one_of_that_price(game: Position) -> None:
    asked = Action("type_card", "C-4", {"card": REST})
    assert values(game, asked, "card", card=0) == []
    game = corrected(game, "set_item", card=[0], item={"reputation": 4, "cost": {"gold": 1, "any": 2}})
    assert values(game, asked, "card", card=0) == [{"valuables": ["gem"], "effects": []}]


@rule("G-5")
def test_what_a_demon_counts_is_offered_where_the_box_knows_one_with_those_icons(game: Position) -> None:
    asked = Action("type_demon", "G-5", {"counts": ChoiceField(tuple(DemonValuable))})
    game = corrected(game, "draw_goon", to=[{"zone": "goons", "side": 0}], goon={"type": "demon", "icons": 3})
    assert values(game, asked, "counts", card=3) == [["gem"]]
    game = corrected(game, "set_goon", card=[3], goon={"type": "demon", "icons": 2})
    assert values(game, asked, "counts", card=3) == []


def test_a_face_that_the_field_would_refuse_is_not_offered(game: Position) -> None:
    asked = Action("type_demon", "G-5", {"counts": ChoiceField(("blade",))})
    game = corrected(game, "draw_goon", to=[{"zone": "goons", "side": 0}], goon={"type": "demon", "icons": 3})
    assert values(game, asked, "counts", card=3) == []


@rule("S-4")
def test_an_item_that_lies_on_the_table_is_not_offered_for_another_space(game: Position) -> None:
    asked = Action("type_item", "L-17", {"item": PRICE})
    spoon = {"reputation": 1, "cost": {}, "name": "Spoon"}
    both = values(game, asked, "item", card=0)
    assert spoon in both
    game = corrected(game, "set_item", card=[0], item=spoon)
    assert values(game, asked, "item", card=1) == [one for one in both if one != spoon]
    # Of two that are alike on the table the box has had one; another is typed.
    game = corrected(game, "set_item", card=[1], item=spoon)
    assert values(game, asked, "item", card=2) == [one for one in both if one != spoon]


_NOTHING: Final = {"valuables": [], "effects": []}
_GEM: Final = {"valuables": ["gem"], "effects": []}
_DEAR: Final = {"reputation": 4, "cost": {"gold": 1, "any": 2}}


@pytest.mark.parametrize(
    ("typed", "more"),
    [
        ({"type": "demon", "icons": 3}, {"shows": {"valuables": ["magic"], "effects": []}, "counts": "gem"}),
        ({"type": "demon", "icons": 3, "counts": "any"}, {}),
        ({"type": "demon", "icons": 3, "shows": _NOTHING}, {}),
        ({"type": "bandit", "icons": 1, "resource": "gold"}, {"shows": {"valuables": [], "effects": ["gain_gold"]}}),
        # Two fit; the name tells them apart, and of Sly nothing more is known.
        ({"type": "bandit", "icons": 1}, {}),
        ({"type": "bandit", "icons": 1, "name": "Sly"}, {}),
        ({"type": "dwarf", "icons": 1}, {}),
        ({"type": "dwarf", "icons": "many"}, {}),
        ("dwarf", {}),
    ],
)
@rule("C-4")
def test_what_a_goon_shows_is_told_with_it_where_one_face_of_the_box_fits(
    game: Position, typed: Any, more: Any
) -> None:
    told = with_shows(parse(BOX), game, Act("type_goons", {"goons": {"sewers": typed}}))
    assert told.values["goons"]["sewers"] == ({**typed, **more} if more else typed)
    assert with_shows(None, game, Act("type_goons", {"goons": {"sewers": typed}})).values["goons"]["sewers"] == typed


@rule("C-4", "E-14")
def test_of_a_card_of_which_the_box_may_not_know_all_that_look_so_nothing_is_told() -> None:
    larger = {**BOX, "cards": {"goons": 6, "items": 4}}
    game = replay(begin(agreed({}, parse(larger)), lambda *_: ()))
    for field, act_, typed in (("goon", "draw_goon", {"type": "demon", "icons": 3}), ("item", "set_item", _DEAR)):
        told = with_shows(parse(larger), game, Act(act_, {field: typed}))
        assert told.values[field] == typed
    # One that is called as in the box is that one.
    named = {**larger, "goons": {**BOX["goons"], "3": {**BOX["goons"]["3"], "name": "Old Nick"}}}
    told = with_shows(parse(named), game, Act("draw_goon", {"goon": {"type": "demon", "icons": 3, "name": "Old Nick"}}))
    assert told.values["goon"]["shows"] == {"valuables": ["magic"], "effects": []}


@rule("C-4")
def test_a_card_that_somebody_has_is_not_offered_as_another_of_its_looks(game: Position) -> None:
    asked = Action("type_card", "C-4", {"card": REST})
    bandit = {"type": "bandit", "icons": 1}
    shows = {"valuables": [], "effects": ["gain_gold"]}
    game = corrected(game, "draw_goon", to=[{"zone": "goons", "side": 0}], goon={**bandit, "name": "New"})
    new = max(game.cards)
    assert values(game, asked, "card", card=new) == [shows]
    game = corrected(game, "draw_goon", to=[{"zone": "goons", "side": 1}], goon={**bandit, "shows": shows})
    game = corrected(game, "set_bandit", card=[new + 1], resource=["gold"])
    assert values(game, asked, "card", card=new) == []


@rule("C-4")
def test_of_two_items_of_a_price_the_one_that_lies_on_the_table_is_not_meant(game: Position) -> None:
    cheap = {"price": {"reputation": 1, "cost": {}}}
    two = {**BOX, "items": {"1": {"price": _DEAR, **_GEM}, "2": {"price": _DEAR, **_NOTHING}, "3": cheap}}
    told = with_shows(parse(two), game, Act("type_item", {"item": _DEAR}))
    assert told.values["item"] == _DEAR
    game = corrected(game, "set_item", card=[0], item={**_DEAR, "shows": _GEM})
    told = with_shows(parse(two), game, Act("type_item", {"item": _DEAR}))
    assert told.values["item"] == {**_DEAR, "shows": _NOTHING}


@rule("C-4")
def test_a_goon_that_looks_like_one_on_the_table_is_another_of_which_nothing_is_told(game: Position) -> None:
    typed = {"type": "demon", "icons": 3}
    game = corrected(game, "draw_goon", to=[{"zone": "goons", "side": 0}], goon=typed)
    told = with_shows(parse(BOX), game, Act("type_goons", {"goons": {"sewers": typed}}))
    assert told.values["goons"]["sewers"] == typed


@rule("C-4", "G-5")
def test_a_goon_that_the_box_knows_lies_on_the_board_with_all_that_it_shows(
    client: FlaskClient, at_table: tuple[Seat, Any]
) -> None:
    seat, shown = at_table
    demon, plain = {"type": "demon", "icons": 3}, {"type": "dwarf", "icons": 0}
    goons = {"sewers": demon, **dict.fromkeys(("infirmary", "smithy", "commissary", "chow_hall"), plain)}
    shown = act(client, seat, shown, "type_goons", goons=goons)
    (lying,) = (one for one in shown["state"]["cards"].values() if one.get("type") == "demon")
    assert (lying["valuables"], lying["effects"], lying["counts"]) == (["magic"], [], "gem")


@rule("C-4", "E-14")
def test_of_two_goons_typed_together_that_look_alike_one_is_the_face_of_the_box(game: Position) -> None:
    typed = {"type": "demon", "icons": 3}
    act_ = Act("type_goons", {"goons": {"sewers": typed, "smithy": typed}})
    shows = {"shows": {"valuables": ["magic"], "effects": []}, "counts": "gem"}
    told = with_shows(parse(BOX), game, act_).values["goons"]
    assert told == {"sewers": {**typed, **shows}, "smithy": typed}
    # Whoever says that it is another card is right; then the other one may be it.
    apart = with_shows(parse(BOX), game, act_, {"sewers"}).values["goons"]
    assert apart["sewers"] == typed


_DEMON: Final = {"type": "demon", "icons": 2, "name": "x"}


@rule("C-4", "G-5")
@pytest.mark.parametrize("shows", [{}, _GEM])
@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("type_goon", {"goon": _DEMON}),
        ("type_goons", {"goons": {"sewers": _DEMON}}),
        ("draw_goon", {"to": [{"zone": "goons", "side": 0}], "goon": _DEMON}),
        ("set_goon", {"card": [3], "goon": _DEMON}),
    ],
)
def test_what_the_box_tells_of_a_card_is_never_refused_by_the_field_that_somebody_has_filled_in(
    client: FlaskClient, kind: str, fields: Any, shows: Any
) -> None:
    """Whatever the box knows under that name: the Demon and what it counts, and another goon."""
    goons = {"1": {"type": "hobgoblin", "icons": 2, "name": "x"}, "2": {**_DEMON, "valuable": "gem", **shows}}
    seat, shown = sit_down(client, {**BY_HAND, "box": keep_box(client, {"name": "Mine", "goons": goons}).link})
    path = "actions" if kind.startswith("type") else "corrections"
    if kind == "set_goon":
        hobgoblin = {"type": "hobgoblin", "icons": 2, "name": "x"}
        shown = act(client, seat, shown, "type_goon", goon=hobgoblin)
    if kind == "type_goons":
        fields = {"goons": {**{space: {"type": "dwarf", "icons": 0} for space in _SPACES}, "sewers": _DEMON}}
    done(post(client, seat, path, {"version": shown["version"], "type": kind, "fields": fields}))
    shown = show(client, seat).json
    (lying,) = (one for one in shown["state"]["cards"].values() if one.get("type") == "demon")
    assert lying["counts"] == ("gem" if kind == "type_goons" else None)
    assert lying["valuables"] == (shows.get("valuables"))


_SPACES: Final = ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
