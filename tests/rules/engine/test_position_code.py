"""Positions as one word: they come back as they were, tell nothing hidden, and are refused where they are broken."""

import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from random import Random

import pytest
from support.common import rule
from support.random_rules_player import any_act, lively

from companion.rules import Dealing, Game, InvalidCode, SeenPosition, Setup, Start
from companion.rules.engine import position_code
from companion.rules.state import value_codec

TABLES = {
    "alone": Setup(dealing=Dealing.HOUSE),
    "own cards": Setup(dealing=Dealing.CARDS),
    "three players": Setup(guards=None, difficulty=None, starts=(Start(),) * 3),
}


def moments(setup: Setup) -> Iterator[Game]:
    """Every tenth moment of a random game, and its end."""
    chance = Random("moments")
    game = Game.new(setup, seed="rusty spoon")
    while not game.is_over:
        if chance.random() < 0.1:
            yield game
        game = game.play(any_act(lively(game.prompt, chance), chance))
    yield game


def packed(text: str) -> str:
    small = zlib.compressobj(zdict=position_code._dictionary())
    return position_code.PREFIX + urlsafe_b64encode(small.compress(text.encode()) + small.flush()).decode().rstrip("=")


@pytest.mark.parametrize("setup", TABLES.values(), ids=TABLES)
def test_a_code_is_one_word_for_a_link_and_the_game_goes_on_from_it(setup: Setup) -> None:
    for game in moments(setup):
        code = game.code()
        assert re.fullmatch(r"lockup1\.[A-Za-z0-9_-]+", code)
        assert len(code) < 2000
        assert Game.from_code(f" {code}\n") == game


@rule("V-1")
@pytest.mark.parametrize("setup", TABLES.values(), ids=TABLES)
def test_the_code_of_what_a_seat_sees_is_the_same_however_the_hidden_pieces_lie(setup: Setup) -> None:
    for game in moments(setup):
        for seat in setup.sides:
            seen = game.seen_by(seat)
            assert SeenPosition.from_code(seen.code()) == seen
            assert game.resample(seat, seed="otherwise").seen_by(seat).code() == seen.code()


def test_the_two_kinds_of_code_are_not_taken_for_each_other() -> None:
    game = Game.new(TABLES["alone"], seed="rusty spoon")
    with pytest.raises(InvalidCode, match="what a seat sees"):
        Game.from_code(game.seen_by(0).code())
    with pytest.raises(InvalidCode, match="a whole game"):
        SeenPosition.from_code(game.code())


def test_a_code_begins_with_its_number() -> None:
    code = Game.new(TABLES["alone"], seed="rusty spoon").code()
    with pytest.raises(InvalidCode, match="begins with"):
        Game.from_code(code.removeprefix("lockup1."))


def test_a_code_holds_less_than_a_mebibyte() -> None:
    game = Game.new(TABLES["alone"], seed="rusty spoon")
    value = value_codec.dump(value_codec.encoded({"position": game.position, "seed": "rusty spoon"}))
    assert Game.from_code(packed(value.ljust(2**20 - 1))) == game
    with pytest.raises(InvalidCode, match="too much"):
        Game.from_code(packed(value.ljust(2**20 + 1)))


def test_a_code_with_a_letter_changed_lost_or_added_is_refused_by_name() -> None:
    code = Game.new(TABLES["alone"], seed="rusty spoon").code()
    chance = Random("broken")
    for _ in range(200):
        place = chance.randrange(len(code))
        letter = chance.choice([other for other in "abcXYZ019_-" if other != code[place]])
        for broken in (code[:place] + letter + code[place + 1 :], code[:place], code[:place] + letter + code[place:]):
            # Of the last letter not every bit is needed.
            if broken[:-1] != code[:-1]:
                with pytest.raises(InvalidCode):
                    Game.from_code(broken)


@pytest.mark.parametrize(
    "code",
    [
        *("", "lockup1.", "lockup2.eJw", "lockup1.ż", "rusty spoon"),
        packed("null"),
        packed('{"position": 1, "seed": "x"}'),
        packed('{"position": {"@": "Nothing"}, "seed": "x"}'),
        packed('{"position": {"@": "Position", "setup": {"@": "Setup"}}, "seed": 1}'),
        packed('{"position": {"@": "Position", "setup": 1, "agenda": [1]}, "seed": "x"}'),
        packed(
            '{"position": {"@": "Position", "setup": {"@": "Setup"}, "agenda": [{"@": "Step", "kind": 1}]}, "seed": ""}'
        ),
        packed("[" * 100_000),
        packed(" " * (1 << 21)),
    ],
    ids=range(13),
)
def test_what_holds_no_game_is_refused_by_name(code: str) -> None:
    with pytest.raises(InvalidCode):
        Game.from_code(code)
