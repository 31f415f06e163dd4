"""Par of a game against the guards on the page of its result: what it says, and a dot for each of its games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from companion.tables.par import GAMES, TablePar
from companion.web.language import request_language
from companion.words.catalogue import decimal, number

WIDTH: Final = 312
_LEFT, _RIGHT = 8, 304
_FLAG: Final = 40
"""The height of the flag that says what the player had, and of what is above the dots."""

_MOST_COLUMNS: Final = 44
_DOT: Final = 6.6
"""The distance of dots in a column; a tall column has less."""

_TALLEST: Final = 130
_STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 500)
_MOST_TICKS: Final = 6
_BESIDE: Final = 68
"""The room of the average's name to either side."""


@dataclass(frozen=True)
class Dot:
    """A game of the par at its place."""

    x: float
    y: float
    escaped: bool


@dataclass(frozen=True)
class Plot:
    """The games of a par as dots.

    Attributes:
        dots: one for each game.
        base: the height of the axis.
        mine, average: where the player's points and the average are on it.
        ticks: numbers on the axis, each with its place.
    """

    dots: tuple[Dot, ...]
    base: float
    mine: float
    average: float
    ticks: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class ParView:
    """What the page says.

    Attributes:
        games: how many were played, of how many.
        own: whether the one who looks has played the game.
        name: of its player.
        total: the player's points.
        mean, escaped, below: the average of the games, how many escaped, and how many had fewer points.
        all_better: whether all had more points.
        plot: the games as dots; None until all are played.
    """

    games: tuple[int, int]
    own: bool
    name: str
    total: int
    mean: str = ""
    escaped: int = 0
    below: int = 0
    all_better: bool = False
    plot: Plot | None = None


def par_view(found: TablePar, total: int, name: str, *, own: bool) -> ParView:
    """Return what the page says of a par.

    Args:
        found: its games.
        total: the player's points.
        name: of the player.
        own: whether the one who looks is the player.
    """
    games, par = (len(found.games), GAMES), found.par
    if par is None:
        return ParView(games, own, name, total)
    plot = plotted(found.games, total)
    mean = decimal(request_language(), par.mean)
    return ParView(
        games, own, name, total, mean, par.escaped, par.below(total), all_better=par.totals[0] > total, plot=plot
    )


def plotted(games: Sequence[tuple[int, bool]], mine: int) -> Plot:
    """Return games as dots; in each column, escapes are lowest."""
    every = [mine, *(total for total, _ in games)]
    low, high = min(every), max(every)
    wide = ceil((high - low + 1) / _MOST_COLUMNS)
    columns = (high - low) // wide + 1
    one = (_RIGHT - _LEFT) / columns
    tallest = max(Counter((total - low) // wide for total, _ in games).values())
    apart = min(_DOT, _TALLEST / tallest)
    base = round(_FLAG + tallest * apart, 1)
    laid = Counter[int]()
    dots = []
    for total, escaped in sorted(games, key=lambda game: not game[1]):
        column = (total - low) // wide
        dots.append(
            Dot(round(_LEFT + (column + 0.5) * one, 1), round(base - (laid[column] + 0.55) * apart, 1), escaped)
        )
        laid[column] += 1

    def place(points: float) -> float:
        return round(_LEFT + (points - low + 0.5) / wide * one, 1)

    average = place(sum(total for total, _ in games) / len(games))
    step = next((step for step in _STEPS if (high - low) / step <= _MOST_TICKS), _STEPS[-1])
    ticks = ((place(points), number(points)) for points in range(-(-low // step) * step, high + 1, step))
    named = min(max(average, _BESIDE - _LEFT), WIDTH - _BESIDE + _LEFT)
    free = (tick for tick in ticks if abs(tick[0] - named) > _BESIDE)
    return Plot((*dots,), base, place(mine), average, (*free,))
