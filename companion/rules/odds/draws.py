"""Which unseen guard cards can lie at a location: every way to draw them, counted (Z-8, Z-9)."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from companion.rules.odds.knowledge import CardsThere
from companion.rules.state.cards import GuardFace
from companion.rules.vocabulary import POWER


class Drawn(NamedTuple):
    """What has been drawn so far.

    Attributes:
        left: of each unseen face how many are not drawn.
        deck: the cards that special ones can still bring.
        number: what the numbers at the location add up to.
        powers: how many of its cards count the guards' power cubes.
        earlier: which result it is that an earlier location has come to.
    """

    left: tuple[int, ...]
    deck: int
    number: int = 0
    powers: int = 0
    earlier: int = 0


Ways: TypeAlias = Mapping[Drawn, int]
"""In how many orders of the cards drawn it comes to what."""


class Draws:
    """The ways in which cards of these faces can be drawn, one after the other.

    Attributes:
        faces: the different unseen faces, in the order in which `Drawn.left` counts them.
    """

    def __init__(self, faces: tuple[GuardFace, ...]) -> None:
        self.faces = faces

    def laid(self, ways: Ways, cards: CardsThere, more: int) -> Ways:
        """Turn up all cards of a location.

        Args:
            ways: what was drawn before.
            cards: those that lie there as lights out begins.
            more: how many unseen ones the guards' turns have brought.
        """
        for face in (*cards.up, *(None,) * more):
            ways = self._unseen(ways, revealed=False) if face is None else _counted(ways, face)
        return self.revealed(ways, cards)

    def revealed(self, ways: Ways, cards: CardsThere) -> Ways:
        """Turn up the cards that lie face down there as lights out begins; the special one brings another (Z-8)."""
        for face in cards.down:
            if face is None:
                ways = self._unseen(ways, revealed=True)
            else:
                ways = _counted(ways, face)
                if face.special:
                    ways = self._brought(ways)
        return ways

    def _brought(self, ways: Ways) -> Ways:
        """A special card has been revealed: the deck brings another, if it holds one (Z-8)."""
        nothing = Counter({drawn: number for drawn, number in ways.items() if not drawn.deck})
        more = {drawn._replace(deck=drawn.deck - 1): number for drawn, number in ways.items() if drawn.deck}
        if more:
            nothing.update(self._unseen(more, revealed=True))
        return nothing

    def _unseen(self, ways: Ways, *, revealed: bool) -> Ways:
        """Draw an unseen card; in lights out it is revealed, and if special it brings another."""
        after: Counter[Drawn] = Counter()
        special: Counter[Drawn] = Counter()
        for (left, deck, number, powers, earlier), count in ways.items():
            for index, cards in enumerate(left):
                if cards:
                    face = self.faces[index]
                    rest = (*left[:index], cards - 1, *left[index + 1 :])
                    if face.strength == POWER:
                        drawn = Drawn(rest, deck, number, powers + 1, earlier)
                    else:
                        drawn = Drawn(rest, deck, number + int(face.strength), powers, earlier)
                    (special if revealed and face.special else after)[drawn] += count * cards
        if special:
            after.update(self._brought(special))
        return after


def _counted(ways: Ways, face: GuardFace) -> Ways:
    """A card lies there that the player knows."""
    if face.strength == POWER:
        return {drawn._replace(powers=drawn.powers + 1): count for drawn, count in ways.items()}
    return {drawn._replace(number=drawn.number + int(face.strength)): count for drawn, count in ways.items()}
