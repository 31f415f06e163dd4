"""The table is right, and the app follows: every correction, what it asks for, and what comes of it."""

from collections.abc import Callable

import pytest
from support.common import rule
from support.game_player import (
    GUARDS,
    PLAYER,
    Table,
    item,
    light,
    my_cards,
    night,
    on_display,
    players,
    shown,
    solitary,
)

from companion.rules.acts.actions import Act, IllegalAct
from companion.rules.corrections.cubes import SetCubes
from companion.rules.corrections.registry import CORRECTIONS, NotInTheBox, corrections, suggest_larger_box
from companion.rules.phases.reward_gains import goons_on_board
from companion.rules.schema import ChoiceField, IntField
from companion.rules.state.cards import EndGoal, GoonFace, GuardFace, ItemFace, LeaderGoal
from companion.rules.state.events import CardMoved, LeaderTaken, PhaseBegan
from companion.rules.state.pieces import DISPLAY, Cube, Kind, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing, OddsFor
from companion.rules.vocabulary import DemonValuable, Goon, Location, Resource, Valuable
from companion.scoring.from_game import sheet

GEMS = LeaderGoal(Valuable.GEM)
RATMEN = LeaderGoal(Goon.RATMAN, 1)


def options(table: Table, kind: str, name: str) -> list:
    shape = table.corrections[kind][name]
    assert isinstance(shape, ChoiceField)
    return list(shape.options)


def too_few(table: Table, kind: str, **values) -> NotInTheBox:
    """The refusal of a correction that the box is too small for; the game stays as it was."""
    before = table.game
    with pytest.raises(NotInTheBox) as refusal:
        table.correct(kind, **values)
    assert table.game is before
    return refusal.value


@rule("E-14")
def test_every_correction_says_that_the_table_is_right():
    for action in corrections(night({}, {"sewers": [2]}).game):
        assert action.rule == "E-14"


@rule("E-14")
def test_a_correction_that_is_not_offered_is_refused():
    with pytest.raises(IllegalAct):
        solitary().correct("set_turn", side=PLAYER)


@rule("E-14")
def test_what_waited_still_waits_after_a_correction():
    table = night({}, {"sewers": [2]}).act("resolve")
    assert table.correct("set_reputation", side=PLAYER, number=3).asks == ["take", "decline"]


# Cubes


@rule("E-14")
@pytest.mark.parametrize(
    ("place", "number", "moved"),
    [
        (PLAYER, 3, ["player +3 iron"]),
        (GUARDS, 5, ["guards +3 iron"]),
        (GUARDS, 1, ["guards -1 iron"]),
        (GUARDS, 0, ["guards -2 iron"]),
        (GUARDS, 2, []),
        ("smithy", 1, ["smithy +1 iron"]),
    ],
)
def test_cubes_come_from_the_box_and_go_back_to_it(place, number: int, moved: list):
    table = solitary().gives(GUARDS, "2 iron").correct("set_cubes", place=place, cube="iron", number=number)
    assert table.told == moved
    assert table.rules == (["E-14"] if moved else [])


@rule("E-14")
def test_more_cubes_than_the_box_has_are_refused_and_a_greater_count_is_offered():
    table = solitary().gives(GUARDS, "4 gold")
    table.correct("set_cubes", place=PLAYER, cube="gold", number=6)
    table.correct("set_cubes", place=PLAYER, cube="gold", number=2)
    error = too_few(table, "set_cubes", place=PLAYER, cube="gold", number=9)
    assert (error.key, error.path) == ("correction.not_in_the_box", ("number",))
    assert error.data == {"cube": "gold", "left": 4, "needed": 13}
    more = suggest_larger_box(error)
    assert more == Act("set_box", {"what": ["gold"], "number": 13})
    table.correct(more.type, **more.values).correct("set_cubes", place=PLAYER, cube="gold", number=9)
    assert (table.has(PLAYER), table.game.supply(Resource.GOLD)) == ("9 gold 1 power", 0)


@rule("E-14")
@pytest.mark.parametrize(("guards", "number"), [("3 scrap", 9999), ("1 gold", None)])
def test_a_box_is_counted_up_to_9999_cubes_of_a_colour(guards: str, number: int | None):
    more = suggest_larger_box(
        too_few(solitary().gives(GUARDS, guards), "set_cubes", place=PLAYER, cube="gold", number=9999)
    )
    assert (more and more.values["number"]) == number


@rule("E-14")
def test_what_is_wrong_otherwise_offers_no_greater_count():
    assert suggest_larger_box(fewer(solitary(), "power", 1)) is None
    assert suggest_larger_box(solitary().refused("win")) is None


# Sides


@rule("E-14")
@pytest.mark.parametrize(("number", "moved"), [(13, ["guards +3 stars"]), (4, ["guards -6 stars"]), (10, [])])
def test_a_side_is_set_on_the_track(number: int, moved: list):
    table = solitary().correct("set_reputation", side=GUARDS, number=number)
    assert (table.told, table.game.reputation) == (moved, (10, number))


@rule("E-14")
def test_storage_and_the_marker_are_set():
    table = solitary().correct("set_storage", side=PLAYER, number=7).correct("set_marker", side=PLAYER)
    assert (table.game.storage[PLAYER], table.game.first_player) == (7, PLAYER)
    assert table.rules == ["E-14"]


@rule("E-14")
def test_tomes_are_set_with_a_player_among_the_discards_and_out_of_the_game():
    table = solitary(cards={Kind.TOME: 9}, tomes_out=4)
    assert options(table, "set_tomes", "holder") == [PLAYER, "discards", "out"]
    table.correct("set_tomes", holder=PLAYER, number=3).correct("set_tomes", holder="discards", number=2)
    assert table.game.tomes == {PLAYER: 3, "discards": 2, "out": 4}
    table.correct("set_tomes", holder=PLAYER, number=1).correct("set_tomes", holder="out", number=4)
    assert table.game.tomes == {PLAYER: 1, "discards": 2, "out": 4}
    assert table.last == ()
    error = too_few(table, "set_tomes", holder="discards", number=5)
    assert (error.key, error.path) == ("correction.deck_empty", ("number",))
    assert error.data == {"kind": "tome", "needed": 10}
    assert suggest_larger_box(error) == Act("set_box", {"what": ["tome"], "number": 10})
    table.correct("set_tomes", holder="discards", number=4)
    assert table.game.deck(Kind.TOME) == 0
    table.correct("set_tomes", holder="discards", number=3)
    assert (table.game.deck(Kind.TOME), table.game.tomes["discards"]) == (1, 3)


# Tokens and guard cards


@rule("E-14")
def test_a_token_is_laid_anywhere_and_taken_home():
    table = night({}, {"sewers": [2, 3]})
    assert {"side": PLAYER, "token": "lookout"} in options(table, "set_token", "token")
    assert options(table, "set_token", "to")[-2:] == ["library", "home"]
    table.correct("set_token", token={"side": PLAYER, "token": 5}, to="smithy")
    table.correct("set_token", token={"side": PLAYER, "token": 2}, to="home")
    table.correct("set_token", token={"side": PLAYER, "token": 3}, to="library")
    laid = {token: place.location for (_, token), place in table.game.tokens.items()}
    assert laid == {5: Location.SMITHY, 3: Location.LIBRARY}
    assert table.rules[0] == "E-14"
    assert table.game.location is Location.SMITHY


@rule("E-14")
def test_a_guard_card_is_moved_taken_away_turned_and_laid():
    table = solitary().begin_round()
    table.correct("set_guard_card", card=0, to="library").correct("set_guard_card", card=1, to="away")
    table.correct("set_guard_face", card=2, face={"strength": "power"}).correct("lay_guard_card", to="smithy")
    cards = table.game.guard_cards
    assert [cards[0].location, cards[1].location, cards[7].location] == [Location.LIBRARY, None, Location.SMITHY]
    assert (cards[2].face, cards[2].up, cards[3].up, len(table.game.guard_deck)) == (GuardFace("power"), True, False, 4)
    assert table.rules == ["E-14"]


@rule("E-14")
def test_without_guard_cards_there_is_none_to_correct():
    table = solitary()
    assert not {"set_guard_card", "set_guard_face", "lay_guard_card"} & table.corrections.keys()
    table.begin_round()
    assert {"set_guard_card", "set_guard_face", "lay_guard_card"} <= table.corrections.keys()
    for _ in range(5):
        table.correct("lay_guard_card", to="sewers")
    assert "lay_guard_card" not in table.corrections


# Cards


def with_items(*faces: ItemFace, **setup) -> Table:
    """A table whose player has crafted items of which that is known."""
    table = solitary(**setup)
    for face in faces:
        table.correct("draw_item", to={"zone": "crafted", "side": PLAYER})
        card = len(table.game.cards) - 1
        table.correct("set_item", card=card, item=item("1 gold"))
        listed = {"valuables": [*(face.valuables or ())], "effects": []}
        table.correct("set_shown", card=card, shows=listed)
    return table


@rule("E-14")
def test_value_and_cost_of_an_item_are_typed_anew():
    table = solitary()
    card = options(table, "set_item", "card")[1]
    table.correct("set_item", card=card, item=item("4 scrap any any"))
    face = table.game.face(card)
    assert (face.price.reputation, face.price.cost, face.price.any) == (4, {Resource.SCRAP: 1}, 2)
    assert table.rules == ["E-14"]


@rule("E-14", "P-7")
def test_a_goon_is_typed_anew_and_a_bandit_asks_for_its_resource():
    table = solitary(goons=["dwarf 0", "ratman 1", "dwarf 0", "dwarf 0", "dwarf 0"])
    card = options(table, "set_goon", "card")[1]
    table.correct("set_shown", card=card, shows=shown("gem |"))
    table.correct("set_goon", card=card, goon={"type": "bandit", "icons": 3, "name": "Stan"})
    assert table.asks == ["type_bandit"]
    table.act("type_bandit", resource="iron")
    # What the card shows that it was taken for says nothing of this one.
    assert table.game.face(card) == GoonFace(Goon.BANDIT, 3, Resource.IRON, name="Stan")
    table.correct("set_shown", card=card, shows=shown("gem |"))
    table.correct("set_goon", card=card, goon={"type": "bandit", "icons": 3, "name": "Ollie"})
    assert table.game.face(card) == GoonFace(Goon.BANDIT, 3, Resource.IRON, (Valuable.GEM,), (), name="Ollie")
    table.correct("set_bandit", card=card, resource="gold")
    assert table.game.face(card).resource is Resource.GOLD
    table.correct("set_goon", card=card, goon={"type": "demon", "icons": 3})
    assert (table.asks, table.game.face(card).resource) == (["begin_round"], None)
    table.correct("set_demon", card=card, counts="any")
    assert table.game.face(card).counts is DemonValuable.ANY
    assert table.rules == ["E-14"]
    assert table.correct("set_goon", card=card, goon={"type": "ratman", "icons": 3}).game.face(card).counts is None


@rule("G-5", "P-7")
def test_only_demons_and_bandits_are_offered_what_they_alone_have():
    table = solitary(goons=["dwarf 0", "bandit 1 iron", "demon 0", "dwarf 0", "ratman 0"])
    _, bandit, demon, *_ = options(table, "set_goon", "card")
    assert (options(table, "set_bandit", "card"), options(table, "set_demon", "card")) == ([bandit], [demon])
    assert not {"set_bandit", "set_demon"} & {*solitary().corrections}


@rule("G-5")
def test_a_goon_that_turns_out_to_be_a_demon_with_somebody_asks_at_once_what_it_counts():
    table = solitary()
    card = options(table, "set_goon", "card")[0]
    table.correct("move_goon", card=card, to={"zone": "goons", "side": PLAYER})
    assert table.correct("set_goon", card=card, goon={"type": "demon", "icons": 0}).asks == ["type_demon"]


@rule("E-14")
def test_an_item_goes_to_any_free_place_of_its_kind_or_back_to_its_deck():
    table = solitary()
    first, second, third = table.game.zones[DISPLAY]
    owned = [{"zone": zone, "side": side} for zone in ("reserve", "crafted") for side in (PLAYER, GUARDS)]
    assert options(table, "move_item", "to") == [*owned, {"zone": "deck"}]
    table.correct("move_item", card=second, to={"zone": "reserve", "side": GUARDS})
    assert options(table, "move_item", "to") == [{"zone": "display", "space": 1}, *owned, {"zone": "deck"}]
    table.correct("move_item", card=third, to={"zone": "display", "space": 1})
    assert table.game.zones[DISPLAY] == (first, third, None)
    table.correct("move_item", card=third, to={"zone": "crafted", "side": PLAYER})
    deck = table.game.deck(Kind.ITEM)
    table.correct("move_item", card=first, to={"zone": "deck"})
    assert (table.game.zones[DISPLAY], table.game.deck(Kind.ITEM)) == ((None, None, None), deck + 1)
    assert table.rules == ["E-14"]
    assert options(table, "move_item", "card") == [second, third]


@rule("E-14")
def test_a_goon_goes_to_any_free_place_of_its_kind_or_back_to_its_deck():
    table = solitary()
    sewers, infirmary = options(table, "move_goon", "card")[:2]
    owned = [{"zone": "goons", "side": PLAYER}, {"zone": "goons", "side": GUARDS}, {"zone": "discards"}]
    assert options(table, "move_goon", "to") == [*owned, {"zone": "deck"}]
    table.correct("move_goon", card=sewers, to={"zone": "discards"})
    assert options(table, "move_goon", "to")[0] == {"zone": "space", "location": "sewers"}
    table.correct("move_goon", card=infirmary, to={"zone": "space", "location": "sewers"})
    assert table.game.zones[Zone.SPACE, Location.SEWERS] == (infirmary,)
    table.correct("move_goon", card=infirmary, to={"zone": "goons", "side": GUARDS})
    assert table.game.zones[Zone.GOONS, GUARDS] == (infirmary,)
    deck = table.game.deck(Kind.GOON)
    table.correct("move_goon", card=sewers, to={"zone": "deck"})
    assert (table.game.spot(sewers), table.game.deck(Kind.GOON)) == (None, deck + 1)


@rule("E-14")
def test_cards_are_drawn_to_where_they_lie_and_a_bandit_asks_for_its_resource():
    table = solitary(goons=["dwarf 0"] * 4 + ["bandit 0 iron"])
    assert options(table, "draw_goon", "to")[0] == {"zone": "goons", "side": PLAYER}
    table.correct("draw_goon", to={"zone": "goons", "side": GUARDS}, goon={"type": "bandit", "icons": 1})
    assert table.asks == ["type_bandit"]
    table.act("type_bandit", resource="gold").correct("draw_item", to={"zone": "reserve", "side": PLAYER})
    assert [*table.game.lying((Zone.RESERVE, PLAYER))] == [len(table.game.cards) - 1]
    assert table.game.face(len(table.game.cards) - 1) == ItemFace()
    assert table.rules == ["E-14"]


@rule("E-14")
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("item", {"to": {"zone": "crafted", "side": PLAYER}}),
        ("goon", {"to": {"zone": "goons", "side": PLAYER}, "goon": {"type": "dwarf", "icons": 0}}),
    ],
)
def test_no_card_is_drawn_from_an_empty_deck(kind: str, values: dict):
    table = solitary(cards={Kind(kind): 6})
    while table.game.deck(Kind(kind)):
        table.correct(f"draw_{kind}", **values)
    error = too_few(table, f"draw_{kind}", **values)
    assert (error.key, error.path, error.data) == ("correction.deck_empty", ("to",), {"kind": kind, "needed": 7})
    more = suggest_larger_box(error)
    table.correct(more.type, **more.values).correct(f"draw_{kind}", **values)
    assert table.game.deck(Kind(kind)) == 0


# The leader goal


@rule("O-11")
def test_the_leader_goal_is_checked_after_what_a_card_shows_is_corrected():
    table = with_items(ItemFace(valuables=(Valuable.GEM,)), ItemFace(valuables=(Valuable.BLADE,)), leader=GEMS)
    assert table.game.leader is None
    table.correct("set_shown", card=table.game.zones[Zone.CRAFTED, PLAYER][1], shows=shown("gem |"))
    assert (table.game.leader, table.rules) == (PLAYER, ["E-14", "O-11"])


@rule("O-11")
def test_the_leader_goal_is_checked_after_a_card_has_changed_hands_and_a_tie_leaves_it():
    table = with_items(*[ItemFace(valuables=(Valuable.GEM,))] * 4, leader=GEMS)
    assert table.game.leader == PLAYER
    for number, holder in ((0, PLAYER), (1, PLAYER), (2, GUARDS)):
        card = table.game.zones[Zone.CRAFTED, PLAYER][0]
        table.correct("move_item", card=card, to={"zone": "crafted", "side": GUARDS})
        assert table.game.leader == holder, number


@rule("O-11")
def test_the_leader_goal_is_checked_after_a_goon_has_come_or_is_another():
    table = solitary(leader=RATMEN)
    table.correct("draw_goon", to={"zone": "goons", "side": GUARDS}, goon={"type": "dwarf", "icons": 0})
    assert table.game.leader is None
    table.correct("set_goon", card=len(table.game.cards) - 1, goon={"type": "ratman", "icons": 0})
    assert table.game.leader == GUARDS
    for _ in range(2):
        table.correct("draw_goon", to={"zone": "goons", "side": PLAYER}, goon={"type": "ratman", "icons": 0})
    assert (table.game.leader, table.rules) == (PLAYER, ["E-14", "O-11"])


@rule("O-11")
def test_the_table_can_name_the_holder():
    table = with_items(*[ItemFace(valuables=(Valuable.GEM,))] * 2, leader=GEMS)
    assert options(table, "set_leader", "side") == [PLAYER, GUARDS, "nobody"]
    assert table.correct("set_leader", side=GUARDS).game.leader == GUARDS
    assert table.correct("set_leader", side="nobody").game.leader is None
    assert table.rules == ["E-14"]


@rule("O-11", "O-1")
def test_another_leader_goal_is_counted_anew():
    table = with_items(*[ItemFace(valuables=(Valuable.GEM,))] * 2)
    table.correct("set_leader_goal", goal={"counts": "gem", "minimum": 3})
    assert (table.game.setup.leader, table.game.leader) == (LeaderGoal(Valuable.GEM, 3), None)
    table.correct("set_leader_goal", goal={"counts": "gem"})
    assert (table.game.setup.leader, table.game.leader) == (LeaderGoal(Valuable.GEM, 2), PLAYER)
    table.correct("set_leader_goal", goal={"counts": "blade"})
    assert table.game.leader == PLAYER


@rule("E-14", "O-8")
def test_goals_are_set_and_dropped_each_for_itself():
    table = solitary(leader=GEMS).correct("set_end_goal", goal={"kind": "majority", "counts": "items"})
    assert (table.game.setup.leader, table.game.setup.end) == (GEMS, EndGoal("majority", "items"))
    table.correct("set_end_goal", goal={"kind": "condition"})
    assert table.game.setup.end == EndGoal("condition", "other")
    table.correct("drop_goal", goal="leader")
    assert (table.game.setup.leader, table.game.setup.end) == (None, EndGoal("condition", "other"))
    table.correct("set_leader_goal", goal={"counts": "gem"}).correct("drop_goal", goal="end")
    assert (table.game.setup.leader, table.game.setup.end) == (GEMS, None)


@rule("E-14", "O-4")
def test_a_leader_goal_that_is_dropped_is_nobodys():
    table = players(3, leader=GEMS).correct("set_leader", side=1).correct("drop_goal", goal="leader")
    assert table.game.leader is None
    assert not any(side.leader_goal for side in sheet(table.game, ("Vera", "Isaac", "Claire")).sides)
    table = players(3, leader=GEMS, end=EndGoal("condition")).correct("set_leader", side=1)
    assert table.correct("drop_goal", goal="end").game.leader == 1
    nobodys = players(3, leader=GEMS).correct("drop_goal", goal="leader")
    assert not any(isinstance(event, LeaderTaken) for event in nobodys.last)


# The table


@rule("E-8", "E-14")
def test_a_ruling_holds_from_then_on():
    table = night({"exercise_yard": "5"}, {"exercise_yard": [2]})
    assert {"key": "tier_exercise_yard", "value": "power"} in options(table, "set_ruling", "ruling")
    table.correct("set_ruling", ruling={"key": "tier_exercise_yard", "value": "power"})
    assert table.rules == ["E-8"]
    assert table.act("resolve").asks == ["take", "decline"]


@rule("E-14")
def test_the_box_holds_no_less_than_lies_on_the_table():
    table = solitary().gives(PLAYER, "3 gold")
    error = fewer(table, "gold", 2)
    assert (error.key, error.path, error.data) == ("shape.range", ("number",), {"least": 3, "most": 9999})
    assert table.correct("set_box", what="gold", number=3).game.supply(Resource.GOLD) == 0
    assert fewer(table, "goon", 4).data == {"least": 5, "most": 9999}
    assert table.correct("set_box", what="goon", number=5).game.deck(Kind.GOON) == 0
    assert table.rules == ["E-14"]


def fewer(table: Table, what: str, number: int) -> IllegalAct:
    """The refusal of a box that has less than what is out of it."""
    with pytest.raises(IllegalAct) as refused:
        table.correct("set_box", what=[what], number=number)
    return refused.value


@rule("E-14")
@pytest.mark.parametrize(
    "lay",
    [lambda: solitary().gives(PLAYER, "3 gold"), lambda: players(3).gives(0, "2 iron"), lambda: light(2)],
    ids=["alone", "of three", "in light depth"],
)
def test_whatever_is_offered_of_the_counts_of_a_box_is_taken(lay: Callable[[], Table]):
    table = lay()
    offers = [action.fields for action in corrections(table.game) if action.type == "set_box"]
    assert len(offers) == (2 if table.game.setup.light else 9)
    for fields in offers:
        (what,), number = fields["what"].options, fields["number"].least
        # How many tomes players hold together is no number's to tell.
        number += what == "tome" and not table.game.setup.solitary
        assert table.correct("set_box", what=[what], number=number).rules == ["E-14"]


@rule("G-5", "P-7")
def test_a_goon_that_was_mistyped_keeps_only_what_its_new_type_has_too():
    table = players(2)
    table.correct("draw_goon", to={"zone": "goons", "side": 0}, goon={"type": "demon", "icons": 1})
    table.act("type_demon", counts="gem")
    card = len(table.game.cards) - 1
    table.correct("set_goon", card=card, goon={"type": "demon", "icons": 2})
    assert table.game.face(card).counts is DemonValuable.GEM
    assert table.correct("set_goon", card=card, goon={"type": "dwarf", "icons": 2}).game.face(card).counts is None


@rule("E-14")
@pytest.mark.parametrize(
    ("zone", "cost", "kept"),
    [
        ({"zone": "display", "space": 0}, "2 gold", True),
        ({"zone": "display", "space": 0}, "2 iron", False),
        ({"zone": "crafted", "side": 0}, "2 iron", True),
    ],
)
def test_an_item_with_another_price_is_another_item_unless_somebody_has_it(zone: dict, cost: str, kept: bool):
    table = players(2)
    table.correct("move_item", card=0, to={"zone": "deck"}).correct("draw_item", to=zone)
    card = len(table.game.cards) - 1
    table.correct("set_item", card=card, item=item("2 gold")).correct("set_shown", card=card, shows=shown("gem"))
    table.correct("set_item", card=card, item=item(cost))
    assert table.game.face(card).valuables == ((Valuable.GEM,) if kept else None)
    assert table.game.face(card).price.cost == {Resource(cost.split()[1]): 1}


@rule("E-14")
def test_what_the_guards_do_is_decided_only_against_them_and_only_where_they_do_it():
    there = {"overrule_commissary", "overrule_chow_hall", "overrule_cell_block", "overrule_exchange"}
    against_guards = night({"sewers": "5", "commissary": "5"}).skip(until="sewers")
    assert against_guards.asks[0] == "resolve"
    assert not there & {*against_guards.corrections}
    against_guards.skip(until="commissary")
    assert there & {*against_guards.corrections} == {"overrule_commissary"}
    of_people = players(2).begin_round().lights_out({0: {"commissary": [5]}})
    assert (of_people.asks[0], there & {*of_people.corrections}) == ("resolve", set())


NO_CUBES = dict.fromkeys(Cube, 0)


@rule("V-1", "E-14")
@pytest.mark.parametrize(
    ("lay", "least"),
    [
        (
            lambda: solitary().gives(PLAYER, "3 gold"),
            {**NO_CUBES, "gold": 3, "power": 2, "item": 3, "goon": 5, "tome": 4},
        ),
        (
            lambda: players(2).correct("set_tomes", holder=0, number=3),
            {**NO_CUBES, "power": 2, "item": 3, "goon": 5, "tome": 0},
        ),
        (lambda: light(2), {"power": 2, "suspicion": 0}),
    ],
    ids=["alone", "of two", "in light depth"],
)
def test_no_box_holds_less_than_is_out_of_it_but_of_tomes_only_who_plays_alone_is_told(
    lay: Callable[[], Table], least: dict[str, int]
):
    offered = [one.fields for one in corrections(lay().game) if one.type == "set_box"]
    assert {one["what"].options[0]: one["number"] for one in offered} == {
        what: IntField(number) for what, number in least.items()
    }


@rule("E-14", "V-1")
def test_a_box_of_fewer_tomes_than_players_hold_together_is_refused_once_it_is_asked_for():
    table = players(2).correct("set_tomes", holder=0, number=3)
    error = too_few(table, "set_box", what="tome", number=2)
    assert (error.key, error.path, error.data) == ("correction.more_in_play", ("number",), {"what": "tome", "out": 3})
    assert table.correct("set_box", what="tome", number=3).game.deck(Kind.TOME) == 0


@rule("E-14", "Z-2")
def test_the_way_of_dealing_changes_to_what_the_box_allows():
    assert options(solitary(), "set_dealing", "dealing") == ["app", "cards", "house"]
    table = my_cards()
    assert options(table, "set_dealing", "dealing") == ["cards", "house"]
    table.correct("set_dealing", dealing="house")
    assert (table.game.setup.dealing, table.rules) == (Dealing.HOUSE, ["E-14"])
    assert "set_dealing" not in players(2).corrections


@rule("E-14")
def test_who_sees_the_odds_changes_at_any_time_of_a_game_against_the_guards():
    table = solitary()
    assert options(table, "set_odds", "odds") == ["me", "all"]
    before = table.game
    table.correct("set_odds", odds="me")
    assert table.game.setup.odds is OddsFor.ME
    assert table.game._replace(setup=before.setup) == before
    assert options(table, "set_odds", "odds") == ["off", "all"]
    assert "set_odds" not in players(2).corrections


@rule("E-14")
def test_who_may_ask_for_a_hint_changes_at_any_time_of_a_game_against_the_guards():
    table = solitary()
    assert options(table, "set_hint", "hint") == ["me", "all"]
    before = table.game
    table.correct("set_hint", hint="me")
    assert table.game.setup.hint is OddsFor.ME
    assert table.game._replace(setup=before.setup) == before
    assert "set_hint" not in players(2).corrections


@rule("E-14", "T-2")
def test_a_strength_is_set_for_this_round():
    table = night({"sewers": "5"}, {"sewers": [4]})
    table.correct("set_strength", side=PLAYER, location="sewers", by=3)
    table.correct("set_strength", side=PLAYER, location="sewers", by=2).correct(
        "set_strength", side=GUARDS, location="sewers", by=-1
    )
    assert table.game.bonus == {(PLAYER, Location.SEWERS): 2, (GUARDS, Location.SEWERS): -1}
    assert table.rules == ["E-14"]


@rule("E-14", "T-2")
def test_a_strength_changes_by_up_to_99_either_way():
    table = night({"sewers": "5"}, {"sewers": [4]})
    assert table.corrections["set_strength"]["by"] == IntField(-99, 99)


@rule("E-14", "S-9")
def test_a_game_goes_on_in_any_of_six_rounds():
    assert solitary().corrections["set_phase"]["round"] == IntField(1, 6)


@rule("E-14", "Z-12")
def test_a_ruling_that_several_rules_leave_open_is_told_by_the_first_of_them():
    table = solitary().correct("set_ruling", ruling={"key": "guards_supply_out", "value": "nothing"})
    assert table.rules == ["Z-12"]


@rule("E-14", "R-1")
def test_whose_turn_it_is_in_roll_call_can_be_set():
    table = players(3).begin_round()
    assert table.correct("set_turn", side=2).prompt.side == 2
    assert "set_turn" not in table.lights_out({}).corrections


@rule("S-9", "E-14")
@pytest.mark.parametrize(
    ("phase", "found", "asks"),
    [
        ("roll_call", Phase.ROLL_CALL, "turn_guard_card"),
        ("lights_out", Phase.LIGHTS_OUT, "resolve"),
        ("patrol", Phase.PATROL, "type_goon"),
    ],
)
def test_a_game_goes_on_from_any_phase_of_its_round(phase: str, found: Phase, asks: str):
    table = solitary(locations=["off_duty"]).begin_round().guards_turn("smithy").assign("smithy", 5)
    table.correct("set_phase", round=1, phase=phase)
    assert (table.game.round, table.game.phase, table.asks) == (
        1,
        found,
        [asks] if asks != "type_goon" else [asks, "type_goons", "deck_empty"],
    )
    dealt_anew = phase == "roll_call"
    assert [card.up for card in table.game.guard_cards].count(True) == (
        0 if dealt_anew else 2 if phase == "lights_out" else 1
    )


@rule("S-9", "E-14")
def test_the_last_round_has_no_patrol_to_go_on_from_but_the_last_raid():
    table = solitary().begin_round().correct("set_phase", round=6, phase="patrol")
    begun = [event for event in table.last if isinstance(event, PhaseBegan)]
    assert [event.phase for event in begun] == [Phase.LAST_RAID]


@rule("S-9", "E-14")
def test_in_another_round_the_cards_are_those_on_the_table():
    table = solitary().begin_round().correct("set_phase", round=4, phase="lights_out")
    assert (table.game.round, table.game.guard_cards) == (4, ())
    assert (table.game.guard_deck, table.game.location_deck) == ((None,) * 12, (None,) * 8)
    table = solitary().begin_round().correct("set_phase", round=4, phase="roll_call")
    assert (table.game.round, table.game.guard_deck) == (4, (GuardFace(1),) * 5)
    table = players(2).begin_round().correct("set_phase", round=3, phase="lights_out")
    assert (table.game.round, table.game.guard_deck) == (3, ())


@rule("L-1", "L-3", "E-14")
def test_in_another_round_the_locations_wait_until_tokens_and_cards_lie_where_they_lie():
    table = my_cards().begin_round().correct("set_phase", round=4, phase="lights_out")
    assert (table.game.phase, table.game.location, table.asks) == (Phase.LIGHTS_OUT, None, ["resolve_all"])
    table.correct("set_token", token={"side": PLAYER, "token": 5}, to="smithy")
    table.correct("lay_guard_card", to="sewers").correct("lay_guard_card", to="smithy")
    assert table.asks == ["resolve_all"]
    assert table.act("resolve_all").asks == ["type_guard_card"]
    assert table.game.location is Location.SEWERS
    assert [one.data["location"] for one in table.reasons("lights_out.empty")] == [Location.EXERCISE_YARD]


@rule("L-1", "L-3", "E-14")
def test_back_in_the_lights_out_of_this_round_an_empty_board_waits_too():
    table = night({"sewers": "1"}).act("resolve")
    while table.game.phase is Phase.LIGHTS_OUT:
        table.skip_one()
    table.correct("set_phase", round=1, phase="lights_out")
    assert table.asks == ["resolve_all"]
    table.correct("go_to_location", location="smithy")
    assert table.asks == ["resolve_all"]
    assert table.act("resolve_all").game.phase is Phase.PATROL


@rule("L-1", "E-14")
def test_a_board_from_which_everything_was_taken_away_waits_at_no_location():
    table = (
        night({}, {"sewers": [5]}).act("resolve").correct("set_token", token={"side": PLAYER, "token": 5}, to="home")
    )
    assert (table.game.location, table.asks) == (Location.SEWERS, ["take", "decline"])
    table.correct("go_to_location", location="smithy")
    assert (table.game.location, table.asks) == (None, ["resolve_all"])


@rule("L-1", "E-14")
def test_lights_out_goes_on_at_any_location():
    table = night({"sewers": "1", "smithy": "2"}).act("resolve")
    assert table.game.location is Location.SMITHY
    table.correct("go_to_location", location="sewers").correct("set_guard_card", card=1, to="sewers")
    table.correct("go_to_location", location="sewers")
    assert table.game.location is Location.SEWERS
    assert not any(isinstance(event, PhaseBegan) for event in table.last)
    table.correct("go_to_location", location="chow_hall")
    assert (table.game.phase, table.game.location) == (Phase.PATROL, None)
    assert "go_to_location" not in table.corrections


# Results that the table decides itself


@rule("L-5", "E-14")
@pytest.mark.parametrize(
    ("taker", "moved"),
    [(PLAYER, ["player +2 suspicion from sewers"]), (GUARDS, ["guards +2 suspicion from sewers"]), ("stays", [])],
)
def test_the_table_decides_who_takes_the_suspicion(taker, moved: list):
    table = night({"sewers": "5"}, {"sewers": [2]}, before={"sewers": "2 suspicion"})
    table.correct("overrule_suspicion", side=taker).act("resolve")
    assert [line for line in table.told if "suspicion" in line] == moved
    assert table.rules[-1] != "L-5" or taker == "stays"


@rule("L-5", "E-14")
def test_without_suspicion_there_is_nothing_to_decide():
    assert "overrule_suspicion" not in night({"sewers": "5"}).corrections
    assert "overrule_suspicion" not in solitary().gives("sewers", "1 suspicion").begin_round().corrections


@rule("Z-12", "E-14")
@pytest.mark.parametrize(("takes", "moved"), [("iron", ["guards +1 iron"]), ("nothing", ["guards to library"])])
def test_the_table_decides_what_the_guards_take_at_the_commissary(takes: str, moved: list):
    table = night({"commissary": "5"}).correct("overrule_commissary", takes=takes).act("resolve")
    assert table.told[:1] == moved
    assert "overruled" in str(table.last)


@rule("Z-13", "E-14")
@pytest.mark.parametrize(
    ("goons", "moved"),
    [
        (["smithy"], ["guards takes the goon at smithy"]),
        (["commissary", "sewers"], ["guards takes the goon at commissary", "guards takes the goon at sewers"]),
        ([], ["guards to library"]),
    ],
)
def test_the_table_decides_whom_the_guards_seize(goons: list, moved: list):
    table = night({"chow_hall": "5"}).correct("overrule_chow_hall", goons=goons).act("resolve")
    first = table.told
    while table.asks == ["type_card"]:
        table.answer("type_card", "")
        first += table.told
    assert first[: len(moved)] == moved
    assert [line for line in first if "takes" in line] == [line for line in moved if "takes" in line]


@rule("Z-13", "E-14")
def test_the_guards_seize_two_goons_at_most_or_as_many_as_there_are():
    table = night({"chow_hall": "5"})
    assert table.corrections["overrule_chow_hall"]["goons"] == ChoiceField(
        ("sewers", "infirmary", "smithy", "commissary", "chow_hall"), 0, 2
    )
    for left, most in (("sewers infirmary", 2), ("sewers", 1), ("", 0)):
        for location, card in goons_on_board(table.game).items():
            if location.value not in left.split():
                table.correct("move_goon", card=card, to={"zone": "deck"})
        assert table.corrections["overrule_chow_hall"]["goons"] == ChoiceField(tuple(left.split()), 0, most)


def at_cell_block(**more) -> Table:
    return night({"cell_block": "5"}, more.pop("crew", {}), display=["3 iron", "2 gold", "1 scrap"], **more)


@rule("Z-14", "E-14")
def test_the_table_decides_what_the_guards_craft_and_they_pay_if_they_can():
    table = at_cell_block(before={GUARDS: "1 iron 1 scrap"})
    offered = options(table, "overrule_cell_block", "does")
    assert offered == [*({"craft": card} for card in (0, 1, 2)), *({"reserve": card} for card in (0, 1, 2)), "nothing"]
    assert table.correct("overrule_cell_block", does={"craft": 2}).act("resolve").told == [
        "guards -1 scrap",
        "guards crafts 1 from display",
        "guards +1 stars",
    ]
    table = at_cell_block(before={GUARDS: "1 iron"}).correct("overrule_cell_block", does={"craft": 1}).act("resolve")
    assert table.told == ["guards crafts 2 from display", "guards +2 stars"]


@rule("Z-14", "E-14")
def test_the_table_decides_that_the_guards_craft_from_their_reserve():
    table = at_cell_block()
    table.happen(CardMoved(1, DISPLAY, (Zone.RESERVE, GUARDS)))
    assert {"craft": 1} in options(table, "overrule_cell_block", "does")
    assert {"reserve": 1} not in options(table, "overrule_cell_block", "does")
    assert (
        table.correct("overrule_cell_block", does={"craft": 1}).act("resolve").told[0] == "guards crafts 2 from reserve"
    )


@rule("Z-15", "E-14")
def test_the_table_decides_what_the_guards_reserve_or_that_they_take_nothing():
    table = at_cell_block(before={GUARDS: "1 iron"}).correct("overrule_cell_block", does={"reserve": 2}).act("resolve")
    assert table.told[0] == "guards reserves 1 from display"
    table = at_cell_block(before={GUARDS: "1 iron"}).correct("overrule_cell_block", does="nothing").act("resolve")
    assert table.told[0] == "guards to library"


@rule("Z-14", "E-14")
@pytest.mark.parametrize("does", ["craft", "reserve"])
def test_a_card_that_the_player_has_taken_since_is_not_the_guards_any_more(does: str):
    table = night(
        {"cell_block": "1"}, {"cell_block": [5]}, display=["3 iron", "2 gold", "1 scrap"], before={PLAYER: "1 iron"}
    )
    table.correct("overrule_cell_block", does={does: 0}).act("resolve").act("craft", card=0).answer("type_card", "")
    assert [*table.game.lying((Zone.CRAFTED, PLAYER))] == [0]
    assert "guards to library" in table.told


@rule("Z-17", "E-14")
@pytest.mark.parametrize(
    ("does", "moved"),
    [
        ({"give": "iron", "get": "gold"}, ["guards -1 iron", "guards +1 gold"]),
        ({"give": "gold", "get": "iron"}, []),
        ("nothing", []),
    ],
)
def test_the_table_decides_what_the_guards_exchange(does, moved: list):
    table = at_cell_block(before={GUARDS: "2 iron 3 scrap"})
    assert len(options(table, "overrule_exchange", "does")) == 13
    table.correct("overrule_exchange", does=does).act("resolve").answer("type_card", "| exchange")
    assert [line for line in table.told if "iron" in line or "gold" in line] == moved
    assert table.game.overruled == {}


@rule("E-14")
def test_what_the_table_decided_is_over_with_the_location():
    table = night({"sewers": "1", "commissary": "5"}, before={"sewers": "1 suspicion"})
    table.correct("overrule_suspicion", side="stays").act("resolve")
    assert (table.game.location, table.game.overruled) == (Location.COMMISSARY, {})


@rule("Z-12", "E-14")
def test_what_the_guards_have_done_is_not_decided_any_more():
    table = night({"commissary": "5"}, {"commissary": [2]}, before={PLAYER: "2 scrap"})
    assert "overrule_commissary" in table.corrections
    table.act("resolve")
    assert (table.game.location, "overrule_commissary" in table.corrections) == (Location.COMMISSARY, False)


@rule("E-14")
@pytest.mark.parametrize(
    "lay",
    [lambda: players(2).begin_round(), solitary, lambda: night({}).skip("begin_round")],
    ids=["of two", "in the setup", "at night"],
)
def test_only_guards_in_their_phases_have_results_to_decide(lay: Callable[[], Table]):
    assert not {kind for kind in lay().corrections if kind.startswith("overrule")}


# What somebody has chosen and a correction has taken away since


def paying(*, reserve: str = "") -> Table:
    """A player at the Cell Block who has still to say what it pays with."""
    table = night({}, {"cell_block": [2]}, display=["3 any", "2 gold", "1 gold"], before={PLAYER: "1 scrap 1 iron"})
    table.act("resolve").act(reserve or "craft", card=0)
    assert table.asks == ["pay"]
    return table


@rule("C-1", "C-2")
@pytest.mark.parametrize("does", ["craft", "reserve"])
def test_a_card_that_has_gone_while_it_is_paid_for_stays_where_it_is(does: str):
    table = paying(reserve=does).correct("move_item", card=0, to={"zone": "deck"}).act("pay", cubes=["iron"])
    assert table.told[0] == "player -1 iron"
    assert not [line for line in table.told if "stars" in line or "reserves" in line]
    assert table.game.spot(0) is None


@rule("L-16")
def test_a_goon_that_has_gone_while_it_is_paid_for_stays_where_it_is():
    table = (
        night({}, {"chow_hall": [2]}, before={PLAYER: "1 scrap 1 iron"}).act("resolve").act("recruit", goons="smithy")
    )
    card = table.game.zones[Zone.SPACE, Location.SMITHY][0]
    table.correct("move_goon", card=card, to={"zone": "discards"}).act("pay", cubes=["iron"])
    assert table.game.spot(card) == (Zone.DISCARDS, None)


@rule("C-1")
def test_who_has_less_than_it_owes_pays_what_it_has():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "3 scrap 3 iron"})
    table.act("resolve").act("recruit", goons=["smithy", "sewers"])
    assert table.asks == ["pay"]
    table.correct("set_cubes", place=PLAYER, cube="scrap", number=0)
    assert table.told[:3] == ["player -3 scrap", "player -3 iron", "player takes the goon at smithy"]


@rule("C-3")
def test_an_exchange_of_what_has_gone_is_none():
    table = night({}, {"cell_block": [2]}, display=["3", "2", "1"], before={PLAYER: "1 scrap"})
    table.act("resolve").act("craft", card=0).answer("type_card", "| exchange").act("exchange", give="scrap")
    table.correct("set_cubes", place=PLAYER, cube="scrap", number=0).act("exchange_for", get="gold")
    assert "player +1 gold" not in table.all_told
    assert "effect.no_exchange" in str(table.last)


@rule("C-6")
def test_suspicion_that_has_gone_is_not_given():
    table = players(3)
    on_display(table, ["1 scrap", "1 gold", "1 gold", "1 gold"])
    table.gives(0, "1 suspicion 1 scrap").begin_round().lights_out({0: {"cell_block": [2]}})
    table.act("resolve").act("craft", card=0).answer("type_card", "| give_suspicion")
    assert table.asks == ["give"]
    table.correct("set_cubes", place=0, cube="suspicion", number=0).act("give", side=2)
    assert (table.rules[0], table.has(2)) == ("C-6", "1 power")


def test_a_registered_correction_is_still_the_class_that_it_was():
    assert isinstance(CORRECTIONS["set_cubes"], SetCubes)
