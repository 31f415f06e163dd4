import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import validator_for
from support.common import rule
from support.random_rules_player import filled

from companion.rules.acts.actions import Act, Action, IllegalAct, Prompt, checked
from companion.rules.reasons import Reason
from companion.rules.schema import (
    ChoiceField,
    EnumField,
    IntField,
    ListField,
    ObjectField,
    Schema,
    TextField,
    UnionField,
)

words = st.sampled_from(["iron", "gold", "gem", "yes", ""])
numbers = st.integers(-3, 12)
wholes = st.tuples(numbers, numbers).map(lambda ends: IntField(min(ends), max(ends)))
options = st.lists(words | numbers | st.fixed_dictionaries({"strength": words | numbers, "special": words}), min_size=1)


@st.composite
def choices(draw: st.DrawFn) -> ChoiceField:
    """A choice that can be made, with options listed more than once as it comes."""
    listed = draw(options)
    least = draw(st.integers(0, len(listed)))
    return ChoiceField(tuple(listed), least, draw(st.integers(least, len(listed))))


leaves = (
    wholes
    | st.just(TextField())
    | choices()
    | st.builds(EnumField, st.lists(words, min_size=1, unique=True).map(tuple), st.none() | wholes)
)


@st.composite
def _records(draw: st.DrawFn, inner: st.SearchStrategy[Schema]) -> ObjectField:
    members = draw(st.dictionaries(words, inner, max_size=3))
    return ObjectField(members, frozenset(name for name in members if draw(st.booleans())))


shapes = st.recursive(
    leaves, lambda inner: st.builds(ListField, inner, st.integers(0, 3)) | _records(inner), max_leaves=4
)
"""Any shape; numbers and words are few, so that values often nearly fit."""

VISIBLE = st.characters(exclude_categories=("Cf", "Cn", "Cs", "Lo", "M", "So"))
"""Characters that can be seen, spaces and controls: that a name shows nothing of others is what no pattern says."""

anything = st.recursive(
    st.none()
    | st.booleans()
    | numbers
    | words
    | st.just(2.5)
    | st.text(VISIBLE, max_size=45)
    | st.sampled_from(["\ufeffa", "a\n", " ", "\u2028"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


def from_schema(schema: Any) -> st.SearchStrategy[Any]:
    """Values that a JSON Schema describes, made from the schema alone; a few do not fit after all."""
    if "anyOf" in schema:
        return st.one_of(*map(from_schema, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "integer":
        return st.integers(schema["minimum"], schema["maximum"])
    if schema["type"] == "string":
        return st.text(VISIBLE, min_size=schema["minLength"], max_size=schema["maxLength"])
    if schema["type"] == "array":
        return st.lists(from_schema(schema["items"]), min_size=schema.get("minItems", 0), max_size=schema["maxItems"])
    members = {name: from_schema(inner) for name, inner in schema["properties"].items()}
    required = {name: members[name] for name in schema["required"]}
    return st.fixed_dictionaries(required, optional={name: members[name] for name in members if name not in required})


def fits(shape: Schema, value: Any) -> bool:
    """What another program says to the value, by the published schema."""
    return bool(validator_for(json.loads(json.dumps(shape.json_schema()))).is_valid(value))


@given(st.data())
def test_a_shape_and_its_schema_take_the_same_values(data: st.DataObject):
    shape = data.draw(shapes)
    value = data.draw(from_schema(shape.json_schema()) | anything)
    assert (not [*shape.faults(value)]) == fits(shape, value)


@given(shapes, st.randoms(use_true_random=False))
def test_what_is_filled_in_by_the_shape_alone_fits(shape: Schema, chance: Any):
    value = filled(shape, chance)
    assert [*shape.faults(value)] == []
    assert fits(shape, value)


@given(shapes, anything)
def test_every_fault_says_where_and_what(shape: Schema, value: Any):
    for fault in shape.faults(value, ("field",)):
        assert fault.path[0] == "field"
        assert fault.key


RESOURCES = ChoiceField(("scrap", "scrap", "gold"), 1, 3)


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        (["scrap", "scrap"], []),
        (["scrap", "scrap", "scrap"], ["shape.not_offered"]),
        (["iron"], ["shape.not_offered"]),
        ([], ["shape.choose"]),
        (["scrap", "scrap", "gold", "gold"], ["shape.not_offered", "shape.choose"]),
        ("scrap", ["shape.list"]),
        ([["scrap"]], ["shape.not_offered"]),
    ],
)
def test_a_choice_takes_each_option_as_often_as_it_is_listed(value: Any, keys: list[str]):
    assert [fault.key for fault in RESOURCES.faults(value)] == keys
    assert fits(RESOURCES, value) == (not keys)


@pytest.mark.parametrize(("most", "told"), [(0, 2), (1, 2), (2, 4), (3, 6)])
def test_of_a_list_that_is_far_too_long_twice_as_many_faults_are_told_as_could_be_chosen(most: int, told: int):
    faults = [fault.key for fault in ChoiceField(("a",), 0, most).faults(["b"] * 20)]
    assert faults == ["shape.not_offered"] * told + ["shape.choose"]


@pytest.mark.parametrize("value", [True, 1.0, "1"])
def test_the_option_1_is_the_number_alone(value: Any):
    assert [fault.path for fault in ChoiceField((1, 2)).faults([value], ("card",))] == [("card", 0)]
    shown = ChoiceField(({"strength": 1},))
    assert [*shown.faults([{"strength": 1}])] == []
    assert [fault.key for fault in shown.faults([{"strength": value}])] == ["shape.not_offered"]


@pytest.mark.parametrize("value", [{"strength": 1, "more": 2}, {}, {"power": 1}, [1], None])
def test_an_option_with_members_is_taken_whole(value: Any):
    assert [fault.key for fault in ChoiceField(({"strength": 1},)).faults([value])] == ["shape.not_offered"]


def test_an_option_of_which_one_member_differs_is_another():
    shown = ChoiceField(({"strength": 1, "special": "no"},))
    assert [*shown.faults([{"strength": 1, "special": "no"}])] == []
    assert [fault.key for fault in shown.faults([{"strength": 1, "special": "yes"}])] == ["shape.not_offered"]


@pytest.mark.parametrize(
    ("shape", "value", "fault"),
    [
        (IntField(1, 3), 0, ("shape.range", {"least": 1, "most": 3})),
        (IntField(1, 3), 4, ("shape.range", {"least": 1, "most": 3})),
        (IntField(), 10_000, ("shape.range", {"least": 0, "most": 9999})),
        (IntField(), True, ("shape.whole", {})),
        (IntField(), 1.0, ("shape.whole", {})),
        (TextField(), 3, ("shape.text", {})),
        (TextField(), " ", ("shape.name", {"most": 40})),
        (TextField(), "a" * 41, ("shape.name", {"most": 40})),
        (EnumField(("a",)), "b", ("shape.one_of", {"options": ("a",)})),
        (EnumField(("a",)), 1, ("shape.one_of", {"options": ("a",)})),
        (EnumField(("a",), IntField(0, 9)), "b", ("shape.number_or", {"options": ("a",)})),
        (EnumField(("a",), IntField(0, 9)), 10, ("shape.range", {"least": 0, "most": 9})),
        (ListField(IntField(), 1), [1, 2], ("shape.too_many", {"most": 1})),
        (ListField(IntField()), [0] * 21, ("shape.too_many", {"most": 20})),
        (ListField(IntField(), 1), 1, ("shape.list", {})),
        (ObjectField({}), [], ("shape.object", {})),
        (ChoiceField(("a",)), ["b"], ("shape.not_offered", {"options": ("a",)})),
        (ChoiceField(("a", "b")), ["a", "b"], ("shape.choose", {"least": 1, "most": 1})),
        (ChoiceField(("a", "b")), [], ("shape.choose", {"least": 1, "most": 1})),
        (ChoiceField(("a",), barred=[("b", Reason("R-2", "why", {"n": 1}))]), ["b"], ("why", {"n": 1, "rule": "R-2"})),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(shape: Schema, value: Any, fault: tuple[str, dict]):
    assert [(found.key, found.data) for found in shape.faults(value)] == [fault]


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (IntField(1, 3), 1),
        (IntField(1, 3), 3),
        (IntField(), 9999),
        (TextField(), "a"),
        (TextField(), "a" * 40),
        (EnumField(("a",), IntField(0, 9)), 9),
        (ListField(IntField(), 1), [1]),
        (ListField(IntField()), [0] * 20),
    ],
)
def test_the_ends_of_a_range_are_in_it(shape: Schema, value: Any):
    assert [*shape.faults(value)] == []


def test_the_schema_of_a_name_says_how_long_it_may_be():
    schema = TextField().json_schema()
    assert (schema["type"], schema["minLength"], schema["maxLength"]) == ("string", 1, 40)


@pytest.mark.parametrize(
    ("shape", "more"),
    [
        (ChoiceField(("a", "b"), 0, 1), {}),
        (ChoiceField(("a", "a"), 0, 1), {}),
        (ChoiceField(("a", "b"), 0, 2), {"uniqueItems": True}),
        (
            ChoiceField(("a", "b", "a"), 0, 2),
            {
                "allOf": [
                    {"contains": {"const": "a"}, "minContains": 0, "maxContains": 2},
                    {"contains": {"const": "b"}, "minContains": 0, "maxContains": 1},
                ]
            },
        ),
    ],
)
def test_the_schema_of_a_choice_says_no_more_than_it_must_of_how_often_each_is_chosen(shape: ChoiceField, more: dict):
    items = ["a"] if shape.options == ("a", "a") else ["a", "b"]
    plain = {"type": "array", "items": {"enum": items}, "minItems": 0, "maxItems": shape.most}
    assert shape.json_schema() == {**plain, **more}


def test_a_record_names_every_member_that_is_wrong():
    shape = ObjectField({"a": IntField(), "b": IntField(), "c": ListField(IntField())}, frozenset({"a"}))
    found = [(fault.path, fault.key, fault.data) for fault in shape.faults({"b": "x", "c": [0, "y"], "d": 1}, ("it",))]
    assert found == [
        (("it", "d"), "shape.unknown", {"known": ("a", "b", "c")}),
        (("it", "a"), "shape.missing", {}),
        (("it", "b"), "shape.whole", {}),
        (("it", "c", 1), "shape.whole", {}),
    ]


SHAPES = UnionField(
    "kind",
    {
        "round": ObjectField({"kind": EnumField(("round",)), "size": IntField()}, frozenset({"kind", "size"})),
        "none": ObjectField({"kind": EnumField(("none",))}, frozenset({"kind"})),
    },
)


@pytest.mark.parametrize(
    ("value", "faults"),
    [
        ({"kind": "round", "size": 3}, []),
        ({"kind": "none"}, []),
        ({"kind": "round"}, [(("it", "size"), "shape.missing", {})]),
        ({"kind": "none", "size": 3}, [(("it", "size"), "shape.unknown", {"known": ("kind",)})]),
        ({"kind": "square"}, [(("it", "kind"), "shape.one_of", {"options": ("round", "none")})]),
        ({"kind": 1}, [(("it", "kind"), "shape.one_of", {"options": ("round", "none")})]),
        ({"size": 3}, [(("it", "kind"), "shape.missing", {})]),
        (["round"], [(("it",), "shape.object", {})]),
    ],
)
def test_which_of_several_records_a_value_is_says_one_of_its_members(value: Any, faults: list[Any]):
    assert [(fault.path, fault.key, fault.data) for fault in SHAPES.faults(value, ("it",))] == faults
    assert fits(SHAPES, value) == (not faults)


def test_records_that_are_alike_stand_in_the_schema_once():
    alike = ObjectField({"kind": EnumField(("a", "b"))}, frozenset({"kind"}))
    assert UnionField("kind", {"a": alike, "b": alike}).json_schema() == {"anyOf": [alike.json_schema()]}
    assert alike.json_schema()["additionalProperties"] is False


# Acts


PROMPT = Prompt(
    None,
    None,
    (Action("pay", "L-15", {"cubes": RESOURCES}), Action("pass", "R-4")),
    {"craft": Reason("C-1", "game.cannot_pay", {"lacking": 2})},
)


def refusal(act: Act) -> IllegalAct:
    with pytest.raises(IllegalAct) as refused:
        checked(PROMPT, act)
    return refused.value


def test_an_act_that_fits_is_the_action_it_fills_in():
    assert checked(PROMPT, Act("pay", {"cubes": ["gold"]})).rule == "L-15"
    assert checked(PROMPT, Act("pass")).fields == {}


def test_an_act_that_is_none_now_is_refused_with_those_that_are():
    refused = refusal(Act("win"))
    assert refused.faults == ((("type",), "act.not_now", {"offered": ("pay", "pass")}),)
    assert refused.rule == ""


@rule("C-1")
def test_an_act_that_is_barred_is_refused_with_its_reason():
    refused = refusal(Act("craft"))
    assert refused.faults == ((("type",), "game.cannot_pay", {"lacking": 2}),)
    assert refused.rule == "C-1"


def test_all_that_is_wrong_with_an_act_is_said_at_once_with_its_rule():
    refused = refusal(Act("pay", {"colour": "red"}))
    assert [(fault.path, fault.key) for fault in refused.faults] == [
        (("colour",), "shape.unknown"),
        (("cubes",), "shape.missing"),
    ]
    assert refused.faults[0].data == {"known": ("cubes",)}
    assert (refused.path, refused.key, refused.data) == (("colour",), "shape.unknown", {"known": ("cubes",)})
    assert refused.rule == "L-15"


def test_the_only_one_of_a_choice():
    assert Act("pay", {"cubes": ["gold"]}).one("cubes") == "gold"


@pytest.mark.parametrize("length", [5, 5000])
def test_of_a_list_that_is_far_too_long_no_more_is_looked_at_than_anyone_would_mend(length: int):
    found = list(ChoiceField(("a", "b"), 1, 2).faults(["c"] * length))
    assert [fault.path for fault in found] == [(0,), (1,), (2,), (3,), ()]
