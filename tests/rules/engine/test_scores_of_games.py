"""A game that the app has kept, as the score sheet that the calculator would be given."""

import pytest
from support.common import rule
from support.game_player import GUARDS, PLAYER, Table, item, players, shown, solitary

from companion.rules import Dealing, Game, Setup
from companion.rules.phases.effects import on_cards
from companion.rules.state.cards import EndGoal, LeaderGoal
from companion.rules.state.events import Counted
from companion.rules.state.setup import Start
from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable
from companion.scoring import scores
from companion.scoring.from_game import sheet
from companion.scoring.score import score
from companion.scoring.sheet import EndGameGoal, Side

NAMES = ["Vera", "Guards"]


def side(table: Table, seat: int = PLAYER) -> Side:
    return sheet(table.game, NAMES).sides[seat]


def lines(table: Table, seat: int = PLAYER) -> dict[str, int]:
    """The lines of a side's score that are not 0."""
    return {line.category: line.points for line in score(sheet(table.game, NAMES)).sides[seat].lines if line.points}


def with_cards(*items: str, goons: str = "", seat: int = PLAYER, **setup) -> Table:
    """A table at which a side has crafted items, written as price and valuables `2 gold / gem`, and has goons."""
    table = solitary(**setup)
    for written in items:
        price, _, valuables = written.partition(" / ")
        table.correct("draw_item", to={"zone": "crafted", "side": seat})
        card = len(table.game.cards) - 1
        table.correct("set_item", card=card, item=item(price)).correct("set_shown", card=card, shows=shown(valuables))
    for kind in goons.split():
        table.correct("draw_goon", to={"zone": "goons", "side": seat}, goon={"type": kind, "icons": 0})
        if table.asks == ["type_bandit"]:
            table.act("type_bandit", resource="gold")
    return table


def ended(table: Table, suspicion: tuple[int, int], *counts: int) -> Table:
    """The table after its last raid, with as many suspicion cubes before it; the numbers asked for are these."""
    table.begin_round().correct("set_phase", round=6, phase="patrol")
    for seat, number in enumerate(suspicion):
        table.correct("set_cubes", place=seat, cube="suspicion", number=number)
    table.act("raid")
    for number in counts:
        table.act("count", number=number)
    assert table.asks == []
    return table


@rule("F-1")
def test_a_game_is_scored_under_the_names_of_its_sides_or_under_others():
    game = Game.new(Setup(dealing=Dealing.HOUSE), seed="rusty spoon")
    assert [(one.name, one.total) for one in scores(game).sides] == [("player", 10), ("guards", 12)]
    assert [(one.name, one.total) for one in scores(game, NAMES).sides] == [("Vera", 10), ("Guards", 12)]


@rule("F-1", "F-4")
def test_what_a_side_has_stands_on_its_sheet():
    table = solitary(starts=(Start(12, 2, 1), Start(20, 3, 2)), difficulty="moderate")
    table.gives(PLAYER, "1 scrap 2 potion 3 iron 4 gold").correct("set_tomes", holder=PLAYER, number=2)
    table.correct("draw_item", to={"zone": "reserve", "side": PLAYER})
    mine, theirs = side(table), side(table, GUARDS)
    assert (mine.name, mine.guards, mine.reputation, mine.suspicion, mine.power) == ("Vera", False, 12, 1, 2)
    assert (theirs.name, theirs.guards, theirs.reputation, theirs.suspicion, theirs.power) == ("Guards", True, 20, 2, 3)
    assert mine.resources == {Resource.SCRAP: 1, Resource.POTION: 2, Resource.IRON: 3, Resource.GOLD: 4}
    assert (mine.tomes, mine.items, mine.reserved, mine.first_player, theirs.first_player) == (2, 0, 1, False, True)
    assert (theirs.resources, theirs.tomes, theirs.reserved) == ({}, 0, 0)
    assert lines(table) == {"track": 12, "resources": 14, "tomes": 2}
    assert lines(table, GUARDS) == {"track": 20, "first_player": 2}


@rule("F-1", "G-1", "G-2", "G-3", "G-4", "G-6", "G-7", "C-5")
def test_goons_and_crafted_items_are_counted_from_the_cards():
    table = with_cards("2 gold / gem blade", "1 / gem", goons="bandit cultist dwarf dwarf hobgoblin ratman flayer")
    table.correct("draw_item", to={"zone": "reserve", "side": PLAYER})
    assert side(table).goons == {
        Goon.BANDIT: 1,
        Goon.CULTIST: 1,
        Goon.DWARF: 2,
        Goon.HOBGOBLIN: 1,
        Goon.RATMAN: 1,
        Goon.FLAYER: 1,
    }
    assert side(table).valuables == {Valuable.BLADE: 1, Valuable.GEM: 2, Valuable.MAGIC: 0}
    assert (side(table).items, side(table, GUARDS).goons) == (2, {})
    assert lines(table) == {
        "track": 10,
        "bandit": 3,
        "cultist": 2,
        "dwarf": 3,
        "hobgoblin": 1,
        "ratman": -3,
        "flayer": 2,
    }


@rule("F-1", "O-1", "O-7", "C-4", "G-5")
def test_what_a_side_has_counted_itself_stands_beside_what_lies_on_its_cards():
    table = with_cards("1 / gem", goons="dwarf demon").gives(PLAYER, "1 scrap 2 potion 3 gold")
    table.correct("set_demon", card=len(table.game.cards) - 1, counts="gem")
    table.correct("set_tomes", holder=PLAYER, number=1).correct("draw_item", to={"zone": "reserve", "side": PLAYER})
    told = {"reserved": 2, "tomes": 3, "items": 4, "resources": 5, "gold": 6, "gem": 7, "dwarf": 8, "demons_magic": 2}
    table.happen(*(Counted(PLAYER, what, number) for what, number in told.items()))
    mine = side(table)
    assert (mine.reserved, mine.tomes, mine.items) == (3, 4, 5)
    assert mine.resources == {Resource.SCRAP: 6, Resource.POTION: 2, Resource.GOLD: 9}
    assert (mine.valuables[Valuable.GEM], mine.goons) == (8, {Goon.DWARF: 9})
    assert mine.demons == (DemonValuable.GEM, DemonValuable.MAGIC, DemonValuable.MAGIC)
    assert [on_cards(table.game, PLAYER, f"demons_{one}") for one in ("gem", "magic")] == [1, 0]


@rule("O-7")
def test_what_was_counted_for_an_end_game_goal_goes_before_what_the_app_counts():
    table = with_cards("1", "1 gold", goons="other", end=EndGoal("majority", "items"))
    assert side(table).goal_count == 2
    table.happen(Counted(PLAYER, "goal_count", 5))
    assert side(table).goal_count == 5


@rule("O-7")
def test_of_what_the_app_cannot_count_there_is_none_until_somebody_has_counted():
    table = with_cards(goons="other", end=EndGoal("majority", "other"))
    assert side(table).goal_count == 0
    table.happen(Counted(PLAYER, "goal_count", 5))
    assert side(table).goal_count == 5


@rule("F-1", "G-5")
def test_each_demon_counts_what_its_owner_has_read_on_it():
    table = with_cards("1 / gem gem blade", goons="demon demon demon")
    for card, counts in zip(range(len(table.game.cards) - 3, len(table.game.cards) - 1), ("gem", "any"), strict=True):
        table.correct("set_demon", card=card, counts=counts)
    # Of the third nobody has said yet what it counts.
    assert side(table).demons == (DemonValuable.GEM, DemonValuable.ANY)
    assert side(table).goons == {}
    assert lines(table)["demon"] == 4 + 6


@rule("E-14", "F-1", "D-6")
@pytest.mark.parametrize("number", [0, 7])
def test_what_an_unknown_goon_is_worth_is_asked_at_the_end_and_a_line_beside_the_raid(number: int):
    table = with_cards(goons="other")
    assert lines(table)["track"] == 10
    ended(table, (0, 3), number)
    assert sheet(table.game, NAMES).last_raid is True
    assert (lines(table)["track"], lines(table).get("other_goons", 0)) == (10, number)
    assert lines(table, GUARDS) == {"track": 10, "raid": -6, "first_player": 2}
    result = score(sheet(table.game, NAMES))
    for one in result.sides:
        categories = [line.category for line in one.lines]
        assert categories[categories.index("flayer") + 1] == "other_goons"


@rule("E-14", "F-1")
def test_an_unknown_goon_that_was_counted_and_has_gone_is_worth_nothing():
    table = ended(with_cards(goons="other"), (0, 3), 7)
    card = len(table.game.cards) - 1
    table.correct("move_goon", card=card, to={"zone": "discards"})
    assert lines(table)["track"] == 10
    assert "other_goons" not in [line.category for line in score(sheet(table.game, NAMES)).sides[0].lines]


# Goals


@rule("O-4", "O-1")
def test_the_leader_goal_is_its_holders():
    table = with_cards("1 / gem gem", leader=LeaderGoal(Valuable.GEM))
    assert (side(table).leader_goal, side(table, GUARDS).leader_goal) == (True, False)
    assert (side(table).leader_count, side(table, GUARDS).leader_count) == (2, 0)
    assert sheet(table.game, NAMES).leader_minimum == 2
    assert lines(table)["leader_goal"] == 6
    assert side(solitary()).leader_count is None
    assert sheet(solitary().game, NAMES).leader_minimum is None


@rule("E-5", "O-5")
@pytest.mark.parametrize(("edition", "points"), [("later", 6), ("prototype", None)])
def test_a_leader_goal_that_both_have_alike_follows_the_edition(edition: str, points: int | None):
    table = with_cards("1 / gem gem", leader=LeaderGoal(Valuable.GEM), edition=edition)
    table.correct("draw_item", to={"zone": "crafted", "side": GUARDS})
    table.correct("set_shown", card=len(table.game.cards) - 1, shows=shown("gem gem"))
    assert lines(table).get("leader_goal") == points


@rule("O-7")
@pytest.mark.parametrize(
    ("counts", "number"),
    [("items", 3), ("items_with_iron", 2), ("items_with_gold", 0), ("gem", 3), ("magic", 0), ("ratman", 2)],
)
def test_an_end_game_goal_counts_cards(counts: str, number: int):
    table = with_cards("1 iron / gem", "2 iron iron any / gem gem", "3 any / blade", goons="ratman ratman")
    table.correct("set_end_goal", goal={"kind": "majority", "counts": counts})
    assert (side(table).goal_count, side(table, GUARDS).goal_count) == (number, 0)
    assert sheet(table.game, NAMES).end_game_goal is EndGameGoal.MAJORITY
    assert lines(table).get("end_game_goal", 0) == (6 if number else 0)


@rule("O-7")
def test_an_item_of_which_nobody_knows_the_cost_counts_for_no_resource():
    table = solitary(end=EndGoal("majority", "items_with_scrap"))
    table.correct("draw_item", to={"zone": "crafted", "side": PLAYER})
    assert side(table).goal_count == 0


@rule("E-14", "O-7")
def test_items_of_which_nobody_told_the_cost_are_counted_by_eye_at_the_end():
    table = solitary(end=EndGoal("majority", "items_with_scrap"))
    table.correct("draw_item", to={"zone": "crafted", "side": PLAYER})
    assert side(ended(table, (0, 0), 1)).goal_count == 1


@rule("O-7")
def test_what_the_app_cannot_count_is_asked_of_both():
    table = ended(solitary(end=EndGoal("majority")), (0, 0), 3, 4)
    assert (side(table).goal_count, side(table, GUARDS).goal_count) == (3, 4)
    assert lines(table, GUARDS)["end_game_goal"] == 6


@rule("E-14", "F-1", "O-8")
def test_the_points_of_a_condition_are_asked_of_both():
    table = ended(solitary(end=EndGoal("condition")), (0, 0), 5, 0)
    assert "set_count" not in table.corrections
    assert (side(table).goal_points, side(table, GUARDS).goal_points, side(table).goal_count) == (5, 0, 0)
    assert (lines(table)["end_game_goal"], "end_game_goal" in lines(table, GUARDS)) == (5, False)


@rule("F-1", "O-7", "O-8")
def test_without_an_end_game_goal_there_is_none_to_count():
    assert sheet(solitary().game, NAMES).end_game_goal is EndGameGoal.NONE
    assert (side(solitary()).goal_count, side(solitary()).goal_points) == (0, 0)


# The last raid


@rule("D-6", "D-4")
def test_the_last_raid_is_a_line_of_its_own():
    table = ended(solitary(), (2, 5))
    assert sheet(table.game, NAMES).last_raid
    assert (side(table).suspicion, side(table, GUARDS).suspicion, side(table, GUARDS).reputation) == (2, 5, 10)
    assert lines(table, GUARDS) == {"track": 10, "raid": -6, "first_player": 2}
    assert score(sheet(table.game, NAMES)).winners == ("Vera",)


@rule("D-6", "D-5")
def test_the_line_of_the_last_raid_ends_at_the_bottom_of_the_track():
    table = ended(solitary(starts=(Start(4), Start())), (5, 2))
    assert lines(table) == {"track": 4, "raid": -4}
    assert lines(table, GUARDS) == {"track": 10, "first_player": 2}


@rule("D-6")
def test_after_a_correction_of_the_track_the_last_raid_is_no_line_any_more():
    table = ended(solitary(), (2, 5)).correct("set_reputation", side=PLAYER, number=9)
    assert sheet(table.game, NAMES).last_raid is False
    assert (side(table).suspicion, side(table, GUARDS).suspicion) == (2, 0)
    assert (lines(table)["track"], lines(table, GUARDS)["track"], "raid" in lines(table, GUARDS)) == (9, 4, False)


@rule("D-6")
def test_before_the_end_there_is_no_last_raid():
    assert sheet(solitary().game, NAMES).last_raid is False


@rule("D-6", "D-1")
def test_a_table_without_guards_has_its_last_raid_too():
    table = ended(players(3), (4, 1, 0))
    found = sheet(table.game, ["Vera", "Stan", "Isaac"])
    assert (found.solitary, found.last_raid) == (False, True)
    assert [side.total for side in score(found).sides] == [4, 6, 10]
    assert [one.guards for one in found.sides] == [False] * 3


@rule("F-6")
def test_the_rulings_of_the_table_hold_on_its_sheet():
    table = solitary(house={"total_floor": "zero"})
    assert sheet(table.game, NAMES).rulings["total_floor"] == "zero"
    assert sheet(table.game, NAMES).edition is table.game.setup.edition
