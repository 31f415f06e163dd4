"""The codec of the log: what is kept comes back as it was, type for type, whatever event it is."""

import random
import types
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.expansions import expansion_there, gallows
from support.made_lines import made_line
from support.random_rules_player import any_act, filled

from companion.rules.acts.actions import Act
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import begin, correct, decide, prompt
from companion.rules.errors import RuleError
from companion.rules.frozen import FrozenList
from companion.rules.reasons import Reason
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state import value_codec
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import AgendaSet, CardDrawn, Event, Scored, replay
from companion.rules.state.pieces import Cube, Zone
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing, Depth, Difficulty, Setup, Start
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.state.stored_names import ENUMS, NAME_OF, RECORDS
from companion.rules.state.value_codec import NotKept, UnknownFormat
from companion.rules.vocabulary import EditionName, Goon, Location
from companion.tables import log_codec
from companion.tables.line import Kind
from companion.tables.timeline import rebuilt
from companion.tables.upcasters import LOG_FORMAT

EVENTS = get_args(Event)
GAMES = 24

words = st.sampled_from([*Location, *Cube, *Goon, *Zone])
texts = st.text(max_size=4) | st.sampled_from(["@", "@@", "@Location.sewers", "@pairs", "@list", "sewers", "", "Żółw"])
leaves = st.none() | st.booleans() | st.integers(-3, 9999) | texts | words
anything = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3).map(FrozenList)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(texts | words, inner, max_size=3)
        | st.dictionaries(st.tuples(st.integers(0, 2), words), inner, max_size=2)
    ),
    max_leaves=6,
)
"""What an event may hold where it may hold anything."""


def fitting(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as its annotation has it."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return anything
    if origin in {Union, types.UnionType}:
        return st.one_of(*map(fitting, inner))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple and inner[1:] == (...,):
        return st.lists(fitting(inner[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(fitting, inner))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(fitting(inner[0]), fitting(inner[1]), max_size=2)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return st.builds(hint, **{name: fitting(one) for name, one in get_type_hints(hint).items()})
    if issubclass(hint, StrEnum):
        return st.sampled_from(hint)
    return {int: st.integers(-99, 9999), str: texts, bool: st.booleans(), types.NoneType: st.none()}[hint]


def typed(value: Any) -> Any:
    """A value with the type of everything in it; of mappings only what they map counts."""
    if isinstance(value, Mapping):
        return [(typed(key), typed(one)) for key, one in value.items()]
    if isinstance(value, tuple | list):
        return (type(value), [typed(one) for one in value])
    if is_dataclass(value):
        return (type(value), [typed(getattr(value, one.name)) for one in fields(value)])
    return (type(value), value)


def check_comes_back(value: Any) -> None:
    back = value_codec.read(value_codec.written(value))
    assert back == value
    assert typed(back) == typed(value)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_an_event_of_any_kind_comes_back_as_it_was(kind: type) -> None:
    @settings(max_examples=settings.default.max_examples // 4)
    @given(fitting(kind))
    def check(event: Any) -> None:
        check_comes_back(event)
        (back,) = log_codec.joined(*log_codec.split([event]))
        assert typed(back) == typed(event)
        ((bare,),) = log_codec.facts([(LOG_FORMAT, log_codec.split([event])[0])])
        assert typed(bare) == typed(event._replace(why=()))

    check()


@given(anything)
def test_whatever_an_event_may_hold_comes_back_as_it_was(value: Any) -> None:
    check_comes_back(value)


def played(number: int) -> tuple[Event, ...]:
    """The events of a random game with corrections in between."""
    chance = random.Random(number)
    shuffle = partial(shuffled, str(number))
    events = list(begin(a_setup(number), shuffle))
    game = replay(events)
    while prompt(game).actions and len(events) < 1500:
        new = corrected(game, chance, shuffle) if chance.random() < 0.2 else None
        new = new or decide(game, any_act(prompt(game), chance), shuffle)
        events += new
        game = replay(new, game)
    return tuple(events)


def a_setup(number: int) -> Setup:
    """In turn games against guards, every fourth of people only."""
    if number % 4 == 3:
        sides = (Start(),) * (2 + number // 4 % 4)
        depth = list(Depth)[number // 4 % 2]
        return Setup(guards=None, difficulty=None, starts=sides, roll_call=number % 3 == 0, depth=depth, instant=True)
    dealing = list(Dealing)[number % 3]
    faces = tuple(GuardFace(strength % 7 or "power", special=strength == 3) for strength in range(12))
    return Setup(
        list(EditionName)[number // 3 % 3],
        difficulty=list(Difficulty)[number % 2],
        dealing=dealing,
        guard_deck=() if dealing is Dealing.CARDS else faces,
    )


def corrected(game: Position, chance: random.Random, shuffle: Any) -> tuple[Event, ...] | None:
    """What a random correction comes to; None where the box has too little for it, or where it would begin a phase."""
    action = chance.choice([one for one in corrections(game) if one.type != "set_phase"])
    try:
        values = {name: filled(shape, chance) for name, shape in action.fields.items()}
        return correct(game, Act(action.type, values), shuffle)
    except RuleError:
        return None


@pytest.mark.slow
def test_the_events_of_random_games_come_back_as_they_were() -> None:
    met = Counter[str]()
    for number in range(GAMES):
        events = played(number)
        met.update(type(event).__name__ for event in events)
        assert typed(log_codec.joined(*log_codec.split(events))) == typed(events)
        assert replay(*log_codec.facts([(LOG_FORMAT, log_codec.split(events)[0])])) == replay(events)
    # Few of these games come to a tome that looks at a card.
    assert {kind.__name__ for kind in EVENTS} - met.keys() <= {"GuardCardLooked"}


def test_a_log_without_its_passing_agendas_comes_to_the_same_but_for_what_is_next() -> None:
    events = played(0)
    texts = [(LOG_FORMAT, log_codec.split([event])[0]) for event in events]
    agendas = [place for place, event in enumerate(events) if type(event) is AgendaSet]
    whole = replay(event for line in log_codec.facts(texts) for event in line)
    for wanted, agenda in (({*range(len(texts))}, whole.agenda), ({agendas[0]}, events[agendas[0]].steps), ((), ())):
        told = [event for line in log_codec.facts(texts, agendas=wanted) for event in line]
        assert replay(told) == whole._replace(agenda=agenda)
        assert len(events) - len(told) == len(agendas) - bool(wanted)


@pytest.mark.parametrize("last", [(), (AgendaSet((Step(StepKind.PATROL),)),)], ids=["once", "twice"])
def test_what_an_expansion_lets_happen_behind_an_agenda_is_read_without_it_too(last: tuple[Event, ...]) -> None:
    steps = (Step(StepKind.LEAVE), Step(StepKind.REWARD, 0, data={"why": (Reason("X-1", "a"), Reason("X-2", "b"))}))
    with expansion_there():
        cursed, drawn = gallows.Cursed(0, 3), CardDrawn(7, gallows.RelicFace(2), (gallows.RELICS, 0))
        text, _ = log_codec.split([Scored(0, 1), AgendaSet(steps), cursed, drawn, *last])
        assert log_codec.facts([(LOG_FORMAT, text)]) == [(Scored(0, 1), AgendaSet(steps), cursed, drawn, *last)]
        assert log_codec.facts([(LOG_FORMAT, text)], agendas=()) == [(Scored(0, 1), cursed, drawn)]


def test_a_table_is_rebuilt_with_what_happened_behind_an_agenda() -> None:
    setup = begin(Setup(), partial(shuffled, "behind"))
    with expansion_there():
        behind = (AgendaSet((Step(StepKind.PATROL),)), gallows.Cursed(0, 3))
        later = (AgendaSet((Step(StepKind.LEAVE),)),)
        texts = [(LOG_FORMAT, log_codec.split(events)[0]) for events in (setup, behind, later)]
        read = log_codec.facts(texts, agendas=range(len(texts)))
        lines = [made_line(version, Kind.ACT, events) for version, events in enumerate(read, 1)]
        assert rebuilt(lines).game == replay((*setup, *behind, *later))


def test_members_at_their_default_are_left_out_of_a_line() -> None:
    assert value_codec.written(Reason("D-1", "raid.most")) == '{"@":"Reason","rule":"D-1","key":"raid.most"}'


@pytest.mark.parametrize("value", [1.5, object(), {1, 2}, b"x", range(3)])
def test_what_the_log_has_no_form_for_is_refused_when_it_is_written(value: Any) -> None:
    with pytest.raises(NotKept):
        value_codec.written([value])


@pytest.mark.parametrize("text", ['"@Location.nowhere"', '{"@":"Fireworks"}', '["@Goon."]'])
def test_what_this_version_does_not_know_is_refused_when_it_is_read(text: str) -> None:
    with pytest.raises(UnknownFormat):
        value_codec.read(text)


def test_every_event_has_a_stored_name_of_its_own() -> None:
    assert {*EVENTS} <= {*RECORDS.values()}
    assert len(NAME_OF) == len(RECORDS) + len(ENUMS)
