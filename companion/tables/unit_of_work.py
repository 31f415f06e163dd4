"""Writing to a table: changes decided on it are written if it is still the same."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.identity.caller import NotAllowed
from companion.identity.tokens import fingerprint
from companion.persistence.database import db, now, writing_statements
from companion.rules.engine.decider import Decision
from companion.rules.errors import RuleError
from companion.rules.state.events import Event
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables import log_codec
from companion.tables.broadcast import live, tell_others
from companion.tables.codes import read_code
from companion.tables.command import Command, CommandResult
from companion.tables.line import MOVING, Kind, Line
from companion.tables.line_cache import line_cache
from companion.tables.permissions import match_seats
from companion.tables.play_of_table import record_table
from companion.tables.projection.corrections import visible_refusal
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Entry, Table, copy_of, is_same
from companion.tables.refusals import AgainstRules, Refused
from companion.tables.repository import LoadedTable, TableGone, find, rules_version, state_at
from companion.tables.state_cache import state_cache
from companion.tables.timeline import State, advanced

_T = TypeVar("_T")

ATTEMPTS: Final = 3
"""The number of attempts to write before other writers have to wait."""


class UnitOfWork:
    """Changes to write to a table: entries of its log, its row and seats, and more.

    Args:
        loaded: the table as it was read; errors report it.
        remembered: whether it was not read now, so that it may have changed since.

    Attributes:
        table: its row and seats as they shall be.
        added: the last entry to add, or None.
        deleted: whether to delete the table.
        keeps_refusal: whether to write only that the request was rejected.
    """

    def __init__(self, loaded: LoadedTable, *, remembered: bool = False) -> None:
        self.loaded = loaded
        self.remembered = remembered
        self.table = copy_of(loaded.table)
        self.added: CommandResult | None = None
        self.deleted = False
        self.keeps_refusal = False
        self._lines: list[Line] = []
        self._entries: list[dict[str, Any]] = []
        self._also: list[Callable[[Session], object]] = []

    @property
    def current(self) -> LoadedTable:
        """The table after the added entries."""
        return self.added.loaded if self.added else self.loaded

    def against_rules(self, viewer: Viewer, error: RuleError, command: Command) -> AgainstRules:
        """Return the refusal of an illegal act, with the reasons that the viewer may know."""
        return AgainstRules(self.loaded, visible_refusal(error, self.loaded.state.game, viewer), command.act)

    def append(
        self,
        command: Command,
        seat: Side | None,
        events: tuple[Event, ...] = (),
        decision: Decision | None = None,
    ) -> CommandResult:
        """Add an entry to the log.

        Args:
            command: the request.
            seat: the owner of the entry, or None for the table itself.
            events: the result, if `decision` doesn't say it.
            decision: the result by the rules.
        """
        events = decision.events if decision else events
        before, table = self.current.state, self.table
        table.version = before.version + 1
        table.changed = now()
        table.closed = command.kind is Kind.CLOSE
        asked = Line(table.version, command.kind, seat, command.told(), table.changed, shown=command.version)
        line = asked.with_events(events)
        self._lines.append(line)
        self._entries.append(entry_values(table.id, command, line))
        state = self._state_after(before, line, decision)
        table.over = state.closed or state.game.phase is Phase.ENDED
        if state.game.setup.starts != before.game.setup.starts:
            match_seats(table, state.game.setup)
        first = (*self.added.first, replace(self.added, first=())) if self.added else ()
        self.added = CommandResult(
            LoadedTable(table, state), line.after(before.game), command.language, before.version, first
        )
        return self.added

    def _state_after(self, before: State, line: Line, decision: Decision | None) -> State:
        if line.kind in MOVING:
            return state_at(self.table, self.loaded.state.version, self._lines)
        return advanced(before, line, decision)

    def also(self, write: Callable[[Session], object]) -> None:
        """Add another write to the same transaction; it may still change `table`."""
        self._also.append(write)

    def commit(self) -> bool:
        """Write it all; return False if the table has changed, or the key was used."""
        if not (self._entries or self._also) and is_same(self.table, self.loaded.table):
            return True
        try:
            with writing_statements() as connection:
                written = self.write_to(connection)
        except IntegrityError:
            written = False
        self.remember(written=written)
        return written

    def remember(self, *, written: bool) -> None:
        """Let this process remember the changes, and notify the listeners."""
        if not written:
            state_cache().forget_row(self.table.code)
        elif self.deleted:
            state_cache().forget(self.table)
            line_cache().forget(self.table.id)
            live().tell(self.table.id, None)
        else:
            state_cache().put_row(self.table)
            if self.added:
                state_cache().put(self.table.id, self.added.loaded.state)
                live().tell(self.table.id, self.table.version)

    def write_to(self, connection: Connection) -> bool:
        """Write it all in a transaction; return False if the table has changed."""
        table, before = self.table, self.loaded.table
        table.stamp = before.stamp + 1
        values = {"of": table.id, "as_stamped": before.stamp, "stamped": table.stamp}
        shown = {"to": table.version, "moment": table.changed, "is_over": table.over}
        if connection.execute(_ADVANCE, {**values, **shown}).rowcount != 1:
            return False
        if self._entries:
            connection.execute(INSERT_ENTRY, self._entries)
        if self._also or not is_same(table, before):
            self._write_rows(connection)
        if self.deleted:
            tell_others(connection, table.id, None)
            return True
        if table.over or before.over:
            record_table(connection, table, self.current.state)
        if self.added:
            tell_others(connection, table.id, table.version)
        return True

    def _write_rows(self, connection: Connection) -> None:
        with Session(connection) as session:
            for write in self._also:
                write(session)
            if not self.deleted:
                merged = session.merge(self.table)
                session.flush()
                self.table.stamp = merged.stamp


_ADVANCE: Final = (
    update(Table.__table__)  # type: ignore[arg-type]
    .where(Table.id == bindparam("of"), Table.stamp == bindparam("as_stamped"))
    .values(version=bindparam("to"), changed=bindparam("moment"), over=bindparam("is_over"), stamp=bindparam("stamped"))
)
"""Finds the row only if nothing was written since it was read: each write raises the stamp."""


def write(code: str, decide: Callable[[UnitOfWork], _T], *, based_on: int | None = None) -> _T:
    """Write to a table what is decided on it; decide again if others were quicker.

    Args:
        code: of the table.
        decide: returns what to write, or rejects it; called again for each attempt.
        based_on: the version that the caller has seen. A table remembered at this version is not read again: the
            database says whether it is unchanged.

    Raises:
        TableGone: there is no such table.
    """
    for attempt in range(ATTEMPTS):
        known = None if attempt or based_on is None else _remembered(code, based_on)
        work = UnitOfWork(known or _read(code), remembered=known is not None)
        try:
            result = decide(work)
        except (Refused, NotAllowed, TableGone):
            # A remembered table is no reason to reject.
            if work.remembered or (work.keeps_refusal and not work.commit()):
                continue
            raise
        if work.commit():
            return result
    return _write_alone(code, decide)


def _write_alone(code: str, decide: Callable[[UnitOfWork], _T]) -> _T:
    """Write while other writers, who were quicker each time, wait."""
    refusal = None
    with writing_statements() as connection:
        connection.execute(_HOLD, {"by_code": read_code(code)})
        work = UnitOfWork(_read(code))
        try:
            result = decide(work)
        except Refused as refused:
            if not work.keeps_refusal:
                raise
            refusal = refused
        work.write_to(connection)
    work.remember(written=True)
    if refusal is not None:
        raise refusal
    return result


_HOLD: Final = (
    update(Table.__table__).where(Table.code == bindparam("by_code")).values(stamp=Table.stamp)  # type: ignore[arg-type]
)
"""Changes nothing, but blocks other writers until the transaction ends."""


def _remembered(code: str, version: int) -> LoadedTable | None:
    """Return a table whose row and state at a version this process remembers."""
    row = state_cache().row(read_code(code) or "")
    state = state_cache().get(row.id) if row else None
    if row is None or state is None or not state.version == row.version == version:
        return None
    return LoadedTable(row, state)


def _read(code: str) -> LoadedTable:
    session = db.session()
    # Read again what this request has read before.
    session.rollback()
    session.expire_all()
    loaded = find(code)
    return LoadedTable(copy_of(loaded.table), loaded.state)


INSERT_ENTRY: Final = insert(Entry.__table__)  # type: ignore[arg-type]
"""Bypasses the ORM: an entry is never changed, so nothing needs to watch it."""


def entry_values(table_id: str, command: Command, line: Line) -> dict[str, Any]:
    """Return an entry as the log stores it."""
    facts, why = log_codec.split(line.events)
    return {
        "table_id": table_id,
        "version": line.version,
        "kind": line.kind.value,
        "act": line.request,
        "facts": facts,
        "why": why,
        "rules": rules_version(),
        "seat": line.seat,
        "moment": line.moment,
        "shown": line.shown,
        "key_hash": fingerprint(command.key) if command.key else None,
        "body_hash": fingerprint(command.raw) if command.key else None,
        "language": command.language,
    }
