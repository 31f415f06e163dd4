"""The unseen guard cards that can be at a location: all ways to draw (Z-8, Z-9).

The cards drawn so far are a state packed into one number, since there are thousands of states and each card drawn is
then one addition. From the lowest bits on it has: for each face how many cards are not drawn; how many cards special
ones can still bring; how many cards are not drawn in all; the result of an earlier location; how many cards of the
location count the guards' power cubes; the sum of its numbers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from companion.rules.odds.knowledge import CardsThere
from companion.rules.state.cards import GuardFace
from companion.rules.vocabulary import POWER

State: TypeAlias = int

Ways: TypeAlias = Mapping[State, int]
"""The number of orders of the cards drawn for each state."""

_BITS: Final = 8
_MOST: Final = (1 << _BITS) - 1
"""The largest value of a part of a state; no deck has as many cards."""


class Strength(NamedTuple):
    """The strength of the guards' cards at a location.

    Attributes:
        number: the sum of the cards with a number.
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
        # Per face: where a state has its number left, what drawing one adds to the state, and whether it is special.
        self._faces = [
            (_BITS * index, self._counts(face) - (1 << _BITS * index) - (1 << self._undrawn), face.special)
            for index, face in enumerate(unseen)
        ]
        self._number_of = {face: index for index, face in enumerate(unseen)}

    def begun(self, deck: int) -> State:
        """Return the state before any draw, when special cards can bring so many others."""
        return self._left + (deck << self._deck) + (self._total << self._undrawn)

    def laid(self, ways: Ways, cards: CardsThere, more: int) -> Ways:
        """Reveal all cards of a location.

        Args:
            ways: the draws before.
            cards: the cards there as lights out begins.
            more: how many unseen cards the guards' turns have brought.
        """
        for face in (*cards.up, *(None,) * more):
            ways = self._draw(ways, revealed=False) if face is None else self._add(ways, self._counts(face))
        return self.revealed(ways, cards)

    def revealed(self, ways: Ways, cards: CardsThere) -> Ways:
        """Reveal the face-down cards there in lights out; a special brings another (Z-8)."""
        for face in cards.down:
            if face is None:
                ways = self._draw(ways, revealed=True)
            else:
                ways = self._add(ways, self._counts(face))
                ways = self._brought(ways) if face.special else ways
        return ways

    def drawn(self, ways: Ways, face: GuardFace, *, revealed: bool) -> Ways:
        """Reveal an unseen card, if it has that face; a special one brings another."""
        place, change, is_special = self._faces[self._number_of[face]]
        drawn = {state + change: count * left for state, count in ways.items() if (left := state >> place & _MOST)}
        return self._brought(drawn) if revealed and is_special else drawn

    def strengths(self, ways: Ways) -> set[Strength]:
        """Return the possible strengths of the location's cards."""
        return {self._strength(packed) for packed in {state >> self._powers for state in ways}}

    def put_aside(self, ways: Ways, result: Callable[[Strength], int] | None) -> Ways:
        """Leave a location: its cards count nowhere else, except for their result."""
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
        """Yield the earlier result, the strength there, the undrawn cards, and the ways."""
        after: defaultdict[int, int] = defaultdict(int)
        for state, count in ways.items():
            after[state >> self._undrawn] += count
        for packed, count in after.items():
            yield packed >> _BITS & _MOST, self._strength(packed >> _BITS * 2), packed & _MOST, count

    def _counts(self, face: GuardFace) -> int:
        """Return what a card at the location adds to a state."""
        return 1 << self._powers if face.strength == POWER else int(face.strength) << self._number

    def _brought(self, ways: Ways) -> Ways:
        """Reveal another card after a special one, if its deck has one (Z-8)."""
        empty: defaultdict[State, int] = defaultdict(int)
        more: dict[State, int] = {}
        for state, count in ways.items():
            if state >> self._deck & _MOST:
                more[state - (1 << self._deck)] = count
            else:
                empty[state] = count
        return _together(empty, self._draw(more, revealed=True)) if more else empty

    def _draw(self, ways: Ways, *, revealed: bool) -> Ways:
        """Draw an unseen card; one revealed in lights out may be special."""
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
