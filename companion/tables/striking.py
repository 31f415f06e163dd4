"""Striking one line alone, with others after it: possible where nothing later touches what it set. Pure."""

from collections.abc import Sequence

from companion.rules.game.events import replay
from companion.tables.history import Line
from companion.tables.touched import overlap, touched


def in_the_way(lines: Sequence[Line], struck: int) -> Line | None:
    """The first line that touches what another has set, so that the other cannot be struck alone.

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
    for line in lines[place + 1 :]:
        after = replay(line.events, now)
        if overlap(mine, touched(now, after)):
            return line
        now, without = after, replay(line.events, without)
    # A later line can have told again what was so already, which would now come back with it.
    return None if touched(without, now) == mine else lines[-1]
