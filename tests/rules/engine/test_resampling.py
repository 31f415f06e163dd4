"""A game dealt anew for a seat: what the seat sees stays, what it cannot know varies, and how that lay has no say."""

import pickle
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from support.common import rule
from support.random_rules_player import any_act, lively

from companion.rules import Dealing, Difficulty, EditionName, Game, GuardFace, Setup, Start
from companion.rules.engine.secrecy import HIDDEN
from companion.rules.state.cards import ItemFace
from companion.rules.state.pieces import GuardCard, TokenOnBoard, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location

ALONE = {
    "house deck": Setup(EditionName.FIRST, difficulty=Difficulty.EXPERT, dealing=Dealing.HOUSE),
    "own cards": Setup(dealing=Dealing.CARDS),
}
TOGETHER = {"three players": Setup(guards=None, difficulty=None, starts=(Start(),) * 3)}

SEWERS, SMITHY = Location.SEWERS, Location.SMITHY


def moments(setup: Setup) -> Iterator[Game]:
    """Every eighth moment of a random game."""
    chance = random.Random("moments")
    game = Game.new(setup, seed="played")
    while not game.is_over:
        if chance.random() < 0.125:
            yield game
        game = game.play(any_act(lively(game.prompt, chance), chance))


@rule("V-1")
@pytest.mark.parametrize("setup", [*ALONE.values(), *TOGETHER.values()], ids=[*ALONE, *TOGETHER])
def test_what_a_seat_sees_is_the_same_however_often_it_is_dealt_anew(setup: Setup) -> None:
    for game in moments(setup):
        for seat in setup.sides:
            assert game.resample(seat, seed="anew").seen_by(seat) == game.seen_by(seat)


@rule("V-1")
@pytest.mark.parametrize("setup", [*ALONE.values(), *TOGETHER.values()], ids=[*ALONE, *TOGETHER])
def test_what_comes_out_does_not_depend_on_how_the_hidden_pieces_lie(setup: Setup) -> None:
    for game in moments(setup):
        for seat in setup.sides:
            otherwise = game.resample(seat, seed="otherwise")
            assert otherwise.resample(seat, seed="anew") == game.resample(seat, seed="anew")


@pytest.mark.parametrize("setup", ALONE.values(), ids=ALONE)
def test_alone_the_same_may_be_done_and_a_game_dealt_anew_can_be_played_to_its_end(setup: Setup) -> None:
    for game in moments(setup):
        again = game.resample(0, seed="anew")
        assert again.legal_actions == game.legal_actions
        assert again.history == ()
    chance = random.Random("to its end")
    while not again.is_over:
        again = again.play(any_act(again.prompt, chance))
    assert again.position.round == 6


@pytest.mark.parametrize("setup", ALONE.values(), ids=ALONE)
def test_alone_what_a_game_dealt_anew_offers_is_what_its_position_asks(setup: Setup) -> None:
    for game in moments(setup):
        for seat in setup.sides:
            again = game.resample(seat, seed="anew")
            assert again.prompt == Game.at(again.position, seed="anew").prompt


def test_a_game_dealt_anew_is_pickled_without_the_game_that_it_was_dealt_from() -> None:
    for game in moments(ALONE["house deck"]):
        again = game.resample(0, seed="anew")
        pickled = pickle.dumps(again)
        assert b"resampled" not in pickled
        assert pickle.loads(pickled) == again == game.resample(0, seed="anew")
        assert again.start == again.position


@rule("Z-3", "Z-5")
def test_hidden_cards_lie_every_way_alike_and_what_was_seen_stays_where_it_is() -> None:
    one, two, three = (GuardFace(number) for number in (1, 2, 3))
    cards = (GuardCard(SEWERS, three, looked=True), GuardCard(SMITHY, one))
    position = Position(
        Setup(), 1, Phase.ROLL_CALL, guard_deck=(two, three), guard_cards=cards, location_deck=("a", "b")
    )
    game = Game.at(position, seed="played")
    found = Counter[tuple[object, ...]]()
    for number in range(600):
        again = game.resample(0, seed=str(number)).position
        assert again.guard_cards[0] == cards[0]
        found[again.guard_cards[1].face, *again.guard_deck] += 1
        found[again.location_deck] += 1
    orders = [number for order, number in found.items() if len(order) == 3]
    assert len(orders) == 6
    assert min(orders) > 70
    assert max(orders) < 130
    assert 250 < found["a", "b"] < 350


@rule("V-1")
def test_of_others_any_token_not_face_up_may_lie_face_down_and_a_reserved_item_shows_nothing() -> None:
    position = Position(
        Setup(guards=None, difficulty=None, starts=(Start(),) * 2),
        phase=Phase.ROLL_CALL,
        agenda=(Step(StepKind.TURN, 0),),
        tokens={(1, 5): TokenOnBoard(SMITHY, face_down=True), (1, 3): TokenOnBoard(SEWERS)},
        spent=frozenset({(1, 5), (1, 3), (1, 2)}),
        cards={1: ItemFace(name="Spoon")},
        zones={(Zone.RESERVE, 1): (1,)},
        tomes={1: 2},
        counted={(1, "tomes"): 2},
    )
    game = Game.at(position, seed="played")
    found = Counter[object]()
    for number in range(100):
        again = game.resample(0, seed=str(number)).position
        [hidden] = [token for (_, token), laid in again.tokens.items() if laid.face_down]
        assert again.spent == {(1, 3), (1, hidden)}
        assert (again.cards[1], again.tomes, again.counted) == (ItemFace(), {}, {})
        found[hidden] += 1
    assert {*found} == {*position.setup.tokens()} - {3}
    assert HIDDEN not in found
    assert game.resample(1, seed="anew").position == position


def test_rounds_to_come_are_dealt_from_the_seed_that_is_given() -> None:
    game = Game.new(ALONE["house deck"], seed="played")
    decks = set()
    for seed in "abc":
        again = game.resample(0, seed=seed)
        while again.position.round == 0:
            again = again.play(next(again.legal_acts()))
        decks.add(again.position.guard_deck)
    assert len(decks) == 3
