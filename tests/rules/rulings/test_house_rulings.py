import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import EDITIONS, LATER, PROTOTYPE, at, named, player, rewarded, rulings_of
from support.strategies import (
    bandit_cubes,
    displays,
    locations,
    raids,
    reserves,
    rule_sets,
    sheets,
    stocks,
    supplies,
    tables,
)

from companion.rules.editions import Edition
from companion.rules.errors import UnknownRuling
from companion.rules.rulings.automa import cell_block, commissary, exchange
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings, default_rulings
from companion.rules.rulings.locations import resolve
from companion.rules.rulings.raids import raid
from companion.scoring.score import score

FOLDER = Path(__file__).with_name("known_answers")
KNOWN = tomllib.loads(FOLDER.joinpath("house_rulings.toml").read_text("utf-8"))
REWARDS = tomllib.loads(FOLDER.joinpath("rewards.toml").read_text("utf-8"))["rewards"]

MARKS = {
    "tier_exercise_yard": rule("E-8", "L-11"),
    "tier_infirmary": rule("E-9", "L-13"),
    "tier_smithy": rule("E-10", "L-14"),
    "tier_commissary": rule("E-11", "L-15"),
    "tier_chow_hall": rule("E-12", "L-16"),
    "leader_tie": rule("E-5"),
    "unused_tokens": rule("R-6"),
    "zero_suspicion": rule("D-7"),
    "zero_majority": rule("O-9"),
    "solitary_raid_locations": rule("D-4"),
    "reserved_items": rule("C-5"),
    "total_floor": rule("F-6"),
    "guards_equal_item": rule("Z-14"),
    "guards_supply_out": rule("Z-12", "Z-17"),
}

every_ruling = pytest.mark.parametrize("key", [pytest.param(key, marks=marks) for key, marks in MARKS.items()])


def test_the_house_rulings_stand_in_the_order_of_the_reference():
    assert list(HOUSE_RULINGS) == list(KNOWN) == list(MARKS)


@every_ruling
def test_a_house_ruling_has_its_values_and_rules(key: str):
    ruling = HOUSE_RULINGS[key]
    assert ruling.key == key
    assert list(ruling.values) == KNOWN[key]["values"]
    assert list(ruling.rules) == KNOWN[key]["rules"]


@every_ruling
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_a_house_ruling_has_its_default_in_every_edition(key: str, rules: Edition):
    assert rulings_of(rules)[key] == KNOWN[key][rules.name]


@every_ruling
def test_a_table_may_take_any_of_the_values(key: str):
    for value in KNOWN[key]["values"]:
        chosen = rulings_of(**{key: value})
        assert chosen[key] == value
        assert {one: chosen[one] for one in chosen if one != key} == {
            one: default for one, default in default_rulings(LATER).items() if one != key
        }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        pytest.param(key, value, marks=MARKS[key], id=f"{key}-{value}")
        for key, known in KNOWN.items()
        for value in known.get("second", {})
    ],
)
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_the_second_of_two_sides_gets_what_the_table_decided(key: str, value: str, rules: Edition):
    result = at(KNOWN[key]["location"], player("Vera", 5), player("Isaac", 4), rules=rules, house={key: value})
    offered = KNOWN[key]["second"][value]
    assert rewarded(result)["Isaac"] == (None if offered == "-" else REWARDS[offered])
    assert named(result.reasons) == {key}
    assert [reason.rule for reason in result.reasons if reason.key_of_ruling] == [HOUSE_RULINGS[key].rules[0]]
    assert result.outcomes[1].to_library is (offered == "-")


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=MARKS[key]) for key, known in KNOWN.items() if "second" in known]
)
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_the_second_of_two_sides_gets_the_editions_default(key: str, rules: Edition):
    result = at(KNOWN[key]["location"], player("Vera", 5), player("Isaac", 4), rules=rules)
    offered = KNOWN[key]["second"][KNOWN[key][rules.name]]
    assert rewarded(result)["Isaac"] == (None if offered == "-" else REWARDS[offered])


@rule("E-13")
def test_rulings_are_a_mapping_in_the_order_of_the_reference():
    chosen = rulings_of(PROTOTYPE, total_floor="zero")
    assert list(chosen) == list(KNOWN)
    assert len(chosen) == 14


@rule("E-13")
def test_a_ruling_that_does_not_exist_is_refused():
    with pytest.raises(UnknownRuling) as caught:
        Rulings(LATER, {"total_floor": "zero", "free_gold": "yes", "free_iron": "no"})
    assert (caught.value.key, caught.value.path) == ("ruling.unknown_key", ("rulings", "free_gold"))
    assert [one.path[-1] for one in caught.value.all] == ["free_gold", "free_iron"]


@rule("E-13")
def test_a_value_that_a_ruling_cannot_take_is_refused():
    with pytest.raises(UnknownRuling) as caught:
        Rulings(LATER, {"total_floor": "ten"})
    assert (caught.value.key, caught.value.path) == ("ruling.unknown_value", ("rulings", "total_floor"))
    assert caught.value.data["values"] == ("none", "zero")


@rule("E-13")
def test_the_others_of_a_ruling_are_its_other_values():
    chosen = rulings_of(tier_chow_hall="nothing", total_floor="zero")
    others = list(chosen.others("tier_chow_hall"))
    assert [other["tier_chow_hall"] for other in others] == ["one_for_two", "one_or_two"]
    assert [other["total_floor"] for other in others] == ["zero", "zero"]
    assert chosen["tier_chow_hall"] == "nothing"


# A ruling is named where some other value of it leads to another answer, and only there.


def changing(answer, rulings: Rulings) -> set[str]:
    """The keys of which some other value changes the answer."""
    usual = answer(rulings)
    return {key for key in rulings if any(answer(other) != usual for other in rulings.others(key))}


@rule("E-8", "E-9", "E-10", "E-11", "E-12")
@given(tables(), locations, rule_sets(), st.integers(0, 2), bandit_cubes)
def test_a_location_names_the_rulings_that_decided_it(table, location, rules_of_table, suspicion, bandit):
    sides, marker, solitary = table
    rules, house = rules_of_table

    def resolved(rulings):
        return resolve(
            location,
            sides,
            marker,
            edition=rules,
            rulings=rulings,
            suspicion=suspicion,
            bandit=bandit,
            solitary=solitary,
        )

    def answer(rulings):
        result = resolved(rulings)
        outcomes = [outcome._replace(offer=outcome.offer._replace(ruling=None)) for outcome in result.outcomes]
        return outcomes, result.suspicion_left, result.bandit_left

    assert named(resolved(house).reasons) == changing(answer, house)


@rule("D-4", "D-7")
@given(raids(), rule_sets())
def test_a_raid_names_the_rulings_that_decided_it(found, rules_of_table):
    sides, solitary = found
    rules, house = rules_of_table

    def raided(rulings):
        return raid(sides, edition=rules, rulings=rulings, solitary=solitary)

    def answer(rulings):
        result = raided(rulings)
        return [(side.lost, side.reputation, side.suspicion) for side in result.sides], result.locations_cleared

    reasons = [reason for side in raided(house).sides for reason in (*side.reasons, *side.aftermath)]
    assert named(reasons) == changing(answer, house)


@rule("Z-12")
@given(stocks, supplies, rule_sets())
def test_the_commissary_names_the_ruling_that_decided_it(resources, supply, rules_of_table):
    _, house = rules_of_table

    def answer(rulings):
        return commissary(resources, supply, rulings).takes

    assert named(commissary(resources, supply, house).reasons) == changing(answer, house)


@rule("Z-17")
@given(stocks, supplies, rule_sets())
def test_an_exchange_names_the_ruling_that_decided_it(resources, supply, rules_of_table):
    _, house = rules_of_table

    def answer(rulings):
        done = exchange(resources, supply, rulings)
        return done.gives, done.gets

    assert named(exchange(resources, supply, house).reasons) == changing(answer, house)


@rule("Z-14", "Z-15")
@given(stocks, displays, reserves, rule_sets())
def test_the_cell_block_names_the_ruling_that_decided_it(resources, display, reserve, rules_of_table):
    _, house = rules_of_table

    def answer(rulings):
        done = cell_block(resources, display, reserve, rulings)
        return done.crafts, done.pays, done.reserves

    assert named(cell_block(resources, display, reserve, house).reasons) == changing(answer, house)


@rule("E-5", "D-7", "O-9", "C-5", "F-6")
@given(sheets())
def test_every_side_of_a_score_names_the_rulings_that_decided_it(sheet):
    usual = score(sheet)
    for index, side in enumerate(usual.sides):

        def answer(rulings, place=index):
            one = score(replace(sheet, rulings=rulings)).sides[place]
            return one.lines, one.total, one.rank

        assert named(side.reasons) == changing(answer, sheet.rulings)
