"""Bodies name everything wrong with them, each fault at its own place, in an order that does not change."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api.rulings.raids import RAID
from companion.api.tables.requests import ACTING
from companion.schemas.body import Body
from companion.schemas.faults import InvalidFields
from companion.schemas.scores import SCORES, SHEET


def faults(body: Body, value: Any, *, draft: bool = False) -> list[tuple[tuple[str | int, ...], str]]:
    """The places and keys of what is wrong with a body."""
    with pytest.raises(InvalidFields) as refused:
        body.read(value, draft=draft)
    return [(fault.path, fault.key) for fault in refused.value.faults]


def test_fields_come_in_their_order_and_then_unknown_ones_as_they_were_sent() -> None:
    value = {"zebra": 1, "sides": "none", "apple": 1, "solitary": 1, "middle": 1}
    unknown = [((name,), "shape.unknown") for name in ("zebra", "apple", "middle")]
    assert faults(RAID, value) == [(("solitary",), "shape.boolean"), (("sides",), "shape.list"), *unknown]


def test_a_field_called_as_marshmallow_calls_a_whole_body_is_unknown_like_any_other() -> None:
    assert faults(RAID, {"sides": [{"name": "Vera"}], "_schema": 1}) == [(("_schema",), "shape.unknown")]
    assert faults(RAID, {"sides": [{"name": "Vera", "_schema": 1}]}) == [(("sides", 0, "_schema"), "shape.unknown")]


@pytest.mark.parametrize("value", [None, 3, "text", [], [{}], True])
def test_what_is_no_object_is_wrong_as_a_whole(value: Any) -> None:
    assert faults(SCORES, value) == [((), "shape.object")]
    assert faults(SCORES, {"sides": [value]}) == [(("sides", 0), "shape.null" if value is None else "shape.object")]


def test_a_list_that_is_too_long_names_also_its_entries() -> None:
    sides = [*({"name": str(n)} for n in range(6)), {"name": "Vera", "power": 3.0}]
    assert faults(RAID, {"sides": sides}) == [
        (("sides",), "shape.list_length"),
        (("sides", 6, "power"), "shape.unknown"),
    ]


@pytest.mark.parametrize("count", [True, False, 3.0, "3", -1, 10_000, [], {}])
def test_a_count_is_a_whole_number_and_nothing_that_looks_like_one(count: Any) -> None:
    side = {"name": "Vera", "reputation": count, "resources": {"gold": count}}
    places = [("sides", 0, "reputation"), ("sides", 0, "resources", "gold")]
    assert faults(SCORES, {"sides": [side]}) == [(place, "shape.range") for place in places]


def test_what_stands_between_fields_is_only_said_once_each_of_them_is_right() -> None:
    twice = [{"name": "Vera"}, {"name": " Vera "}]
    assert faults(RAID, {"sides": twice}) == [(("sides", 1, "name"), "sides.name_twice")]
    assert faults(RAID, {"sides": twice, "solitary": "no"}) == [(("solitary",), "shape.boolean")]


def test_a_draft_requires_nothing_and_assumes_nothing() -> None:
    draft = {"draft": True, "sides": [{}, {"cards": {"goons": [{}]}}]}
    assert SHEET.read(draft, draft=True) == draft
    assert faults(SHEET, draft) != []
    assert faults(SHEET, {"sides": [{"power": None}]}, draft=True) == [(("sides", 0, "power"), "shape.null")]


def test_a_field_that_python_cannot_name_is_read_under_the_name_that_was_sent() -> None:
    read = ACTING.read({"version": 3, "type": "pass", "fields": {"a": [1]}, "for": 2})
    assert read == {"version": 3, "type": "pass", "fields": {"a": [1]}, "for": 2}
    assert faults(ACTING, {"version": 3, "type": "pass", "fields_": {}, "for_": 1}) == [
        (("fields_",), "shape.unknown"),
        (("for_",), "shape.unknown"),
    ]


_PLAIN = st.none() | st.booleans() | st.integers(-1, 5) | st.floats() | st.text(max_size=3)
_ANY = st.recursive(_PLAIN, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner))


@given(st.dictionaries(st.sampled_from(["edition", "rulings", "sides", "last_raid", "end_game_goal", "_schema"]), _ANY))
def test_every_fault_is_at_a_place_of_the_body_or_at_a_field_that_is_missing(value: dict[str, Any]) -> None:
    try:
        SCORES.read(value)
    except InvalidFields as refused:
        for fault in refused.faults:
            *outer, last = fault.path
            place: Any = value
            for step in outer:
                place = place[step]
            assert fault.key == "shape.missing" or last in (range(len(place)) if isinstance(place, list) else place)
