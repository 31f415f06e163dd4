"""Lights out against the guards: a location is resolved as the player goes on to it, and stays open until told."""

from typing import Any

import pytest
from support.common import rule
from support.game_player import GUARDS, PLAYER, Table, night

from companion.rules.phases.lights_out import ranking_in
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase
from companion.rules.state.setup import Turns
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location

STOP = {"stop": ["ranking"]}


def paced(*args: Any, **more: Any) -> Table:
    """A night in which nobody goes on for the player; its first location is resolved."""
    table = night(*args, **more, turns=Turns.ENFORCED).at_leisure()
    assert table.asks == ["resolve"], "the first waits, since the act before may be one of roll call"
    return table


@rule("L-10", "L-12", "L-1")
def test_going_on_resolves_the_next_location_and_takes_what_leaves_no_choice() -> None:
    table = paced({"exercise_yard": "1"}, {"sewers": [5]}).act("resolve").act("go_on")
    assert (table.game.location, table.prompt.step.kind) == (Location.SEWERS, StepKind.PACE)
    assert table.has(PLAYER) == "2 scrap 1 power"
    assert [one.data["rank"] for one in ranking_in(table.last)] == [1]
    # It lies there until the table goes on.
    assert table.game.tokens_at(PLAYER, Location.SEWERS) == (5,)
    table.act("go_on")
    assert (table.game.location, table.game.at_home(PLAYER)[-1:] != ()) == (None, True)
    assert table.prompt.step.kind is StepKind.NIGHT
    assert table.act("go_on").game.phase is Phase.PATROL


@rule("L-7", "L-8")
def test_what_was_taken_by_itself_is_declined_until_the_table_goes_on() -> None:
    table = paced({}, {"sewers": [5]}).act("resolve")
    assert table.asks == ["go_on", "decline_instead"]
    table.act("decline_instead", side=PLAYER)
    assert (table.has(PLAYER), table.game.tokens_at(PLAYER, Location.LIBRARY)) == ("1 power", (5,))
    assert set(table.asks) == {"go_on"}


@rule("L-15", "L-1")
def test_a_choice_is_asked_before_the_location_stays_open() -> None:
    table = paced({"exercise_yard": "1"}, {"commissary": [5]}).act("resolve").act("go_on")
    assert (table.game.location, table.asks) == (Location.COMMISSARY, ["take", "decline"])
    table.act("take", resource="gold")
    assert (table.game.at(PLAYER, Cube.GOLD), table.prompt.step.kind) == (1, StepKind.PACE)


@rule("L-10", "E-14")
def test_the_player_can_stop_before_a_location_is_ranked_and_decide_for_the_guards() -> None:
    table = paced({"exercise_yard": "1", "commissary": "3"}, {"sewers": [2]}).act("resolve").act("go_on", **STOP)
    assert (table.game.location, table.asks, table.has(PLAYER)) == (Location.SEWERS, ["resolve"], "1 power")
    table.act("resolve").act("go_on", **STOP)
    table.correct("overrule_commissary", takes="potion").act("resolve")
    assert "1 potion" in table.has(GUARDS)
    # It stops once.
    assert table.prompt.step.kind is StepKind.PACE


@rule("L-3", "L-10")
def test_who_stops_before_the_next_ranking_stops_at_the_next_location_where_anybody_is() -> None:
    table = paced({"exercise_yard": "1"}, {"smithy": [2]}).act("resolve").act("go_on", **STOP)
    assert (table.game.location, table.asks) == (Location.SMITHY, ["resolve"])


@rule("L-1")
def test_after_the_last_location_nothing_can_be_stopped_before() -> None:
    table = paced({}, {"sewers": [5]}).act("resolve")
    assert [action.fields for action in table.prompt.actions if action.type == "go_on"] == [{}]
    assert table.refused("go_on", **STOP)


@rule("T-2", "L-10")
@pytest.mark.parametrize("tomes", [0, 1])
def test_who_holds_a_tome_may_play_it_after_a_guard_card_was_turned_up_and_before_the_ranking(tomes: int) -> None:
    table = paced({"exercise_yard": "1", "smithy": "2 2"}, {"smithy": [3]}, deck="1 1 1 1").act("resolve")
    table.correct("set_tomes", holder=PLAYER, number=tomes).act("go_on")
    assert (table.game.location, table.asks[0]) == (Location.SMITHY, "resolve" if tomes else "go_on")
    if tomes:
        table.act("play_tome", side=PLAYER)
        table.act("strengthen", side=PLAYER, location="smithy", by=3).act("tome_done").act("resolve")
    assert table.game.at(PLAYER, Cube.IRON) == (2 if tomes else 1)


@rule("T-2", "L-10")
def test_where_all_lies_open_a_tome_is_played_before_the_location_is_gone_on_to() -> None:
    table = paced({"exercise_yard": "1", "smithy": "4"}, {"smithy": [2, 3]}).act("resolve")
    table.correct("set_tomes", holder=PLAYER, number=1).act("play_tome", side=PLAYER)
    table.act("strengthen", side=PLAYER, location="smithy", by=3).act("tome_done").act("go_on")
    assert (table.prompt.step.kind, table.game.at(PLAYER, Cube.IRON)) == (StepKind.PACE, 2)


@rule("E-14", "L-1")
def test_a_correction_resolves_nothing() -> None:
    table = paced({"exercise_yard": "1", "smithy": "4"}, {"sewers": [2]})
    table.correct("go_to_location", location="smithy")
    assert (table.game.location, table.asks) == (Location.SMITHY, ["resolve"])
    table.correct("go_to_location", location="infirmary")
    assert (table.game.location, table.asks) == (Location.SMITHY, ["resolve"])
