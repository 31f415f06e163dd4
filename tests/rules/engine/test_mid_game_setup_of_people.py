"""Beginning in the middle where people sit alone, in full and in light depth."""

from collections.abc import Mapping
from typing import Any

import pytest
from support.common import rule

from companion.rules.editions import STANDARD
from companion.rules.engine.decider import begin_at, prompt
from companion.rules.engine.mid_game_setup import EnteredPosition, SideHoldings, WrongFigures
from companion.rules.state.cards import GoonFace, ItemFace, LeaderGoal
from companion.rules.state.events import replay
from companion.rules.state.pieces import DISPLAY, Cube, TokenOnBoard, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Depth, Setup, Start
from companion.rules.vocabulary import Goon, Location, Valuable

DWARF = GoonFace(Goon.DWARF, 1)
BOARD: dict[Location, GoonFace | None] = dict.fromkeys(STANDARD.goon_locations, DWARF)


def stands(sides: int, phase: Phase, *, round_: int = 3, setup: Mapping[str, Any] = {}, **figures: Any) -> Position:
    chosen = Setup(guards=None, difficulty=None, starts=(Start(),) * sides, **setup)
    return replay(begin_at(chosen, EnteredPosition(round_, phase, **figures), lambda _, __, cards: tuple(cards)))


def light(sides: int, phase: Phase = Phase.ROUND, **more: Any) -> Position:
    setup = {"depth": Depth.LIGHT, **more.pop("setup", {})}
    return stands(sides, phase, setup=setup, **more)


def asks(game: Position) -> list[str]:
    return [action.type for action in prompt(game).actions if action.type != "raid_now"]


@rule("S-4", "S-9", "E-14")
@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_every_side_holds_what_was_said_of_it(sides: int):
    last = sides - 1
    held = {last: SideHoldings(17, 7, {Cube.SCRAP: 2, Cube.SUSPICION: 1}, 1, (ItemFace(),), (), (DWARF, DWARF))}
    game = stands(sides, Phase.PATROL, holdings=held, goons=BOARD, first_player=last)
    assert (game.reputation, game.storage) == ((10,) * last + (17,), (5,) * last + (7,))
    assert [game.at(side, Cube.POWER) for side in range(sides)] == [1] * sides
    assert (game.at(last, Cube.SCRAP), game.at(last, Cube.SUSPICION), game.tomes) == (2, 1, {last: 1})
    assert len([*game.lying((Zone.GOONS, last))]) == 2
    assert len(game.zones[DISPLAY]) == sides + 1
    assert game.first_player == last


@rule("R-1", "S-7")
def test_a_roll_call_in_the_app_begins_with_the_holder_of_the_marker():
    game = stands(4, Phase.ROLL_CALL, goons=BOARD, first_player=2)
    assert (prompt(game).side, asks(game), game.round) == (2, ["assign", "pass"], 3)


@rule("R-1", "S-9")
def test_a_roll_call_on_the_board_and_its_lights_out_ask_for_what_lies_there():
    board = {"roll_call": False}
    assert asks(stands(3, Phase.ROLL_CALL, goons=BOARD, setup=board)) == ["lights_out"]
    game = stands(3, Phase.LIGHTS_OUT, goons=BOARD, setup=board, location=Location.SMITHY)
    assert (game.location, asks(game)) == (Location.SMITHY, ["gather", "gather_strengths"])
    assert stands(3, Phase.LIGHTS_OUT, goons=BOARD, setup=board).location is Location.EXERCISE_YARD


@rule("L-1", "S-9")
def test_everybodys_tokens_lie_where_they_were_said_to_lie():
    game = stands(
        3,
        Phase.LIGHTS_OUT,
        goons=BOARD,
        location=Location.SMITHY,
        holdings={
            0: SideHoldings(tokens={Location.SMITHY: ((2, 5), ())}),
            2: SideHoldings(tokens={Location.SMITHY: ((3,), ("lookout",)), Location.LIBRARY: (("enforcer",), ())}),
        },
    )
    assert (game.location, asks(game)) == (Location.SMITHY, ["resolve"])
    assert game.tokens == {
        (0, 2): TokenOnBoard(Location.SMITHY),
        (0, 5): TokenOnBoard(Location.SMITHY),
        (2, 3): TokenOnBoard(Location.SMITHY),
        (2, "lookout"): TokenOnBoard(Location.SMITHY),
        (2, "enforcer"): TokenOnBoard(Location.LIBRARY),
    }


@rule("S-3")
def test_at_a_full_table_nobody_has_the_lowest_token():
    with pytest.raises(WrongFigures) as wrong:
        stands(5, Phase.LIGHTS_OUT, goons=BOARD, holdings={4: SideHoldings(tokens={Location.SEWERS: ((2,), ())})})
    assert wrong.value.path == ("holdings", 4, "tokens", "sewers")


@rule("O-6", "S-9", "S-10")
def test_the_instant_goal_is_claimed_and_seats_are_empty_as_was_said():
    game = stands(3, Phase.PATROL, goons=BOARD, instant=1, away=frozenset({0, 2}))
    assert (game.instant, game.setup.instant, game.away) == (1, True, {0, 2})
    fresh = stands(3, Phase.PATROL, goons=BOARD, setup={"instant": True})
    assert (fresh.instant, fresh.setup.instant) == (None, True)


# Light depth


@rule("S-9", "E-14")
def test_a_light_game_goes_on_in_its_round_and_asks_for_no_card():
    game = light(
        4,
        round_=4,
        holdings={1: SideHoldings(22, cubes={Cube.POWER: 4, Cube.SUSPICION: 2})},
        cubes={Location.SEWERS: {Cube.SUSPICION: 3}},
        first_player=3,
    )
    assert (game.round, game.phase, game.first_player) == (4, Phase.ROUND, 3)
    assert (game.reputation, game.at(1, Cube.POWER), game.at(Location.SEWERS, Cube.SUSPICION)) == (
        (10, 22, 10, 10),
        4,
        3,
    )
    assert asks(game) == ["cubes_come", "rank_location", "rank_strengths", "move_suspicion", "begin_round"]
    assert game.cards == {}


@rule("O-1", "O-3", "S-9")
def test_the_leader_goal_of_a_light_game_follows_the_counts_that_were_said():
    goal = {"leader": LeaderGoal(Valuable.GEM, 2)}
    counts = {0: SideHoldings(count=2), 2: SideHoldings(count=3)}
    assert light(3, setup=goal, holdings=counts).leader == 2
    named = light(3, setup=goal, holdings=counts, leader=0)
    assert (named.leader, named.counted) == (0, {(0, "gem"): 2, (2, "gem"): 3})
    assert light(3, holdings=counts).counted == {}


@rule("S-9", "E-14")
@pytest.mark.parametrize(
    ("figures", "path"),
    [
        ({"goons": BOARD}, ("goons",)),
        ({"display": (ItemFace(),)}, ("display",)),
        ({"discarded_goons": (DWARF,)}, ("discarded_goons",)),
        ({"discarded_tomes": 1}, ("discarded_tomes",)),
        ({"cubes": {Location.SMITHY: {Cube.IRON: 1}}}, ("cubes", "smithy", "iron")),
        ({"holdings": {1: SideHoldings(tomes=1)}}, ("holdings", 1, "tomes")),
        ({"holdings": {1: SideHoldings(crafted=(ItemFace(),))}}, ("holdings", 1, "crafted")),
        ({"holdings": {0: SideHoldings(reserve=(ItemFace(),))}}, ("holdings", 0, "reserve")),
        ({"holdings": {0: SideHoldings(goons=(DWARF,))}}, ("holdings", 0, "goons")),
        ({"holdings": {0: SideHoldings(cubes={Cube.POWER: 1, Cube.GOLD: 1})}}, ("holdings", 0, "cubes", "gold")),
    ],
)
def test_what_light_depth_does_not_follow_is_refused(figures: Any, path: tuple[Any, ...]):
    with pytest.raises(WrongFigures) as wrong:
        light(2, **figures)
    assert (wrong.value.key, wrong.value.path) == ("begin.not_in_light_depth", path)


@rule("S-9")
@pytest.mark.parametrize("phase", [Phase.ROLL_CALL, Phase.LIGHTS_OUT, Phase.PATROL])
def test_each_depth_has_phases_of_its_own(phase: Phase):
    for game in (lambda: light(2, phase), lambda: stands(2, Phase.ROUND, goons=BOARD)):
        with pytest.raises(WrongFigures) as wrong:
            game()
        assert (wrong.value.key, wrong.value.path) == ("begin.phase_of_depth", ("phase",))


@rule("S-9")
def test_in_light_depth_no_token_lies_on_the_board():
    with pytest.raises(WrongFigures) as wrong:
        light(2, holdings={1: SideHoldings(tokens={Location.SEWERS: ((2,), ())})})
    assert (wrong.value.key, wrong.value.path) == ("begin.only_in_lights_out", ("holdings", 1, "tokens"))
