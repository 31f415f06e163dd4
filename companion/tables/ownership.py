"""Whose the lines of a log are: who may strike them or bring them back."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy.orm import Session

from companion.rules.phases.presence_entry import TELLS_OF_ANOTHER
from companion.rules.state.events import replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.tables.command import Command
from companion.tables.projection.viewer import Viewer
from companion.tables.redecide import (
    read_act,
)
from companion.tables.repository import LoadedTable, log_rows, owners_of, stored_lines, timeline_lines
from companion.tables.state_cache import state_cache
from companion.tables.strike import lines_behind
from companion.tables.timeline import (
    MOVING,
    Line,
)


def seats_in_the_way(
    loaded: LoadedTable, before: Position, lines: Sequence[Line], first: Line, viewer: Viewer
) -> list[Side]:
    """The other seats that have entered what stands in the way of striking a line, each once, the first first."""
    behind = stored_lines(loaded.table, lines_behind(before, lines, first))
    entered = dict.fromkeys(line.act.get("by", line.seat) for line in behind if not tells_of_card(line.act))
    return [seat for seat in entered if seat is not None and seat not in viewer.seats]


_TELLS_OF_CARD: Final = frozenset({"type_card", "type_demon", "type_item"})


def tells_of_card(act: Mapping[str, Any]) -> bool:
    """Whether a line only tells what a card shows that another has brought up: whoever does has acted on nothing."""
    return act.get("type") in _TELLS_OF_CARD


def seats_told_of(act: Mapping[str, Any]) -> frozenset[Side]:
    """The seats of which a line tells what is theirs to tell, so that it is theirs to take back too."""
    return frozenset(act["fields"]["side"] if act.get("type") in TELLS_OF_ANOTHER else ())


def others_lines(loaded: LoadedTable, viewer: Viewer, command: Command) -> frozenset[Side]:
    """Whose lines somebody would strike, or bring back, who may not.

    What others have only told of a card goes along with an own line.
    """
    if viewer.moves_all or command.kind not in MOVING:
        return frozenset()
    now_, then = loaded.state.history, loaded.state.history.after(loaded.state.version + 1, command.kind, command.to)
    moved = stored_lines(loaded.table, {*now_.counting} ^ {*then.counting})
    others = [line for line in moved if line.seat is not None and not owners_of(line.seat, line.act) & viewer.seats]
    if len(others) < len(moved):
        others = [line for line in others if not tells_of_card(line.act)]
    return frozenset(line.seat for line in others if line.seat is not None)


def counting_lines(session: Session, loaded: LoadedTable, first: int = 1) -> list[Line]:
    """The lines that count, from one on; those after it with their acts."""
    counting = [version for version in loaded.state.history.counting if version >= first]
    rows = {row.version: row for row in log_rows(session, loaded.table, first - 1, loaded.state.version)}
    acts = {line.version: line.act for line in stored_lines(loaded.table, counting[1:])}
    return [
        line._replace(act=read_act(acts[line.version])) if line.version in acts else line
        for line in timeline_lines([rows[version] for version in counting])
    ]


def counting_before(session: Session, loaded: LoadedTable, line: int) -> Position:
    """The game just before a line that counts, by what counts now; when it was written, others may have counted."""
    counting = tuple(version for version in loaded.state.history.counting if version < line)
    known = state_cache().at(loaded.table.id, line - 1)
    if known is not None and known.history.counting == counting:
        return known.game
    rows = [row for row in log_rows(session, loaded.table, 0, line - 1) if row.version in {*counting}]
    return replay(event for one in timeline_lines(rows) for event in one.events)
