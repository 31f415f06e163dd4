"""The end of a game of people: what the app cannot know is asked of all at the same time, and then it is scored."""

from typing import Any

import pytest
from support.common import rule
from support.game_player import Table, light, my_cards, players, shown

from companion.rules.corrections.registry import WHY as CORRECTED
from companion.rules.phases.effects import counted
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.schema import ChoiceField, IntField
from companion.rules.state.cards import EndGoal, LeaderGoal
from companion.rules.state.events import AgendaSet, Counted
from companion.rules.state.pieces import DISPLAY, Cube, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Start
from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable
from companion.scoring.from_game import sheet
from companion.scoring.score import Scores, score

NAMES = ["Vera", "Stan", "Isaac", "Claire", "Mo"]


def last(table: Table) -> Table:
    """The table after its last raid."""
    phase = "round" if table.game.setup.light else "patrol"
    table.correct("set_phase", round=6, phase=phase)
    return (table.act("end_game") if phase == "round" else table).act("raid")


def asked(table: Table, side: int) -> Any:
    """What a side is asked for; nothing once it has answered."""
    counts = (one for one in table.prompt.actions if one.type in {"count_hand", "enter_holdings"})
    return next((one.fields for one in counts if list(one.fields["side"].options) == [side]), None)


def revealed(table: Table) -> Table:
    """The game once its reveal begins."""
    return table.act("begin_reveal")


def hand(table: Table, side: int, **held: int) -> Table:
    """What a side counts; what is not named is what the app proposes, else 0."""
    fields = {name: shape.proposed or 0 for name, shape in asked(table, side).items() if isinstance(shape, IntField)}
    return table.act("count_hand", side=side, **{**fields, **held})


def scores(table: Table) -> Scores:
    return score(sheet(table.game, NAMES[: len(table.game.setup.starts)]))


def lines(table: Table, side: int) -> dict[str, int]:
    """The lines of a side's score that are not 0."""
    return {line.category: line.points for line in scores(table).sides[side].lines if line.points}


# Who is asked what


@rule("S-9", "D-6")
def test_a_full_game_of_which_the_app_knows_all_ends_with_the_last_raid():
    table = last(players(3))
    assert (table.game.phase, table.asks) == (Phase.ENDED, [])


@rule("O-7", "O-8")
@pytest.mark.parametrize(("goal", "word"), [("majority", "goal_count"), ("condition", "goal_points")])
def test_what_nobody_but_the_players_can_count_is_asked_of_all_at_once(goal: str, word: str):
    table = last(players(3, end=EndGoal(goal)))
    actions = table.prompt.actions
    assert [(one.type, one.side, one.rule) for one in actions] == [("count_hand", side, "F-1") for side in range(3)]
    assert [{*one.fields} for one in actions] == [{"side", word}] * 3
    assert (actions[1].fields["side"], table.prompt.side) == (ChoiceField((1,), proposed=(1,)), None)
    hand(table, 1, **{word: 4})
    assert (asked(table, 1), asked(table, 0) is None, table.game.phase) == (None, False, Phase.LAST_RAID)
    assert not [event for event in table.last if isinstance(event, AgendaSet)]
    hand(table, 2)
    hand(table, 0, **{word: 1})
    assert (revealed(table).game.phase, table.asks) == (Phase.ENDED, [])
    assert [table.game.counted[side, word] for side in range(3)] == [1, 4, 0]


@rule("E-14")
def test_what_other_goons_are_worth_is_asked_of_whom_has_some():
    table = players(3)
    table.correct("draw_goon", to={"zone": "goons", "side": 2}, goon={"type": "other", "icons": 0})
    table.correct("set_shown", card=len(table.game.cards) - 1, shows=shown(""))
    last(table)
    assert [one.side for one in table.prompt.actions] == [2]
    hand(table, 2, other_goons=5)
    assert (lines(table, 2)["track"], lines(table, 2)["other_goons"]) == (10, 5)


@rule("S-10")
def test_for_an_empty_seat_anybody_counts():
    table = last(players(2, end=EndGoal("condition")).correct("set_away", side=1, away="yes"))
    assert [one.side for one in table.prompt.actions] == [0, None]
    hand(hand(table, 1, goal_points=3), 0)
    assert revealed(table).game.phase is Phase.ENDED


@rule("F-1")
def test_what_was_counted_can_be_opened_again_until_the_reveal():
    table = last(players(2, end=EndGoal("condition")))
    hand(table, 0, goal_points=3)
    assert table.asks == ["open_count", "count_hand"]
    table.act("open_count", side=0)
    assert table.asks == ["count_hand", "count_hand"]
    hand(hand(table, 0, goal_points=5), 1)
    assert table.asks == ["open_count", "open_count", "begin_reveal"]
    hand(table.act("open_count", side=1), 1, goal_points=2)
    assert revealed(table).game.phase is Phase.ENDED
    assert [table.game.counted[side, "goal_points"] for side in range(2)] == [5, 2]


@rule("V-1", "F-1")
def test_counts_are_secret_from_the_last_raid_until_the_reveal_begins():
    table = last(players(2, end=EndGoal("condition")))
    assert counts_in_secret(table.game)
    hand(hand(table, 0), 1)
    assert counts_in_secret(table.game)
    assert not counts_in_secret(revealed(table).game)


@rule("F-1")
def test_an_answer_for_a_side_that_has_answered_is_refused():
    table = hand(last(players(2, end=EndGoal("condition"))), 0, goal_points=3)
    refusal = table.refused("count_hand", side=[0], goal_points=4)
    assert (refusal.rule, refusal.faults[0].path) == ("F-1", ("side", 0))


@rule("F-1")
def test_a_wrong_answer_is_told_of_the_side_that_it_is_about():
    table = last(players(2, end=EndGoal("condition")))
    refusal = table.refused("count_hand", side=[1], goal_points="many")
    assert [fault.path for fault in refusal.faults] == [("goal_points",)]


@rule("O-8")
def test_against_the_guards_both_are_asked_one_after_the_other():
    table = my_cards(end=EndGoal("condition")).begin_round().correct("set_phase", round=6, phase="patrol").act("raid")
    assert [(one.type, {*one.fields}) for one in table.prompt.actions] == [("count", {"number"})]


OPEN = {"items", "blade", "gem", "magic", "resources", "gold", "tomes", "other_goons"}
DEMONS = {"demons_blade", "demons_gem", "demons_magic", "demons_any"}
GOONS = {"cultist", "dwarf", "hobgoblin", "ratman"}


@rule("F-1", "E-3")
@pytest.mark.parametrize(("edition", "more"), [("later", {"bandit", "flayer"}), ("first", set()), ("prototype", set())])
def test_in_light_depth_all_that_scores_is_asked(edition: Any, more: set[str]):
    table = last(light(2, edition_name=edition))
    assert {*asked(table, 0)} == {"side", *OPEN, *DEMONS, *GOONS, *more}


@rule("C-5", "F-1", "O-7")
def test_what_a_ruling_or_a_goal_needs_besides_is_asked_too():
    table = last(light(2, house={"reserved_items": "tie_break"}, end=EndGoal("majority", "items_with_iron")))
    assert {"reserved", "goal_count"} <= {*asked(table, 1)}
    plain = last(light(2, end=EndGoal("majority", "items")))
    assert not {"reserved", "goal_count", "goal_points"} & {*asked(plain, 1)}
    # In full depth reserved cards lie there, and are counted.
    assert "reserved" not in asked(last(unknown(house={"reserved_items": "tie_break"})), 0)


# Scores


@rule("F-1", "G-1", "G-2", "G-3", "G-4", "G-5", "G-6", "G-7", "O-4", "O-7", "D-6")
def test_a_light_game_has_a_complete_score():
    table = light(3, leader=LeaderGoal(Valuable.GEM), end=EndGoal("majority", "items"), first_player=1).begin_round()
    table.correct("set_count", side=0, what="gem", number=2).correct("set_reputation", side=0, number=31)
    table.gives(0, "3 power 5 suspicion").gives(1, "2 suspicion")
    last(table)
    assert asked(table, 0)["gem"].proposed == 2
    held = {"items": 4, "bandit": 1, "cultist": 2, "dwarf": 3, "hobgoblin": 1, "ratman": 2, "flayer": 1}
    hand(table, 0, **held, demons_gem=1, demons_any=1, blade=1, gem=3, magic=1, resources=6, gold=2, tomes=1)
    hand(table, 1, items=4, dwarf=1, other_goons=0)
    hand(table, 2, items=1, ratman=1, tomes=2)
    assert revealed(table).game.phase is Phase.ENDED
    # Vera: 31 on the track, most suspicion −8; the leader goal 8; 4 items tied for most: 4 (O-7).
    # Bandit 3; 2 Cultists by 4 items: 8; 3 Dwarves: 7; a Hobgoblin by 4 power: 4; Demons: 2 by 3 gems, 2 by all 5.
    # 2 Ratmen: 1; Flayer 2; 6 and 2 gold: 10; a tome.
    assert lines(table, 0) == {
        "track": 31,
        "raid": -8,
        "leader_goal": 8,
        "end_game_goal": 4,
        "bandit": 3,
        "cultist": 8,
        "dwarf": 7,
        "hobgoblin": 4,
        "demon": 16,
        "ratman": 1,
        "flayer": 2,
        "resources": 10,
        "tomes": 1,
    }
    assert scores(table).sides[0].total == 87
    # Stan: second most suspicion −4; the marker.
    assert lines(table, 1) == {"track": 10, "raid": -4, "end_game_goal": 4, "dwarf": 1, "first_player": 2}
    assert lines(table, 2) == {"track": 10, "ratman": -3, "tomes": 2}
    assert scores(table).winners == ("Vera",)


@rule("F-1", "F-2")
def test_a_light_sheet_holds_what_was_counted():
    table = hand(last(light(2)), 0, resources=6, gold=2, items=3, demons_blade=2, blade=4)
    side = sheet(table.game, NAMES[:2]).sides[0]
    assert side.resources == {Resource.SCRAP: 6, Resource.GOLD: 2}
    assert (side.items, side.demons, side.valuables[Valuable.BLADE]) == (3, (DemonValuable.BLADE,) * 2, 4)
    # Two Demons by four blades.
    assert lines(table, 0)["demon"] == 16


@rule("E-14", "F-1")
def test_what_other_goons_give_in_light_depth_is_a_line_of_its_own():
    table = hand(hand(last(light(2)), 0, other_goons=7), 1)
    assert (lines(table, 0)["track"], lines(table, 0)["other_goons"]) == (10, 7)
    nobody = hand(hand(last(light(2)), 0, other_goons=0), 1)
    assert "other_goons" not in {line.category for line in scores(nobody).sides[0].lines}


@rule("F-2", "C-5")
def test_reserved_items_break_a_tie_in_light_depth_where_the_table_says_so():
    table = last(light(2, house={"reserved_items": "tie_break"}, first_player=0))
    hand(hand(table, 0), 1, tomes=2, reserved=1)
    assert [side.total for side in scores(table).sides] == [12, 12]
    assert scores(table).winners == ("Stan",)


@rule("F-1", "O-11", "O-2")
def test_what_everybody_counts_at_the_end_moves_the_leader_goal_if_another_has_more():
    table = light(3, leader=LeaderGoal(Goon.DEMON)).begin_round().correct("set_count", side=0, what="demon", number=2)
    last(table)
    hand(hand(table, 0, demons_any=2), 1, demons_gem=1, demons_blade=2)
    assert table.game.leader == 0
    revealed(hand(table, 2))
    assert (table.game.leader, [one.rule for one in table.reasons("correction.leader")]) == (1, ["O-11"])


@rule("O-8", "E-14")
def test_what_was_counted_can_be_corrected():
    table = hand(hand(last(players(2, end=EndGoal("condition"))), 0, goal_points=3), 1)
    assert list(table.corrections["set_count"]["what"].options) == ["goal_points"]
    table.correct("set_count", side=1, what="goal_points", number=5)
    assert lines(table, 1)["end_game_goal"] == 5


# Ties of an end game goal

GOALS = [
    # Two sides: most 6; tied 0 (O-7).
    ((3, 1), (6, 0)),
    ((1, 3), (0, 6)),
    ((2, 2), (0, 0)),
    ((0, 0), (0, 0)),
    ((1, 0), (6, 0)),
    # Three and more: most 8, second 4.
    ((3, 2, 1), (8, 4, 0)),
    ((1, 2, 3, 0), (0, 4, 8, 0)),
    ((1, 2, 3, 4, 5), (0, 0, 0, 4, 8)),
    # Tied for most 4 each, nobody second.
    ((2, 2, 1), (4, 4, 0)),
    ((2, 2, 2), (4, 4, 4)),
    ((3, 0, 3, 2), (4, 0, 4, 0)),
    ((1, 1, 1, 1, 1), (4, 4, 4, 4, 4)),
    # Tied for second 2 each.
    ((3, 2, 2), (8, 2, 2)),
    ((2, 4, 1, 2), (2, 8, 0, 2)),
    ((1, 1, 5, 1, 1), (2, 2, 8, 2, 2)),
    # A count of zero is never most nor second (O-9).
    ((0, 0, 0), (0, 0, 0)),
    ((2, 0, 0), (8, 0, 0)),
    ((2, 1, 0, 0), (8, 4, 0, 0)),
    ((2, 2, 0, 0, 0), (4, 4, 0, 0, 0)),
]
"""How many of what the goal counts each side has, and what that gives it; by hand from O-7 and O-9."""


def goal(counts: tuple[int, ...], **house: str) -> tuple[int, ...]:
    """What an end game goal gives the sides of a light game with so many magics each."""
    table = last(light(len(counts), end=EndGoal("majority", "magic"), house=house))
    for side, number in enumerate(counts):
        hand(table, side, magic=number)
    return tuple(lines(table, side).get("end_game_goal", 0) for side in range(len(counts)))


@rule("O-7", "O-9")
@pytest.mark.parametrize(("counts", "points"), GOALS)
def test_an_end_game_goal_gives_most_and_second_their_points(counts: tuple[int, ...], points: tuple[int, ...]):
    assert goal(counts) == points


@rule("O-9")
@pytest.mark.parametrize(
    ("counts", "points"),
    [((0, 0, 0), (4, 4, 4)), ((2, 0, 0), (8, 2, 2)), ((2, 1, 0, 0), (8, 4, 0, 0)), ((2, 2, 0), (4, 4, 0))],
)
def test_where_zeros_count_sides_without_any_rank_too(counts: tuple[int, ...], points: tuple[int, ...]):
    assert goal(counts, zero_majority="counts") == points


@rule("O-7", "O-9")
@pytest.mark.parametrize(("counts", "points"), GOALS[5:8])
def test_the_same_goal_gives_the_same_where_the_app_counts_the_cards(counts: tuple[int, ...], points: tuple[int, ...]):
    table = players(len(counts), end=EndGoal("majority", "magic"))
    for side, number in enumerate(counts):
        table.correct("draw_item", to={"zone": "crafted", "side": side})
        card = len(table.game.cards) - 1
        table.correct("set_item", card=card, item={"reputation": 0, "cost": {}})
        table.correct("set_shown", card=card, shows=shown("magic " * number))
    last(table)
    assert table.game.phase is Phase.ENDED
    assert tuple(lines(table, side).get("end_game_goal", 0) for side in range(len(counts))) == points


@rule("O-4", "E-5")
@pytest.mark.parametrize(
    ("counts", "house", "points"),
    [
        ((2, 1), {}, 6),
        ((2, 2), {}, 6),
        ((2, 2), {"leader_tie": "nobody"}, 0),
        ((2, 1, 1), {}, 8),
        ((2, 2, 2, 2), {"leader_tie": "nobody"}, 8),
    ],
)
def test_the_leader_goal_scores_for_its_holder(counts: tuple[int, ...], house: dict[str, str], points: int):
    table = light(len(counts), leader=LeaderGoal(Valuable.GEM), house=house).begin_round()
    for side, number in enumerate(counts):
        table.correct("set_count", side=side, what="gem", number=number)
    last(table)
    for side in range(len(counts)):
        hand(table, side)
    assert [lines(table, side).get("leader_goal", 0) for side in range(len(counts))] == [
        points,
        *[0] * (len(counts) - 1),
    ]


# Cards of which nothing is known, since the table was in light depth


def unknown(**setup: Any) -> Table:
    """Two players, the first with two items and three goons of which nothing is known, and with a Dwarf that is."""
    table = light(2, **setup).begin_round().correct("set_depth", depth="full")
    nothing = dict.fromkeys(("scrap", "potion", "iron", "gold", "tomes", "crafted", "reserved", "goons"), 0)
    table.act("enter_holdings", side=0, **{**nothing, "crafted": 2, "goons": 3})
    table.act("enter_holdings", side=1, **nothing).skip("begin_round")
    table.correct("draw_goon", to={"zone": "goons", "side": 0}, goon={"type": "dwarf", "icons": 0})
    table.correct("set_shown", card=len(table.game.cards) - 1, shows=shown("gem"))
    return table


@rule("E-14", "F-1", "G-2", "G-3", "G-5")
def test_unknown_cards_are_counted_by_their_owner_at_the_end_beside_those_that_are_known():
    table = last(unknown())
    assert [one.side for one in table.prompt.actions] == [0]
    fields = asked(table, 0)
    assert (fields["dwarf"], fields["gem"], fields["cultist"]) == (
        IntField(1, 9999, 1),
        IntField(1, 9999, 1),
        IntField(0, 9999, 0),
    )
    assert not {"items", "tomes", "gold", "resources"} & {*fields}
    # Of the three goons one is a Dwarf too, one a Cultist, one a Demon that counts gems.
    hand(table, 0, dwarf=2, cultist=1, demons_gem=1, gem=3)
    # 2 Dwarves: 3; a Cultist by 2 items: 2; a Demon: 2 by 3 gems.
    assert lines(table, 0) == {"track": 10, "dwarf": 3, "cultist": 2, "demon": 6, "first_player": 2}
    assert revealed(table).game.phase is Phase.ENDED


@rule("O-7")
def test_what_unknown_items_cost_is_asked_for_a_goal_that_counts_it():
    table = last(unknown(end=EndGoal("majority", "items_with_iron")))
    assert "goal_count" in asked(table, 0)
    hand(table, 0, goal_count=2)
    assert lines(table, 0)["end_game_goal"] == 6


@rule("O-7")
def test_of_known_items_the_app_counts_what_they_cost():
    table = players(2, end=EndGoal("majority", "items_with_iron"))
    table.correct("draw_item", to={"zone": "crafted", "side": 1})
    card = len(table.game.cards) - 1
    table.correct("set_item", card=card, item={"reputation": 2, "cost": {"iron": 1}})
    table.correct("set_shown", card=card, shows=shown(""))
    assert last(table).game.phase is Phase.ENDED
    assert lines(table, 1)["end_game_goal"] == 6


@rule("E-14", "O-7")
@pytest.mark.parametrize(
    ("half", "told"),
    [("set_item", {"item": {"reputation": 2, "cost": {}}}), ("set_shown", {"shows": {"valuables": [], "effects": []}})],
)
def test_an_item_of_which_only_half_is_known_is_asked_for(half: str, told: dict[str, Any]):
    table = players(2).correct("draw_item", to={"zone": "crafted", "side": 1})
    table.correct(half, card=len(table.game.cards) - 1, **told)
    assert [one.side for one in last(table).prompt.actions] == [1]


@rule("E-14", "G-5")
def test_a_demon_of_which_all_is_known_is_not_asked_for():
    table = players(2).correct("draw_goon", to={"zone": "goons", "side": 1}, goon={"type": "demon", "icons": 0})
    card = len(table.game.cards) - 1
    table.correct("set_shown", card=card, shows=shown("")).correct("set_demon", card=card, counts="gem")
    assert last(table).game.phase is Phase.ENDED


@rule("E-14", "G-5")
def test_a_demon_of_which_nobody_said_what_it_counts_is_asked_for():
    table = players(2)
    table.correct("draw_goon", to={"zone": "goons", "side": 1}, goon={"type": "demon", "icons": 0})
    card = len(table.game.cards) - 1
    table.correct("set_shown", card=card, shows=shown("gem gem"))
    hand(last(table), 1, demons_gem=1)
    assert lines(table, 1)["demon"] == 4


@rule("D-5", "D-6")
def test_the_last_raid_of_a_light_game_is_a_line_of_its_own():
    table = light(2, starts=(Start(4), Start())).begin_round().gives(0, "3 suspicion")
    assert table.game.at(0, Cube.SUSPICION) == 3
    revealed(hand(hand(last(table), 0), 1))
    assert (table.game.phase, table.asks) == (Phase.ENDED, [])
    assert lines(table, 0) == {"track": 4, "raid": -4, "first_player": 2}


@rule("O-2", "E-14")
def test_what_was_counted_on_an_unknown_card_is_counted_once_when_it_is_told():
    table = light(2, leader=LeaderGoal(Goon.DWARF)).begin_round().correct("set_count", side=0, what="dwarf", number=2)
    table.correct("set_depth", depth="full")
    nothing = dict.fromkeys(("scrap", "potion", "iron", "gold", "tomes", "crafted", "reserved", "goons"), 0)
    table.act("enter_holdings", side=0, **{**nothing, "goons": 3}).act("enter_holdings", side=1, **nothing)
    first, second, third = table.game.lying((Zone.GOONS, 0))
    for card, left in ((first, 1), (second, 0), (third, 0)):
        table.correct("set_goon", card=card, goon={"type": "dwarf", "icons": 0})
        assert table.game.counted[0, "dwarf"] == left
    assert counted(table.game, 0, "dwarf") == 3
    table.correct("set_goon", card=first, goon={"type": "cultist", "icons": 0})
    assert counted(table.game, 0, "dwarf") == 2


@rule("E-14")
def test_only_what_a_card_has_not_shown_before_is_taken_from_what_its_side_has_counted():
    table = players(2)
    for _ in range(2):
        table.correct("draw_item", to={"zone": "crafted", "side": 0})
    other, card = table.game.lying((Zone.CRAFTED, 0))
    table.correct("set_shown", card=other, shows=shown("gem"))
    before = {(0, "gem"): 3, (0, "blade"): 2, (1, "gem"): 3}
    table.happen(*(Counted(side, word, number) for (side, word), number in before.items()))
    on_display = next(table.game.lying(DISPLAY))
    table.correct("set_shown", card=on_display, shows=shown("gem"))
    table.correct("set_item", card=card, item={"reputation": 2, "cost": {}})
    assert table.game.counted == before
    table.correct("set_shown", card=card, shows=shown("gem gem"))
    assert [event for event in table.last if isinstance(event, Counted)] == [Counted(0, "gem", 1, CORRECTED)]
    table.correct("set_shown", card=card, shows=shown("gem gem gem"))
    assert table.game.counted == {**before, (0, "gem"): 1}
