"""How sure a share of some trials is: Wilson's interval, which is honest for few trials and near 0 and 1 too."""

from math import sqrt
from typing import Final, NamedTuple

_Z: Final = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """From where to where a share lies, with 95 % confidence."""

    low: float
    high: float


def wilson(hits: int, trials: int) -> Interval:
    """The interval of a share of so many hits in so many trials; of none it says nothing."""
    if not trials:
        return Interval(0, 1)
    share, spread = hits / trials, _Z * _Z / trials
    middle = share + spread / 2
    around = sqrt(spread * (share * (1 - share) + spread / 4))
    return Interval(max(0.0, (middle - around) / (1 + spread)), min(1.0, (middle + around) / (1 + spread)))
