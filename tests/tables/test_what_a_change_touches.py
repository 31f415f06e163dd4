"""The values that a change sets, each by where it stands: what two changes at once have in common. Pure."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.state.cards import EndGoal
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup
from companion.tables.conflicts import changed_paths, overlap

GAME = Position(Setup(), reputation=(4, 7))
ROW: Any = ("display", None)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (GAME, GAME, set()),
        (GAME, GAME._replace(round=2), {("round",)}),
        (GAME, GAME._replace(reputation=(4, 8)), {("reputation", 1)}),
        (GAME, GAME._replace(reputation=(5, 8)), {("reputation", 0), ("reputation", 1)}),
        # Who sits there has changed: all of it is another.
        (GAME, GAME._replace(reputation=(4, 7, 0)), {("reputation",)}),
        (GAME, GAME._replace(passed=frozenset({1})), {("passed", 1)}),
        (GAME, GAME._replace(setup=replace(GAME.setup, instant=True)), {("setup", "instant")}),
        (
            GAME,
            GAME._replace(setup=replace(GAME.setup, instant=True, end=EndGoal("majority"))),
            {("setup", "instant"), ("setup", "end")},
        ),
        (GAME._replace(zones={ROW: (1, 2)}), GAME._replace(zones={ROW: (1, 3)}), {("zones", ROW, 1)}),
        # A row with an empty space is compared whole: which card comes there depends on all of it.
        (GAME._replace(zones={ROW: (1, None)}), GAME._replace(zones={ROW: (1, 3)}), {("zones", ROW)}),
        (GAME._replace(zones={ROW: (1, None)}), GAME._replace(zones={ROW: (2, None)}), {("zones", ROW)}),
        (GAME, GAME._replace(zones={ROW: (1,)}), {("zones", ROW)}),
    ],
)
def test_a_change_touches_the_smallest_part_that_is_another(
    before: Position, after: Position, found: set[tuple[Any, ...]]
) -> None:
    """So that two phones may change two of them at once."""
    assert changed_paths(before, after) == changed_paths(after, before) == found


@pytest.mark.parametrize(
    ("some", "others", "common"),
    [
        ([], [("round",)], False),
        ([("round",)], [("round",)], True),
        ([("round",)], [("phase",)], False),
        ([("reputation", 0)], [("reputation", 1)], False),
        ([("reputation",)], [("reputation", 1)], True),
        ([("round",), ("zones", ROW, 1)], [("phase",), ("zones", ROW)], True),
    ],
)
def test_two_changes_have_in_common_what_both_touch_be_it_in_whole_or_in_part(
    some: list[tuple[Any, ...]], others: list[tuple[Any, ...]], *, common: bool
) -> None:
    """Whichever came first."""
    assert overlap(frozenset(some), frozenset(others)) is common
    assert overlap(frozenset(others), frozenset(some)) is common
