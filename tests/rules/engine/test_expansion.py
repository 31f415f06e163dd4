"""An expansion made of a file of data and one module is played to its end by a player that knows no rules."""

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from support.common import rule
from support.expansions import expansion_there, gallows
from support.game_player import NOTHING_MOVES, check_everything_is_somewhere
from support.random_rules_player import any_act, filled, lively
from support.rule_questions import LATER

from companion.rules.acts.actions import Act
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import begin, correct, decide, prompt
from companion.rules.schema import EnumField
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.events import NOTHING, CardDrawn, Event, LocationOpened, PhaseBegan, evolve, replay
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Setup, Start
from companion.rules.state.value_codec import UnknownFormat, read, written
from companion.rules.vocabulary import EditionName, Goon, Location
from companion.scoring.from_game import sheet
from companion.scoring.score import score

EDITION, NAME, GALLOWS, OGRE, RELIC, RELICS = (
    getattr(gallows, name) for name in ("EDITION", "NAME", "GALLOWS", "OGRE", "RELIC", "RELICS")
)


@pytest.fixture(autouse=True)
def expansion() -> Iterator[None]:
    with expansion_there():
        yield


TABLES: dict[str, dict[str, Any]] = {
    "alone": {"dealing": Dealing.HOUSE},
    "alone, cards typed": {"guards": 0},
    "two": {"guards": None, "difficulty": None},
    "five on the real board": {"guards": None, "difficulty": None, "starts": (Start(),) * 5, "roll_call": False},
    "three in light depth": {"guards": None, "difficulty": None, "starts": (Start(),) * 3, "depth": Depth.LIGHT},
}


@cache
def played(table: str) -> tuple[Position, tuple[Event, ...]]:
    """A game of the expansion up to its end, with corrections in between."""
    chance, shuffle = random.Random(table), partial(shuffled, table)
    game, told = NOTHING, []
    happened = begin(Setup(NAME, **TABLES[table]), shuffle)
    while True:
        for event in happened:
            game = evolve(game, event)
            if not isinstance(event, NOTHING_MOVES):
                check_everything_is_somewhere(game)
        told += happened
        now = prompt(game)
        if not now.actions:
            return game, tuple(told)
        happened = returned(game, chance, shuffle) or decide(game, any_act(lively(now, chance), chance), shuffle)


def returned(game: Position, chance: random.Random, shuffle: Any) -> tuple[Event, ...]:
    """Now and then a relic goes back to its deck."""
    action = next((one for one in corrections(game) if one.type == "return_relic"), None)
    if action is None or chance.random() < 0.9:
        return ()
    return correct(game, Act(action.type, {"card": filled(action.fields["card"], chance)}), shuffle)


def test_every_game_of_an_expansion_comes_to_its_end_in_the_round_that_its_data_say():
    for table in TABLES:
        game, told = played(table)
        assert (game.phase, game.round) == (Phase.ENDED, 4), table
        assert replay(told) == game


def test_lights_out_comes_to_the_ninth_location_between_its_neighbours():
    order = EDITION.locations
    met = Counter[Location]()
    for one in TABLES:
        opened: list[Location] = []
        for event in played(one)[1]:
            if isinstance(event, PhaseBegan) and event.phase is Phase.LIGHTS_OUT:
                opened = []
            elif isinstance(event, LocationOpened) and event.location and one != "three in light depth":
                met[event.location] += 1
                opened.append(event.location)
                assert opened == sorted({*opened}, key=order.index)
    assert {*met} == {*order}
    assert GALLOWS.number == 9
    assert (order.index(GALLOWS), order.index(Location.LIBRARY)) == (7, 8)


def test_cards_of_a_new_kind_come_from_their_deck_do_what_their_module_says_and_go_back_by_its_correction():
    met = Counter(type(event).__name__ for one in TABLES for event in played(one)[1])
    drawn = [event for one in TABLES for event in played(one)[1] if isinstance(event, CardDrawn)]
    relics = sum(event.spot[0] is RELICS for event in drawn)
    assert relics >= met["Cursed"] > 5
    assert met["CardReturned"] > 0
    assert EDITION.counts["relics"] == 5


@rule("E-14", "F-1")
def test_an_eighth_goon_is_typed_and_scores_by_its_table():
    typed = [face.type for one in TABLES for face in played(one)[0].cards.values() if hasattr(face, "type")]
    assert OGRE in typed
    points: set[int] = set()
    for one in TABLES:
        game, _ = played(one)
        names = [str(side) for side in game.setup.sides]
        for side in score(sheet(game, names)).sides:
            lines = dict(side.lines)
            assert [*lines].index("ogre") == [*lines].index("flayer") + 1
            assert lines["ogre"] in {0, 2, 5, 9}
            assert bool(lines["ogre"]) == ("X-2" in {reason.rule for reason in side.reasons})
            points |= {lines["ogre"]}
    assert len(points) > 1


def test_what_happened_in_a_game_of_an_expansion_is_kept_and_read_as_it_was():
    for table in TABLES:
        game, told = played(table)
        assert read(written(told)) == told
        assert read(written(game)) == game
    for text in ("@Location.attic", "@Attic.gallows"):
        with pytest.raises(UnknownFormat):
            read(f'"{text}"')


def test_other_games_know_nothing_of_an_expansion():
    assert GALLOWS not in LATER.locations
    assert OGRE not in {*Goon}
    assert len(LATER.locations) == len(Location) == 8
    assert NAME not in {*EditionName}
    shuffle = partial(shuffled, "seed")
    game = replay(begin(Setup(), shuffle))
    (typing,) = (one for one in prompt(game).actions if one.type == "type_goon")
    kinds = typing.fields["goon"].members["type"]
    assert isinstance(kinds, EnumField)
    assert OGRE not in kinds.options
    assert RELIC not in game.setup.cards


def test_a_word_is_added_once():
    assert Location("gallows") is pickle.loads(pickle.dumps(GALLOWS)) is GALLOWS
    with pytest.raises(ValueError, match="gallows"):
        Location.add("gallows")
    with pytest.raises(ValueError, match="sewers"):
        Location.add("sewers")
    with pytest.raises(ValueError, match="attic"):
        Location("attic")
