"""An act against what may be done: which action it means, and what is wrong with it."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules.acts.actions import Act, Action, IllegalAct, Prompt, checked, offered
from companion.rules.frozen import FrozenDict
from companion.rules.reasons import Reason
from companion.rules.schema import ChoiceField, IntField, Invalid

FEW = Action("give", "P-1", {"what": ChoiceField(("iron",)), "number": IntField(1, 2)})
MANY = Action("give", "P-2", {"what": ChoiceField(("gold",)), "number": IntField(3, 9)})
PROMPT = Prompt(None, None, (FEW, MANY), {"seize": Reason("C-4", "seize.no_power", {"needed": 2})})


def test_acts_filled_in_alike_are_one_and_the_same() -> None:
    cards = [Act("show", {"cards": [{"number": number}]}) for number in (1, 1, 2)]
    assert {*cards, Act("look", cards[0].values)} == {cards[0], cards[2], Act("look", {"cards": [{"number": 1}]})}
    frozen = Act("show", FrozenDict(cards=(1,)))
    assert hash(frozen) == hash(Act("show", {"cards": [1]}))


@pytest.mark.parametrize(
    ("values", "meant"),
    [
        ({"what": ["iron"], "number": 2}, FEW),
        ({"what": ["gold"], "number": 3}, MANY),
        ({"what": ["gold"], "number": 2}, MANY),
        ({"what": ["iron"], "number": 9, "who": 1}, FEW),
        ({"what": ["scrap"], "number": 9}, MANY),
        ({}, FEW),
    ],
)
def test_what_is_chosen_says_which_action_is_meant(values: Mapping[str, Any], meant: Action) -> None:
    assert offered(PROMPT, Act("give", values)) == meant


@pytest.mark.parametrize(
    ("act", "rule", "faults"),
    [
        (Act("seize"), "C-4", [Invalid(("type",), "seize.no_power", {"needed": 2})]),
        (Act("sing"), "", [Invalid(("type",), "act.not_now", {"offered": ("give", "give")})]),
        (
            Act("give", {"number": 0, "who": 1}),
            "P-1",
            [
                Invalid(("who",), "shape.unknown", {"known": ("what", "number")}),
                Invalid(("what",), "shape.missing"),
                Invalid(("number",), "shape.range", {"least": 1, "most": 2}),
            ],
        ),
    ],
)
def test_an_act_that_is_not_offered_says_all_that_is_wrong_and_the_first_fault_first(
    act: Act, rule: str, faults: list[Invalid]
) -> None:
    with pytest.raises(IllegalAct) as wrong:
        checked(PROMPT, act)
    assert [(type(one), one.path, one.key, one.data, one.rule) for one in wrong.value.all] == [
        (IllegalAct, *fault, rule) for fault in faults
    ]
    assert (wrong.value.rule, wrong.value.faults) == (rule, tuple(faults))
    assert Invalid(wrong.value.path, wrong.value.key, wrong.value.data) == faults[0]


def test_an_act_that_fits_is_of_the_action_that_it_fills_in() -> None:
    assert checked(PROMPT, Act("give", {"what": ["gold"], "number": 3})) == MANY
    assert offered(PROMPT, Act("sing")) is None
