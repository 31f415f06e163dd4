"""Writing to a table's log, in order of checks: caller, key, version, rules."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import delete as delete_rows

from companion.identity.caller import Caller
from companion.persistence.database import now, truncate_wal
from companion.plays.expired import keep_without_table
from companion.tables.command import Command, CommandResult
from companion.tables.idempotency import refusals_remembered, result_of_key
from companion.tables.line import Kind
from companion.tables.permissions import hosts, viewer_of
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table
from companion.tables.refusals import Closed, NotHost
from companion.tables.repository import TableGone
from companion.tables.silence import unheard
from companion.tables.table_box import teach_box_of_lines
from companion.tables.unit_of_work import UnitOfWork, write
from companion.tables.version_check import check_version

Handler: TypeAlias = Callable[[UnitOfWork, Viewer, Command], CommandResult]
"""Decides what a command does, by the rules or by who sits where, and appends it."""

Admission: TypeAlias = Callable[[Table, Caller], Viewer]
"""Identifies the caller at the table, or rejects the request."""


def seated_viewer(table: Table, caller: Caller) -> Viewer:
    """Return the caller as a viewer with a seat.

    Raises:
        NotAllowed: the caller has none.
    """
    viewer = viewer_of(table, caller)
    if not viewer.seats:
        raise caller.refusal()
    return viewer


def submit(
    code: str, caller: Caller, command: Command, handle: Handler, admit: Admission = seated_viewer
) -> CommandResult:
    """Add a command to the log of a table, all or nothing, and notify the listeners.

    Args:
        code: of the table.
        caller: who asks.
        command: the requested change.
        handle: carries it out.
        admit: decides whether the caller may ask.

    Raises:
        TableGone: there is no such table.
        NotAllowed: the caller has no seat there.
        KeyReused: the key came with another request before.
        Closed: the table is closed.
        Changed: the parts that it touches have changed since.
        Refused: `handle` rejects it for another reason.
    """

    def decide(work: UnitOfWork) -> CommandResult:
        viewer = admit(work.table, caller)
        if (earlier := result_of_key(work, command)) is not None:
            return earlier
        if work.loaded.state.closed:
            raise Closed(work.loaded)
        _note_presence(work.table, caller)
        with refusals_remembered(work, command):
            check_version(work, viewer, command)
            return handle(work, viewer, command)

    # Commands about seats are decided by the seats as they are now.
    result = write(code, decide, based_on=None if command.kind is Kind.SEAT else command.version)
    teach_box_of_lines(result)
    return result


def _note_presence(table: Table, caller: Caller) -> None:
    moment = now()
    for seat in unheard(table, caller, moment):
        seat.seen = moment


def delete(code: str, caller: Caller) -> None:
    """Delete a table: its log, seats, invitations and keys, but not its score sheet.

    Args:
        code: of the table.
        caller: the holder of the host's seat.

    Raises:
        TableGone: there is no such table.
        NotAllowed: the caller has no seat there.
        NotHost: another seat runs it.
    """

    def decide(work: UnitOfWork) -> None:
        seated_viewer(work.table, caller)
        if not hosts(caller, work.table):
            raise NotHost(work.loaded)
        _delete(work)

    write(code, decide)
    truncate_wal()


def remove(code: str) -> None:
    """Delete a table for the owner of the database; see `delete`.

    Raises:
        TableGone: there is no such table.
    """
    write(code, _delete)
    truncate_wal()


def expire(code: str, before: datetime) -> bool:
    """Delete a table for the owner of the database, but keep its result in the stats.

    Args:
        code: of the table.
        before: only if it was last changed before then, and is still over.

    Returns:
        Whether it was deleted: since then, players may have gone on there or deleted it.
    """

    def decide(work: UnitOfWork) -> bool:
        table = work.table
        if not table.over or table.changed >= before:
            return False
        devices = [seat.device for seat in table.seats if seat.device]
        work.also(lambda session: keep_without_table(session.connection(), table.id, table.sheet_id, devices))
        _delete(work)
        return True

    try:
        deleted = write(code, decide)
    except TableGone:
        return False
    if deleted:
        truncate_wal()
    return deleted


def _delete(work: UnitOfWork) -> None:
    statement = delete_rows(Table).where(Table.id == work.table.id)
    work.deleted = True
    work.also(lambda session: session.execute(statement))
