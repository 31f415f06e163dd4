"""The curve of an evening as it is drawn."""

import random
import re
from itertools import pairwise

from companion.pages.evening.curve import Curve, Mark, curve
from companion.rules import Game, Setup
from companion.rules.state.events import PhaseBegan, Scored
from companion.rules.state.position import Phase
from companion.scoring.evening import PlayedLine, evening

GAMES = 80
HALF = 51
"""Half of how wide *Turning point* is."""

LETTERS = 9
"""Half of how high a text is, and some."""


def drawn(chance: random.Random, *, raids: bool = False) -> Curve:
    """The curve of some rounds in which points come as by chance; they may end with raids."""
    lines = [PlayedLine(1, "", Game.new(Setup(), seed="").last_events)]
    for round_ in range(1, chance.randint(2, 7)):
        lines.append(PlayedLine(len(lines) + 1, "begin_round", (PhaseBegan(round_, Phase.ROLL_CALL),)))
        for _ in range(chance.randint(1, 6)):
            scored = Scored(chance.randrange(2), chance.randint(1, 6))
            lines.append(PlayedLine(len(lines) + 1, "take", (scored,)))
        if raids and chance.random() < 0.5:
            lost = Scored(chance.randrange(2), -chance.randint(4, 9))
            lines.append(PlayedLine(len(lines) + 1, "raid", (lost,)))
    return curve(evening(lines), ["You", "Guards"])


def runs_through(name: Mark, path: str) -> bool:
    """Whether a line runs through a text of the width that *Turning point* has."""
    corners = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+)[ ,](-?[\d.]+)", path)]
    for (left, begun), (right, ended) in pairwise(corners):
        falls = left == right and min(begun, ended) < name.y and max(begun, ended) > name.y - 10
        if falls and abs(left - name.x) <= HALF:
            return True
        for x in range(int(name.x) - HALF, int(name.x) + HALF + 1, 4):
            if left <= x <= right and right > left:
                y = begun + (ended - begun) * (x - left) / (right - left)
                if abs(y - (name.y - 5)) < LETTERS:
                    return True
    return False


def test_no_line_runs_through_the_name_of_the_turning_point_where_there_is_room() -> None:
    chance = random.Random("curve")
    named = [one for one in (drawn(chance) for _ in range(GAMES)) if one.turn_name]
    crossed = [one for one in named if any(runs_through(one.turn_name or Mark(0, 0), line.path) for line in one.series)]
    assert len(named) > GAMES / 2
    assert len(crossed) < len(named) / 10


def test_the_name_of_the_turning_point_is_clear_of_where_raids_let_lines_fall_and_of_the_last_dots() -> None:
    chance = random.Random("raids")
    named = [one for one in (drawn(chance, raids=True) for _ in range(GAMES)) if one.turn_name]
    crossed = [one for one in named if any(runs_through(one.turn_name or Mark(0, 0), line.path) for line in one.series)]
    assert len(crossed) < len(named) / 10
    assert all(one.turn_name and one.turn_name.x + HALF < one.series[0].end.x - 4 for one in named)
