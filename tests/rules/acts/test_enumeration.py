"""Every way to fill in an action, as a program sees it that knows no rules."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

from companion.rules.acts.actions import Act, Action
from companion.rules.acts.enumeration import acts_of, fillings, values_of
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

NUMBERS = IntField(2, 4)
CUBES = ("iron", "gold", "iron")
KINDS = UnionField(
    "kind",
    {
        "item": ObjectField({"kind": EnumField(("item",)), "cost": IntField(0, 1)}, frozenset({"kind", "cost"})),
        "goon": ObjectField({"kind": EnumField(("goon",)), "icons": IntField(0, 9)}, frozenset({"kind"})),
    },
)


@pytest.mark.parametrize(
    ("shape", "listed"),
    [
        (NUMBERS, [2, 3, 4]),
        (IntField(2, 4, proposed=3), [3, 2, 4]),
        (IntField(2), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
        (EnumField(("yes", "no")), ["yes", "no"]),
        (EnumField(("power",), NUMBERS), ["power", 2, 3, 4]),
        (ListField(NUMBERS), [[], [2], [3], [4]]),
        (TextField(), ["name"]),
        (ObjectField({"a": NUMBERS, "b": TextField()}, frozenset({"b"})), [{"b": "name"}]),
        (ObjectField({}), [{}]),
        (KINDS, [{"kind": "item", "cost": 0}, {"kind": "item", "cost": 1}, {"kind": "goon"}]),
        (ChoiceField(("a", "b", "c")), [["a"], ["b"], ["c"]]),
        (ChoiceField(("a", "b", "c"), 2, 2), [["a", "b"], ["a", "c"], ["b", "c"]]),
        (
            ChoiceField(CUBES, 0, 9),
            [[], ["iron"], ["gold"], ["iron", "gold"], ["iron", "iron"], ["gold", "iron"], [*CUBES]],
        ),
        (ChoiceField(("a", "b"), 0, 1, proposed=("b",)), [["b"], [], ["a"]]),
        (ChoiceField(("a",), 0, 1, proposed=()), [[], ["a"]]),
        (ChoiceField(({"key": 1}, {"key": 2})), [[{"key": 1}], [{"key": 2}]]),
        (ChoiceField(()), []),
    ],
)
def test_values_of_a_shape_are_listed_with_the_proposed_one_first(shape: Schema, listed: list[Any]) -> None:
    assert list(values_of(shape)) == listed


def test_fields_are_filled_in_with_the_last_one_changing_first() -> None:
    fields: Mapping[str, Schema] = {"side": ChoiceField((0, 1)), "number": IntField(7, 8)}
    filled = [{"side": [side], "number": number} for side in (0, 1) for number in (7, 8)]
    assert list(fillings(fields)) == filled
    assert list(acts_of(Action("set", "E-14", fields))) == [Act("set", values) for values in filled]
    assert list(acts_of(Action("pass", "R-4"))) == [Act("pass")]


def test_values_are_worked_out_as_they_are_asked_for() -> None:
    many = values_of(ChoiceField(tuple(range(200)), 100, 200))
    assert list(islice(many, 2)) == [[*range(100)], [*range(99), 100]]


def test_a_shape_that_no_action_asks_for_is_an_error() -> None:
    with pytest.raises(AssertionError, match="no action asks for 3"):
        values_of(3)  # type: ignore[arg-type]
