"""The short way of a line: decided on what this process remembers, and written where that still holds.

The database says whether it does: the line goes in only where the table is at the version and the stamp that are
remembered, so that nothing is read before it is written, whatever other processes do. Nothing is refused here: whatever
does not go in so goes the long way (`companion.tables.commands.submit`), which says why.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from sqlalchemy import bindparam, update
from sqlalchemy.exc import IntegrityError

from companion.identity.caller import Caller
from companion.persistence.database import now, writing_past_orm
from companion.plays.recording import INSERT_PLAY, INSERT_SIDE, Rows
from companion.rules.engine.decider import Decision
from companion.rules.errors import RuleError
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables.broadcast import live, tell_others
from companion.tables.codes import read_code
from companion.tables.command import Command, CommandResult
from companion.tables.line import Kind, Line
from companion.tables.permissions import viewer_of
from companion.tables.play_of_table import play_of
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, copy_of
from companion.tables.refusals import Refused
from companion.tables.repository import LoadedTable
from companion.tables.silence import unheard
from companion.tables.state_cache import StateCache, state_cache
from companion.tables.timeline import advanced
from companion.tables.unit_of_work import INSERT_ENTRY, entry_values

Decide: TypeAlias = Callable[[LoadedTable, Viewer, Command], tuple[Side | None, Decision] | None]
"""Says whose line it is, and what it comes to; None where it does not know; refuses by raising."""

_AT_ONCE: Final = frozenset({Kind.ACT, Kind.CORRECTION})


def append_optimistically(code: str, caller: Caller, command: Command, decide: Decide) -> CommandResult | None:
    """Add a line to a log as one statement that holds only where nothing has changed, and one that writes.

    Args:
        code: of the table.
        caller: who asks.
        command: an act or a correction.
        decide: carries it out.

    Returns:
        The line; None where it has to go the long way.
    """
    memory = state_cache()
    loaded = _remembered(memory, code)
    if loaded is None or command.kind not in _AT_ONCE or command.version != loaded.state.version:
        return None
    viewer, moment = viewer_of(loaded.table, caller), now()
    if not viewer.seats or unheard(loaded.table, caller, moment):
        return None
    try:
        decided = decide(loaded, viewer, command)
    except (RuleError, Refused):
        return None
    if decided is None:
        return None
    seat, decision = decided
    before, version = loaded.state, command.version + 1
    line = Line(version, command.kind, seat, command.told(), moment, shown=command.version).with_events(decision.events)
    state = advanced(before, line, decision)
    if state.game.setup.starts != before.game.setup.starts:
        # Its seats change too then.
        return None
    over = state.game.phase is Phase.ENDED
    if not write_line(loaded.table, command, line, over=over, play=play_of(loaded.table, state, moment)):
        memory.forget_row(loaded.table.code)
        return None
    result = CommandResult(
        LoadedTable(copy_of(loaded.table, version=version, changed=moment, over=over), state),
        line.after(before.game),
        command.language,
        before.version,
    )
    memory.put(loaded.table.id, state)
    memory.put_row(result.loaded.table)
    live().tell(loaded.table.id, version)
    return result


def _remembered(memory: StateCache, code: str) -> LoadedTable | None:
    """A table of which this process remembers the row and the state, both of one version, and that goes on."""
    row = memory.row(read_code(code) or "")
    state = memory.get(row.id) if row else None
    if row is None or state is None or state.version != row.version or row.closed or row.over:
        return None
    return LoadedTable(row, state)


_ADVANCE: Final = (
    update(Table)
    .where(Table.id == bindparam("of"), Table.version == bindparam("at"), Table.stamp == bindparam("as_stamped"))
    .values(version=bindparam("to"), changed=bindparam("moment"), over=bindparam("is_over"))
)


def write_line(row: Table, command: Command, line: Line, *, over: bool, play: Rows | None) -> bool:
    """Write a line where its table still is as it is remembered; False where it is not, or its key is used.

    Args:
        row: the table.
        command: what was asked.
        line: to be written.
        over: whether the game has ended with it.
        play: the result then, if everyone may know.
    """
    at: dict[str, Any] = {"of": row.id, "at": row.version, "as_stamped": row.stamp}
    now_at = {"to": line.version, "moment": line.moment, "is_over": over}
    # Made before it is this line's turn: on SQLite all others wait until it is written.
    entry = entry_values(row.id, command, line)
    try:
        with writing_past_orm() as connection:
            if connection.execute(_ADVANCE, {**at, **now_at}) != 1:
                return False
            connection.execute(INSERT_ENTRY, entry)
            if play is not None:
                connection.execute(INSERT_PLAY, play.play)
                for side in play.sides:
                    connection.execute(INSERT_SIDE, side)
            tell_others(connection, row.id, line.version)
    except IntegrityError:
        return False
    return True
