import tomllib
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from support.common import rule
from support.rule_questions import EDITIONS, LATER, NAMES, at, cited, guards, player, rewarded, rulings_of

from companion.rules.editions import Edition, RewardRow
from companion.rules.rulings.rewards import offer
from companion.rules.vocabulary import Location, Resource

KNOWN = tomllib.loads(Path(__file__).with_name("known_answers").joinpath("rewards.toml").read_text("utf-8"))

RULE_OF_A_LOCATION = {
    "exercise_yard": ("L-11", rule("L-11", "E-8")),
    "sewers": ("L-12", rule("L-12")),
    "infirmary": ("L-13", rule("L-13", "E-9")),
    "smithy": ("L-14", rule("L-14", "E-10")),
    "commissary": ("L-15", rule("L-15", "E-11")),
    "chow_hall": ("L-16", rule("L-16", "E-12")),
    "cell_block": ("L-17", rule("L-17")),
    "library": ("L-18", rule("L-18")),
}
RULE_OF_THE_GUARDS = {
    "exercise_yard": rule("Z-11"),
    "sewers": rule("Z-11"),
    "infirmary": rule("Z-11"),
    "smithy": rule("Z-11"),
    "commissary": rule("Z-12"),
    "chow_hall": rule("Z-13"),
    "cell_block": rule("Z-14"),
    "library": rule("Z-16"),
}


def reward(word: str) -> dict[str, Any] | None:
    """What a word of the known answers stands for."""
    return None if word == "-" else KNOWN["rewards"][word]


@pytest.mark.parametrize(
    ("location", "table", "offered"),
    [
        pytest.param(location, int(table), offered, id=f"{location}-{len(offered)}-of-{table}", marks=marks)
        for location, (_, marks) in RULE_OF_A_LOCATION.items()
        for table, known in KNOWN[location].items()
        for offered in known
    ],
)
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_every_tier_of_every_location(location: str, table: int, offered: list[str], rules: Edition):
    tokens = [5, 4, 3, "enforcer", "lookout"][: len(offered)]
    there = [player(name, token) for name, token in zip(NAMES, tokens, strict=False)]
    sides = [*there, *(player(name) for name in NAMES[len(offered) : table])]
    house = {key: value for key, value in LATER.rulings.items() if key.startswith("tier_")}
    result = at(location, *sides, rules=rules, house=house)
    assert rewarded(result) == dict(zip(NAMES, map(reward, offered), strict=False))


@pytest.mark.parametrize(
    ("location", "id_"),
    [pytest.param(location, id_, marks=marks) for location, (id_, marks) in RULE_OF_A_LOCATION.items()],
)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_reward_cites_the_rule_of_its_location(location: str, id_: str, size: int):
    result = at(location, *(player(name, 3) for name in NAMES[:size]))
    printed = [outcome.offer for outcome in result.outcomes if outcome.offer.ruling is None]
    assert [offered.rule for offered in printed] == [id_] * len(printed)
    assert len(printed) >= size - 1
    assert cited(result.reasons).count(id_) == len(printed)


@pytest.mark.parametrize(
    ("location", "rank"),
    [
        pytest.param(location, rank, marks=marks, id=f"{location}-{rank}")
        for location, marks in RULE_OF_THE_GUARDS.items()
        for rank in (1, 2)
    ],
)
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_what_the_guards_are_offered(location: str, rank: int, rules: Edition):
    house = {key: value for key, value in LATER.rulings.items() if key.startswith("tier_")}
    result = at(location, player("Vera", 4), guards(5 if rank == 1 else 3), rules=rules, house=house)
    assert rewarded(result)["Guards"] == reward(KNOWN["guards"][location][rank - 1])


@rule("Z-11")
@pytest.mark.parametrize(
    ("key", "value", "location", "offered"),
    [
        ("tier_exercise_yard", "power", "exercise_yard", "power"),
        ("tier_infirmary", "nothing", "infirmary", "-"),
        ("tier_smithy", "nothing", "smithy", "-"),
    ],
)
def test_the_guards_second_follow_the_board_that_the_table_has(key: str, value: str, location: str, offered: str):
    result = at(location, player("Vera", 4), guards(3), house={key: value})
    assert rewarded(result)["Guards"] == reward(offered)


@rule("Z-11")
@pytest.mark.parametrize("location", ["exercise_yard", "sewers", "infirmary", "smithy"])
@pytest.mark.parametrize("card", [5, 3])
def test_the_answer_says_that_the_guards_are_rewarded_as_a_side_of_two(location: str, card: int):
    reasons = [reason for reason in at(location, player("Vera", 4), guards(card)).reasons if reason.rule == "Z-11"]
    assert [(reason.key, reason.data["side"]) for reason in reasons] == [("location.guards_as_side", "Guards")]


@rule("Z-12", "Z-13", "Z-14", "Z-16")
@pytest.mark.parametrize(
    ("location", "id_"), [("commissary", "Z-12"), ("chow_hall", "Z-13"), ("cell_block", "Z-14"), ("library", "Z-16")]
)
@pytest.mark.parametrize("card", [5, 3])
def test_elsewhere_the_guards_have_rules_of_their_own(location: str, id_: str, card: int):
    result = at(location, player("Vera", 4), guards(card))
    ids = cited(result.reasons)
    assert id_ in ids
    assert "Z-11" not in ids


@rule("Z-12", "Z-13")
@pytest.mark.parametrize(
    ("location", "key", "value"),
    [("commissary", "tier_commissary", "one_for_one"), ("chow_hall", "tier_chow_hall", "one_for_two")],
)
def test_second_guards_get_nothing_whatever_the_board_says(location: str, key: str, value: str):
    result = at(location, player("Vera", 4), guards(3), house={key: value})
    assert rewarded(result)["Guards"] is None


@rule("E-8", "E-9", "E-10", "E-11", "E-12", "L-11", "L-13", "L-14", "L-15", "L-16")
@pytest.mark.parametrize("table", [3, 4, 5])
@pytest.mark.parametrize("location", ["exercise_yard", "infirmary", "smithy", "commissary", "chow_hall"])
def test_the_tiers_of_the_second_of_two_act_only_where_two_sides_sit(location: str, table: int):
    sides = [player("Vera", 5), player("Isaac", 4), *(player(name) for name in NAMES[2:table])]
    boards = [
        {},
        {
            "tier_exercise_yard": "power",
            "tier_infirmary": "nothing",
            "tier_smithy": "nothing",
            "tier_commissary": "nothing",
            "tier_chow_hall": "nothing",
        },
    ]
    usual, other = (at(location, *sides, house=board) for board in boards)
    assert usual == other
    assert not [reason for reason in usual.reasons if reason.key_of_ruling]


@rule("L-13")
@pytest.mark.parametrize("table", [3, 4, 5])
def test_alone_at_the_infirmary_a_side_is_the_strongest_and_not_the_last(table: int):
    sides = [player("Vera", 2 if table < 5 else 3), *(player(name) for name in NAMES[1:table])]
    assert rewarded(at("infirmary", *sides)) == {"Vera": reward("3 potions")}


@rule("L-11", "L-18")
def test_an_edition_may_give_a_rank_nothing():
    rewards = {**LATER.rewards, (Location.SEWERS, 3): RewardRow("L-12", ())}
    bare = replace(LATER, rewards=MappingProxyType(rewards))
    nothing = offer(Location.SEWERS, 1, present=1, table_size=3, guards=False, edition=bare, rulings=rulings_of(bare))
    assert nothing.reward is None


@rule("P-10")
def test_a_bandits_cube_is_something_taken_even_where_the_tier_is_empty():
    rewards = {**LATER.rewards, (Location.SEWERS, 3): RewardRow("L-12", ())}
    bare = replace(LATER, rewards=MappingProxyType(rewards))
    sides = [player("Vera", 5), player("Isaac", 4), player("Stan")]
    result = at("sewers", *sides, rules=bare, bandit=[Resource.IRON])
    assert [outcome.to_library for outcome in result.outcomes] == [False, True]
