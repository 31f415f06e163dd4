from dataclasses import replace

import pytest
from support.common import rule
from support.game_player import my_cards

from companion.rules.engine.decider import begin
from companion.rules.phases.setup_steps import SetupObject, setup_steps
from companion.rules.state.events import replay
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing, Difficulty, Setup, Start, boxed
from companion.rules.vocabulary import EditionName

ADVANCED = (Start(reputation=0), Start(reputation=20))


def steps(setup: Setup):
    """What is laid out before a game with that setup, by object."""
    game = replay(begin(boxed(setup), lambda *asked: tuple(asked[-1])))
    return {step.object: step for step in setup_steps(game)}


@rule("Z-1", "Z-2", "E-4")
def test_real_cards_against_the_guards_are_listed_object_by_object():
    found = steps(Setup(difficulty=Difficulty.CHALLENGING, dealing=Dealing.CARDS))
    assert {one: step.number for one, step in found.items()} == {
        "board": 1,
        "guard_cards": 12,
        "location_cards": 8,
        "reputation": 20,
        "power": 2,
        "marker": 1,
        "tokens": 6,
        "items": 3,
        "goons": 5,
        "goals": 2,
        "tomes_out": 4,
    }
    assert found[SetupObject.GUARD_CARDS].data == {"colours": {"base": 7, "yellow": 5}}
    assert found[SetupObject.LOCATION_CARDS].data == {"named": 6, "off_duty": 2}
    assert found[SetupObject.MARKER].data == {"side": 1}
    assert found[SetupObject.TOMES_OUT].data == {"names": {"Big Book of Stealth": 2, "Cutthroat Crafting": 2}}


@rule("S-1", "S-2", "S-3", "S-4", "S-5", "S-6", "S-7", "S-8")
def test_a_full_table_of_the_advanced_setup_is_laid_out_in_order_with_rule_and_number():
    setup = Setup(guards=None, difficulty=None, starts=(Start(reputation=0),) * 5, tomes_out=2, advanced=True)
    assert [*steps(setup).values()] == [
        ("board", 1, "S-1", {"side": "b", "round": 1}),
        ("reputation", 0, "S-8", {"sides": (0,) * 5}),
        ("power", 5, "S-8", {"sides": (1,) * 5}),
        ("crew_boards", 5, "S-8", {"side": "b"}),
        ("traits", 2, "S-8", {"keep": 1}),
        ("marker", 1, "S-7", {"side": 0}),
        ("tokens", 5, "S-3", {"tokens": (3, 4, 5, "enforcer", "lookout"), "out": (2,)}),
        ("items", 6, "S-4", {}),
        ("goons", 5, "S-5", {}),
        ("goals", 2, "S-6", {"kinds": ("leader", "end")}),
    ]


@rule("S-1", "S-2", "S-4", "S-5", "Z-1", "Z-2", "E-4")
@pytest.mark.parametrize(
    ("setup", "rules"),
    [
        (Setup(), "S-1 Z-2 Z-2 S-2 S-2 Z-1 S-2 S-4 S-5 Z-1 E-4"),
        (Setup(dealing=Dealing.APP, tomes_out=0), "S-1 S-2 S-2 Z-1 S-2 S-4 S-5 Z-1"),
    ],
)
def test_against_the_guards_each_object_names_the_rule_that_lays_it_out(setup: Setup, rules: str):
    found = steps(setup)
    assert [step.rule for step in found.values()] == rules.split()
    assert found[SetupObject.TOKENS].data["out"] == ()


@rule("Z-2")
@pytest.mark.parametrize("dealing", [Dealing.APP, Dealing.HOUSE])
def test_what_the_app_deals_stays_in_its_box(dealing: Dealing):
    assert not {SetupObject.GUARD_CARDS, SetupObject.LOCATION_CARDS} & steps(Setup(dealing=dealing)).keys()


@rule("E-4")
def test_the_prototype_takes_two_tomes_out():
    found = steps(Setup(edition_name=EditionName.PROTOTYPE))
    assert found[SetupObject.TOMES_OUT].data == {"names": {"Big Book of Stealth": 2}}


@rule("E-4", "E-14")
def test_tomes_of_a_box_that_counts_otherwise_are_only_counted():
    found = steps(Setup(tomes_out=3))
    assert (found[SetupObject.TOMES_OUT].number, found[SetupObject.TOMES_OUT].data) == (3, {"names": {}})


@rule("S-8", "Z-1")
def test_the_advanced_setup_starts_on_0_and_20_and_deals_two_traits():
    found = steps(Setup(starts=ADVANCED, advanced=True))
    assert found[SetupObject.REPUTATION].data == {"sides": (0, 20)}
    assert (found[SetupObject.TRAITS].number, found[SetupObject.CREW_BOARDS].number) == (2, 1)


@rule("S-1", "S-3", "S-4", "S-7")
@pytest.mark.parametrize(("number", "board", "tokens"), [(2, "a", 6), (3, "b", 6), (4, "b", 6), (5, "b", 5)])
def test_players_lay_out_what_their_number_asks_for(number: int, board: str, tokens: int):
    found = steps(Setup(guards=None, difficulty=None, starts=(Start(),) * number, first_player=1, instant=True))
    assert found[SetupObject.BOARD].data["side"] == board
    assert found[SetupObject.TOKENS].number == tokens
    assert found[SetupObject.ITEMS].number == number + 1
    assert found[SetupObject.MARKER].data == {"side": 1}
    assert found[SetupObject.GOALS].data == {"kinds": ("leader", "instant", "end")}
    assert SetupObject.TOMES_OUT not in found


@rule("S-7", "Z-1")
def test_the_marker_is_where_the_table_has_it_until_the_first_round_and_in_the_list_of_its_setup_then():
    def marker(setup: Setup, phase: Phase, now: int):
        game = replay(begin(boxed(setup), lambda *asked: tuple(asked[-1])))._replace(phase=phase, first_player=now)
        return next(step.data["side"] for step in setup_steps(game) if step.object is SetupObject.MARKER)

    three = Setup(guards=None, difficulty=None, starts=(Start(),) * 3)
    assert marker(three, Phase.SETUP, 2) == 2
    assert marker(three, Phase.ROLL_CALL, 2) == 0
    assert marker(replace(three, first_player=1), Phase.ROLL_CALL, 2) == 1
    # Alone the guards begin, unless the table has agreed otherwise.
    assert marker(Setup(), Phase.SETUP, 0) == marker(Setup(), Phase.ROLL_CALL, 0) == 1
    assert marker(Setup(first_player=0), Phase.SETUP, 1) == 0


@rule("S-5")
def test_suspicion_is_listed_by_location_as_far_as_the_supply_goes():
    table = my_cards(goons=["dwarf 3"] * 4)
    *_, before = setup_steps(table.game)
    table.answer("type_goon", "ratman 2")
    *_, laid = setup_steps(table.game)
    assert laid == before
    assert laid.number == 12
    assert laid.data == {"locations": {"sewers": 3, "infirmary": 3, "smithy": 3, "commissary": 3}}


@rule("S-5")
def test_before_it_is_laid_suspicion_is_listed_as_far_as_the_supply_will_go():
    *_, listed = setup_steps(my_cards(goons=["dwarf 3", "dwarf 3", "ratman 1"], cubes={Cube.SUSPICION: 5}).game)
    assert listed == ("suspicion", 5, "S-5", {"locations": {"sewers": 3, "infirmary": 2}})


@rule("S-5")
def test_once_a_round_is_on_suspicion_lies_on_the_board_and_not_in_the_list():
    table = my_cards(goons=["dwarf 1"] * 5).act("begin_round")
    assert SetupObject.SUSPICION not in {step.object for step in setup_steps(table.game)}
