import pytest
from support.common import rule
from support.game_player import GUARDS, PLAYER, Table, night, players

from companion.rules.phases.reward_gains import UnknownPrice, item
from companion.rules.reasons import Reason
from companion.rules.state.cards import LeaderGoal
from companion.rules.state.events import TomesMoved
from companion.rules.state.pieces import DISPLAY, Kind, Zone
from companion.rules.vocabulary import Goon, Location, Resource, Valuable

GOONS = ["dwarf 0", "ratman 0", "cultist 0", "hobgoblin 0", "demon 0"]


def at(location: str, cubes: str = "", guards: str = "", **setup) -> Table:
    """The player alone, or second to the guards, at a location that has just been resolved."""
    there = {location: guards} if guards else {}
    return night(there, {location: [2]}, before={PLAYER: cubes, **setup.pop("before", {})}, **setup).act("resolve")


def types(table: Table, side: int) -> list[str]:
    """The types of the goons that a side has."""
    return [table.game.face(card).type.value for card in table.game.lying((Zone.GOONS, side))]


# Commissary


@rule("L-15")
@pytest.mark.parametrize("resource", [resource.value for resource in Resource])
def test_the_strongest_takes_any_resource(resource: str):
    table = at("commissary")
    assert table.asks == ["take", "decline"]
    assert table.act("take", resource=resource).has(PLAYER) == f"1 {resource} 1 power"


@rule("L-15", "L-19")
def test_what_the_supply_has_none_of_is_not_offered():
    table = night({}, {"commissary": [2]})
    table.leaves("gold", 0).act("resolve")
    assert table.options("resource") == ["scrap", "potion", "iron"]
    (fault,) = table.refused("take", resource=["gold"]).faults
    assert (fault.key, fault.data["rule"]) == ("game.none_left", "L-19")


@rule("L-15")
def test_a_swap_pays_any_mix_and_gets_one():
    table = at("commissary", "1 scrap 2 potion 1 iron", "5").act("swap", get="gold")
    assert table.asks == ["pay"]
    assert table.act("pay", cubes=["scrap", "iron"]).has(PLAYER) == "2 potion 1 gold 1 power"


@rule("L-15")
@pytest.mark.parametrize(
    ("cubes", "proposed"),
    [
        # The most plentiful first, but what comes for it last of all, and gold before that alone.
        ("3 potion 2 iron 1 gold", ["iron", "iron"]),
        ("3 potion 1 iron 1 gold", ["iron", "gold"]),
        ("1 potion 2 scrap 3 iron", ["iron", "scrap"]),
    ],
)
def test_in_a_swap_the_app_proposes_what_comes_for_it_last(cubes: str, proposed: list[str]):
    table = at("commissary", cubes, "5").act("swap", get="potion")
    assert [*table.prompt.actions[0].fields["cubes"].proposed] == proposed


@rule("L-15")
def test_of_one_colour_nobody_asks_what_to_pay():
    assert at("commissary", "3 scrap", "5").act("swap", get="gold").has(PLAYER) == "1 scrap 1 gold 1 power"


@rule("L-15")
def test_of_just_enough_nobody_asks_what_to_pay():
    assert at("commissary", "1 scrap 1 iron", "5").act("swap", get="gold").has(PLAYER) == "1 gold 1 power"


@rule("L-15")
def test_tiers_of_three_swap_one_for_one_and_two_for_one():
    table = players(3).gives(1, "1 scrap").gives(2, "2 scrap")
    table.begin_round().lights_out({side: {"commissary": [5 - side]} for side in range(3)})
    table.act("resolve").act("take", resource="iron").act("swap", get="gold").act("swap", get="potion")
    assert [table.has(side) for side in range(3)] == ["1 iron 1 power", "1 gold 1 power", "1 potion 1 power"]


@rule("L-15")
def test_only_the_player_who_swaps_is_asked_what_to_pay():
    table = players(3).gives(1, "1 scrap 1 potion").begin_round()
    table.lights_out({side: {"commissary": [5 - side]} for side in range(3)})
    table.act("resolve").act("take", resource="iron").act("swap", get="gold")
    assert (table.asks, table.prompt.side) == (["pay"], 1)


@rule("L-15", "E-11")
def test_a_payment_is_told_with_its_rule_who_pays_and_what():
    table = at("commissary", "1 scrap 2 potion 1 iron", "5").act("swap", get="gold")
    table.act("pay", cubes=["scrap", "iron"])
    assert table.reasons("game.pays") == [
        Reason("E-11", "game.pays", {"side": PLAYER, "resources": {resource: 1}})
        for resource in (Resource.SCRAP, Resource.IRON)
    ]


@rule("L-15")
def test_payment_is_proposed_from_the_most_plentiful_then_the_least_rare():
    table = at("commissary", "2 scrap 1 potion 3 iron", "5").act("swap", get="gold")
    (action,) = [action for action in table.prompt.actions if action.type == "pay"]
    assert action.fields["cubes"].proposed == ("iron", "scrap")
    table = at("chow_hall", "3 scrap 2 potion").act("recruit", goons=["sewers", "smithy"])
    assert table.prompt.actions[0].fields["cubes"].proposed == ("scrap", "scrap", "potion", "scrap")


@rule("L-15")
def test_of_what_a_swap_gets_nothing_is_proposed_as_long_as_there_is_another():
    table = at("commissary", "1 scrap 2 gold", "5").act("swap", get="gold")
    assert table.prompt.actions[0].fields["cubes"].proposed == ("scrap", "gold")


# Chow Hall


@rule("L-16")
def test_a_goon_is_recruited_from_any_space_for_any_resource():
    table = at("chow_hall", "1 scrap 1 gold", goons=GOONS).act("recruit", goons="infirmary").act("pay", cubes=["gold"])
    assert table.skip("type_card").has(PLAYER) == "1 scrap 1 power"
    assert types(table, PLAYER) == ["ratman"]
    assert (Zone.SPACE, Location.INFIRMARY) not in table.game.zones


@rule("L-16")
@pytest.mark.parametrize(("cubes", "most"), [("3 scrap", 1), ("4 scrap", 2), ("6 scrap", 2)])
def test_two_goons_cost_the_strongest_four(cubes: str, most: int):
    table = at("chow_hall", cubes)
    assert table.prompt.actions[0].fields["goons"].most == most


@rule("L-16", "E-12")
@pytest.mark.parametrize(
    ("ruling", "cubes", "most"),
    [("one_or_two", "4 scrap", 1), ("one_or_two", "5 scrap", 2), ("one_for_two", "6 scrap", 1)],
)
def test_the_second_pays_what_its_board_says(ruling: str, cubes: str, most: int):
    table = at("chow_hall", cubes, "5", house={"tier_chow_hall": ruling})
    if table.asks == ["type_card"]:
        table.answer("type_card", "").answer("type_card", "")
    assert table.prompt.actions[0].fields["goons"].most == most


@rule("E-12")
def test_one_goon_for_two_cannot_be_had_for_one():
    table = night(
        {"chow_hall": "5"}, {"chow_hall": [2]}, before={PLAYER: "1 iron"}, house={"tier_chow_hall": "one_for_two"}
    )
    table.act("resolve").answer("type_card", "").answer("type_card", "")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)


@rule("L-16")
def test_two_goons_are_paid_together_before_either_does_anything():
    table = at("chow_hall", "4 scrap 1 iron", goons=GOONS)
    table.act("recruit", goons=["smithy", "sewers"]).act("pay", cubes=["scrap"] * 4)
    assert types(table, PLAYER) == ["cultist", "dwarf"]
    assert table.game.agenda[0].card == next(table.game.lying((Zone.GOONS, PLAYER)))
    table.answer("type_card", "| gain_gold")
    assert table.has(PLAYER) == "1 iron 1 gold 1 power"
    table.answer("type_card", "| gain_power")
    assert table.has(PLAYER) == "1 iron 1 gold 2 power"


@rule("L-16")
def test_what_a_first_goon_gives_does_not_pay_a_second():
    table = at("chow_hall", "1 scrap")
    assert table.prompt.actions[0].fields["goons"].most == 1


@rule("L-16")
def test_spaces_of_recruited_goons_stay_empty_until_patrol():
    table = night({}, {"chow_hall": [2], "cell_block": [3]}, before={PLAYER: "1 scrap"}, goons=GOONS)
    table.act("resolve").act("recruit", goons="infirmary").answer("type_card", "")
    assert table.game.location is Location.CELL_BLOCK
    assert (Zone.SPACE, Location.INFIRMARY) not in table.game.zones


@rule("L-16")
def test_recruiting_nobody_is_declining():
    assert at("chow_hall", "1 scrap").refused("recruit", goons=[]).faults[0].key == "shape.choose"


@rule("L-16")
def test_no_goon_is_recruited_twice():
    table = at("chow_hall", "4 scrap")
    assert table.refused("recruit", goons=["sewers", "sewers"]).faults[0].key == "shape.not_offered"


@rule("Z-13")
def test_the_guards_seize_two_one_after_the_other_with_all_they_show():
    goons = ["dwarf 1", "ratman 3", "cultist 2", "hobgoblin 3", "demon 0"]
    table = night({"chow_hall": "1"}, goons=goons).act("resolve")
    assert types(table, GUARDS) == ["ratman"]
    table.answer("type_card", "gem | gain_gold")
    assert table.has(GUARDS) == "1 gold 1 power"
    assert types(table, GUARDS) == ["ratman", "hobgoblin"]
    table.answer("type_card", "| gain_power")
    assert table.has(GUARDS) == "1 gold 2 power"


# Cell Block


@rule("C-1")
def test_crafting_pays_the_cost_scores_at_once_then_takes_effect():
    table = at("cell_block", "1 iron 2 scrap 1 gold", display=["3 iron any", "1 gold gold", "2 potion"])
    assert table.asks == ["craft", "reserve", "decline"]
    card = table.game.zones[DISPLAY][0]
    assert table.options("card") == [card]
    table.act("craft", card=card).act("pay", cubes=["gold"])
    assert table.told[-2:] == ["player crafts 3 from display", "player +3 stars"]
    assert table.game.reputation[PLAYER] == 13
    table.answer("type_card", "| gain_potion")
    assert table.has(PLAYER) == "2 scrap 1 potion 1 power"
    assert table.game.zones[Zone.CRAFTED, PLAYER] == (card,)
    assert table.rules[:1] == ["C-3"]


@rule("C-1")
def test_nobody_is_asked_what_to_pay_where_the_cost_names_it_all():
    table = at("cell_block", "1 iron 2 scrap 1 gold", display=["3 iron", "1 gold gold", "2 potion"])
    table.act("craft", card=table.game.zones[DISPLAY][0])
    assert table.asks == ["type_card"]
    assert table.has(PLAYER) == "2 scrap 1 gold 1 power"


@rule("C-1")
def test_an_item_that_cannot_be_paid_for_is_refused_with_what_is_lacking():
    table = at("cell_block", "1 iron 2 scrap", display=["3 iron", "1 gold any", "2 potion"])
    (fault,) = table.refused("craft", card=[table.game.zones[DISPLAY][1]]).faults
    assert (fault.key, fault.data) == ("game.cannot_pay", {"lacking": {"gold": 1}, "rule": "C-1"})


@rule("C-1", "C-2")
def test_a_reserved_item_is_crafted_from_the_reserve():
    table = night({}, {"cell_block": [2]}, before={PLAYER: "1 iron 1 scrap"}, display=["3 iron", "1 gold", "2 potion"])
    card = table.game.zones[DISPLAY][0]
    table.act("resolve").act("reserve", card=card).act("pay", cubes=["scrap"])
    assert table.has(PLAYER) == "1 iron 1 power"
    assert table.game.zones[Zone.RESERVE, PLAYER] == (card,)
    table.skip("begin_round").begin_round()
    table.lights_out({PLAYER: {"cell_block": [5]}})
    table.skip("craft").act("craft", card=card)
    assert table.game.zones[Zone.CRAFTED, PLAYER] == (card,)
    assert (Zone.RESERVE, PLAYER) not in table.game.zones


@rule("C-2")
def test_reserving_pays_any_one_resource_and_takes_a_display_card():
    table = at("cell_block", "1 iron", display=["3 gold", "1 gold", "2 potion"])
    assert table.asks == ["reserve", "decline"]
    card = table.game.zones[DISPLAY][2]
    table.act("reserve", card=card)
    assert table.has(PLAYER) == "1 power"
    assert table.game.zones[Zone.RESERVE, PLAYER] == (card,)
    assert "C-2" in [why.rule for event in table.log for why in event.why]


@rule("C-2")
def test_a_reserved_card_cannot_be_reserved_again():
    table = night({}, {"cell_block": [2]}, before={PLAYER: "3 iron"}, display=["3 gold", "1 gold", "2 potion"])
    card = table.game.zones[DISPLAY][0]
    table.act("resolve").act("reserve", card=card).skip("begin_round").begin_round()
    table.lights_out({PLAYER: {"cell_block": [5]}}).skip("reserve")
    (reserve,) = [action for action in table.prompt.actions if action.type == "reserve"]
    assert card not in reserve.fields["card"].options


@rule("C-2")
def test_nobody_crafts_from_the_reserve_of_another():
    table = players(2).gives(0, "5 iron").gives(1, "5 iron")
    table.begin_round().lights_out({0: {"cell_block": [5]}, 1: {"cell_block": [4]}})
    for _ in range(3):
        table.answer("type_item", "2 iron")
    first = table.game.zones[DISPLAY][0]
    table.act("resolve").act("reserve", card=first)
    assert first not in table.options("card")


@rule("L-17", "C-1", "Z-14")
def test_a_price_in_reserve_that_nobody_told_is_asked_of_its_side_before_the_cell_block_is_resolved():
    table = night({"cell_block": "3"}, {"cell_block": [2]}, display=["9 gold", "9 gold", "9 gold"])
    for side in (PLAYER, GUARDS):
        table.correct("draw_item", to={"zone": "reserve", "side": side})
    for side, asked in ((PLAYER, PLAYER), (GUARDS, None)):
        assert (table.asks, table.game.agenda[0].side, table.prompt.actions[0].side) == (["type_item"], side, asked)
        table.answer("type_item", "4 scrap")
    assert table.asks == ["resolve"]
    # Neither can pay a scrap: nothing is crafted free.
    table.act("resolve")
    assert (table.game.reputation, table.has(GUARDS)) == ((10, 10), "1 power")
    assert [one for one in table.told if "crafts" in one] == []


@rule("L-17")
def test_a_price_in_the_reserve_of_who_is_not_there_is_not_asked():
    table = night({}, {"cell_block": [2]}, display=["9 gold", "9 gold", "9 gold"])
    table.correct("draw_item", to={"zone": "reserve", "side": GUARDS})
    assert table.asks == ["resolve"]


@rule("L-17", "C-1")
def test_a_card_that_a_correction_brings_after_the_ranking_is_priced_before_anybody_decides():
    table = at("cell_block", "1 iron", display=["3 gold", "1 gold", "2 potion"])
    table.correct("draw_item", to={"zone": "reserve", "side": PLAYER})
    assert table.asks == ["type_item"]
    table.answer("type_item", "2 iron").act("craft", card=table.game.zones[Zone.RESERVE, PLAYER][0])
    assert table.told[:2] == ["player -1 iron", "player crafts 2 from reserve"]


@rule("L-17")
def test_what_nobody_told_can_be_read_by_no_decision():
    table = night({}, {"cell_block": [2]})
    with pytest.raises(UnknownPrice):
        item(table.game, table.game.zones[DISPLAY][0])


@rule("L-17")
def test_value_and_cost_are_asked_when_a_side_first_resolves_the_cell_block():
    table = night({}, {"cell_block": [2], "smithy": [5]})
    assert table.asks[0] == "resolve"
    table.act("resolve").act("take")
    for place in range(3):
        assert table.asks == ["type_item", "space_empty"]
        assert table.game.agenda[0].card == table.game.zones[DISPLAY][place]
        table.answer("type_item", "2 scrap")
    assert table.asks[0] == "resolve"


@rule("L-17")
def test_what_was_told_of_an_item_is_not_asked_again():
    table = at("cell_block", "1 iron", display=["3 gold", "1 gold", "2 potion"]).act("decline")
    table.skip("begin_round").begin_round().lights_out({PLAYER: {"cell_block": [5]}})
    table.skip(until="cell_block")
    assert table.asks[0] == "resolve"


@rule("P-11")
def test_a_display_space_that_the_real_deck_could_not_fill_is_empty():
    table = night({}, {"cell_block": [2]})
    table.answer("type_item", "2 scrap").act("space_empty").act("space_empty")
    assert [card is None for card in table.game.zones[DISPLAY]] == [False, True, True]
    assert table.game.deck(Kind.ITEM) == 0
    assert table.asks[0] == "resolve"


@rule("Z-14")
def test_the_guards_craft_from_their_reserve():
    table = night({"cell_block": "1"}, display=["5 gold gold", "1 gold gold", "1 gold gold"]).act("resolve")
    assert table.told[0] == "guards reserves 5 from display"
    table.skip("begin_round").begin_round().gives(GUARDS, "2 gold")
    table.guards_turn("sewers").act("pass")
    table.skip(until="cell_block").skip("resolve").act("resolve")
    assert "guards crafts 5 from reserve" in table.told
    assert "guards +5 stars" in table.told


@rule("Z-15", "L-8")
def test_guards_with_nothing_to_craft_and_an_empty_display_move_to_the_library():
    table = night({"cell_block": "1"}, display=["-", "-", "-"]).act("resolve")
    assert len(table.game.guard_cards_at(Location.LIBRARY)) == 1


# The leader goal


@rule("O-10")
def test_the_leader_goal_is_claimed_at_once_after_crafting():
    table = at("cell_block", "1 iron", display=["3 iron", "1 gold", "1 gold"], leader=LeaderGoal(Valuable.GEM))
    table.act("craft", card=table.game.zones[DISPLAY][0]).answer("type_card", "gem gem | gain_gold")
    assert "leader goal to player" in table.told
    assert table.game.leader == PLAYER
    assert "O-10" in table.rules


@rule("O-10", "O-1")
def test_below_the_minimum_nobody_claims_it():
    table = at("cell_block", "1 iron", display=["3 iron", "1 gold", "1 gold"], leader=LeaderGoal(Valuable.GEM, 3))
    table.act("craft", card=table.game.zones[DISPLAY][0]).answer("type_card", "gem gem |")
    assert table.game.leader is None


@rule("O-1", "O-10", "C-4")
def test_a_goon_counts_by_its_valuables_and_by_its_type():
    for goal, wanted in ((LeaderGoal(Valuable.GEM), None), (LeaderGoal(Goon.RATMAN, 1), PLAYER)):
        table = at("chow_hall", "1 iron", goons=GOONS, leader=goal).act("recruit", goons="infirmary")
        assert table.answer("type_card", "gem blade |").game.leader == wanted
    table = at("chow_hall", "1 iron", goons=GOONS, leader=LeaderGoal(Valuable.GEM, 1)).act("recruit", goons="infirmary")
    assert table.answer("type_card", "gem |").game.leader == PLAYER


@rule("O-10", "Z-19")
def test_the_guards_claim_at_once_when_they_seize_or_craft():
    table = night({"chow_hall": "1"}, goons=GOONS, leader=LeaderGoal(Valuable.MAGIC)).act("resolve")
    assert table.answer("type_card", "magic |").game.leader is None
    assert table.answer("type_card", "magic |").game.leader == GUARDS
    table = night({"cell_block": "1"}, display=["3", "1", "1"], leader=LeaderGoal(Valuable.MAGIC, 1)).act("resolve")
    assert table.answer("type_card", "magic |").game.leader == GUARDS


@rule("O-2", "O-10", "Z-19")
def test_the_leader_goal_changes_hands_twice_and_stays_on_a_tie():
    shows = ["gem gem |", "gem gem gem |", "gem |", "gem |"]
    table = players(2, leader=LeaderGoal(Valuable.GEM)).gives(0, "9 scrap").gives(1, "9 scrap")
    holders = []
    for round_ in range(4):
        side = round_ % 2
        table.begin_round().lights_out({side: {"chow_hall": [5]}})
        table.act("resolve").act("recruit", goons="sewers").answer("type_card", shows[round_])
        holders.append(table.game.leader)
        table.skip("begin_round")
    # 2:0, then 2:3, then 3:3 stays, then 3:4.
    assert holders == [0, 1, 1, 1]
    table.begin_round().lights_out({0: {"chow_hall": [5]}})
    table.act("resolve").act("recruit", goons="sewers").answer("type_card", "gem gem |")
    assert table.game.leader == 0


@rule("O-10", "C-5")
def test_a_reserved_item_counts_for_no_goal():
    table = at("cell_block", "1 scrap", display=["3 iron", "1 gold", "1 gold"], leader=LeaderGoal(Valuable.GEM, 1))
    table.act("reserve", card=table.game.zones[DISPLAY][0])
    assert table.game.leader is None


# The last of the supply


def barred(table: Table, name: str) -> list:
    """What a field of the prompt names and does not offer."""
    return [option for action in table.prompt.actions for option, _ in getattr(action.fields.get(name), "barred", ())]


@rule("L-15", "L-19", "L-21")
def test_of_a_resource_with_one_cube_left_that_one_is_offered():
    table = night({}, {"commissary": [2]})
    table.leaves("gold", 1).act("resolve")
    assert (table.options("resource"), barred(table, "resource")) == (["scrap", "potion", "iron", "gold"], [])
    assert table.act("take", resource="gold").has(PLAYER) == "1 gold 1 power"


@rule("L-12", "L-21")
def test_the_last_cube_is_a_reward():
    table = night({}, {"sewers": [2]})
    assert table.leaves("scrap", 1).act("resolve").act("take").has(PLAYER) == "1 scrap 1 power"


@rule("L-11", "L-20", "L-21")
@pytest.mark.parametrize(("left", "has"), [(2, "2 power"), (1, "1 power")])
def test_the_second_takes_a_power_cube_where_the_strongest_has_left_one(left: int, has: str):
    table = night({"exercise_yard": "5"}, {"exercise_yard": [2]}, house={"tier_exercise_yard": "power"})
    table.leaves("power", left).act("resolve")
    if left > 1:
        table.act("take")
    assert (table.has(PLAYER), table.has(GUARDS)) == (has, "2 power")
    assert (table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)) is (left == 1)


@rule("L-18", "T-5")
@pytest.mark.parametrize(("deck", "discards", "drawn"), [(1, 0, 1), (0, 1, 1), (0, 0, 0)])
def test_the_last_tome_is_drawn_be_it_in_the_deck_or_discarded(deck: int, discards: int, drawn: int):
    table = night({}, house={"unused_tokens": "library"})
    table.happen(TomesMoved(24 - deck, None, "out"))
    table.happen(TomesMoved(discards, "out", "discards"))
    table.act("resolve")
    assert ("take" in table.asks) is bool(drawn)
    if drawn:
        table.act("take")
    assert table.game.tomes.get(PLAYER, 0) == drawn


@rule("Z-11", "L-20", "L-21")
@pytest.mark.parametrize(("left", "has", "strayed", "cited"), [(2, "2 power", 0, []), (1, "1 power", 1, ["L-21"])])
def test_guards_that_are_second_get_a_power_cube_while_there_is_one(left: int, has: str, strayed: int, cited: list):
    table = night({"exercise_yard": "1"}, {"exercise_yard": [5]}, house={"tier_exercise_yard": "power"})
    table.leaves("power", left).act("resolve").act("take")
    assert (table.has(PLAYER), table.has(GUARDS)) == ("2 power", has)
    assert len(table.game.guard_cards_at(Location.LIBRARY)) == strayed
    assert [one.rule for one in table.reasons("game.supply_gave_nothing")] == cited


@rule("Z-11", "L-21")
def test_guards_take_the_last_cube():
    table = night({"sewers": "3"})
    assert table.leaves("scrap", 1).act("resolve").has(GUARDS) == "1 scrap 1 power"


@rule("Z-13")
def test_what_the_guards_seize_is_told_before_the_cards_are_asked_for():
    table = night({"chow_hall": "3"}, goons=GOONS).act("resolve")
    assert {one.rule for one in table.reasons("guards.seize") + table.reasons("guards.seize_tie")} == {"Z-13"}
