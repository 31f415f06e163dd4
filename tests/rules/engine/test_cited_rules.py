"""By which rules an event happens: those of its reasons, otherwise those of its kind."""

from typing import Any

import pytest

from companion.rules.engine.cited_rules import cited_rules
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import Item
from companion.rules.state import events
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.events import NOTHING, AgendaSet
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase
from companion.rules.state.setup import Setup
from companion.rules.vocabulary import Goon, Location

CORRECTION = Reason("E-14", "correction.table_is_right")
TOLD_AT_THE_TABLE = Reason("L-10", "lights_out.told")


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        (events.Began(Setup()), "S-1 S-2"),
        (events.PhaseBegan(3, Phase.ROLL_CALL), "S-9"),
        (events.PhaseBegan(3, Phase.LIGHTS_OUT), "L-1"),
        (events.PhaseBegan(3, Phase.PATROL), "P-1"),
        (events.PhaseBegan(6, Phase.LAST_RAID), "D-6"),
        (events.Assigned(0, Location.SEWERS, (3,)), "R-1"),
        (events.Assigned(0, Location.SEWERS, (3,), (5,)), "R-1 R-3"),
        (events.Passed(0), "R-4"),
        (events.GuardCardMoved(0, Location.SEWERS), "Z-20"),
        (events.LocationOpened(Location.SEWERS), "L-1"),
        (events.Answered(0), "L-10"),
        (events.TokensTurned(Location.SEWERS), "L-10"),
        (events.TokensMoved(0, (3,), None), "L-8"),
        (events.RewardOffered(0), "L-6"),
        (events.Overruled("cell_block", {}), "E-14"),
        (events.FaceTyped(1, GoonFace(Goon.DWARF, 1)), "C-4"),
        (events.FaceTyped(1, ItemFace(Item(4, {}), (), ())), "C-1"),
        (events.Counted(0, "demons_gem", 2), "G-5"),
        (events.Counted(0, "goal_points", 8), "O-8"),
        (events.Counted(0, "dwarf", 1), "F-1"),
        (AgendaSet(()), ""),
    ],
)
def test_an_event_that_needs_no_reason_is_by_the_rules_of_its_kind(event: Any, rules: str) -> None:
    assert cited_rules(event, NOTHING, ()) == tuple(rules.split())


def test_who_answers_at_the_last_raid_tells_what_it_has() -> None:
    assert cited_rules(events.Answered(0), NOTHING._replace(phase=Phase.LAST_RAID), ()) == ("F-1",)


@pytest.mark.parametrize("event", [events.Moved(Cube.IRON, 2, None, 0), events.Passed(0)])
def test_an_event_with_reasons_is_by_their_rules_each_once(event: Any) -> None:
    assert cited_rules(event, NOTHING, (CORRECTION, TOLD_AT_THE_TABLE, CORRECTION)) == ("E-14", "L-10")
