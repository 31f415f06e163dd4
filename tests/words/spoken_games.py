"""Whole random games of every kind, each event with the game before it, for the sentences that they need."""

import random
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from hypothesis import settings
from support.random_rules_player import any_act, lively

from companion.rules.acts.actions import Act, Prompt
from companion.rules.engine.decider import first_decision, next_decision
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.cards import EndGoal, GuardFace, LeaderGoal
from companion.rules.state.events import NOTHING, Event, evolve
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing, Depth, Difficulty, Setup, Start
from companion.rules.vocabulary import EditionName, Goon, Valuable

GAMES = min(60, settings.default.max_examples)
"""Random games are fewer in `make check`, as random questions are."""

FACES = tuple(GuardFace(strength or "power", special=strength == 3) for strength in range(12))
WAYS: tuple[dict[str, Any], ...] = ({"roll_call": True}, {"roll_call": False}, {"depth": Depth.LIGHT})
"""How people play: roll call in the app or on the board, or in light depth."""

GOALS = (EndGoal("majority", "other"), EndGoal("majority", "items"), EndGoal("condition"), None)


class Happened(NamedTuple):
    """An event, with the game just before it."""

    seed: int
    before: Position
    event: Event


class Asked(NamedTuple):
    """What a game waited for, and what was done then."""

    game: Position
    prompt: Prompt
    act: Act


@cache
def setup_of(seed: int) -> Setup:
    """Editions, difficulties, ways of dealing and goals, in turn; every fifth table has people only."""
    edition = list(EditionName)[seed % 3]
    leader = (LeaderGoal(Valuable.GEM), LeaderGoal(Goon.DEMON, 1), None)[seed // 2 % 3]
    goals = {"leader": leader, "end": GOALS[seed // 3 % 4]}
    if seed % 5 == 4:
        way = WAYS[seed // 5 % 3]
        sides = (Start(),) * (2 + seed // 5 % 4)
        return Setup(edition, guards=None, starts=sides, difficulty=None, instant=True, **way, **goals)
    dealing = list(Dealing)[seed // 9 % 2]
    faces = FACES if dealing is Dealing.APP else ()
    difficulty = list(Difficulty)[seed // 3 % 3]
    # A box with few cubes runs out of them, and a tome at the start is played.
    starts = (Start(power=seed % 4, suspicion=seed % 3), Start(reputation=seed % 5))
    return Setup(edition, starts=starts, difficulty=difficulty, dealing=dealing, guard_deck=faces, **goals)


@cache
def played(seed: int) -> tuple[tuple[Happened, ...], tuple[Asked, ...], Position]:
    """A random game from its beginning to its end."""
    chance = random.Random(seed)
    shuffle: Any = partial(shuffled, str(seed))
    happened: list[Happened] = []
    asked: list[Asked] = []
    game, decision = NOTHING, first_decision(setup_of(seed), shuffle)
    while True:
        for event in decision.events:
            happened.append(Happened(seed, game, event))
            game = evolve(game, event)
        if not decision.prompt.actions:
            return tuple(happened), tuple(asked), game
        act = any_act(lively(decision.prompt, chance), chance)
        asked.append(Asked(game, decision.prompt, act))
        decision = next_decision(game, decision.prompt, act, shuffle)


def all_happened() -> Iterator[Happened]:
    """All events of all games."""
    for seed in range(GAMES):
        yield from played(seed)[0]


def all_asked() -> Iterator[Asked]:
    """All prompts of all games."""
    for seed in range(GAMES):
        yield from played(seed)[1]
