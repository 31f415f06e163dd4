"""The pieces of the game and their possible places: cubes, cards, tokens."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from companion.rules.state.cards import GuardFace
from companion.rules.vocabulary import TOKENS, Location, Resource, Vocabulary

Side: TypeAlias = int
"""A side of the table by its seat, clockwise from 0."""

Place: TypeAlias = Side | Location
"""The place of cubes; as an alternative, None is the supply."""

Token: TypeAlias = Annotated[int | str, TOKENS]

OFF_DUTY: Final = "off_duty"
"""The location card that names no location (Z-2)."""


class Cube(StrEnum):
    """The colours of cubes (E-2); the four resources are the words of `Resource`."""

    SCRAP = "scrap"
    POTION = "potion"
    IRON = "iron"
    GOLD = "gold"
    POWER = "power"
    SUSPICION = "suspicion"


CubeColour: TypeAlias = Cube | Resource
"""The colour of a cube; a resource is the same word as its cubes, and finds them as well as they do."""

CUBE_OF: Final[Mapping[CubeColour, Cube]] = {cube: cube for cube in Cube}
"""The cube of each colour or resource. A lookup is quicker than making one from the word."""


class Kind(Vocabulary):
    """Decks whose cards the players draw from the real box."""

    ITEM = "item"
    GOON = "goon"
    TOME = "tome"


class Zone(Vocabulary):
    """The zone of an item or a goon that has left its deck."""

    DISPLAY = "display"
    SPACE = "space"
    RESERVE = "reserve"
    CRAFTED = "crafted"
    GOONS = "goons"
    DISCARDS = "discards"


Spot: TypeAlias = tuple[Zone, Side | Location | None]
"""A zone and its owner or place: the side of a reserve, the location of a goon space."""

DISPLAY: Final[Spot] = (Zone.DISPLAY, None)

DISCARDS: Final[Spot] = (Zone.DISCARDS, None)

KIND_OF: Final[dict[Zone, Kind]] = {
    Zone.DISPLAY: Kind.ITEM,
    Zone.RESERVE: Kind.ITEM,
    Zone.CRAFTED: Kind.ITEM,
    Zone.SPACE: Kind.GOON,
    Zone.GOONS: Kind.GOON,
    Zone.DISCARDS: Kind.GOON,
}
"""The deck from which the cards of a zone come."""

Holder: TypeAlias = Side | Literal["discards", "out"]
"""The place of tomes outside their deck: with a side, discarded, or taken out of the game (E-4)."""


class TokenOnBoard(NamedTuple):
    """A crew token that is not at home."""

    location: Location
    face_down: bool = False


class GuardCard(NamedTuple):
    """A guard card that has left its deck this round.

    Attributes:
        location: where it is, or None once a tome has removed it or it has been returned.
        face: its face; None if the player deals and has not entered it yet.
        up: whether it lies face up.
        looked: whether the player has looked at it while it was face down (Z-21).
        colour: the part of the deck that it is from, if the player entered it; otherwise empty (Z-2).
    """

    location: Location | None
    face: GuardFace | None
    up: bool = False
    looked: bool = False
    colour: str = ""


class TrackedReward(NamedTuple):
    """The part of a reward that light depth follows (L-11): power and marker.

    A stored game leaves out values that are as here.
    """

    power: int = 0
    marker: bool = False
