"""Statistics: known answers, and equal to a slow recount on any plays."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.players import wilson
from companion.plays.statistics import (
    Meeting,
    Outcome,
    Share,
    Tally,
    met,
    people,
    rival,
    root,
    summary,
)

DIFFICULTIES = ("moderate", "challenging", "expert")


def outcomes(*ends: bool, difficulty: str | None = "moderate", edition: str = "first") -> list[Outcome]:
    return [Outcome(edition, difficulty, end) for end in ends]


@pytest.mark.parametrize(
    ("won", "plays", "percent", "likely"),
    [(9, 12, 75, (47, 91)), (4, 9, 44, (19, 73)), (0, 5, 0, (0, 43)), (5, 5, 100, (57, 100)), (1, 2, 50, (9, 91))],
)
def test_a_share_and_between_what_it_likely_lies(won: int, plays: int, percent: int, likely: tuple[int, int]) -> None:
    assert (Share(won, plays).percent, Share(won, plays).likely) == (percent, likely)


@given(st.integers(1, 5000).flatmap(lambda plays: st.tuples(st.integers(0, plays), st.just(plays))))
def test_the_interval_holds_the_share_and_stays_between_nothing_and_all(counted: tuple[int, int]) -> None:
    won, plays = counted
    low, high = wilson(won, plays)
    assert 0 <= low <= won / plays + 1e-9
    assert won / plays - 1e-9 <= high <= 1


def test_nothing_is_said_of_fewer_than_five_plays() -> None:
    assert [Share(2, plays).enough for plays in (2, 4, 5)] == [False, False, True]
    tallies = [Tally("v", "Vera", "1", 2, 4, 2, 100, 40)]
    assert people(tallies, {})[0].results.average is None
    assert people([tallies[0]._replace(plays=5)], {})[0].results.average == 20
    assert rival([Meeting("i", "Isaac", 4, 2, 2)]) is None
    assert rival([Meeting("i", "Isaac", 5, 2, 2)]) is not None


@pytest.mark.parametrize(
    ("ends", "row"), [([True], 0), ([True, True], 2), ([True, True, False], 0), ([False, *[True] * 3], 3)]
)
def test_a_row_is_of_two_or_more_and_ends_with_the_last_play(ends: list[bool], row: int) -> None:
    several = Outcome("first", None, None)
    assert summary([*outcomes(*ends), several], None, DIFFICULTIES).in_a_row == row


def test_guards_are_told_apart_by_strength_and_edition_weakest_first() -> None:
    plays = [
        *outcomes(True, difficulty="expert"),
        *outcomes(False, True, difficulty=None),
        *outcomes(False, True),
        *outcomes(True, edition="later"),
        Outcome("first", None, None),
    ]
    found = summary(plays, 3, DIFFICULTIES)
    assert (found.plays, found.best) == (7, 3)
    assert [(one.edition, one.difficulty, [*one.marks]) for one in found.records] == [
        ("first", "moderate", [False, True]),
        ("first", "expert", [True]),
        ("first", None, [False, True]),
        ("later", "moderate", [True]),
    ]
    assert summary([], None, DIFFICULTIES).best is None


Side = tuple[str, int, int]
"""A person of a play: who, points, rank."""

persons = st.sampled_from("abcdef")
plays_of_persons = st.lists(
    st.lists(st.tuples(persons, st.integers(0, 60)), min_size=1, max_size=4, unique_by=lambda one: one[0]), max_size=25
)


def ranked(play: Sequence[tuple[str, int]]) -> list[Side]:
    return [(who, points, 1 + sum(other > points for _, other in play)) for who, points in play]


def tallies_of(plays: Sequence[Sequence[Side]]) -> list[Tally]:
    found: dict[tuple[str, int], list[Side]] = defaultdict(list)
    for play in plays:
        for side in play:
            found[side[0], len(play)].append(side)
    return [
        Tally(who, who.upper(), "1", players, len(own), sum(one[2] == 1 for one in own), sum(one[1] for one in own),
              max(one[1] for one in own))
        for (who, players), own in found.items()
    ]  # fmt: skip


def recounted(plays: Sequence[Sequence[Side]], merges: Mapping[str, str]) -> dict[str, Any]:
    """Each person's plays, counted one by one."""
    told: dict[str, Any] = {}
    for who in "abcdef":
        own = [(side, len(play)) for play in plays for side in play if root(side[0], merges) == who]
        if own:
            told[who] = (
                len(own),
                sum(side[2] == 1 for side, _ in own),
                sum(side[1] for side, _ in own),
                max(side[1] for side, _ in own),
                {size: sum(1 for _, players in own if players == size) for size in sorted({size for _, size in own})},
            )
    return told


@given(plays_of_persons, st.dictionaries(persons, persons, max_size=3))
def test_people_are_what_a_slow_recount_says_whoever_is_counted_as_whom(
    plays: list[list[tuple[str, int]]], merges: dict[str, str]
) -> None:
    sides = [ranked(play) for play in plays]
    found = people(tallies_of(sides), merges)
    assert {
        one.id: (
            one.results.share.plays,
            one.results.share.won,
            one.results.points,
            one.results.best,
            {size: results.share.plays for size, results in one.by_players.items()},
        )
        for one in found
    } == recounted(sides, merges)
    counts = [one.results.share.plays for one in found]
    assert counts == sorted(counts, reverse=True)


def test_whom_somebody_met_is_each_once_the_most_often_met_first_and_of_those_who_came_closest() -> None:
    meetings = [
        Meeting("i", "Isaac", 5, 4, 1),
        Meeting("w", "Wera", 2, 1, 1),
        Meeting("v", "Vera", 3, 1, 2),
        Meeting("c", "Claire", 2, 0, 2),
    ]
    assert [*met(meetings, {"w": "v"})] == [
        Meeting("v", "Vera", 5, 2, 3),
        Meeting("i", "Isaac", 5, 4, 1),
        Meeting("c", "Claire", 2, 0, 2),
    ]
