"""Shared parts of commands about seats: a seat's row, permissions, the entry."""

from collections.abc import Sequence
from dataclasses import replace

from companion.identity.caller import Caller, NotAllowed
from companion.rules.acts.actions import Act
from companion.rules.state.pieces import Side
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.permissions import hosts, phones_of, viewer_of
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, TableSeat
from companion.tables.refusals import NotHost
from companion.tables.repository import LoadedTable
from companion.tables.silence import chosen_keeper


class NoSuchSeat(Exception):
    """The game has no such seat, or no one sits there."""


def anybody(table: Table, caller: Caller) -> Viewer:
    """Admit anyone who has the code; a token of another table does not count here."""
    viewer = viewer_of(table, caller)
    if caller.token is not None and not viewer.seats:
        raise NotAllowed(known=True)
    return viewer


def check_host(loaded: LoadedTable, caller: Caller) -> None:
    """Check that the caller is the host of the table or the computer that serves it.

    Raises:
        NotHost: it is neither.
    """
    if not caller.computer and not hosts(caller, loaded.table):
        raise NotHost(loaded)


def seat_row(table: Table, seat: Side) -> TableSeat:
    """Return the stored row of a seat.

    Raises:
        NoSuchSeat: the game has no such seat.
    """
    row = next((one for one in table.seats if one.seat == seat), None)
    if row is None:
        raise NoSuchSeat
    return row


def seat_act(command: Command, kind: str, phones: Sequence[Sequence[Side]] = (), **fields: object) -> Command:
    """Return the command as a log entry about seats.

    Args:
        command: what was asked.
        kind: what is done.
        phones: the seats of each phone until then, the keeper's first, where that changes them.
        fields: whatever else it says.
    """
    return replace(command, kind=Kind.SEAT, act=Act(kind, fields), phones=phones)


def phones_now(table: Table) -> list[list[Side]]:
    """Return the seats of each phone, the chosen keeper's first."""
    return phones_of(table, chosen_keeper(table))
