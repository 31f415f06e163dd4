"""The state of a game: where every cube, card and token is. What the supply and the decks hold is derived from that."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeAlias

from companion.rules.editions import DEFAULT_EDITION, Edition, edition
from companion.rules.frozen import EMPTY, FrozenDict, freeze_members, frozen
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.ranking import Stated
from companion.rules.state.cards import EndGoal, Face, GuardFace, LeaderGoal
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import RESOURCES, TOKENS, EditionName, Location, Resource, Vocabulary

REPUTATION_AT_START: Final = 10
ADVANCED_REPUTATION_OF_GUARDS: Final = 20
"""Where the guards start in the advanced setup (Z-1)."""

STORAGE: Final = 5
"""Resources that a side keeps in patrol before any storage effect (P-2)."""

Side: TypeAlias = int
"""A side of the table by its seat, clockwise from 0."""

Place: TypeAlias = Side | Location
"""Where cubes lie; None beside it is the supply."""

Token: TypeAlias = Annotated[int | str, TOKENS]

BASE: Final = "base"
"""The guard cards that join every difficulty (Z-2)."""

OFF_DUTY: Final = "off_duty"
"""The location card that names no location (Z-2)."""


class Cube(StrEnum):
    """What the box holds of cubes (E-2). The four resources are the same words as `Resource`."""

    SCRAP = "scrap"
    POTION = "potion"
    IRON = "iron"
    GOLD = "gold"
    POWER = "power"
    SUSPICION = "suspicion"


CubeColour: TypeAlias = Cube | Resource
"""The colour of a cube; a resource is the same word as its cubes, and finds them as well as they do."""

CUBE_OF: Final[Mapping[CubeColour, Cube]] = {cube: cube for cube in Cube}
"""By colour, also by the resource: its cube. Looking it up is quicker than making one of the word."""


class Phase(StrEnum):
    """Where in a game one is (S-9); in light depth a round is not divided further."""

    SETUP = "setup"
    ROUND = "round"
    ROLL_CALL = "roll_call"
    LIGHTS_OUT = "lights_out"
    PATROL = "patrol"
    LAST_RAID = "last_raid"
    ENDED = "ended"


class Depth(StrEnum):
    """How much of the table the app follows.

    Full: every cube and card. Light: reputation, suspicion, power, the marker and the goals.
    """

    FULL = "full"
    LIGHT = "light"


FOLLOWED: Final = {Depth.FULL: tuple(Cube), Depth.LIGHT: (Cube.POWER, Cube.SUSPICION)}
"""The cubes that the app follows."""


class Difficulty(StrEnum):
    """How strong the guards' deck is (Z-2)."""

    MODERATE = "moderate"
    CHALLENGING = "challenging"
    EXPERT = "expert"


class Dealing(StrEnum):
    """Who shuffles and deals the guard and location cards.

    The app with the faces of the box, the player with the real cards, or the app with the house deck.
    """

    APP = "app"
    CARDS = "cards"
    HOUSE = "house"


class Kind(Vocabulary):
    """Decks whose cards the players draw from the real box."""

    ITEM = "item"
    GOON = "goon"
    TOME = "tome"


class Zone(Vocabulary):
    """Where an item or a goon lies once it has left its deck."""

    DISPLAY = "display"
    SPACE = "space"
    RESERVE = "reserve"
    CRAFTED = "crafted"
    GOONS = "goons"
    DISCARDS = "discards"


Spot: TypeAlias = tuple[Zone, Side | Location | None]
"""A zone and whose it is: the side of a reserve, the location of a goon space."""

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
"""Which deck the cards of a zone come from."""

Holder: TypeAlias = Side | Literal["discards", "out"]
"""Where tomes are besides their deck: with a side, discarded, or taken out of the game (E-4)."""


class Laid(NamedTuple):
    """A crew token that is not at home."""

    location: Location
    face_down: bool = False


class GuardCard(NamedTuple):
    """A guard card that has left its deck this round.

    Attributes:
        location: where it lies, or None once a tome has taken it away or it has gone back.
        face: what it shows; None where the player deals and has not typed it yet.
        up: whether it lies face up.
        looked: whether the player has looked at it while it was face down (Z-21).
        colour: which part of the deck it is of, where the player who typed it said so; otherwise empty (Z-2).
    """

    location: Location | None
    face: GuardFace | None
    up: bool = False
    looked: bool = False
    colour: str = ""


class TrackedReward(NamedTuple):
    """What of a reward light depth follows (L-11): power cubes, and whether the first player marker comes with them.

    A kept game leaves out what is as here.
    """

    power: int = 0
    marker: bool = False


class _Step(NamedTuple):
    """Something that the game has still to do, at the front of the agenda next.

    Attributes:
        kind: which step; `companion.rules.engine.decider` has what each asks and does.
        side: whose it is, where it is somebody's.
        location: where it happens, where it happens at one.
        card: which card it is about, where it is about one.
        data: what else it needs.
    """

    kind: StepKind
    side: Any = None
    location: Any = None
    card: Any = None
    data: Mapping[str, Any] = EMPTY


class Step(_Step):
    """A step as `_Step` describes it; what it needs is frozen."""

    __slots__ = ()

    def __new__(
        cls, kind: StepKind, side: Any = None, location: Any = None, card: Any = None, data: Mapping[str, Any] = EMPTY
    ) -> Self:
        """A step; the dicts in its data are frozen."""
        held = data if type(data) is FrozenDict else frozen(data)
        return tuple.__new__(cls, (kind, side, location, card, held))

    def _replace(self, **now: Any) -> Self:
        return super()._replace(**{name: frozen(value) for name, value in now.items()})


class Start(NamedTuple):
    """What a side starts with (S-2); traits and B sides set their own (S-8)."""

    reputation: int = REPUTATION_AT_START
    power: int = 1
    suspicion: int = 0
    storage: int = STORAGE


class Turns(StrEnum):
    """Whether a roll call in the app is held to the order of turns (R-1), at a table where each has a phone."""

    TOLD = "told"
    ENFORCED = "enforced"


@dataclass(frozen=True)
class Setup:
    """What a table has agreed on, and what its box holds.

    Attributes:
        edition_name: which rule set.
        chosen_rulings: the house rulings that the table has changed (RULES H).
        guards: the seat of the guards, or None where only players sit.
        starts: what each side starts with, clockwise; their number is that of the sides, to the end (S-10).
        difficulty: which guard cards join the base, or None without guards (Z-2).
        dealing: who deals the guard and location cards.
        guard_deck: the faces of the guard deck, as far as the box knows them, base first.
        cubes: cubes in the box by colour (E-14).
        cards: cards in the box by deck.
        tomes_out: tomes taken out for this game, or None for what the edition says (E-4).
        guard_cards: how many cards the guard deck has, or None for what the edition says (Z-2, E-14).
        leader, end: the goals of this game, or None.
        instant: whether there is an instant goal (O-6).
        roll_call: whether roll call is done in the app, which it always is in solitary; see `calls_roll`.
        depth: how much of the table the app follows as the game begins, and since the last change.
        turns: how a table of several plays full depth, each on a phone; None: one thing is asked after another.
        first_player: who has the marker at the start (S-7); None: the guards (Z-1), or else the first seat.
        advanced: whether this is the advanced setup, in which everybody starts on 0, whoever sits down later too (S-8).
    """

    edition_name: EditionName = DEFAULT_EDITION
    chosen_rulings: Mapping[str, str] = field(default_factory=dict)
    guards: Side | None = 1
    starts: tuple[Start, ...] = (Start(), Start())
    difficulty: Difficulty | None = Difficulty.MODERATE
    dealing: Dealing = Dealing.CARDS
    guard_deck: tuple[GuardFace, ...] = ()
    cubes: Mapping[Cube, int] = field(default_factory=dict)
    cards: Mapping[Kind, int] = field(default_factory=dict)
    tomes_out: int | None = None
    guard_cards: int | None = None
    leader: LeaderGoal | None = None
    end: EndGoal | None = None
    instant: bool = False
    roll_call: bool = True
    depth: Depth = Depth.FULL
    first_player: Side | None = None
    turns: Turns | None = None
    advanced: bool = False

    def __post_init__(self) -> None:
        freeze_members(self)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the members, without what is worked out from them."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def edition(self) -> Edition:
        """The rule set itself."""
        return edition(self.edition_name)

    @cached_property
    def rulings(self) -> Rulings:
        """The house rulings of this table."""
        return Rulings(self.edition, self.chosen_rulings)

    @cached_property
    def solitary(self) -> bool:
        """Whether the app plays the guards."""
        return self.guards is not None

    @cached_property
    def calls_roll(self) -> bool:
        """Whether tokens are assigned in the app; otherwise roll call stays on the real board."""
        return self.solitary or self.roll_call

    @cached_property
    def paced(self) -> bool:
        """Whether each enters the own crew, and what leaves no choice is taken by itself until the table goes on."""
        return self.turns is not None and not self.solitary

    @cached_property
    def light(self) -> bool:
        """Whether items, goons, tomes, resources and tokens are followed on the real table alone."""
        return self.depth is Depth.LIGHT

    @cached_property
    def sides(self) -> range:
        """The seats, clockwise."""
        return range(len(self.starts))

    @cached_property
    def players(self) -> tuple[Side, ...]:
        """The seats that people play."""
        return tuple(side for side in self.sides if side != self.guards)

    @cached_property
    def guard_deck_size(self) -> int:
        """How many cards the guard deck has: the base and those of the difficulty (Z-2)."""
        counts = self.edition.guard_deck
        return int(counts["base"] + counts["difficulty"]) if self.guard_cards is None else self.guard_cards

    @cached_property
    def guard_colours(self) -> tuple[str, ...]:
        """The parts that the guard deck is made of: the base, and the colour of the difficulty (Z-2)."""
        return () if self.difficulty is None else (BASE, self.edition.guard_deck[self.difficulty])

    def tokens(self) -> tuple[Token, ...]:
        """The crew tokens of a player at this table (S-2, S-3)."""
        return self._tokens

    @cached_property
    def _tokens(self) -> tuple[Token, ...]:
        values = self.edition.setup
        if len(self.starts) < values["crowded_from"]:
            return TOKENS
        return tuple(token for token in TOKENS if token != values["crowded_without"])


def boxed(setup: Setup) -> Setup:
    """A setup with the edition's numbers wherever the box names none (E-1, E-2, E-4)."""
    counts = setup.edition.counts
    cards = {kind: setup.cards.get(kind, counts[f"{kind}s"]) for kind in map(Kind, setup.edition.decks)}
    out = sum(setup.edition.tomes_out_in_solitary.values()) if setup.solitary else 0
    return replace(
        setup,
        cubes={cube: setup.cubes.get(cube, counts[cube]) for cube in Cube},
        cards=cards,
        tomes_out=min(out, cards[Kind.TOME]) if setup.tomes_out is None else setup.tomes_out,
    )


class _Position(NamedTuple):
    """The members of a position.

    Attributes:
        setup: what the table has agreed on.
        round: 1 to 6; 0 before the first.
        phase: where in the round.
        location: the one that lights out is resolving, or None.
        agenda: what is to be done, next first.
        cubes: cubes by place and colour, without zeros; the rest of the box is the supply.
        reputation: by side.
        storage: by side, how many resources it keeps; the guards have no limit (Z-18).
        first_player: who holds the marker.
        tokens: by side, those that are not at home.
        assigned: where sides have assigned tokens in this round (R-2).
        passed: who is out of this roll call (R-4).
        spent: by side, the tokens that have lain at a location this round.
        strengths: what was counted of a side at a location this round, where its tokens were not named.
        bonus: what tomes have added to a side's strength at a location this round.
        guard_deck: what is left of it, top first; None is a face that the app does not know. Nobody may see it.
        location_deck: the same of the location cards.
        guard_cards: what has left the deck this round, in that order.
        location_cards: location cards turned up this round, in that order.
        cards: every item and goon that has left its deck, by a number of its own.
        zones: where those cards lie; the display has None for an empty space.
        tomes: how many lie where besides their deck.
        leader: who holds the leader goal, or None.
        overruled: results that the table has decided itself, by decision.
        counted: what the players counted themselves, by side and what; see `companion.rules.phases.final_counts`.
        answered: who has answered what was asked last of all sides at the same time.
        away: whose seats are empty (S-10).
        instant: who has claimed the instant goal (O-6), or None.
        offers: in light depth, what sides may still take at the Exercise Yard in this round, by side (L-11).
    """

    setup: Setup
    round: int = 0
    phase: Phase = Phase.SETUP
    location: Location | None = None
    agenda: tuple[Step, ...] = ()
    cubes: Mapping[tuple[Place, CubeColour], int] = EMPTY
    reputation: tuple[int, ...] = ()
    storage: tuple[int, ...] = ()
    first_player: Side = 0
    tokens: Mapping[tuple[Side, Token], Laid] = EMPTY
    assigned: frozenset[tuple[Side, Location]] = frozenset()
    passed: frozenset[Side] = frozenset()
    spent: frozenset[tuple[Side, Token]] = frozenset()
    strengths: Mapping[tuple[Side, Location], Stated] = EMPTY
    bonus: Mapping[tuple[Side, Location], int] = EMPTY
    guard_deck: tuple[GuardFace | None, ...] = ()
    location_deck: tuple[str | None, ...] = ()
    guard_cards: tuple[GuardCard, ...] = ()
    location_cards: tuple[str, ...] = ()
    cards: Mapping[int, Face] = EMPTY
    zones: Mapping[Spot, tuple[int | None, ...]] = EMPTY
    tomes: Mapping[Holder, int] = EMPTY
    leader: Side | None = None
    overruled: Mapping[str, Any] = EMPTY
    counted: Mapping[tuple[Side, str], int] = EMPTY
    answered: frozenset[Side] = frozenset()
    away: frozenset[Side] = frozenset()
    instant: Side | None = None
    offers: Mapping[Side, TrackedReward] = EMPTY


_PLACE_OF: Final = {name: place for place, name in enumerate(_Position._fields)}


class Position(_Position):
    """A game at one moment: where everything is, and what is to be done. A frozen value; `evolve` makes the next.

    Its members are those of `_Position`.
    """

    __slots__ = ()

    def __new__(cls, *members: Any, **named: Any) -> Self:
        """A position of these members; dicts among them are frozen."""
        made = super().__new__(cls, *members, **named)
        return made._replace(**{name: one for name, one in zip(cls._fields, made, strict=True) if type(one) is dict})

    def _replace(self, **now: Any) -> Self:
        # Quicker than that of a named tuple, since each event comes here.
        members = [*self]
        for name, value in now.items():
            members[_PLACE_OF[name]] = FrozenDict(value) if type(value) is dict else value
        return tuple.__new__(type(self), members)

    def at(self, place: Place, cube: CubeColour) -> int:
        """Cubes of one colour at a place."""
        return self.cubes.get((place, cube), 0)

    def supply(self, cube: CubeColour) -> int:
        """Cubes of one colour that are in the box and nowhere else (E-14)."""
        left = self.setup.cubes[CUBE_OF[cube]]
        for (_, colour), number in self.cubes.items():
            if colour == cube:
                left -= number
        return left

    def resources(self, place: Place) -> dict[Resource, int]:
        """Resource cubes at a place, without zeros."""
        cubes = self.cubes
        return {resource: n for resource in RESOURCES if (n := cubes.get((place, resource)))}

    def lying(self, spot: Spot) -> Iterator[int]:
        """The cards at a spot, without empty spaces."""
        return (card for card in self.zones.get(spot, ()) if card is not None)

    def face(self, card: int) -> Any:
        """What is known of a card: an `ItemFace` or a `GoonFace`, as the zone it lies in tells."""
        return self.cards[card]

    def spot(self, card: int) -> Spot | None:
        """Where a card lies; None where it is in its deck."""
        return next((spot for spot, cards in self.zones.items() if card in cards), None)

    def deck(self, kind: Kind) -> int:
        """How many cards of the box are still in their deck."""
        if kind is Kind.TOME:
            return self.setup.cards[kind] - sum(self.tomes.values())
        left = self.setup.cards[kind]
        for (zone, _), cards in self.zones.items():
            if KIND_OF[zone] is kind:
                left -= len(cards) - cards.count(None)
        return left

    def at_home(self, side: Side) -> tuple[Token, ...]:
        """A player's tokens that lie nowhere on the board."""
        return tuple(token for token in self.setup.tokens() if (side, token) not in self.tokens)

    def tokens_at(self, side: Side, location: Location) -> tuple[Token, ...]:
        """A player's tokens at a location."""
        there = [token for (whose, token), laid in self.tokens.items() if whose == side and laid.location is location]
        return tuple([token for token in self.setup.tokens() if token in there]) if there else ()

    def guard_cards_at(self, location: Location) -> tuple[int, ...]:
        """The guard cards at a location, by their number of this round."""
        return tuple([index for index, card in enumerate(self.guard_cards) if card.location is location])

    @property
    def players(self) -> tuple[Side, ...]:
        """The sides that people play."""
        return self.setup.players

    def clockwise(self, first: Side) -> tuple[Side, ...]:
        """All sides, from one of them on."""
        return tuple((first + step) % len(self.setup.starts) for step in self.setup.sides)
