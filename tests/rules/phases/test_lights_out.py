import pytest
from support.common import rule
from support.game_player import GUARDED, GUARDS, PLAYER, item, my_cards, night, players, solitary

from companion.rules.phases.lights_out import forecast, is_empty, next_stop, presences, ranking_in
from companion.rules.state.events import (
    CardMoved,
    GuardCardLaid,
    GuardCardTurned,
    LocationOpened,
    Moved,
    TokensMoved,
    TokensTurned,
    TomesMoved,
)
from companion.rules.state.pieces import DISCARDS, DISPLAY, Zone
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location

# The order of things


@rule("L-3", "P-5")
def test_a_location_where_nobody_is_passes_by_itself_and_its_cubes_stay():
    table = night({"library": ""}, {"smithy": [2]}, goons=["dwarf 2", "dwarf 0", "dwarf 0", "dwarf 0", "dwarf 0"])
    assert table.game.location is Location.SMITHY
    assert table.has("sewers") == "2 suspicion"
    passed = [reason.data for event in table.log for reason in event.why if reason.key == "lights_out.empty"]
    assert passed == [{"location": location} for location in ("exercise_yard", "sewers", "infirmary")]


@rule("L-3")
def test_a_token_or_a_guard_card_is_somebody_at_a_location():
    game = night({"smithy": "3"}, {"sewers": [2]}).game
    places = (Location.SEWERS, Location.SMITHY, Location.LIBRARY)
    assert [is_empty(game, place) for place in places] == [False, False, True]


@rule("L-10")
def test_nothing_is_applied_before_a_location_is_tapped():
    table = night({"sewers": "3"}, {"sewers": [2]}, before={"sewers": "1 suspicion"})
    assert table.asks[0] == "resolve"
    assert table.has("sewers") == "1 suspicion"
    assert [table.has(side) for side in (PLAYER, GUARDS)] == ["1 power", "1 power"]
    result = forecast(table.game, Location.SEWERS)
    assert [(outcome.place.side.name, outcome.place.strength) for outcome in result.outcomes] == [("1", 3), ("0", 2)]


@rule("L-10")
def test_a_location_reveals_all_its_cards_and_tokens():
    table = players(2).begin_round()
    table.assign("sewers", face_down=[2, 3]).assign("smithy", face_down=[4]).act("pass").act("pass")
    assert [laid.face_down for laid in table.game.tokens.values()] == [False, False, True]


@rule("L-10")
def test_suspicion_comes_before_rewards_and_rewards_in_rank_order():
    table = night({"sewers": "1", "smithy": "1"}, {"sewers": [5]}, before={"sewers": "2 suspicion"})
    table.act("resolve").act("take")
    assert table.has(PLAYER) == "2 scrap 1 power 2 suspicion"
    assert table.all_told[-3:] == ["player +2 suspicion from sewers", "player +2 scrap", "guards +1 scrap"]


@rule("L-6", "L-12")
def test_each_reward_is_told_with_the_tier_of_its_own_side():
    table = night({"sewers": "1"}, {"sewers": [5]}).act("resolve").act("take")
    gained = [event for event in table.last if isinstance(event, Moved)]
    assert [
        (event.target, [(one.key, one.data["rank"]) for one in event.why if one.rule == "L-12"]) for event in gained
    ] == [
        (PLAYER, [("reward.resources", 1)]),
        (GUARDS, [("reward.resources", 2)]),
    ]


@rule("L-10")
def test_suspicion_is_taken_also_by_a_side_that_then_declines():
    table = night({}, {"sewers": [5]}, before={"sewers": "2 suspicion"}).act("resolve").act("decline")
    assert table.has(PLAYER) == "1 power 2 suspicion"
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (5,)


@rule("L-10")
def test_a_location_is_ranked_once():
    # The guards win power at the Exercise Yard after the player; the ranking there stays as it was.
    table = night({"exercise_yard": "power"}, {"exercise_yard": [2]}, house={"tier_exercise_yard": "power"})
    table.act("resolve").act("take")
    assert [table.has(PLAYER), table.has(GUARDS), table.game.first_player] == ["2 power", "2 power", PLAYER]


@rule("L-5")
def test_cubes_stay_where_only_lookouts_are():
    table = night({}, {"sewers": ["lookout"]}, before={"sewers": "2 suspicion"}).act("resolve").act("take")
    assert table.has("sewers") == "2 suspicion"
    assert table.has(PLAYER) == "2 scrap 1 power"


@rule("L-5", "Z-10")
def test_the_guards_take_the_cubes_that_a_stronger_lookout_keeps_off():
    table = night({"sewers": "1"}, {"sewers": [5, "lookout"]}, before={"sewers": "2 suspicion"}).act("resolve")
    assert table.has(GUARDS) == "1 power 2 suspicion"


@rule("L-2", "L-6")
def test_power_won_at_the_exercise_yard_counts_at_the_sewers():
    table = night({"sewers": "2"}, {"exercise_yard": [5], "sewers": ["enforcer"]}, marker=PLAYER)
    table.act("resolve").act("take").act("resolve").act("take")
    assert table.has(PLAYER) == "2 scrap 2 power"


@rule("L-6", "Z-9")
def test_power_that_the_guards_win_counts_on_their_cards_at_once():
    table = night({"exercise_yard": "5", "sewers": "power"}, {"sewers": [2]}).act("resolve").act("resolve")
    assert table.has(GUARDS) == "2 scrap 2 power"


@rule("L-4")
def test_a_marker_that_changed_hands_at_the_exercise_yard_decides_a_tie_later_that_round():
    table = night({"exercise_yard": "2", "smithy": "4"}, {"exercise_yard": [3], "smithy": [4]})
    assert table.game.first_player == GUARDS
    table.act("resolve").act("take")
    assert table.game.first_player == PLAYER
    table.act("resolve")
    assert table.asks == ["take", "decline"]
    table.act("take")
    assert [table.has(PLAYER), table.has(GUARDS)] == ["2 iron 2 power", "1 iron 1 power"]


@rule("L-2", "L-4", "T-2", "Z-9")
def test_a_ranking_tells_what_each_strength_is_the_sum_of_and_who_goes_first_on_a_tie():
    table = night({"sewers": "3"}, {"sewers": [2]}).correct("set_strength", side=PLAYER, location="sewers", by=1)
    table.act("resolve")
    assert [(one.rule, one.data.get("strength", one.data.get("bonus"))) for one in table.last[0].why] == [
        ("Z-9", 3),
        ("L-2", 3),
        ("T-2", 1),
        ("L-4", 3),
    ]


@rule("L-3")
def test_a_ranking_tells_that_a_lookout_is_there_alone():
    table = night({}, {"sewers": ["lookout"]}).act("resolve")
    assert [(one.rule, one.key) for one in table.last[0].why] == [("L-3", "location.lone_lookout")]


# Taking and declining


@rule("L-7")
def test_declining_moves_no_tier():
    table = players(3)
    table.begin_round().lights_out({side: {"sewers": [5 - side]} for side in range(3)})
    table.act("resolve").act("decline").act("take")
    assert [table.has(side) for side in range(3)] == ["1 power", "1 scrap 1 power", "1 power"]
    table.act("take")
    assert table.has(2) == "1 scrap 1 power"


@rule("L-8", "L-7")
def test_who_declines_moves_its_tokens_to_the_library():
    table = night({}, {"smithy": [2, 3]}).act("resolve").act("decline")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2, 3)
    assert table.game.location is Location.LIBRARY
    assert "L-8" in table.rules


@rule("L-8")
def test_who_took_something_goes_home():
    table = night({}, {"smithy": [2, 3], "cell_block": [4]}).act("resolve").act("take")
    assert table.game.tokens_at(PLAYER, Location.SMITHY) == ()
    assert {2, 3} <= {*table.game.at_home(PLAYER)}


@rule("L-8")
def test_guards_that_got_nothing_move_to_the_library_and_count_there():
    table = night({"commissary": "3"}, {"commissary": [4]}).act("resolve").act("take", resource="gold")
    assert table.game.location is Location.LIBRARY
    assert [table.game.guard_cards[index].face.strength for index in table.game.guard_cards_at(Location.LIBRARY)] == [3]
    table.act("resolve")
    assert table.game.reputation[GUARDS] == 11


@rule("L-8")
def test_from_the_library_tokens_go_home_also_when_their_side_declines():
    table = night({}, {"smithy": [2]}).act("resolve").act("decline").act("resolve").act("decline")
    assert table.game.tokens == {}
    assert [event.to for event in table.last if isinstance(event, TokensMoved)] == [None]
    assert (table.rules[0], "L-8" in table.rules) == ("L-7", False)


@rule("L-8")
def test_a_side_with_no_tier_moves_to_the_library():
    table = players(4)
    table.begin_round().lights_out({side: {"smithy": [5 - side]} for side in range(4)})
    table.act("resolve").act("take").act("take")
    assert [table.game.tokens_at(side, Location.LIBRARY) for side in range(4)] == [(), (), (3,), (2,)]


@rule("L-9")
def test_who_can_use_nothing_of_its_tier_has_taken_nothing():
    table = night({"commissary": "5"}, {"commissary": [2]}, before={PLAYER: "1 gold"}).act("resolve")
    assert table.game.location is Location.LIBRARY
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)
    assert "L-9" in table.rules


@rule("L-9")
def test_nothing_to_pay_a_goon_with_is_nothing_to_use():
    table = night({}, {"chow_hall": [2]}).act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)
    assert "L-9" in table.rules


@rule("L-9")
def test_nothing_to_craft_and_no_cube_to_reserve_with_is_nothing_to_use():
    table = night({}, {"cell_block": [2]}, display=["1 scrap", "2 iron", "3 gold"]).act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)
    assert "L-9" in table.rules


# What the supply has


@rule("L-19")
def test_what_the_supply_has_is_gained_in_rank_order():
    table = night({"sewers": "5"}, {"sewers": [2]})
    table.leaves("scrap", 2).act("resolve")
    assert [table.has(PLAYER), table.has(GUARDS)] == ["1 power", "2 scrap 1 power"]
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)


@rule("L-19")
def test_a_gain_that_the_supply_cannot_cover_is_partial():
    table = night({"sewers": "1"}, {"sewers": [2]})
    table.leaves("scrap", 1).act("resolve").act("take")
    assert table.has(PLAYER) == "1 scrap 1 power"
    assert [reason.data for reason in table.reasons("game.supply_short")] == [{"cube": "scrap", "n": 2, "given": 1}]
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == ()


@rule("L-19")
def test_power_is_limited_to_the_box_likewise():
    table = night({"exercise_yard": "1"}, {"exercise_yard": [2]}, house={"tier_exercise_yard": "power"})
    table.leaves("power", 1).act("resolve").act("take")
    assert [table.has(PLAYER), table.has(GUARDS)] == ["2 power", "1 power"]
    assert len(table.game.guard_cards_at(Location.LIBRARY)) == 1


@rule("L-20")
def test_declining_at_the_exercise_yard_declines_cube_and_marker_together():
    table = night({"exercise_yard": "1"}, {"exercise_yard": [2]}).act("resolve").act("decline")
    assert table.game.first_player == GUARDS
    assert table.has(PLAYER) == "1 power"


@rule("L-20")
def test_with_no_power_left_the_strongest_still_takes_the_marker():
    table = night({"exercise_yard": "1"}, {"exercise_yard": [2], "smithy": [3]})
    table.leaves("power", 0).act("resolve").act("take")
    assert table.game.first_player == PLAYER
    assert table.has(PLAYER) == "1 power"
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == ()


@rule("L-20", "Z-11")
def test_with_no_power_left_the_guards_still_take_the_marker():
    table = night({"exercise_yard": "3"}, {"exercise_yard": [2], "smithy": [3]}, marker=PLAYER)
    table.leaves("power", 0).act("resolve")
    assert table.game.first_player == GUARDS
    assert table.game.guard_cards_at(Location.LIBRARY) == ()


@rule("L-21")
@pytest.mark.parametrize(
    ("location", "cube", "tokens"),
    [("sewers", "scrap", [5]), ("infirmary", "potion", [5]), ("smithy", "iron", [5]), ("smithy", "iron", [2])],
)
def test_a_player_that_gets_nothing_from_an_empty_supply_has_taken_nothing(location: str, cube: str, tokens: list):
    table = night({location: "3"}, {location: tokens})
    table.leaves(cube, 0).act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == tuple(tokens)
    assert len(table.game.guard_cards_at(Location.LIBRARY)) == 1
    assert "L-21" in table.rules


@rule("L-21")
def test_the_second_at_the_exercise_yard_has_taken_nothing_with_no_power_left():
    table = night({"exercise_yard": "5"}, {"exercise_yard": [2]}, house={"tier_exercise_yard": "power"})
    table.leaves("power", 1).act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)
    assert table.game.first_player == GUARDS


@rule("L-21")
def test_a_swap_needs_a_cube_of_the_wanted_type_in_the_supply():
    table = night({"commissary": "5"}, {"commissary": [2]}, before={PLAYER: "2 scrap"})
    table.leaves("gold", 0).leaves("iron", 0).act("resolve")
    assert table.options("get") == ["scrap", "potion"]
    (fault,) = table.refused("swap", get=["gold"]).faults
    assert fault.key == "game.none_left"


@rule("L-21")
def test_with_no_resource_in_the_supply_there_is_no_swap():
    table = night({"commissary": "5"}, {"commissary": [2]}, before={PLAYER: "2 scrap"})
    for cube in ("scrap", "potion", "iron", "gold"):
        table.leaves(cube, 0)
    table.act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)


@rule("L-21")
def test_with_no_resource_in_the_supply_the_strongest_at_the_commissary_takes_nothing():
    table = night({}, {"commissary": [2]})
    for cube in ("scrap", "potion", "iron", "gold"):
        table.leaves(cube, 0)
    table.act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)
    assert "L-21" in table.rules


@rule("L-21")
def test_a_reserve_needs_a_card_to_take():
    table = night({}, {"cell_block": [2]}, before={PLAYER: "5 scrap"}, display=["-", "-", "-"]).act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)


# Guards


@rule("Z-8")
def test_the_special_card_turned_in_lights_out_brings_the_top_card_to_its_location():
    table = night({"sewers": "0*"}, {"sewers": [3]}, deck="4 9 9 9 9")
    there = [table.game.guard_cards[index] for index in table.game.guard_cards_at(Location.SEWERS)]
    assert [(card.face.strength, card.up) for card in there] == [(0, True), (4, True)]
    laid = [type(event) for event in table.last if isinstance(event, GuardCardLaid | GuardCardTurned)]
    assert laid == [GuardCardTurned, GuardCardLaid, GuardCardTurned]
    table.act("resolve")
    assert table.has(GUARDS) == "2 scrap 1 power"
    assert len(table.game.guard_deck) == 4


@rule("Z-8")
def test_ones_own_special_card_brings_a_card_that_is_typed_too():
    table = my_cards().begin_round()
    table.guards_turn("smithy").act("type_guard_card", face={"strength": 1})
    table.act("type_location_card", shows="off_duty").act("pass")
    table.act("type_guard_card", face={"strength": 0, "special": "yes"})
    assert table.asks == ["type_guard_card"]
    table.act("type_guard_card", face={"strength": 7})
    assert [(side.name, side.strength) for side in presences(table.game, Location.EXERCISE_YARD)] == [
        ("0", 0),
        ("1", 7),
    ]


@rule("Z-8")
def test_an_empty_guard_deck_leaves_the_special_card_alone():
    table = night({"sewers": "0*", "smithy": "1 1 1 1 1 1"}, {"sewers": [3]}, deck="")
    assert table.game.guard_deck == ()
    assert len(table.game.guard_cards_at(Location.SEWERS)) == 1
    assert "Z-8" in table.rules


@rule("Z-11")
def test_guards_gain_as_a_side_of_two_would():
    table = night({"exercise_yard": "5", "sewers": "5", "infirmary": "5", "smithy": "5"}, {})
    for _ in range(4):
        table.act("resolve")
    assert table.has(GUARDS) == "2 scrap 2 potion 2 iron 2 power"


@rule("Z-11")
def test_guards_that_are_second_gain_the_second_tier():
    crew = {"exercise_yard": [2], "sewers": [3], "infirmary": [4], "smithy": [5]}
    table = night(dict.fromkeys(crew, "1"), crew)
    for _ in range(4):
        table.act("resolve").act("take")
    assert table.has(GUARDS) == "1 scrap 1 potion 1 iron 1 power"
    assert len(table.game.guard_cards_at(Location.LIBRARY)) == 1


@rule("Z-12")
def test_guards_take_at_the_commissary_what_they_have_fewest_of():
    table = night({"commissary": "1"}, {}, before={GUARDS: "1 gold 1 iron 2 scrap"}).act("resolve")
    assert table.has(GUARDS) == "2 scrap 1 potion 1 iron 1 gold 1 power"


@rule("Z-22")
def test_guards_are_never_asked():
    table = night(dict.fromkeys(GUARDED, "1"), {}, display=["1 any any", "2 any any", "3 any any"])
    asked = set()
    while table.game.phase is Phase.LIGHTS_OUT:
        asked |= {*table.asks}
        table.skip("resolve", "begin_round").act(table.asks[0])
    assert asked == {"resolve", "type_card"}


@rule("Z-16", "L-18")
def test_guards_gain_a_star_at_the_library():
    table = night(
        {"commissary": "3", "chow_hall": "2"}, {"commissary": [5], "chow_hall": [3]}, before={PLAYER: "2 iron"}
    )
    table.act("resolve").act("take", resource="gold").act("resolve").act("decline")
    assert table.game.location is Location.LIBRARY
    table.act("resolve")
    assert table.game.reputation[GUARDS] == 11


# Bandits' cubes


@rule("P-7", "P-10")
def test_the_strongest_takes_a_bandits_cubes_all_of_them_before_the_rest():
    table = night({"sewers": "1"}, {"sewers": [5]}, before={"sewers": "2 gold 1 iron"}).act("resolve")
    assert table.has(PLAYER) == "1 iron 2 gold 1 power"
    assert table.asks == ["take", "decline"]


@rule("P-10")
def test_who_declines_the_tier_keeps_the_bandits_cube_and_goes_home():
    table = night({}, {"sewers": [5], "smithy": [2]}, before={"sewers": "1 gold"}).act("resolve").act("decline")
    assert table.has(PLAYER) == "1 gold 1 power"
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == ()
    assert 5 in table.game.at_home(PLAYER)
    assert table.rules[0] == "L-7"


@rule("P-10", "L-9")
def test_who_can_use_nothing_but_took_a_bandits_cube_goes_home():
    table = night({}, {"sewers": [5], "smithy": [2]}, before={"sewers": "1 gold"})
    table.leaves("scrap", 0).act("resolve")
    assert table.has(PLAYER) == "1 gold 1 power"
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == ()


@rule("P-10")
def test_the_second_gets_nothing_of_a_bandits_cubes():
    table = night({"sewers": "5"}, {"sewers": [2]}, before={"sewers": "1 gold"}).act("resolve").act("take")
    assert [table.has(PLAYER), table.has(GUARDS)] == ["1 scrap 1 power", "2 scrap 1 gold 1 power"]


@rule("P-10", "L-16")
def test_a_bandits_cube_pays_at_the_same_location():
    table = night({}, {"chow_hall": [2]}, before={"chow_hall": "1 gold"}).act("resolve")
    assert table.asks == ["recruit", "decline"]


# Unseen


@rule("V-1")
def test_a_face_down_card_adds_to_no_forecast():
    table = night({"sewers": "5", "smithy": "4"}, {"smithy": [2]})
    assert [side.strength for side in presences(table.game, Location.SMITHY)] == [2, 0]
    assert [side.strength for side in presences(table.game, Location.SEWERS)] == [0, 5]


@rule("L-8")
def test_what_lies_at_a_location_when_it_is_left_goes_home():
    table = night({"sewers": "5", "smithy": "4"}, {"smithy": [2]}).act("resolve")
    assert table.game.guard_cards_at(Location.SEWERS) == ()
    assert [event.location for event in table.last if isinstance(event, LocationOpened)] == [None, Location.SMITHY]
    assert not any(isinstance(event, TokensMoved) for event in table.last)


@rule("L-18")
@pytest.mark.parametrize(("number", "kept"), [(2, [1, 1]), (3, [1, 1, 1]), (4, [1, 1, 1, 0])])
def test_players_draw_tomes_at_the_library(number: int, kept: list[int]):
    table = players(number, house={"unused_tokens": "library"}).begin_round()
    for side in range(number):
        table.assign("smithy", *table.game.at_home(side)[: side + 1])
    table.skip("resolve", until="library")
    while table.game.location is not Location.LIBRARY:
        table.act(table.asks[-1])
    table.act("resolve")
    while table.game.phase is Phase.LIGHTS_OUT:
        table.act("take")
    drawn = [table.game.tomes.get(side, 0) for side in range(number)]
    assert sorted(drawn, reverse=True) == kept


@rule("T-5")
def test_a_tome_deck_that_is_too_short_takes_up_the_discards():
    table = night({}, {"smithy": [2]}).act("resolve").act("decline")
    table.happen(TomesMoved(table.game.setup.cards["tome"] - 4 - 1, None, "discards"))
    table.act("resolve").act("take")
    assert table.game.tomes == {"out": 4, PLAYER: 1}
    assert "T-5" in table.rules


@rule("T-5")
def test_draws_that_the_deck_covers_leave_the_discards_alone():
    table = night({}, {"smithy": [2]}).act("resolve").act("decline")
    table.happen(TomesMoved(22, None, "discards"))
    table.act("resolve").act("take")
    assert table.game.tomes["discards"] == 22
    assert "T-5" not in table.rules


@rule("T-5")
def test_with_no_tome_left_at_all_there_is_nothing_to_take():
    table = night({}, {"smithy": [2]}).act("resolve").act("decline")
    table.happen(TomesMoved(24, None, PLAYER))
    table.act("resolve")
    assert table.game.phase is Phase.PATROL
    assert "T-5" in table.rules


@rule("L-1")
def test_locations_are_resolved_in_order():
    table = night(dict.fromkeys(GUARDED, "1"), {"commissary": [2]})
    opened = []
    while table.game.phase is Phase.LIGHTS_OUT:
        opened.append(table.game.location)
        table.act("resolve").skip("resolve", "type_goon")
    assert opened == [*Location]


@rule("L-10")
def test_ones_own_face_down_cards_are_typed_when_their_location_opens():
    table = my_cards().begin_round().guards_turn("infirmary").act("type_guard_card", face={"strength": 1})
    table.act("type_location_card", shows="off_duty").act("pass")
    typed = []
    while table.game.location is not Location.SMITHY:
        if table.asks == ["type_guard_card"]:
            typed.append(table.game.location)
            table.act("type_guard_card", face={"strength": 2})
        else:
            table.act("resolve")
    assert typed == [Location.EXERCISE_YARD, Location.SEWERS]


@rule("L-10")
def test_tokens_are_turned_up_before_ones_own_guard_card_is_typed():
    table = my_cards().begin_round().correct("set_turn", side=PLAYER)
    table.assign("exercise_yard", 5, face_down=[5]).correct("set_turn", side=PLAYER).act("pass")
    assert table.asks == ["type_guard_card"]
    assert not table.game.tokens[PLAYER, 5].face_down
    assert sum(isinstance(event, TokensTurned) for event in table.last) == 1
    table.act("type_guard_card", face={"strength": 1}).act("resolve").act("decline")
    assert not any(isinstance(event, TokensTurned) for event in table.last)


@rule("L-10", "L-17")
def test_all_cards_of_the_cell_block_are_turned_up_one_by_one_before_prices_are_asked():
    table = my_cards().begin_round().correct("set_turn", side=PLAYER)
    table.correct("lay_guard_card", to="cell_block").assign("cell_block", 5).correct("set_turn", side=PLAYER)
    table.act("pass").skip(until="cell_block")
    asked = []
    for strength in (3, 4):
        asked += table.asks
        table.act("type_guard_card", face={"strength": strength})
    assert [*asked, *table.asks] == ["type_guard_card", "type_guard_card", "type_item", "space_empty"]
    assert [table.game.guard_cards[card].face.strength for card in (6, 7)] == [3, 4]


@rule("L-10", "Z-8")
def test_cards_that_the_app_dealt_are_turned_up_in_the_order_in_which_they_came():
    table = solitary("1 2 3 4 5 6 7", "8 9 0 0 0").begin_round().correct("set_turn", side=PLAYER)
    table.correct("lay_guard_card", to="sewers").act("pass").act("resolve")
    assert [event.card for event in table.last if isinstance(event, GuardCardTurned)] == [1, 7]


@rule("L-17")
def test_a_price_that_a_correction_has_told_meanwhile_is_not_asked():
    table = night({"cell_block": "1"})
    first, second, third = table.game.zones[DISPLAY]
    table.correct("set_item", card=second, item=item("2 gold")).correct("move_item", card=third, to={"zone": "deck"})
    assert table.game.agenda[0].card == first
    assert table.answer("type_item", "1 gold").asks == ["resolve"]


@rule("L-9")
def test_no_goon_on_the_board_is_nothing_to_use():
    table = night({}, {"chow_hall": [2]}, before={PLAYER: "3 iron"})
    goons = [(spot, cards[0]) for spot, cards in table.game.zones.items() if spot[0] is Zone.SPACE]
    table.happen(*(CardMoved(card, spot, DISCARDS) for spot, card in goons))
    table.act("resolve")
    assert table.game.tokens_at(PLAYER, Location.LIBRARY) == (2,)
    assert "L-9" in table.rules


@rule("L-21", "Z-12")
def test_guards_that_find_the_supply_empty_move_to_the_library():
    table = night({"commissary": "3"})
    for cube in ("scrap", "potion", "iron", "gold"):
        table.leaves(cube, 0)
    table.act("resolve")
    assert len(table.game.guard_cards_at(Location.LIBRARY)) == 1


@rule("P-10")
def test_guards_take_a_bandits_cube_and_go_home_with_it():
    table = night({"commissary": "3"}, before={"commissary": "1 gold"})
    for cube in ("scrap", "potion", "iron", "gold"):
        table.leaves(cube, 0)
    table.act("resolve")
    assert table.has(GUARDS) == "1 gold 1 power"
    assert table.game.guard_cards_at(Location.LIBRARY) == ()


# A game of before: each location is resolved by an act of its own, and left with the last reward


@rule("L-1", "L-15")
def test_where_only_people_play_no_location_stays_open_for_one_of_them():
    table = players(2).begin_round().lights_out({0: {"commissary": [5]}}).at_leisure()
    table.act("resolve").act("take", resource="gold")
    assert (table.game.phase, "go_on" in table.asks) == (Phase.PATROL, False)


@rule("L-2")
def test_what_resolving_told_says_who_ranks_where():
    table = night({"sewers": "3"}, {"sewers": [5]}).at_leisure().skip(until="sewers")
    assert ranking_in(table.last) == ()
    ranks = [(one.data["side"], one.data["rank"]) for one in ranking_in(table.act("resolve").last)]
    assert ranks == [("0", 1), ("1", 2)]


@rule("L-3")
def test_the_next_stop_is_the_next_location_where_anybody_is():
    table = night({"smithy": "1"}, {"sewers": [5]}).at_leisure().skip(until="sewers")
    assert next_stop(table.game) is Location.SMITHY
    table.act("resolve").act("take")
    assert (table.game.location, next_stop(table.game)) == (Location.SMITHY, None)


@rule("L-3")
def test_on_the_real_board_the_next_location_is_asked_for_whoever_may_be_there():
    assert next_stop(players(3, roll_call=False).begin_round().act("lights_out").game) is Location.SEWERS


@rule("L-1", "P-1")
def test_the_night_is_told_before_patrol():
    table = night({}, {"sewers": [5]}).at_leisure()
    while table.prompt.step.kind != "night":
        table.skip_one()
    assert (table.asks, table.game.location) == (["go_on"], None)
    table.act("go_on")
    assert table.game.phase is Phase.PATROL
