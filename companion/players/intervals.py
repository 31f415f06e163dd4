"""The uncertainty of a share: Wilson's interval, good also near 0 and 1."""

from math import sqrt
from typing import Final, NamedTuple

_Z: Final = 1.959963984540054
"""The number of standard deviations that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A 95 % confidence interval of a share."""

    low: float
    high: float


def wilson(hits: int, trials: int) -> Interval:
    """Return the interval of a share; without trials, from 0 to 1."""
    if not trials:
        return Interval(0, 1)
    share, spread = hits / trials, _Z * _Z / trials
    middle = share + spread / 2
    around = sqrt(spread * (share * (1 - share) + spread / 4))
    return Interval(max(0.0, (middle - around) / (1 + spread)), min(1.0, (middle + around) / (1 + spread)))
