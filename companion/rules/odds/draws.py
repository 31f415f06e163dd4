"""Which unseen guard cards can lie at a location: every way to draw them, counted (Z-8, Z-9).

What has been drawn so far is a state packed into one number, since there are thousands of them and each card drawn is
then one addition. From the least bits on: of each face how many are not drawn; the cards that special ones can still
bring; how many are not drawn in all; which result an earlier location has come to; how many cards of the location count
the guards' power cubes; what its numbers add up to.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from companion.rules.odds.knowledge import CardsThere
from companion.rules.state.cards import GuardFace
from companion.rules.vocabulary import POWER

State: TypeAlias = int

Ways: TypeAlias = Mapping[State, int]
"""In how many orders of the cards drawn it comes to what."""

_BITS: Final = 8
_MOST: Final = (1 << _BITS) - 1
"""What a part of a state can be at most; no deck has as many cards."""


class Strength(NamedTuple):
    """What the guards' cards at a location add up to.

    Attributes:
        number: the sum of those that show a number.
        powers: how many count the guards' power cubes.
    """

    number: int
    powers: int


class Draws:
    """The ways in which unseen cards can be drawn, one after the other."""

    def __init__(self, unseen: Mapping[GuardFace, int]) -> None:
        self._deck, self._undrawn, self._earlier, self._powers, self._number = (
            _BITS * (len(unseen) + part) for part in range(5)
        )
        self._left = sum(number << _BITS * index for index, number in enumerate(unseen.values()))
        self._total = sum(unseen.values())
        # Where a state has how many are left of a face, what drawing one adds to it, and whether that one is special.
        self._faces = [
            (_BITS * index, self._counts(face) - (1 << _BITS * index) - (1 << self._undrawn), face.special)
            for index, face in enumerate(unseen)
        ]
        self._number_of = {face: index for index, face in enumerate(unseen)}

    def begun(self, deck: int) -> State:
        """Nothing has been drawn yet, and special cards can bring so many others."""
        return self._left + (deck << self._deck) + (self._total << self._undrawn)

    def laid(self, ways: Ways, cards: CardsThere, more: int) -> Ways:
        """Reveal all cards of a location.

        Args:
            ways: what was drawn before.
            cards: those that lie there as lights out begins.
            more: how many unseen ones the guards' turns have brought.
        """
        for face in (*cards.up, *(None,) * more):
            ways = self._draw(ways, revealed=False) if face is None else self._add(ways, self._counts(face))
        return self.revealed(ways, cards)

    def revealed(self, ways: Ways, cards: CardsThere) -> Ways:
        """Turn up the cards that lie face down there as lights out begins; a special one brings another (Z-8)."""
        for face in cards.down:
            if face is None:
                ways = self._draw(ways, revealed=True)
            else:
                ways = self._add(ways, self._counts(face))
                ways = self._brought(ways) if face.special else ways
        return ways

    def drawn(self, ways: Ways, face: GuardFace, *, revealed: bool) -> Ways:
        """Turn up an unseen card of the location in the ways in which it shows that; a special one brings another."""
        place, change, is_special = self._faces[self._number_of[face]]
        drawn = {state + change: count * left for state, count in ways.items() if (left := state >> place & _MOST)}
        return self._brought(drawn) if revealed and is_special else drawn

    def strengths(self, ways: Ways) -> set[Strength]:
        """What the cards of the location can add up to."""
        return {self._strength(packed) for packed in {state >> self._powers for state in ways}}

    def put_aside(self, ways: Ways, result: Callable[[Strength], int] | None) -> Ways:
        """Leave a location: what was drawn there counts nowhere else, but for the result that it has come to."""
        after: defaultdict[State, int] = defaultdict(int)
        kept = (1 << self._powers) - 1
        packed = {state >> self._powers for state in ways}
        adds = {one: result(self._strength(one)) << self._earlier if result else 0 for one in packed}
        for state, count in ways.items():
            after[(state & kept) + adds[state >> self._powers]] += count
        return after

    @staticmethod
    def _strength(packed: int) -> Strength:
        return Strength(packed >> _BITS, packed & _MOST)

    def found(self, ways: Ways) -> Iterator[tuple[int, Strength, int, int]]:
        """The earlier result, what the cards there add up to, how many are not drawn, and in how many ways."""
        after: defaultdict[int, int] = defaultdict(int)
        for state, count in ways.items():
            after[state >> self._undrawn] += count
        for packed, count in after.items():
            yield packed >> _BITS & _MOST, self._strength(packed >> _BITS * 2), packed & _MOST, count

    def _counts(self, face: GuardFace) -> int:
        """What a card at the location adds to a state."""
        return 1 << self._powers if face.strength == POWER else int(face.strength) << self._number

    def _brought(self, ways: Ways) -> Ways:
        """A special card was revealed: its deck brings another if it has one (Z-8), which is revealed as well."""
        empty: defaultdict[State, int] = defaultdict(int)
        more: dict[State, int] = {}
        for state, count in ways.items():
            if state >> self._deck & _MOST:
                more[state - (1 << self._deck)] = count
            else:
                empty[state] = count
        return _together(empty, self._draw(more, revealed=True)) if more else empty

    def _draw(self, ways: Ways, *, revealed: bool) -> Ways:
        """Draw an unseen card; in lights out it is revealed, and if special it brings another."""
        after: defaultdict[State, int] = defaultdict(int)
        special: defaultdict[State, int] = defaultdict(int)
        for place, change, is_special in self._faces:
            drawn = special if revealed and is_special else after
            for state, count in ways.items():
                left = state >> place & _MOST
                if left:
                    drawn[state + change] += count * left
        return _together(after, self._brought(special)) if special else after

    @staticmethod
    def _add(ways: Ways, change: int) -> Ways:
        return {state + change: count for state, count in ways.items()}


def _together(ways: defaultdict[State, int], more: Ways) -> Ways:
    for state, count in more.items():
        ways[state] += count
    return ways
