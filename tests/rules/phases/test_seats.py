"""Who sits at the table: how many, where the marker begins, who comes late, and seats that are left empty."""

from typing import Any

import pytest
from support.common import rule
from support.game_player import light, my_cards, on_display, players

from companion.rules.engine.decider import begin
from companion.rules.state.cards import LeaderGoal
from companion.rules.state.events import CardReturned, Noted, TomesMoved
from companion.rules.state.pieces import DISPLAY, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Setup, Start
from companion.rules.vocabulary import Valuable


def notes(number: int) -> list[Any]:
    """What the setup says of a table of that size."""
    setup = Setup(guards=None, difficulty=None, starts=(Start(),) * number)
    happened = begin(setup, lambda _, __, cards: tuple(cards))
    return [(why.rule, why.key) for event in happened if isinstance(event, Noted) for why in event.why]


@rule("S-1", "S-3")
def test_the_setup_says_which_side_of_the_board_and_which_token_stays_in_the_box():
    assert notes(2) == [("S-1", "game.board_a")]
    assert notes(3) == notes(4) == [("S-1", "game.board_b")]
    assert notes(5) == [("S-1", "game.board_b"), ("S-3", "game.token_in_box")]


@rule("S-7")
@pytest.mark.parametrize(("first", "holder"), [(None, 0), (0, 0), (2, 2)])
def test_the_marker_begins_where_the_table_says(first: int | None, holder: int):
    table = players(3, first_player=first)
    assert table.game.first_player == holder
    assert table.begin_round().prompt.side == holder


@rule("S-7", "Z-1")
def test_against_the_guards_they_hold_the_marker_unless_the_table_says_otherwise():
    assert (my_cards().game.first_player, my_cards(first_player=0).game.first_player) == (1, 0)


@rule("S-8")
def test_everybody_has_a_start_of_its_own():
    table = players(3, starts=(Start(0, 2, 1, 6), Start(3), Start(0, 1, 0, 4)))
    assert (table.game.reputation, table.game.storage) == ((0, 3, 0), (6, 5, 4))
    assert [table.has(side) for side in range(3)] == ["2 power 1 suspicion", "1 power", "1 power"]


# Before the first round: who comes late, who leaves


@rule("S-2", "S-4", "S-10")
def test_whoever_comes_late_starts_as_everybody_and_one_more_item_is_displayed():
    table = players(3).correct("set_sides", number=5)
    game = table.game
    assert (game.reputation, [table.has(side) for side in (3, 4)]) == ((10,) * 5, ["1 power", "1 power"])
    assert (len(game.zones[DISPLAY]), None in game.zones[DISPLAY]) == (6, False)
    assert game.setup.tokens() == (3, 4, 5, "enforcer", "lookout")
    assert table.asks == ["begin_round"]


@rule("S-8", "S-10")
def test_whoever_sits_down_late_at_an_advanced_table_starts_on_0_too():
    starts = (Start(reputation=0),) * 2
    assert players(2, starts=starts, advanced=True).correct("set_sides", number=3).game.reputation == (0, 0, 0)


@rule("S-10", "S-4")
def test_whoever_leaves_before_the_first_round_takes_nothing_along():
    table = players(4, first_player=3, starts=(*(Start(),) * 3, Start(0, 3, 2)))
    table.correct("draw_item", to={"zone": "crafted", "side": 3}).correct("set_tomes", holder=3, number=1)
    table.correct("set_away", side=3, away="yes").correct("set_sides", number=2)
    game = table.game
    assert (len(game.reputation), len(game.storage), game.first_player, game.away) == (2, 2, 0, frozenset())
    assert {place for place, _ in game.cubes if isinstance(place, int)} == {0, 1}
    assert (game.zones[DISPLAY], game.tomes) == ((0, 1, 2), {})
    assert not [spot for spot in game.zones if spot[1] == 3]
    returned = [(event.card, event.source) for event in table.last if isinstance(event, CardReturned)]
    assert returned == [(3, DISPLAY), (4, DISPLAY), (10, (Zone.CRAFTED, 3))]


@rule("S-10")
@pytest.mark.parametrize(("side", "left"), [(2, (0, None, None, frozenset())), (1, (1, 1, 1, {1}))])
def test_marker_and_goals_of_whoever_leaves_are_nobodys_and_those_of_others_stay(side: int, left: tuple[Any, ...]):
    table = players(3, first_player=side, leader=LeaderGoal(Valuable.GEM), instant=True)
    table.correct("set_leader", side=side).correct("set_instant", side=side).correct("set_away", side=side, away="yes")
    game = table.correct("set_sides", number=2).game
    assert (game.first_player, game.leader, game.instant, game.away) == left


@rule("S-10", "O-11")
def test_whoever_comes_to_the_seat_of_one_who_has_left_has_counted_nothing_yet():
    table = light(3, leader=LeaderGoal(Valuable.GEM))
    for side, number in ((1, 2), (2, 5)):
        table.correct("set_count", side=side, what="gem", number=number)
    assert table.game.leader == 2
    assert table.correct("set_sides", number=2).game.leader == 1
    table.correct("set_sides", number=3)
    assert (table.game.leader, table.game.counted) == (1, {(1, "gem"): 2})


@rule("E-14", "S-10")
def test_as_many_as_sit_there_change_nothing():
    table = players(3)
    before = table.game
    assert table.correct("set_sides", number=3).game == before


@rule("S-10")
def test_once_the_first_round_has_begun_the_number_of_sides_stays():
    assert "set_sides" in players(3).corrections
    assert "set_sides" in light(3).corrections
    assert "set_sides" not in players(3).begin_round().corrections
    assert "set_sides" not in light(3).begin_round().corrections
    assert not {"set_sides", "set_away"} & {*my_cards().corrections}


@rule("S-4", "S-10")
def test_in_light_depth_a_late_player_needs_no_item():
    table = light(2).correct("set_sides", number=3)
    assert (table.has(2), table.asks) == ("1 power", ["cubes_come", "move_suspicion", "begin_round"])
    assert table.game.zones == {DISPLAY: (None,) * 4}


# Empty seats


def away(number: int, *sides: int, **setup: Any) -> Any:
    table = players(number, **setup)
    for side in sides:
        table.correct("set_away", side=side, away="yes")
    return table


@rule("S-10", "R-4")
def test_an_empty_seat_passes_in_roll_call():
    table = away(3, 1).begin_round().assign("sewers", 2)
    assert (table.prompt.side, table.game.passed) == (2, {1})
    assert "S-10" in table.rules


@rule("S-10", "R-4")
def test_a_seat_that_empties_in_its_own_turn_passes_at_once():
    table = players(3).begin_round().correct("set_away", side=0, away="yes")
    assert (table.prompt.side, table.game.passed) == (1, {0})


@rule("S-10", "L-7", "L-8")
def test_an_empty_seat_declines_what_it_is_offered_and_its_tokens_stray():
    table = players(3).begin_round().lights_out({0: {"sewers": [2]}, 1: {"sewers": [5]}})
    table.correct("set_away", side=1, away="yes").act("resolve")
    assert (table.told, table.rules[-2:]) == (["side 1 to library"], ["L-7", "L-8"])
    assert (table.prompt.side, table.asks) == (0, ["take", "decline"])


@rule("S-10", "P-5", "D-1")
def test_the_cubes_of_an_empty_seat_stay_and_it_counts_on():
    table = away(3, 2).gives(2, "3 suspicion").gives(0, "1 suspicion").begin_round()
    assert table.act("raid_now").told[:2] == ["side 0 -4 stars", "side 0 -1 suspicion"]
    assert table.game.reputation == (6, 10, 2)


@rule("S-10", "P-2")
def test_an_empty_seat_returns_what_it_has_no_room_for():
    table = away(2, 1).gives(1, "5 scrap 2 gold").correct("set_phase", round=1, phase="patrol")
    assert table.has(1) == "3 scrap 2 gold 1 power"


@rule("S-10", "C-3")
def test_what_an_empty_seat_cannot_leave_anybody_decides():
    table = players(3).gives(0, "1 scrap 1 suspicion")
    on_display(table, ["1 scrap", "1 gold", "1 gold", "1 gold"])
    table.begin_round().lights_out({0: {"cell_block": [2]}}).act("resolve").act("craft", card=0)
    table.correct("set_away", side=0, away="yes")
    table.answer("type_card", "| give_suspicion")
    assert (table.asks, table.prompt.side) == (["give"], None)
    assert table.act("give", side=2).has(2) == "1 power 1 suspicion"


@rule("S-10", "T-3")
def test_a_tome_that_an_empty_seat_has_begun_ends():
    table = players(2)
    table.happen(TomesMoved(1, None, 0))
    table.begin_round().act("play_tome", side=0).correct("set_away", side=0, away="yes")
    assert (table.prompt.step.kind, table.prompt.side) == ("turn", 1)


@rule("S-10")
def test_a_seat_to_which_somebody_returns_is_asked_again():
    table = away(2, 0).begin_round()
    assert table.prompt.side == 1
    table.correct("set_away", side=0, away="no").act("pass").skip("begin_round").begin_round()
    assert (table.prompt.side, table.game.away) == (0, frozenset())
    assert table.correct("set_away", side=0, away="no").last == ()


@rule("S-10", "S-9")
def test_a_game_of_empty_seats_goes_through_its_rounds_by_itself():
    table = away(2, 0, 1)
    for number in range(1, 6):
        assert table.begin_round().skip("begin_round").game.round == number
    table.begin_round()
    assert (table.game.phase, table.asks) == (Phase.LAST_RAID, ["raid"])
