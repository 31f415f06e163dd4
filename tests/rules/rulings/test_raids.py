import tomllib
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from support.common import rule
from support.rule_questions import (
    EDITIONS,
    LATER,
    NAMES,
    cited,
    lost,
    named,
    raided,
    rulings_of,
    said,
    solitary_raid,
    suspects,
)
from support.strategies import raids, renamed, rule_sets

from companion.rules.editions import Edition
from companion.rules.errors import WrongMember, WrongNumberOfSides
from companion.rules.rulings.raids import Suspect, raid

KNOWN = tomllib.loads(Path(__file__).with_name("known_answers").joinpath("raids.toml").read_text("utf-8"))


def known(*tables: str, marks: pytest.MarkDecorator) -> list:
    """The cases of some tables of the known answers: cubes, and what each side loses."""
    return [
        pytest.param([*map(int, cubes.split())], [*map(int, losses.split())], id=f"{table}: {cubes}", marks=marks)
        for table in tables
        for cubes, losses in KNOWN[table].items()
    ]


@pytest.mark.parametrize(
    ("cubes", "losses"),
    [
        *known("one_side", marks=rule("D-8")),
        *known("two_sides", marks=rule("D-2")),
        *known("three_sides", "four_sides", "five_sides", marks=rule("D-1")),
        *known("zeros_ignored", marks=rule("D-7")),
    ],
)
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_every_tie_in_every_seating(cubes: list[int], losses: list[int], rules: Edition):
    for seated in set(permutations(zip(cubes, losses, strict=True))):
        assert lost(raided(*(count for count, _ in seated), rules=rules)) == [loss for _, loss in seated]


@pytest.mark.parametrize(("cubes", "losses"), known("zeros_counted", marks=rule("D-7")))
def test_every_tie_where_zeros_count(cubes: list[int], losses: list[int]):
    for seated in set(permutations(zip(cubes, losses, strict=True))):
        result = raided(*(count for count, _ in seated), zero_suspicion="counts")
        assert lost(result) == [loss for _, loss in seated]


@pytest.mark.parametrize(
    ("cubes", "told"),
    [
        pytest.param((9,), ["raid.alone"], marks=rule("D-8")),
        pytest.param((9, 4), ["raid.most", "raid.fewer"], marks=rule("D-2")),
        pytest.param((4, 4), ["raid.tie_of_two", "raid.tie_of_two"], marks=rule("D-2")),
        pytest.param((9, 4, 1), ["raid.most", "raid.second", "raid.fewer"], marks=rule("D-1")),
        pytest.param((9, 9, 1), ["raid.tied_most", "raid.tied_most", "raid.fewer"], marks=rule("D-1")),
        pytest.param((9, 4, 4), ["raid.most", "raid.tied_second", "raid.tied_second"], marks=rule("D-1")),
    ],
)
def test_every_side_is_told_its_place(cubes: tuple[int, ...], told: list[str]):
    result = raided(*cubes)
    assert [side.reasons[0].key for side in result.sides] == told
    ids = {1: "D-8", 2: "D-2", 3: "D-1"}
    assert {side.reasons[0].rule for side in result.sides} == {ids[len(cubes)]}
    assert all(len(side.reasons) == 1 for side in result.sides)


@rule("D-1")
def test_a_reason_holds_the_figures_of_its_side():
    first, second, third = raided(9, 4, 1).sides
    assert first.reasons[0].data == {"side": "Vera", "cubes": 9, "lost": 8}
    assert second.reasons[0].data == {"side": "Isaac", "cubes": 4, "lost": 4}
    assert third.reasons[0].data == {"side": "Stan", "cubes": 1, "lost": 0}


# Cubes


@rule("D-3")
@pytest.mark.parametrize("cubes", [(3,), (3, 1), (2, 2), (5, 3, 1), (5, 5, 5, 5)])
def test_all_cubes_return_to_the_supply(cubes: tuple[int, ...]):
    result = raided(*cubes)
    assert [side.suspicion for side in result.sides] == [0] * len(cubes)
    assert result.locations_cleared is True
    assert [said(side.aftermath) for side in result.sides] == [[("D-3", "raid.cubes_return")]] * len(cubes)


@rule("D-3")
def test_who_has_no_cube_is_told_that_those_at_locations_return():
    own, none = [("D-3", "raid.cubes_return")], [("D-3", "raid.locations_return")]
    assert [said(side.aftermath) for side in raided(3, 0, 0).sides] == [own, none, none]


@rule("D-3", "D-4")
def test_the_cubes_at_locations_return_at_a_table_whatever_the_solitary_ruling_says():
    assert raided(3, 1, solitary_raid_locations="stay").locations_cleared is True


@rule("D-8")
def test_a_side_alone_loses_nothing_and_its_cubes_return():
    result = raided(9)
    assert (result.sides[0].lost, result.sides[0].reputation, result.sides[0].suspicion) == (0, 30, 0)
    assert result.sides[0].reasons[0].data == {"side": "Vera"}
    assert result.locations_cleared is True


# Reputation


@rule("D-5")
@pytest.mark.parametrize(("reputation", "left"), [(0, 0), (7, 0), (8, 0), (9, 1), (30, 22)])
def test_reputation_never_falls_below_zero(reputation: int, left: int):
    result = raided(5, 3, 1, reputation=reputation).sides[0]
    assert (result.lost, result.reputation) == (8, left)


@rule("D-5")
def test_the_floor_is_told_with_what_really_was_lost():
    floored = raided(5, 3, 1, reputation=7).sides[0].reasons
    assert said(floored) == [("D-1", "raid.most"), ("D-5", "raid.floor")]
    assert floored[1].data == {"side": "Vera", "lost": 7}
    assert "D-5" not in cited(raided(5, 3, 1, reputation=8).sides[0].reasons)


@rule("D-5")
@given(raids(), rule_sets())
def test_a_raid_never_leaves_a_negative_reputation(found, rules_of_table):
    sides, solitary = found
    rules, house = rules_of_table
    result = raid(sides, edition=rules, rulings=house, solitary=solitary)
    for before, after in zip(sides, result.sides, strict=True):
        assert after.reputation >= 0
        assert after.reputation == before.reputation - min(after.lost, before.reputation)
        assert 0 <= after.suspicion <= before.suspicion


@rule("D-1", "D-2")
@given(raids(), rule_sets())
def test_no_raid_depends_on_how_the_sides_are_called(found, rules_of_table):
    sides, solitary = found
    rules, house = rules_of_table
    names = {"Vera": "Guards", "Isaac": "Vera", "Stan": "most", "Claire": "{side}", "Mo": "gold"}

    def answer(called):
        return raid(called, edition=rules, rulings=house, solitary=solitary)

    assert answer(renamed(sides, names)) == renamed(answer(sides), names)


# House ruling on sides without suspicion


@rule("D-7")
@pytest.mark.parametrize("value", ["ignored", "counts"])
def test_the_ruling_on_zeros_is_named_with_the_sides_that_it_decided(value: str):
    sides = raided(3, 0, 0, zero_suspicion=value).sides
    assert [named(side.reasons) for side in sides] == [set(), {"zero_suspicion"}, {"zero_suspicion"}]
    assert sides[1].reasons[-1] == (
        "D-7",
        f"ruling.zero_suspicion.{value}",
        {"side": "Isaac", "cubes": 0},
        "zero_suspicion",
    )


@rule("D-7")
@pytest.mark.parametrize("value", ["ignored", "counts"])
@pytest.mark.parametrize("cubes", [(3, 2, 0), (3, 3, 0), (3, 2, 1), (3, 0), (0, 0), (0,)])
def test_the_ruling_on_zeros_is_not_named_where_it_decided_nothing(cubes: tuple[int, ...], value: str):
    result = raided(*cubes, zero_suspicion=value)
    assert not any(named(side.reasons) for side in result.sides)


# Solitary


@rule("D-4")
@pytest.mark.parametrize(
    ("cubes", "losses", "kept"),
    [
        ((3, 1), (6, 0), 0),
        ((1, 3), (0, 6), 1),
        ((0, 3), (0, 6), 0),
        ((2, 2), (0, 0), 0),
        ((0, 0), (0, 0), 0),
    ],
)
def test_a_raid_in_solitary(cubes: tuple[int, int], losses: tuple[int, int], kept: int):
    result = solitary_raid(*cubes)
    assert tuple(lost(result)) == losses
    assert [side.suspicion for side in result.sides] == [kept, 0]
    assert [side.reputation for side in result.sides] == [30 - losses[0], 30 - losses[1]]
    assert result.locations_cleared is True


@rule("D-4")
def test_the_guards_may_be_listed_first():
    sides = [Suspect("Guards", 3, 10, guards=True), Suspect("Vera", 1, 10)]
    result = raid(sides, edition=LATER, rulings=rulings_of(), solitary=True)
    assert lost(result) == [6, 0]
    assert [side.suspicion for side in result.sides] == [0, 1]


@rule("D-4")
def test_a_solitary_raid_says_whose_cubes_return_and_whose_stay():
    kept = solitary_raid(1, 3).sides
    assert [said(side.reasons) for side in kept] == [[("D-4", "raid.fewer")], [("D-4", "raid.most")]]
    assert [side.aftermath[0][:2] for side in kept] == [("D-4", "raid.cubes_stay"), ("D-4", "raid.cubes_return")]
    assert kept[0].aftermath[0].data == {"side": "Vera", "cubes": 1}
    returned = solitary_raid(3, 1).sides
    assert [side.aftermath[0][:2] for side in returned] == [("D-4", "raid.cubes_return")] * 2


@rule("D-4")
def test_in_solitary_who_has_no_cube_returns_none():
    assert [len(side.aftermath) for side in solitary_raid(0, 3).sides] == [1, 2]


@rule("D-4")
@pytest.mark.parametrize(("value", "cleared"), [("return", True), ("stay", False)])
@pytest.mark.parametrize("cubes", [(3, 1), (1, 3), (2, 2), (0, 0)])
def test_the_cubes_at_locations_follow_the_ruling_in_solitary(cubes: tuple[int, int], value: str, cleared: bool):
    result = solitary_raid(*cubes, solitary_raid_locations=value)
    assert result.locations_cleared is cleared
    for side in result.sides:
        assert side.aftermath[-1][:2] == ("D-4", f"ruling.solitary_raid_locations.{value}")
        assert named(side.aftermath) == {"solitary_raid_locations"}


@rule("D-4")
def test_at_a_table_the_solitary_ruling_is_not_named():
    assert not any(named((*side.reasons, *side.aftermath)) for side in raided(3, 1).sides)


@rule("D-4", "D-7")
def test_in_solitary_zeros_are_compared():
    assert not any(named(side.reasons) for side in solitary_raid(3, 0, zero_suspicion="counts").sides)


# Tables that the game does not have


@rule("D-1", "D-8")
@pytest.mark.parametrize("size", [0, 6])
def test_a_raid_finds_one_to_five_sides(size: int):
    sides = [Suspect(f"Side {number}") for number in range(size)]
    with pytest.raises(WrongNumberOfSides) as caught:
        raid(sides, edition=LATER, rulings=rulings_of())
    assert (caught.value.key, caught.value.path) == ("sides.number", ("sides",))
    assert caught.value.data == {"least": 1, "most": 5}


@rule("D-1")
def test_five_sides_can_be_raided():
    assert len(raided(1, 2, 3, 4, 5).sides) == len(NAMES)


@rule("D-4", "Z-1")
def test_a_solitary_raid_is_one_of_a_player_and_the_guards():
    with pytest.raises(WrongNumberOfSides):
        raid(suspects(3, 1), edition=LATER, rulings=rulings_of(), solitary=True)
    with pytest.raises(WrongMember):
        raid([Suspect("Vera"), Suspect("Guards", guards=True)], edition=LATER, rulings=rulings_of())


@rule("D-1")
def test_a_side_of_which_nothing_is_told_has_nothing():
    assert Suspect("Vera") == Suspect("Vera", suspicion=0, reputation=0, guards=False)
