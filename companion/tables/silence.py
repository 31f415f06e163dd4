"""Whose phones are heard of; who does meanwhile what the others would: keep the table, list moves, answer.

A phone is *quiet* after 45 seconds without a sign of it, and *asleep* after two minutes.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from companion.identity.caller import Caller
from companion.rules.state.pieces import Side
from companion.tables.permissions import holds
from companion.tables.projection.actions import current_prompt, stand_in_prompt
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, TableSeat
from companion.tables.timeline import State

SEEN_EVERY: Final = timedelta(seconds=20)
"""How exactly it is known when a phone was last heard of."""

ASLEEP_AFTER: Final = timedelta(minutes=2)
"""After which a phone that is not heard of counts as asleep: others keep or run the table, or take its seat."""

QUIET_AFTER: Final = timedelta(seconds=45)
"""After which a phone that is not heard of has surely no stream any more: it is dark, or shows something else.

Others may then answer for its player what nobody else is asked, rather than wait.
"""

TOLD_FOR: Final = timedelta(minutes=2)
"""How long it is told that somebody has taken a seat, or is back."""


class Presence(NamedTuple):
    """What is known of the phone of a seat.

    Attributes:
        heard: when it was last heard of, to within `SEEN_EVERY`; None: never yet.
        asleep: whether it is; a seat without a phone is never asleep.
    """

    heard: datetime | None
    asleep: bool


def unheard(table: Table, caller: Caller, moment: datetime) -> list[TableSeat]:
    """The seats of a phone that is heard of now, of which that is not known yet."""
    return [one for one in table.seats if holds(caller, one) and (not one.seen or abs(moment - one.seen) > SEEN_EVERY)]


def ahead(table: Table, moment: datetime) -> list[TableSeat]:
    """The seats that were heard of later than now: the clock was set back."""
    return [one for one in table.seats if one.seen and one.seen - moment > SEEN_EVERY]


def is_recent(then: datetime, moment: datetime) -> bool:
    """Whether something is still told as news; what is yet to come, since the clock was set back, is none."""
    return timedelta() <= moment - then < TOLD_FOR


def presence(table: Table, moment: datetime) -> dict[Side, Presence]:
    """When the phone of each seat was last heard of, and whether it sleeps; one that never was may be on its way.

    Args:
        table: whose seats.
        moment: now.
    """
    return {one.seat: Presence(one.seen, is_asleep(table, one, moment)) for one in table.seats}


def appointed(table: Table) -> Side:
    """The seat chosen to do the steps of the table: the host, until the keys are given to another."""
    return table.host if table.keeper is None else table.keeper


def keeper(table: Table, moment: datetime) -> Side:
    """The seat that does the steps of the table now: the one chosen, or the next clockwise whose phone is awake.

    It is a courtesy: anybody at the table may do them. Where every phone sleeps it stays where it was.

    Args:
        table: whose seats; at least one.
        moment: now.
    """
    chosen = appointed(table)
    clockwise = sorted(table.seats, key=lambda one: (one.seat < chosen, one.seat))
    awake = (one.seat for one in clockwise if not one.free and not is_asleep(table, one, moment))
    return next(awake, chosen)


def lister(table: Table, moment: datetime) -> Side:
    """The seat on whose phone what is nobody's own is listed: the keeper's, or the next clockwise that is heard of.

    List common moves where someone sees them, long before the keeper changes; if no phone is heard of, at the keeper.

    Args:
        table: whose seats; at least one.
        moment: now.
    """
    keeps = keeper(table, moment)
    clockwise = sorted(table.seats, key=lambda one: (one.seat < keeps, one.seat))
    heard = (one.seat for one in clockwise if not one.free and not is_quiet(table, one, moment))
    return next(heard, keeps)


def unattended(table: Table, moment: datetime) -> set[Side]:
    """The seats whose phones sleep, and the one chosen to keep the table once its phone is not heard of."""
    chosen = appointed(table)
    return {
        one.seat
        for one in table.seats
        if is_asleep(table, one, moment) or (one.seat == chosen and is_quiet(table, one, moment))
    }


def unattended_since(table: Table, seat: TableSeat) -> datetime:
    """Since when another phone lists what waits at a seat, if one does."""
    return (seat.seen or table.created) + (QUIET_AFTER if seat.seat == appointed(table) else ASLEEP_AFTER)


def seats_to_stand_in_for(table: Table, state: State, viewer: Viewer, moment: datetime) -> list[Side]:
    """The seats that are asked while their phones are silent, and for which a viewer may do something."""
    if not viewer.seats or state.game.setup.solitary:
        return []
    asked = {action.side for action in current_prompt(state).actions}
    silent = (one.seat for one in table.seats if not one.free and is_quiet_or_new(one, moment))
    return [
        side for side in silent if side in asked and side not in viewer.seats and stand_in_prompt(state, side).actions
    ]


def is_quiet_or_new(seat: TableSeat, moment: datetime) -> bool:
    """Whether nothing of a seat's phone was heard for 45 seconds, or nothing yet, so that somebody may act for it."""
    return seat.seen is None or moment - seat.seen >= QUIET_AFTER


def is_asleep_or_new(seat: TableSeat, moment: datetime) -> bool:
    """Whether nothing of a seat's phone was heard for two minutes, or nothing yet."""
    return seat.seen is None or moment - seat.seen >= ASLEEP_AFTER


def is_asleep(table: Table, seat: TableSeat, moment: datetime) -> bool:
    """Whether a phone has a seat that was not heard of for two minutes; one that never was, since the table is open."""
    return not seat.free and moment - (seat.seen or table.created) >= ASLEEP_AFTER


def is_quiet(table: Table, seat: TableSeat, moment: datetime) -> bool:
    """Whether a phone that has a seat is not heard of any more, though it need not sleep."""
    return not seat.free and moment - (seat.seen or table.created) >= QUIET_AFTER
