"""What is asked of tables beyond their state: steps back and forward, proofs, histories."""

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
    """Return the proof that a table was dealt fairly. Nobody may see its seed before the table is closed."""
    lines = (LineFacts(line.version, line.before, line.events) for line in log(loaded.table, upto=loaded.state.version))
    seed = loaded.table.seed
    return Proof(seed, commitment(seed), tuple(deals(lines)), loaded.table.given)


class Undoable(NamedTuple):
    """An entry that a viewer can undo.

    Attributes:
        line: the last line of theirs that counts, with all that it says.
        to: where nobody has done anything since but to tell what a card shows: the line before it, to which the table
            goes back; else None.
        others: where what it set was touched since: which other seats did; else None.
    """

    line: LineInContext
    to: int | None
    others: Sequence[Side] | None


class Steps(NamedTuple):
    """The lines to which somebody can go one step back and one forward; None where there is none for them."""

    back: int | None
    forward: int | None


def steps(loaded: LoadedTable, viewer: Viewer) -> Steps:
    """The same; for nobody once the table is closed."""
    counting, ahead = loaded.state.history

    def to(kind: Kind, line: int) -> int | None:
        return None if others_lines(loaded, viewer, Command(kind, 0, to=line)) else line

    if loaded.state.closed:
        return Steps(None, None)
    return Steps(to(Kind.UNDO, counting[-2]) if len(counting) > 1 else None, to(Kind.REDO, ahead[0]) if ahead else None)


def undoable(loaded: LoadedTable, viewer: Viewer) -> Undoable | None:
    """Return what a viewer can undo next; None if there is nothing."""
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
    """The first line that rests on one that counts, so that this one cannot be struck alone; None where it can."""
    before, lines = counting_before(loaded, line), counting_lines(loaded, line)
    obstacle = first_line_resting_on(before, lines, loaded.shuffle())
    return None if obstacle is None else obstacle.version


def _last_of(loaded: LoadedTable, viewer: Viewer) -> tuple[int, int]:
    """The last line that counts of somebody's own, and of what is theirs to take back; 0 for none."""
    counting, last = loaded.state.history.counting[1:], 0
    for start in range(len(counting), 0, -_LOOKED_BACK):
        for line in reversed(stored_lines(loaded.table, counting[max(0, start - _LOOKED_BACK) : start])):
            if line.owners & viewer.seats:
                return line.version, last or line.version
            if seats_told_of(line) & viewer.seats:
                last = last or line.version
    return 0, last


_LOOKED_BACK: Final = 40
"""Lines of the log that are looked through at once, from its end."""


def recent(caller: Caller, *, most: int = 50, unfinished: bool = False) -> Sequence[Table]:
    """The tables of a device, or of a household all of this computer, the last changed first.

    Args:
        caller: who asks.
        most: how many at most.
        unfinished: whether those that are over are left out.
    """
    query = select(Table).where(seen_by(caller)).order_by(Table.changed.desc(), Table.id.desc()).limit(most)
    if unfinished:
        query = query.where(~Table.over)
    return db.session.scalars(query).all()


def seen_by(caller: Caller) -> ColumnElement[bool]:
    """Which tables a history shows: to a household all of this computer, to a device those at which it has a seat."""
    if caller.household:
        return true()
    if caller.device is None:
        return false()
    held = select(TableSeat.table_id).where(TableSeat.device == fingerprint(caller.device))
    return Table.id.in_(held)


def started_by(loaded: LoadedTable) -> Side | None:
    """Who held the first player marker when the first lights out came, or in light depth the first round ended (S-7).

    None where the table does not know: its game began in the middle.
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
"""What is before the marker can move by a rule."""
