"""Light depth: suspicion, raids, rankings, rounds and goals alone; and the way from one depth to the other."""

import random
from typing import Any

import pytest
from support.common import rule
from support.game_player import Table, light, players

from companion.rules.acts.actions import Action
from companion.rules.corrections.registry import CORRECTIONS, NotInTheBox, corrections
from companion.rules.editions import STANDARD
from companion.rules.phases.light_mode import OF_WHAT_LIES_THERE
from companion.rules.schema import ChoiceField, IntField
from companion.rules.state.cards import EndGoal, ItemFace, LeaderGoal
from companion.rules.state.events import AgendaSet, LocationOpened, StorageSet
from companion.rules.state.pieces import DISPLAY, Cube, Kind, TrackedReward, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Depth, Start
from companion.rules.vocabulary import EditionName, Goon, Location, Valuable

GEMS = LeaderGoal(Valuable.GEM)


def comes(table: Table, *cubes: int) -> Table:
    """Suspicion comes, from the Sewers to the Chow Hall."""
    laid = dict(zip((location.value for location in STANDARD.goon_locations), (*cubes, 0, 0, 0, 0, 0), strict=False))
    return table.act("cubes_come", **laid)


def suspicion_of(table: Table) -> list[str]:
    return [table.has(location.value) for location in STANDARD.goon_locations]


def ranked(table: Table, location: str, **tokens: Any) -> Table:
    """Rank a location: `_0=[5]` are the tokens of side 0."""
    told = {f"side_{side}": tokens.get(f"_{side}", []) for side in table.game.setup.sides}
    return table.act("rank_location", location=location, **told)


# What is asked


@rule("S-2", "S-5", "S-8", "S-9")
def test_a_light_game_begins_with_the_cubes_of_its_sides_and_those_of_the_goons():
    table = light(3, starts=(Start(), Start(4, 2, 1), Start()))
    assert [table.has(side) for side in range(3)] == ["1 power", "2 power 1 suspicion", "1 power"]
    assert (table.game.phase, table.asks) == (Phase.SETUP, ["cubes_come", "move_suspicion", "begin_round"])
    assert table.prompt.actions[0].rule == "S-5"
    comes(table, 2, 0, 1)
    assert table.rules == ["S-5"]
    assert suspicion_of(table) == [
        "2 suspicion",
        "",
        "1 suspicion",
        "",
        "",
    ]
    table.begin_round()
    assert (table.game.phase, table.game.round) == (Phase.ROUND, 1)
    assert table.prompt.actions[0].rule == "P-6"


@rule("S-9")
def test_what_is_next_stays_the_same_whatever_a_phone_does():
    table = comes(light(4, instant=True).begin_round(), 1, 2)
    step, asked = table.prompt.step, fixed(table)
    for kind, values in (
        ("cubes_come", dict.fromkeys((one.value for one in STANDARD.goon_locations), 1)),
        ("rank_location", {"location": "sewers", **{f"side_{side}": [2] for side in range(4)}}),
        ("rank_strengths", {"location": "smithy", **{f"strength_{side}": 1 for side in range(4)}, "lookouts": [3]}),
        ("move_suspicion", {"cubes": ["supply", "commissary"], "to": 2}),
        ("raid_now", {}),
    ):
        table.act(kind, **values)
        assert not [event for event in table.last if isinstance(event, AgendaSet)]
    assert (table.prompt.step, fixed(table)) == (step, asked)
    # Only the round is another question, though it is asked in the same words.
    table.act("begin_round")
    assert [event for event in table.last if isinstance(event, AgendaSet)]
    assert (table.prompt.step, fixed(table)) == (step, asked)
    table.act("claim_instant", side=1, points=3)
    assert table.prompt.step == step


def fixed(table: Table) -> list[Action]:
    """What is asked, but for where the cubes lie."""
    return [one for one in table.prompt.actions if one.type not in OF_WHAT_LIES_THERE]


@rule("S-9", "D-6")
def test_after_the_sixth_round_comes_the_last_raid_and_then_what_everybody_holds():
    table = light(2)
    for number in range(1, 7):
        assert table.begin_round().game.round == number
    assert table.asks == ["rank_location", "rank_strengths", "move_suspicion", "end_game"]
    table.gives(0, "2 suspicion").act("end_game")
    assert (table.game.phase, table.asks) == (Phase.LAST_RAID, ["raid"])
    assert table.act("raid").told == ["side 0 -6 stars", "side 0 -2 suspicion"]
    assert table.asks == ["count_hand", "count_hand"]


@rule("S-9")
def test_before_the_sixth_round_the_game_is_not_ended():
    assert "end_game" not in light(2).begin_round().asks


# Suspicion comes


@rule("P-5", "P-6")
def test_cubes_join_those_that_lie_there():
    table = comes(comes(light(3), 1, 1).begin_round(), 2)
    assert (table.rules, table.told) == (["P-6", "P-7"], ["sewers +2 suspicion"])
    assert suspicion_of(table) == [
        "3 suspicion",
        "1 suspicion",
        "",
        "",
        "",
    ]


@rule("P-6", "P-7")
def test_a_supply_with_just_enough_brings_no_raid():
    table = comes(light(3).begin_round().leaves("suspicion", 5, Location.LIBRARY), 5)
    assert table.game.supply(Cube.SUSPICION) == 0
    assert "raid" not in table.asks
    assert [one.key for event in table.last for one in event.why] == ["game.suspicion_comes", "game.bandit_too"]


@rule("P-6", "D-1", "D-3")
def test_a_supply_that_cannot_cover_all_of_it_brings_a_raid_first_and_then_all_of_it():
    # 12 cubes: 4 and 2 with sides, 2 at the Library, 4 left. 3 and 2 are one too many.
    table = light(3).begin_round().gives(0, "4 suspicion").gives(1, "2 suspicion").gives("library", "2 suspicion")
    comes(table, 3, 0, 2)
    assert (table.told, table.asks) == ([], ["raid"])
    table.act("raid")
    assert table.told == [
        "side 0 -8 stars",
        "side 0 -4 suspicion",
        "side 1 -4 stars",
        "side 1 -2 suspicion",
        "library -2 suspicion",
        "sewers +3 suspicion",
        "smithy +2 suspicion",
    ]
    assert table.asks == ["cubes_come", "rank_location", "rank_strengths", "move_suspicion", "begin_round"]


@rule("P-6")
def test_a_raid_is_not_owed_any_more_once_the_supply_has_just_enough():
    table = comes(light(3).begin_round().gives(0, "8 suspicion"), 3, 0, 2)
    assert table.asks == ["raid"]
    table.correct("set_cubes", place=0, cube="suspicion", number=7)
    assert (table.told[1:], table.reasons("game.raid_not_owed")[0].rule) == (
        ["sewers +3 suspicion", "smithy +2 suspicion"],
        "P-6",
    )


@rule("P-6")
def test_to_each_location_that_has_a_goon_up_to_99_cubes_can_come_at_once():
    (fields,) = [action.fields for action in light(2).prompt.actions if action.type == "cubes_come"]
    assert fields == {location.value: IntField(0, 99) for location in STANDARD.goon_locations}


@rule("P-6", "P-8")
def test_the_last_cube_of_the_supply_brings_no_raid():
    table = comes(light(3).begin_round(), 5, 4, 3)
    assert (table.told, table.rules) == (
        ["sewers +5 suspicion", "infirmary +4 suspicion", "smithy +3 suspicion"],
        ["P-6", "P-7"],
    )


@rule("P-8")
def test_more_than_the_box_has_is_laid_in_order_as_far_as_it_goes():
    table = comes(light(3).begin_round(), 7, 7).act("raid")
    assert table.told == ["sewers +7 suspicion", "infirmary +5 suspicion"]
    assert "P-8" in table.rules


@rule("S-5", "S-11")
def test_there_is_no_raid_in_the_setup():
    table = comes(light(3), 7, 7)
    assert table.told == ["sewers +7 suspicion", "infirmary +5 suspicion"]
    assert table.rules == ["S-11"]


@rule("P-7")
def test_of_bandits_the_table_is_reminded_where_the_edition_has_them():
    assert [one.rule for one in comes(light(3).begin_round(), 1).reasons("game.bandit_too")] == ["P-7"]
    assert comes(light(3), 1).reasons("game.bandit_too") == []
    assert comes(light(3, edition_name=EditionName.FIRST).begin_round(), 1).reasons("game.bandit_too") == []


# Suspicion moves


@rule("E-14")
def test_cubes_are_moved_from_where_they_lie_and_exist_once():
    table = comes(light(3), 2, 0, 1).act("move_suspicion", cubes=["sewers", "sewers"], to=1)
    assert (table.told, table.game.supply(Cube.SUSPICION)) == (["side 1 +2 suspicion from sewers"], 9)
    table.act("move_suspicion", cubes=[1, "supply"], to=2)
    assert table.told == ["side 2 +1 suspicion from side 1", "side 2 +1 suspicion"]
    table.act("move_suspicion", cubes=[2, 2, 1], to="supply")
    assert table.told == ["side 2 -2 suspicion", "side 1 -1 suspicion"]
    table.act("move_suspicion", cubes=["smithy"], to="library")
    assert (table.told, table.game.supply(Cube.SUSPICION)) == (["library +1 suspicion from smithy"], 11)


@rule("E-14")
def test_what_lies_there_already_stays():
    table = comes(light(2), 2).act("move_suspicion", cubes=["sewers", "supply"], to="sewers")
    assert (table.told, table.has("sewers")) == (["sewers +1 suspicion"], "3 suspicion")


@rule("E-14")
def test_no_more_cubes_are_moved_than_lie_there():
    refusal = comes(light(2), 1).refused("move_suspicion", cubes=["sewers", "sewers"], to=[0])
    assert [fault.path for fault in refusal.faults] == [("cubes", 1)]
    nothing = comes(light(2), 1).refused("move_suspicion", cubes=[], to=[0])
    assert [fault.path for fault in nothing.faults] == [("cubes",)]


@rule("E-14", "P-6")
def test_random_movements_keep_every_cube_and_a_raid_comes_exactly_when_the_supply_is_short():
    for seed in range(12):
        chance = random.Random(seed)
        table = light(chance.randint(2, 5)).begin_round()
        for _ in range(40):
            asked = next(one for one in table.prompt.actions if one.type == "move_suspicion")
            if chance.random() < 0.7:
                lying = asked.fields["cubes"].options
                taken = chance.sample(lying, chance.randint(1, min(3, len(lying))))
                table.act("move_suspicion", cubes=taken, to=chance.choice(asked.fields["to"].options))
            else:
                coming = [chance.randint(0, 3) for _ in range(5)]
                short = sum(coming) > table.game.supply(Cube.SUSPICION)
                comes(table, *coming)
                assert (table.asks == ["raid"]) is short
                if short:
                    table.act("raid")
            places = (*Location, *table.game.setup.sides)
            lying_now = sum(table.game.at(place, Cube.SUSPICION) for place in places)
            assert lying_now + table.game.supply(Cube.SUSPICION) == 12
            assert min(table.game.supply(Cube.SUSPICION), *table.game.cubes.values()) >= 0


# Rewards that light depth follows


@rule("L-6", "L-11")
def test_what_the_exercise_yard_gives_is_taken_in_one_act():
    table = ranked(light(3, first_player=2).begin_round(), "exercise_yard", _0=[5], _1=[4], _2=[3])
    offered = next(one for one in table.prompt.actions if one.type == "take_rewards")
    assert offered == Action("take_rewards", "L-11", {"sides": ChoiceField((0, 1), 1, 2, proposed=(0, 1))})
    table.act("take_rewards", sides=[0, 1])
    assert table.told == ["side 0 +1 power", "marker to side 0", "side 1 +1 power"]
    assert "take_rewards" not in table.asks


@rule("L-7", "L-20")
def test_who_does_not_take_the_reward_of_the_exercise_yard_declines_cube_and_marker():
    table = ranked(light(3, first_player=2).begin_round(), "exercise_yard", _0=[5], _1=[4])
    table.act("take_rewards", sides=[1])
    assert (table.told, table.game.first_player, table.game.offers) == (["side 1 +1 power"], 2, {})


@rule("E-8")
def test_the_second_of_two_is_offered_nothing_at_the_exercise_yard_where_the_board_gives_nothing():
    table = ranked(light(2).begin_round(), "exercise_yard", _0=[5], _1=[4])
    assert table.options("sides") == [0]


@rule("L-20", "L-19")
def test_with_no_power_cube_left_the_strongest_still_takes_the_marker():
    table = light(3, first_player=2).begin_round().leaves("power", 0, Location.LIBRARY)
    ranked(table, "exercise_yard", _0=[5], _1=[4]).act("take_rewards", sides=[0, 1])
    assert table.told == ["marker to side 0"]


@rule("L-11")
def test_an_offer_of_which_a_kept_game_says_nothing_brings_neither_power_nor_the_marker():
    assert TrackedReward() == (0, False)


@rule("L-6", "L-7", "S-9", "D-6")
def test_an_offer_stands_until_the_round_ends_or_the_exercise_yard_is_ranked_anew():
    table = ranked(ranked(light(3).begin_round(), "exercise_yard", _0=[5]), "sewers", _1=[2])
    assert table.options("sides") == [0]
    assert ranked(table, "exercise_yard", _1=[5]).options("sides") == [1]
    assert "take_rewards" not in table.begin_round().asks
    while table.game.round < 6:
        table.begin_round()
    assert ranked(table, "exercise_yard", _0=[5]).act("end_game").game.offers == {}


@rule("L-11")
def test_elsewhere_there_is_nothing_to_take_that_light_depth_follows():
    assert ranked(light(3).begin_round(), "sewers", _0=[5]).game.offers == {}


@rule("P-10")
def test_after_a_ranking_the_table_is_reminded_whose_a_bandits_cubes_are():
    table = ranked(light(3).begin_round(), "smithy", _0=[2], _1=[5])
    assert [one.data["side"] for one in table.reasons("game.bandit_cubes")] == ["1"]
    assert ranked(table, "library").reasons("game.bandit_cubes") == []


# Rankings


@rule("L-2", "L-4", "L-5", "L-10", "L-13", "L-8")
def test_a_location_is_ranked_and_its_suspicion_given_and_the_rewards_are_said():
    # 5, 2 and 3, enforcer with 1 and 4: all 5. The marker lies with side 1; its lookout is there.
    table = comes(light(3, first_player=1), 0, 2).begin_round()
    ranked(table, "infirmary", _0=[5], _1=[2, 3, "lookout"], _2=["enforcer", 4])
    assert table.told == ["side 2 +2 suspicion from infirmary"]
    ranking = next(one for one in table.last if one.why and one.why[0].key.startswith("location.")).why
    assert [(one.data["side"], one.data["rank"]) for one in ranking[:3]] == [("1", 1), ("2", 2), ("0", 3)]
    assert [
        (one.rule, one.key, one.data["side"]) for event in table.last for one in event.why if "reward" in one.key
    ] == [
        ("L-13", "reward.resources", "1"),
        ("L-13", "reward.nothing", "2"),
        ("L-13", "reward.resources", "0"),
    ]
    assert (table.game.location, table.game.tokens) == (None, {})
    assert [event.location for event in table.last if isinstance(event, LocationOpened)] == [Location.INFIRMARY, None]


@rule("L-2", "L-5")
def test_a_location_is_ranked_by_strengths_too():
    table = comes(light(4), 3).begin_round()
    table.act(
        "rank_strengths", location="sewers", strength_0=4, strength_1=9, strength_2=0, strength_3=0, lookouts=[1, 3]
    )
    assert table.told == ["side 0 +3 suspicion from sewers"]
    assert [one.data["rank"] for one in table.reasons("location.stated_strength")] == [1, 2]
    assert [one.data["rank"] for one in table.reasons("location.lone_lookout")] == [3]
    assert table.game.strengths == {}


@rule("L-3", "L-5")
def test_where_nobody_is_the_cubes_stay():
    table = ranked(comes(light(3), 3).begin_round(), "sewers")
    assert (table.told, table.has("sewers")) == ([], "3 suspicion")
    assert table.rules == ["L-3", "L-5"]


@rule("S-10", "L-10")
def test_where_strengths_are_counted_an_empty_seat_is_nowhere():
    table = light(3).begin_round().correct("set_away", side=1, away="yes")
    table.act("rank_strengths", location="sewers", strength_0=2, strength_2=3, lookouts=[])
    assert [(one.data["side"], one.data["strength"]) for one in table.reasons("location.stated_strength")] == [
        ("2", 3),
        ("0", 2),
    ]
    assert table.reasons("location.lone_lookout") == []


@rule("S-3")
def test_at_a_full_table_the_lowest_token_is_not_offered():
    assert light(5).begin_round().options("side_4") == [3, 4, 5, "enforcer", "lookout"]


@rule("S-10")
def test_empty_seats_are_not_ranked():
    table = light(2).begin_round().correct("set_away", side=0, away="yes")
    assert "side_0" not in next(one.fields for one in table.prompt.actions if one.type == "rank_location")
    table.correct("set_away", side=1, away="yes")
    assert table.asks == ["cubes_come", "move_suspicion", "begin_round"]


# The leader goal


@rule("O-1", "O-2", "O-3", "O-10")
def test_the_leader_goal_moves_by_the_counts_that_are_typed():
    table = light(3, leader=GEMS, first_player=2).begin_round()
    table.correct("set_count", side=0, what="gem", number=1)
    assert table.game.leader is None
    table.correct("set_count", side=1, what="gem", number=2)
    assert table.game.leader == 1
    assert [(one.rule, one.data["counts"]) for one in table.reasons("game.leader")] == [("O-10", (1, 2, 0))]
    # On a tie it stays, with more it moves.
    assert table.correct("set_count", side=0, what="gem", number=2).game.leader == 1
    assert table.correct("set_count", side=0, what="gem", number=3).game.leader == 0


@rule("O-11")
def test_a_count_that_is_corrected_downwards_checks_the_goal_once():
    table = light(3, leader=GEMS).begin_round()
    for side, number in ((1, 4), (0, 3)):
        table.correct("set_count", side=side, what="gem", number=number)
    table.correct("set_count", side=1, what="gem", number=3)
    assert (table.game.leader, table.reasons("correction.leader")) == (1, [])
    table.correct("set_count", side=1, what="gem", number=2)
    assert (table.game.leader, [one.rule for one in table.reasons("correction.leader")]) == (0, ["O-11"])


@rule("O-11")
def test_a_count_that_is_typed_again_checks_the_goal_once():
    table = light(3, leader=GEMS).begin_round().correct("set_count", side=0, what="gem", number=2)
    table.correct("set_leader", side=1).correct("set_count", side=0, what="gem", number=2)
    assert (table.game.leader, table.rules) == (0, ["O-11"])


@rule("E-14", "O-1")
def test_without_a_leader_goal_nothing_is_counted():
    assert "set_count" not in light(2).begin_round().corrections
    assert "set_count" not in players(2, leader=GEMS).corrections


@rule("E-14", "O-11")
def test_a_count_that_stays_the_same_changes_nothing():
    table = light(2, leader=GEMS).begin_round().correct("set_count", side=0, what="gem", number=1)
    assert table.correct("set_count", side=0, what="gem", number=1).last == ()


# Corrections


@rule("E-14", "O-6")
def test_only_what_is_followed_can_be_corrected():
    table = light(3, leader=GEMS, end=EndGoal("majority", "gem")).begin_round()
    goals = ("set_leader", "set_instant", "set_count", "set_leader_goal", "set_end_goal", "drop_goal")
    followed = (
        "set_reputation",
        "set_cubes",
        "set_marker",
        "set_box",
        "set_ruling",
        "set_away",
        "set_depth",
        "set_phase",
    )
    assert {*table.corrections} == {*goals, *followed}
    # Who sits down later can do so only before the first round.
    assert {one.type for one in CORRECTIONS.values() if one.in_light_depth} == {*table.corrections, "set_sides"}
    offered = {name: list(shape.options) for name, shape in table.corrections["set_cubes"].items() if name == "cube"}
    assert offered == {"cube": ["power", "suspicion"]}
    boxes = [action.fields["what"].options for action in corrections(table.game) if action.type == "set_box"]
    assert boxes == [("power",), ("suspicion",)]


@rule("E-14")
def test_figures_are_set_as_they_lie():
    table = light(3).begin_round()
    table.correct("set_reputation", side=1, number=17).correct("set_cubes", place=1, cube="suspicion", number=3)
    table.correct("set_cubes", place="chow_hall", cube="suspicion", number=2).correct("set_marker", side=2)
    assert (table.game.reputation, table.has(1), table.has("chow_hall")) == (
        (10, 17, 10),
        "1 power 3 suspicion",
        "2 suspicion",
    )
    assert table.game.first_player == 2
    with pytest.raises(NotInTheBox):
        table.correct("set_cubes", place=0, cube="suspicion", number=8)


@rule("S-9")
def test_the_round_is_set_as_it_is():
    table = light(3).begin_round().correct("set_phase", round=5, phase="round")
    assert (table.game.round, table.game.phase) == (5, Phase.ROUND)
    assert table.begin_round().asks[-1] == "end_game"


# From one depth to the other


def full(**setup: Any) -> Table:
    """A full game in the middle of its lights out, with something of everything."""
    table = (
        players(3, leader=GEMS, **setup).gives(0, "2 scrap 1 gold 3 suspicion").gives("smithy", "2 suspicion 1 iron")
    )
    table.correct("set_tomes", holder=1, number=2).correct("set_reputation", side=2, number=14)
    table.correct("draw_item", to={"zone": "crafted", "side": 0})
    table.correct("set_shown", card=len(table.game.cards) - 1, shows={"valuables": ["gem", "gem"], "effects": []})
    table.happen(StorageSet(0, 7))
    return table.begin_round().lights_out({0: {"sewers": [5]}, 1: {"sewers": [4]}})


@rule("E-14")
def test_in_light_depth_only_what_it_follows_is_left():
    table = full().correct("set_depth", depth="light")
    game = table.game
    assert (game.phase, game.round, table.asks[0]) == (Phase.ROUND, 1, "cubes_come")
    assert [table.has(place) for place in (0, 1, 2, "smithy")] == [
        "1 power 3 suspicion",
        "1 power",
        "1 power",
        "2 suspicion",
    ]
    assert (game.reputation, game.leader, game.tokens, game.tomes) == ((10, 10, 14), 0, {}, {})
    assert [kind for kind in Kind if game.deck(kind) != game.setup.cards[kind]] == []
    assert (game.setup.depth, game.location) == (Depth.LIGHT, None)


@rule("O-2")
def test_what_cards_counted_for_the_leader_goal_still_counts_in_light_depth():
    table = full().correct("set_depth", depth="light")
    assert table.game.counted == {(0, "gem"): 2}
    assert table.correct("set_count", side=1, what="gem", number=2).game.leader == 0
    assert table.correct("set_count", side=1, what="gem", number=3).game.leader == 1


@rule("E-14", "S-9")
@pytest.mark.parametrize("phase", ["roll_call", "lights_out", "patrol"])
def test_light_depth_can_be_chosen_in_every_phase(phase: str):
    table = full().correct("set_phase", round=3, phase=phase).correct("set_depth", depth="light")
    assert (table.game.round, table.game.phase) == (3, Phase.ROUND)


@rule("E-14", "S-9")
def test_in_the_setup_light_depth_stays_in_the_setup():
    table = players(3, goons=()).correct("set_depth", depth="light")
    assert (table.game.phase, table.asks) == (Phase.SETUP, ["cubes_come", "move_suspicion", "begin_round"])


@rule("E-14", "S-9")
def test_at_the_end_the_depth_is_what_it_is():
    table = players(2).correct("set_phase", round=6, phase="patrol")
    assert table.game.phase is Phase.LAST_RAID
    assert "set_depth" not in table.corrections
    assert "set_depth" not in light(2).correct("set_phase", round=6, phase="round").corrections


@rule("E-14", "P-6")
def test_a_raid_that_is_due_comes_before_full_depth():
    table = comes(light(3).begin_round(), 13)
    assert table.asks == ["raid"]
    assert "set_depth" not in table.corrections


def back(number: int = 3, **setup: Any) -> Table:
    """A light game that goes on in full depth."""
    return light(number, **setup).begin_round().correct("set_depth", depth="full")


NOTHING = {
    "scrap": 0,
    "potion": 0,
    "iron": 0,
    "gold": 0,
    "tomes": 0,
    "crafted": 0,
    "reserved": 0,
    "goons": 0,
}


@rule("E-14", "S-9")
def test_on_the_way_to_full_depth_everybody_says_at_the_same_time_what_it_holds():
    table = back()
    assert [(one.type, one.side) for one in table.prompt.actions[:3]] == [("enter_holdings", side) for side in range(3)]
    assert table.prompt.side is None
    table.act("enter_holdings", side=1, **{**NOTHING, "scrap": 3, "gold": 1, "tomes": 2, "goons": 5, "crafted": 2})
    assert table.has(1) == "3 scrap 1 gold 1 power"
    assert table.game.tomes == {1: 2}
    assert [one.side for one in table.prompt.actions if one.type == "enter_holdings"] == [0, 2]
    assert not [event for event in table.last if isinstance(event, AgendaSet)]
    table.act("enter_holdings", side=2, **{**NOTHING, "reserved": 1})
    table.act("enter_holdings", side=0, **NOTHING)
    # Then their cards lie there, and the board follows: four items, of which nothing is known, and the goons.
    assert [table.game.face(card) for card in table.game.lying(DISPLAY)] == [ItemFace()] * 4
    assert table.asks == ["type_goon", "type_goons", "deck_empty"]
    zones = (Zone.CRAFTED, Zone.RESERVE, Zone.GOONS)
    assert [len([*table.game.lying((zone, 1))]) for zone in zones] == [2, 0, 5]
    assert [len([*table.game.lying((zone, 2))]) for zone in zones] == [0, 1, 0]
    assert [len([*table.game.lying((zone, 0))]) for zone in zones] == [0, 0, 0]
    table.skip("begin_round")
    assert (table.game.round, table.game.phase, table.asks) == (1, Phase.PATROL, ["begin_round"])
    assert table.begin_round().asks == ["assign", "pass"]
    assert table.game.round == 2


@rule("P-6", "S-5")
def test_goons_that_lie_on_the_board_already_bring_no_cubes_once_more():
    table = comes(light(2).begin_round(), 2, 1).correct("set_depth", depth="full")
    for side in range(2):
        table.act("enter_holdings", side=side, **NOTHING)
    for number in (2, 1, 3, 0, 0):
        table.act("type_goon", goon={"type": "dwarf", "icons": number})
    assert suspicion_of(table) == [
        "2 suspicion",
        "1 suspicion",
        "",
        "",
        "",
    ]


@rule("S-5")
@pytest.mark.parametrize(("laid", "found"), [((0,), "3 suspicion"), ((1,), "1 suspicion")])
def test_in_the_setup_icons_are_laid_unless_cubes_lie_there(laid: tuple[int, ...], found: str):
    table = comes(light(2), *laid).correct("set_depth", depth="full")
    table.act("type_goon", goon={"type": "dwarf", "icons": 3}).skip("begin_round")
    assert (table.has("sewers"), table.game.phase) == (found, Phase.SETUP)


@rule("E-14")
def test_nobody_holds_more_than_the_box_has_and_what_others_say_changes_nothing_in_that():
    table = back(2)
    shapes = table.prompt.actions[1].fields
    in_the_box = {
        "scrap": 25,
        "potion": 15,
        "iron": 15,
        "gold": 10,
        "tomes": 28,
        "crafted": 34,
        "reserved": 34,
        "goons": 33,
    }
    assert shapes == {
        "side": ChoiceField((1,), proposed=(1,)),
        **{name: IntField(0, number, 0) for name, number in in_the_box.items()},
    }
    table.act("enter_holdings", side=0, **{**NOTHING, "gold": 10, "goons": 30})
    assert table.reasons("game.box_has_more") == []
    assert table.prompt.actions[0].fields == shapes


@rule("E-14")
def test_if_all_together_hold_more_than_the_box_was_thought_to_have_its_count_is_raised():
    table = back(2).act("enter_holdings", side=0, **{**NOTHING, "gold": 8, "tomes": 20, "goons": 30})
    table.act("enter_holdings", side=1, **{**NOTHING, "gold": 5, "tomes": 10, "goons": 4})
    setup = table.game.setup
    assert (setup.cubes[Cube.GOLD], setup.cards[Kind.TOME], setup.cards[Kind.GOON]) == (13, 30, 34)
    assert (table.has(1), table.rules) == ("5 gold 1 power", ["E-14", "P-3", "P-9"])


@rule("E-14")
def test_more_items_than_the_box_was_thought_to_have_raise_its_count():
    table = back(2, cards={Kind.ITEM: 5})
    table.act("enter_holdings", side=0, **{**NOTHING, "crafted": 5, "reserved": 2})
    table.act("enter_holdings", side=1, **NOTHING)
    assert table.game.setup.cards[Kind.ITEM] == 7


@rule("E-14")
def test_whoever_returns_to_light_depth_before_all_have_answered_is_asked_anew_later():
    table = back(2).act("enter_holdings", side=0, **{**NOTHING, "scrap": 4})
    table.correct("set_depth", depth="light")
    assert (table.has(0), table.game.answered) == ("1 power", frozenset())
    table.correct("set_depth", depth="full")
    assert [one.side for one in table.prompt.actions if one.type == "enter_holdings"] == [0, 1]


@rule("S-10")
def test_for_an_empty_seat_anybody_says_what_it_holds():
    table = light(2).begin_round().correct("set_away", side=1, away="yes").correct("set_depth", depth="full")
    assert [one.side for one in table.prompt.actions if one.type == "enter_holdings"] == [0, None]
    table.act("enter_holdings", side=1, **{**NOTHING, "iron": 2})
    assert table.has(1) == "2 iron 1 power"


@rule("O-1", "O-10")
def test_cards_that_are_known_count_beside_those_that_were_only_counted():
    table = (
        light(2, leader=LeaderGoal(Goon.DWARF, 2)).begin_round().correct("set_count", side=1, what="dwarf", number=2)
    )
    table.correct("set_depth", depth="full")
    for side in range(2):
        table.act("enter_holdings", side=side, **{**NOTHING, "goons": 2})
    table.skip("begin_round")
    assert table.game.leader == 1
    dwarf = {"type": "dwarf", "icons": 0}
    table.correct("draw_goon", to={"zone": "goons", "side": 0}, goon=dwarf)
    table.correct("draw_goon", to={"zone": "goons", "side": 0}, goon=dwarf)
    assert table.game.leader == 1
    assert table.correct("draw_goon", to={"zone": "goons", "side": 0}, goon=dwarf).game.leader == 0
