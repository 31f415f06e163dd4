"""Silent phones, and who stands in for them: to run the table, list moves, answer."""

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
"""The precision with which the app knows when a phone was last heard."""

SILENT_AFTER: Final = timedelta(minutes=1)
"""The time after which a phone counts as silent: it is dark, or on another page.

Others may then answer for its player questions that only the player is asked, run the table, or take the seat.
"""

TOLD_FOR: Final = timedelta(minutes=2)
"""The time for which the page reports a takeover of a seat, or its player's return."""


class Presence(NamedTuple):
    """The presence of a seat's phone.

    Attributes:
        heard: when it was last heard, to within `SEEN_EVERY`; None: never yet.
        silent: whether it is; a seat without a phone is never silent.
    """

    heard: datetime | None
    silent: bool


def unheard(table: Table, caller: Caller, moment: datetime) -> list[TableSeat]:
    """Return the seats of the phone heard now whose stored time is old."""
    return [one for one in table.seats if holds(caller, one) and (not one.seen or abs(moment - one.seen) > SEEN_EVERY)]


def ahead(table: Table, moment: datetime) -> list[TableSeat]:
    """Return the seats that were heard later than now: the clock was set back."""
    return [one for one in table.seats if one.seen and one.seen - moment > SEEN_EVERY]


def is_recent(then: datetime, moment: datetime) -> bool:
    """Return whether an event is still news, and not in the future."""
    return timedelta() <= moment - then < TOLD_FOR


def presence(table: Table, moment: datetime) -> dict[Side, Presence]:
    """Return when the phone of each seat was last heard, and whether it is silent.

    Args:
        table: whose seats.
        moment: now.
    """
    return {one.seat: Presence(one.seen, is_silent(table, one, moment)) for one in table.seats}


def chosen_keeper(table: Table) -> Side:
    """Return the seat chosen to run the shared steps; by default the host's."""
    return table.host if table.keeper is None else table.keeper


def acting_keeper(table: Table, moment: datetime) -> Side:
    """Return the seat that runs the shared steps now: chosen, or next awake.

    It is a courtesy: anyone at the table may run them. If every phone is silent, it is the chosen one.

    Args:
        table: whose seats; at least one.
        moment: now.
    """
    chosen = chosen_keeper(table)
    clockwise = sorted(table.seats, key=lambda one: (one.seat < chosen, one.seat))
    heard = (one.seat for one in clockwise if not one.free and not is_silent(table, one, moment))
    return next(heard, chosen)


def silent_seats(table: Table, moment: datetime) -> set[Side]:
    """Return the seats whose phones are silent."""
    return {one.seat for one in table.seats if is_silent(table, one, moment)}


def seats_of_silent_phones(table: Table, moment: datetime) -> set[Side]:
    """Return silent seats, and free seats if the host's phone is silent."""
    silent = silent_seats(table, moment)
    return silent | {one.seat for one in table.seats if one.free and table.host in silent}


def silent_since(table: Table, seat: TableSeat) -> datetime:
    """Return when a seat's phone becomes silent; if never heard, since the opening."""
    if seat.free:
        seat = next(one for one in table.seats if one.seat == table.host)
    return (seat.seen or table.created) + SILENT_AFTER


def is_silent(table: Table, seat: TableSeat, moment: datetime) -> bool:
    """Return whether a seat has a phone that is silent."""
    return not seat.free and moment >= silent_since(table, seat)


def may_be_answered_for(seat: TableSeat, moment: datetime) -> bool:
    """Return whether others may act for a seat: silent, or never heard."""
    return seat.seen is None or moment - seat.seen >= SILENT_AFTER


def seats_to_stand_in_for(table: Table, state: State, viewer: Viewer, moment: datetime) -> list[Side]:
    """Return the seats that a viewer may act for: asked, with silent phones."""
    if not viewer.seats or state.game.setup.solitary:
        return []
    asked = {action.side for action in current_prompt(state).actions}
    silent = (one.seat for one in table.seats if not one.free and may_be_answered_for(one, moment))
    return [
        side for side in silent if side in asked and side not in viewer.seats and stand_in_prompt(state, side).actions
    ]
