"""Whole games of a player that knows no rules: it fills in what the prompt offers, in every second one lively."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from jsonschema_rs import validator_for
from support.common import SEED, rule
from support.game_player import NOTHING_MOVES, check_everything_is_somewhere
from support.random_rules_player import any_act, filled, lively
from support.rule_citations import check_actions, check_reasons

from companion.rules.acts.actions import Act, Action, IllegalAct, checked
from companion.rules.corrections.registry import NotInTheBox, corrections
from companion.rules.engine.decider import (
    Decision,
    begin,
    correction_decision,
    decide,
    first_decision,
    next_decision,
    prompt,
)
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.schema import ChoiceField, IntField, ListField, Schema
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.cards import COUNTED, COUNTED_AT_THE_END, EndGoal, GuardFace, LeaderGoal
from companion.rules.state.events import NOTHING, Dealt, Event, evolve, replay
from companion.rules.state.pieces import Kind
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Difficulty, Setup, Start
from companion.rules.vocabulary import EditionName
from companion.scoring.from_game import sheet
from companion.scoring.score import score

FACES = tuple(GuardFace(number % 7 or "power", special=number == 3) for number in range(12))
GAMES, MORE_GAMES = 3, 5
"""Of each kind that is played always, and of every kind from a fresh seed."""

WAYS: dict[str, dict[str, Any]] = {
    "app": {"roll_call": True},
    "board": {"roll_call": False},
    "light": {"depth": Depth.LIGHT},
    "changing": {"roll_call": False},
}
"""How people play: roll call in the app or on the real board, in light depth, or now in one depth, now in the other."""

SOLITARY = [*product(EditionName, [2], Difficulty, Dealing)]
TABLES = [*product(EditionName, [2, 3, 4, 5], [None], WAYS)]
KINDS = [*SOLITARY, *TABLES]
PAIRS = [
    (edition, sides, difficulty, how)
    for hows, firsts in ((Dealing, [(2, one) for one in Difficulty]), (WAYS, [(sides, None) for sides in (2, 3, 4, 5)]))
    for row, (sides, difficulty) in enumerate(firsts)
    for column, how in enumerate(hows)
    for number, edition in enumerate(EditionName)
    if (row + column) % len(EditionName) == number
]
"""Those that are played always: each edition, number of players or difficulty, and way of playing or dealing meets
each of the others. Counted: they reach all 27 kinds of steps, 58 of acts and 38 of events that games of all 75 kinds
reach, and 192 of their 200 reasons."""

CORRECTED = (
    *("set_depth", "set_roll_call", "set_away", "set_sides"),
    *("set_count", "set_instant", "set_token", "go_to_location"),
)
"""Corrections in the games that change their depth: what only tables of people have, and what moves tokens."""


def a_setup(kind: tuple[Any, ...], chance: random.Random) -> Setup:
    """A table of that kind, with goals, house rulings, small boxes and unlike starts as it comes."""
    edition, sides, difficulty, how = kind
    dealing = Dealing.CARDS if difficulty is None else how
    knows = dealing is not Dealing.CARDS or chance.random() < 0.3
    starts = [Start(), Start(20, 2, 3, 7), Start(0, 0, 0, 3)]
    return Setup(
        edition,
        {key: chance.choice(ruling.values) for key, ruling in HOUSE_RULINGS.items() if chance.random() < 0.3},
        guards=None if difficulty is None else chance.randrange(2),
        starts=tuple(chance.choice(starts) for _ in range(sides)),
        difficulty=difficulty,
        dealing=dealing,
        guard_deck=FACES if knows else (),
        cards={kind: chance.randint(8, 20) for kind in Kind if chance.random() < 0.4},
        leader=chance.choice([None, LeaderGoal(chance.choice(COUNTED), chance.randint(1, 3))]),
        end=chance.choice([None, EndGoal(*chance.choice([*product(["majority", "condition"], COUNTED_AT_THE_END)]))]),
        **({"instant": chance.random() < 0.5, **WAYS[how]} if difficulty is None else {}),
    )


class Played:
    """A random game: its acts, its events, and how it ended."""

    def __init__(self, kind: tuple[Any, ...], number: int, acting: str = "") -> None:
        self.setup = a_setup(kind, random.Random(f"{kind} {number}"))
        self.shuffle = partial(shuffled, f"{kind} {number}")
        self.acts: list[Act] = []
        self.games: list[Position] = []
        self.events: list[Event] = []
        self.game = self._looked_at = NOTHING
        chance = random.Random(f"{kind} {number} {acting}")
        self._take(first_decision(self.setup, self.shuffle))
        while (now := self._asked).actions:
            assert len(self.acts) < 3000
            check_actions(now.actions)
            if kind[-1] == "changing" and chance.random() < 0.1 and self._corrected(chance):
                continue
            self.games.append(self.game)
            self.acts.append(any_act(lively(now, chance) if number % 2 else now, chance))
            self._take(next_decision(self.game, now, self.acts[-1], self.shuffle))

    def _corrected(self, chance: random.Random) -> bool:
        """Whether something was corrected; the box may have too little for it."""
        offered = [one for one in corrections(self.game) if one.type in CORRECTED]
        if not offered:
            return False
        action = chance.choice(offered)
        act = Act(action.type, {name: filled(shape, chance) for name, shape in action.fields.items()})
        try:
            self._take(correction_decision(self.game, act, self.shuffle))
        except NotInTheBox:
            return False
        return True

    def _take(self, decision: Decision) -> None:
        game = self.game
        for event in decision.events:
            check_reasons(event)
            game = evolve(game, event)
            if not isinstance(event, NOTHING_MOVES):
                check_everything_is_somewhere(game, self._looked_at)
                self._looked_at = game
        assert game == decision.position
        self.events += decision.events
        _, self.game, self._asked = decision


@cache
def played(kind: tuple[Any, ...], number: int, acting: str = "") -> Played:
    return Played(kind, number, acting)


def named(kind: tuple[Any, ...]) -> str:
    edition, sides, difficulty, how = kind
    return f"{edition} {sides} players, {how}" if difficulty is None else f"{edition} {difficulty} {how}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A fresh seed plays every kind."""
    if "kind" in metafunc.fixturenames:
        kinds = PAIRS if metafunc.config.getoption("--seed") == SEED else KINDS
        if metafunc.function is test_cards_lie_in_the_same_order_whatever_is_done:
            kinds = [kind for kind in kinds if kind in SOLITARY and kind[3] is not Dealing.CARDS]
        marked = [pytest.param(kind, marks=pytest.mark.slow) if at % 2 else kind for at, kind in enumerate(kinds)]
        metafunc.parametrize("kind", marked, ids=named)


@pytest.fixture(scope="session")
def numbers(seed: str) -> list[int]:
    """Which games of a kind are played; in odd ones somebody is lively."""
    return [*range(GAMES)] if seed == SEED else random.Random(seed).sample(range(10**9), MORE_GAMES)


@rule("S-9", "D-6", "E-14")
def test_a_random_game_ends_after_round_six_and_replays_to_the_same_state(kind: tuple[Any, ...], numbers: list[int]):
    for number in numbers:
        game = played(kind, number)
        assert (game.game.phase, game.game.round) == (Phase.ENDED, 6)
        assert prompt(game.game).actions == ()
        assert replay(game.events) == game.game
        names = [str(side) for side in game.game.setup.sides]
        assert [one.name for one in score(sheet(game.game, names)).sides] == names


def test_games_of_people_come_to_everything_that_only_they_have():
    met = Counter[str]()
    for kind in (kind for kind in PAIRS if kind in TABLES):
        for number in range(GAMES):
            game = played(kind, number)
            met.update(act.type for act in game.acts)
            met.update(type(event).__name__ for event in game.events)
    acts = "gather gather_strengths lights_out cubes_come rank_location rank_strengths end_game raid_now claim_instant"
    assert {*acts.split(), "count_hand", "enter_holdings"} <= {*met}
    assert {"StrengthStated", "DepthSet", "RollCallSet", "AwaySet", "SidesSet", "InstantSet", "Answered"} <= {*met}


def test_the_same_acts_with_the_same_seed_give_the_same_events(kind: tuple[Any, ...], numbers: list[int]):
    first = played(kind, numbers[0])
    events = [*begin(first.setup, first.shuffle)]
    game = replay(events)
    if kind[-1] == "changing":
        assert first.events == Played(kind, numbers[0]).events
        return
    for act in first.acts:
        more = decide(game, act, first.shuffle)
        events += more
        game = replay(more, game)
    assert events == first.events


def dealt(events: list[Event]) -> list[Dealt]:
    return [event for event in events if isinstance(event, Dealt)]


@rule("Z-20")
def test_cards_lie_in_the_same_order_whatever_is_done(kind: tuple[Any, ...], numbers: list[int]):
    for number in numbers[:2]:
        orders = dealt(played(kind, number).events)
        assert len(orders) == 6
        assert dealt(played(kind, number, "otherwise").events) == orders


@rule("Z-20")
def test_after_going_back_and_acting_otherwise_the_next_cards_are_the_same():
    game = played(SOLITARY[0], 0)
    chance = random.Random("back")
    for _ in range(20):
        back = chance.randrange(len(game.acts))
        before = game.games[back]
        if before.phase is not Phase.ROLL_CALL:
            continue
        now = before
        while now.round == before.round and now.phase is Phase.ROLL_CALL:
            now = replay(decide(now, any_act(prompt(now), chance), game.shuffle), now)
        turned = [card.face for card in now.guard_cards] if now.round == before.round else []
        wanted = (*(card.face for card in before.guard_cards), *before.guard_deck)
        assert tuple(turned) == wanted[: len(turned)]


def test_names_that_people_give_to_cards_change_nothing():
    game = played(TABLES[1], 1)

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: "another name" if key == "name" else renamed(one) for key, one in value.items()}
        return value

    now = replay(begin(game.setup, game.shuffle))
    for act in game.acts:
        now = replay(decide(now, Act(act.type, renamed(act.values)), game.shuffle), now)
    nameless = {card: face._replace(name="") for card, face in now.cards.items()}
    assert nameless == {card: face._replace(name="") for card, face in game.game.cards.items()}
    assert now._replace(cards={}) == game.game._replace(cards={})


# Whatever is not offered is refused


def spoilt(action: Action, values: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Fill-ins that do not fit: each with the field at which it should be refused."""
    yield {**values, "colour": "red"}, "colour"
    for name, shape in action.fields.items():
        yield {key: value for key, value in values.items() if key != name}, name
        for wrong in (None, True, 2.5, "nothing of the kind", {"side": 0}, [None], [[]], [True], -100, 10**9):
            yield {**values, name: wrong}, name
        if isinstance(shape, ChoiceField):
            yield {**values, name: [*values[name], "not offered"]}, name
            yield {**values, name: [*shape.options, *shape.options[:1]]}, name
            if shape.least:
                yield {**values, name: values[name][: shape.least - 1]}, name
        elif isinstance(shape, ListField):
            yield {**values, name: values[name] * 21 + [None]}, name
        elif isinstance(shape, IntField):
            yield {**values, name: shape.most + 1}, name
            yield {**values, name: shape.least - 1}, name


@cache
def _validator(schema: str) -> Any:
    return validator_for(json.loads(schema))


def fits(shape: Schema, value: Any) -> bool:
    """What another program says to the value, by the published schema."""
    return bool(_validator(json.dumps(shape.json_schema())).is_valid(value))


def test_what_a_prompt_does_not_offer_is_refused_and_said_where(kind: tuple[Any, ...], numbers: list[int]):
    game = played(kind, numbers[0])
    chance = random.Random("spoilt")
    for before, act in chance.sample([*zip(game.games, game.acts, strict=True)], 12):
        action = checked(prompt(before), act)
        for values, name in spoilt(action, dict(act.values)):
            with pytest.raises(IllegalAct) as refusal:
                decide(before, Act(act.type, values), game.shuffle)
            assert {fault.path[0] for fault in refusal.value.faults} == {name}
            assert refusal.value.rule == action.rule
        with pytest.raises(IllegalAct) as refusal:
            decide(before, Act("win"), game.shuffle)
        offered = tuple(action.type for action in prompt(before).actions)
        assert refusal.value.faults[0].data == {"offered": offered}


def test_the_schemas_of_a_prompt_take_what_it_takes(kind: tuple[Any, ...], numbers: list[int]):
    game = played(kind, numbers[0])
    chance = random.Random("schemas")
    for before, act in chance.sample([*zip(game.games, game.acts, strict=True)], 8):
        action = checked(prompt(before), act)
        assert all(fits(shape, act.values[name]) for name, shape in action.fields.items())
        for values, name in spoilt(action, dict(act.values)):
            if name in values and name in action.fields:
                assert not fits(action.fields[name], values[name]), (name, values[name])
