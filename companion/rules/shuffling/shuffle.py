"""Shuffles that anyone can check (Z-20): only seed, round, deck and cards decide.

Acts in the game and undoing them do not change an order. The algorithm, with test vectors, is in `docs/shuffles.md`;
another program that follows it deals the same cards.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import Final, TypeAlias, TypeVar

Card = TypeVar("Card")

Shuffle: TypeAlias = Callable[[int, str, Sequence[Card]], tuple[Card, ...]]
"""Puts cards in order: from the round, the name of the deck and the cards."""

GUARDS: Final = "guards"
LOCATIONS: Final = "locations"
"""The names of the two decks that the app shuffles."""

SEED_BITS: Final = 128
"""The random bits of a seed that cannot be guessed."""

_VERSION: Final = "lockup shuffle 1"
_NUMBERS: Final = Struct(">4Q")
"""The layout of a block: four numbers of 64 bits, the first byte the greatest."""

_listed: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode


def commitment(seed: str) -> str:
    """Return a seed's commitment, shown as a game starts to prove the seed later.

    Returns:
        64 hexadecimal digits: sha256 of `lockup seed 1`, a line feed and the seed in UTF-8.
    """
    return hashlib.sha256(f"lockup seed 1\n{seed}".encode()).hexdigest()


def shuffled(seed: str, round_: int, deck: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of that round.

    Fisher and Yates from the last card down, with numbers drawn evenly from a stream of HMAC-SHA256 blocks, so that
    every order is as likely as every other.

    Args:
        seed: the secret of the table.
        round_: 1 to 6.
        deck: `guards` or `locations`.
        cards: values that JSON can write, in the order of the list that both sides of a check know.
    """
    listed = _listed(cards)
    numbers = _numbers(seed, f"{_VERSION}\n{round_}\n{deck}\n{listed}")
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _numbers(seed: str, subject: str) -> Iterator[int]:
    """Yield an endless stream of numbers of 64 bits, keyed by the seed."""
    key = seed.encode()
    block = 0
    while True:
        yield from _NUMBERS.unpack(hmac.digest(key, f"{subject}\n{block}".encode(), "sha256"))
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number below `bound`; skip numbers that would favour some results."""
    fair = (1 << 64) - (1 << 64) % bound
    while True:
        number = next(numbers)
        if number < fair:
            return number % bound
