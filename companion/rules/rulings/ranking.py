"""Strength and ranks at a location (L-2 to L-5, Z-9, Z-10)."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from companion.rules.editions import Edition
from companion.rules.errors import (
    RepeatedToken,
    RuleError,
    TokenNotInPlay,
    UnknownSide,
    WrongMember,
    WrongNumberOfSides,
)
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER

FEWEST_SIDES = 2
MOST_SIDES = 5
"""The number of sides at a table (S-1); a single side has no location to dispute."""


class Stated(NamedTuple):
    """The counted strength of a side at a location whose tokens were not named.

    Attributes:
        strength: the sum of its tokens (L-2).
        lookout: whether one of them is its lookout (L-5).
    """

    strength: int
    # A log has it only if there is one: old entries stay as they are.
    lookout: bool = False


def seat_name(seat: int) -> str:
    """Return the name of a side that has only a seat; see `Presence.seat`."""
    return str(seat)


class Presence(NamedTuple):
    """One side of the table and its pieces at the location in question.

    Attributes:
        name: the side's name, unique at the table.
        power: its power cubes now; one at setup (S-2).
        tokens: a player's crew tokens there.
        guards: whether this side is the guards.
        cards: the guards' cards there: numbers, or `power`.
        bonus: the bonus of tomes to its strength there this round, below 0 if they subtract (T-2).
        stated: the strength of a player's tokens there if they were counted together, instead of `tokens`.
    """

    name: str
    power: int = 1
    tokens: tuple[int | str, ...] = ()
    guards: bool = False
    cards: tuple[int | str, ...] = ()
    bonus: int = 0
    stated: Stated | None = None

    @property
    def seat(self) -> int:
        """The seat of a side, from the name that `seat_name` made."""
        return int(self.name)

    @property
    def is_there(self) -> bool:
        """True if it ranks: a token or a guard card is enough, a lone lookout too (L-3)."""
        return bool(self.cards if self.guards else self.tokens or self.stated)

    @property
    def has_lookout(self) -> bool:
        """True if it takes no suspicion there (L-5); guards have no lookout (Z-10)."""
        named = LOOKOUT in self.tokens if self.stated is None else self.stated.lookout
        return named and not self.guards

    @property
    def strength(self) -> int:
        """The sum of its tokens (L-2) or guard cards (Z-9), with the bonus of tomes."""
        if self.stated is not None and not self.guards:
            return self.bonus + self.stated.strength
        # A loop, since odds ask this for every deal.
        total = self.bonus
        for piece in self.cards if self.guards else self.tokens:
            total += self.power if piece in _COUNT_POWER else 0 if piece == LOOKOUT else int(piece)
        return total


_COUNT_POWER: Final = frozenset({POWER, ENFORCER})
"""The card and the token that count the power cubes of their side (L-2, Z-9)."""


class Place(NamedTuple):
    """A side in the ranking of a location.

    Attributes:
        side: the side.
        rank: 1 for the strongest; never shared.
        strength: the sum that was compared.
        tied: whether another side there has the same strength.
    """

    side: Presence
    rank: int
    strength: int
    tied: bool


def check_table(sides: Sequence[Presence], first_player: str, *, solitary: bool, edition: Edition) -> None:
    """Reject a table that the game does not have, with all its errors.

    Raises:
        WrongNumberOfSides: not 2 to 5 sides (S-1), or a solitary table that is not one player and the guards (Z-1).
        WrongMember: guards outside a solitary game, tokens for the guards or guard cards for a player.
        RepeatedToken: a token given twice (S-2).
        TokenNotInPlay: the token that a full table returns to the box (S-3).
        UnknownSide: the first player marker with a side that is not at the table (S-7).
    """
    RuleError.refuse(_table_faults(sides, first_player, solitary=solitary, edition=edition))


def _table_faults(
    sides: Sequence[Presence], first_player: str, *, solitary: bool, edition: Edition
) -> Iterator[RuleError]:
    if FEWEST_SIDES <= len(sides) <= MOST_SIDES:
        yield from guards_faults([side.guards for side in sides], solitary=solitary)
    else:
        yield WrongNumberOfSides("sides.number", ("sides",), least=FEWEST_SIDES, most=MOST_SIDES)
    for index, side in enumerate(sides):
        if side.guards and side.tokens:
            yield WrongMember("guards.no_tokens", ("sides", index, "tokens"))
        else:
            yield from token_faults(side.tokens, len(sides), ("sides", index, "tokens"), edition)
        if not side.guards and side.cards:
            yield WrongMember("guards.only_cards", ("sides", index, "cards"))
    if first_player not in {side.name for side in sides}:
        yield UnknownSide("sides.unknown_first_player", ("first_player",), name=first_player)


def guards_faults(guards: Sequence[bool], *, solitary: bool) -> Iterator[RuleError]:
    """Yield guards outside a solitary game, or missing in one (Z-1).

    Args:
        guards: for each side, whether it is the guards.
        solitary: whether the game is solitary.
    """
    if not solitary:
        yield from (
            WrongMember("guards.not_solitary", ("sides", index, "guards")) for index, one in enumerate(guards) if one
        )
    elif len(guards) != 2 or sum(guards) != 1:
        yield WrongNumberOfSides("sides.solitary", ("sides",))


def token_faults(
    tokens: Sequence[int | str], table_size: int, path: tuple[str | int, ...], edition: Edition
) -> Iterator[RuleError]:
    """Yield each token given twice (S-2), and the one unused at a full table (S-3)."""
    crowded = table_size >= edition.setup["crowded_from"]
    for index, token in enumerate(tokens):
        if crowded and token == edition.setup["crowded_without"]:
            yield TokenNotInPlay("token.five_sides", (*path, index), token=token)
        elif token in tokens[:index]:
            yield RepeatedToken("token.twice", (*path, index), token=token)


def rank(sides: Sequence[Presence], first_player: str) -> tuple[Place, ...]:
    """Rank the sides that are there by strength.

    Args:
        sides: all sides at the table in clockwise order.
        first_player: who holds the marker now; ties go to the holder first, then clockwise (L-4).
    """
    there = _strongest_first([(side.strength, side) for side in sides], first_player)
    strengths = [strength for strength, _ in there]
    places = [
        Place(side, place, strength, strengths.count(strength) > 1)
        for place, (strength, side) in enumerate(there, start=1)
    ]
    return tuple(places)


def strongest(sides: Sequence[tuple[int, Presence]], first_player: str) -> Presence | None:
    """Return who ranks first, from all sides with their strengths; None if nobody is there."""
    there = _strongest_first(sides, first_player)
    return there[0][1] if there else None


def _strongest_first(sides: Sequence[tuple[int, Presence]], first_player: str) -> list[tuple[int, Presence]]:
    """Return the sides that are there with their strengths, in the order of rank."""
    holder = [side.name for _, side in sides].index(first_player)
    there = [one for one in (*sides[holder:], *sides[:holder]) if one[1].is_there]
    # Sorting is stable, so that equal strengths stay in clockwise order.
    there.sort(key=itemgetter(0), reverse=True)
    return there


def suspect(ranking: Sequence[Place]) -> Place | None:
    """Return who takes the suspicion: the strongest without a lookout (L-5)."""
    return next((place for place in ranking if not place.side.has_lookout), None)
