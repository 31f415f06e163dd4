"""Declining what the app took by itself after the table has gone on (L-6, L-7): the log decided again with it. Pure.

As long as the location is open an act does it, `decline_instead`. Afterwards the taking stands in the log behind acts
of others; it can be declined as long as none of them comes to anything else without it.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from companion.rules.acts.actions import Act
from companion.rules.engine import decider
from companion.rules.errors import RuleError
from companion.rules.phases.pace import gains_in
from companion.rules.reasons import Reason
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.events import NOTHING, AgendaSet, Event, TokensMoved, replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.tables.conflicts import changed_paths, overlap
from companion.tables.line import Line
from companion.tables.strike import fits, outcome


class Taking(NamedTuple):
    """A reward that a player was given without being asked and has not declined.

    Attributes:
        line: the version of the line in which it was given.
        side: to whom.
        location: where.
        round: in which round.
        gone_on: the version of the line with which the table left the location; None: it is open.
        gain: what it was, as `companion.rules.phases.pace` remembers it.
    """

    line: int
    side: Side
    location: Location
    round: int
    gone_on: int | None
    gain: Any


def takings(lines: Sequence[Line]) -> list[Taking]:
    """All that the app took by itself for players and that stands, the first first.

    Args:
        lines: those that count, from the first on, each with its act as far as it has one.
    """
    game = NOTHING
    found: list[Taking] = []
    here: dict[Side, Taking] = {}
    for line in lines:
        game = replay(line.events, game)
        location, gains = gains_in(game)
        if any(one.location is not location for one in here.values()):
            found += [one._replace(gone_on=line.version) for one in here.values()]
            here = {}
        # Who has declined has nothing any more; who ranks below may have more since.
        here = {
            side: Taking(here[side].line if side in here else line.version, side, location, game.round, None, gain)
            for side, gain in gains.items()
            if location is not None
        }
        if line.declines_later:
            found.remove(next(one for one in reversed(found) if _names(line.act, one)))
    return [*found, *here.values()]


def _names(act: Act, taking: Taking) -> bool:
    """Whether a taking is the one that an act declines."""
    return (act.one("side"), act.one("location")) == (taking.side, taking.location.value)


def declined_later(
    lines: Sequence[Line], taking: Taking, shuffle: Shuffle[Any]
) -> tuple[tuple[Event, ...], Line | None]:
    """Decide the declining of a taking after the table has gone on.

    Args:
        lines: those that count, from the first on; from the one that has gone on each with its act.
        taking: one of `takings`, whose location the table has left.
        shuffle: the order of the table's cards.

    Returns:
        What happens; or nothing, and the first line that rests on the taking.
    """
    place = next(place for place, line in enumerate(lines) if line.version == taking.gone_on)
    now = replay(event for line in lines[:place] for event in line.events)
    try:
        decline = decider.decide(now, Act("decline_instead", {"side": [taking.side]}), shuffle)
    except RuleError:
        # The table has left the location in the middle of something else, such as a tome.
        return (), lines[place]
    happened = [one for one in decline if not isinstance(one, AgendaSet)]
    moved = [one for one in happened if isinstance(one, TokensMoved)]
    without = replay(happened, now)
    for line in lines[place:]:
        after = replay(line.events, now)
        left = {one.side for one in moved} if line.version == taking.gone_on else set[Side]()
        otherwise = _otherwise(line, now, without, left, shuffle)
        if otherwise is None:
            return (), line
        now, without = after, replay(otherwise, without)
        if not fits(without):
            return (), line
    # Whoever strayed only for want of what is given back now would have gone home as the table left the location.
    home = [TokensMoved(one.side, one.tokens, None) for one in moved if one.to is taking.location]
    events = (*happened, *home)
    return (events, None) if replay(events, now) == without else ((), lines[-1])


def _otherwise(
    line: Line, now: Position, without: Position, left: Collection[Side], shuffle: Shuffle[Any]
) -> Sequence[Event] | None:
    """What a line comes to without the taking; None where that is anything else, but for who goes home from there."""
    if line.declines_later:
        # It was decided from the log as it was: what else is declined leaves it so where it touches nothing of it.
        disjoint = not overlap(changed_paths(now, without), changed_paths(now, replay(line.events, now)))
        return line.events if disjoint else None
    found, otherwise = outcome(now, line, shuffle), outcome(without, line, shuffle)
    same = found is not None and otherwise is not None and _but_home(found, left) == _but_home(otherwise, left)
    return otherwise if same else None


def _but_home(events: Sequence[Event], sides: Collection[Side]) -> list[Event]:
    """What happened, but that tokens of some went home, and that power is named of crews without an enforcer (L-2)."""
    stay = (one for one in events if not (isinstance(one, TokensMoved) and one.to is None and one.side in sides))
    return [one._replace(why=tuple(map(_without_power, one.why))) for one in stay]


def _without_power(why: Reason) -> Reason:
    idle = "power" in why.data and "enforcer" not in why.data.get("tokens", ("enforcer",))
    return why._replace(data={**why.data, "power": 0}) if idle else why
