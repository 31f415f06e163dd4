"""The `data` of events: its fields, their types, and the published schema.

An event that everyone sees has its own fields as data. Events with a secret part have the data declared here.
"""

from typing import Annotated, Any, TypedDict

from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Holder, Side, Token
from companion.rules.state.setup import Dealing
from companion.rules.vocabulary import Location
from companion.tables.projection.position_shapes import KnownCard


class NothingTold(TypedDict):
    """The state shows the whole change."""


class DealtData(TypedDict):
    """The number of cards shuffled, and never their order."""

    guard_cards: int
    location_cards: int


class DealingSetData(TypedDict):
    """The way of dealing, without the cards."""

    dealing: Annotated[str, Dealing]


class GuardCardLookedData(TypedDict):
    """`face` is null for a viewer who did not look."""

    card: int
    face: Annotated[dict[str, Any] | None, GuardFace | None]


class DeckLookedData(TypedDict):
    """`shows` is null for a viewer who did not look."""

    deck: Annotated[str, (GUARDS, LOCATIONS)]
    shows: Annotated[dict[str, Any] | str | None, GuardFace | str | None]


class AssignedData(TypedDict):
    """Others see only the number of tokens laid face down."""

    side: Side
    location: Annotated[str, Location]
    tokens: list[Token]
    face_down: list[Token | None]


class TokensMovedData(TypedDict):
    """A token is null for a viewer who has not seen it."""

    side: Side
    tokens: list[Token | None]
    to: Annotated[str | None, Location | None]


class TomesMovedData(TypedDict):
    """`number` is null to others unless tomes were discarded."""

    number: int | None
    source: Holder | None
    target: Holder | None


class FaceTypedData(TypedDict):
    """`face` is null to others as long as the card is in a player's reserve."""

    card: int
    face: KnownCard | None


class CountedData(TypedDict):
    """A side's own count; other viewers do not get it while they may not see it."""

    side: Side
    what: str
    number: int
