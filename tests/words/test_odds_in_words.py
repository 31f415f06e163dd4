"""Odds as so many of a hundred deals."""

from fractions import Fraction

import pytest

from companion.rules.frozen import FrozenDict
from companion.rules.odds.location_odds import LocationOdds
from companion.rules.vocabulary import Location
from companion.words.odds_sentences import Shares, shares

SEWERS = Location.SEWERS


@pytest.mark.parametrize(
    ("leads", "parts", "told"),
    [
        ("1/2", ("1/2", "1/4", "1/4"), Shares(50, 50, 25, 25, "guards")),
        ("3/4", ("1/2", "1/4", "1/4"), Shares(75, 50, 25, 25, "first")),
        ("3/5", ("1/2", "1/4", "1/4"), Shares(60, 50, 25, 25, "open")),
        # What is possible is never none of them, what is not certain never all.
        ("999/1000", ("999/1000", "0", "1/1000"), Shares(99, 99, 0, 1, "guards")),
        ("1/1000", ("1/1000", "1/1000", "998/1000"), Shares(1, 1, 1, 98, "guards")),
        ("1", ("0", "1", "0"), Shares(100, 0, 100, 0, "first")),
        ("0", ("0", "0", "1"), Shares(0, 0, 0, 100, "guards")),
    ],
)
def test_odds_are_rounded_to_a_hundred_deals(leads: str, parts: tuple[str, str, str], told: Shares) -> None:
    below, equal, above = map(Fraction, parts)
    odds = LocationOdds(SEWERS, (), Fraction(leads), below, equal, above, FrozenDict())
    assert shares(odds) == told
