"""A write to the log of a table: who, which key, on which version, by which rules, appended, told."""

from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy.orm import Session

from companion.persistence.database import forget_deleted, now, writing
from companion.rules.state.position import Side
from companion.sheets.repository import Caller
from companion.tables.broadcast import live, tell_others
from companion.tables.command import AppendResult, Command, CommandResult
from companion.tables.idempotency import entry_of_key, remember_refusal
from companion.tables.permissions import (
    hosts,
    unheard,
    viewer_of,
)
from companion.tables.projection.views import Viewer, refusal_told
from companion.tables.records import Table
from companion.tables.refusals import AgainstRules, Changed, Closed, InTheWay, NotHost, NotYours
from companion.tables.repository import (
    LoadedTable,
    LogLine,
    lock_table,
    log_line_of,
    positions_before,
    state_as_it_was,
    state_of_locked,
)
from companion.tables.state_cache import state_cache
from companion.tables.unit_of_work import append, locked
from companion.tables.version_check import check_version


def add_seat_line(session: Session, kept: LoadedTable, asked: Command, seat: Side | None) -> AppendResult:
    """Add a line that is about the seats, not the game."""
    return AppendResult(append(session, kept, asked, seat, ()), asked, seat, (), kept.state.game)


def seated_viewer(table: Table, caller: Caller) -> Viewer:
    """Who asks, where that is somebody with a seat.

    Raises:
        NotAllowed: they have none.
    """
    viewer = viewer_of(table, caller)
    if not viewer.seats:
        raise caller.refusal()
    return viewer


Append: TypeAlias = Callable[[Session, LoadedTable, Command, Viewer], AppendResult]
"""What adds what was asked to a log: all of it or nothing."""


def submit(
    code: str,
    caller: Caller,
    asked: Command,
    append: Append,
    who: Callable[[Table, Caller], Viewer] = seated_viewer,
) -> CommandResult:
    """Add what was asked to the log of a table; see `write`, whose checks these are.

    Args:
        code: of the table.
        caller: who asks.
        asked: what.
        append: makes a line of it, or several.
        who: who may ask.
    """
    with writing() as session:
        table = lock_table(session, code)
        viewer = who(table, caller)
        earlier = entry_of_key(session, table, asked)
        if earlier is not None:
            before = positions_before(session, table, earlier.version, earlier.version)
            line = log_line_of(earlier, before)
            then = LoadedTable(table, state_as_it_was(session, table, earlier.version))
            return CommandResult(then, line, earlier.language, earlier.version - 1)
        kept = LoadedTable(table, state_of_locked(session, table))
        if kept.state.closed:
            raise Closed(kept)
        for one in unheard(table, caller, now()):
            one.seen = now()
        try:
            check_version(session, kept, asked)
            state, last, seat, happened, game = append(session, kept, asked, viewer)
        except (Changed, NotYours, InTheWay):
            remember_refusal(session, kept, asked)
            raise
        except AgainstRules as refusal:
            refusal.error = refusal_told(refusal.error, kept.state.game, viewer)
            raise
        tell_others(session, table.id, state.version)
    state_cache().put(table.id, state)
    live().tell(table.id, state.version)
    line = LogLine(state.version, last.kind, seat, table.changed, last.told(), happened, game)
    return CommandResult(LoadedTable(table, state), line, asked.language, state.version - 1)


def delete(code: str, caller: Caller) -> None:
    """Delete a table: its log, seats, invitations and keys. A score sheet that was kept of it stays.

    Args:
        code: of the table.
        caller: who asks: whoever holds the seat that runs it.

    Raises:
        TableGone: there is no such table.
        NotAllowed: who asks has no seat there.
        NotHost: another seat runs it.
    """
    with locked(code) as (session, kept):
        table = kept.table
        seated_viewer(table, caller)
        if not hosts(caller, table):
            raise NotHost(kept)
        session.delete(table)
        tell_others(session, table.id, None)
    forget_deleted()
    state_cache().forget(table.id)
    live().tell(table.id, None)
