"""The format of a box: what it takes, what it says of the rest, and that nothing is lost on the way out and in."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.box_builders import EVERYTHING, FILE, boxes
from support.common import rule

from companion.boxes.box import Box
from companion.boxes.file_format import InvalidBoxFile, document, file_of, parse, parse_file, schema
from companion.rules.rulings.automa import Item
from companion.rules.schema import is_visible
from companion.rules.state.cards import Effect, GoonFace, GuardFace, ItemFace
from companion.rules.vocabulary import EditionName, Goon, Resource, Valuable
from companion.words.catalogue import LANGUAGES, sentence
from companion.words.messages import ERRORS

VALIDATOR = jsonschema_rs.Draft202012Validator(schema())


def faults(value: Any) -> dict[str, str]:
    """What is wrong with a file: the message key by JSON Pointer."""
    try:
        parse_file(value)
    except InvalidBoxFile as fault:
        return {"".join(f"/{step}" for step in one.path): one.key for one in fault.faults}
    return {}


def with_at(value: Any, path: tuple[str | int, ...], put: Any) -> Any:
    """The value with something else at a place."""
    copied = deepcopy(value)
    inside = copied
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = put
    return copied


def test_a_box_is_read_as_it_was_typed():
    box = parse(EVERYTHING)
    assert box.edition is EditionName.FIRST
    assert box.guards["red"] == {"1": GuardFace(7002, special=True)}
    assert box.items["1"] == ItemFace(
        Item(5, {Resource.SCRAP: 2}, 1),
        (Valuable.GEM, Valuable.GEM),
        (Effect.GAIN_GOLD, Effect.EXCHANGE, Effect.GAIN_GOLD),
        "Łyżka",
    )
    assert box.goons["1"] == GoonFace(Goon.BANDIT, 2, Resource.IRON)
    assert box.end_goals["2"].goal.counts == "other"


def test_what_is_left_out_is_not_known():
    box = parse(EVERYTHING)
    assert box.items["3"] == ItemFace(name="Comb")
    assert box.items["2"].valuables is None
    assert box.goons["2"].effects == ()
    assert box.traits["1"].storage is None


def test_a_name_alone_is_a_box_of_the_later_printing():
    assert parse({"name": "Mine"}) == Box("Mine", EditionName.LATER)
    assert document(Box("Mine")) == {"name": "Mine", "edition": "later"}


def test_names_are_kept_as_they_are_compared():
    box = parse({"name": "  Zoe\N{COMBINING DIAERESIS} ", "items": {"1": {"name": " Łyżka\n"}}})
    assert (box.name, box.items["1"].name) == ("Zoë", "Łyżka")


@rule("E-14")
def test_no_count_of_cards_is_the_only_one():
    cards = {str(number): {"strength": 1} for number in range(9)}
    box = parse({"name": "Mine", "guards": {"base": cards}, "guard_cards": {"base": 9}, "cards": {"items": 9999}})
    assert len(box.guards["base"]) == 9


def test_a_file_of_everything_comes_back_as_it_was():
    expected = with_at(FILE, ("end_goals", "2", "counts"), "other")
    assert file_of(parse_file(FILE)) == expected
    assert VALIDATOR.is_valid(expected)


@given(boxes)
def test_a_box_comes_back_from_its_file_as_it_was(box: Box):
    written = json.loads(json.dumps(file_of(box)))
    assert parse_file(written) == box
    assert file_of(parse_file(written)) == written


@given(boxes)
def test_what_is_exported_fits_the_published_schema(box: Box):
    assert VALIDATOR.is_valid(json.loads(json.dumps(file_of(box))))


@pytest.mark.parametrize("file", [{}, [], None, 3, "lockup-box", {"name": "Mine"}, {**FILE, "format": "other"}])
def test_what_is_no_file_of_a_box_is_refused(file: Any):
    assert faults(file)
    assert not VALIDATOR.is_valid(file)


def test_a_box_and_its_file_are_told_apart():
    assert {"/format", "/version"} == {*faults(EVERYTHING)}
    with pytest.raises(InvalidBoxFile) as caught:
        parse(FILE)
    assert [fault.path for fault in caught.value.faults] == [("format",), ("version",)]


@pytest.mark.parametrize("version", [0, 2, 1.0, True, "1", None])
def test_a_file_of_another_version_is_refused(version: Any):
    assert faults({**FILE, "version": version}) == {"/version": "box.version"}


@pytest.mark.parametrize(
    ("path", "put", "place", "key"),
    [
        (("name",), "", "/name", "shape.name"),
        (("name",), " \n ", "/name", "shape.name"),
        (("name",), "x" * 41, "/name", "shape.name"),
        (("name",), 3, "/name", "shape.text"),
        (("name",), "nul\0", "/name", "shape.bad_text"),
        (("name",), "half \ud800", "/name", "shape.bad_text"),
        (("name",), None, "/name", "shape.text"),
        (("edition",), "second", "/edition", "shape.one_of"),
        (("edition",), None, "/edition", "shape.one_of"),
        (("colour",), "red", "/colour", "shape.unknown"),
        (("rulings", "gold"), "more", "/rulings/gold", "shape.unknown"),
        (("rulings", "total_floor"), "ten", "/rulings/total_floor", "shape.one_of"),
        (("cubes", "wood"), 1, "/cubes/wood", "shape.unknown"),
        (("cubes", "gold"), 10000, "/cubes/gold", "shape.range"),
        (("cubes", "gold"), -1, "/cubes/gold", "shape.range"),
        (("cubes", "gold"), 3.0, "/cubes/gold", "shape.whole"),
        (("cubes", "gold"), True, "/cubes/gold", "shape.whole"),
        (("cards", "guards"), 1, "/cards/guards", "shape.unknown"),
        (("guard_cards", "blue"), 7, "/guard_cards/blue", "shape.unknown"),
        (("tomes_out",), None, "/tomes_out", "shape.whole"),
        (("guards", "base"), [], "/guards/base", "shape.object"),
        (("guards", "base", "1"), {}, "/guards/base/1/strength", "shape.missing"),
        (("guards", "base", "1", "strength"), "strong", "/guards/base/1/strength", "shape.number_or"),
        (("guards", "base", "1", "strength"), -1, "/guards/base/1/strength", "shape.range"),
        (("guards", "red", "1", "special"), "yes", "/guards/red/1/special", "shape.boolean"),
        (("guards", "red", "1", "special"), 1, "/guards/red/1/special", "shape.boolean"),
        (("items", "A"), {}, "/items/A", "box.id"),
        (("items", ""), {}, "/items/", "box.id"),
        (("items", "1\n"), {}, "/items/1\n", "box.id"),
        (("items", "x" * 13), {}, f"/items/{'x' * 13}", "box.id"),
        (("items", "1"), None, "/items/1", "shape.object"),
        (("items", "1", "price", "cost"), None, "/items/1/price/cost", "shape.object"),
        (("items", "1", "price", "cost", "wood"), 1, "/items/1/price/cost/wood", "shape.unknown"),
        (("items", "1", "price"), {"cost": {}}, "/items/1/price/reputation", "shape.missing"),
        (("items", "1", "valuables"), "gem", "/items/1/valuables", "shape.list"),
        (("items", "1", "valuables"), ["gem"] * 201, "/items/1/valuables", "shape.too_many"),
        (("items", "1", "valuables", 1), "any", "/items/1/valuables/1", "shape.one_of"),
        (("items", "1", "effects", 2), "fly", "/items/1/effects/2", "shape.one_of"),
        (("goons", "1", "type"), "orc", "/goons/1/type", "shape.one_of"),
        (("goons", "1", "icons"), 100, "/goons/1/icons", "shape.range"),
        (("goons", "1"), {"icons": 1}, "/goons/1/type", "shape.missing"),
        (("goons", "1"), {"type": "dwarf"}, "/goons/1/icons", "shape.missing"),
        (("goons", "1", "valuable"), "gem", "/goons/1/valuable", "cards.valuable_without_demon"),
        (("goons", "2", "resource"), "gold", "/goons/2/resource", "box.only_bandit"),
        (("goons", "b", "points"), 3, "/goons/b/points", "shape.unknown"),
        (("leader_goals", "1", "counts"), "items", "/leader_goals/1/counts", "shape.one_of"),
        (("leader_goals", "1", "minimum"), 0, "/leader_goals/1/minimum", "shape.range"),
        (("end_goals", "1", "kind"), "instant", "/end_goals/1/kind", "shape.one_of"),
        (("traits", "1", "tomes"), 1, "/traits/1/tomes", "shape.unknown"),
        (("b_sides", "1", "storage"), "7", "/b_sides/1/storage", "shape.whole"),
    ],
)
def test_what_is_wrong_is_named_at_its_place(path: tuple[str | int, ...], put: Any, place: str, key: str):
    assert faults(with_at(FILE, path, put)) == {place: key}


def test_everything_wrong_is_named_at_once():
    file = {"format": "lockup-box", "version": 1, "edition": 3, "items": {"1": {"valuables": ["x"] * 201}}, "no": 1}
    assert {"/name", "/edition", "/no", "/items/1/valuables", "/items/1/valuables/0"} <= {*faults(file)}


def test_201_faces_of_a_kind_are_too_many():
    file = {**FILE, "items": {str(number): {} for number in range(201)}}
    assert faults(file) == {"/items": "shape.too_many"}
    assert not VALIDATOR.is_valid(file)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a value but the whole."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in inside:
        yield from places(inner, (*path, step))


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


NOTHING_TAKES = [None, 2.5, "\0", -1, 10000, [[]], {"a b": None}]
"""What no member of a box can be."""


@given(boxes, st.data())
def test_a_file_with_one_break_is_refused_at_the_break(box: Box, data: st.DataObject):
    file = json.loads(json.dumps(file_of(box)))
    place = data.draw(st.sampled_from(list(places(file))))
    broken = with_at(file, place, data.draw(st.sampled_from(NOTHING_TAKES)))
    found = faults(broken)
    pointer = "".join(f"/{step}" for step in place)
    assert found
    assert all(one == pointer or one.startswith(f"{pointer}/") for one in found)
    assert not VALIDATOR.is_valid(broken)


@given(boxes, st.data())
def test_a_file_with_one_member_too_many_is_refused_at_that_member(box: Box, data: st.DataObject):
    file = json.loads(json.dumps(file_of(box)))
    objects = [(), *(place for place in places(file) if isinstance(at(file, place), dict))]
    place = (*data.draw(st.sampled_from(objects)), "Colour!")
    broken = with_at(file, place, 1)
    assert [*faults(broken)] == ["".join(f"/{step}" for step in place)]
    assert not VALIDATOR.is_valid(broken)


@given(boxes, st.data())
def test_a_file_without_a_required_member_is_refused_at_that_member(box: Box, data: st.DataObject):
    file = json.loads(json.dumps(file_of(box)))
    required = {"format", "version", "name", "strength", "type", "icons", "reputation", "cost", "kind"}
    found = [place for place in places(file) if place[-1] in required and place[0] not in {"traits", "b_sides"}]
    place = data.draw(st.sampled_from([one for one in found if len(one) == 1 or one[-1] != "name"]))
    broken = deepcopy(file)
    del at(broken, place[:-1])[place[-1]]
    assert [*faults(broken)] == ["".join(f"/{step}" for step in place)]
    assert not VALIDATOR.is_valid(broken)


def fitting(part: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What fits a part of the published schema, made from nothing else."""
    if "anyOf" in part:
        return st.one_of([fitting(one) for one in part["anyOf"]])
    if "const" in part:
        return st.just(part["const"])
    if "enum" in part:
        return st.sampled_from(part["enum"])
    if part["type"] == "integer":
        return st.integers(part["minimum"], part["maximum"])
    if part["type"] == "boolean":
        return st.booleans()
    if part["type"] == "string":
        # Without marks, NFC makes nothing longer than the schema can say; without these, every name can be seen.
        unseen = ("C", "M", "Lo", "So")
        letters = st.characters(codec="utf-8", exclude_categories=unseen)
        return st.from_regex(part["pattern"], alphabet=letters)
    if part["type"] == "array":
        return st.lists(fitting(part["items"]), max_size=3)
    if "properties" not in part:
        keys = st.from_regex(part["propertyNames"]["pattern"])
        return st.dictionaries(keys, fitting(part["additionalProperties"]), max_size=3)
    members = {name: fitting(one) for name, one in part["properties"].items()}
    return st.fixed_dictionaries(
        {name: members[name] for name in part["required"]},
        optional={name: one for name, one in members.items() if name not in part["required"]},
    ).filter(jsonschema_rs.Draft202012Validator(part).is_valid)


@pytest.mark.slow
@given(fitting(schema()))
def test_a_file_that_fits_the_published_schema_is_taken(file: Any):
    assert VALIDATOR.is_valid(file)
    assert faults(file) == {}
    assert file_of(parse_file(file_of(parse_file(file)))) == file_of(parse_file(file))


# That a name can be seen is the one thing of these that the schema cannot say.
texts = st.text(max_size=5).filter(lambda text: is_visible(text) or not text.strip())


@given(st.recursive(st.none() | st.booleans() | st.integers() | texts, st.lists, max_leaves=5))
def test_what_the_schema_refuses_the_check_refuses(value: Any):
    for place in [*FILE]:
        file = {**FILE, place: value}
        assert VALIDATOR.is_valid(file) == (faults(file) == {})


def test_every_fault_is_a_sentence_in_every_language():
    files = [{}, [], {**FILE, "format": 1, "version": 2, "name": "", "tomes_out": -1}]
    files += [with_at(FILE, ("items", "1"), {"name": 3, "valuables": 1, "effects": ["x"], "price": {"cost": 1}})]
    files += [with_at(FILE, ("goons", "1", "valuable"), "gem"), with_at(FILE, ("goons", "2", "resource"), "gold")]
    files += [with_at(FILE, ("guards", "base", "A!"), 1), with_at(FILE, ("guards", "base", "1", "strength"), [])]
    for file in files:
        with pytest.raises(InvalidBoxFile) as caught:
            parse_file(file)
        for fault in caught.value.faults:
            for language in LANGUAGES:
                data = {name: value if isinstance(value, int) else str(value) for name, value in fault.data.items()}
                text = sentence(language, ERRORS[fault.key], data)
                assert text
                assert "{" not in text


def test_the_schema_and_the_check_take_the_same_for_a_space():
    pattern = re.compile(schema()["properties"]["name"]["pattern"])
    for sign in map(chr, range(1, 0x3100)):
        assert bool(pattern.search(sign)) == bool(sign.strip()), repr(sign)
        assert bool(pattern.search(f"{sign}x{sign}")), repr(sign)
