"""Roll call on the real board: who is where is told as lights out comes by, token by token or counted together."""

from typing import Any

import pytest
from support.common import rule
from support.game_player import Table, light, players, solitary

from companion.rules.rulings.ranking import Stated
from companion.rules.schema import ChoiceField, IntField
from companion.rules.state.events import StrengthStated, TomesMoved
from companion.rules.state.position import Phase
from companion.rules.state.setup import Turns
from companion.rules.vocabulary import Location


def board(number: int, **setup: Any) -> Table:
    """A table whose first roll call is over on the real board."""
    return players(number, roll_call=False, **setup).begin_round().act("lights_out")


def tokens(table: Table, **told: list[Any]) -> Table:
    """Name the tokens at the location that is asked for: `_0=[3]` are those of side 0; the others have none there."""
    fields = field(table, "gather")
    return table.act("gather", **{name: told.get(name.removeprefix("side"), []) for name in fields})


def strengths(table: Table, *numbers: int, lookouts: tuple[int, ...] = ()) -> Table:
    """Count what is at the location that is asked for, side by side."""
    counted = {f"strength_{side}": number for side, number in enumerate(numbers)}
    return table.act("gather_strengths", **counted, lookouts=list(lookouts))


def field(table: Table, kind: str) -> Any:
    return next(action.fields for action in table.prompt.actions if action.type == kind)


def proposed(table: Table) -> dict[str, Any]:
    """What the app would name and count here, without nothings."""
    shapes = {**field(table, "gather"), **field(table, "gather_strengths")}
    return {
        name: list(shape.proposed) if isinstance(shape, ChoiceField) else shape.proposed
        for name, shape in shapes.items()
        if isinstance(shape, ChoiceField | IntField) and shape.proposed
    }


def at(table: Table, location: str) -> Table:
    """Come to a location past empty ones."""
    while table.game.agenda[0].location is not Location(location):
        assert table.asks == ["gather", "gather_strengths"]
        tokens(table)
    return table


@rule("R-1", "R-4")
def test_roll_call_waits_until_everybody_has_passed_on_the_board():
    table = players(3, roll_call=False).begin_round()
    assert (table.game.phase, table.asks, table.prompt.side) == (Phase.ROLL_CALL, ["lights_out"], None)
    table.act("lights_out")
    assert (table.game.phase, table.game.location) == (Phase.LIGHTS_OUT, Location.EXERCISE_YARD)
    assert table.asks == ["gather", "gather_strengths"]


@rule("T-2")
def test_a_tome_is_played_while_roll_call_is_on_the_board():
    table = players(3, roll_call=False)
    table.happen(TomesMoved(1, None, 2))
    table.begin_round()
    assert [action.type for action in table.prompt.actions] == ["lights_out", "play_tome", "raid_now"]
    assert table.act("play_tome", side=2).asks[-1] == "tome_done"


@rule("L-10", "S-2", "S-3")
@pytest.mark.parametrize(("number", "crew"), [(4, [2, 3, 4, 5]), (5, [3, 4, 5])])
def test_all_tokens_of_everybody_may_be_at_the_first_location(number: int, crew: list[int]):
    table = board(number)
    for side in range(number):
        assert table.options(f"side_{side}") == [*crew, "enforcer", "lookout"]
    assert proposed(table) == {}


@rule("L-2", "L-10")
def test_a_location_asks_for_any_of_a_sides_tokens_or_for_a_strength_up_to_99():
    crew = (2, 3, 4, 5, "enforcer", "lookout")
    table = board(2)
    assert field(table, "gather") == {f"side_{side}": ChoiceField(crew, 0, 6, proposed=()) for side in (0, 1)}
    assert field(table, "gather_strengths") == {
        "strength_0": IntField(0, 99, 0),
        "strength_1": IntField(0, 99, 0),
        "lookouts": ChoiceField((0, 1), 0, 2, proposed=()),
    }


@rule("L-2", "L-4", "L-6", "L-8", "L-11")
def test_named_tokens_are_ranked_rewarded_and_sent_on():
    # 5; enforcer with 1 power cube and 4; 2 and 3. All tie at 5: from the holder of the marker on, clockwise (L-4).
    table = tokens(board(3, first_player=2), _0=[5], _1=["enforcer", 4], _2=[2, 3])
    assert table.told == []
    assert table.asks[0] == "resolve"
    table.act("resolve")
    assert [(one.data["side"], one.data["strength"], one.data["rank"]) for one in table.last[0].why[:3]] == [
        ("2", 5, 1),
        ("0", 5, 2),
        ("1", 5, 3),
    ]
    assert [reason.data["sides"] for reason in table.reasons("location.tie")] == [("2", "0", "1")]
    # The third of three has nothing at the Exercise Yard, and strays.
    assert table.act("take").told == ["marker to side 2", "side 2 +1 power"]
    assert table.act("take").told == ["side 0 +1 power", "side 1 to library"]
    assert table.game.at_home(1) == (2, 3, 5, "lookout")
    assert {*table.game.tokens} == {(1, "enforcer"), (1, 4)}


@rule("L-3", "P-5")
def test_a_location_where_nobody_is_passes_by_itself_and_keeps_its_cubes():
    table = at(board(3, goons=("dwarf 2", *("dwarf 0",) * 4)), "sewers")
    tokens(table)
    assert table.rules == ["L-3"]
    assert table.has("sewers") == "2 suspicion"
    assert (table.game.location, table.asks) == (Location.INFIRMARY, ["gather", "gather_strengths"])


@rule("L-3", "P-5")
def test_a_location_where_nothing_was_counted_passes_by_itself_too():
    table = strengths(at(board(3, goons=("dwarf 2", *("dwarf 0",) * 4)), "sewers"), 0, 0, 0)
    assert (table.rules, table.has("sewers")) == (["L-3"], "2 suspicion")
    assert table.game.strengths == {}


@rule("L-8")
def test_whoever_was_told_of_goes_home_with_what_it_got_and_is_not_offered_again():
    table = tokens(at(board(2), "sewers"), _0=[2, 5], _1=[3])
    table.act("resolve").act("take").act("take")
    assert table.game.location is Location.INFIRMARY
    assert table.game.tokens == {}
    assert table.options("side_0") == [3, 4, "enforcer", "lookout"]
    assert table.options("side_1") == [2, 4, 5, "enforcer", "lookout"]


@rule("L-2", "L-5")
def test_strengths_alone_rank_and_give_suspicion_to_the_strongest_without_a_lookout():
    table = strengths(at(board(3, goons=("dwarf 3", *("dwarf 0",) * 4)), "sewers"), 9, 4, 7, lookouts=(0,))
    assert table.game.tokens == {}
    table.act("resolve")
    assert table.told == ["side 2 +3 suspicion from sewers"]
    assert [(reason.rule, reason.data["side"]) for reason in table.reasons("location.stated_strength")] == [
        ("L-2", "0"),
        ("L-2", "2"),
        ("L-2", "1"),
    ]
    # Three sides at the Sewers: 3 scrap, then 1 for all others (L-12).
    assert table.act("take").told == ["side 0 +3 scrap"]
    assert table.act("take").told == ["side 2 +1 scrap"]


@rule("L-2", "L-5")
def test_a_strength_that_says_nothing_of_a_lookout_is_without_it():
    table = board(2)
    table.happen(StrengthStated(0, Location.SEWERS, 7))
    assert table.game.strengths == {(0, Location.SEWERS): Stated(7, lookout=False)}


@rule("L-3")
def test_a_lookout_alone_ranks_with_no_strength():
    table = strengths(at(board(4), "sewers"), 0, 0, 0, 0, lookouts=(3,))
    table.act("resolve")
    assert [reason.rule for reason in table.reasons("location.lone_lookout")] == ["L-3"]
    assert table.act("take").told == ["side 3 +3 scrap"]


@rule("L-3", "L-2")
def test_an_enforcer_without_power_is_there_as_a_token():
    table = at(board(2).gives(0, "-1 power"), "sewers")
    tokens(table, _0=["enforcer"]).act("resolve")
    assert table.reasons("location.enforcer_strength")[0].data["strength"] == 0
    assert table.act("take").told == ["side 0 +2 scrap"]


@rule("T-2", "L-2")
def test_what_a_tome_adds_counts_beside_a_strength_that_was_counted():
    table = players(2, roll_call=False)
    table.happen(TomesMoved(1, None, 1))
    table.begin_round().act("play_tome", side=1).act("strengthen", side=1, location="sewers", by=3).act("tome_done")
    strengths(at(table.act("lights_out"), "sewers"), 5, 3).act("resolve")
    assert [(one.data["side"], one.data["strength"]) for one in table.reasons("location.stated_strength")] == [
        ("1", 6),
        ("0", 5),
    ]


@rule("L-8", "L-10", "L-18")
def test_stragglers_are_proposed_at_the_library_by_name():
    table = tokens(at(board(3), "smithy"), _0=[5], _1=[4], _2=[3, "lookout"])
    table.act("resolve").act("take").act("take")
    assert table.told == ["side 1 +1 iron", "side 2 to library"]
    assert proposed(at(table, "library")) == {"side_2": [3, "lookout"], "strength_2": 3, "lookouts": [2]}
    # Nobody had to stay there after all: a tome took the 3 home.
    tokens(table, _0=[2], _2=["lookout"]).act("resolve")
    assert [(one.data["side"], one.data["strength"]) for one in table.reasons("location.strength")] == [("0", 2)]
    assert [one.data["side"] for one in table.reasons("location.lone_lookout")] == ["2"]


@rule("L-8", "L-18")
def test_stragglers_that_were_only_counted_are_proposed_at_the_library_by_their_strength():
    table = strengths(at(board(4), "smithy"), 9, 8, 7, 6, lookouts=(2,))
    table.act("resolve").act("take").act("take")
    assert table.rules[-1] == "L-8"
    tokens(at(table, "cell_block"), _2=[4])
    # The display is priced first, then side 2 can pay for nothing and strays again: 7 and 4.
    table.skip("resolve").act("resolve")
    assert proposed(at(table, "library")) == {"side_2": [4], "strength_2": 11, "strength_3": 6, "lookouts": [2]}
    strengths(table, 0, 0, 11, 6, lookouts=(2,)).act("resolve")
    assert table.asks == ["take", "decline"]
    assert [(one.data["side"], one.data["strength"]) for one in table.reasons("location.stated_strength")] == [
        ("2", 11),
        ("3", 6),
    ]


@rule("L-8", "L-10")
def test_what_is_proposed_at_the_library_sent_back_as_it_is_drops_nobody():
    table = strengths(at(board(4), "smithy"), 9, 8, 7, 6, lookouts=(2,))
    table.act("resolve").act("take").act("take")
    tokens(at(table, "cell_block"), _2=[4])
    at(table.skip("resolve").act("resolve"), "library")
    fields = field(table, "gather")
    table.act("gather", **{name: list(shape.proposed) for name, shape in fields.items()}).act("resolve")
    assert [(one.data["side"], one.data["strength"]) for one in table.reasons("location.stated_strength")] == [
        ("2", 11),
        ("3", 6),
    ]


@rule("L-8", "L-10")
def test_what_is_named_takes_the_place_of_what_was_counted():
    table = strengths(at(board(3), "smithy"), 9, 8, 7)
    table.act("resolve").act("take").act("take")
    tokens(at(table, "library"), _2=[3, 4]).act("resolve")
    assert [(one.data["side"], one.data["strength"]) for one in table.reasons("location.strength")] == [("2", 7)]
    assert table.reasons("location.stated_strength") == []


@rule("L-10")
def test_stragglers_of_whom_nothing_is_counted_are_not_there():
    table = tokens(at(board(3), "smithy"), _0=[5], _1=[4], _2=[3])
    table.act("resolve").act("take").act("take")
    strengths(at(table, "library"), 2, 0, 0)
    assert table.game.tokens == {}
    assert [one.data["side"] for one in table.act("resolve").reasons("location.stated_strength")] == ["0"]


@rule("R-6")
def test_where_unused_tokens_go_to_the_library_they_are_proposed_there():
    table = board(2, house={"unused_tokens": "library"})
    tokens(at(table, "sewers"), _0=[2, 5], _1=[3]).act("resolve").act("take").act("take")
    assert proposed(at(table, "library")) == {
        "side_0": [3, 4, "enforcer", "lookout"],
        "strength_0": 8,
        "side_1": [2, 4, 5, "enforcer", "lookout"],
        "strength_1": 12,
        "lookouts": [0, 1],
    }


@rule("R-6")
def test_of_tokens_that_were_only_counted_nobody_knows_which_are_unused():
    table = board(2, house={"unused_tokens": "library"})
    strengths(at(table, "sewers"), 7, 0).act("resolve").act("take")
    assert "side_0" not in proposed(at(table, "library"))
    assert proposed(table)["side_1"] == [2, 3, 4, 5, "enforcer", "lookout"]


@rule("R-6")
def test_at_home_unused_tokens_are_proposed_nowhere():
    assert proposed(at(board(2), "library")) == {}


@rule("E-14", "L-10")
def test_whoever_goes_back_to_a_location_tells_anew_who_is_there():
    table = tokens(at(board(2), "sewers"), _0=[2, 5], _1=[3]).act("resolve").act("take").act("take")
    strengths(table, 4, 0)
    table.correct("go_to_location", location="sewers")
    assert (table.game.strengths, table.game.location) == ({}, Location.SEWERS)
    assert table.options("side_0") == [2, 3, 4, 5, "enforcer", "lookout"]


@rule("E-14")
def test_a_token_that_a_correction_lays_somewhere_is_proposed_there():
    table = tokens(at(board(2), "sewers"), _0=[2]).act("resolve").act("take")
    table.correct("set_token", token={"side": 0, "token": 2}, to="infirmary")
    assert proposed(table) == {"side_0": [2], "strength_0": 2}


@rule("S-9")
def test_the_next_round_begins_with_all_tokens_at_home():
    table = strengths(tokens(board(2), _0=[2, 5], _1=[3]).act("resolve").act("take"), 3, 0)
    table.skip("begin_round").begin_round()
    assert (table.game.tokens, table.game.strengths, table.game.spent) == ({}, {}, frozenset())


@rule("S-10")
def test_an_empty_seat_lays_nothing_and_is_asked_only_for_what_it_has_left():
    table = board(3).correct("set_away", side=1, away="yes")
    assert {*field(table, "gather")} == {"side_0", "side_2"}
    assert {*field(table, "gather_strengths")} == {"strength_0", "strength_2", "lookouts"}
    table.correct("set_away", side=1, away="no")
    tokens(table, _0=[5], _1=[4], _2=[3]).correct("set_away", side=2, away="yes")
    table.act("resolve").act("take").act("take")
    assert "side_2" not in field(table, "gather")
    assert proposed(at(table, "library")) == {"side_2": [3], "strength_2": 3}


@rule("S-10")
def test_where_all_seats_are_empty_nobody_is_asked():
    table = players(2, roll_call=False)
    for side in (0, 1):
        table.correct("set_away", side=side, away="yes")
    table.begin_round().act("lights_out")
    assert (table.game.phase, table.asks) == (Phase.PATROL, ["type_goon", "type_goons", "deck_empty"])


@rule("E-14", "R-1")
def test_whose_turn_it_is_cannot_be_corrected_where_nobody_has_a_turn():
    assert "set_turn" not in players(2, roll_call=False).begin_round().corrections
    assert "set_turn" in players(2).begin_round().corrections


# From the board into the app, and back


@rule("E-14", "R-1")
@pytest.mark.parametrize(("turns", "asked"), [(None, ["assign", "pass"]), (Turns.TOLD, ["assign", "pass"] * 3)])
def test_a_roll_call_on_the_board_begins_anew_in_the_app(turns: Turns | None, asked: list[str]):
    table = players(3, roll_call=False, turns=turns).begin_round().correct("set_roll_call", roll_call="app")
    assert (table.game.round, table.asks) == (1, asked)
    table.act("pass", **({} if turns is None else {"side": 0}))
    assert table.game.passed == {0}


@rule("E-14", "L-10")
def test_what_was_laid_in_the_app_is_told_anew_where_roll_call_goes_on_on_the_board():
    table = players(2).begin_round().assign("sewers", 5).act("pass").correct("set_roll_call", roll_call="board")
    assert (table.asks, table.game.tokens, table.game.passed) == (["lights_out"], {}, frozenset())
    table.act("lights_out")
    assert (proposed(table), [*field(table, "gather")["side_1"].options]) == ({}, [*table.game.setup.tokens()])


@rule("E-14")
def test_where_roll_call_is_can_be_said_before_the_first_round_and_between_rounds():
    table = players(2, roll_call=False)
    assert table.correct("set_roll_call", roll_call="app").asks == ["begin_round"]
    table.begin_round().act("pass").act("pass")
    assert (table.game.phase, table.game.round) == (Phase.PATROL, 1)
    assert table.correct("set_roll_call", roll_call="board").skip("begin_round").begin_round().asks == ["lights_out"]


@rule("E-14")
def test_what_somebody_does_first_is_still_done_before_a_roll_call_that_begins_anew():
    table = players(2).begin_round().correct("set_tomes", holder=0, number=1).act("play_tome", side=0)
    before = table.asks
    assert table.correct("set_roll_call", roll_call="board").asks == before
    assert table.act("tome_done").asks == ["lights_out"]


@rule("E-14")
def test_where_roll_call_is_stays_as_it_is_in_lights_out_and_where_the_app_follows_no_tokens():
    assert not [one for one in (board(2), light(2).begin_round(), solitary()) if "set_roll_call" in one.corrections]
