"""What OpenSpiel asks of a game, and its own search against our guards."""

import os
import random
from itertools import count

import pytest
from support.extras import brought_by

pyspiel = brought_by("openspiel", "pyspiel")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from companion.adapters import openspiel  # noqa: E402, F401 - registers the game


def dealt(seed: int, difficulty: str = "moderate") -> pyspiel.State:
    state, chance = pyspiel.load_game(f"lockup(difficulty={difficulty})").new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(chance.randrange(256))
    return state


def test_the_simulation_test_of_openspiel_passes() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("lockup"), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("difficulty", ["moderate", "expert"])
def test_the_player_knows_the_same_however_the_hidden_cards_lie(difficulty: str) -> None:
    state, chance = dealt(1, difficulty), random.Random(2)
    while not state.is_terminal():
        others = [state.resample_from_infostate(0, chance.random) for _ in range(3)]
        for other in others:
            assert other.information_state_string(0) == state.information_state_string(0)
            assert other.observation_string(0) == state.observation_string(0)
            assert other.observation_tensor(0) == state.observation_tensor(0)
            assert other.legal_actions() == state.legal_actions()
        state.apply_action(chance.choice(state.legal_actions()))


def test_what_the_player_has_done_is_part_of_what_it_knows() -> None:
    state = dealt(1)
    one, other = state.clone(), state.clone()
    one.apply_action(state.legal_actions()[0])
    other.apply_action(state.legal_actions()[1])
    assert len({str(found.information_state_string(0)) for found in (state, one, other)}) == 3


def test_a_clone_goes_on_by_itself_and_alike() -> None:
    state = dealt(3)
    clone = state.clone()
    for one in (state, clone):
        chance = random.Random(5)
        while not one.is_terminal():
            one.apply_action(chance.choice(one.legal_actions()))
    assert state.returns() == clone.returns()
    assert str(state) == str(clone)


SEARCHED = int(os.environ.get("LOCKUP_SEARCHED", "6"))
"""One of so many choices is searched; with 1 all of them are, and the game takes six times as long."""


@pytest.mark.slow
def test_its_information_set_search_plays_against_our_guards_as_it_is() -> None:
    state, chance = dealt(1), random.Random(3)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=20.0,
        max_simulations=2,
        random_state=np.random.RandomState(1),
    )
    for number in count():
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()) if number % SEARCHED else bot.step(state))
    assert -500 < state.returns()[0] < 500
