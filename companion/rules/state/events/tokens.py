"""Crew tokens, and the strength that sides have at locations."""

from typing import NamedTuple

from companion.rules.rulings.ranking import Stated
from companion.rules.state.events.registry import Why, register
from companion.rules.state.pieces import Side, Token, TokenOnBoard
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location


@register
class Assigned(NamedTuple):
    """A side assigned tokens to a location (R-1), some perhaps face down (R-3)."""

    side: Side
    location: Location
    tokens: tuple[Token, ...]
    face_down: tuple[Token, ...] = ()
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        up = {(self.side, token): TokenOnBoard(self.location) for token in self.tokens}
        down = {(self.side, token): TokenOnBoard(self.location, face_down=True) for token in self.face_down}
        assigned = game.assigned | {(self.side, self.location)}
        laid = {**up, **down}
        return game._replace(tokens={**game.tokens, **laid}, assigned=assigned, spent=game.spent | {*laid})


@register
class TokensMoved(NamedTuple):
    """A side's tokens went to a location; to None: home."""

    side: Side
    tokens: tuple[Token, ...]
    to: Location | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        tokens = dict(game.tokens)
        for token in self.tokens:
            laid = tokens.pop((self.side, token), TokenOnBoard(Location.LIBRARY))
            if self.to is not None:
                tokens[self.side, token] = laid._replace(location=self.to)
        return game._replace(tokens=tokens, spent=game.spent | {*tokens})


@register
class TokensTurned(NamedTuple):
    """All tokens at a location were turned face up (L-10)."""

    location: Location
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        there = {
            key: TokenOnBoard(laid.location) for key, laid in game.tokens.items() if laid.location is self.location
        }
        return game._replace(tokens={**game.tokens, **there})


@register
class Passed(NamedTuple):
    """A side is out of this roll call (R-4)."""

    side: Side
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(passed=game.passed | {self.side})


@register
class Strengthened(NamedTuple):
    """A tome changed a side's strength at a location for this round."""

    side: Side
    location: Location
    by: int
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        key = (self.side, self.location)
        return game._replace(bonus={**game.bonus, key: game.bonus.get(key, 0) + self.by})


@register
class StrengthStated(NamedTuple):
    """A side's tokens at a location were counted; 0 without lookout: none there."""

    side: Side
    location: Location
    strength: int
    lookout: bool = False
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        strengths = dict(game.strengths)
        strengths.pop((self.side, self.location), None)
        if self.strength or self.lookout:
            strengths[self.side, self.location] = Stated(self.strength, self.lookout)
        return game._replace(strengths=strengths)
