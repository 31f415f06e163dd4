"""Another copy beside one's own: what is new, what differs, and that nothing is lost that nobody gave away."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.box_builders import boxes, random_box
from support.expansions import expansion_there

from companion.boxes.box import COLOURS, Box
from companion.boxes.code import SharedBox, code_of, read_code
from companion.boxes.comparison import SETTINGS, Comparison, added_by, combine, compare
from companion.boxes.drawing import guard_cards
from companion.boxes.file_format import SECTIONS, document, parse
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import Effect, GoonFace, GuardFace, ItemFace
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import EditionName, Goon

EMPTY = Box("Mine")


def deck(**colours: list[int | str]) -> Box:
    faces = {
        colour: {str(n): GuardFace(strength) for n, strength in enumerate(cards, 1)}
        for colour, cards in colours.items()
    }
    return replace(EMPTY, guards=faces)


def shared(box: Box, *, whole: bool = True) -> SharedBox:
    return read_code(code_of(box, whole=whole))


def strengths(box: Box, colour: str) -> list[int | str]:
    return [face.strength for face in box.guards.get(colour, {}).values()]


def told(comparison: Comparison) -> list[tuple[str, int, Any, Any]]:
    return [(one.key, one.place, one.mine, one.theirs) for one in comparison.differences]


def test_an_empty_copy_gets_all_that_a_code_holds_without_a_question() -> None:
    dice = random.Random("empty")
    for edition in EditionName:
        theirs = replace(random_box(dice, full=True), edition=edition, guard_cards={})
        for whole in (False, True):
            code = shared(theirs, whole=whole)
            comparison = compare(EMPTY, code)
            assert comparison.differences == ()
            assert comparison.parts["base"].new == 7
            after = combine(EMPTY, code, ())
            assert shared(after, whole=whole) == code
            assert compare(after, code).new == 0


def test_the_same_cards_in_another_order_do_not_differ() -> None:
    comparison = compare(deck(green=[5, 4, 3, 2, 1]), shared(deck(green=[1, 2, 3, 4, 5]), whole=False))
    assert (told(comparison), comparison.new, comparison.same) == ([], 0, 5)


def test_cards_for_which_there_is_room_are_new_and_keep_their_order() -> None:
    code = shared(deck(green=[9, 2, 7, 2, 1]), whole=False)
    comparison = compare(deck(green=[2, 9]), code)
    assert (told(comparison), comparison.parts["green"].new, comparison.same) == ([], 3, 2)
    assert strengths(combine(deck(green=[2, 9]), code, ()), "green") == [2, 9, 7, 2, 1]
    assert strengths(combine(EMPTY, code, ()), "green") == [9, 2, 7, 2, 1]


def test_a_card_for_which_there_is_no_room_differs_from_the_one_most_like_it() -> None:
    mine, code = deck(green=[1, 2, 3, 4, 6]), shared(deck(green=[1, 2, 3, 4, 5]), whole=False)
    comparison = compare(mine, code)
    assert told(comparison) == [("guards.green.5", 5, GuardFace(6), GuardFace(5))]
    assert (comparison.new, comparison.same) == (0, 4)
    assert combine(mine, code, ()) == mine
    assert strengths(combine(mine, code, ["guards.green.5"]), "green") == [1, 2, 3, 4, 5]


def test_a_wrong_card_in_a_deck_that_is_not_complete_is_found_as_soon_as_theirs_is() -> None:
    mine, code = deck(green=[8]), shared(deck(green=[1, 2, 3, 4, 9]))
    assert told(compare(mine, code)) == [("guards.green.1", 1, GuardFace(8), GuardFace(9))]
    assert compare(mine, code).new == 4
    assert strengths(combine(mine, code, ()), "green") == [8, 1, 2, 3, 4]
    assert strengths(combine(mine, code, ["guards.green.1"]), "green") == [9, 1, 2, 3, 4]


def test_power_and_special_cards_differ_from_numbers() -> None:
    mine = replace(EMPTY, guards={"red": {"1": GuardFace("power"), "2": GuardFace(3)}}, guard_cards={"red": 2})
    code = shared(replace(EMPTY, guards={"red": {"1": GuardFace(3, special=True), "2": GuardFace(1)}}), whole=False)
    assert told(compare(mine, code)) == [
        ("guards.red.1", 1, GuardFace("power"), GuardFace(1)),
        ("guards.red.2", 2, GuardFace(3), GuardFace(3, special=True)),
    ]


def test_guard_cards_bring_their_count_where_their_box_has_more() -> None:
    theirs = replace(deck(red=[1, 2, 3, 4, 5, 6]), guard_cards={"red": 6})
    after = combine(EMPTY, shared(theirs, whole=False), ())
    assert (strengths(after, "red"), after.guard_cards) == ([1, 2, 3, 4, 5, 6], {"red": 6})


def test_a_code_of_guard_cards_says_nothing_of_the_rest() -> None:
    mine = replace(random_box(random.Random("rest"), full=True), guards={}, guard_cards={}, edition=EditionName.FIRST)
    after = combine(mine, shared(deck(base=[1]), whole=False), ())
    assert after == replace(mine, guards={"base": {"1": GuardFace(1)}})


def test_settings_that_both_say_differ_and_others_are_new() -> None:
    mine = replace(EMPTY, edition=EditionName.FIRST, cubes={Cube.GOLD: 10}, rulings={"total_floor": "zero"})
    theirs = replace(EMPTY, cubes={Cube.GOLD: 11, Cube.SCRAP: 25}, rulings={"total_floor": "none"}, tomes_out=4)
    comparison = compare(mine, shared(theirs))
    assert {one.key for one in comparison.differences} == {"edition", "cubes.gold", "rulings.total_floor"}
    assert comparison.parts[SETTINGS].new == 2
    after = combine(mine, shared(theirs), ["cubes.gold"])
    assert (after.cubes, after.tomes_out, after.edition) == ({Cube.GOLD: 11, Cube.SCRAP: 25}, 4, EditionName.FIRST)
    assert combine(mine, shared(theirs), ["edition"]).edition is EditionName.LATER


def test_a_face_known_better_completes_ones_own_and_keeps_its_name() -> None:
    mine = replace(EMPTY, items={"7": ItemFace(Item(5), name="Rope")}, goons={"1": GoonFace(Goon.DWARF, 2)})
    theirs = replace(EMPTY, items={"1": ItemFace(Item(5), (), (Effect.STORAGE,), "Other")})
    comparison = compare(mine, shared(theirs))
    assert (comparison.new, comparison.completed, comparison.same) == (0, 1, 1), "The edition is the same."
    assert combine(mine, shared(theirs), ()).items == {"7": ItemFace(Item(5), (), (Effect.STORAGE,), "Rope")}


def test_a_code_that_holds_nothing_changes_nothing() -> None:
    for mine in (EMPTY, random_box(random.Random("nothing"), full=True)):
        comparison = compare(mine, shared(EMPTY))
        assert (comparison.new, comparison.same, comparison.completed, comparison.differences) == (0, 0, 0, ())
        assert combine(mine, shared(EMPTY), ()) == mine


@given(boxes, boxes, st.booleans(), st.randoms(use_true_random=False))
def test_whatever_is_chosen_nothing_else_is_lost_and_the_numbers_add_up(
    mine: Box, theirs: Box, whole: bool, dice: random.Random
) -> None:
    code = shared(theirs, whole=whole)
    comparison = compare(mine, code)
    keys = [one.key for one in comparison.differences]
    chosen = {key for key in keys if dice.random() < 0.5}
    after = combine(mine, code, chosen)
    assert len({*keys}) == len(keys)
    assert parse(document(after)) == after
    for section in SECTIONS:
        assert {*getattr(mine, section)} <= {*getattr(after, section)}
    given_away = Counter(one.mine for one in comparison.differences if one.key in chosen and one.place)
    for colour in COLOURS:
        before, now = (Counter(one.guards.get(colour, {}).values()) for one in (mine, after))
        assert not before - now - given_away
        assert now.total() <= max(before.total(), guard_cards(after, colour))
    if not any(key == "edition" or key.startswith("guard_cards.") for key in chosen):
        # Where a colour has more room now, what differed is a card more.
        kept = {*keys} - chosen
        assert kept <= {one.key for one in compare(after, code).differences}
        assert combine(after, code, ()) == after


def test_an_edition_that_no_code_can_name_does_not_differ_from_the_one_that_is_read_for_it() -> None:
    with expansion_there():
        mine = parse({"name": "x", "edition": EditionName.words()[-1], "cubes": {"gold": 10}})
        comparison = compare(mine, shared(mine))
        assert (told(comparison), comparison.new) == ([], 0)
        assert combine(mine, shared(mine), ()) == mine


def test_a_difference_that_makes_room_for_cards_adds_them_too() -> None:
    mine = replace(deck(green=[1, 2, 3, 4, 5]), guard_cards={"green": 5})
    code = shared(replace(deck(green=[1, 2, 3, 4, 5, 6, 7]), guard_cards={"green": 7}), whole=False)
    comparison = compare(mine, code)
    assert ([one.key for one in comparison.differences], comparison.new) == (["guard_cards.green"], 0)
    assert added_by(mine, code, "guard_cards.green") == 3
    assert strengths(combine(mine, code, ["guard_cards.green"]), "green") == [1, 2, 3, 4, 5, 6, 7]


@given(boxes, boxes, st.booleans(), st.randoms(use_true_random=False))
def test_as_many_are_added_as_was_said(mine: Box, theirs: Box, whole: bool, dice: random.Random) -> None:
    code = shared(theirs, whole=whole)
    comparison = compare(mine, code)
    chosen = [one.key for one in comparison.differences if dice.random() < 0.5]
    said = comparison.new + comparison.completed + sum(added_by(mine, code, key) for key in chosen)
    after = combine(mine, code, chosen)
    settings = sum(one.place == 0 for one in comparison.differences if one.key in chosen)
    replaced = len(chosen) - settings
    guards = sum(len(cards) for cards in after.guards.values()) - sum(len(cards) for cards in mine.guards.values())
    others = comparison.new - sum(comparison.parts[colour].new for colour in COLOURS)
    assert said == settings + replaced + guards + others + comparison.completed
