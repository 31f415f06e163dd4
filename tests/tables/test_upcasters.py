"""Old lines of the log: read as this version writes them, or refused with what is wrong; never guessed."""

import json
import re

import pytest

from companion.rules.engine.decider import STEPS
from companion.rules.state import value_codec
from companion.rules.state.events import AgendaSet
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.state.value_codec import UnknownFormat
from companion.rules.vocabulary import Location
from companion.tables import log_codec
from companion.tables.upcasters import LOG_FORMAT, STEPS_OF_FORMAT_1, UPCASTERS, format_of, upcast

OF_FORM_1 = '[{"@":"AgendaSet","steps":[{"@":"Step","kind":"reward","side":1,"location":"@Location.sewers"}]}]'


def test_every_form_that_there_has_been_leads_to_the_next() -> None:
    assert [*UPCASTERS] == [*range(1, LOG_FORMAT)]


@pytest.mark.parametrize(
    ("rules", "log_format"), [("0.1.0/1", 1), ("0.1.0/2", 2), (f"1.0/rc/{LOG_FORMAT}", LOG_FORMAT)]
)
def test_a_line_says_in_which_form_it_is_written(rules: str, log_format: int) -> None:
    assert format_of(rules) == log_format


@pytest.mark.parametrize(
    "rules", ["0.1.0/0", f"0.1.0/{LOG_FORMAT + 1}", "0.1.0", "", "1", "0.1.0/", "0.1.0/one", "0.1.0/-1"]
)
def test_a_form_that_this_version_does_not_know_is_refused_by_name(rules: str) -> None:
    with pytest.raises(UnknownFormat, match=re.escape(repr(rules))):
        format_of(rules)


def test_steps_of_the_first_form_are_read_as_words() -> None:
    ((event,),) = log_codec.facts([(1, OF_FORM_1)])
    assert event == AgendaSet((Step(StepKind.REWARD, 1, Location.SEWERS),))
    assert type(event.steps[0].kind) is StepKind
    assert log_codec.joined(OF_FORM_1, "[[]]", 1) == (event,)


def test_a_step_that_no_version_had_is_refused_by_name_in_each_form() -> None:
    with pytest.raises(UnknownFormat, match="fireworks"):
        log_codec.facts([(1, OF_FORM_1.replace("reward", "fireworks"))])
    with pytest.raises(UnknownFormat, match="fireworks"):
        value_codec.read('"@StepKind.fireworks"')


def test_every_word_that_was_ever_kept_is_still_one_and_has_its_rule() -> None:
    """Whatever the functions are called that carry a step out, and the members of the list: the word is kept."""
    assert {kind.value for kind in StepKind} >= STEPS_OF_FORMAT_1
    assert STEPS.keys() == {*StepKind}
    for kind in StepKind:
        kept = value_codec.written(Step(kind))
        assert json.loads(kept) == {"@": "Step", "kind": f"@StepKind.{kind.value}"}
        assert value_codec.read(kept) == Step(kind)


def test_an_event_without_steps_is_the_same_in_both_forms() -> None:
    event = {"@": "Scored", "side": 0, "by": 3}
    assert upcast(event, 1) == event
