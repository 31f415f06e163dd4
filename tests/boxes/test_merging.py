"""What a box remembers of what a table has seen."""

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.box_builders import boxes, end_faces, item_faces, seen_faces, seen_guards, start_faces

from companion.boxes.box import Box, EndFace, LeaderFace, StartFace
from companion.boxes.drawing import guard_cards
from companion.boxes.file_format import SECTIONS, document, parse
from companion.boxes.merging import remember
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import EndGoal, GoonFace, GuardFace, ItemFace, LeaderGoal
from companion.rules.vocabulary import Goon, Resource, Valuable

EMPTY = Box("Mine")
PRICE = Item(5, {Resource.SCRAP: 2})
PRICED = ItemFace(PRICE)
GEM = ItemFace(PRICE, (Valuable.GEM,), ())
BLADE = ItemFace(PRICE, (Valuable.BLADE,), ())


def items(*faces: ItemFace, box: Box = EMPTY) -> list[ItemFace]:
    return list(remember(box, faces).items.values())


def test_a_new_face_is_added_under_an_id_of_its_own():
    box = remember(EMPTY, [PRICED, GoonFace(Goon.DWARF, 2), LeaderFace(LeaderGoal(Goon.DWARF))])
    assert box.items == {"1": PRICED}
    assert box.goons == {"1": GoonFace(Goon.DWARF, 2)}
    assert box.leader_goals == {"1": LeaderFace(LeaderGoal(Goon.DWARF))}


def test_the_same_face_is_remembered_once():
    assert items(GEM, GEM, GEM) == [GEM]


def test_a_face_whose_rest_is_typed_later_becomes_complete():
    box = remember(EMPTY, [PRICED])
    assert remember(box, [GEM]).items == {"1": GEM}


def test_a_goon_is_completed_when_it_is_taken():
    seen = GoonFace(Goon.DEMON, 3)
    taken = GoonFace(Goon.DEMON, 3, None, (Valuable.MAGIC,), (), "any")
    assert remember(EMPTY, [seen, taken]).goons == {"1": taken}


def test_what_is_known_better_is_not_forgotten():
    assert items(GEM, PRICED) == [GEM]


def test_a_face_that_contradicts_a_known_one_is_another_card():
    assert items(GEM, BLADE) == [GEM, BLADE]
    assert items(PRICED, GEM, BLADE) == [GEM, BLADE]


def test_another_price_is_another_card():
    assert len(items(PRICED, ItemFace(Item(5, {Resource.SCRAP: 3})))) == 2


def test_a_goon_of_other_icons_is_another_card():
    assert len(remember(EMPTY, [GoonFace(Goon.DWARF, 1), GoonFace(Goon.DWARF, 2)]).goons) == 2


def test_what_was_not_typed_yet_is_no_face():
    assert items(ItemFace()) == []
    assert remember(EMPTY, [GoonFace()]) == EMPTY


def test_two_names_do_not_make_two_cards_of_one():
    assert items(GEM._replace(name="Rope"), GEM._replace(name="Sznur")) == [GEM._replace(name="Rope")]


def test_a_name_that_comes_later_is_kept():
    assert items(GEM, GEM._replace(name="Rope")) == [GEM._replace(name="Rope")]


def test_a_card_that_is_known_by_name_alone_gets_its_face():
    box = replace(EMPTY, items={"1": ItemFace(name="Rope")})
    assert items(GEM._replace(name="Rope"), box=box) == [GEM._replace(name="Rope")]
    assert items(GEM, box=box) == [ItemFace(name="Rope"), GEM]


def test_a_card_of_another_name_is_not_completed():
    box = replace(EMPTY, items={"1": PRICED._replace(name="Rope"), "2": PRICED._replace(name="Shiv")})
    shiv = GEM._replace(name="Shiv")
    assert items(shiv, box=box) == [PRICED._replace(name="Rope"), shiv]
    comb = GEM._replace(name="Comb")
    assert items(comb, box=box)[2:] == [comb]


def test_what_the_rules_cannot_tell_apart_is_told_apart_by_name():
    goals = [EndFace(EndGoal("condition"), "Neat"), EndFace(EndGoal("condition"), "Tidy")]
    goons = [GoonFace("other", 1, name="Warden"), GoonFace("other", 1, name="Cook")]
    box = remember(EMPTY, [*goals, *goons])
    assert list(box.end_goals.values()) == goals
    assert list(box.goons.values()) == goons


def test_traits_with_the_same_start_are_one_and_with_another_two():
    box = remember(EMPTY, traits=[StartFace(power=2), StartFace(power=2, name="Quick"), StartFace(power=2, storage=6)])
    assert list(box.traits.values()) == [StartFace(power=2, name="Quick"), StartFace(power=2, storage=6)]
    assert remember(EMPTY, b_sides=[StartFace(storage=7), StartFace()]).b_sides == {"1": StartFace(storage=7)}


def test_guard_cards_are_counted_side_by_side():
    three = GuardFace(3)
    box = remember(EMPTY, guards={"base": [three, three]})
    assert list(box.guards["base"].values()) == [three, three]
    assert remember(box, guards={"base": [three]}) == box
    assert len(remember(box, guards={"base": [three, three, three]}).guards["base"]) == 3


def test_a_colour_holds_no_more_guard_cards_than_it_has():
    box = remember(EMPTY, guards={"green": [GuardFace(number) for number in range(9)]})
    assert len(box.guards["green"]) == 5


def test_a_new_id_is_one_that_nobody_has():
    box = replace(EMPTY, items={"b": ItemFace(), "7": ItemFace(name="x"), "999999999999": ItemFace(name="y")})
    assert [*remember(box, [GEM, BLADE]).items] == ["b", "7", "999999999999", "8", "9"]


def test_a_box_that_is_full_stays_as_it_is():
    box = remember(EMPTY, [ItemFace(Item(number)) for number in range(250)])
    assert len(box.items) == 200
    assert parse(document(box)) == box


def known(face: Any) -> dict[str, Any]:
    """What a face says, without its name."""
    return {member: value for member, value in face._asdict().items() if member != "name" and value is not None}


@given(boxes, seen_faces, seen_guards)
def test_remembering_the_same_again_changes_nothing(box, faces, guards):
    once = remember(box, faces, guards=guards)
    assert remember(once, faces, guards=guards) == once


@given(boxes, seen_faces, seen_guards, st.lists(start_faces, max_size=3))
def test_nothing_that_was_known_is_lost_or_altered(box, faces, guards, starts):
    after = remember(box, faces, guards=guards, traits=starts)
    for section in (*SECTIONS, "guards"):
        for id_, face in getattr(box, section).items():
            one = getattr(after, section)[id_]
            if section == "guards":
                assert {**one, **face} == one
            else:
                assert known(face).items() <= known(one).items()
                assert face.name in {"", one.name}
    counts = ("name", "edition", "rulings", "cubes", "cards", "guard_cards", "tomes_out")
    assert all(getattr(after, member) == getattr(box, member) for member in counts)


@given(boxes, seen_faces)
def test_everything_that_was_seen_is_known_afterwards(box, faces):
    after = remember(box, faces)
    everything = [face for section in SECTIONS for face in getattr(after, section).values()]
    for face in faces:
        assert any(type(one) is type(face) and known(face).items() <= known(one).items() for one in everything)


@given(st.lists(item_faces | end_faces, max_size=8))
def test_no_remembered_face_says_less_than_another(faces):
    """One that another covers was there before it was completed; nothing new is added beside what covers it."""
    box = Box("Mine")
    for face in faces:
        after = remember(box, [face])
        added = {**after.items, **{f"goal {id_}": one for id_, one in after.end_goals.items()}}
        before = {**box.items, **{f"goal {id_}": one for id_, one in box.end_goals.items()}}
        for id_ in added.keys() - before.keys():
            same = [one for one in before.values() if type(one) is type(added[id_])]
            by_name = isinstance(added[id_], EndFace) and added[id_].goal.counts == "other"
            assert by_name or not any(known(added[id_]).items() <= known(one).items() for one in same)
        box = after


@given(boxes, seen_guards)
def test_guard_cards_are_a_union_of_both_as_far_as_there_is_room(box, guards):
    after = remember(box, guards=guards)
    for colour, seen in guards.items():
        before, now = (Counter(one.guards.get(colour, {}).values()) for one in (box, after))
        assert now <= before | Counter(seen)
        if now != before | Counter(seen):
            assert now.total() >= guard_cards(box, colour)


@given(boxes, seen_faces, seen_guards)
def test_what_is_remembered_fits_the_format(box, faces, guards):
    after = remember(box, faces, guards=guards)
    assert parse(document(after)) == after
