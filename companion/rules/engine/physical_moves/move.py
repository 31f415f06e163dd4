"""A physical move: which piece goes from where to where, and what else hands do with it."""

from collections.abc import Hashable
from enum import StrEnum
from typing import Final, NamedTuple

from companion.rules.state.pieces import Cube, Side
from companion.rules.state.pieces import Place as Spots
from companion.rules.vocabulary import Location, Vocabulary


class Piece(Vocabulary):
    """What lies on a table besides cubes."""

    TOKEN = "token"  # noqa: S105
    CREW = "crew"
    """The tokens of a side at one place, where the app was not told which they are."""
    GUARD_CARD = "guard_card"
    LOCATION_CARD = "location_card"
    ITEM = "item"
    GOON = "goon"
    TOME = "tome"
    FIRST_PLAYER = "first_player"
    LEADER_GOAL = "leader_goal"
    INSTANT_GOAL = "instant_goal"
    REPUTATION = "reputation"
    ROUND_MARKER = "round_marker"


class Area(Vocabulary):
    """A kind of place at which a piece can lie; `Where.of` says which of them."""

    SUPPLY = "supply"
    SIDE = "side"
    LOCATION = "location"
    HOME = "home"
    DECK = "deck"
    DISCARDS = "discards"
    ASIDE = "aside"
    """Guard and location cards that are done with for this round."""
    OUT = "out"
    """Out of the game (E-4)."""
    DISPLAY = "display"
    SPACE = "space"
    RESERVE = "reserve"
    CRAFTED = "crafted"
    GOONS = "goons"
    GOALS = "goals"
    """The goal cards that nobody has."""
    TRACK = "track"
    ROUNDS = "rounds"
    """The track on which the round marker stands."""


class Where(NamedTuple):
    """A place on the table.

    Attributes:
        area: what kind of place.
        of: whose, which location, which space of the display from 0, which space of a track; None: there is one.
    """

    area: Area
    of: Side | Location | None = None


class How(StrEnum):
    """What is done with a piece besides that it goes somewhere."""

    PLAIN = ""
    DOWN = "down"
    """It lies face down afterwards."""
    UP = "up"
    """It is turned face up where it lies."""
    REVEAL = "reveal"
    """It is turned face up as it comes, and the app does not know its face yet."""
    LOOK = "look"
    """It is looked at, and lies as before."""
    SHUFFLE = "shuffle"
    """The whole deck is shuffled."""
    CLEAR = "clear"
    """It goes back with all others there, before any come again: a raid empties the board (D-3)."""


UNTYPED: Final = frozenset({How.DOWN, How.REVEAL})
"""What leaves a card of unknown face at a location, as far as the app knows."""


class Move(NamedTuple):
    """A piece, or some of a kind, goes from somewhere to somewhere.

    Attributes:
        piece: which, or the colour of the cubes.
        number: how many; on a track the spaces.
        source, target: from where and to where; the same where a piece is only turned or looked at.
        side: in whose hands it is or comes to be, or None for what is the table's.
        which: which of its kind: a token, the number of a card in the game, or the location where a crew was counted
            together; None: any, or not to be known.
        how: what else is done with it.
        down: whether it lay face down at its source.
        drawn: of tomes, how many are drawn for those that are kept.
        hidden: whether it lay face down or at home all the way, so that only its side knows which it is.
    """

    piece: Piece | Cube
    number: int
    source: Where
    target: Where
    side: Side | None = None
    which: int | str | None = None
    how: How = How.PLAIN
    down: bool = False
    drawn: int = 0
    hidden: bool = False

    @property
    def key(self) -> Hashable:
        """By what a piece that is one of a kind is known again; None for what is as good as any other."""
        if self.piece in _ONE_OF_A_KIND:
            return self.piece, self.side if self.piece is Piece.REPUTATION else None
        if self.which is None or self.piece is Piece.CREW:
            # What was counted together becomes one with what was counted before where it comes to (L-8).
            return None
        return self.piece, self.side if self.piece is Piece.TOKEN else None, self.which

    @property
    def hands(self) -> tuple[Side | None, ...]:
        """Whose hands make it: of cubes that one player gives another those of both, who may have a phone each."""
        if isinstance(self.piece, Cube) and self.source.area is self.target.area is Area.SIDE:
            return tuple(one.of for one in (self.target, self.source) if isinstance(one.of, int))
        return (self.side,)

    @property
    def is_pile(self) -> bool:
        """Whether a whole pile goes: what its kind did before must not change places with what it does afterwards."""
        deck_and_discards = {self.source, self.target} == {DECK, DISCARDS}
        return self.how is How.SHUFFLE or (self.which is None and deck_and_discards)


_ONE_OF_A_KIND: Final = frozenset(
    {Piece.REPUTATION, Piece.ROUND_MARKER, Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL}
)
ON_TRACKS: Final = frozenset({Piece.REPUTATION, Piece.ROUND_MARKER})

SUPPLY: Final = Where(Area.SUPPLY)
DECK: Final = Where(Area.DECK)
DISCARDS: Final = Where(Area.DISCARDS)
ASIDE: Final = Where(Area.ASIDE)


def cube_spot(place: Spots | None) -> Where:
    """Where cubes lie; None is the supply."""
    if place is None:
        return SUPPLY
    return Where(Area.LOCATION, place) if isinstance(place, Location) else Where(Area.SIDE, place)
