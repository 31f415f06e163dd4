"""An evening is told as its log has it: against a slow plain count of games that were kept, and by hand."""

import sqlite3
from contextlib import closing
from functools import cache
from typing import NamedTuple

import pytest
from support.common import rule
from support.golden_games import VERSIONS, games, unpacked

from companion.rules.state.events import NOTHING, MarkerMoved, RoundBegan, Scored, replay
from companion.rules.state.position import Phase, Position
from companion.scoring.evening import Evening, PlayedLine, evening
from companion.scoring.from_game import sheet
from companion.scoring.score import score
from companion.tables.timeline import Kind, rebuilt

EVERY = 11
"""Of the games that were kept, each such one is counted anew here; `tools/soak.py` plays others."""


class Kept(NamedTuple):
    """A game that was kept to its end: the lines that count, and its state at the end."""

    lines: list[PlayedLine]
    end: Position


@cache
def acts(version: str) -> dict[tuple[str, int], str]:
    """By table and line: the type of what was done."""
    with closing(sqlite3.connect(":memory:")) as kept:
        kept.executescript(unpacked(version, "sql"))
        rows = kept.execute(
            "select code, line.version, json_extract(act, '$.type') from game_entry as line "
            "join game_table as at on at.id = table_id"
        )
        return {(code, line): act or "" for code, line, act in rows}


def kept_games() -> list[pytest.param]:
    found = [(version, place) for version in VERSIONS for place in range(len(games(version)))]
    return [pytest.param(*one, id=f"{one[0]} {games(one[0])[one[1]].name} {one[1]}") for one in found[::EVERY]]


def kept(version: str, place: int) -> Kept:
    game = games(version)[place]
    lines = game.lines()
    state = rebuilt(lines)
    counting = {*state.history.counting}
    played = [
        PlayedLine(line.version, acts(version)[game.code, line.version], line.events, line.kind is Kind.CORRECTION)
        for line in lines
        if line.version in counting
    ]
    return Kept(played, state.game)


def plain(game: Position) -> tuple[int, ...]:
    """The totals of a game at any moment, as its score sheet says them."""
    return tuple(side.total for side in score(sheet(game, [str(side) for side in game.setup.sides])).sides)


def before_counting(lines: list[PlayedLine]) -> dict[tuple[int, str], int] | None:
    """What was counted before anybody was asked to count for the score; None where nobody was."""
    first = next((at for at, line in enumerate(lines) if line.act in {"count", "count_hand"}), None)
    if first is None:
        return None
    return dict(replay(event for line in lines[:first] for event in line.events).counted)


@rule("F-1", "D-6")
@pytest.mark.parametrize(("version", "place"), kept_games())
def test_the_curve_of_a_game_is_a_slow_plain_count_of_its_log(version: str, place: int) -> None:
    lines, end = kept(version, place)
    if end.phase is not Phase.ENDED:
        pytest.skip("it was left before its end")
    told = evening(lines)
    assert told.result.points == plain(end)
    # From the start each time, and nothing is remembered.
    course = [replay((event for line in lines[:n] for event in line.events), NOTHING) for n in range(1, len(lines) + 1)]
    known = before_counting(lines)
    asked = next((at for at, line in enumerate(lines) if line.act in {"count", "count_hand"}), len(lines))
    points = [
        plain(game if at < asked else game._replace(counted=known)) if game.reputation else ()
        for at, game in enumerate(course)
    ]
    assert [step.after.points for step in told.steps] == points
    ends: dict[int, tuple[int, tuple[int, ...]]] = {}
    latest = end.round
    for line, game, now in reversed([*zip(lines, course, points, strict=True)]):
        # Where a table went back, what comes again counts.
        if game.round <= latest:
            latest = game.round
            ends.setdefault(latest, (line.version, now))
    ends[end.round] = (lines[-1].version, plain(end))
    begun = course[0].round
    if begun:
        ends[begun - 1] = (lines[0].version, points[0])
    assert {one.round: (one.line, one.points) for one in told.rounds} == ends
    assert told.rounds[-1].points == plain(end)


@rule("D-5")
@pytest.mark.parametrize(("version", "place"), kept_games())
def test_a_raid_is_what_its_sides_lose_and_nothing_that_comes_to_the_board_after_it(version: str, place: int) -> None:
    lines, end = kept(version, place)
    told = evening(lines)
    found = {raid.line: raid for one in told.rounds for raid in one.raids}
    for line in lines:
        if line.act not in {"raid", "raid_now"}:
            assert line.version not in found
    for raid in found.values():
        events = next(line.events for line in lines if line.version == raid.line)
        lost = [0] * len(end.setup.sides)
        for event in events:
            if isinstance(event, Scored):
                lost[event.side] += event.by
        assert [after - before for before, after in zip(raid.before, raid.after, strict=True)] == lost


def _of_two(*lines: PlayedLine) -> Evening:
    """An evening of somebody alone, who begins with 10 and the guards with 12."""
    (first, *_), _ = kept(VERSIONS[0], 0)
    began = tuple(event for event in first.events if type(event).__name__ == "Began")
    return evening([PlayedLine(1, "", began), PlayedLine(2, "begin_round", (RoundBegan(1, Phase.ROLL_CALL),)), *lines])


def scores(line: int, side: int, by: int, act: str = "take") -> PlayedLine:
    return PlayedLine(line, act, (Scored(side, by),))


def test_the_turning_point_is_the_act_after_which_the_lead_never_changed() -> None:
    told = _of_two(scores(3, 0, 9), scores(4, 1, 9), scores(5, 0, 8), scores(6, 0, 20)).turning_point
    assert told is not None
    assert (told.line, told.side, told.before, told.after, told.changed) == (5, 0, -2, 6, True)


def test_where_the_lead_never_changed_the_largest_swing_is_the_turning_point() -> None:
    told = _of_two(scores(3, 1, 2), scores(4, 1, 9), scores(5, 0, 4)).turning_point
    assert told is not None
    assert (told.line, told.side, told.changed) == (4, 1, False)


def test_an_act_that_moves_less_than_three_points_is_no_turning_point() -> None:
    assert _of_two(scores(3, 1, 2), scores(4, 0, 1)).turning_point is None


def test_what_was_only_put_right_is_neither_a_turning_point_nor_a_best_scoring() -> None:
    put_right = PlayedLine(3, "set_reputation", (Scored(1, 30),), correction=True)
    told = _of_two(put_right, scores(4, 1, 4))
    assert told.turning_point is not None
    assert told.turning_point.line == 4
    assert told.best_scoring is not None
    assert (told.best_scoring.line, told.best_scoring.by) == (4, 4)


@rule("F-5")
def test_at_a_tie_the_guards_lead_and_the_lead_has_changed_hands_only_with_more() -> None:
    told = _of_two(scores(3, 0, 5), scores(4, 1, 3), scores(5, 0, 1))
    assert told.lead_changes[-1] == 5
    assert _of_two(PlayedLine(3, "take", (MarkerMoved(0), Scored(1, 2)))).winners == {1}
