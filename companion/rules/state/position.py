"""The state of a game: every cube, card and token; supply and decks have the rest."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

from companion.rules.frozen import EMPTY, FrozenDict
from companion.rules.rulings.ranking import Stated
from companion.rules.state.cards import Face, GuardFace
from companion.rules.state.pieces import (
    CUBE_OF,
    KIND_OF,
    Cube,
    CubeColour,
    GuardCard,
    Holder,
    Kind,
    Place,
    Side,
    Spot,
    Token,
    TokenOnBoard,
    TrackedReward,
)
from companion.rules.state.setup import Setup
from companion.rules.state.steps import Step
from companion.rules.vocabulary import RESOURCES, Location, Resource


class Phase(StrEnum):
    """The phase of a game (S-9); in light depth a round is not divided further."""

    SETUP = "setup"
    ROUND = "round"
    ROLL_CALL = "roll_call"
    LIGHTS_OUT = "lights_out"
    PATROL = "patrol"
    LAST_RAID = "last_raid"
    ENDED = "ended"


class _Position(NamedTuple):
    """The fields of a position.

    Attributes:
        setup: the table's setup.
        round: 1 to 6; 0 before the first.
        phase: where in the round.
        location: the one that lights out is resolving, or None.
        agenda: the steps still to do, next first.
        cubes: cubes by place and colour, without zeros; the rest of the box is the supply.
        reputation: by side.
        storage: by side, how many resources it keeps; the guards have no limit (Z-18).
        first_player: who holds the marker.
        tokens: by side, the tokens that are not at home.
        assigned: where sides have assigned tokens in this round (R-2).
        passed: who is out of this roll call (R-4).
        spent: by side, the tokens that have been at a location this round.
        strengths: the strength counted of a side at a location this round, if its tokens were not named.
        bonus: the bonus of tomes to a side's strength at a location this round.
        guard_deck: the rest of it, top first; None is a face that the app does not know. It is secret.
        location_deck: the same for the location cards.
        guard_cards: the cards that have left the deck this round, in that order.
        location_cards: location cards revealed this round, in that order.
        cards: every item and goon that has left its deck, by its own number.
        zones: where those cards are; the display has None for an empty space.
        tomes: how many are where, outside their deck.
        leader: who holds the leader goal, or None.
        overruled: results that the table has decided itself, by decision.
        counted: the counts that players entered, by side and word; see `companion.rules.phases.final_counts`.
        answered: who has answered the last question to all sides at the same time.
        away: the empty seats (S-10).
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
    tokens: Mapping[tuple[Side, Token], TokenOnBoard] = EMPTY
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
    """A game at one moment: where everything is, and the agenda.

    It is a frozen value; `evolve` makes the next. It has the fields of `_Position`.
    """

    __slots__ = ()

    def __new__(cls, *members: Any, **named: Any) -> Self:
        """Create a position of these fields; dicts among them are frozen."""
        made = super().__new__(cls, *members, **named)
        return made._replace(**{name: one for name, one in zip(cls._fields, made, strict=True) if type(one) is dict})

    def _replace(self, **now: Any) -> Self:
        # Quicker than a named tuple's own method, since each event comes here.
        members = [*self]
        for name, value in now.items():
            members[_PLACE_OF[name]] = FrozenDict(value) if type(value) is dict else value
        return tuple.__new__(type(self), members)

    def at(self, place: Place | str, cube: CubeColour | str) -> int:
        """Return the number of cubes of one colour at a place.

        Raises:
            ValueError: the word of a place or a colour is none.
        """
        found = self.cubes.get((place, cube))  # type: ignore[arg-type]
        if found is not None:
            return found
        if type(place) is str:
            Location(place)
        if type(cube) is str:
            Cube(cube)
        return 0

    def supply(self, cube: CubeColour) -> int:
        """Return the cubes of one colour that are in the box and nowhere else (E-14)."""
        left = self.setup.cubes[CUBE_OF[cube]]
        for (_, colour), number in self.cubes.items():
            if colour == cube:
                left -= number
        return left

    def resources(self, place: Place) -> dict[Resource, int]:
        """Return the resource cubes at a place, without zeros."""
        cubes = self.cubes
        return {resource: n for resource in RESOURCES if (n := cubes.get((place, resource)))}

    def lying(self, spot: Spot) -> Iterator[int]:
        """Return the cards at a spot, without empty spaces."""
        return (card for card in self.zones.get(spot, ()) if card is not None)

    def face(self, card: int) -> Any:
        """Return the known details of a card: an `ItemFace` or a `GoonFace`."""
        return self.cards[card]

    def spot(self, card: int) -> Spot | None:
        """Return the spot of a card; None if it is in its deck."""
        return next((spot for spot, cards in self.zones.items() if card in cards), None)

    def holder(self, card: int) -> Side | None:
        """Return the owner of a card; None if no side has it."""
        spot = self.spot(card)
        return spot[1] if spot is not None and isinstance(spot[1], int) else None

    def deck(self, kind: Kind) -> int:
        """Return how many cards of the box are still in their deck."""
        if kind is Kind.TOME:
            return self.setup.cards[kind] - sum(self.tomes.values())
        left = self.setup.cards[kind]
        for (zone, _), cards in self.zones.items():
            if KIND_OF[zone] is kind:
                left -= len(cards) - cards.count(None)
        return left

    def at_home(self, side: Side) -> tuple[Token, ...]:
        """Return a player's tokens that are nowhere on the board."""
        return tuple(token for token in self.setup.tokens() if (side, token) not in self.tokens)

    def tokens_at(self, side: Side, location: Location | str) -> tuple[Token, ...]:
        """Return a player's tokens at a location.

        Raises:
            ValueError: the word of a location is none.
        """
        if type(location) is str:
            location = Location(location)
        there = [token for (whose, token), laid in self.tokens.items() if whose == side and laid.location is location]
        return tuple([token for token in self.setup.tokens() if token in there]) if there else ()

    def guard_cards_at(self, location: Location | str) -> tuple[int, ...]:
        """Return the guard cards at a location, by their number of this round.

        Raises:
            ValueError: the word of a location is none.
        """
        if type(location) is str:
            location = Location(location)
        return tuple([index for index, card in enumerate(self.guard_cards) if card.location is location])

    @property
    def players(self) -> tuple[Side, ...]:
        """The sides that people play."""
        return self.setup.players

    def clockwise(self, first: Side) -> tuple[Side, ...]:
        """Return all sides, from one of them on."""
        return tuple((first + step) % len(self.setup.starts) for step in self.setup.sides)
