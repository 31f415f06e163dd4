"""What a game takes from a box."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.box_builders import boxes
from support.common import rule

from companion.boxes.box import Box
from companion.boxes.drawing import cards, cubes, guard_deck, guards_known, setup_of
from companion.boxes.file_format import SECTIONS
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Cube, Kind
from companion.rules.state.setup import Dealing, Difficulty, boxed
from companion.rules.vocabulary import EditionName


def guards(**strengths: list[int]) -> dict[str, dict[str, GuardFace]]:
    return {
        colour: {str(number): GuardFace(strength) for number, strength in enumerate(listed, 1)}
        for colour, listed in strengths.items()
    }


BASE = [7001, 7002, 7003, 7003, 7004, 7005, 7006]
RED = [7011, 7012, 7013, 7014, 7015]


@rule("E-1", "E-2")
@pytest.mark.parametrize(("edition", "items", "tomes"), [("prototype", 30, 22), ("first", 30, 19), ("later", 34, 28)])
def test_what_nobody_counted_is_as_the_edition_says(edition: str, items: int, tomes: int):
    box = Box("Mine", EditionName(edition))
    assert (cards(box)["items"], cards(box)["tomes"]) == (items, tomes)
    assert cubes(box) == {
        Cube.SCRAP: 25,
        Cube.POTION: 15,
        Cube.IRON: 15,
        Cube.GOLD: 10,
        Cube.POWER: 22,
        Cube.SUSPICION: 12,
    }


@rule("E-14")
def test_what_the_owner_counted_goes_before_the_edition():
    box = Box("Mine", cubes={Cube.SUSPICION: 13, Cube.GOLD: 0}, cards={"items": 40})
    assert (cubes(box)[Cube.SUSPICION], cubes(box)[Cube.GOLD], cubes(box)[Cube.IRON]) == (13, 0, 15)
    assert setup_of(box).cards == {Kind.ITEM: 40, Kind.GOON: 33, Kind.TOME: 28}


@rule("E-4")
@pytest.mark.parametrize(
    ("edition", "taken", "out"), [("prototype", None, 2), ("first", None, 4), ("later", None, 4), ("later", 0, 0)]
)
def test_tomes_are_taken_out_only_of_a_solitary_game(edition: str, taken: int | None, out: int):
    box = Box("Mine", EditionName(edition), tomes_out=taken)
    assert setup_of(box).tomes_out == out
    assert boxed(setup_of(box, None)).tomes_out == 0


@rule("Z-2")
def test_seven_of_twelve_guard_cards_are_known():
    box = Box("Mine", guards=guards(base=BASE))
    assert guards_known(box, Difficulty.EXPERT) == (7, 12, False)
    assert setup_of(box, Difficulty.EXPERT).dealing is Dealing.CARDS
    assert len(setup_of(box, Difficulty.EXPERT).guard_deck) == 7


@rule("Z-2")
def test_a_deck_that_is_known_to_the_card_is_dealt_by_the_app():
    box = Box("Mine", guards=guards(red=RED, base=BASE))
    assert guards_known(box, Difficulty.EXPERT) == (12, 12, True)
    assert guards_known(box, Difficulty.MODERATE) == (7, 12, False)
    assert [face.strength for face in guard_deck(box, Difficulty.EXPERT)] == [*BASE, *RED]
    setup = setup_of(box, Difficulty.EXPERT)
    assert (setup.dealing, setup.guards, setup.difficulty) == (Dealing.APP, 1, Difficulty.EXPERT)
    assert len(setup.guard_deck) == setup.guard_cards


def test_one_card_too_many_of_a_colour_stands_for_none_of_another():
    box = Box("Mine", guards=guards(base=[*BASE, 7], green=[1, 2, 3, 4]))
    assert guards_known(box, Difficulty.MODERATE) == (11, 12, False)


def test_one_card_too_many_is_not_dealt_unless_the_box_says_that_it_has_it():
    box = Box("Mine", guards=guards(base=[*BASE, 7], green=[1, 2, 3, 4, 5]))
    assert guards_known(box, Difficulty.MODERATE) == (12, 12, False)
    assert guards_known(replace(box, guard_cards={"base": 8}), Difficulty.MODERATE) == (13, 13, True)


def test_the_order_of_the_deck_is_that_in_which_it_was_typed():
    box = Box("Mine", guards={"base": {"10": GuardFace(10), "9": GuardFace(9), "1": GuardFace(1)}})
    assert [face.strength for face in guard_deck(box, Difficulty.MODERATE)] == [1, 9, 10]


@rule("E-13")
def test_the_rows_of_the_board_go_into_the_setup():
    box = Box("Mine", EditionName.PROTOTYPE, rulings={"tier_smithy": "iron"})
    setup = setup_of(box)
    assert setup.edition_name is EditionName.PROTOTYPE
    assert setup.rulings["tier_smithy"] == "iron"
    assert setup.rulings["tier_infirmary"] == "nothing"


def test_where_only_players_sit_there_are_no_guards():
    setup = setup_of(Box("Mine", guards=guards(base=BASE)), None)
    assert (setup.guards, setup.difficulty, setup.guard_deck, setup.solitary) == (None, None, (), False)


@given(boxes, st.sampled_from([*Difficulty, None]))
def test_names_do_not_matter_to_a_game(box, difficulty):
    nameless = {
        section: {id_: face._replace(name="") for id_, face in getattr(box, section).items()} for section in SECTIONS
    }
    assert setup_of(replace(box, name="Yours", **nameless), difficulty) == setup_of(box, difficulty)


@given(boxes, st.sampled_from([*Difficulty]))
def test_a_setup_names_every_count(box, difficulty):
    setup = setup_of(box, difficulty)
    assert {*setup.cubes} == {*Cube}
    assert {*setup.cards} == {*Kind}
    assert (setup.dealing is Dealing.APP) == guards_known(box, difficulty).complete
