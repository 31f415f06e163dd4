"""Queries about tables beyond their state: undo and redo, proofs, histories."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, false, select, true

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint
from companion.persistence.database import db
from companion.rules.engine.fairness import LineFacts, deals
from companion.rules.shuffling.shuffle import commitment
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables.command import Command
from companion.tables.fairness_proof import Proof
from companion.tables.line import Kind, LineInContext
from companion.tables.ownership import (
    counting_before,
    counting_lines,
    others_lines,
    seats_in_the_way,
    seats_told_of,
    tells_of_card,
)
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, TableSeat
from companion.tables.repository import LoadedTable, log, positions_before, stored_lines
from companion.tables.strike import first_line_resting_on


def proof(loaded: LoadedTable) -> Proof:
    """Return what proves how a table was dealt, with its seed, which nobody may know before the table is closed."""
    lines = (LineFacts(line.version, line.before, line.events) for line in log(loaded.table, upto=loaded.state.version))
    seed = loaded.table.seed
    return Proof(seed, commitment(seed), tuple(deals(lines)), loaded.table.given)


class Undoable(NamedTuple):
    """An entry that a viewer can undo.

    Attributes:
        line: the viewer's last entry that counts, with all that it says.
        to: the entry before it, to which the table goes back, if others have since only entered what a card shows;
            otherwise None.
        others: the other seats that have since changed what it set, if any; otherwise None.
    """

    line: LineInContext
    to: int | None
    others: Sequence[Side] | None


class Steps(NamedTuple):
    """The entries for one step back and forward; None if the viewer cannot go."""

    back: int | None
    forward: int | None


def steps(loaded: LoadedTable, viewer: Viewer) -> Steps:
    """Return the viewer's steps; none once the table is closed."""
    counting, ahead = loaded.state.history

    def to(kind: Kind, line: int) -> int | None:
        return None if others_lines(loaded, viewer, Command(kind, 0, to=line)) else line

    if loaded.state.closed:
        return Steps(None, None)
    return Steps(to(Kind.UNDO, counting[-2]) if len(counting) > 1 else None, to(Kind.REDO, ahead[0]) if ahead else None)


def undoable(loaded: LoadedTable, viewer: Viewer) -> Undoable | None:
    """Return the entry that a viewer can undo next, or None."""
    counting = loaded.state.history.counting
    if loaded.state.closed:
        return None
    own, last = _last_of(loaded, viewer)
    if not last:
        return None
    (line,) = log(loaded.table, after=last - 1, upto=last)
    at = counting.index(last)
    since = counting[at + 1 : at + 1 + _LOOKED_BACK]
    if last == own and all(tells_of_card(one) for one in stored_lines(loaded.table, since)):
        return Undoable(line, counting[at - 1], None)
    before, lines = counting_before(loaded, last), counting_lines(loaded, last)
    obstacle = first_line_resting_on(before, lines, loaded.shuffle())
    return Undoable(line, None, None if obstacle is None else seats_in_the_way(loaded, before, lines, obstacle, viewer))


def line_that_rests_on(loaded: LoadedTable, line: int) -> int | None:
    """Return the first entry that rests on another and prevents its strike, or None."""
    before, lines = counting_before(loaded, line), counting_lines(loaded, line)
    obstacle = first_line_resting_on(before, lines, loaded.shuffle())
    return None if obstacle is None else obstacle.version


def _last_of(loaded: LoadedTable, viewer: Viewer) -> tuple[int, int]:
    """Return the viewer's own last entry, and the last that they may undo; 0: none."""
    counting, last = loaded.state.history.counting[1:], 0
    for start in range(len(counting), 0, -_LOOKED_BACK):
        for line in reversed(stored_lines(loaded.table, counting[max(0, start - _LOOKED_BACK) : start])):
            if line.owners & viewer.seats:
                return line.version, last or line.version
            if seats_told_of(line) & viewer.seats:
                last = last or line.version
    return 0, last


_LOOKED_BACK: Final = 40
"""The number of log entries looked through at once, from the end."""


def recent(caller: Caller, *, most: int = 50, unfinished: bool = False) -> Sequence[Table]:
    """Return the tables of a device, or all in a household, the last changed first.

    Args:
        caller: who asks.
        most: how many at most.
        unfinished: whether to leave out tables that are over.
    """
    query = select(Table).where(seen_by(caller)).order_by(Table.changed.desc(), Table.id.desc()).limit(most)
    if unfinished:
        query = query.where(~Table.over)
    return db.session.scalars(query).all()


def seen_by(caller: Caller) -> ColumnElement[bool]:
    """Return the condition for tables in a caller's history.

    A household sees all tables of this computer; a device sees tables where it has a seat.
    """
    if caller.household:
        return true()
    if caller.device is None:
        return false()
    held = select(TableSeat.table_id).where(TableSeat.device == fingerprint(caller.device))
    return Table.id.in_(held)


def started_by(loaded: LoadedTable) -> Side | None:
    """Return who held the first player marker before it could move by a rule (S-7).

    That is when the first lights out came, or in light depth when the first round ended.

    None if the table does not know: its game began in the middle.
    """
    counting = loaded.state.history.counting
    before = positions_before(loaded.table, 1, loaded.state.version)
    holder = None
    for version in counting[1:]:
        game = before[version]
        if game.round > 1 or game.phase not in _BEGINNING or game.offers:
            break
        holder = game.first_player
    return holder


_BEGINNING: Final = frozenset({Phase.SETUP, Phase.ROUND, Phase.ROLL_CALL})
"""Phases before the marker can move by a rule."""
