"""One transaction in which nobody else writes to a table: its state, and what is added to its log."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final

from sqlalchemy import insert
from sqlalchemy.orm import Session

from companion.identity.tokens import fingerprint
from companion.persistence.database import now, writing
from companion.rules.engine.decider import Decision
from companion.rules.errors import RuleError
from companion.rules.state.events import Event
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables import log_codec
from companion.tables.broadcast import live, tell_others
from companion.tables.command import Command, CommandResult
from companion.tables.line import MOVING, Kind, Line
from companion.tables.permissions import match_seats
from companion.tables.play_of_table import record_table
from companion.tables.projection.corrections import visible_refusal
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Entry, Table, copy_of
from companion.tables.refusals import AgainstRules
from companion.tables.repository import LoadedTable, lock_table, rules_version, state_at, state_of_locked
from companion.tables.state_cache import state_cache
from companion.tables.timeline import State, advanced


class UnitOfWork:
    """A table that is locked, and the lines that are added to its log: all of them or none.

    Args:
        session: the transaction.
        table: its row, which nobody else changes.

    Attributes:
        added: the last line that was added, or None.
        deleted: whether the table is deleted in it.
    """

    def __init__(self, session: Session, table: Table) -> None:
        self.session = session
        self.table = table
        self.added: CommandResult | None = None
        self.deleted = False
        self._was_over = table.over

    @cached_property
    def loaded(self) -> LoadedTable:
        """The table as it was when the transaction began; refusals report it."""
        return LoadedTable(self.table, state_of_locked(self.table))

    @property
    def current(self) -> LoadedTable:
        """The table as it is after what was added."""
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
        """Add a line to the log.

        Args:
            command: what was asked.
            seat: whose the line is, or None for the table's own.
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
        insert_line(self.session, table, command, line)
        state = self._state_after(before, line, decision)
        table.over = state.closed or state.game.phase is Phase.ENDED
        if state.game.setup.starts != before.game.setup.starts:
            match_seats(table, state.game.setup)
        self.added = CommandResult(LoadedTable(table, state), line.after(before.game), command.language, before.version)
        return self.added

    def record_play(self) -> None:
        """Write the result of the game, if it has ended now or before."""
        if (self.table.over or self._was_over) and not self.deleted:
            record_table(self.session.connection(), self.table, self.current.state)

    def _state_after(self, before: State, line: Line, decision: Decision | None) -> State:
        if line.kind in MOVING:
            return state_at(self.table, line.version)
        return advanced(before, line, decision)


@contextmanager
def unit_of_work(code: str) -> Iterator[UnitOfWork]:
    """Open a transaction in which nobody else writes to a table; listeners are notified once it is committed.

    Raises:
        TableGone: there is no such table.
    """
    with writing() as session:
        work = UnitOfWork(session, lock_table(session, code))
        yield work
        work.record_play()
        if work.added:
            tell_others(session.connection(), work.table.id, work.current.state.version)
    if work.added:
        state_cache().put(work.table.id, work.current.state)
        state_cache().put_row(copy_of(work.table))
        live().tell(work.table.id, work.current.state.version)


INSERT_ENTRY: Final = insert(Entry.__table__)  # type: ignore[arg-type]
"""Past the ORM: a line is never changed, so nothing needs to watch it."""


def insert_line(session: Session, table: Table, command: Command, line: Line) -> None:
    """Write a line behind the last one of the log."""
    session.execute(INSERT_ENTRY, entry_values(table.id, command, line))


def entry_values(table_id: str, command: Command, line: Line) -> dict[str, Any]:
    """A line as the log keeps it."""
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
