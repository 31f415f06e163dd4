import ast
import random
import re
import string
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args

import pytest
from spoken_games import FACES, GAMES, all_asked, all_happened, played, setup_of
from support.common import rule
from support.random_rules_player import DULL, filled

import companion.rules
from companion.rules.acts.actions import Act, IllegalAct, checked
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import NotInTheBox, carry_out, corrections
from companion.rules.engine.cited_rules import cited_rules
from companion.rules.engine.decider import STEPS, begin, correct, decide, prompt
from companion.rules.engine.physical_moves.event_moves import LIES_SO, each_move
from companion.rules.engine.physical_moves.move import Move
from companion.rules.engine.physical_moves.net_moves import netted, reversed_moves
from companion.rules.reasons import Reason
from companion.rules.reference import REFERENCE
from companion.rules.rulings.automa import Item
from companion.rules.schema import ChoiceField, EnumField, ListField, ObjectField, Schema
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state import cards, events, position
from companion.rules.state.cards import Effect, EndGoal, GoonFace, GuardFace, ItemFace, LeaderGoal
from companion.rules.state.events import evolve, replay
from companion.rules.state.pieces import DISPLAY, Cube, GuardCard, Kind, TokenOnBoard, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing, Depth, Difficulty, OddsFor, Setup, Start
from companion.rules.state.steps import Step
from companion.rules.vocabulary import DemonValuable, EditionName, Goon, Location, Resource, Valuable
from companion.words.act_names import act_name, has_own_name, name_in
from companion.words.act_refusals import refusal
from companion.words.action_labels import button
from companion.words.catalogue import LANGUAGES, catalogue
from companion.words.field_labels import field, option, word
from companion.words.inflection import cases
from companion.words.log_lines.event_sentences import event_sentence, hands_sentence
from companion.words.messages import AMOUNTS, ERRORS, GAME, PAGES, REASONS, RULINGS, TERMS, Message
from companion.words.move_sentences import move_phrase, move_sentence
from companion.words.reports import report
from companion.words.step_questions import question
from companion.words.telling import SEAT_NAMES, Telling, explained, is_given, named, seat_names

languages = pytest.mark.parametrize("language", LANGUAGES)

SILENT = {events.AgendaSet, events.RewardOffered}
"""Events of which nobody is told."""

CORRECTION = (Reason("E-14", "correction.table_is_right"),)
TOLD_AT_THE_TABLE = (Reason("L-10", "lights_out.told"),)

SOURCES = sorted(
    path
    for path in Path(companion.rules.__file__).parent.rglob("*.py")
    if {"state", "acts", "phases", "corrections", "engine"} & {*path.parts}
)
KEY = re.compile(r"[a-z_]+(\.[a-z_]+)+")
FILES = (".toml", ".md", ".py")
SPOKEN = {**REASONS, **ERRORS}


# Every key has its sentence


def keys_of(tree: ast.AST) -> Iterator[str]:
    """Every text in a program that looks like a message key."""
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and KEY.fullmatch(text) and not text.endswith(FILES):
            yield text


def told_of(tree: ast.AST) -> Iterator[tuple[ast.expr, set[str] | None]]:
    """Where a reason or a fault is made: its key, and the names of its data where they stand there."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or len(node.args) < 2:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "note":
            yield node.args[1], {keyword.arg or "" for keyword in node.keywords}
        elif name in {"Reason", "Invalid"}:
            data = node.args[2] if len(node.args) > 2 else ast.Dict([], [])
            literal = isinstance(data, ast.Dict) and all(isinstance(key, ast.Constant) for key in data.keys)
            yield node.args[1], {key.value for key in data.keys} if literal else None


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_key_of_a_game_has_a_sentence(source: Path):
    assert sorted({*keys_of(ast.parse(source.read_text("utf-8")))} - {*SPOKEN}) == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_key_that_is_put_together_has_sentences(source: Path):
    for key, _ in told_of(ast.parse(source.read_text("utf-8"))):
        if isinstance(key, ast.JoinedStr):
            beginning = key.values[0]
            assert isinstance(beginning, ast.Constant)
            assert [one for one in SPOKEN if one.startswith(beginning.value)]


def names_in(message: Message) -> set[str]:
    texts = (message.one, message.many or "")
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_asks_for_no_form_that_its_language_does_not_have(language: str):
    table = cases(language)
    forms = {form for kind in ("places", "words", "amounts") for word in table.get(kind, {}).values() for form in word}
    forms |= {*table["crew"]}
    words = catalogue(language)
    for key, message in SPOKEN.items():
        texts = [words.gettext(message.one)]
        if message.many is not None:
            texts = [words.ngettext(message.one, message.many, count) for count in (1, 2, 5)]
        for _, name, form, _ in (part for text in texts for part in string.Formatter().parse(text)):
            known = table["people"] if name in {"side", "other", "holder"} else {*forms, "object"}
            assert not form or form.lower() in known, (key, name, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_forms_for_all_words_of_a_kind(language: str):
    table = cases(language)
    assert {*table["places"]} == {*Location, "away"}
    assert {*table["words"]} == {*Cube, *Kind, "guards"}
    assert {*table["people"]} == {*cases("en")["people"]}
    for kind in ("places", "words", "people"):
        assert len({frozenset(forms) for forms in table[kind].values()}) == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Place your 3 and 5, your lookout and 1 face-down token at the Chow Hall."),
        ("pl", "Połóż bandziorów 3 i 5, tajniaka i 1 zakrytego bandziora w stołówce."),
        ("zh", "把组员标记 3 和 5、瞭望员和 1 个面朝下的组员标记放到食堂。"),
    ],
)
def test_a_move_is_said_as_a_friend_says_it(language: str, text: str):
    told = Telling(language, ("Vera",), events.NOTHING)
    crew = told.crew((3, 5, "lookout"), 1)
    assert told.say("hands.assign", crew=crew, location=Location.CHOW_HALL) == text


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_sentence_names_only_what_its_reason_tells(source: Path):
    for key, told in told_of(ast.parse(source.read_text("utf-8"))):
        if isinstance(key, ast.Constant) and told is not None:
            assert names_in(SPOKEN[key.value]) <= told, key.value


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("messages", [GAME, REASONS, ERRORS, AMOUNTS, TERMS])
def test_a_translation_names_the_same(language: str, messages: dict[str, Message]):
    words = catalogue(language)
    for key, message in messages.items():
        if message.many is None:
            texts = [words.gettext(message.one)]
        else:
            texts = [words.ngettext(message.one, message.many, count) for count in (1, 2, 5)]
        for text in texts:
            assert names_in(Message(text)) <= names_in(message), key
            assert names_in(Message(text)) >= names_in(message) or message.many, key


@languages
def test_no_reason_and_nothing_that_happens_to_a_seat_or_in_a_game_is_told_as_a_name_and_nouns(language: str):
    words = catalogue(language)
    told = [*REASONS.items(), *((key, one) for key, one in GAME.items() if key.startswith(("by.", "line.", "seat.")))]
    texts = {
        key: words.gettext(message.one) if message.many is None else words.ngettext(message.one, message.many, 1)
        for key, message in told
    }
    assert [key for key, text in texts.items() if re.match(r"\{(side|name|player)\}(, [^:]*)?(: |：)", text)] == []


# Whole games


RAW = {
    value
    for module in (cards, position)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, StrEnum)
    for value in kind
}
SAME_WORD_IN_POLISH = {"demon", "hobgoblin"}
TYPED = re.compile("Rusty spoon|钥匙|Żelazo|OFF DUTY")
SNAKE = re.compile(r"[a-z]+_[a-z]+")


@cache
def assert_spoken(language: str, text: str | None) -> None:
    """A text of that language, without a gap and without a word that only the code knows."""
    assert text
    rest = TYPED.sub("", text)
    assert "{" not in rest
    assert not SNAKE.search(rest), text
    assert "→" not in rest, text
    if language == "pl":
        assert not {*re.findall(r"\w+", rest)} & (RAW - SAME_WORD_IN_POLISH), text
    if language == "zh":
        assert not re.search("[A-Za-z]{2}", rest), text


def assert_told(language: str, text: str, names: Iterable[str]) -> None:
    """A sentence of what has happened, as a friend says it: not somebody's name, a colon and nouns."""
    assert_spoken(language, text)
    assert not text.startswith(tuple(f"{name}{colon}" for name in names for colon in (": ", "："))), text


@pytest.fixture(scope="module")
def corrected() -> list[tuple[position.Position, Act, tuple[events.Event, ...]]]:
    """Corrections of every kind, in the course of random games, and what comes of them."""
    chance = random.Random(3)
    done = []
    for asked in [*all_asked()][::9]:
        for action in chance.sample(corrections(asked.game), 4):
            act = Act(action.type, {name: filled(shape, chance) for name, shape in action.fields.items()})
            play = Transaction(asked.game, partial(shuffled, "3"))
            try:
                carry_out(play, act)
            except NotInTheBox:
                continue
            done.append((asked.game, act, play.events()))
    return done


@languages
def test_every_event_of_a_game_is_told_with_its_reasons_and_its_move(language: str):
    called = {seed: seat_names(language, setup_of(seed)) for seed in range(GAMES)}
    for seed, before, event in all_happened():
        names = called[seed]
        text = event_sentence(language, event, names, before)
        if text is not None:
            assert_told(language, text, names)
        move = hands_sentence(language, event, names, before)
        if move is not None:
            assert_spoken(language, move)
        for cited, why in explained(language, event.why, names):
            assert cited
            assert_told(language, why, names)


def test_every_event_of_a_game_is_by_a_rule_that_there_is():
    for _, before, event in all_happened():
        if not isinstance(event, events.AgendaSet):
            rules = cited_rules(event, before, event.why)
            assert rules, event
            assert {*rules} <= {*REFERENCE}, event


@languages
def test_every_question_button_field_and_option_of_a_game_has_a_label(language: str):
    for game, asked, act in all_asked():
        names = seat_names(language, game.setup)
        assert_spoken(language, question(language, asked, game, names))
        assert_spoken(language, name_in("undo", Telling(language, names, game), act))
        for action in asked.actions:
            assert_spoken(language, button(language, action, asked.step, game))
            for name, shape in action.fields.items():
                assert_labelled(language, action.type, name, shape, game=game, names=names)


@languages
def test_every_correction_has_its_labels_and_its_lines(language: str, corrected):
    assert {act.type for _, act, _ in corrected} >= {"set_cubes", "set_ruling", "move_item", "overrule_cell_block"}
    for game, act, new in corrected:
        names = seat_names(language, game.setup)
        assert_spoken(language, name_in("undo", Telling(language, names, game), act))
        before = game
        for event in new:
            text = event_sentence(language, event, names, before)
            if text is not None:
                assert_told(language, text, names)
            if event.why and event.why[0].key in LIES_SO:
                assert hands_sentence(language, event, names, before) is None
            for _, why in explained(language, event.why, names):
                assert_told(language, why, names)
            before = evolve(before, event)


@languages
def test_every_field_of_a_correction_has_a_label(language: str):
    for game, _, _ in [*all_asked()][::60]:
        names = seat_names(language, game.setup)
        for action in corrections(game):
            assert_spoken(language, button(language, action, None, game))
            for name, shape in action.fields.items():
                assert_labelled(language, action.type, name, shape, game=game, names=names)


def assert_labelled(language: str, kind: str, name: str, shape: Schema, *, game: position.Position, names: Any) -> None:
    assert_spoken(language, field(language, name, names))
    match shape:
        case ChoiceField(options, _, _, _, barred):
            # One cube of a colour is as good as another.
            known: list[Any] = []
            known += (one for one in options if one not in known)
            for one in (*known, *(one for one, _ in barred)):
                assert_spoken(language, option(language, kind, name, one, game=game, names=names))
            for _, text in explained(language, [why for _, why in barred], names):
                assert_spoken(language, text)
        case EnumField(options):
            for one in options:
                assert_spoken(language, option(language, kind, name, one, game=game, names=names))
        case ListField(entry):
            assert_labelled(language, kind, name, entry, game=game, names=names)
        case ObjectField(members):
            for member, inner in members.items():
                assert_labelled(language, kind, member, inner, game=game, names=names)


@languages
def test_every_refusal_says_what_is_possible(language: str):
    chance = random.Random(5)
    refused: set[str] = set()
    for game, waiting, act in [*all_asked()][::25]:
        names = seat_names(language, game.setup)
        wrong = {name: chance.choice([["moon"], [], [0, 0], [-1], "moon", None, {}, 9, [7]]) for name in act.values}
        for tried in (Act("moon"), Act(act.type, wrong), Act(act.type, {**act.values, "moon": 1}), Act(act.type)):
            try:
                checked(waiting, tried)
            except IllegalAct as no:
                for fault in no.faults:
                    refused.add(fault.key)
                    text = refusal(language, fault, tried, waiting, game=game, names=names)
                    assert text
                    assert "{" not in text
    assert refused >= {"act.not_now", "shape.not_offered", "shape.choose", "shape.missing", "shape.unknown"}


@languages
def test_what_is_asked_on_the_way_back_to_full_depth_has_its_labels(language: str):
    light = Setup(guards=None, difficulty=None, starts=(Start(),) * 3, depth=Depth.LIGHT)
    shuffle: Any = partial(shuffled, "1")
    game = replay(begin(light, shuffle))
    for done in (Act("begin_round"), None):
        new = (
            correct(game, Act("set_depth", {"depth": ["full"]}), shuffle)
            if done is None
            else decide(game, done, shuffle)
        )
        game = replay(new, game)
    names = seat_names(language, game.setup)
    asked = prompt(game)
    assert_spoken(language, question(language, asked, game, names))
    for action in asked.actions:
        for name, shape in action.fields.items():
            assert_labelled(language, action.type, name, shape, game=game, names=names)


def test_a_field_of_a_seat_names_it():
    names = ("Vera", "Isaac")
    assert [field("en", name, names) for name in ("side_1", "strength_0")] == ["Isaac", "Vera: strength"]


def test_the_games_are_such_that_much_happens():
    done = {act.type for _, _, act in all_asked()}
    assert done >= DULL - {"keep"} | {
        "swap",
        "recruit",
        "craft",
        "reserve",
        "pay",
        "exchange_for",
        "play_tome",
        "strengthen",
    }
    assert {type(event) for _, _, event in all_happened()} >= {events.DiscardsShuffled, events.LeaderTaken}


# Every kind of event


OPENED = replay(
    [
        events.Began(Setup(cubes=dict.fromkeys(Cube, 9), cards=dict.fromkeys(Kind, 9))),
        events.PhaseBegan(2, Phase.LIGHTS_OUT),
        events.Dealt((GuardFace(5),) * 5, ("sewers", "off_duty")),
        events.GuardCardLaid(Location.SMITHY),
        events.Assigned(0, Location.SMITHY, (4,), (2, "lookout")),
        events.LocationOpened(Location.SMITHY),
        events.CardDrawn(0, ItemFace(Item(5, {Resource.SCRAP: 2}, 1)), DISPLAY, 1),
        events.CardDrawn(1, GoonFace(Goon.RATMAN, 2), (Zone.SPACE, Location.SEWERS)),
        events.TomesMoved(3, None, 0),
    ]
)
FLOOR = Reason("L-18", "reward.tomes", {"side": "0", "rank": 1, "kind": "tomes", "draw": 3, "keep": 1})
TOLD: list[tuple[Any, str | None, str | None]] = [
    (events.Began(Setup()), "The game begins.", None),
    (events.PhaseBegan(3, Phase.PATROL), "Round 3 of 6: patrol.", None),
    (
        events.Dealt((), ()),
        "The guard and location cards are shuffled.",
        "Shuffle the guard cards, and the location cards.",
    ),
    (
        events.GuardCardLaid(Location.SEWERS),
        "A face-down guard card comes to the Sewers.",
        "Place the top guard card face down at the Sewers.",
    ),
    (events.GuardCardTurned(0, GuardFace(3)), "The guard card at the Smithy shows 3.", None),
    (
        events.GuardCardTurned(0, GuardFace("power", True)),
        "The guard card at the Smithy shows power cubes, special.",
        None,
    ),
    (
        events.GuardCardLooked(0, None),
        "A guard card at the Smithy is looked at and stays face down.",
        "Look at a face-down guard card at the Smithy.",
    ),
    (events.DeckLooked("guards", GuardFace(4)), "The top guard card shows 4.", None),
    (events.DeckLooked("locations", "off_duty"), "The top location card shows OFF DUTY.", None),
    (events.DeckLooked("guards", None), "The top guard card is looked at.", None),
    (
        events.GuardCardMoved(0, Location.LIBRARY),
        "A guard card goes from the Smithy to the Library.",
        "Move the guard card from the Smithy to the Library.",
    ),
    (
        events.GuardCardMoved(0, None),
        "A guard card is taken away from the Smithy.",
        "Take the guard card away from the Smithy.",
    ),
    (events.LocationCardTurned("chow_hall"), "The location card shows Chow Hall.", None),
    (
        events.Assigned(0, Location.SEWERS, (3, "enforcer"), (5,)),
        "You place token 3, the enforcer and 1 face-down token at the Sewers.",
        "Place your 3, your enforcer and 1 face-down token at the Sewers.",
    ),
    (events.TokensMoved(0, (4,), None), "You have token 4 back home.", "Take your 4 back."),
    (
        events.TokensMoved(0, (4,), Location.LIBRARY),
        "You have token 4 at the Library now.",
        "Move your 4 to the Library.",
    ),
    (
        events.TokensTurned(Location.SMITHY),
        "All tokens at the Smithy are face up.",
        "Turn the tokens at the Smithy face up.",
    ),
    (events.TokensTurned(Location.SEWERS), None, None),
    (events.Passed(0), "You pass with 3 tokens left.", None),
    (events.Strengthened(1, Location.SMITHY, 2), "The guards have +2 strength at the Smithy this round.", None),
    (events.LocationOpened(Location.SMITHY), "4. Lights out at the Smithy.", None),
    (events.LocationOpened(None), None, None),
    (events.Moved(Cube.IRON, 2, None, 1), "The guards take 2 iron.", "Put 2 iron on the guard board."),
    (events.Moved(Cube.IRON, 2, None, 0), "You take 2 iron.", "Take 2 iron from the supply."),
    (events.Moved(Cube.POTION, 1, 0, None), "You return 1 potion.", "Return 1 potion to the supply."),
    (
        events.Moved(Cube.SUSPICION, 3, Location.SMITHY, 1),
        "The guards take 3 suspicion cubes from the Smithy.",
        "Move 3 suspicion cubes from the Smithy to the guard board.",
    ),
    (
        events.Moved(Cube.SUSPICION, 1, None, Location.SEWERS),
        "1 suspicion cube goes to the Sewers.",
        "Put 1 suspicion cube at the Sewers.",
    ),
    (
        events.Moved(Cube.SUSPICION, 1, 1, 0),
        "The guards give 1 suspicion cube to you.",
        "Take 1 suspicion cube from the guard board.",
    ),
    (
        events.Moved(Cube.SUSPICION, 1, 0, 1),
        "You give 1 suspicion cube to the guards.",
        "Move 1 suspicion cube from your board to the guard board.",
    ),
    (
        events.Scored(1, 2),
        "The guards have 12 reputation now (+2).",
        "Move the guards to 12 on the reputation track.",
    ),
    (events.Scored(0, -4), "You have 6 reputation now (\u22124).", "Move to 6 on the reputation track."),
    (events.MarkerMoved(0), "You take the first player marker.", "Take the first player marker."),
    (events.MarkerMoved(1), "The guards keep the first player marker.", None),
    (events.StorageSet(0, 6), "You store up to 6 resources from now on.", None),
    (
        events.CardDrawn(2, ItemFace(), DISPLAY, 2),
        "A new item comes to display space 3.",
        "Put the top item card on display space 3.",
    ),
    (
        events.CardDrawn(2, GoonFace(Goon.DEMON, 1), (Zone.SPACE, Location.CHOW_HALL)),
        "The Demon comes to the Chow Hall with 1 suspicion icon.",
        "Put the top goon card at the Chow Hall.",
    ),
    (
        events.CardMoved(1, (Zone.SPACE, Location.SEWERS), (Zone.SPACE, Location.SMITHY)),
        "The Ratman goes from the Sewers to the Smithy.",
        "Move the goon from the Sewers to the Smithy.",
    ),
    (
        events.CardMoved(1, (Zone.SPACE, Location.SEWERS), (Zone.GOONS, 1)),
        "The guards take the Ratman from the Sewers.",
        "Put the goon from the Sewers next to the guard board.",
    ),
    (
        events.CardMoved(0, DISPLAY, (Zone.CRAFTED, 0)),
        "You craft an item worth 5 from display space 2.",
        "Take item 2 from the display.",
    ),
    (
        events.CardMoved(0, DISPLAY, (Zone.RESERVE, 1)),
        "The guards reserve an item worth 5 from display space 2.",
        "Reserve item 2 from the display for the guards.",
    ),
    (events.CardReturned(0, DISPLAY), "An item worth 5 goes from display space 2 to the deck.", None),
    (
        events.FaceTyped(0, ItemFace(Item(7, {Resource.IRON: 1}, 2))),
        "An item is worth 7 and costs 1 iron and 2 of any kind.",
        None,
    ),
    (events.FaceTyped(1, GoonFace(Goon.RATMAN, 2, effects=())), "The app now knows what the Ratman shows.", None),
    (
        events.DiscardsShuffled(),
        "The discarded goons are shuffled into a new deck.",
        "Shuffle the discarded goons into a new deck.",
    ),
    (
        events.TomesMoved(1, None, 0, (FLOOR,)),
        "You draw 1 tome.",
        "Draw 3 tomes, keep 1, put the rest under the deck.",
    ),
    (events.TomesMoved(2, None, 0), "You draw 2 tomes.", "Draw 2 tomes."),
    (events.TomesMoved(1, 0, "discards"), "You discard 1 tome.", "Discard 1 tome."),
    (
        events.TomesMoved(2, "discards", None),
        "2 tomes go from the discards to the deck.",
        "Shuffle the discarded tomes and put them under the deck.",
    ),
    (events.LeaderTaken(1), "The guards take the leader goal.", "Give the guards the leader goal."),
    (
        events.LeaderTaken(0, (Reason("O-10", "game.leader", {"side": 0, "counts": (3, 2), "what": "gem"}),)),
        "You take the leader goal. Gems: 3 to 2.",
        "Take the leader goal.",
    ),
    (events.LeaderTaken(None), "Nobody has the leader goal.", None),
    (
        events.GoalsSet(LeaderGoal(Goon.DEMON, 2), EndGoal("majority", "items_with_gold")),
        "The leader goal counts Demons, from 2 on. The end game goal is for the most items that cost gold.",
        None,
    ),
    (events.GoalsSet(None, None), "There is no leader goal. There is no end game goal.", None),
    (
        events.RulingSet("unused_tokens", "library"),
        "House ruling: Crew tokens never assigned in roll call: where are they in lights out? Now: in the Library.",
        None,
    ),
    (events.DealingSet(Dealing.APP, FACES), "From the next round on the app deals.", None),
    (events.HintSet(OddsFor.NOBODY), "From now on nobody may ask for a hint.", None),
    (events.HintSet(OddsFor.ME), "From now on only you may ask for a hint.", None),
    (events.HintSet(OddsFor.ALL), "From now on everyone may ask for a hint.", None),
    (events.OddsSet(OddsFor.NOBODY), "From now on no odds are shown.", None),
    (events.OddsSet(OddsFor.ME), "From now on only you see the odds. Tap a location in roll call.", None),
    (events.OddsSet(OddsFor.ALL), "From now on everyone sees the odds, on the second screen too.", None),
    (events.BoxCounted(Cube.SUSPICION, 13), "The box has 13 suspicion cubes.", None),
    (events.BoxCounted(Kind.TOME, 20), "The box has 20 tomes.", None),
    (events.Overruled("suspicion", 1), "The table decides on the suspicion: Guards.", None),
    (events.Overruled("commissary", "nothing"), "The table decides at the Commissary: nothing.", None),
    (events.Overruled("chow_hall", ("sewers",)), "The table decides at the Chow Hall: Sewers.", None),
    (events.Overruled("cell_block", {"craft": 0}), "The table decides at the Cell Block: craft Item worth 5.", None),
    (
        events.Overruled("exchange", {"give": "gold", "get": "iron"}),
        "The table decides on the exchange: gold for iron.",
        None,
    ),
    (events.Overruled("exchange", None), None, None),
    (events.Counted(1, "goal_points", 4), "The guards score 4 for the end game goal.", None),
    (events.Counted(0, "gem", 2, CORRECTION), "You count 2 (gems).", None),
    (events.Counted(0, "suspicion_before", 2), None, None),
    (events.Answered(0), "You say who is at the Smithy.", None),
    (events.StrengthStated(0, Location.SMITHY, 7, why=TOLD_AT_THE_TABLE), "You have strength 7 at the Smithy.", None),
    (
        events.StrengthStated(0, Location.SMITHY, 0, lookout=True, why=TOLD_AT_THE_TABLE),
        "You have strength 0 and the lookout at the Smithy.",
        None,
    ),
    (events.StrengthStated(0, Location.SMITHY, 0, why=TOLD_AT_THE_TABLE), "You have nobody at the Smithy.", None),
    (
        events.StrengthStated(0, Location.LIBRARY, 7, why=(Reason("L-8", "lights_out.to_library", {"side": 0}),)),
        "You have strength 7 at the Library.",
        None,
    ),
    (
        events.StrengthStated(0, Location.SMITHY, 0),
        "You have nobody at the Smithy.",
        "Move the tokens you had at the Smithy to the Library.",
    ),
    (
        events.StrengthStated(0, Location.SMITHY, 7),
        "You have strength 7 at the Smithy.",
        "Move the tokens that came from the Smithy back there.",
    ),
    (events.InstantSet(there=True, side=0), "You take the instant goal.", None),
    (events.InstantSet(there=True), "Nobody has the instant goal.", None),
    (events.InstantSet(there=False), "There is no instant goal.", None),
    (events.DepthSet(Depth.LIGHT), "From now on the app tracks only suspicion, raids and goals.", None),
    (events.DepthSet(Depth.FULL), "From now on the app follows every cube and card.", None),
    (events.RollCallSet(in_app=True), "From now on roll call is in the app too, token by token.", None),
    (
        events.RollCallSet(in_app=False),
        "From now on roll call is only on the board. At each location the app asks who is there.",
        None,
    ),
    (events.AwaySet(0, away=True), "You leave the seat empty.", None),
    (events.AwaySet(0, away=False), "You play again.", None),
    (events.SidesSet((Start(),) * 3), "3 players sit at the table.", None),
    (events.Assigned(0, Location.SMITHY, (3,), (), TOLD_AT_THE_TABLE), "You have token 3 at the Smithy.", None),
    (
        events.Noted((Reason("L-3", "lights_out.empty", {"location": Location.SEWERS}),)),
        "Nobody is at the Sewers: everything there stays.",
        None,
    ),
    (
        events.Noted(
            (
                Reason(
                    "L-2", "location.strength", {"side": "0", "strength": 9, "rank": 1, "tokens": (4, 5), "power": 1}
                ),
                Reason(
                    "Z-9",
                    "location.guards_strength",
                    {"side": "1", "strength": 5, "rank": 2, "cards": (5,), "power": 1},
                ),
            )
        ),
        "At the Smithy you have 9, the guards have 5.",
        None,
    ),
    (events.Noted(), None, None),
    (events.AgendaSet(()), None, None),
]


@pytest.mark.parametrize(("event", "text", "move"), TOLD)
def test_an_event_is_told_and_its_move_is_said(event: Any, text: str | None, move: str | None):
    names = seat_names("en", OPENED.setup)
    assert event_sentence("en", event, names, OPENED) == text
    assert hands_sentence("en", event, names, OPENED) == move


@languages
@pytest.mark.parametrize(("event", "text", "move"), TOLD)
def test_an_event_is_told_in_every_language(language: str, event: Any, text: str | None, move: str | None):
    names = seat_names(language, OPENED.setup)
    for said, english in ((event_sentence, text), (hands_sentence, move)):
        found = said(language, event, names, OPENED)
        assert (found is None) == (english is None)
        if found is not None:
            assert_spoken(language, found)


def test_every_kind_of_event_is_told_but_few():
    told = {type(event) for event, text, _ in TOLD if text is not None}
    assert {*get_args(events.Event)} - told == SILENT


@languages
@pytest.mark.parametrize("source", ["reserve", "crafted"])
def test_where_a_card_lies_is_told_also_for_others(language: str, source: str):
    spot = (Zone(source), 1)
    game = replay([events.CardMoved(0, DISPLAY, spot)], OPENED)
    names = seat_names(language, game.setup)
    assert_spoken(language, option(language, "move_item", "card", 0, game=game, names=names))
    assert_spoken(language, event_sentence(language, events.CardMoved(0, spot, DISPLAY, 2), names, game))


# Single sentences


def test_a_seat_has_its_name_or_its_number():
    assert seat_names("en", Setup()) == ("You", "Guards")
    assert seat_names("pl", Setup(), {0: "Żaneta"}) == ("Żaneta", "Strażnicy")
    assert seat_names("en", Setup(guards=None, starts=(Start(),) * 3), {1: "Vera"}) == ("Seat 1", "Vera", "Seat 3")
    assert is_given("Seat 2", SEAT_NAMES)


def test_names_stand_for_seats_as_numbers_and_as_digits():
    names = ("Vera", "Isaac", "Stan")
    tie = named(Reason("L-4", "location.tie", {"sides": ("2", "0"), "strength": 4, "holder": "0"}), names)
    assert tie.data == {"sides": ("Stan", "Vera"), "strength": 4, "holder": "Vera"}
    given = named(Reason("C-3", "effect.give_suspicion", {"side": 1, "other": 2}), names)
    assert explained("en", [given._replace(data={"side": 1, "other": 2})], names) == [
        ("C-3", "Isaac gives 1 suspicion cube to Stan, by the card.")
    ]
    assert named(Reason("O-11", "correction.leader", {"side": None}), names).data == {"side": "\u2013"}


def test_a_bonus_is_written_with_its_sign():
    more = Reason("T-2", "location.bonus", {"side": "0", "bonus": 2})
    fewer = Reason("T-2", "tome.strengthened", {"side": 1, "by": -3, "location": Location.SEWERS})
    assert explained("en", (more, fewer), ("You", "Guards")) == [
        ("T-2", "You have +2 strength here for this round."),
        ("T-2", "By a tome the guards have \u22123 strength at the Sewers."),
    ]


def test_where_several_people_play_a_move_says_whose_it_is():
    setup = Setup(guards=None, starts=(Start(),) * 3, cubes=dict.fromkeys(Cube, 9))
    game = replay([events.Began(setup)])
    names = seat_names("en", setup, {0: "Vera", 1: "Isaac"})
    assert (
        hands_sentence("en", events.Moved(Cube.IRON, 1, None, 0), names, game) == "Vera: take 1 iron from the supply."
    )
    assert (
        hands_sentence("en", events.Moved(Cube.SUSPICION, 1, 0, 1), names, game)
        == "Vera: give 1 suspicion cube to Isaac."
    )


def test_where_the_app_deals_no_guard_card_is_moved_by_hand():
    game = OPENED._replace(setup=Setup(dealing=Dealing.APP))
    for event in (events.GuardCardLaid(Location.SEWERS), events.GuardCardMoved(0, None), events.Dealt((), ())):
        assert hands_sentence("en", event, ("You", "Guards"), game) is None


WAYS_BACK = [
    (
        events.GuardCardTurned(0, None),
        "Turn the guard card at the Smithy face down again.",
        "turn face down at the Smithy",
    ),
    (
        events.GuardCardLaid(Location.SMITHY, (Reason("Z-5", "roll_call.comes", {}),)),
        "Put the guard card from the Smithy back on its deck, face down.",
        "from the Smithy to its deck, face down",
    ),
    (
        events.GuardCardMoved(0, None),
        "Bring the guard card back to the Smithy, face down.",
        "to the Smithy, face down",
    ),
]
"""What a guard card at the Smithy has done; what hands do to take it back, and the same in short."""


@pytest.mark.parametrize(("event", "sentence", "phrase"), WAYS_BACK)
def test_a_guard_card_goes_back_where_it_was_and_lies_face_down_there(event: Any, sentence: str, phrase: str):
    names = seat_names("en", OPENED.setup)
    (back,) = reversed_moves(netted(each_move([event], OPENED, told=True)))
    assert move_sentence("en", back, names, OPENED) == sentence
    assert move_phrase("en", back, names, OPENED, None) == phrase


PEOPLE = Setup(guards=None, starts=(Start(),) * 3, cubes=dict.fromkeys(Cube, 9), cards=dict.fromkeys(Kind, 9))
PLAYED = replay(
    [
        events.Began(PEOPLE),
        events.CardDrawn(0, ItemFace(Item(5, {Resource.SCRAP: 2}, 1)), DISPLAY, 1),
        events.CardDrawn(1, GoonFace(Goon.CULTIST, 2), (Zone.SPACE, Location.SEWERS)),
        events.Moved(Cube.SUSPICION, 4, None, Location.SEWERS),
        events.Moved(Cube.SUSPICION, 2, None, 0),
        events.LeaderTaken(1),
    ]
)
TAKEN_BACK: list[tuple[Any, str, str, str]] = [
    (
        events.Moved(Cube.SUSPICION, 4, Location.SEWERS, 0),
        "Vera: put 4 suspicion cubes from your board back at the Sewers.",
        "Vera: odłóż 4 kostki podejrzeń ze swojej planszetki do kanałów.",
        "Vera：把你的 4 个可疑方块放回下水道。",
    ),
    (
        events.Moved(Cube.SUSPICION, 1, 0, 1),
        "Isaac: give 1 suspicion cube to Vera.",
        "Isaac: przekaż 1 kostkę podejrzeń graczowi Vera.",
        "Isaac：把 1 个可疑方块交给Vera。",
    ),
    (
        events.CardMoved(1, (Zone.SPACE, Location.SEWERS), (Zone.GOONS, 0)),
        "Vera: put your goon back at the Sewers (Cultist).",
        "Vera: odłóż swojego zbira do kanałów (Kultysta).",
        "Vera：把你的暴徒放回下水道（邪教者）。",
    ),
    (
        events.CardMoved(0, DISPLAY, (Zone.CRAFTED, 0)),
        "Vera: put your crafted item back on display space 2 (Item worth 5).",
        "Vera: odłóż swój kupiony fant na miejsce 2 wystawy (Fant wart 5).",
        "Vera：把你制作的物品放回展示格 2（价值 5 的物品）。",
    ),
    (
        events.TomesMoved(2, None, 0),
        "Vera: put 2 tomes back on the deck.",
        "Vera: odłóż 2 księgi na talię.",
        "Vera：把 2 张典籍放回牌堆。",
    ),
    (
        events.LeaderTaken(2),
        "Isaac: take the leader goal.",
        "Isaac: weź cel lidera.",
        "Isaac：拿最佳目标。",
    ),
    (
        events.MarkerMoved(1),
        "Vera: take the first player marker.",
        "Vera: weź znacznik pierwszego gracza.",
        "Vera：拿起始玩家标记。",
    ),
]
"""What was done at a table of people; what hands do to take it back."""


@pytest.mark.parametrize(("event", "en", "pl", "zh"), TAKEN_BACK)
def test_what_is_taken_back_is_said_as_a_friend_says_it(event: Any, en: str, pl: str, zh: str):
    (back,) = reversed_moves(netted(each_move([event], PLAYED)))
    for language, text in (("en", en), ("pl", pl), ("zh", zh)):
        assert move_sentence(language, back, ("Vera", "Isaac", "Stan"), PLAYED) == text


def test_cubes_from_somebody_else_are_taken_by_whoever_gets_them():
    (move,) = each_move([events.Moved(Cube.SUSPICION, 1, 0, 1)], PLAYED)
    told = move_sentence("en", move, ("Vera", "Isaac", "Stan"), PLAYED)
    assert told == "Isaac: take 1 suspicion cube from Vera."


@rule("V-1")
@languages
def test_an_item_that_goes_back_into_a_reserve_is_not_named(language: str):
    reserved = replay([events.CardMoved(0, DISPLAY, (Zone.RESERVE, 0))], PLAYED)
    (back,) = reversed_moves(each_move([events.CardMoved(0, (Zone.RESERVE, 0), (Zone.CRAFTED, 0))], reserved))
    assert "5" not in move_sentence(language, back, ("Vera", "Isaac", "Stan"), reserved)


def a_move_of_every_kind() -> Iterator[tuple[Move, position.Position]]:
    """Of what hands do in random games, and to take it back: the first of each kind."""
    known: set[Any] = set()
    for _, before, event in (one for seed in range(min(GAMES, 30)) for one in played(seed)[0]):
        net = netted(each_move((event,), before))
        for move in (*net, *reversed_moves(net)):
            ends = [(one.area, isinstance(one.of, int)) for one in (move.source, move.target)]
            kind = (move.piece, move.how, *ends, move.side is None or move.side == before.setup.guards)
            if kind not in known:
                known.add(kind)
                yield move, before


def test_no_move_and_no_way_back_of_a_game_is_told_with_an_arrow():
    told = {
        move_sentence(language, move, seat_names(language, game.setup), game)
        for move, game in a_move_of_every_kind()
        for language in LANGUAGES
    }
    assert {text for text in told if "→" in text} == set()


def test_a_card_that_is_turned_at_the_place_that_is_spoken_of_is_told_without_it():
    names = seat_names("en", OPENED.setup)
    (back,) = reversed_moves(netted(each_move([events.GuardCardTurned(0, None)], OPENED, told=True)))
    assert move_phrase("en", back, names, OPENED, Location.SMITHY) == "turn face down"


@pytest.mark.parametrize("key", sorted(LIES_SO))
def test_after_a_correction_or_a_beginning_in_the_middle_nothing_is_moved(key: str):
    event = events.Moved(Cube.IRON, 2, None, 1, (Reason("E-14", key),))
    assert hands_sentence("en", event, ("You", "Guards"), OPENED) is None


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (
            Act("assign", {"location": ["sewers"], "tokens": [3, 5], "face_down": [5]}),
            "Undo: token 3 and 5 (face down) at the Sewers",
        ),
        (Act("assign", {"location": ["sewers"], "tokens": [5]}), "Undo: token 5 at the Sewers"),
        (Act("begin_round"), "Undo: round 3"),
        (Act("resolve"), "Undo: 4 Smithy"),
        (Act("turn_guard_card", {"card": [0]}), "Undo: the guard card at the Smithy"),
        (
            Act("set_cubes", {"place": ["sewers"], "cube": ["suspicion"], "number": 4}),
            "Undo: suspicion cubes at the Sewers from 0 to 4",
        ),
        (Act("set_storage", {"side": [0], "number": 6}), "Undo: your storage limit from 5 to 6"),
        (Act("set_tomes", {"holder": ["out"], "number": 2}), "Undo: tomes (out of the game) from 0 to 2"),
        (
            Act("set_phase", {"round": 4, "phase": ["roll_call"]}),
            "Undo: round 2 (lights out) to round 4 (roll call)",
        ),
        (Act("go_to_location", {"location": ["smithy"]}), "Undo: lights out at the Smithy"),
        (Act("set_roll_call", {"roll_call": ["app"]}), "Undo: roll call in the app or on the board"),
        (Act("set_odds", {"odds": ["all"]}), "Undo: odds in roll call"),
        (Act("set_hint", {"hint": ["all"]}), "Undo: hint in roll call"),
        (Act("unheard_of"), "Undo: the last action"),
    ],
)
def test_an_undo_names_what_it_takes_back(act: Act, text: str):
    assert name_in("undo", Telling("en", ("You", "Guards"), OPENED), act) == text


@languages
@pytest.mark.parametrize(
    ("act", "side"),
    [
        (Act("set_reputation", {"side": [0], "number": 11}), 0),
        (Act("set_cubes", {"place": [0], "cube": ["suspicion"], "number": 4}), 0),
        (Act("set_marker", {"side": [0]}), 0),
        (Act("set_cubes", {"place": ["sewers"], "cube": ["suspicion"], "number": 4}), None),
        (Act("move_suspicion", {"cubes": ["sewers"], "to": [0]}), 0),
        (Act("set_storage", {"side": [0], "number": 4}), 0),
        (Act("set_tomes", {"holder": ["out"], "number": 4}), None),
    ],
)
def test_who_changes_the_own_number_is_named_once_and_who_changes_anothers_beside_its_owner(
    language: str, act: Act, side: int | None
):
    names = ("Feather", "Die")
    opened = OPENED._replace(setup=PEOPLE)
    telling = Telling(language, names, opened)
    assert report(telling, act, 0).count("Feather") == 1
    told = report(telling, act, 1)
    assert (told.count("Feather"), told.count("Die")) == (0 if side is None else 1, 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Vera: round 2 (lights out) to round 4 (roll call)."),
        ("pl", "Vera: runda 2 (cisza nocna), teraz runda 4 (apel)."),
        ("zh", "Vera：第 2 回合（熄灯）改为第 4 回合（点名）。"),
    ],
)
def test_a_corrected_round_is_told_with_where_the_game_was_and_where_it_goes_on(language: str, text: str):
    act = Act("set_phase", {"round": 4, "phase": ["roll_call"]})
    assert report(Telling(language, ("Vera", "Isaac"), OPENED), act, 0) == text


@languages
def test_every_act_of_a_game_is_told_to_others_in_a_sentence(language: str):
    shuffle: Any = partial(shuffled, "5")
    for game, _, act in [*all_asked()][::7]:
        try:
            done = decide(game, act, shuffle)
        except IllegalAct:
            done = ()
        for events_ in ((), done):
            telling = Telling(language, seat_names(language, game.setup, {0: "Vera"}), game)
            text = report(telling, act, 0, events=events_)
            assert_spoken(language, text.replace("Vera", ""))
            assert "Vera" in text


def test_whatever_can_be_done_has_its_name():
    offered = {action.type for _, asked, _ in all_asked() for action in asked.actions}
    assert {one for one in offered if not has_own_name(Act(one))} == set()


TAKEN = events.CardMoved(1, (Zone.SPACE, Location.SEWERS), (Zone.GOONS, 0))
CRAFTED = events.CardMoved(0, DISPLAY, (Zone.CRAFTED, 0))
PAID = events.Moved(Cube.POTION, 1, 0, None)
FOLLOWS = events.Noted((Reason("L-10", "lights_out.told"),))
RAN_OUT = events.Passed(0, (Reason("R-5", "roll_call.no_token_left"),))
LIES = events.Assigned(0, Location.SMITHY, (3,), (), (Reason("L-10", "lights_out.told"),))
PEOPLE = Setup(guards=None, difficulty=None, starts=(Start(),) * 2)


@pytest.mark.parametrize(
    ("act", "done", "text"),
    [
        (
            Act("pay", {"cubes": ["potion"]}),
            (PAID, TAKEN),
            "Vera returns 1 potion. Vera takes the Ratman from the Sewers.",
        ),
        (Act("recruit", {"goons": ["sewers"]}), (TAKEN,), "Vera takes the Ratman from the Sewers."),
        (Act("recruit", {"goons": ["sewers"]}), (), "Vera: recruiting the Ratman."),
        (Act("craft", {"card": [0]}), (), "Vera: crafting an item worth 5."),
        (
            Act("craft", {"card": [0]}),
            (events.Moved(Cube.IRON, 2, 0, None), PAID, CRAFTED),
            "Vera returns 2 iron and 1 potion. Vera crafts an item worth 5 from display space 2.",
        ),
        (Act("take"), (events.Moved(Cube.IRON, 2, None, 0),), "Vera takes 2 iron."),
        (Act("take"), (events.Moved(Cube.IRON, 2, None, 0), FOLLOWS), "Vera takes 2 iron."),
        (
            Act("take"),
            (events.LocationOpened(None), events.Moved(Cube.IRON, 2, None, 0)),
            "Vera: the reward at the Smithy.",
        ),
        (Act("take"), (events.TomesMoved(2, None, 0),), "Vera draws 2 tomes."),
        (Act("swap"), (PAID, events.Moved(Cube.GOLD, 1, None, 0)), "Vera returns 1 potion. Vera takes 1 gold."),
        (Act("give", {"side": [1]}), (events.Moved(Cube.SUSPICION, 1, 0, 1),), "Vera gives 1 suspicion cube to Isaac."),
        (Act("give", {"side": [1]}), (), "Vera: suspicion to Isaac."),
        (Act("decline"), (), "Vera: reward declined at the Smithy."),
        (Act("decline_instead", {"side": [0]}), (PAID,), "Vera: reward declined at the Smithy."),
        (Act("claim_instant", {"side": [0], "points": 2}), (), "Vera: the instant goal (+2)."),
        (Act("pass", {"side": [0]}), (events.Passed(0),), "Vera passes with 3 tokens left."),
        (
            Act("assign", {"location": ["sewers"], "tokens": [3, 5], "face_down": [5]}),
            (events.Assigned(0, Location.SEWERS, (3,), (5,)), RAN_OUT),
            "Vera places token 3 and 1 face-down token at the Sewers.",
        ),
        (Act("enter_tokens", {"side": [0], "tokens": [3]}), (LIES,), "Vera: the tokens at the Smithy."),
    ],
)
def test_others_are_told_what_somebody_has_done_and_not_how_it_was_entered(act: Act, done: Any, text: str):
    telling = Telling("en", ("Vera", "Isaac"), OPENED)
    assert report(telling, act, 0, events=done) == text
    assert report(telling, act, 1, events=done, stands_in=0) == f"Isaac chose for Vera: {text}"


@pytest.mark.parametrize(
    ("act", "done", "text"),
    [
        (
            Act("pass", {"side": [0]}),
            events.Passed(0),
            "Vera passes with 3 tokens left. Entered by Isaac.",
        ),
        (
            Act("set_token", {"token": [{"side": 0, "token": 4}], "to": ["sewers"]}),
            events.TokensMoved(0, (4,), Location.SEWERS),
            "Vera has token 4 at the Sewers now. Entered by Isaac.",
        ),
        (
            Act("set_cubes", {"place": [0], "cube": ["iron"], "number": 2}),
            events.Moved(Cube.IRON, 2, None, 0, (Reason("E-14", "correction.table_is_right"),)),
            "Isaac: Vera’s iron from 0 to 2.",
        ),
    ],
)
def test_what_somebody_enters_for_another_is_told_of_that_one_with_who_entered_it(act: Act, done: Any, text: str):
    assert report(Telling("en", ("Vera", "Isaac"), OPENED._replace(setup=PEOPLE)), act, 1, events=(done,)) == text


def test_how_many_tomes_somebody_has_is_told_to_nobody_else():
    act, telling = Act("set_tomes", {"holder": [0], "number": 1}), Telling("en", ("Vera", "Isaac"), OPENED)
    assert report(telling, act, 1) == "Isaac: Vera’s tomes."
    assert report(telling, act, 0) == "Vera’s tomes."
    assert name_in("undo", telling, act) == "Undo: Vera’s tomes from 3 to 1"
    assert name_in("again", telling, act) == "Decide again: Vera’s tomes"


def test_the_item_in_a_reserve_is_not_named():
    reserved = evolve(OPENED, events.CardMoved(0, DISPLAY, (Zone.RESERVE, 0)))
    assert act_name(Telling("en", ("Vera", "Isaac"), reserved), Act("craft", {"card": [0]})) == "crafting an item"


def test_a_card_is_offered_by_where_it_lies_and_what_was_seen_of_it():
    def label(card: GuardCard) -> str:
        game = OPENED._replace(guard_cards=(card,))
        return option("en", "move_guard_card", "card", 0, game=game, names=("You", "Guards"))

    assert label(GuardCard(Location.SMITHY, GuardFace(7001))) == "Smithy"
    assert label(GuardCard(Location.SMITHY, GuardFace(4), looked=True)) == "Smithy, 4"
    assert label(GuardCard(Location.SMITHY, GuardFace(4, True), up=True)) == "Smithy, 4, special"
    assert label(GuardCard(None, None)) == "Off the board"


def test_a_goon_of_no_type_of_the_rulebooks_is_called_as_on_its_key_once_it_is_known() -> None:
    telling = Telling("en", ("Vera", "Stan"), OPENED)
    called = [telling.card(face) for face in (GoonFace(), GoonFace("other"), GoonFace(Goon.DWARF))]
    assert called == ["Goon", "Other goon", "Dwarf"]


def test_tokens_that_lie_face_down_are_only_counted():
    game = OPENED._replace(tokens={(0, 2): TokenOnBoard(Location.SEWERS, face_down=True)})
    event = events.Assigned(0, Location.SEWERS, (), (3, "enforcer"))
    assert event_sentence("en", event, ("Vera", "Isaac"), game) == "Vera places 2 face-down tokens at the Sewers."


def test_a_raid_is_announced_by_the_cubes_that_are_short():
    game = OPENED._replace(agenda=(Step("raid"),), phase=Phase.PATROL)
    short = replay([events.Moved(Cube.SUSPICION, 8, None, 0)], game)
    assert question("en", prompt(short), short, ("You", "Guards")) == "The goons need 2 cubes, 1 left: a raid."
    assert question("en", prompt(game), game, ("You", "Guards")) == "A raid."
    last = game._replace(phase=Phase.LAST_RAID)
    assert question("en", prompt(last), last, ("You", "Guards")) == "Last raid."


@languages
def test_every_step_that_asks_has_its_question(language: str):
    words = catalogue(language)
    for kind, handler in STEPS.items():
        if handler.ask is not None:
            found = [
                one for key, one in GAME.items() if key == f"question.{kind}" or key.startswith(f"question.{kind}.")
            ]
            assert found, kind
            assert all(words.gettext(message.one) for message in found)


@languages
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("phase", Phase),
        ("depth", Depth),
        ("difficulty", Difficulty),
        ("dealing", Dealing),
        ("zone", Zone),
        ("effect", Effect),
    ],
)
def test_every_word_of_a_game_has_a_label(language: str, kind: str, values: type[StrEnum]):
    for value in values:
        assert_spoken(language, word(language, kind, value))


def test_what_a_goal_can_count_has_its_word():
    assert {*cards.COUNTED_AT_THE_END, *DemonValuable, *Valuable, *Resource, *Location, *EditionName} <= {*TERMS}
    assert {f"goon.{goon}" for goon in Goon} <= {*PAGES}
    assert {*Cube} <= {*AMOUNTS}


def test_an_effect_says_what_it_does():
    assert [word("en", "effect", effect) for effect in (Effect.GAIN_IRON, Effect.GAIN_POWER, Effect.STORAGE)] == [
        "Gain 1 iron",
        "Gain 1 power cube",
        "Storage +1",
    ]


def test_a_ruling_is_offered_as_its_question_with_the_answer():
    chosen = {"key": "reserved_items", "value": "ignored"}
    label = option("en", "set_ruling", "ruling", chosen, game=OPENED, names=("You", "Guards"))
    assert label == f"{RULINGS['reserved_items'].one} no"


def test_a_button_names_what_is_taken():
    taken = {
        button("en", action, asked.step, game)
        for game, asked, _ in (one for seed in range(20) for one in played(seed)[1])
        for action in asked.actions
        if action.type in {"take", "swap", "recruit", "pay"}
    }
    assert taken >= {"Take 1 power cube and the marker", "Take 2 iron", "Take 1 resource", "Swap 2 for 1"}
