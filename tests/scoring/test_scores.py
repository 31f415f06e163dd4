import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import (
    EDITIONS,
    FIRST,
    LATER,
    NAMES,
    PROTOTYPE,
    cited,
    line,
    named,
    points,
    rulings_of,
    said,
    scored,
)
from support.strategies import renamed, sheets

from companion.rules.editions import Edition
from companion.rules.errors import WrongMember, WrongNumberOfSides
from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable
from companion.scoring.score import CATEGORIES, score
from companion.scoring.sheet import EndGameGoal, ScoreSheet, Side

KNOWN = tomllib.loads(Path(__file__).with_name("known_answers").joinpath("sheets.toml").read_text("utf-8"))
TYPES = {"valuables": Valuable, "goons": Goon, "resources": Resource}

every_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)


def side_of(told: dict) -> Side:
    """A side as a known answer tells it."""
    given_ = {key: value for key, value in told.items() if key not in {"lines", "total", "rank"}}
    typed = {key: {TYPES[key](name): count for name, count in given_.pop(key, {}).items()} for key in TYPES}
    demons = [DemonValuable(valuable) for valuable in given_.pop("demons", [])]
    return Side(**given_, **typed, demons=demons)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(KNOWN["example_of_the_api"], marks=rule("F-1", "F-2", "D-1", "O-7", "O-4")),
        pytest.param(KNOWN["solitary_with_everything"], marks=rule("F-1", "F-4", "F-5", "D-4", "O-7", "O-4")),
        pytest.param(KNOWN["a_side_alone"], marks=rule("D-8", "F-2")),
    ],
    ids=list(KNOWN),
)
def test_a_whole_sheet(told: dict):
    sheet = ScoreSheet(
        [side_of(side) for side in told["sides"]],
        LATER,
        rulings_of(),
        solitary=told.get("solitary", False),
        last_raid=told["last_raid"],
        end_game_goal=EndGameGoal(told["end_game_goal"]),
    )
    result = score(sheet)
    assert [side.name for side in result.sides] == [side["name"] for side in told["sides"]]
    assert [points(side) for side in result.sides] == [side["lines"] for side in told["sides"]]
    assert [side.total for side in result.sides] == [side["total"] for side in told["sides"]]
    assert [side.rank for side in result.sides] == [side["rank"] for side in told["sides"]]
    assert result.winners == tuple(side["name"] for side in told["sides"] if side["rank"] == 1)


@rule("F-1", "T-4")
def test_every_category_has_its_line_zeros_included():
    lines = scored(Side("Vera")).sides[0].lines
    assert tuple(line.category for line in lines) == CATEGORIES
    assert [line.points for line in lines] == [0] * 14


@rule("F-1")
def test_the_categories_stand_in_their_order():
    assert (
        *("track", "raid", "leader_goal", "end_game_goal"),
        *("bandit", "cultist", "dwarf", "hobgoblin", "demon", "ratman", "flayer"),
        *("resources", "tomes", "first_player"),
    ) == CATEGORIES


@rule("F-1", "F-4", "F-2")
@given(sheets())
def test_the_total_is_the_sum_of_the_lines(sheet):
    for side in score(sheet).sides:
        assert side.total == sum(line.points for line in side.lines)
        assert [line.category for line in side.lines] == list(CATEGORIES)


# Goons: the worked examples X-1, X-2, X-3, X-4, X-5, and the rest


@rule("G-2")
@every_edition
def test_x_1_three_cultists_and_four_items(rules: Edition):
    assert line("cultist", rules=rules, items=4, goons={Goon.CULTIST: 3}) == 12


@rule("G-4")
@every_edition
@pytest.mark.parametrize(("power", "expected"), [(5, 15), (6, 18), (0, 0)])
def test_x_2_three_hobgoblins(power: int, expected: int, rules: Edition):
    assert line("hobgoblin", rules=rules, power=power, goons={Goon.HOBGOBLIN: 3}) == expected


@rule("G-3")
@every_edition
@pytest.mark.parametrize(
    ("number", "expected"), [(0, 0), (1, 1), (2, 3), (3, 7), (4, 12), (5, 18), (6, 25), (7, 30), (8, 30), (99, 30)]
)
def test_x_3_dwarves_by_their_number(number: int, expected: int, rules: Edition):
    assert line("dwarf", rules=rules, goons={Goon.DWARF: number}) == expected


@rule("G-6")
@every_edition
@pytest.mark.parametrize(("number", "expected"), [(0, 0), (1, -3), (2, 1), (3, 6), (4, 13), (5, 25), (6, 25), (99, 25)])
def test_x_4_ratmen_by_their_number(number: int, expected: int, rules: Edition):
    assert line("ratman", rules=rules, goons={Goon.RATMAN: number}) == expected


@rule("G-5")
@every_edition
@pytest.mark.parametrize("shown", [DemonValuable.GEM, DemonValuable.ANY])
def test_x_5_a_demon_and_eight_valuables_that_count(shown: DemonValuable, rules: Edition):
    assert line("demon", rules=rules, demons=[shown], valuables={Valuable.GEM: 8}) == 16


@rule("G-5")
@pytest.mark.parametrize(
    ("demons", "expected"),
    [
        ([], 0),
        (["blade"], 2),
        (["gem"], 6),
        (["magic"], 10),
        (["any"], 18),
        (["gem", "gem"], 12),
        (["gem", "blade", "any", "gem"], 6 + 2 + 18 + 6),
    ],
)
def test_each_demon_scores_on_its_own(demons: list[str], expected: int):
    valuables = {Valuable.BLADE: 1, Valuable.GEM: 3, Valuable.MAGIC: 5}
    assert line("demon", demons=[DemonValuable(shown) for shown in demons], valuables=valuables) == expected


@rule("G-5")
def test_demons_of_a_kind_are_told_together():
    demons = [DemonValuable.GEM, DemonValuable.ANY, DemonValuable.GEM]
    reasons = scored(Side("Vera", demons=demons, valuables={Valuable.GEM: 3, Valuable.BLADE: 1})).sides[0].reasons
    assert [reason.data for reason in reasons if reason.rule == "G-5"] == [
        {"count": 2, "valuable": "gem", "valuables": 3, "each": 2, "points": 12},
        {"count": 1, "valuable": "any", "valuables": 4, "each": 2, "points": 8},
    ]


@rule("G-1")
@every_edition
def test_a_bandit_scores_three_each(rules: Edition):
    assert [line("bandit", rules=rules, goons={Goon.BANDIT: number}) for number in (0, 1, 4)] == [0, 3, 12]


@rule("G-7")
@every_edition
def test_a_flayer_scores_two_each(rules: Edition):
    assert [line("flayer", rules=rules, goons={Goon.FLAYER: number}) for number in (0, 1, 4)] == [0, 2, 8]


@rule("G-2", "G-4")
def test_cultists_count_items_and_hobgoblins_count_power():
    holdings = {"items": 2, "power": 5, "goons": {Goon.CULTIST: 1, Goon.HOBGOBLIN: 1}}
    assert (line("cultist", **holdings), line("hobgoblin", **holdings)) == (2, 5)


@pytest.mark.parametrize(
    ("goon", "expected"),
    [
        pytest.param(Goon.BANDIT, ("G-1", "score.bandit", {"count": 2, "each": 3, "points": 6}), marks=rule("G-1")),
        pytest.param(
            Goon.CULTIST,
            ("G-2", "score.cultist", {"count": 2, "each": 4, "points": 8, "items": 4}),
            marks=rule("G-2"),
        ),
        pytest.param(Goon.DWARF, ("G-3", "score.dwarf", {"count": 2, "points": 3}), marks=rule("G-3")),
        pytest.param(
            Goon.HOBGOBLIN,
            ("G-4", "score.hobgoblin", {"count": 2, "each": 5, "points": 10, "power": 5}),
            marks=rule("G-4"),
        ),
        pytest.param(Goon.RATMAN, ("G-6", "score.ratman", {"count": 2, "points": 1}), marks=rule("G-6")),
        pytest.param(Goon.FLAYER, ("G-7", "score.flayer", {"count": 2, "each": 2, "points": 4}), marks=rule("G-7")),
    ],
)
def test_every_goon_is_told_with_its_figures(goon: Goon, expected: tuple):
    reasons = scored(Side("Vera", items=4, power=5, goons={goon: 2})).sides[0].reasons
    assert [tuple(reason[:3]) for reason in reasons if reason.rule.startswith("G")] == [expected]


@rule("E-14")
def test_goons_of_another_type_are_worth_what_their_owner_says_and_nothing_is_told_of_none():
    some, none = scored(Side("Vera", other_goons=3), Side("Stan", other_goons=0)).sides
    told = [tuple(reason[:3]) for reason in some.reasons if reason.rule == "E-14"]
    assert (told, some.total) == ([("E-14", "score.other_goons", {"points": 3})], none.total + 3)
    assert "E-14" not in cited(none.reasons)


@rule("G-1", "G-2", "G-3", "G-4", "G-5", "G-6", "G-7")
def test_goons_that_a_side_does_not_have_are_not_told():
    reasons = scored(Side("Vera", items=4, power=5, valuables={Valuable.GEM: 2})).sides[0].reasons
    assert cited(reasons) == ["F-2"]


# What is left over


@rule("F-1")
@every_edition
@pytest.mark.parametrize(("resource", "each"), [("scrap", 1), ("potion", 1), ("iron", 1), ("gold", 2)])
def test_resources_left_over(resource: str, each: int, rules: Edition):
    assert line("resources", rules=rules, resources={Resource(resource): 3}) == 3 * each


@rule("F-1")
def test_resources_of_several_kinds_add_up():
    resources = {Resource.SCRAP: 1, Resource.POTION: 2, Resource.IRON: 3, Resource.GOLD: 4}
    reasons = scored(Side("Vera", resources=resources)).sides[0].reasons
    assert said(reasons) == [("F-1", "score.resources"), ("F-2", "score.most")]
    assert reasons[0].data == {"points": 14, "gold": 4, "others": 6}


@rule("F-1")
def test_a_resource_that_is_left_out_is_none_of_it():
    reasons = scored(Side("Vera", resources={Resource.SCRAP: 2})).sides[0].reasons
    assert reasons[0].data == {"points": 2, "gold": 0, "others": 2}


@rule("F-1", "T-4")
@every_edition
def test_a_tome_in_hand_scores_one(rules: Edition):
    assert line("tomes", rules=rules, tomes=3) == 3
    assert scored(Side("Vera", tomes=3), rules=rules).sides[0].reasons[0] == (
        "F-1",
        "score.tomes",
        {"count": 3, "points": 3},
        None,
    )


@rule("F-1")
@every_edition
def test_the_first_player_marker_scores_two(rules: Edition):
    assert line("first_player", rules=rules, first_player=True) == 2
    assert scored(Side("Vera", first_player=True), rules=rules).sides[0].reasons[0][:3] == (
        "F-1",
        "score.first_player",
        {"count": 1, "points": 2},
    )


@rule("F-1")
def test_items_and_valuables_alone_score_nothing():
    vera = Side("Vera", items=5, reserved=3, power=4, suspicion=3, valuables={Valuable.GEM: 4}, leader_count=9)
    assert scored(vera).sides[0].total == 0


@rule("F-3", "F-1")
def test_the_track_has_no_upper_end():
    result = scored(Side("Vera", reputation=9999)).sides[0]
    assert result.total == 9999
    assert result.reasons[0] == ("F-1", "score.track", {"points": 9999}, None)


@rule("F-1")
def test_reasons_stand_in_the_order_of_the_lines():
    vera = Side(
        "Vera",
        reputation=20,
        suspicion=3,
        power=1,
        items=1,
        goons={goon: 1 for goon in Goon if goon is not Goon.DEMON},
        demons=[DemonValuable.ANY],
        resources={Resource.GOLD: 1},
        tomes=1,
        first_player=True,
        leader_goal=True,
        goal_points=3,
    )
    sides = [vera, Side("Isaac"), Side("Stan")]
    reasons = scored(*sides, last_raid=True, end_game_goal=EndGameGoal.CONDITION).sides[0].reasons
    assert cited(reasons) == (
        ["F-1", "D-1", "O-4", "O-8"] + [f"G-{number}" for number in range(1, 8)] + ["F-1", "F-1", "F-1", "F-2"]
    )


@rule("F-4")
@every_edition
def test_the_guards_score_gold_and_no_other_resource(rules: Edition):
    resources = {Resource.SCRAP: 4, Resource.POTION: 5, Resource.IRON: 6, Resource.GOLD: 3}
    player, guards = scored(
        Side("Vera", resources=resources), Side("Guards", guards=True, resources=resources), rules=rules
    ).sides
    assert (points(player), points(guards)) == ({"resources": 21}, {"resources": 6})
    assert guards.reasons[0] == ("F-4", "score.guards_resources", {"points": 6, "gold": 3, "others": 15}, None)
    assert player.reasons[0].rule == "F-1"


@rule("F-4")
def test_the_answer_says_that_the_guards_cheap_resources_count_for_nothing():
    guards = scored(Side("Vera"), Side("Guards", guards=True, resources={Resource.SCRAP: 4})).sides[1]
    assert said(guards.reasons)[0] == ("F-4", "score.guards_resources")
    assert guards.total == 0


@rule("F-4")
def test_the_guards_score_the_rest_as_one_of_two():
    guards = Side(
        "Guards", guards=True, reputation=12, power=3, goons={Goon.HOBGOBLIN: 2}, first_player=True, leader_goal=True
    )
    assert points(scored(Side("Vera"), guards).sides[1]) == {
        "track": 12,
        "leader_goal": 6,
        "hobgoblin": 6,
        "first_player": 2,
    }


@rule("F-4", "Z-17")
def test_the_guards_hold_no_tomes():
    with pytest.raises(WrongMember) as caught:
        scored(Side("Vera", tomes=1), Side("Guards", guards=True, tomes=1))
    assert (caught.value.key, caught.value.path) == ("guards.no_tomes", ("sides", 1, "tomes"))
    with pytest.raises(WrongNumberOfSides) as several:
        score(ScoreSheet([Side("Guards", guards=True, tomes=1)] * 2, LATER, rulings_of(), solitary=True))
    assert [one.key for one in several.value.all] == ["sides.solitary", "guards.no_tomes", "guards.no_tomes"]


# The last raid


@rule("D-6", "D-5")
@pytest.mark.parametrize(("reputation", "moved"), [(20, -8), (8, -8), (5, -5), (0, 0)])
def test_the_raid_line_is_what_the_track_really_moved(reputation: int, moved: int):
    sides = [Side("Vera", reputation=reputation, suspicion=5), Side("Isaac", suspicion=3), Side("Stan", suspicion=1)]
    vera = scored(*sides, last_raid=True).sides[0]
    assert points(vera).get("raid", 0) == moved
    assert vera.total == reputation + moved


@rule("D-6", "D-1")
def test_the_last_raid_is_told_of_each_side_by_its_name():
    sides = [Side("Vera", reputation=9, suspicion=5), Side("Isaac", suspicion=3), Side("Stan", suspicion=1)]
    raided = [
        reason for side in scored(*sides, last_raid=True).sides for reason in side.reasons if reason.rule == "D-1"
    ]
    assert [(reason.data["side"], reason.data["cubes"]) for reason in raided] == [
        ("Vera", 5),
        ("Isaac", 3),
        ("Stan", 1),
    ]


@rule("D-6")
def test_without_a_last_raid_suspicion_costs_nothing():
    result = scored(Side("Vera", reputation=20, suspicion=5), Side("Isaac", suspicion=1))
    assert [points(side) for side in result.sides] == [{"track": 20}, {}]
    assert [cited(side.reasons) for side in result.sides] == [["F-1", "F-2"], ["F-2"]]


@rule("D-6", "D-4")
def test_the_last_raid_of_a_solitary_game_follows_its_own_rule():
    result = scored(
        Side("Vera", reputation=20, suspicion=2),
        Side("Guards", guards=True, reputation=20, suspicion=5),
        last_raid=True,
    )
    assert [points(side).get("raid", 0) for side in result.sides] == [0, -6]
    assert [said(side.reasons)[1] for side in result.sides] == [("D-4", "raid.fewer"), ("D-4", "raid.most")]
    assert not any(named(side.reasons) for side in result.sides)


@rule("D-7")
def test_zeros_that_count_are_seen_in_the_score():
    sides = [Side("Vera", reputation=20, suspicion=5), Side("Isaac", reputation=20), Side("Stan", reputation=20)]
    result = scored(*sides, last_raid=True, house={"zero_suspicion": "counts"})
    assert [points(side)["track"] + points(side)["raid"] for side in result.sides] == [12, 18, 18]
    assert [named(side.reasons) for side in result.sides] == [set(), {"zero_suspicion"}, {"zero_suspicion"}]


@rule("D-7")
@pytest.mark.parametrize("value", ["ignored", "counts"])
def test_the_ruling_on_zeros_is_not_named_where_there_is_nothing_left_to_lose(value: str):
    sides = [Side("Vera", reputation=20, suspicion=5), Side("Isaac"), Side("Stan")]
    result = scored(*sides, last_raid=True, house={"zero_suspicion": value})
    assert not any(named(side.reasons) for side in result.sides)


# Goals


@rule("O-8")
def test_every_side_that_meets_a_condition_goal_scores():
    sides = [Side("Vera", goal_points=4), Side("Isaac", goal_points=4), Side("Stan")]
    result = scored(*sides, end_game_goal=EndGameGoal.CONDITION)
    assert [points(side).get("end_game_goal") for side in result.sides] == [4, 4, None]
    assert result.sides[0].reasons[0] == ("O-8", "goal.condition", {"points": 4}, None)
    assert "O-8" not in cited(result.sides[2].reasons)


@rule("O-7", "O-8")
@pytest.mark.parametrize(
    ("goal", "expected"),
    [(EndGameGoal.MAJORITY, [8, 4, 0]), (EndGameGoal.CONDITION, [1, 0, 7]), (EndGameGoal.NONE, [0, 0, 0])],
)
def test_an_end_game_goal_reads_what_its_kind_asks_for(goal: EndGameGoal, expected: list[int]):
    sides = [
        Side("Vera", goal_count=5, goal_points=1),
        Side("Isaac", goal_count=3),
        Side("Stan", goal_count=1, goal_points=7),
    ]
    result = scored(*sides, end_game_goal=goal)
    assert [points(side).get("end_game_goal", 0) for side in result.sides] == expected


@rule("O-4")
@pytest.mark.parametrize(("size", "expected"), [(2, 6), (3, 8), (5, 8)])
def test_only_the_holder_scores_the_leader_goal(size: int, expected: int):
    sides = [Side(name, leader_goal=name == "Isaac") for name in NAMES[:size]]
    result = scored(*sides)
    assert {side.name: points(side) for side in result.sides if points(side)} == {"Isaac": {"leader_goal": expected}}
    assert [cited(side.reasons).count("O-4") for side in result.sides] == [int(side.name == "Isaac") for side in sides]


@rule("O-5")
def test_the_minimum_of_the_leader_goal_may_be_told():
    vera = Side("Vera", leader_goal=True, leader_count=3)
    usual = scored(vera, Side("Isaac", leader_count=1), rules=PROTOTYPE)
    higher = scored(vera, Side("Isaac", leader_count=1), rules=PROTOTYPE, leader_minimum=4)
    assert [points(result.sides[0]).get("leader_goal", 0) for result in (usual, higher)] == [6, 0]


@rule("E-5")
@pytest.mark.parametrize(
    ("rules", "expected"), [(PROTOTYPE, 0), (FIRST, 6), (LATER, 6)], ids=["prototype", "first", "later"]
)
def test_a_leader_goal_on_which_two_sides_tie(rules: Edition, expected: int):
    sides = [Side("Vera", reputation=1, leader_goal=True, leader_count=3), Side("Isaac", reputation=2, leader_count=3)]
    result = scored(*sides, rules=rules)
    assert points(result.sides[0]).get("leader_goal", 0) == expected
    assert [named(side.reasons) for side in result.sides] == [{"leader_tie"}, {"leader_tie"}]
    assert [side.rank for side in result.sides] == ([1, 2] if expected else [2, 1])


@rule("E-5")
def test_a_ruling_that_moves_only_one_side_is_named_with_that_one():
    sides = [Side("Vera", leader_goal=True, leader_count=3), Side("Isaac", reputation=20, leader_count=3)]
    assert [named(side.reasons) for side in scored(*sides).sides] == [{"leader_tie"}, set()]


@rule("O-9")
def test_the_ruling_on_zero_counts_is_named_with_every_side_that_it_moved():
    sides = [Side("Vera", goal_count=3), Side("Isaac", reputation=1), Side("Stan"), Side("Claire", reputation=40)]
    result = scored(*sides, end_game_goal=EndGameGoal.MAJORITY, house={"zero_majority": "counts"})
    assert [points(side).get("end_game_goal", 0) for side in result.sides] == [8, 2, 2, 2]
    assert [named(side.reasons) for side in result.sides] == [set(), *[{"zero_majority"}] * 3]


# Ranks


def ranks(*sides: Side, **told) -> list[int]:
    """The rank of each side."""
    return [side.rank for side in scored(*sides, **told).sides]


@rule("F-2")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ([(30, 0)], [1]),
        ([(30, 0), (20, 9), (40, 0)], [2, 3, 1]),
        ([(30, 1), (30, 2), (20, 0)], [2, 1, 3]),
        ([(30, 2), (30, 2), (20, 9)], [1, 1, 3]),
        ([(30, 2), (20, 1), (20, 1), (10, 0)], [1, 2, 2, 4]),
        ([(20, 1), (20, 2), (30, 0)], [3, 2, 1]),
        ([(5, 5)] * 5, [1, 1, 1, 1, 1]),
    ],
)
def test_the_total_ranks_then_items_and_then_the_place_is_shared(held, expected: list[int]):
    sides = [Side(name, reputation=total, items=items) for name, (total, items) in zip(NAMES, held, strict=False)]
    result = scored(*sides)
    assert [side.rank for side in result.sides] == expected
    assert [side.winner for side in result.sides] == [rank == 1 for rank in expected]
    assert result.winners == tuple(side.name for side, rank in zip(sides, expected, strict=False) if rank == 1)


@rule("F-2")
def test_the_answer_says_what_decided_a_rank():
    sides = [
        Side("Vera", reputation=20, items=1),
        Side("Isaac", reputation=20, items=2),
        Side("Stan", reputation=30),
        Side("Claire", reputation=20, items=1),
    ]
    told = [side.reasons[-1] for side in scored(*sides).sides]
    level = ("Vera", "Isaac", "Claire")
    assert [reason[:3] for reason in told] == [
        ("F-2", "score.shared", {"sides": level, "total": 20, "rank": 3, "items": 1}),
        ("F-2", "score.tie_break", {"sides": level, "total": 20, "rank": 2, "items": 2}),
        ("F-2", "score.most", {"total": 30, "rank": 1}),
        ("F-2", "score.shared", {"sides": level, "total": 20, "rank": 3, "items": 1}),
    ]


@rule("F-2")
def test_a_tie_of_two_is_a_tie():
    told = [side.reasons[-1] for side in scored(Side("Vera", items=1), Side("Isaac")).sides]
    assert [(reason.key, reason.data["items"]) for reason in told] == [
        ("score.tie_break", 1),
        ("score.tie_break", 0),
    ]


@rule("F-2")
def test_a_clear_second_is_told_its_place_and_nothing_of_ties():
    second = scored(Side("Vera", reputation=20), Side("Isaac", reputation=10)).sides[1].reasons[-1]
    assert second[:3] == ("F-2", "score.place", {"total": 10, "rank": 2})


@rule("F-2")
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=5))
def test_a_rank_counts_those_who_are_better(held):
    sides = [Side(name, reputation=total, items=items) for name, (total, items) in zip(NAMES, held, strict=False)]
    assert ranks(*sides) == [1 + sum(other > own for other in held) for own in held]


@rule("F-5")
@pytest.mark.parametrize(
    ("mine", "theirs", "rank_of_the_player", "key"),
    [(21, 20, 1, "score.solitary_won"), (20, 20, 2, "score.solitary_tie"), (19, 20, 2, "score.solitary_lost")],
)
@pytest.mark.parametrize("guards_first", [True, False])
def test_in_solitary_the_player_must_have_more(mine: int, theirs: int, rank_of_the_player: int, key, guards_first):
    sides = [Side("Vera", reputation=mine, items=9, reserved=9), Side("Guards", reputation=theirs, guards=True)]
    result = scored(*(reversed(sides) if guards_first else sides))
    assert {side.name: side.rank for side in result.sides} == {
        "Vera": rank_of_the_player,
        "Guards": 3 - rank_of_the_player,
    }
    assert result.winners == ("Vera",) if rank_of_the_player == 1 else ("Guards",)
    for side in result.sides:
        assert side.reasons[-1][:3] == ("F-5", key, {"player": mine, "guards": theirs})


@rule("C-5", "F-2")
@pytest.mark.parametrize(("value", "expected"), [("ignored", [1, 1, 1]), ("tie_break", [2, 1, 2])])
def test_reserved_items_count_in_the_tie_break_only_where_the_table_says_so(value: str, expected: list[int]):
    sides = [Side("Vera", items=1), Side("Isaac", items=1, reserved=1), Side("Stan", items=1)]
    result = scored(*sides, house={"reserved_items": value})
    assert [side.rank for side in result.sides] == expected
    named_with = [{"reserved_items"}, set(), {"reserved_items"}]
    assert [named(side.reasons) for side in result.sides] == named_with
    assert said(result.sides[0].reasons)[-2] == ("C-5", f"ruling.reserved_items.{value}")


@rule("C-5")
def test_reserved_items_are_added_to_the_crafted_ones():
    sides = [Side("Vera", items=2), Side("Isaac", items=1, reserved=1), Side("Stan", items=1, reserved=2)]
    assert ranks(*sides, house={"reserved_items": "tie_break"}) == [2, 2, 1]


@rule("C-5")
@pytest.mark.parametrize("value", ["ignored", "tie_break"])
def test_reserved_items_count_for_nothing_else(value: str):
    vera = Side("Vera", reserved=5, goons={Goon.CULTIST: 2}, demons=[DemonValuable.ANY])
    result = scored(vera, Side("Isaac", reputation=1), house={"reserved_items": value})
    assert [side.total for side in result.sides] == [0, 1]
    assert not any(named(side.reasons) for side in result.sides)


@rule("C-5", "F-5")
@pytest.mark.parametrize("value", ["ignored", "tie_break"])
def test_in_solitary_no_items_are_compared(value: str):
    sides = [Side("Vera", items=5, reserved=5), Side("Guards", guards=True)]
    result = scored(*sides, house={"reserved_items": value})
    assert [side.rank for side in result.sides] == [2, 1]
    assert not any(named(side.reasons) for side in result.sides)


# Below zero


@rule("F-6")
@pytest.mark.parametrize(("value", "total", "ratman"), [("none", -3, -3), ("zero", 0, 0)])
def test_a_total_below_zero_follows_the_ruling(value: str, total: int, ratman: int):
    sides = [Side("Vera", goons={Goon.RATMAN: 1}), Side("Isaac", reputation=9)]
    vera = scored(*sides, house={"total_floor": value}).sides[0]
    assert (vera.total, points(vera).get("ratman", 0)) == (total, ratman)
    assert said(vera.reasons)[-2] == ("F-6", f"ruling.total_floor.{value}")


@rule("F-6")
def test_the_ratmens_loss_is_cut_only_as_far_as_needed():
    vera = scored(
        Side("Vera", reputation=2, goons={Goon.RATMAN: 1}), Side("Isaac", reputation=9), house={"total_floor": "zero"}
    ).sides[0]
    assert (vera.total, points(vera)) == (0, {"track": 2, "ratman": -2})
    assert said(vera.reasons) == [
        ("F-1", "score.track"),
        ("G-6", "score.ratman"),
        ("F-6", "ruling.total_floor.zero"),
        ("F-2", "score.place"),
    ]


@rule("F-6")
@pytest.mark.parametrize("value", ["none", "zero"])
@pytest.mark.parametrize("reputation", [3, 4])
def test_the_floor_is_not_named_from_zero_on(reputation: int, value: str):
    vera = Side("Vera", reputation=reputation, goons={Goon.RATMAN: 1})
    result = scored(vera, Side("Isaac", reputation=9), house={"total_floor": value}).sides[0]
    assert result.total == reputation - 3
    assert not named(result.reasons)


@rule("F-6")
@pytest.mark.parametrize(("value", "expected"), [("none", [2, 1]), ("zero", [1, 1])])
def test_the_floor_is_named_with_a_side_whose_rank_it_moved(value: str, expected: list[int]):
    sides = [Side("Vera", goons={Goon.RATMAN: 1}), Side("Isaac", goons={Goon.RATMAN: 1}, reputation=3)]
    result = scored(*sides, house={"total_floor": value})
    assert [side.rank for side in result.sides] == expected
    assert named(result.sides[0].reasons) == {"total_floor"}


@rule("F-6", "F-5")
def test_the_floor_holds_for_the_guards_too():
    sides = [Side("Vera"), Side("Guards", guards=True, goons={Goon.RATMAN: 1})]
    assert ranks(*sides) == [1, 2]
    assert ranks(*sides, house={"total_floor": "zero"}) == [2, 1]


# Sheets that the game does not have, and what never matters


@rule("S-1", "F-1")
@pytest.mark.parametrize("size", [1, 5])
def test_one_side_and_five_sides_can_be_scored(size: int):
    assert len(scored(*(Side(name) for name in NAMES[:size])).sides) == size


@rule("S-1", "F-1")
@pytest.mark.parametrize("size", [0, 6])
def test_a_sheet_has_one_to_five_sides(size: int):
    with pytest.raises(WrongNumberOfSides) as caught:
        scored(*(Side(f"Side {number}") for number in range(size)))
    assert (caught.value.key, caught.value.path) == ("sides.number", ("sides",))
    assert caught.value.data == {"least": 1, "most": 5}


@rule("F-1", "F-4", "Z-1")
def test_a_solitary_sheet_has_a_player_and_the_guards():
    with pytest.raises(WrongNumberOfSides):
        score(ScoreSheet([Side("Vera"), Side("Isaac")], LATER, rulings_of(), solitary=True))
    with pytest.raises(WrongMember) as caught:
        score(ScoreSheet([Side("Vera"), Side("Guards", guards=True)], LATER, rulings_of()))
    assert caught.value.path == ("sides", 1, "guards")


@rule("F-1", "F-2")
@given(sheets())
def test_no_score_depends_on_how_the_sides_are_called(sheet):
    names = {"Vera": "gold", "Isaac": "Vera", "Stan": "Guards", "Claire": "{points}", "Mo": "any"}
    assert score(renamed(sheet, names)) == renamed(score(sheet), names)


@rule("F-1", "F-2")
@given(sheets(), st.randoms(use_true_random=False))
def test_the_order_of_the_sides_does_not_matter(sheet, random):
    order = list(range(len(sheet.sides)))
    random.shuffle(order)
    moved = score(replace(sheet, sides=[sheet.sides[index] for index in order])).sides
    usual = score(sheet).sides
    assert [(side.name, side.lines, side.total, side.rank) for side in moved] == [
        (usual[index].name, usual[index].lines, usual[index].total, usual[index].rank) for index in order
    ]


@rule("F-1", "F-4")
@given(sheets())
def test_every_line_that_is_not_zero_has_its_rule(sheet):
    lines_of_a_rule = {
        "track": {"F-1"},
        "raid": {"D-1", "D-2", "D-4", "D-8"},
        "leader_goal": {"O-4"},
        "end_game_goal": {"O-7", "O-8"},
        "bandit": {"G-1"},
        "cultist": {"G-2"},
        "dwarf": {"G-3"},
        "hobgoblin": {"G-4"},
        "demon": {"G-5"},
        "ratman": {"G-6"},
        "flayer": {"G-7"},
        "resources": {"F-1", "F-4"},
        "tomes": {"F-1"},
        "first_player": {"F-1"},
    }
    for side in score(sheet).sides:
        ids = {*cited(side.reasons)}
        for category in points(side):
            assert ids & lines_of_a_rule[category]
