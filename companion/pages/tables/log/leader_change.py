"""The last change of the leader goal in lines of a log: who has taken it, and from whom."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules.state.events import LeaderTaken
from companion.rules.state.pieces import Side
from companion.tables.line import LineInContext


class LeaderChange(NamedTuple):
    """The leader goal has gone to another.

    Attributes:
        to: whose it is now.
        of: whose it was; None: nobody's.
        event: that says so.
    """

    to: Side
    of: Side | None
    event: LeaderTaken


def leader_change(lines: Iterable[LineInContext]) -> LeaderChange | None:
    """Return the last time that somebody has taken the leader goal in these lines; None where nobody has."""
    found: LeaderChange | None = None
    for line in lines:
        holder = line.before.leader
        for event in line.events:
            if not isinstance(event, LeaderTaken):
                continue
            if event.side is not None and event.side != holder:
                found = LeaderChange(event.side, holder, event)
            holder = event.side
    return found
