"""Values of the rules as JSON: each form beside its value, as kept games have it, and there are no others."""

import json
from types import MappingProxyType
from typing import Any

import pytest

from companion.rules.frozen import FrozenDict, frozen
from companion.rules.reasons import Reason
from companion.rules.state.cards import EndGoal, GuardFace
from companion.rules.state.events import Noted, RewardOffered, Scored, StrengthStated
from companion.rules.state.pieces import Cube, GuardCard, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Difficulty, Setup, Start
from companion.rules.state.stored_names import is_face, kind_of, kind_of_face
from companion.rules.state.value_codec import NotKept, UnknownFormat, encoded, read, written
from companion.rules.vocabulary import Location

KNOWN: list[tuple[Any, str]] = [
    (None, "null"),
    (True, "true"),
    (False, "false"),
    (0, "0"),
    (-7, "-7"),
    ("", '""'),
    ("sewers", '"sewers"'),
    ("Żółw", '"Żółw"'),
    ("@", '"@@"'),
    ("@@", '"@@@"'),
    ("@Location.sewers", '"@@Location.sewers"'),
    (Location.SEWERS, '"@Location.sewers"'),
    (Cube.IRON, '"@Cube.iron"'),
    ((), "[]"),
    ((1, (Cube.IRON, None), "@"), '[1,["@Cube.iron",null],"@@"]'),
    (frozen([]), '{"@":"@list","of":[]}'),
    (frozen([1, ["@x"], (2,)]), '{"@":"@list","of":[1,{"@":"@list","of":["@@x"]},[2]]}'),
    (frozenset({3, 1, 2}), '{"@":"@set","of":[1,2,3]}'),
    (
        frozenset({(1, Location.SEWERS), (0, Location.SMITHY)}),
        '{"@":"@set","of":[[0,"@Location.smithy"],[1,"@Location.sewers"]]}',
    ),
    ({}, "{}"),
    ({"a": (1,), "@b": "@c"}, '{"a":[1],"@@b":"@@c"}'),
    ({Cube.IRON: 1, "b": True}, '{"@Cube.iron":1,"b":true}'),
    ({1: Location.SEWERS, "b": 2}, '{"@":"@pairs","of":[[1,"@Location.sewers"],["b",2]]}'),
    ({(0, Cube.IRON): 3}, '{"@":"@pairs","of":[[[0,"@Cube.iron"],3]]}'),
    (Scored(1, -2), '{"@":"Scored","side":1,"by":-2}'),
    (Noted(), '{"@":"Noted"}'),
    (
        Noted((Reason("D-1", "raid.most", {"n": 8}),)),
        '{"@":"Noted","why":[{"@":"Reason","rule":"D-1","key":"raid.most","data":{"n":8}}]}',
    ),
    (RewardOffered(0, 2), '{"@":"RewardOffered","side":0,"power":2}'),
    (RewardOffered(0, marker=True), '{"@":"RewardOffered","side":0,"marker":true}'),
    # 0 equals False, but is something else.
    (RewardOffered(0, False), '{"@":"RewardOffered","side":0,"power":false}'),
    (
        StrengthStated(0, Location.SEWERS, 3, 0),
        '{"@":"StrengthStated","side":0,"location":"@Location.sewers","strength":3,"lookout":0}',
    ),
    (
        GuardCard(None, GuardFace("power"), colour="red"),
        '{"@":"GuardCard","location":null,"face":{"@":"GuardFace","strength":"power"},"colour":"red"}',
    ),
    (EndGoal("majority", "".join(("ot", "her"))), '{"@":"EndGoal","kind":"majority"}'),
    (Start(10, 1), '{"@":"Start"}'),
    (Start(20, 0), '{"@":"Start","reputation":20,"power":0}'),
    # What holds something by name is always written, and so is any other value but the very one that is the default.
    (
        Setup(starts=(Start(), Start())),
        '{"@":"Setup","chosen_rulings":{},"starts":[{"@":"Start"},{"@":"Start"}],"cubes":{},"cards":{}}',
    ),
    (Setup(), '{"@":"Setup","chosen_rulings":{},"cubes":{},"cards":{}}'),
    (
        Setup(difficulty=Difficulty.EXPERT, cubes={Cube.IRON: 3}),
        '{"@":"Setup","chosen_rulings":{},"difficulty":"@Difficulty.expert","cubes":{"@Cube.iron":3},"cards":{}}',
    ),
]


def same(one: Any, other: Any) -> bool:
    """Whether a value is another, type for type; a mapping of any sort is one."""
    if isinstance(one, dict):
        pairs = zip(one.items(), other.items(), strict=True)
        return isinstance(other, dict) and all(same(this, that) for this, that in pairs)
    if isinstance(one, (list, tuple)):
        return type(one) is type(other) and all(same(this, that) for this, that in zip(one, other, strict=True))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize(("value", "text"), KNOWN)
def test_a_value_is_written_so_and_read_again_as_it_was(value: Any, text: str) -> None:
    assert written(value) == text
    assert same(read(text), value)


def test_a_mapping_of_any_sort_is_written_as_what_it_holds() -> None:
    for sort in (dict, FrozenDict, MappingProxyType):
        assert encoded(sort({"a": 1})) == {"a": 1}


def test_a_member_that_an_older_text_does_not_have_has_its_default() -> None:
    assert read('{"@":"RewardOffered","side":1}') == RewardOffered(1, 0, False)


@pytest.mark.parametrize("value", [1.5, {1}, object(), Noted((1.5,))])
def test_what_has_no_form_is_not_written(value: Any) -> None:
    with pytest.raises(NotKept, match=r"^(float: 1\.5|set: \{1\}|object: <object)"):
        written(value)


@pytest.mark.parametrize(
    "value", ["@Location.nowhere", "@Nowhere.sewers", "@sewers", "@", {"@": "Nobody"}, {"@": "@pair"}]
)
def test_what_this_version_does_not_know_is_not_read(value: Any) -> None:
    with pytest.raises(UnknownFormat):
        read(json.dumps(value))


def test_a_word_is_read_as_the_very_word_of_its_vocabulary() -> None:
    assert read('"@Zone.display"') is Zone.DISPLAY
    assert read('"@Phase.patrol"') is Phase.PATROL


def test_the_stored_name_of_a_face_says_of_which_kind_its_card_is() -> None:
    assert is_face("ItemFace")
    assert not is_face("Setup")
    assert kind_of_face("GoonFace") == "goon"
    assert kind_of(GuardFace(3)) == "guard"
