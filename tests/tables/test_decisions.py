"""What a line has come to is computed once: the position and the question of a decision are those of its events."""

import random
from functools import partial

import pytest
from support.made_lines import made_line
from support.random_rules_player import any_act

from companion.rules.acts.actions import Act, Prompt
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import correction_decision, first_decision, next_decision, prompt
from companion.rules.errors import RuleError
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.setup import Dealing, Setup
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.timeline import State, advanced


@pytest.mark.parametrize("dealing", Dealing)
def test_a_decision_holds_the_position_and_the_question_that_its_events_come_to(dealing: Dealing) -> None:
    chance, shuffle = random.Random(dealing), partial(shuffled, "decided")
    decision = first_decision(Setup(dealing=dealing), shuffle)
    told = read = State()
    for version in range(1, 150):
        added = made_line(version, Kind.ACT if version > 1 else Kind.BEGIN, decision.events)
        told, read = advanced(told, added, decision), advanced(read, added)
        assert told == read
        assert told.prompt == read.prompt == prompt(read.game)
        if not told.prompt.actions:
            break
        act = any_act(told.prompt, chance)
        decision = next_decision(told.game, told.prompt, act, shuffle)
        if version % 5 == 0:
            correction = any_act(Prompt(None, None, corrections(told.game)), chance)
            try:
                decision = correction_decision(told.game, correction, shuffle)
            except RuleError:
                continue


def test_a_command_decides_once_what_it_comes_to_at_a_state_be_it_taken_or_refused() -> None:
    """The long way does not work out again what the short way has."""
    shuffle = partial(shuffled, "decided")
    state = advanced(State(), made_line(1, Kind.BEGIN, first_decision(Setup(dealing=Dealing.APP), shuffle).events))
    taken = Command(Kind.ACT, 1, any_act(state.prompt, random.Random("Vera")))
    assert taken.decide(state, shuffle) is taken.decide(state, shuffle)
    refused, errors = Command(Kind.ACT, 1, Act("end_game", {})), []
    for _ in range(2):
        with pytest.raises(RuleError) as error:
            refused.decide(state, shuffle)
        errors.append(error.value)
    assert errors[0] is errors[1]
