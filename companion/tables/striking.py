"""Striking one line alone, with others after it: possible where nothing later touches what it set. Pure."""

from collections.abc import Sequence

from companion.rules.game.events import replay
from companion.rules.game.state import Cube, Game, Kind
from companion.tables.history import Line
from companion.tables.touched import overlap, touched


def in_the_way(lines: Sequence[Line], struck: int) -> Line | None:
    """The first line that rests on another, so that the other cannot be struck alone.

    It touches what the other has set, takes from the box what the other has put there (E-14), or gives a card its
    number after the other did. On what the table has agreed on, such as who plays, everything rests.

    Args:
        lines: those that count, in order.
        struck: the version of the line to be struck; one of them.

    Returns:
        None where it can be struck.
    """
    place = next(place for place, line in enumerate(lines) if line.version == struck)
    without = replay(event for line in lines[:place] for event in line.events)
    now = replay(lines[place].events, without)
    mine = touched(without, now)
    agreed, numbers = without.setup != now.setup, len(now.cards) > len(without.cards)
    for line in lines[place + 1 :]:
        after = replay(line.events, now)
        if agreed or overlap(mine, touched(now, after)):
            return line
        if numbers and len(after.cards) > len(now.cards):
            return line
        now, without = after, replay(line.events, without)
        if not _fits(without):
            return line
    # A later line can have told again what was so already, which would now come back with it.
    return None if touched(without, now) == mine else lines[-1]


def _fits(game: Game) -> bool:
    """Whether nothing lies on the table that the box does not have."""
    return all(game.supply(cube) >= 0 for cube in Cube) and all(game.deck(kind) >= 0 for kind in Kind)
