"""The curve of a recap: where its lines, raids, numbers and icons are in a picture of 360 by 260. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.scoring.evening import Evening, Raid, RoundPoints

WIDTH: Final = 360
HEIGHT: Final = 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 300, 66, 226
_STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 500, 1000)
_MOST_TICKS: Final = 4
_APART: Final = 18
"""The least distance between the numbers at the ends of lines."""

_LANTERN: Final = 20
_NAME: Final = 104
"""The width of a lantern, and about the width of *Turning point*."""

_DOT: Final = 6
"""How far the dot at the end of a line reaches, and some."""

_SHIFTS: Final = (-24, 34, -42, 52, -60, 70)
"""Places for the turning point's name, relative to the point; the first is best."""

_LATE: Final = 0.75
"""After this part of a round's acts a raid is drawn at the round's end, where patrol is."""


@dataclass(frozen=True)
class Mark:
    """A text or icon at a place."""

    x: float
    y: float
    text: str = ""


@dataclass(frozen=True)
class Series:
    """The line of a side: its path, its end, its final number, and the place of its name."""

    side: int
    path: str
    end: Mark
    figure: Mark
    name: Mark | None


@dataclass(frozen=True)
class Curve:
    """The whole curve.

    Attributes:
        ticks, rounds: the numbers next to it and below it.
        raids, lanterns: where raids are, and which of them have room for a lantern.
        series: by side.
        turn, turn_name: the turning point, and the place of its name; None where there is none.
    """

    ticks: tuple[Mark, ...]
    rounds: tuple[Mark, ...]
    raids: tuple[float, ...]
    lanterns: tuple[float, ...]
    series: tuple[Series, ...]
    turn: Mark | None
    turn_name: Mark | None


def curve(evening: Evening, names: Sequence[str]) -> Curve:
    """Return the curve of a game, its sides named where there are two."""
    return _Drawing(evening).curve(names)


class _Drawing:
    """A curve that is being drawn."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._rounds = evening.rounds
        self._last = evening.steps[-1].after.points
        shown = [*self._seen(), *evening.result.points]
        self._least = min(0, *shown)
        most = max(1, *shown)
        span = most - self._least
        self._step = next((one for one in _STEPS if span / one <= _MOST_TICKS), _STEPS[-1])
        self._most = -(-most // self._step) * self._step if most % self._step > self._step / 2 else most
        self._first_round = self._rounds[0].round
        self._width = (_RIGHT - _LEFT) / max(1, self._rounds[-1].round - self._first_round)

    def _seen(self) -> Iterator[int]:
        for one in self._rounds[:-1]:
            yield from one.points
        yield from self._last
        for one in self._rounds:
            for raid in one.raids:
                yield from (*raid.before, *raid.after)

    def _x(self, round_: float) -> float:
        return round(_LEFT + (round_ - self._first_round) * self._width, 1)

    def _y(self, points: float) -> float:
        return round(_BOTTOM - (points - self._least) * (_BOTTOM - _TOP) / (self._most - self._least), 1)

    def _x_of_raid(self, raid: Raid, end: RoundPoints) -> float:
        lines = [step.line for step in self._evening.steps if step.round == raid.round]
        share = (lines.index(raid.line) + 1) / len(lines) if raid.line in lines else 1.0
        return self._x(end.round if share > _LATE else end.round - 1 + share)

    def _course(self, side: int) -> Iterator[tuple[float, int]]:
        """Yield the course of a side's line, which leaves out points only counted at the end."""
        yield self._x(self._first_round), self._rounds[0].points[side]
        for end in self._rounds[1:]:
            for raid in end.raids:
                x = self._x_of_raid(raid, end)
                yield x, raid.before[side]
                yield x, raid.after[side]
            last = end is self._rounds[-1]
            yield self._x(end.round), self._last[side] if last else end.points[side]

    def curve(self, names: Sequence[str]) -> Curve:
        ticks = range(-(-self._least // self._step) * self._step, self._most + 1, self._step)
        raids = (self._x_of_raid(raid, end) for end in self._rounds for raid in end.raids)
        x_of_rounds = (Mark(self._x(one.round), _BOTTOM + 20, str(one.round)) for one in self._rounds if one.round)
        series, turn = tuple(self._series(names)), self._turn()
        found = tuple(dict.fromkeys(raids))
        return Curve(
            tuple(Mark(_LEFT - 8, self._y(one), str(one)) for one in ticks),
            tuple(x_of_rounds),
            found,
            tuple(_with_room(found)),
            series,
            turn,
            turn and self._turn_name(turn, [one.name for one in series if one.name]),
        )

    def _series(self, names: Sequence[str]) -> Iterator[Series]:
        result = self._evening.result.points
        figures = self._spread([self._y(one) for one in result])
        labels = self._labels(names) if len(names) == 2 else [None] * len(names)
        for side, total in enumerate(result):
            x = self._x(self._rounds[-1].round)
            path = "M" + "L".join(f"{at:g} {self._y(points):g}" for at, points in self._course(side))
            yield Series(side, path, Mark(x, self._y(total)), Mark(x, figures[side], str(total)), labels[side])

    @staticmethod
    def _spread(places: Sequence[float]) -> list[float]:
        """Return these places, moved as little as needed for none to overlap another."""
        order = sorted(range(len(places)), key=lambda one: places[one])
        found = [*places]
        for above, below in pairwise(order):
            found[below] = max(found[below], found[above] + _APART)
        over = max(0.0, max(found) - _BOTTOM - 4)
        return [round(one - over, 1) for one in found]

    def _labels(self, names: Sequence[str]) -> list[Mark | None]:
        """Return the places of two names: at the middle round where the lines are furthest apart, outside of them."""
        middle = self._rounds[1:-1] or self._rounds[:1]
        at = max(middle, key=lambda one: (abs(one.points[0] - one.points[1]), -one.round))
        upper = 0 if at.points[0] >= at.points[1] else 1
        found: list[Mark | None] = [None, None]
        for side in (0, 1):
            shift = -14 if side == upper else 24
            y = min(max(self._y(at.points[side]) + shift, _TOP - 6), _BOTTOM - 4)
            found[side] = Mark(min(max(self._x(at.round), _LEFT + 34), _RIGHT - 34), y, names[side])
        return found

    def _turn(self) -> Mark | None:
        """Return the turning point on its side's line, at its act or raid; None if there is none."""
        turning = self._evening.turning_point
        if turning is None:
            return None
        step = next(one for one in self._evening.steps if one.line == turning.line)
        end = next((one for one in self._rounds if one.round == turning.round), self._rounds[-1])
        if step.raid is not None:
            x = self._x_of_raid(step.raid, end)
        else:
            lines = [one.line for one in self._evening.steps if one.round == turning.round]
            x = self._x(end.round - 1 + (lines.index(turning.line) + 1) / len(lines))
        on_line = self._at(turning.side, x)
        return Mark(x, self._y(on_line) if step.raid is None else self._y(step.after.points[turning.side]))

    def _turn_name(self, turn: Mark, taken: Sequence[Mark]) -> Mark:
        """Return the place of the turning point's name: above, below or further off, where there is most room."""
        x = min(max(turn.x, _LEFT + _NAME / 2), _RIGHT - _NAME / 2 - _DOT)
        places = [Mark(x, turn.y + shift) for shift in _SHIFTS if _TOP - 6 <= turn.y + shift <= _BOTTOM]
        return max(places, key=lambda one: self._room(one, taken))

    def _room(self, name: Mark, taken: Sequence[Mark]) -> float:
        """Return how far a name is from the next line and from the other names, up to `_APART`."""
        middle = name.y - 5
        spans = (span for side in range(len(self._last)) for span in self._spans(side, name.x))
        lines = (max(min(span) - middle, middle - max(span), 0.0) for span in spans)
        others = (abs(one.y - name.y) for one in taken if abs(one.x - name.x) < _NAME)
        return min(_APART, *lines, *others)

    def _spans(self, side: int, x: float) -> Iterator[tuple[float, float]]:
        """Yield where each piece of a side's line begins and ends in height, beside a name at a place."""
        first, last = x - _NAME / 2, x + _NAME / 2
        for (left, then), (right, now) in pairwise(self._course(side)):
            if left <= last and right >= first:
                slope = (now - then) / (right - left) if right > left else 0.0
                begun = then + slope * max(first - left, 0)
                yield self._y(begun), self._y(now - slope * max(right - last, 0))

    def _at(self, side: int, x: float) -> float:
        """Return the points that a side's line shows at a place."""
        for (left, then), (right, now) in pairwise(self._course(side)):
            if left <= x <= right:
                return then + (now - then) * ((x - left) / (right - left) if right > left else 1)
        return self._last[side]


def _with_room(places: Sequence[float]) -> Iterator[float]:
    """Yield the places that are at least a lantern apart from the one before."""
    last = float(-_LANTERN)
    for one in sorted(places):
        if one - last >= _LANTERN:
            yield one
            last = one
