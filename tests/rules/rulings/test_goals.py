import tomllib
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule
from support.rule_questions import EDITIONS, FIRST, LATER, PROTOTYPE, cited, named, rulings_of, said

from companion.rules.editions import Edition
from companion.rules.rulings.goals import leader, leader_points, majority_points

KNOWN = tomllib.loads(Path(__file__).with_name("known_answers").joinpath("majority_goals.toml").read_text("utf-8"))


def known(*tables: str, marks: pytest.MarkDecorator) -> list:
    """The cases of some tables of the known answers: counts, and what each side scores."""
    return [
        pytest.param([*map(int, counts.split())], [*map(int, gained.split())], id=f"{table}: {counts}", marks=marks)
        for table in tables
        for counts, gained in KNOWN[table].items()
    ]


def majority(*counts: int, rules: Edition = LATER, **house: str) -> list[int]:
    """What each side scores for a majority goal."""
    return [gained for gained, _ in majority_points(counts, edition=rules, rulings=rulings_of(rules, **house))]


def why(*counts: int, **house: str) -> list[list]:
    """Why each side scores that."""
    return [reasons for _, reasons in majority_points(counts, edition=LATER, rulings=rulings_of(**house))]


# Majority goals


@pytest.mark.parametrize(
    ("counts", "gained"),
    [
        *known("one_side", marks=rule("D-8")),
        *known("two_sides", "three_sides", "four_sides", "five_sides", marks=rule("O-7")),
        *known("zeros_ignored", marks=rule("O-9")),
    ],
)
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_every_tie_in_every_seating(counts: list[int], gained: list[int], rules: Edition):
    for seated in set(permutations(zip(counts, gained, strict=True))):
        assert majority(*(count for count, _ in seated), rules=rules) == [points for _, points in seated]


@pytest.mark.parametrize(("counts", "gained"), known("zeros_counted", marks=rule("O-9")))
def test_every_tie_where_zeros_count(counts: list[int], gained: list[int]):
    for seated in set(permutations(zip(counts, gained, strict=True))):
        assert majority(*(count for count, _ in seated), zero_majority="counts") == [points for _, points in seated]


@rule("O-7")
def test_every_side_is_told_its_place():
    assert [said(reasons) for reasons in why(9, 4, 1)] == [
        [("O-7", "goal.most")],
        [("O-7", "goal.second")],
        [("O-7", "goal.fewer")],
    ]
    assert [said(reasons) for reasons in why(4, 4)] == [[("O-7", "goal.tie_of_two")]] * 2
    assert [reasons[0].data for reasons in why(9, 4, 4)] == [
        {"count": 9, "points": 8},
        {"count": 4, "points": 2},
        {"count": 4, "points": 2},
    ]


@rule("D-8")
def test_a_side_alone_is_told_that_it_is_compared_with_nobody():
    assert said(why(5)[0]) == [("D-8", "goal.alone")]


@rule("O-9")
@pytest.mark.parametrize("value", ["ignored", "counts"])
def test_the_ruling_on_zeros_is_named_with_the_sides_that_it_decided(value: str):
    reasons = why(3, 0, 0, zero_majority=value)
    assert [named(one) for one in reasons] == [set(), {"zero_majority"}, {"zero_majority"}]
    assert said(reasons[1])[-1] == ("O-9", f"ruling.zero_majority.{value}")


@rule("O-9")
@pytest.mark.parametrize("value", ["ignored", "counts"])
@pytest.mark.parametrize("counts", [(3, 2, 0), (3, 3, 0), (3, 2, 1), (3, 0), (0, 0), (0,)])
def test_the_ruling_on_zeros_is_not_named_where_it_decided_nothing(counts: tuple[int, ...], value: str):
    assert not any(named(reasons) for reasons in why(*counts, zero_majority=value))


# The leader goal during the game


@rule("O-1", "O-10")
@pytest.mark.parametrize(
    ("counts", "minimum", "holder"),
    [
        ((0, 1, 0), 2, None),
        ((0, 2, 0), 2, 1),
        ((3, 2, 0), 2, 0),
        ((0, 2, 0), 3, None),
        ((0, 3, 0), 3, 1),
        ((1, 0, 0), 1, 0),
    ],
)
def test_the_leader_goal_goes_to_the_most_from_the_minimum_on(counts, minimum: int, holder: int | None):
    assert leader(counts, None, minimum=minimum, first_player=0) == holder


@rule("O-2")
@pytest.mark.parametrize(
    ("counts", "before", "after"),
    [
        ((3, 3, 0), 0, 0),
        ((3, 3, 0), 1, 1),
        ((3, 4, 0), 0, 1),
        ((4, 3, 3), 2, 0),
        ((1, 0, 0), 2, 2),
    ],
)
def test_it_moves_only_when_another_side_has_more(counts, before: int, after: int):
    assert leader(counts, before, minimum=2, first_player=2) == after


@rule("O-3", "O-10")
@pytest.mark.parametrize(("first_player", "holder"), [(0, 1), (1, 1), (2, 3), (3, 3), (4, 1)])
def test_claimed_by_several_it_goes_to_the_marker_and_then_clockwise(first_player: int, holder: int):
    assert leader((0, 2, 1, 2, 0), None, minimum=2, first_player=first_player) == holder


@rule("O-2", "O-3")
def test_several_who_have_more_than_the_holder_claim_in_the_order_of_the_marker():
    assert leader((2, 3, 3), 0, minimum=2, first_player=2) == 2
    assert leader((2, 3, 3), 0, minimum=2, first_player=0) == 1


@rule("O-1", "O-2")
@given(
    st.lists(st.integers(0, 4), min_size=2, max_size=5),
    st.integers(1, 3),
    st.integers(0, 4),
    st.none() | st.integers(0, 4),
)
def test_nobody_has_more_than_who_holds_the_leader_goal(counts, minimum, first_player, holder):
    before = None if holder is None or holder >= len(counts) else holder
    after = leader(counts, before, minimum=minimum, first_player=first_player % len(counts))
    if max(counts) < minimum:
        assert after == before
    else:
        assert counts[after] == max(counts)
        assert after == before or before is None or counts[after] > counts[before]


# The leader goal at the end


def at_the_end(*counts: int | None, holder: int | None = 0, rules: Edition = LATER, minimum=None, **house: str):
    """What the leader goal scores, and why."""
    return leader_points(counts, holder, edition=rules, rulings=rulings_of(rules, **house), minimum=minimum)


@rule("O-4")
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
@pytest.mark.parametrize(("sides", "points"), [(1, 8), (2, 6), (3, 8), (4, 8), (5, 8)])
def test_the_leader_goal_scores_eight_and_six_with_two_sides(sides: int, points: int, rules: Edition):
    gained, reasons = at_the_end(*[None] * sides, holder=sides - 1, rules=rules)
    assert gained == points
    assert reasons == [("O-4", "leader.scores", {"points": points}, None)]


@rule("O-4")
def test_a_leader_goal_that_nobody_holds_scores_nobody():
    assert at_the_end(5, 3, 1, holder=None) == (0, [])


@rule("O-5", "O-1")
@pytest.mark.parametrize(
    ("counts", "minimum", "points", "key"),
    [
        ((2, 1, 1), None, 8, "leader.scores"),
        ((2, 2, 1), None, 8, "leader.scores"),
        ((1, 0, 0), None, 0, "leader.below_minimum"),
        ((1, 0, 0), 1, 8, "leader.scores"),
        ((2, 0, 0), 3, 0, "leader.below_minimum"),
        ((3, 0, 0), 3, 8, "leader.scores"),
        ((2, 1, 3), None, 0, "leader.overtaken"),
        ((2, None, 3), None, 0, "leader.overtaken"),
        ((2, None, None), None, 8, "leader.scores"),
        ((None, 5, 5), None, 8, "leader.scores"),
        ((0, 0, 0), 0, 8, "leader.scores"),
    ],
)
def test_in_the_prototype_the_holder_is_checked_again(counts, minimum: int | None, points: int, key: str):
    gained, reasons = at_the_end(*counts, rules=PROTOTYPE, minimum=minimum)
    assert gained == points
    assert said(reasons) == [("O-4" if points else "O-5", key)]


@rule("O-5")
def test_the_check_says_what_was_compared():
    assert at_the_end(1, 0, 0, rules=PROTOTYPE)[1][0].data == {"count": 1, "minimum": 2}
    assert at_the_end(2, 3, 4, rules=PROTOTYPE)[1][0].data == {"count": 2, "most": 4}


@rule("O-5")
@pytest.mark.parametrize("rules", [FIRST, LATER], ids=lambda rules: rules.name)
def test_a_printed_edition_does_not_check_again(rules: Edition):
    assert at_the_end(1, 5, 0, rules=rules)[0] == 8
    assert at_the_end(0, 5, rules=rules)[0] == 6


@rule("E-5")
@pytest.mark.parametrize(
    ("rules", "points"), [(PROTOTYPE, 0), (FIRST, 6), (LATER, 6)], ids=["prototype", "first", "later"]
)
@pytest.mark.parametrize("holder", [0, 1])
def test_two_sides_tied_at_the_end(rules: Edition, points: int, holder: int):
    gained, reasons = at_the_end(3, 3, holder=holder, rules=rules)
    assert gained == points
    assert cited(reasons) == (["O-4", "E-5"] if points else ["E-5"])
    assert named(reasons) == {"leader_tie"}
    assert reasons[-1].data == {"count": 3}


@rule("E-5")
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
@pytest.mark.parametrize(("value", "points"), [("holder", 6), ("nobody", 0)])
def test_a_table_may_decide_the_tie_itself(rules: Edition, value: str, points: int):
    gained, reasons = at_the_end(3, 3, rules=rules, leader_tie=value)
    assert gained == points
    assert said(reasons)[-1] == ("E-5", f"ruling.leader_tie.{value}")


@rule("E-5")
@pytest.mark.parametrize("value", ["holder", "nobody"])
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 2), 6),
        ((2, 3), 6),
        ((None, 3), 6),
        ((3, None), 6),
        ((None, None), 6),
        ((3, 3, 3), 8),
        ((3, 3, 0), 8),
        ((3,), 8),
    ],
)
def test_without_a_tie_of_two_the_ruling_decides_nothing(counts, points: int, value: str):
    gained, reasons = at_the_end(*counts, leader_tie=value)
    assert gained == points
    assert not named(reasons)


@rule("E-5", "O-5")
@pytest.mark.parametrize("value", ["holder", "nobody"])
def test_a_tie_below_the_minimum_is_no_matter_of_the_ruling(value: str):
    gained, reasons = at_the_end(1, 1, rules=PROTOTYPE, leader_tie=value)
    assert gained == 0
    assert said(reasons) == [("O-5", "leader.below_minimum")]
