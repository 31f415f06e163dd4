"""Physical moves: which piece goes from where to where, and how."""

from collections.abc import Hashable
from enum import StrEnum
from typing import Final, NamedTuple

from companion.rules.state.pieces import Cube, Side
from companion.rules.state.pieces import Place as Spots
from companion.rules.vocabulary import Location, Vocabulary


class Piece(Vocabulary):
    """The kinds of pieces on a table besides cubes."""

    TOKEN = "token"  # noqa: S105
    CREW = "crew"
    """The tokens of a side at one place, if the app does not know which they are."""
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
    """A kind of place for pieces; `Where.of` says which one."""

    SUPPLY = "supply"
    SIDE = "side"
    LOCATION = "location"
    HOME = "home"
    DECK = "deck"
    DISCARDS = "discards"
    ASIDE = "aside"
    """Guard and location cards that are done for this round."""
    OUT = "out"
    """Out of the game (E-4)."""
    DISPLAY = "display"
    SPACE = "space"
    RESERVE = "reserve"
    CRAFTED = "crafted"
    GOONS = "goons"
    GOALS = "goals"
    """The goal cards that no side has."""
    TRACK = "track"
    ROUNDS = "rounds"
    """The track of the round marker."""


class Where(NamedTuple):
    """A place on the table.

    Attributes:
        area: the kind of place.
        of: which one: a seat, a location, a space of the display from 0, a space of a track; None: there is one.
    """

    area: Area
    of: Side | Location | None = None


class How(StrEnum):
    """A special way of moving a piece."""

    PLAIN = ""
    DOWN = "down"
    """It lies face down afterwards."""
    UP = "up"
    """It is turned face up where it is."""
    REVEAL = "reveal"
    """It is turned face up as it comes, and the app does not know its face yet."""
    LOOK = "look"
    """It is looked at, and lies as before."""
    SHUFFLE = "shuffle"
    """The whole deck is shuffled."""
    CLEAR = "clear"
    """It is returned with all others there before any new ones come: a raid empties the board (D-3)."""


UNTYPED: Final = frozenset({How.DOWN, How.REVEAL})
"""Ways that leave a card of unknown face at a location."""


class Move(NamedTuple):
    """A move of a piece, or of several alike, from one place to another.

    Attributes:
        piece: which, or the colour of the cubes.
        number: how many; on a track the spaces.
        source, target: the places; the same if a piece is only turned or looked at.
        side: the side whose piece it is or becomes; None: a shared piece.
        which: which of its kind: a token, the number of a card in the game, or the location where a crew was counted
            together; None: any, or not to be known.
        how: the way of moving it.
        down: whether it lay face down at its source.
        drawn: of tomes, how many are drawn to keep `number` of them.
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
        """The identity of a unique piece; None for pieces that are interchangeable."""
        if self.piece in _ONE_OF_A_KIND:
            return self.piece, self.side if self.piece is Piece.REPUTATION else None
        if self.which is None or self.piece is Piece.CREW:
            # A crew counted together joins the crew counted before at its target (L-8).
            return None
        return self.piece, self.side if self.piece is Piece.TOKEN else None, self.which

    @property
    def hands(self) -> tuple[Side | None, ...]:
        """The sides that make it: both, for cubes from one player to another."""
        if isinstance(self.piece, Cube) and self.source.area is self.target.area is Area.SIDE:
            return tuple(one.of for one in (self.target, self.source) if isinstance(one.of, int))
        return (self.side,)

    @property
    def is_pile(self) -> bool:
        """True if a whole pile moves, so that no other move of its kind may pass it."""
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
    """Return the place of cubes; None is the supply."""
    if place is None:
        return SUPPLY
    return Where(Area.LOCATION, place) if isinstance(place, Location) else Where(Area.SIDE, place)
