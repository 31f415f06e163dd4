"""Taking back one line alone, and what counts then: a log gone through in any order comes to the same game. Pure."""

import random
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.common import rule
from support.made_lines import made_line
from support.random_rules_player import any_act

from companion.rules.acts.actions import Act, Prompt
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import begin, correct, decide, prompt
from companion.rules.errors import RuleError
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.events import Event, replay
from companion.rules.state.pieces import Cube
from companion.rules.state.pieces import Kind as Card
from companion.rules.state.position import Position
from companion.tables.line import DONE, MOVING, Kind, Line
from companion.tables.setup_request import agreed
from companion.tables.strike import first_line_resting_on
from companion.tables.timeline import (
    NoSuchLine,
    State,
    UndoHistory,
    UndoHistoryBuilder,
    advanced,
    games_before,
    rebuilt,
)

SHUFFLE = partial(shuffled, "striking")
EXAMPLES = settings.default.max_examples
"""As many as the profile has; `make check` tries fewer."""

SMALL = {"cubes": {"power": 6, "suspicion": 4, "scrap": 3}, "cards": {"tomes": 4, "items": 9, "goons": 9}}
"""A box in which much is soon used up."""

LIGHT = {
    "players": [{}, {}, {}],
    "depth": "light",
    "leader_goal": {"counts": "gem", "minimum": 1},
    "cubes": {"power": 6, "suspicion": 12},
}
FULL = {"players": [{}, {}, {}], "roll_call": True, **SMALL}

OFTEN = {"set_cubes", "set_reputation", "set_marker", "set_leader", "set_tomes", "set_count"}
"""Corrections that several phones send at once."""


class Log:
    """A log and what it comes to, line by line."""

    def __init__(self, wishes: dict[str, Any]) -> None:
        self.lines = [made_line(1, Kind.BEGIN, begin(agreed(wishes), SHUFFLE))]
        self.state = rebuilt(self.lines)

    def add(
        self,
        kind: Kind,
        to: int | None = None,
        seat: int = 0,
        events: tuple[Event, ...] = (),
        act: Act | None = None,
    ) -> None:
        added = made_line(self.state.version + 1, kind, events, to=to, seat=seat, act=act)
        self.state.history.after(added.version, kind, to)
        self.lines.append(added)
        self.state = advanced(self.state, added) if kind in DONE else rebuilt(self.lines)

    def correct(self, kind: str, seat: int = 0, **fields: Any) -> int:
        """A correction; its version."""
        act = Act(kind, fields)
        self.add(Kind.CORRECTION, seat=seat, events=correct(self.state.game, act, SHUFFLE), act=act)
        return self.state.version

    def act(self, kind: str, seat: int = 0, **fields: Any) -> int:
        """An act; its version."""
        act = Act(kind, fields)
        self.add(Kind.ACT, seat=seat, events=decide(self.state.game, act, SHUFFLE), act=act)
        return self.state.version

    def counting(self) -> list[Line]:
        return [line for line in self.lines if line.version in {*self.state.history.counting}]

    def obstacle(self, line: int) -> int | None:
        lines = self.counting()
        place = next(place for place, one in enumerate(lines) if one.version == line)
        before = replay(event for one in lines[:place] for event in one.events)
        found = first_line_resting_on(before, lines[place:], SHUFFLE)
        return found and found.version


def stars(log: Log, side: int, number: int) -> int:
    return log.correct("set_reputation", side, side=[side], number=number)


def power(log: Log, side: int, number: int) -> int:
    return log.correct("set_cubes", side, place=[side], cube=[Cube.POWER], number=number)


# Known answers


def test_a_line_goes_alone_where_nobody_has_touched_what_it_set() -> None:
    log = Log(LIGHT)
    mine = stars(log, 0, 15)
    stars(log, 1, 12)
    assert log.obstacle(mine) is None
    log.add(Kind.STRIKE, mine)
    assert [log.state.game.reputation[side] for side in range(3)] == [10, 12, 10]
    assert log.state.history == UndoHistory((1, 3), (2,))


def test_a_line_stays_where_somebody_has_touched_what_it_set() -> None:
    log = Log(LIGHT)
    mine = stars(log, 0, 15)
    stars(log, 1, 12)
    theirs = stars(log, 0, 16)
    stars(log, 0, 17)
    assert log.obstacle(mine) == theirs


def test_other_cubes_at_the_same_place_are_not_in_the_way() -> None:
    log = Log(LIGHT)
    mine = power(log, 0, 3)
    log.correct("set_cubes", 1, place=[0], cube=[Cube.SUSPICION], number=2)
    assert log.obstacle(mine) is None


@rule("E-14")
def test_cubes_that_others_have_taken_from_the_box_since_are_in_the_way() -> None:
    log = Log(LIGHT)
    whole = log.state.game.supply(Cube.SUSPICION)
    log.correct("set_cubes", 0, place=[0], cube=[Cube.SUSPICION], number=whole)
    mine = log.correct("set_cubes", 0, place=[0], cube=[Cube.SUSPICION], number=0)
    theirs = log.correct("set_cubes", 1, place=[1], cube=[Cube.SUSPICION], number=1)
    assert log.obstacle(mine) == theirs


@rule("L-2")
def test_power_that_a_ranking_has_counted_is_in_the_way() -> None:
    log = Log(LIGHT)
    log.act("begin_round")
    mine, nobody = power(log, 0, 3), power(log, 2, 2)
    theirs = log.act("rank_location", 1, location=["sewers"], side_0=["enforcer"], side_1=[2], side_2=[])
    # Nothing that the ranking set was set by the power cubes, but without them it would rank otherwise.
    assert (log.obstacle(mine), log.obstacle(nobody)) == (theirs, None)


@rule("L-4")
def test_a_marker_that_has_decided_a_tie_is_in_the_way() -> None:
    log = Log(LIGHT)
    log.act("begin_round")
    mine = log.correct("set_marker", 0, side=[1])
    log.correct("set_cubes", 0, place=["smithy"], cube=[Cube.SUSPICION], number=2)
    theirs = log.act("rank_location", 2, location=["smithy"], side_0=[4], side_1=[4], side_2=[])
    assert log.state.game.at(1, Cube.SUSPICION) == 2
    assert log.obstacle(mine) == theirs


def test_a_line_whose_act_these_rules_take_no_longer_is_in_the_way() -> None:
    log = Log(LIGHT)
    mine, theirs = stars(log, 0, 15), stars(log, 1, 12)
    last = log.lines[-1]
    log.lines[-1] = made_line(last.version, last.kind, last.events, seat=last.seat, act=Act("set_moon"))
    assert log.obstacle(mine) == theirs


def test_the_line_that_opened_the_table_is_never_struck() -> None:
    log = Log(LIGHT)
    with pytest.raises(NoSuchLine):
        log.add(Kind.STRIKE, 1)


def test_a_line_that_was_struck_is_not_struck_again() -> None:
    log = Log(LIGHT)
    mine = stars(log, 0, 15)
    log.add(Kind.STRIKE, mine)
    with pytest.raises(NoSuchLine):
        log.add(Kind.STRIKE, mine)


def test_a_struck_line_comes_back_to_its_place() -> None:
    log = Log(LIGHT)
    mine = stars(log, 0, 15)
    stars(log, 1, 12)
    before = log.state.game
    log.add(Kind.STRIKE, mine)
    log.add(Kind.REDO, mine)
    assert log.state.game == before
    assert log.state.history == UndoHistory((1, 2, 3), ())


def test_what_was_undone_after_a_strike_comes_back_before_what_was_struck() -> None:
    log = Log(LIGHT)
    mine, theirs = stars(log, 0, 15), stars(log, 1, 12)
    log.add(Kind.STRIKE, mine)
    log.add(Kind.UNDO, 1)
    assert log.state.history == UndoHistory((1,), (theirs, mine))
    log.add(Kind.REDO, theirs)
    assert [log.state.game.reputation[side] for side in range(2)] == [10, 12]
    log.add(Kind.REDO, mine)
    assert [log.state.game.reputation[side] for side in range(2)] == [15, 12]


def test_nothing_is_done_again_once_something_else_was_done() -> None:
    log = Log(LIGHT)
    mine = stars(log, 0, 15)
    log.add(Kind.STRIKE, mine)
    stars(log, 2, 11)
    with pytest.raises(NoSuchLine):
        log.add(Kind.REDO, mine)


def test_who_sits_down_meanwhile_changes_nothing_of_what_can_be_done_again() -> None:
    log = Log(LIGHT)
    mine = stars(log, 0, 15)
    log.add(Kind.STRIKE, mine)
    log.add(Kind.SEAT)
    log.add(Kind.REDO, mine)
    assert log.state.game.reputation[0] == 15


def test_the_game_before_a_line_lacks_what_was_struck_before_it() -> None:
    log = Log(LIGHT)
    mine = stars(log, 0, 15)
    stars(log, 1, 12)
    log.add(Kind.STRIKE, mine)
    last = stars(log, 2, 11)
    assert [games_before(log.lines)[last].reputation[side] for side in range(3)] == [10, 12, 10]
    assert dict(log.state.latest)[last].reputation[0] == 10


# Properties


class Step(NamedTuple):
    """Something that a phone does."""

    what: str
    seat: int
    chance: int


steps = st.lists(
    st.builds(
        Step,
        st.sampled_from(["correct", "correct", "correct", "act", "strike", "strike", "undo", "redo", "redo"]),
        st.integers(0, 2),
        st.integers(0, 2**32),
    ),
    min_size=8,
    max_size=40,
)


def _any_of(game: Position, step: Step, chance: random.Random) -> tuple[Kind, Act]:
    if step.what == "act":
        return Kind.ACT, any_act(prompt(game), chance)
    offers = corrections(game)
    likely = tuple(one for one in offers if one.type in OFTEN)
    chosen = likely if chance.random() < 0.8 else offers
    return Kind.CORRECTION, any_act(Prompt(None, None, chosen), chance)


def _take(log: Log, step: Step) -> None:
    """Do it, if it can be done."""
    chance, history = random.Random(step.chance), log.state.history
    match step.what:
        case "strike":
            line = chance.choice(history.counting)
            if line != 1 and log.obstacle(line) is None:
                before = log.state
                _check_nobody_has_read(log, line)
                log.add(Kind.STRIKE, line)
                _check_comes_back(log, before, line)
        case "undo":
            log.add(Kind.UNDO, chance.choice(history.counting[:-1] or (0,)))
        case "redo":
            log.add(Kind.REDO, chance.choice(history.ahead or (0,)))
        case _:
            kind, act = _any_of(log.state.game, step, chance)
            events = (decide if kind is Kind.ACT else correct)(log.state.game, act, SHUFFLE)
            log.add(kind, seat=step.seat, events=events, act=act)


def _check_nobody_has_read(log: Log, struck: int) -> None:
    """Without it, whoever did what came later would have come to the very same."""
    game = replay(())
    for line in log.counting():
        if line.version > struck:
            again = (decide if line.kind is Kind.ACT else correct)(game, line.act, SHUFFLE)
            assert facts(again) == facts(line.events), (line.version, struck)
        if line.version != struck:
            game = replay(line.events, game)


def facts(events: Iterable[Event]) -> list[Event]:
    return [event._replace(why=()) for event in events]


def _check_comes_back(log: Log, before: State, line: int) -> None:
    again = rebuilt([*log.lines, made_line(log.state.version + 1, Kind.REDO, to=line)])
    assert again.game == before.game
    assert again.history.counting == before.history.counting
    assert again.deal == before.deal


def _check(log: Log) -> None:
    state, history = log.state, log.state.history
    assert [*history.counting] == sorted({*history.counting})
    assert history.counting[0] == 1
    assert not {*history.counting} & {*history.ahead}
    game = state.game
    for cube in Cube:
        assert game.supply(cube) >= 0, (cube, log.lines[-1])
    for kind in Card:
        assert game.deck(kind) >= 0
    lying = [card for zone in game.zones.values() for card in zone if card is not None]
    assert len(lying) == len({*lying})
    assert {*lying} <= {*game.cards}


@pytest.mark.slow
@rule("E-14")
@pytest.mark.parametrize("wishes", [LIGHT, FULL], ids=["light", "full"])
@given(steps=steps)
@settings(max_examples=2 * EXAMPLES)
def test_whatever_is_struck_and_done_again_cubes_and_cards_stay_and_lines_count_in_order(
    wishes: dict[str, Any], steps: list[Step]
) -> None:
    log = Log(wishes)
    for step in steps:
        try:
            _take(log, step)
        except RuleError:
            continue
        _check(log)
    fresh = rebuilt(log.lines)
    assert (fresh.game, fresh.history) == (log.state.game, log.state.history)


@given(steps=steps)
@settings(max_examples=2 * EXAMPLES)
def test_what_was_so_before_a_line_is_what_the_lines_before_it_come_to(steps: list[Step]) -> None:
    log = Log(LIGHT)
    for step in steps:
        try:
            _take(log, step)
        except RuleError:
            continue
    before = games_before(log.lines)
    for place, line in enumerate(log.lines):
        assert before[line.version]._replace(agenda=()) == rebuilt(log.lines[:place]).game._replace(agenda=())


@given(steps=steps)
@settings(max_examples=EXAMPLES)
def test_what_was_so_before_the_last_lines_follows_from_what_the_table_had_come_to_by_then(steps: list[Step]) -> None:
    log = Log(LIGHT)
    states = {1: log.state}
    for step in steps:
        try:
            _take(log, step)
        except RuleError:
            continue
        states[log.state.version] = log.state
    moved = max((line.version for line in log.lines if line.kind in MOVING), default=1)
    whole = games_before(log.lines)
    for version in range(moved, len(log.lines)):
        for line, before in games_before(log.lines[version:], states[version]).items():
            assert before._replace(agenda=()) == whole[line]._replace(agenda=())


def test_marks_gone_through_line_by_line_are_those_taken_step_by_step() -> None:
    going = UndoHistoryBuilder()
    for version, (kind, to) in enumerate(
        [(Kind.BEGIN, None), (Kind.ACT, None), (Kind.ACT, None), (Kind.STRIKE, 2), (Kind.UNDO, 1), (Kind.REDO, 2)], 1
    ):
        going.take(version, kind, to)
    assert going.history() == UndoHistory((1, 2, 3), ())
