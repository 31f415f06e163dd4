"""Whose phones are silent, and who does meanwhile what the others would: run the table, list moves, answer."""

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

SILENT_AFTER: Final = timedelta(minutes=1)
"""After which a phone that is not heard of counts as silent: it is dark, or shows something else.

Others may then answer for its player what nobody else is asked, run the table, or take the seat.
"""

TOLD_FOR: Final = timedelta(minutes=2)
"""How long it is told that somebody has taken a seat, or is back."""


class Presence(NamedTuple):
    """What is known of the phone of a seat.

    Attributes:
        heard: when it was last heard of, to within `SEEN_EVERY`; None: never yet.
        silent: whether it is; a seat without a phone is never silent.
    """

    heard: datetime | None
    silent: bool


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
    """When the phone of each seat was last heard of, and whether it is silent.

    Args:
        table: whose seats.
        moment: now.
    """
    return {one.seat: Presence(one.seen, is_silent(table, one, moment)) for one in table.seats}


def chosen_keeper(table: Table) -> Side:
    """The seat chosen to do the steps of the table: the host, until the keys are given to another."""
    return table.host if table.keeper is None else table.keeper


def acting_keeper(table: Table, moment: datetime) -> Side:
    """The seat that does the steps of the table now: the one chosen, or the next clockwise whose phone is heard of.

    It is a courtesy: anybody at the table may do them. Where every phone is silent it stays where it was.

    Args:
        table: whose seats; at least one.
        moment: now.
    """
    chosen = chosen_keeper(table)
    clockwise = sorted(table.seats, key=lambda one: (one.seat < chosen, one.seat))
    heard = (one.seat for one in clockwise if not one.free and not is_silent(table, one, moment))
    return next(heard, chosen)


def silent_seats(table: Table, moment: datetime) -> set[Side]:
    """The seats whose phones are silent."""
    return {one.seat for one in table.seats if is_silent(table, one, moment)}


def seats_of_silent_phones(table: Table, moment: datetime) -> set[Side]:
    """The same with those that nobody holds, where the phone is silent that plays them."""
    silent = silent_seats(table, moment)
    return silent | {one.seat for one in table.seats if one.free and table.host in silent}


def silent_since(table: Table, seat: TableSeat) -> datetime:
    """Since when the phone of a seat counts as silent, if it does; one never heard of, since the table is open."""
    if seat.free:
        seat = next(one for one in table.seats if one.seat == table.host)
    return (seat.seen or table.created) + SILENT_AFTER


def is_silent(table: Table, seat: TableSeat, moment: datetime) -> bool:
    """Whether a phone has a seat and is silent."""
    return not seat.free and moment >= silent_since(table, seat)


def may_be_answered_for(seat: TableSeat, moment: datetime) -> bool:
    """Whether the phone of a seat is silent or was never heard of, so that somebody may act for it."""
    return seat.seen is None or moment - seat.seen >= SILENT_AFTER


def seats_to_stand_in_for(table: Table, state: State, viewer: Viewer, moment: datetime) -> list[Side]:
    """The seats that are asked while their phones are silent, and for which a viewer may do something."""
    if not viewer.seats or state.game.setup.solitary:
        return []
    asked = {action.side for action in current_prompt(state).actions}
    silent = (one.seat for one in table.seats if not one.free and may_be_answered_for(one, moment))
    return [
        side for side in silent if side in asked and side not in viewer.seats and stand_in_prompt(state, side).actions
    ]
