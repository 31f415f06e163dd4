"""An evening is told as its log has it: against a slow plain count of games that were kept, and by hand."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest
from support.common import rule
from support.golden_games import VERSIONS, games, unpacked

from companion.rules.state.events import (
    NOTHING,
    Began,
    Counted,
    DepthSet,
    MarkerMoved,
    Moved,
    Noted,
    PhaseBegan,
    Scored,
    replay,
)
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Depth, Setup, Start
from companion.scoring.evening import (
    Evening,
    Gain,
    PlayedLine,
    Raid,
    RoundPoints,
    Standing,
    TurningPoint,
    evening,
    leaders,
)
from companion.scoring.from_game import sheet
from companion.scoring.score import score
from companion.tables.line import Kind
from companion.tables.timeline import rebuilt

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
    assert {*found} == {line.version for line in lines if line.act in {"raid", "raid_now"}}
    for raid in found.values():
        events = next(line.events for line in lines if line.version == raid.line)
        lost = [0] * len(end.setup.sides)
        for event in events:
            if isinstance(event, Scored):
                lost[event.side] += event.by
        assert [after - before for before, after in zip(raid.before, raid.after, strict=True)] == lost


def _of_two(*lines: PlayedLine) -> Evening:
    """An evening of somebody alone, who begins with 10 and the guards with 12."""
    return _told(Setup(), *lines)


THREE = Setup(guards=None, difficulty=None, starts=(Start(10),) * 3)
"""Three who begin with 10 each. The first has the marker, which is worth 2: so the points are 12, 10 and 10."""


def _of_three(*lines: PlayedLine) -> Evening:
    return _told(THREE, *lines)


def _told(setup: Setup, *lines: PlayedLine) -> Evening:
    """An evening in whose first round, from line 3 on, these lines are."""
    return evening([PlayedLine(1, "", (Began(setup),)), begins(2, 1), *lines])


def begins(line: int, round_: int) -> PlayedLine:
    return PlayedLine(line, "begin_round", (PhaseBegan(round_, Phase.ROLL_CALL),))


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


@rule("F-2")
def test_at_a_table_more_items_lead_at_a_tie_and_equals_share_the_lead() -> None:
    game = replay([Began(THREE)])
    assert leaders(game, Standing((14, 14, 9), (1, 2, 5))) == {1}
    assert leaders(game, Standing((14, 14, 9), (2, 2, 5))) == {0, 1}


def test_where_all_share_the_win_nothing_has_turned() -> None:
    assert _of_three(scores(3, 1, 2), scores(4, 2, 2)).turning_point is None


def test_of_two_who_share_the_win_the_one_behind_says_how_far_ahead_they_are() -> None:
    # 12, 16, 10: the one behind has 2 less than the first. 12, 16, 16: both have 4 more.
    told = _of_three(scores(3, 1, 6), scores(4, 2, 6))
    assert told.turning_point == TurningPoint(4, 1, 1, -2, 4, raid=False, changed=True)


def test_a_winner_is_measured_by_the_best_of_the_others_and_three_points_are_enough() -> None:
    # 12, 14, 12, then 12, 14, 15.
    told = _of_three(scores(3, 1, 4), scores(4, 2, 2), scores(5, 2, 3))
    assert told.turning_point == TurningPoint(5, 1, 2, -2, 1, raid=False, changed=True)


def test_a_turning_point_says_whether_it_was_a_raid() -> None:
    # 4, 10, 10.
    told = _of_three(scores(3, 0, -8, "raid"))
    assert told.turning_point == TurningPoint(3, 1, 1, -2, 6, raid=True, changed=True)


def test_the_best_scoring_is_the_largest_gain_and_no_act_without_one_is_it() -> None:
    assert _of_three(scores(3, 0, -1)).best_scoring is None
    assert _of_three(scores(3, 0, 1)).best_scoring == Gain(3, 0, 1)
    assert _of_three(scores(3, 0, 1), scores(4, 2, 4), scores(5, 1, 3)).best_scoring == Gain(4, 2, 4)


def test_a_tie_takes_the_lead_from_nobody_and_the_lead_of_the_setup_is_where_it_begins() -> None:
    # 12, 12; 12, 13; 14, 13.
    assert _of_three(scores(3, 1, 2), scores(4, 1, 1), scores(5, 0, 2)).lead_changes == (4, 5)
    # 12, 14 before the first round; 13, 14 in it.
    set_up = [PlayedLine(1, "", (Began(THREE),)), scores(2, 1, 4), begins(3, 1), scores(4, 0, 1)]
    assert evening(set_up).lead_changes == ()


@rule("F-1")
def test_what_is_counted_at_the_end_is_in_the_result_alone_and_what_was_entered_before_in_both() -> None:
    told = _of_three(
        PlayedLine(3, "enter_holdings", (Counted(1, "tomes", 3),)),
        PlayedLine(4, "count_hand", (Counted(1, "tomes", 5),)),
    )
    # A tome is worth 1.
    assert [step.after.points for step in told.steps[2:]] == [(12, 13, 10), (12, 13, 10)]
    assert told.result.points == told.rounds[-1].points == (12, 15, 10)
    assert told.counted.points == (0, 2, 0)
    assert not told.followed


def test_what_lies_on_the_table_as_a_game_begins_is_nobodys_doing() -> None:
    first, *_ = _of_three().steps
    assert (first.round, first.gains, first.played) == (0, (0, 0, 0), False)
    told = evening([PlayedLine(7, "", (Began(THREE), PhaseBegan(3, Phase.ROUND))), scores(8, 2, 5)])
    first, _ = told.steps
    assert (first.round, first.gains, first.played) == (2, (0, 0, 0), False)
    assert told.rounds == (
        RoundPoints(2, 7, (12, 10, 10), (), None),
        RoundPoints(3, 8, (12, 10, 15), (), Gain(8, 2, 5)),
    )


def test_an_evening_is_followed_if_no_round_of_it_was_light() -> None:
    light = replace(THREE, depth=Depth.LIGHT)
    assert _of_three().followed
    assert not _told(light).followed
    assert not _told(light, PlayedLine(3, "set_depth", (DepthSet(Depth.FULL),)), begins(4, 2)).followed
    began = PlayedLine(1, "", (Began(light), DepthSet(Depth.FULL)))
    assert evening([began, begins(2, 1)]).followed
    assert evening(
        [PlayedLine(1, "", (Began(light),)), PlayedLine(2, "set_depth", began.events[1:]), begins(3, 1)]
    ).followed


@rule("D-1")
def test_a_raid_is_what_it_found_what_is_lost_and_the_suspicion_that_goes_back() -> None:
    lost = (
        Noted(),
        Counted(0, "suspicion_before", 4),
        Scored(0, -8),
        Moved(Cube.SUSPICION, 4, 0, None),
        Scored(1, -4),
    )
    # Gold is worth 2: 4, 8, 15 after all of it.
    for comes in (Moved(Cube.GOLD, 1, None, 1), Moved(Cube.SUSPICION, 1, None, 1)):
        told = _of_three(
            PlayedLine(3, "patrol", (Moved(Cube.SUSPICION, 4, None, 0),)),
            PlayedLine(4, "raid", (*lost, comes, Scored(2, 5))),
        )
        assert [one.raids for one in told.rounds] == [(), (Raid(4, 1, (12, 10, 10), (4, 6, 10)),)]
        assert told.result.points == (4, 8 if comes.cube is Cube.GOLD else 6, 15)


def test_each_round_has_its_own_raids_and_of_what_was_played_in_it_the_largest_change() -> None:
    told = _of_three(
        scores(3, 0, -8, "raid"),
        scores(4, 1, 3),
        begins(5, 2),
        scores(6, 2, 1),
        scores(7, 1, -4, "raid_now"),
        begins(8, 3),
        PlayedLine(9, "set_reputation", (Scored(0, 9),), correction=True),
    )
    assert told.rounds == (
        RoundPoints(0, 1, (12, 10, 10), (), None),
        RoundPoints(1, 4, (4, 13, 10), (Raid(3, 1, (12, 10, 10), (4, 10, 10)),), Gain(3, 0, -8)),
        RoundPoints(2, 7, (4, 9, 11), (Raid(7, 2, (4, 13, 11), (4, 9, 11)),), Gain(7, 1, -4)),
        RoundPoints(3, 9, (13, 9, 11), (), None),
    )


@pytest.mark.parametrize(("done", "rounds"), [((), [0, 6]), ((scores(3, 0, 2),), [0, 1, 6])])
def test_rounds_that_a_correction_passes_over_are_none_of_the_evening_but_the_one_that_was_played_is(
    done: tuple[PlayedLine, ...], rounds: list[int]
) -> None:
    events = (PhaseBegan(5, Phase.ROLL_CALL), PhaseBegan(6, Phase.ROLL_CALL))
    told = _of_two(*done, PlayedLine(4, "set_phase", events, correction=True), scores(5, 1, 3))
    assert [one.round for one in told.rounds] == rounds
    assert [one.points for one in told.rounds][-2:] == [(12, 12) if done else (10, 12), (12, 15) if done else (10, 15)]
