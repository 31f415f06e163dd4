"""What may be done at any time: a raid by hand, and the instant goal."""

import pytest
from support.common import rule
from support.game_player import Table, light, my_cards, players, with_goons

from companion.rules.phases.patrol import raided
from companion.rules.schema import ChoiceField, IntField
from companion.rules.state.events import TomesMoved
from companion.rules.state.position import Phase
from companion.rules.state.setup import Start
from companion.rules.vocabulary import Location

# Raids by hand


def suspected(*cubes: int, stars: int = 20, **house: str) -> Table:
    """A light game in its first round whose sides have so many suspicion cubes."""
    table = light(len(cubes), starts=(Start(stars),) * len(cubes), house=house).begin_round()
    for side, number in enumerate(cubes):
        if number:
            table.gives(side, f"{number} suspicion")
    return table


RAIDS = [
    # D-2: two sides.
    ((5, 2), (-6, 0)),
    ((2, 5), (0, -6)),
    ((3, 3), (0, 0)),
    ((0, 0), (0, 0)),
    ((1, 0), (-6, 0)),
    # D-1: most and second.
    ((5, 3, 1), (-8, -4, 0)),
    ((1, 3, 5, 2), (0, -4, -8, 0)),
    # Tied for most: 4 each, and nobody is second.
    ((4, 4, 2), (-4, -4, 0)),
    ((3, 3, 3), (-4, -4, -4)),
    ((2, 2, 2, 2), (-4, -4, -4, -4)),
    ((3, 1, 3, 2), (-4, 0, -4, 0)),
    ((2, 2, 2, 2, 2), (-4, -4, -4, -4, -4)),
    ((4, 4, 1, 1, 1), (-4, -4, 0, 0, 0)),
    # Tied for second: 2 each.
    ((5, 2, 2), (-8, -2, -2)),
    ((1, 4, 2, 2), (0, -8, -2, -2)),
    ((2, 2, 3, 2, 2), (-2, -2, -8, -2, -2)),
    # Nobody with cubes: nobody loses. One with cubes: nobody is second (D-7).
    ((0, 0, 0), (0, 0, 0)),
    ((3, 0, 0), (-8, 0, 0)),
    ((3, 3, 0, 0, 0), (-4, -4, 0, 0, 0)),
    ((3, 1, 0, 0), (-8, -4, 0, 0)),
]
"""The suspicion cubes of each side, and what a raid moves it on the track; worked out by hand from D-1, D-2 and D-7."""


@rule("D-1", "D-2", "D-3", "D-7")
@pytest.mark.parametrize(("cubes", "moves"), RAIDS)
def test_a_raid_by_hand_costs_most_and_second_most_and_clears_the_table(cubes: tuple[int, ...], moves: tuple[int, ...]):
    table = suspected(*cubes).gives("library", "1 suspicion")
    forecast = [one.reputation for one in raided(table.game).sides]
    table.act("raid_now")
    assert [now - 20 for now in table.game.reputation] == [*moves]
    assert [*table.game.reputation] == forecast
    assert not [place for place, cube in table.game.cubes if cube == "suspicion"]


ZEROS = [
    ((0, 0, 0), (-4, -4, -4)),
    ((3, 0, 0), (-8, -2, -2)),
    ((3, 0, 1, 0), (-8, 0, -4, 0)),
    ((2, 0, 0, 0, 0), (-8, -2, -2, -2, -2)),
    ((2, 2, 0), (-4, -4, 0)),
]
"""The same where sides without cubes rank too (D-7)."""


@rule("D-7")
@pytest.mark.parametrize(("cubes", "moves"), ZEROS)
def test_where_zeros_count_sides_without_cubes_rank_too(cubes: tuple[int, ...], moves: tuple[int, ...]):
    table = suspected(*cubes, zero_suspicion="counts").act("raid_now")
    assert [now - 20 for now in table.game.reputation] == [*moves]


@rule("D-5")
def test_a_raid_by_hand_ends_at_the_bottom_of_the_track():
    assert suspected(3, 2, 1, stars=3).act("raid_now").game.reputation == (0, 0, 3)


@rule("D-1", "D-2")
@pytest.mark.parametrize(("number", "id_"), [(2, "D-2"), (3, "D-1"), (5, "D-1")])
def test_a_raid_by_hand_cites_the_rule_of_its_table(number: int, id_: str):
    action = next(one for one in players(number).begin_round().prompt.actions if one.type == "raid_now")
    assert (action.rule, action.side, action.fields) == (id_, None, {})


@rule("D-1", "D-2")
def test_after_a_raid_by_hand_the_game_waits_for_what_it_waited_for():
    table = players(3).begin_round().gives(1, "2 suspicion")
    asked = table.prompt
    assert table.act("raid_now").told == ["side 1 -8 stars", "side 1 -2 suspicion"]
    assert table.prompt == asked


def may_raid(table: Table) -> bool:
    return "raid_now" in [action.type for action in table.prompt.actions]


@rule("D-1", "D-2")
def test_a_raid_is_called_from_the_first_round_to_the_last_raid():
    assert not may_raid(players(2))
    assert not may_raid(light(2))
    for phase in ("roll_call", "patrol"):
        assert may_raid(players(2, goons=()).correct("set_phase", round=2, phase=phase))
    assert may_raid(players(2).begin_round().lights_out({0: {"sewers": [2]}}))
    ending = players(2).correct("set_phase", round=6, phase="patrol")
    assert (ending.game.phase, may_raid(ending)) == (Phase.LAST_RAID, False)
    assert not may_raid(ending.act("raid"))


@rule("P-6")
def test_while_a_raid_is_due_no_other_is_called():
    table = light(2).begin_round().leaves("suspicion", 0, Location.LIBRARY)
    table.act("cubes_come", sewers=1, infirmary=0, smithy=0, commissary=0, chow_hall=0)
    assert (table.asks, may_raid(table)) == (["raid"], False)


def comes_short(table: Table) -> Table:
    """Light depth, where two cubes come and the supply has one; side 0 has two of those in play."""
    table.gives(0, "2 suspicion").leaves("suspicion", 1, Location.LIBRARY)
    return table.act("cubes_come", sewers=2, infirmary=0, smithy=0, commissary=0, chow_hall=0)


@rule("P-6")
def test_a_raid_is_due_only_as_long_as_the_supply_is_short():
    table = comes_short(light(3).begin_round())
    assert table.asks == ["raid"]
    table.correct("set_cubes", place="library", cube="suspicion", number=0)
    assert (table.asks[0], table.has("sewers"), table.has(0)) == ("cubes_come", "2 suspicion", "1 power 2 suspicion")
    assert [(one.rule, one.key) for one in table.reasons("game.raid_not_owed")] == [("P-6", "game.raid_not_owed")]


@rule("P-6")
def test_a_raid_that_somebody_calls_while_one_is_due_is_the_one_that_was_due():
    table = with_goons(players(3, goons=()), ["dwarf 1"] + ["dwarf 0"] * 4)
    table.happen(TomesMoved(1, None, 0))
    table.begin_round().correct("set_phase", round=1, phase="lights_out").gives(2, "3 suspicion")
    table.leaves("suspicion", 0, Location.LIBRARY).correct("set_phase", round=1, phase="patrol")
    table.skip("raid")
    assert table.asks == ["raid"]
    table.act("play_tome", side=0).act("raid_now")
    assert table.told[0] == "side 2 -8 stars"
    table.act("tome_done")
    assert (table.asks, table.game.reputation) == (["begin_round"], (10, 10, 2))


@rule("D-6")
def test_the_last_raid_is_due_whatever_the_supply_has():
    table = players(3).begin_round().correct("set_phase", round=6, phase="patrol")
    assert table.asks == ["raid"]


@rule("D-2")
@pytest.mark.parametrize(("players", "rules"), [(2, ["D-2", "D-3"]), (3, ["D-1", "D-7", "D-3"])])
def test_a_raid_cites_the_rule_of_so_many_sides(players: int, rules: list[str]):
    table = light(players)
    assert table.begin_round().gives(1, "2 suspicion").act("raid_now").rules == rules


@rule("D-4")
def test_against_the_guards_the_app_counts_and_nobody_calls_a_raid():
    assert not may_raid(my_cards().begin_round())


# The instant goal


@rule("O-6", "S-6")
def test_the_instant_goal_scores_at_once_for_the_first_who_meets_it():
    table = players(4, instant=True).begin_round()
    asked = table.asks
    table.act("claim_instant", side=2, points=5)
    assert (table.told, table.rules) == (["side 2 +5 stars"], ["O-6"])
    assert (table.game.instant, table.game.setup.instant, table.asks) == (2, True, asked)
    assert "claim_instant" not in [action.type for action in table.prompt.actions]


@rule("O-6")
def test_any_player_may_claim_the_instant_goal_for_up_to_99_points():
    (fields,) = [
        one.fields for one in light(3, instant=True).begin_round().prompt.actions if one.type == "claim_instant"
    ]
    assert fields == {"side": ChoiceField((0, 1, 2)), "points": IntField(0, 99)}


@rule("O-6")
def test_the_instant_goal_is_claimed_in_light_depth_too_and_may_give_nothing():
    table = light(2, instant=True).begin_round().act("claim_instant", side=0, points=0)
    assert (table.told, table.game.instant) == ([], 0)


@rule("O-6")
def test_the_instant_goal_is_never_lost():
    table = light(2, instant=True).begin_round().act("claim_instant", side=0, points=6).gives(0, "1 suspicion")
    table.act("raid_now")
    assert (table.game.reputation, table.game.instant) == ((10, 10), 0)
    assert table.correct("set_depth", depth="full").game.instant == 0


@rule("O-6", "Z-1")
def test_without_an_instant_goal_or_against_the_guards_there_is_none_to_claim():
    for table in (players(2).begin_round(), my_cards(instant=True).begin_round(), players(2, instant=True)):
        offered = [action.type for action in table.prompt.actions]
        assert "claim_instant" not in offered
    assert "set_instant" not in my_cards().corrections


@rule("O-6")
def test_who_has_the_instant_goal_can_be_corrected():
    table = players(3, instant=True).begin_round().act("claim_instant", side=2, points=5)
    assert table.correct("set_instant", side=1).game.instant == 1
    assert table.correct("set_instant", side="nobody").game.instant is None
    assert "claim_instant" in [action.type for action in table.prompt.actions]
    table.correct("set_instant", side="none")
    assert (table.game.setup.instant, "claim_instant" in [action.type for action in table.prompt.actions]) == (
        False,
        False,
    )
    assert table.correct("set_instant", side="nobody").game.setup.instant
