from collections.abc import Callable, Mapping

import pytest
from support.common import rule
from support.game_player import GUARDS, PLAIN, PLAYER, Table, my_cards, night, players

from companion.rules.acts.actions import IllegalAct
from companion.rules.editions import STANDARD
from companion.rules.phases.patrol import empty_spaces
from companion.rules.state.cards import EndGoal, GoonFace
from companion.rules.state.events import AgendaSet, BoxCounted, CardDrawn, FaceTyped, PhaseBegan, TomesMoved
from companion.rules.state.pieces import DISCARDS, DISPLAY, Cube, Kind, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing, Setup, Start
from companion.rules.vocabulary import Goon, Location, Resource

ALL_ICONS = ["dwarf 1", "dwarf 2", "dwarf 3", "dwarf 1", "dwarf 0"]


def patrol(number: int = 2, cubes: Mapping[int, str] = {}, *, recruited: str = "", **setup) -> Table:
    """A table of players who all pass; side 0 has recruited goons first, if any. It stands in its first patrol."""
    table = players(number, **setup)
    for place, written in cubes.items():
        table.gives(place, written)
    table.begin_round()
    if recruited:
        table.gives(0, "9 scrap").lights_out({0: {"chow_hall": [5]}})
        table.act("resolve").act("recruit", goons=recruited.split())
        while table.asks == ["type_card"]:
            table.answer("type_card", "")
        if table.asks == ["return_cubes"]:
            table.skip_one()
        return table
    return table.lights_out({})


def on_board(table: Table) -> list[str]:
    """The goons from the Sewers to the Chow Hall, by their names."""
    cards = [next(table.game.lying((Zone.SPACE, location)), None) for location in STANDARD.goon_locations]
    return ["" if card is None else table.game.face(card).name for card in cards]


def named(table: Table, names: str) -> Table:
    """Type plain goons with these names."""
    for name in names.split():
        table.act("type_goon", goon={"type": "dwarf", "icons": 0, "name": name})
    return table


# Order


@rule("P-1")
def test_patrol_is_storage_items_goons_suspicion():
    table = patrol(2, {0: "6 scrap 1 iron", 1: "7 gold"}, goons=ALL_ICONS)
    assert table.game.phase is Phase.PATROL
    assert (table.asks, table.game.agenda[0].side) == (["return_cubes"], 0)
    table.act("return_cubes", cubes=["scrap", "scrap"])
    assert (table.asks, table.game.agenda[0].side) == (["return_cubes"], 1)
    assert table.game.supply(Cube.SUSPICION) == 12 - 7
    table.act("return_cubes", cubes=["gold", "gold"])
    assert table.asks == ["type_goon", "type_goons", "deck_empty"]
    assert table.game.supply(Cube.SUSPICION) == 12 - 7
    table.answer("type_goon", "dwarf 0").act("raid")
    assert table.game.supply(Cube.SUSPICION) == 12 - 7


@rule("P-1", "S-9")
def test_after_patrol_the_next_round_begins_with_a_tap():
    table = patrol().answer("type_goon", "dwarf 0")
    assert table.asks == ["begin_round"]
    assert table.begin_round().game.round == 2


# Storage


@rule("P-2")
def test_five_resources_are_kept_of_the_players_choice():
    table = patrol(2, {0: "3 scrap 2 potion 3 gold"})
    (action,) = [action for action in table.prompt.actions if action.type == "return_cubes"]
    shape = action.fields["cubes"]
    # Always of the most plentiful, then the least rare, and gold, which scores double, last: 3 2, 2 2, 1 2.
    assert (shape.least, shape.most, shape.proposed) == (3, 3, ("scrap", "scrap", "potion"))
    table.act("return_cubes", cubes=["gold", "gold", "potion"])
    assert table.has(0) == "3 scrap 1 potion 1 gold 1 power"


@rule("P-2")
def test_five_are_not_too_many():
    assert patrol(2, {0: "5 scrap"}).asks == ["type_goon", "type_goons", "deck_empty"]


@rule("P-2")
def test_no_more_goes_back_than_must():
    table = patrol(2, {0: "6 scrap"})
    assert table.refused("return_cubes", cubes=["scrap", "scrap"]).faults[0].key == "shape.choose"
    assert table.refused("return_cubes", cubes=[]).faults[0].key == "shape.choose"
    assert table.refused("return_cubes", cubes=["gold"]).faults[0].key == "shape.not_offered"


@rule("P-2", "S-8")
def test_a_storage_limit_of_its_own_counts():
    table = players(2, starts=(Start(storage=7), Start(storage=3)))
    table.gives(0, "7 scrap").gives(1, "4 scrap").begin_round().lights_out({})
    assert table.game.agenda[0].side == 1
    assert table.prompt.actions[0].fields["cubes"].least == 1


@rule("Z-18")
def test_the_guards_keep_all_they_have():
    table = night({}, {}, before={GUARDS: "9 scrap 3 gold", PLAYER: "5 iron"})
    assert table.game.phase is Phase.PATROL
    assert table.asks == ["type_goon", "type_goons", "deck_empty"]
    assert table.has(GUARDS) == "9 scrap 3 gold 1 power"


@rule("P-2")
def test_power_and_suspicion_are_no_resources():
    assert patrol(2, {0: "5 scrap 4 power 3 suspicion"}).asks == ["type_goon", "type_goons", "deck_empty"]


# Items


@rule("P-3")
def test_empty_display_spaces_are_refilled_and_other_cards_keep_theirs():
    table = night({}, {"cell_block": [2]}, before={PLAYER: "1 scrap"}, display=["1 gold"] * 3)
    before = table.game.zones[DISPLAY]
    table.act("resolve").act("reserve", card=before[1])
    after = table.game.zones[DISPLAY]
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] not in {None, before[1]}
    assert table.game.face(after[1]).price is None
    assert [reason.data for reason in table.reasons("game.item_comes")] == [{"space": 2}]


@rule("P-11")
def test_an_empty_item_deck_leaves_the_space_empty():
    table = night({}, {"cell_block": [2]}, before={PLAYER: "1 scrap"}, display=["1 gold"] * 3)
    table.happen(BoxCounted(Kind.ITEM, 3))
    table.act("resolve").act("reserve", card=table.game.zones[DISPLAY][1])
    assert [card is None for card in table.game.zones[DISPLAY]] == [False, True, False]
    assert [reason.data for reason in table.reasons("game.item_deck_empty")] == [{"space": 2}]


@rule("P-3", "P-11")
def test_the_last_item_of_the_deck_comes_too():
    table = night({}, {"cell_block": [2]}, before={PLAYER: "1 scrap"}, display=["1 gold"] * 3)
    table.happen(BoxCounted(Kind.ITEM, 4))
    table.act("resolve").act("reserve", card=table.game.zones[DISPLAY][1])
    assert (None in table.game.zones[DISPLAY], table.game.deck(Kind.ITEM)) == (False, 0)


# Goons


@rule("P-4")
def test_the_goon_at_the_chow_hall_is_discarded_and_the_rest_move_up():
    table = named(players(2, goons=()), "a b c d e")
    table.begin_round().lights_out({})
    named(table, "f")
    assert on_board(table) == ["f", "a", "b", "c", "d"]
    assert [table.game.face(card).name for card in table.game.zones[DISCARDS]] == ["e"]


@rule("P-4")
@pytest.mark.parametrize(
    ("recruited", "after"),
    [
        ("infirmary commissary", ["h", "g", "f", "a", "c"]),
        ("chow_hall", ["f", "a", "b", "c", "d"]),
        ("sewers infirmary", ["h", "g", "f", "c", "d"]),
        ("commissary chow_hall", ["g", "f", "a", "b", "c"]),
    ],
)
def test_goons_keep_their_order_and_new_ones_come_nearest_the_chow_hall_first(recruited: str, after: list[str]):
    table = named(players(2, goons=()), "a b c d e").gives(0, "4 scrap")
    table.begin_round().lights_out({0: {"chow_hall": [5]}})
    table.act("resolve").act("recruit", goons=recruited.split())
    while table.asks == ["type_card"]:
        table.answer("type_card", "")
    named(table, " ".join("fgh"[: 5 - sum(bool(name) for name in on_board(table))]))
    assert on_board(table) == after


@rule("P-4", "P-9")
def test_a_goon_comes_to_the_highest_free_space_first():
    table = patrol(recruited="sewers infirmary", goons=PLAIN)
    asked = []
    while table.asks == ["type_goon", "type_goons", "deck_empty"]:
        asked.append(table.game.agenda[0].location)
        table.answer("type_goon", "dwarf 0")
    assert asked == [Location.SMITHY, Location.INFIRMARY, Location.SEWERS]


@rule("P-4", "S-5")
def test_all_goons_that_are_to_come_can_be_typed_at_once_and_come_as_one_by_one():
    goons = ["dwarf 2", "bandit 1 gold", "hobgoblin 3", "cultist 0", "demon 1"]
    one_by_one = Table(Setup(dealing=Dealing.CARDS))
    typed = {}
    for place, written in zip(STANDARD.goon_locations, goons, strict=True):
        kind, icons, *resource = written.split()
        one_by_one.act("type_goon", goon={"type": kind, "icons": int(icons)})
        for one in resource:
            one_by_one.act("type_bandit", resource=[one])
        typed[place.value] = {"type": kind, "icons": int(icons), **({"resource": resource[0]} if resource else {})}
    at_once = Table(Setup(dealing=Dealing.CARDS)).act("type_goons", goons=typed)
    assert (at_once.asks, at_once.game) == (["begin_round"], one_by_one.game)


@rule("P-7")
def test_a_bandit_typed_at_once_without_its_cube_is_asked_for_it_and_another_goon_has_none():
    typed = {place.value: {"type": "bandit", "icons": 0} for place in STANDARD.goon_locations}
    table = Table(Setup(dealing=Dealing.CARDS)).act("type_goons", goons=typed)
    assert table.asks == ["type_bandit"]
    with pytest.raises(IllegalAct) as refused:
        Table(Setup()).act("type_goons", goons={**typed, "smithy": {"type": "dwarf", "icons": 0, "resource": "gold"}})
    assert refused.value.path == ("goons", "smithy", "resource")


@rule("P-9")
def test_discarded_goons_count_among_those_that_can_come_at_once():
    table = Table(Setup(cards={Kind.GOON: 5}))
    for _ in range(2):
        table.correct("draw_goon", to={"zone": "discards"}, goon={"type": "dwarf", "icons": 0})
    assert table.asks == ["type_goon", "type_goons", "deck_empty"]


@rule("P-4", "S-5")
def test_a_space_that_a_correction_has_filled_or_emptied_waits_for_no_goon():
    table = my_cards(goons=["dwarf 1"])
    table.correct("draw_goon", to={"zone": "space", "location": "smithy"}, goon={"type": "dwarf", "icons": 0})
    assert empty_spaces(table.game) == (Location.INFIRMARY, Location.COMMISSARY, Location.CHOW_HALL)
    table.correct("move_goon", card=3, to={"zone": "discards"})
    assert empty_spaces(table.game) == (Location.INFIRMARY, Location.COMMISSARY, Location.CHOW_HALL)


@rule("P-9", "E-14")
def test_goons_are_typed_at_once_only_where_all_of_them_can_come():
    table = Table(Setup(cards={Kind.GOON: 4}))
    assert table.asks == ["type_goon", "deck_empty"]


@rule("P-9")
def test_an_empty_goon_deck_is_made_of_the_discards():
    table = players(2, cards={Kind.GOON: 5})
    assert table.game.deck(Kind.GOON) == 0
    table.begin_round().lights_out({})
    assert len(table.game.zones[DISCARDS]) == 1
    table.answer("type_goon", "dwarf 0")
    assert DISCARDS not in table.game.zones
    assert table.game.deck(Kind.GOON) == 0
    assert "P-9" in table.rules


@rule("P-9")
def test_without_discards_the_space_stays_empty():
    table = players(2, cards={Kind.GOON: 5}).gives(0, "9 scrap")
    table.begin_round().lights_out({0: {"chow_hall": [5]}})
    table.act("resolve").act("recruit", goons="chow_hall").answer("type_card", "").skip("begin_round", "type_goon")
    assert table.asks == ["begin_round"]
    assert (Zone.SPACE, Location.SEWERS) not in table.game.zones
    assert "P-9" in table.rules


@rule("P-9", "E-14")
def test_a_real_deck_that_runs_out_early_is_believed():
    table = patrol()
    asked = table.game.agenda
    assert table.game.deck(Kind.GOON) == 28
    table.act("deck_empty")
    # It looks like the question before and is another: who still sees that one has not answered this one.
    assert table.last[-1] == AgendaSet(asked)
    assert (table.game.deck(Kind.GOON), DISCARDS in table.game.zones) == (1, False)
    assert table.asks == ["type_goon", "type_goons", "deck_empty"]
    table.act("deck_empty")
    assert table.game.deck(Kind.GOON) == 0
    assert table.asks == ["begin_round"]


@rule("S-5", "P-9")
def test_a_deck_without_a_goon_leaves_every_space_empty():
    table = players(2, goons=())
    table.act("deck_empty")
    assert table.asks == ["begin_round"]
    assert on_board(table) == [""] * 5


# Suspicion


@rule("P-5", "P-6")
def test_each_goon_adds_its_icons_to_what_lies_there():
    table = patrol(goons=["dwarf 1", "dwarf 0", "dwarf 2", "dwarf 0", "dwarf 0"]).answer("type_goon", "dwarf 1")
    laid = [table.has(location) for location in STANDARD.goon_locations]
    assert laid == ["2 suspicion", "1 suspicion", "2 suspicion", "2 suspicion", ""]
    # The supply has more than all of it: nothing is told of a raid.
    assert {reason.rule for reason in table.reasons("game.goon_adds")} == {"P-6"}
    assert not table.reasons("game.raid_not_owed")


@rule("P-6")
def test_without_a_raid_where_the_supply_covers_all_of_it_exactly():
    table = patrol(2, {0: "5 suspicion"}, goons=["dwarf 0", "dwarf 3", "dwarf 0", "dwarf 0", "dwarf 0"])
    assert table.answer("type_goon", "dwarf 1").asks == ["begin_round"]
    assert table.game.supply(Cube.SUSPICION) == 0


@rule("P-6")
def test_a_raid_comes_first_where_the_supply_cannot_cover_all_of_it():
    table = patrol(2, {0: "5 suspicion"}, goons=["dwarf 0", "dwarf 3", "dwarf 0", "dwarf 0", "dwarf 0"])
    table.answer("type_goon", "dwarf 2")
    assert table.asks == ["raid"]
    assert table.game.supply(Cube.SUSPICION) == 4
    table.act("raid")
    assert table.game.reputation == (4, 10)
    laid = [table.has(location) for location in STANDARD.goon_locations]
    assert laid == ["2 suspicion", "", "3 suspicion", "", ""]
    assert [table.has(side) for side in range(2)] == ["1 power", "1 power"]


@rule("P-6", "D-1", "D-3")
def test_a_raid_among_three():
    table = patrol(3, {0: "2 suspicion", 1: "5 suspicion"}, goons=["dwarf 0", "dwarf 3", *PLAIN[2:]])
    table.answer("type_goon", "dwarf 0").act("raid")
    assert table.game.reputation == (6, 2, 10)
    assert {reason.rule for reason in table.reasons("game.location_cleared")} == {"D-3"}


@rule("D-1", "D-2", "D-4")
@pytest.mark.parametrize(
    ("lay", "rule_of_raid"),
    [
        (lambda: patrol(3, {0: "9 suspicion"}), "D-1"),
        (lambda: patrol(2, {0: "9 suspicion"}), "D-2"),
        (lambda: night(before={PLAYER: "9 suspicion"}), "D-4"),
    ],
    ids=["of three", "of two", "alone"],
)
def test_a_raid_follows_the_rule_of_its_table(lay: Callable[[], Table], rule_of_raid: str):
    table = lay()
    table.gives("library", "1 suspicion")
    while table.asks != ["raid"]:
        table.answer("type_goon", "dwarf 4")
    assert table.prompt.actions[0].rule == rule_of_raid


@rule("D-5")
def test_a_raid_takes_nobody_below_zero():
    table = players(2, starts=(Start(reputation=3), Start()), goons=["dwarf 0", "dwarf 3", *PLAIN[2:]])
    table.gives(0, "7 suspicion").begin_round().lights_out({}).answer("type_goon", "dwarf 0").act("raid")
    assert table.game.reputation == (0, 10)


def raid(player: int, guards: int, **house: str) -> Table:
    """A solitary patrol in which a raid has just been carried out; three cubes lay at the Infirmary."""
    before = {side: f"{n} suspicion" for side, n in ((PLAYER, player), (GUARDS, guards)) if n}
    table = night(before=before, goons=["dwarf 0", "dwarf 3", *PLAIN[2:]], house=house)
    table.skip("type_goon")
    table.answer("type_goon", "dwarf 2")
    assert table.asks == ["raid"]
    return table.act("raid")


@rule("D-4", "P-6")
def test_a_solitary_raid_with_most_at_the_player():
    table = raid(5, 3)
    assert table.game.reputation == (4, 10)
    assert [table.has(PLAYER), table.has(GUARDS)] == ["1 power", "1 power"]
    assert [table.has("infirmary"), table.has("smithy"), table.has("sewers")] == ["", "3 suspicion", "2 suspicion"]


@rule("D-4", "P-6")
def test_a_solitary_raid_with_most_at_the_guards():
    table = raid(3, 5)
    assert table.game.reputation == (10, 4)
    assert [table.has(PLAYER), table.has(GUARDS)] == ["1 power 3 suspicion", "1 power"]
    assert {reason.rule for reason in table.reasons("game.location_cleared")} == {"D-4"}
    # What becomes of each side's cubes is told once, also of those that stay.
    assert [len(table.reasons(key)) for key in ("raid.cubes_stay", "raid.cubes_return")] == [1, 1]


@rule("D-4", "P-6")
def test_a_solitary_raid_with_as_many_at_both():
    table = raid(4, 4)
    assert table.game.reputation == (10, 10)
    assert [table.has(PLAYER), table.has(GUARDS)] == ["1 power", "1 power"]


@rule("D-4")
def test_cubes_at_locations_may_stay_by_a_house_ruling():
    table = raid(5, 3, solitary_raid_locations="stay")
    assert [table.has("infirmary"), table.has("smithy"), table.has("sewers")] == [
        "3 suspicion",
        "3 suspicion",
        "2 suspicion",
    ]


@rule("P-8")
def test_still_short_after_the_raid_what_there_is_is_laid_in_location_order():
    table = night(
        before={PLAYER: "4 suspicion", GUARDS: "5 suspicion"},
        goons=["dwarf 3", "dwarf 0", "dwarf 0", "dwarf 0", "dwarf 0"],
    )
    table.skip("type_goon").answer("type_goon", "dwarf 6")
    table.act("raid")
    # The player keeps four, so that eight are left for nine.
    assert [table.has(location) for location in STANDARD.goon_locations] == ["6 suspicion", "2 suspicion", "", "", ""]
    assert table.asks == ["begin_round"]
    assert "P-8" in table.rules


@rule("P-7")
def test_a_bandit_lays_a_cube_of_its_resource_whenever_patrol_adds_suspicion():
    table = patrol(goons=["bandit 1 gold", *PLAIN[1:]]).answer("type_goon", "dwarf 0")
    assert table.has("infirmary") == "1 gold 1 suspicion"
    assert table.has("sewers") == "1 suspicion"


@rule("P-7")
def test_a_goon_that_turns_out_to_be_no_bandit_lays_nothing():
    table = patrol(goons=["bandit 0 gold", *PLAIN[1:]])
    card = next(table.game.lying((Zone.SPACE, Location.INFIRMARY)))
    table.correct("set_goon", card=card, goon={"type": "dwarf", "icons": 0}).answer("type_goon", "dwarf 0")
    assert [table.has(location) for location in STANDARD.goon_locations] == [""] * 5


@rule("P-7")
def test_a_goon_that_a_kept_game_gave_a_resource_although_it_is_no_bandit_lays_nothing():
    table = patrol(goons=["dwarf 0", *PLAIN[1:]])
    card = next(table.game.lying((Zone.SPACE, Location.INFIRMARY)))
    table.happen(FaceTyped(card, GoonFace(Goon.DWARF, resource=Resource.GOLD)))
    table.answer("type_goon", "dwarf 0")
    assert table.has("infirmary") == ""


@rule("P-7", "P-10")
def test_a_bandit_lays_the_last_cube_of_its_resource():
    table = patrol().leaves("iron", 1).answer("type_goon", "bandit 0 iron")
    assert table.has("sewers") == "1 iron"


@rule("P-7")
def test_a_bandit_that_has_just_come_lays_one_too():
    table = patrol().answer("type_goon", "bandit 0 iron")
    assert table.has("sewers") == "1 iron"


@rule("P-10")
def test_with_none_of_its_resource_in_the_supply_a_bandit_lays_nothing():
    table = patrol()
    table.leaves("iron", 0)
    table.answer("type_goon", "bandit 0 iron")
    assert table.has("sewers") == ""
    assert "P-10" in table.rules


@rule("P-10")
def test_bandits_cubes_stay_through_raids_and_when_the_bandit_has_gone():
    table = patrol(2, {0: "9 suspicion"}, goons=["dwarf 0", "dwarf 0", "dwarf 0", "bandit 1 gold", "dwarf 0"])
    table.answer("type_goon", "dwarf 0")
    assert table.has("chow_hall") == "1 gold 1 suspicion"
    table.begin_round().lights_out({}).answer("type_goon", "dwarf 4")
    assert table.asks == ["raid"]
    table.act("raid")
    assert table.has("chow_hall") == "1 gold"


@rule("P-10")
def test_later_cubes_join_those_that_nobody_took():
    table = patrol(goons=["dwarf 0", "dwarf 0", "bandit 0 gold", *PLAIN[3:]]).answer("type_goon", "bandit 0 iron")
    table.begin_round().lights_out({}).answer("type_goon", "dwarf 0")
    assert [table.has("commissary"), table.has("chow_hall")] == ["1 gold", "1 gold"]
    assert [table.has("sewers"), table.has("infirmary")] == ["1 iron", "1 iron"]


# The end


def ended(end: EndGoal | None = None, goons=PLAIN) -> Table:
    """A solitary table before its last raid."""
    table = night({}, {}, goons=goons, **({"end": end} if end else {}))
    while table.game.phase is not Phase.LAST_RAID:
        table.skip_one()
    return table


@rule("D-6")
def test_after_round_six_there_is_always_a_last_raid():
    table = ended()
    assert table.asks == ["raid"]
    assert "D-6" in [why.rule for event in table.log for why in event.why]
    guards = table.game.reputation[GUARDS]
    table.gives(PLAYER, "1 suspicion").act("raid")
    assert table.game.reputation == (4, guards)
    assert table.game.phase is Phase.ENDED


@rule("S-9")
def test_the_sixth_round_has_no_patrol():
    table = ended()
    patrols = [event.round for event in table.log if isinstance(event, PhaseBegan) and event.phase is Phase.PATROL]
    assert patrols == [1, 2, 3, 4, 5]
    assert table.game.round == 6


@rule("O-7", "O-8")
@pytest.mark.parametrize(
    ("end", "what", "cites"),
    [
        (EndGoal("condition"), "goal_points", "O-8"),
        (EndGoal("condition", "gem"), "goal_points", "O-8"),
        (EndGoal("majority"), "goal_count", "O-7"),
    ],
)
def test_what_cannot_be_counted_is_asked_of_each_side(end: EndGoal, what: str, cites: str):
    table = ended(end).act("raid")
    for side, number in ((PLAYER, 3), (GUARDS, 5)):
        (action,) = [action for action in table.prompt.actions if action.type == "count"]
        assert (table.game.agenda[0].side, action.rule) == (side, cites)
        table.act("count", number=number)
    assert [table.game.counted[side, what] for side in (PLAYER, GUARDS)] == [3, 5]
    assert table.game.phase is Phase.ENDED


@rule("O-7")
def test_what_can_be_counted_is_not_asked():
    assert ended(EndGoal("majority", "gem")).act("raid").game.phase is Phase.ENDED


@rule("E-14")
def test_points_of_goons_that_the_rules_do_not_know_are_asked_of_who_has_them():
    table = night({}, {"chow_hall": [5]}, before={PLAYER: "1 scrap"}, goons=["other 0", *PLAIN[1:]])
    table.act("resolve").act("recruit", goons="sewers").answer("type_card", "")
    while table.game.phase is not Phase.LAST_RAID:
        table.skip_one()
    table.act("raid")
    (action,) = table.prompt.actions
    assert (action.type, action.rule) == ("count", "E-14")
    table.act("count", number=4)
    assert table.game.counted[PLAYER, "other_goons"] == 4


@rule("T-2")
def test_a_tome_may_be_played_before_a_raid():
    table = ended()
    table.happen(TomesMoved(1, None, PLAYER))
    assert table.options("side") == [PLAYER]


@rule("P-3")
def test_a_new_item_comes_from_the_deck_of_the_box():
    drawn = [event for event in night({}, {}).log if isinstance(event, CardDrawn)]
    assert len({event.card for event in drawn}) == len(drawn)
