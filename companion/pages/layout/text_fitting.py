"""Text in a picture, where nothing wraps: its width, and names cut to fit."""

from collections.abc import Callable
from typing import Final, NamedTuple
from unicodedata import category, combining, east_asian_width

LONGEST: Final = 1000.0
"""Wider than any name."""

_NARROWEST: Final = 3.0
_WIDE_LETTERS: Final = frozenset("MWmw@%&\N{HORIZONTAL ELLIPSIS}")


class FittedLine(NamedTuple):
    """A line and the size, in pixels, at which it fits."""

    text: str
    size: float


def width(text: str) -> float:
    """Return about how wide a bold text is, in ems; rather more than less."""
    return sum(map(_width, text))


def _width(sign: str) -> float:
    kind = category(sign)
    if combining(sign) or kind in {"Mn", "Me", "Cf"}:
        return 0.0
    if kind == "So":
        return 1.4
    if east_asian_width(sign) in {"W", "F"}:
        return 1.05
    if sign in _WIDE_LETTERS:
        return 1.05
    return 0.76 if kind == "Lu" else 0.64


def cut(name: str, most: float) -> str:
    """Return the name, or as much of it as is `most` ems wide with three dots behind it."""
    if width(name) <= most:
        return name
    kept = ""
    for sign in name:
        if width(kept + sign) + width("\N{HORIZONTAL ELLIPSIS}") > most:
            break
        kept += sign
    # Half of a sign that is drawn from several would be another one.
    return kept.rstrip().rstrip("\N{ZERO WIDTH JOINER}") + "\N{HORIZONTAL ELLIPSIS}"


def fitted_line(line: Callable[[float], str], size: float, room: float) -> FittedLine:
    """Return a line that fits: its names get shorter first, and only then its letters smaller.

    Args:
        line: the line with names of at most so many ems.
        size: of the letters, in pixels.
        room: how wide it may be, in pixels.
    """
    most = 24.0
    text = line(LONGEST)
    while width(text) * size > room and most > _NARROWEST:
        text = line(most)
        most -= 0.5
    return FittedLine(text, round(min(size, room / max(width(text), 1)), 1))
