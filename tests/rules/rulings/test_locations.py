from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import LATER, NAMES, at, cited, guards, named, player, ranked, rewarded, said, taken
from support.strategies import bandit_cubes, locations, renamed, rule_sets, tables

from companion.rules.rulings.locations import resolve
from companion.rules.vocabulary import Location, Resource


def strays(result) -> list[str]:
    """The names of the sides whose tokens go to the Library."""
    return [outcome.place.side.name for outcome in result.outcomes if outcome.to_library]


# Worked examples


@rule("L-4", "L-8", "L-10", "L-13")
def test_x_6_the_infirmary_with_four_players():
    sides = [player("Stan", 4), player("Vera", 5, "enforcer"), player("Isaac", 4), player("Claire", 4)]
    result = at("infirmary", *sides, marker="Stan")
    assert [(outcome.place.side.name, outcome.place.strength) for outcome in result.outcomes] == [
        ("Vera", 6),
        ("Stan", 4),
        ("Isaac", 4),
        ("Claire", 4),
    ]
    assert rewarded(result) == {
        "Vera": {"kind": "resources", "resources": {"potion": 3}},
        "Stan": None,
        "Isaac": None,
        "Claire": {"kind": "resources", "resources": {"potion": 1}},
    }
    assert strays(result) == ["Stan", "Isaac"]


@rule("L-2", "L-4", "L-5", "L-10")
def test_x_7_a_lookout_sees_the_cubes_off_to_the_next():
    sides = [player("Vera", "enforcer", power=4), player("Isaac", "lookout", 4)]
    result = at("infirmary", *sides, marker="Isaac", suspicion=1)
    assert ranked(result) == ["Isaac", "Vera"]
    assert taken(result) == {"Isaac": 0, "Vera": 1}
    assert result.suspicion_left == 0


@rule("L-3", "L-10", "L-12")
def test_x_8_a_lone_lookout_at_the_sewers():
    result = at("sewers", player("Vera", "lookout"), *(player(name) for name in NAMES[1:4]))
    assert rewarded(result) == {"Vera": {"kind": "resources", "resources": {"scrap": 3}}}
    assert [outcome.place.strength for outcome in result.outcomes] == [0]


# Suspicion


@rule("L-5", "L-10")
def test_all_cubes_go_to_the_strongest_without_a_lookout():
    sides = [player("Vera", 5, "lookout"), player("Isaac", 4, "lookout"), player("Stan", 3), player("Claire", 2)]
    result = at("sewers", *sides, suspicion=3)
    assert taken(result) == {"Vera": 0, "Isaac": 0, "Stan": 3, "Claire": 0}
    assert result.suspicion_left == 0


@rule("L-5")
def test_where_everyone_has_a_lookout_the_cubes_stay():
    result = at("sewers", player("Vera", 5, "lookout"), player("Isaac", "lookout"), suspicion=2)
    assert taken(result) == {"Vera": 0, "Isaac": 0}
    assert result.suspicion_left == 2
    assert ("L-5", "location.suspicion_stays") in said(result.reasons)


@rule("L-5")
def test_where_nobody_is_the_cubes_stay():
    result = at("sewers", player("Vera"), player("Isaac"), suspicion=2)
    assert result.suspicion_left == 2
    assert said(result.reasons) == [("L-3", "location.nobody"), ("L-5", "location.suspicion_nobody")]


@rule("L-5")
def test_the_answer_says_whose_lookout_kept_the_cubes_away():
    sides = [player("Vera", 5, "lookout"), player("Isaac", 4, "lookout"), player("Stan", 3)]
    reasons = [reason for reason in at("sewers", *sides, suspicion=2).reasons if reason.rule == "L-5"]
    assert [(reason.key, reason.data) for reason in reasons] == [
        ("location.suspicion_lookout", {"side": "Stan", "cubes": 2, "passed": ("Vera", "Isaac")})
    ]


@rule("L-5")
def test_the_strongest_without_a_lookout_is_named():
    reasons = at("sewers", player("Vera", 5), player("Isaac", 4), suspicion=2).reasons
    assert ("L-5", "location.suspicion", {"side": "Vera", "cubes": 2}, None) in reasons
    assert cited(reasons).count("L-5") == 1


@rule("L-5")
def test_without_cubes_nobody_takes_any():
    result = at("sewers", player("Vera", 5), player("Isaac", "lookout"))
    assert set(taken(result).values()) == {0}
    assert result.suspicion_left == 0
    assert "L-5" not in cited(result.reasons)


@rule("Z-10")
def test_the_strongest_guards_take_suspicion():
    result = at("sewers", player("Vera", 2), guards(3), suspicion=2)
    assert taken(result) == {"Guards": 2, "Vera": 0}
    assert said(result.reasons)[2:4] == [("L-5", "location.suspicion"), ("Z-10", "location.suspicion_guards")]


@rule("Z-10")
def test_weaker_guards_take_it_where_only_the_players_lookout_kept_it_away():
    result = at("sewers", player("Vera", 5, "lookout"), guards(3), suspicion=2)
    assert taken(result) == {"Vera": 0, "Guards": 2}
    assert said(result.reasons)[2:4] == [("L-5", "location.suspicion_lookout"), ("Z-10", "location.suspicion_guards")]


@rule("Z-10")
def test_weaker_guards_take_none_from_a_player_without_a_lookout():
    result = at("sewers", player("Vera", 5), guards(3), suspicion=2)
    assert taken(result) == {"Vera": 2, "Guards": 0}
    assert "Z-10" not in cited(result.reasons)


@rule("L-5", "Z-10")
@given(tables(), locations, rule_sets(), st.integers(0, 3))
def test_a_locations_suspicion_goes_to_one_side_or_stays(table, location, rules_of_table, cubes):
    sides, marker, solitary = table
    rules, house = rules_of_table
    result = resolve(location, sides, marker, edition=rules, rulings=house, suspicion=cubes, solitary=solitary)
    takes = [outcome.suspicion for outcome in result.outcomes if outcome.suspicion]
    assert [*takes, result.suspicion_left] in ([cubes, 0], [cubes])
    takers = [outcome.place.side for outcome in result.outcomes if outcome.suspicion]
    assert not any(side.has_lookout for side in takers)


# What a Bandit laid there


@rule("P-7", "L-10")
def test_the_strongest_takes_what_a_bandit_laid_there():
    result = at("smithy", player("Vera", 2), player("Isaac", 5, "lookout"), bandit=[Resource.GOLD])
    assert {outcome.place.side.name: outcome.bandit for outcome in result.outcomes} == {
        "Isaac": (Resource.GOLD,),
        "Vera": (),
    }
    assert result.bandit_left == ()
    bandit = next(reason for reason in result.reasons if reason.rule == "P-7")
    assert bandit.data == {"side": "Isaac", "cubes": {"gold": 1}}
    assert "P-10" not in cited(result.reasons)


@rule("P-7", "P-10")
def test_the_strongest_takes_all_cubes_that_came_to_lie_there():
    cubes = [Resource.IRON, Resource.GOLD, Resource.IRON]
    result = at("smithy", player("Vera", 2), guards(5), bandit=cubes)
    assert result.outcomes[0].bandit == tuple(cubes)
    assert result.bandit_left == ()
    told = [reason for reason in result.reasons if reason.rule in {"P-7", "P-10"}]
    assert [(reason.rule, reason.key) for reason in told] == [
        ("P-7", "location.bandit"),
        ("P-10", "location.bandit_all"),
    ]
    assert told[0].data["cubes"] == {"iron": 2, "gold": 1}


@rule("P-10")
def test_a_bandits_cube_that_nobody_can_take_stays():
    result = at("smithy", player("Vera"), player("Isaac"), bandit=[Resource.IRON, Resource.IRON])
    assert result.bandit_left == (Resource.IRON, Resource.IRON)
    assert said(result.reasons) == [("L-3", "location.nobody"), ("P-10", "location.bandit_stays")]
    assert result.reasons[-1].data == {"cubes": {"iron": 2}}


@rule("P-7", "P-10")
def test_two_cubes_are_all_cubes():
    reasons = at("smithy", player("Vera", 2), player("Isaac"), bandit=[Resource.IRON, Resource.IRON]).reasons
    assert ("P-10", "location.bandit_all") in said(reasons)


@rule("P-7")
def test_where_no_bandit_laid_a_cube_none_is_spoken_of():
    assert "P-7" not in cited(at("smithy", player("Vera", 2), player("Isaac")).reasons)
    assert "P-10" not in cited(at("smithy", player("Vera"), player("Isaac")).reasons)


@rule("P-10")
def test_the_bandits_cubes_are_named_before_the_rest_of_the_reward():
    reasons = at("smithy", player("Vera", 5), player("Isaac", 4), bandit=[Resource.IRON]).reasons
    assert cited(reasons) == ["L-2", "L-2", "P-7", "L-14", "E-10"]


@rule("P-7", "P-10", "L-10")
@given(tables(), locations, rule_sets(), bandit_cubes)
def test_bandit_cubes_go_to_the_strongest_or_stay(table, location, rules_of_table, cubes):
    sides, marker, solitary = table
    rules, house = rules_of_table
    result = resolve(location, sides, marker, edition=rules, rulings=house, bandit=cubes, solitary=solitary)
    assert all(not outcome.bandit for outcome in result.outcomes[1:])
    lying = Counter(result.bandit_left) + Counter(cube for outcome in result.outcomes for cube in outcome.bandit)
    assert lying == Counter(cubes)
    assert bool(result.bandit_left) == (bool(cubes) and not result.outcomes)


# Stragglers


@rule("L-8", "L-10")
@pytest.mark.parametrize(
    ("location", "stragglers"),
    [
        ("exercise_yard", ["Stan", "Claire", "Mo"]),
        ("sewers", []),
        ("infirmary", ["Isaac", "Stan", "Claire"]),
        ("smithy", ["Stan", "Claire", "Mo"]),
        ("commissary", []),
        ("chow_hall", []),
        ("cell_block", []),
    ],
)
def test_who_gets_nothing_moves_to_the_library(location: str, stragglers: list[str]):
    sides = [player(name, token) for name, token in zip(NAMES, [5, 4, 3, "enforcer", "lookout"], strict=True)]
    result = at(location, *sides)
    assert strays(result) == stragglers
    told = [reason.data["side"] for reason in result.reasons if reason.rule == "L-8"]
    assert told == stragglers


@rule("L-8")
def test_from_the_library_everyone_goes_home():
    sides = [player(name, token) for name, token in zip(NAMES, [5, 4, 3, "enforcer", "lookout"], strict=True)]
    result = at("library", *sides)
    assert rewarded(result)["Mo"] is None
    assert strays(result) == []
    assert "L-8" not in cited(result.reasons)


@rule("L-8", "Z-12")
def test_the_guards_move_to_the_library_too():
    assert strays(at("commissary", player("Vera", 5), guards(3))) == ["Guards"]


# The whole location


@rule("L-6", "L-10")
def test_a_location_is_told_in_its_order():
    sides = [player("Vera", 5, "lookout"), player("Isaac", 4), player("Stan", 4), player("Claire", 3)]
    result = at("infirmary", *sides, suspicion=1, bandit=[Resource.GOLD])
    assert cited(result.reasons) == [
        *["L-2"] * 4,
        "L-4",
        "L-5",
        "P-7",
        "L-13",
        "L-13",
        "L-8",
        "L-13",
        "L-8",
        "L-13",
    ]


@rule("L-10", "L-11")
def test_what_is_told_of_a_reward_names_the_side_its_rank_and_what_it_gets():
    reasons = at("exercise_yard", player("Vera", 3), player("Isaac", 4), player("Stan", 2)).reasons
    assert [(reason.key, reason.data) for reason in reasons if reason.rule == "L-11"] == [
        (
            "reward.power_marker",
            {"side": "Isaac", "rank": 1, "kind": "power", "power": 1, "first_player": True},
        ),
        ("reward.power", {"side": "Vera", "rank": 2, "kind": "power", "power": 1, "first_player": False}),
        ("reward.nothing", {"side": "Stan", "rank": 3}),
    ]


@rule("L-10")
def test_power_counts_as_it_is_now():
    before = at("sewers", player("Vera", "enforcer", power=3), player("Isaac", 4))
    after = at("sewers", player("Vera", "enforcer", power=5), player("Isaac", 4))
    assert (ranked(before), ranked(after)) == (["Isaac", "Vera"], ["Vera", "Isaac"])


@rule("L-10")
def test_a_location_where_nothing_lies_asks_for_nothing():
    result = resolve(
        Location.SEWERS, [player("Vera", 2), player("Isaac", 3)], "Vera", edition=LATER, rulings=LATER.rulings
    )
    assert (result.suspicion_left, result.bandit_left) == (0, ())
    assert [(outcome.suspicion, outcome.bandit) for outcome in result.outcomes] == [(0, ())] * 2


@rule("L-7", "L-10")
@given(tables(), locations, rule_sets())
def test_a_reward_depends_on_the_rank_alone(table, location, rules_of_table):
    sides, marker, _ = table
    rules, house = rules_of_table
    players = [player(side.name, *side.tokens, power=side.power) for side in sides]
    result = resolve(location, players, marker, edition=rules, rulings=house)
    there = len(result.outcomes)
    others = [player(side.name, 3) for side in sides[:there]] + [player(side.name) for side in sides[there:]]
    same = resolve(location, others, sides[0].name, edition=rules, rulings=house)
    assert [outcome.offer for outcome in result.outcomes] == [outcome.offer for outcome in same.outcomes]


@rule("L-10")
@given(tables(), locations, rule_sets(), st.integers(0, 2), bandit_cubes)
def test_no_location_depends_on_how_the_sides_are_called(table, location, rules_of_table, cubes, lying):
    sides, marker, solitary = table
    rules, house = rules_of_table
    names = {"Vera": "gold", "Isaac": "sewers", "Stan": "Vera", "Claire": "Guards", "Mo": "{side}", "Guards": "Isaac"}

    def answer(called, holder):
        return resolve(
            location,
            called,
            holder,
            edition=rules,
            rulings=house,
            suspicion=cubes,
            bandit=[*lying],
            solitary=solitary,
        )

    assert answer(renamed(sides, names), names[marker]) == renamed(answer(sides, marker), names)


@rule("E-8", "E-9", "E-10", "E-11", "E-12")
@given(tables(), locations, rule_sets())
def test_no_ruling_is_named_where_the_row_is_printed(table, location, rules_of_table):
    sides, marker, solitary = table
    rules, house = rules_of_table
    result = resolve(location, sides, marker, edition=rules, rulings=house, solitary=solitary)
    if len(sides) > 2 or len(result.outcomes) < 2:
        assert not named(result.reasons)
    assert named(result.reasons) <= {f"tier_{location}"}
