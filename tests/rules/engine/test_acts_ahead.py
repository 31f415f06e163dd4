"""What an act would come to, and what may be offered at a kind of step."""

import random
from functools import cache

from support.random_rules_player import any_act, lively

from companion.rules import Dealing, Difficulty, Game, Setup
from companion.rules.engine.decider import decision_ahead, offered_at
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.step_kinds import StepKind

KINDS = (StepKind.LEAVE, StepKind.GO_ON, StepKind.REWARD, StepKind.RESOLVE)


@cache
def moments() -> tuple[Game, ...]:
    """Every moment of a random game alone."""
    chance = random.Random("foresight")
    games = [Game.new(Setup(dealing=Dealing.HOUSE, difficulty=Difficulty.EXPERT), seed="foresight")]
    while not games[-1].is_over:
        games.append(games[-1].play(any_act(lively(games[-1].prompt, chance), chance)))
    return tuple(games)


def test_an_act_ahead_comes_to_what_it_comes_to_where_no_cards_are_shuffled() -> None:
    game = next(game for game in moments() if game.position.location is not None)
    act = next(game.legal_acts())
    ahead = decision_ahead(game.position, game.prompt, act)
    assert (ahead.position, ahead.prompt) == (game.play(act).position, game.play(act).prompt)


def test_what_may_be_offered_at_a_kind_of_step_is_told_without_a_game() -> None:
    offered = {kind: [action.word for action in offered_at(kind)] for kind in KINDS}
    tier = ["take", "swap", "recruit", "craft", "reserve", "decline"]
    assert offered[StepKind.LEAVE] == []
    assert offered[StepKind.GO_ON] == ["go_on", *ANY_TIME]
    assert offered[StepKind.REWARD] == [*tier, *ANY_TIME]
    assert offered[StepKind.RESOLVE] == ["resolve", *ANY_TIME]
