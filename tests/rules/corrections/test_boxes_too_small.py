"""Corrections that need more than the box has: refused, with the count that would be enough."""

from typing import Any

import pytest
from support.common import rule
from support.game_player import Table, my_cards

from companion.rules.acts.actions import Act, IllegalAct
from companion.rules.corrections.registry import NotInTheBox, suggest_larger_box
from companion.rules.engine.decider import correct
from companion.rules.state.cards import EndGoal, LeaderGoal, end_goal, guard_card_of, leader_goal
from companion.rules.state.pieces import Cube, Kind
from companion.rules.vocabulary import Goon, Valuable


def refused(table: Table, act: Act) -> Any:
    with pytest.raises(NotInTheBox) as missing:
        correct(table.game, act, table.shuffle)
    return missing.value


@rule("E-14")
@pytest.mark.parametrize(
    ("act", "box"),
    [
        (Act("set_cubes", {"place": [0], "cube": ["gold"], "number": 12}), {"what": ["gold"], "number": 12}),
        (
            Act("set_cubes", {"place": ["sewers"], "cube": ["suspicion"], "number": 20}),
            {"what": ["suspicion"], "number": 20},
        ),
        (Act("set_cubes", {"place": [1], "cube": ["power"], "number": 22}), {"what": ["power"], "number": 23}),
        (Act("set_tomes", {"holder": [0], "number": 25}), {"what": ["tome"], "number": 29}),
    ],
)
def test_with_the_count_that_is_offered_the_correction_is_possible(act: Act, box: dict[str, Any]):
    table = my_cards()
    offer = suggest_larger_box(refused(table, act))
    assert offer == Act("set_box", box)
    table.happen(*correct(table.game, offer, table.shuffle))
    table.happen(*correct(table.game, act, table.shuffle))
    what = box["what"][0]
    kind = Cube(what) if what in {*Cube} else Kind(what)
    left = table.game.supply(kind) if isinstance(kind, Cube) else table.game.deck(kind)
    assert left == 0


@rule("E-14")
def test_a_deck_that_is_empty_is_offered_one_card_more():
    table = my_cards(cards={Kind.GOON: 5})
    act = Act("draw_goon", {"to": [{"zone": "goons", "side": 0}], "goon": {"type": "dwarf", "icons": 0}})
    assert suggest_larger_box(refused(table, act)) == Act("set_box", {"what": ["goon"], "number": 6})


@rule("E-14")
def test_nothing_is_offered_where_a_greater_box_would_not_help():
    table = my_cards()
    with pytest.raises(IllegalAct) as wrong:
        correct(table.game, Act("set_cubes", {}), table.shuffle)
    assert suggest_larger_box(wrong.value) is None


@rule("O-1", "O-7", "E-14")
def test_goals_are_read_as_they_were_typed():
    assert leader_goal({"counts": "gem"}) == LeaderGoal(Valuable.GEM, 2)
    assert leader_goal({"counts": "dwarf"}, 3) == LeaderGoal(Goon.DWARF, 3)
    assert leader_goal({"counts": "dwarf", "minimum": 1}, 3) == LeaderGoal(Goon.DWARF, 1)
    assert type(leader_goal({"counts": "gem"}).counts) is Valuable
    assert end_goal({"kind": "condition"}) == EndGoal("condition", "other")
    assert end_goal({"kind": "majority", "counts": "items"}) == EndGoal("majority", "items")


@rule("Z-2", "E-14")
def test_a_guard_card_is_asked_for_its_colour_where_the_deck_has_several():
    assert "colour" in guard_card_of(("base", "red")).members
    assert not [*guard_card_of(("base", "red")).faults({"strength": 3, "colour": "red"})]
    assert [*guard_card_of(("base", "red")).faults({"colour": "green"})]
    assert "colour" not in guard_card_of(()).members
    assert guard_card_of(()).required == {"strength"}
