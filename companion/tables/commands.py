"""A write to the log of a table, in the order of its checks: who, which key, on which version, by which rules."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from companion.identity.caller import Caller
from companion.persistence.database import now, truncate_wal
from companion.plays.expired import keep_without_table
from companion.tables.broadcast import live, tell_others
from companion.tables.command import Command, CommandResult
from companion.tables.idempotency import refusals_remembered, result_of_key
from companion.tables.line_cache import line_cache
from companion.tables.permissions import hosts, viewer_of
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table
from companion.tables.refusals import Closed, NotHost
from companion.tables.repository import TableGone
from companion.tables.silence import unheard
from companion.tables.state_cache import state_cache
from companion.tables.table_box import teach_box_of_line
from companion.tables.unit_of_work import UnitOfWork, unit_of_work
from companion.tables.version_check import check_version

Handler: TypeAlias = Callable[[UnitOfWork, Viewer, Command], CommandResult]
"""Decides by the rules, or by who sits where, what a command comes to, and appends it."""

Admission: TypeAlias = Callable[[Table, Caller], Viewer]
"""Says as whom somebody asks, or refuses."""


def seated_viewer(table: Table, caller: Caller) -> Viewer:
    """Who asks, where that is somebody with a seat.

    Raises:
        NotAllowed: they have none.
    """
    viewer = viewer_of(table, caller)
    if not viewer.seats:
        raise caller.refusal()
    return viewer


def submit(
    code: str, caller: Caller, command: Command, handle: Handler, admit: Admission = seated_viewer
) -> CommandResult:
    """Add a command to the log of a table, all of it or nothing, and notify the listeners.

    Args:
        code: of the table.
        caller: who asks.
        command: what.
        handle: carries it out.
        admit: who may ask.

    Raises:
        TableGone: there is no such table.
        NotAllowed: who asks has no seat there.
        KeyReused: the key came with another request before.
        Closed: nothing more is taken.
        Changed: what it touches has changed since.
        Refused: what else `handle` refuses.
    """
    with unit_of_work(code) as work:
        viewer = admit(work.table, caller)
        result = result_of_key(work, command)
        if result is None:
            _check_open(work)
            _note_presence(work.table, caller)
            with refusals_remembered(work, command):
                check_version(work, viewer, command)
                result = handle(work, viewer, command)
    teach_box_of_line(result)
    return result


def _check_open(work: UnitOfWork) -> None:
    if work.loaded.state.closed:
        raise Closed(work.loaded)


def _note_presence(table: Table, caller: Caller) -> None:
    moment = now()
    for seat in unheard(table, caller, moment):
        seat.seen = moment


def delete(code: str, caller: Caller) -> None:
    """Delete a table: its log, seats, invitations and keys. A score sheet that was kept of it stays.

    Args:
        code: of the table.
        caller: who asks: the holder of the host's seat.

    Raises:
        TableGone: there is no such table.
        NotAllowed: who asks has no seat there.
        NotHost: another seat runs it.
    """
    with unit_of_work(code) as work:
        seated_viewer(work.table, caller)
        if not hosts(caller, work.table):
            raise NotHost(work.loaded)
        _delete(work)
    _forget(work)


def remove(code: str) -> None:
    """Delete a table for the owner of the database; see `delete`.

    Raises:
        TableGone: there is no such table.
    """
    with unit_of_work(code) as work:
        _delete(work)
    _forget(work)


def expire(code: str, before: datetime) -> bool:
    """Delete a table for the owner of the database, but keep its result in the stats.

    Args:
        code: of the table.
        before: only if it was last changed before then, and is still over.

    Returns:
        Whether it was deleted: somebody may have gone on there meanwhile, or deleted it.
    """
    try:
        with unit_of_work(code) as work:
            table = work.table
            if not table.over or table.changed >= before:
                return False
            devices = [seat.device for seat in table.seats if seat.device]
            keep_without_table(work.session.connection(), table.id, table.sheet_id, devices)
            _delete(work)
    except TableGone:
        return False
    _forget(work)
    return True


def _delete(work: UnitOfWork) -> None:
    work.deleted = True
    work.session.delete(work.table)
    tell_others(work.session.connection(), work.table.id, None)


def _forget(work: UnitOfWork) -> None:
    truncate_wal()
    state_cache().forget(work.table)
    line_cache().forget(work.table.id)
    live().tell(work.table.id, None)
