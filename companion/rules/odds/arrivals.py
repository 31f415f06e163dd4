"""Cards that the guards' turns bring, over every order of the location cards (Z-5, Z-6)."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.rules.frozen import FrozenDict
from companion.rules.state.pieces import OFF_DUTY


class Arrivals(NamedTuple):
    """A result of the guards' turns at the locations asked for.

    Attributes:
        there: how many cards come to each of them.
        deck: how many guard cards are left in their deck.
    """

    there: tuple[int, ...]
    deck: int


def arrivals(left: Mapping[str, int], turns: int, deck: int, places: tuple[str, ...]) -> Mapping[Arrivals, int]:
    """Return the number of orders of the location cards for each result.

    Six turns may name six locations while the guard deck has five cards: then nothing comes (Z-6).

    Args:
        left: the location cards in their deck, how often each.
        turns: how many are revealed, at most all of them.
        deck: the guard cards in theirs.
        places: the locations asked for.
    """
    others = sum(number for card, number in left.items() if card not in {*places, OFF_DUTY})
    cards = (*(left.get(place, 0) for place in places), others, left.get(OFF_DUTY, 0))
    return _orders(cards, min(turns, sum(cards)), deck)


@lru_cache(maxsize=4096)
def _orders(cards: tuple[int, ...], turns: int, deck: int) -> Mapping[Arrivals, int]:
    """Count the orders of cards of each kind: the places, other places, OFF DUTY."""
    nowhere = len(cards) - 1
    orders: Mapping[tuple[tuple[int, ...], Arrivals], int] = {(cards, Arrivals((0,) * (nowhere - 1), deck)): 1}
    for _ in range(turns):
        after: Counter[tuple[tuple[int, ...], Arrivals]] = Counter()
        for (now, came), ways in orders.items():
            for kind, number in enumerate(now):
                if number:
                    rest = (*now[:kind], number - 1, *now[kind + 1 :])
                    comes = came if kind == nowhere or not came.deck else _one_more(came, kind)
                    after[rest, comes] += ways * number
        orders = after
    found: Counter[Arrivals] = Counter()
    for (_, came), ways in orders.items():
        found[came] += ways
    return FrozenDict(found)


def _one_more(came: Arrivals, place: int) -> Arrivals:
    there = tuple(number + (index == place) for index, number in enumerate(came.there))
    return Arrivals(there, came.deck - 1)
