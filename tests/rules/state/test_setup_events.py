"""A game as its table sits down, as sides come and go, and as its phases begin: each event beside what it makes."""

import pickle
from dataclasses import replace

import pytest
from support.common import rule

from companion.rules.frozen import FrozenDict
from companion.rules.rulings.ranking import Stated
from companion.rules.state.events import (
    NOTHING,
    Answered,
    AwaySet,
    Began,
    LocationOpened,
    PhaseBegan,
    RollCallSet,
    SidesSet,
    StrengthStated,
    replay,
)
from companion.rules.state.pieces import DISPLAY, Cube, Kind, TokenOnBoard
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup, Start, Turns, boxed
from companion.rules.vocabulary import Location

THREE = Setup(guards=None, difficulty=None, starts=(Start(10), Start(11), Start(12, storage=6)))


def three(**now: object) -> Position:
    return Began(THREE).evolve(NOTHING)._replace(**now)


@rule("S-7", "Z-1")
def test_the_marker_begins_where_the_table_says_else_with_the_guards_else_with_the_first() -> None:
    assert three().first_player == 0
    assert Began(Setup()).evolve(NOTHING).first_player == 1
    assert Began(replace(THREE, first_player=2)).evolve(NOTHING).first_player == 2


def test_who_sits_down_brings_the_own_start_and_a_space_of_the_display() -> None:
    game = three(zones={DISPLAY: (4, None, 5, 6)})
    five = SidesSet((*THREE.starts, Start(14, storage=7), Start(15, storage=8))).evolve(game)
    assert five.reputation == (10, 11, 12, 14, 15)
    assert five.storage == (5, 5, 6, 7, 8)
    assert five.zones == {DISPLAY: (4, None, 5, 6, None, None)}
    assert len(five.setup.starts) == 5


def test_who_gets_up_takes_along_what_is_theirs_and_the_others_keep_what_they_have() -> None:
    game = three(
        zones={DISPLAY: (4, None, 5, 6)},
        first_player=2,
        counted={(0, "items"): 1, (1, "items"): 2, (2, "items"): 3},
        away=frozenset({1, 2}),
        leader=2,
        instant=2,
    )
    two = SidesSet(THREE.starts[:2]).evolve(game)
    assert (two.reputation, two.storage) == ((10, 11), (5, 5))
    assert two.zones == {DISPLAY: (4, None, 5)}
    assert (two.first_player, two.leader, two.instant, two.away) == (0, None, None, {1})
    assert two.counted == {(0, "items"): 1, (1, "items"): 2}
    kept = SidesSet(THREE.starts[:2]).evolve(game._replace(first_player=1, leader=1, instant=1))
    assert (kept.first_player, kept.leader, kept.instant) == (1, 1, 1)
    nobodys = SidesSet(THREE.starts[:2]).evolve(game._replace(leader=None, instant=None))
    assert (nobodys.leader, nobodys.instant) == (None, None)


@rule("S-10")
def test_a_seat_is_empty_until_somebody_sits_there() -> None:
    game = replay([AwaySet(1, True), AwaySet(2, True)], three())
    assert game.away == {1, 2}
    assert AwaySet(1, False).evolve(game).away == {2}


def test_only_within_a_roll_call_who_lies_where_is_told_anew_as_it_comes_into_the_app_or_leaves_it() -> None:
    lies = {
        "tokens": {(0, 5): TokenOnBoard(Location.SEWERS)},
        "assigned": frozenset({(0, Location.SEWERS)}),
        "passed": frozenset({1}),
    }
    for in_app in (True, False):
        within = RollCallSet(in_app).evolve(three(phase=Phase.ROLL_CALL, **lies))
        assert (within.tokens, within.assigned, within.passed) == ({}, frozenset(), frozenset())
        later = RollCallSet(in_app).evolve(three(phase=Phase.LIGHTS_OUT, **lies))
        assert {name: getattr(later, name) for name in lies} == lies
        assert within.setup.roll_call is later.setup.roll_call is in_app


def test_what_a_phase_forgets_as_it_begins() -> None:
    sewers = (0, Location.SEWERS)
    game = three(
        answered=frozenset({1}),
        spent=frozenset({(0, 5)}),
        strengths={sewers: Stated(3, False)},
        location=Location.SEWERS,
    )
    left = {
        phase: [name for name in ("answered", "spent", "strengths", "location") if getattr(now, name)]
        for phase in Phase
        for now in [PhaseBegan(2, phase).evolve(game)]
    }
    assert left == {
        Phase.SETUP: ["spent", "strengths"],
        Phase.ROUND: [],
        Phase.ROLL_CALL: [],
        Phase.LIGHTS_OUT: [],
        Phase.PATROL: ["spent", "strengths"],
        Phase.LAST_RAID: ["spent", "strengths"],
        Phase.ENDED: ["answered", "spent", "strengths"],
    }


def test_a_side_has_answered_until_it_opens_its_answer_or_the_next_location_is_opened() -> None:
    game = replay([Answered(0), Answered(1)], three())
    assert game.answered == {0, 1}
    assert Answered(0, again=True).evolve(game).answered == {1}
    assert LocationOpened(Location.SEWERS).evolve(game).answered == frozenset()


def test_a_strength_that_is_told_again_is_the_last_one_told_and_0_is_nothing_there() -> None:
    key = (0, Location.SEWERS)
    game = StrengthStated(*key, 4).evolve(three())
    assert game.strengths == {key: Stated(4, False)}
    assert StrengthStated(*key, 0, lookout=True).evolve(game).strengths == {key: Stated(0, True)}
    assert StrengthStated(*key, 0).evolve(game).strengths == {}


@rule("S-7", "S-8", "S-10", "O-6", "Z-1")
def test_a_setup_is_frozen_and_comes_back_from_a_pickle_without_what_is_worked_out() -> None:
    setup = Setup(chosen_rulings={"total_floor": "zero"}, cubes={Cube.IRON: 3})
    assert type(setup.chosen_rulings) is type(setup.cubes) is FrozenDict
    assert setup.solitary
    assert pickle.loads(pickle.dumps(setup)) == setup
    assert "solitary" not in setup.__getstate__()
    assert {*setup.__getstate__()} >= {"edition_name", "starts", "house_deck"}


@rule("S-7", "S-8", "S-10", "O-6", "Z-1")
def test_games_that_say_nothing_of_it_have_the_first_house_deck_no_instant_goal_and_the_ordinary_setup() -> None:
    assert (Setup().house_deck, Setup().instant, Setup().advanced, Setup().paced) == (1, False, False, False)


@rule("S-10")
@pytest.mark.parametrize("turns", Turns)
def test_games_that_say_how_turns_go_stay_at_a_location_until_told_and_several_players_are_asked_at_once(
    turns: Turns,
) -> None:
    several, alone = replace(THREE, turns=turns), Setup(turns=turns)
    assert (several.paced, several.asks_at_once) == (True, True)
    assert (alone.paced, alone.asks_at_once) == (True, False)
    assert (THREE.paced, THREE.asks_at_once) == (False, False)


@rule("E-1", "E-2", "E-4")
def test_a_box_has_what_its_edition_says_and_of_tomes_no_more_are_out_than_there_are() -> None:
    # 4 tomes are out in solitary (E-4): twice two.
    assert (boxed(Setup()).tomes_out, boxed(THREE).tomes_out) == (4, 0)
    assert boxed(replace(THREE, tomes_out=3)).tomes_out == 3
    assert boxed(Setup(cards={Kind.TOME: 3})).tomes_out == 3
    box = boxed(replace(THREE, cubes={Cube.IRON: 9}, cards={Kind.ITEM: 5}))
    assert (box.cubes[Cube.IRON], box.cubes[Cube.GOLD]) == (9, 10)
    assert (box.cards[Kind.ITEM], box.cards[Kind.GOON]) == (5, 33)
