"""The fields and types of a visible position, and with them the published schema.

Sides and locations are written by their numbers and words, cards by their numbers; `cards` has what is known of cards.
An expansion adds cards of its kinds to `VisibleSide` and their decks to `VisibleDecks`.
"""

from typing import Annotated, Any, TypeAlias, TypedDict

from companion.rules.state.cards import EndGoal, GuardFace, LeaderGoal
from companion.rules.state.pieces import Cube, Kind, Side, Token
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing, Depth, Difficulty, OddsFor
from companion.rules.state.stored_names import RECORDS, is_face, kind_of_face
from companion.rules.vocabulary import EditionName, Location
from companion.tables.projection.json_schemas import JsonSchema, either_of, members_of, object_of


def known_cards() -> dict[str, JsonSchema]:
    """Return the schema of a known card of each deck but the guards', by its name."""
    return {_known(kind): object_of({"kind": {"const": kind}, **members_of(face)}) for kind, face in _faces().items()}


def _known_card() -> JsonSchema:
    return either_of("kind", {kind: _known(kind) for kind in _faces()})


def _known(kind: str) -> str:
    return f"Known{kind.title()}"


def _faces() -> dict[str, type]:
    """Return the type of face for each deck but the guards', by the word for its kind."""
    return {kind_of_face(name): face for name, face in RECORDS.items() if is_face(name) and face is not GuardFace}


Card: TypeAlias = int
KnownCard: TypeAlias = Annotated[dict[str, Any], _known_card]
CubesByColour: TypeAlias = Annotated[dict[str, int], dict[Cube, int]]


class VisibleToken(TypedDict):
    """A crew token away from home; null if it is hidden from this viewer."""

    token: Token | None
    location: Annotated[str, Location]
    face_down: bool


class VisibleSide(TypedDict):
    """A side. Secrets are null to others: `tomes`, entries of `home` and `reserve`."""

    seat: Side
    name: str
    guards: bool
    reputation: int
    cubes: CubesByColour
    storage: int | None
    away: bool
    passed: bool
    assigned: Annotated[list[str], list[Location]]
    home: list[Token | None]
    tokens: list[VisibleToken]
    crafted: list[Card]
    goons: list[Card]
    reserve: list[Card | None]
    tomes: int | None


class VisibleStrength(TypedDict):
    """A side's tokens at a location, counted together."""

    side: Side
    strength: int
    lookout: bool


class VisibleBonus(TypedDict):
    """The bonus of tomes to a side's strength at a location in this round."""

    side: Side
    by: int


class VisibleLocation(TypedDict):
    """A location of the board, and its goon."""

    location: Annotated[str, Location]
    cubes: CubesByColour
    goon: Card | None
    counted: list[VisibleStrength]
    bonus: list[VisibleBonus]


class VisibleGuardCard(TypedDict):
    """A guard card out of its deck; `face` is null until this viewer has seen it."""

    card: int
    location: Annotated[str | None, Location | None]
    up: bool
    looked: bool
    face: Annotated[dict[str, Any] | None, GuardFace | None]


class VisibleGoals(TypedDict):
    """The goals, who holds and claimed them, and leader counts (null: covered)."""

    leader: Annotated[dict[str, Any] | None, LeaderGoal | None]
    end: Annotated[dict[str, Any] | None, EndGoal | None]
    held_by: Side | None
    counts: list[int | None]
    instant: bool
    claimed_by: Side | None


class VisibleDecks(TypedDict):
    """The sizes of decks; `tomes` is null where it would reveal how many others hold."""

    guards: int
    locations: int
    items: int
    goons: int
    tomes: int | None
    discarded_tomes: int


class VisibleBox(TypedDict):
    """The contents of the copy on the table."""

    cubes: CubesByColour
    cards: Annotated[dict[str, int], dict[Kind, int]]


class VisibleCount(TypedDict):
    """A side's own count."""

    side: Side
    what: str
    number: int


class VisibleOffer(TypedDict):
    """An offer that a side may still take at the Exercise Yard in light depth."""

    side: Side
    power: int
    marker: bool


class VisiblePosition(TypedDict):
    """A game as this viewer may see it."""

    edition: Annotated[str, EditionName]
    rulings: dict[str, str]
    difficulty: Annotated[str | None, Difficulty | None]
    dealing: Annotated[str, Dealing]
    depth: Annotated[str, Depth]
    roll_call: bool
    odds: Annotated[str, OddsFor]
    hint: Annotated[str, OddsFor]
    round: int
    phase: Annotated[str, Phase]
    location: Annotated[str | None, Location | None]
    first_player: Side
    goals: VisibleGoals
    sides: list[VisibleSide]
    locations: list[VisibleLocation]
    guard_cards: list[VisibleGuardCard]
    location_cards: list[str]
    display: list[Card | None]
    discards: list[Card]
    cards: dict[str, KnownCard]
    decks: VisibleDecks
    supply: CubesByColour
    box: VisibleBox
    overruled: dict[str, Any]
    counted: list[VisibleCount]
    offers: list[VisibleOffer]
