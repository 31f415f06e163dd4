"""What acts at a location would come to, before the table goes on."""

import random
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from support.common import rule
from support.random_rules_player import any_act, lively

from companion.rules import Act, Dealing, Difficulty, Game, Setup
from companion.rules.engine.decider import decision_ahead, foreseen, offered_at
from companion.rules.state.events import AgendaSet, Event, LocationOpened, replay
from companion.rules.state.step_kinds import StepKind

LEFT = LocationOpened(None)
KINDS = (StepKind.LEAVE, StepKind.GO_ON, StepKind.REWARD, StepKind.RESOLVE)


@cache
def moments() -> tuple[Game, ...]:
    """Every moment of a random game alone."""
    chance = random.Random("foresight")
    games = [Game.new(Setup(dealing=Dealing.HOUSE, difficulty=Difficulty.EXPERT), seed="foresight")]
    while not games[-1].is_over:
        games.append(games[-1].play(any_act(lively(games[-1].prompt, chance), chance)))
    return tuple(games)


def happened(events: Iterable[Event]) -> tuple[Event, ...]:
    """What events tell of the table: what is to be done next is said at another moment."""
    return tuple(event for event in events if not isinstance(event, AgendaSet))


def until_left(events: Iterable[Event]) -> tuple[Event, ...]:
    """What has happened up to the moment at which the location is left."""
    told = happened(events)
    return told[: told.index(LEFT) + 1] if LEFT in told else told


@rule("L-1")
def test_what_an_act_comes_to_at_a_location_ends_as_the_location_is_left() -> None:
    leaves = stays = 0
    for game in moments():
        if not any(one.type == "resolve" and not one.fields for one in game.prompt.actions):
            continue
        seen, told = foreseen(game.position, Act("resolve")), game.play(Act("resolve")).last_events
        assert happened(seen.events) == until_left(told)
        assert seen.whole is (LEFT in told)
        assert seen.game == replay(seen.events, game.position)
        leaves, stays = leaves + seen.whole, stays + (not seen.whole)
    assert leaves > 5
    assert stays


@rule("L-1")
def test_two_acts_at_a_location_come_to_what_each_does_there() -> None:
    found = 0
    for (first, second), (_, third) in pairwise(pairwise(moments())):
        acts = [game.history[-1].act for game in (second, third)]
        if first.position.location is None or LEFT in second.last_events or acts[0].type == "play_tome":
            continue
        if first.position.location is not second.position.location:
            continue
        seen = happened(foreseen(first.position, *acts).events)
        assert seen == (*happened(second.last_events), *until_left(third.last_events))
        found += 1
    assert found


def test_an_act_ahead_comes_to_what_it_comes_to_where_no_cards_are_shuffled() -> None:
    game = next(game for game in moments() if game.position.location is not None)
    act = next(game.legal_acts())
    ahead = decision_ahead(game.position, game.prompt, act)
    assert (ahead.position, ahead.prompt) == (game.play(act).position, game.play(act).prompt)


def test_nothing_is_foreseen_of_no_act() -> None:
    game = moments()[0].position
    assert foreseen(game) == ((), game, False)


def test_what_may_be_offered_at_a_kind_of_step_is_told_without_a_game() -> None:
    offered = {kind: [action.word for action in offered_at(kind)] for kind in KINDS}
    any_time = ["play_tome", "raid_now", "claim_instant"]
    tier = ["take", "swap", "recruit", "craft", "reserve", "decline"]
    assert offered[StepKind.LEAVE] == []
    assert offered[StepKind.GO_ON] == ["go_on", *any_time]
    assert offered[StepKind.REWARD] == [*tier, *any_time]
    # What resolving leads to may be done at once.
    assert offered[StepKind.RESOLVE] == ["resolve", *tier, *any_time]
