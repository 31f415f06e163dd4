"""The owners of log entries: who may strike or restore them."""

from collections.abc import Sequence
from typing import Final

from companion.rules.phases.presence_entry import TELLS_OF_ANOTHER
from companion.rules.state.events import replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.tables.command import Command
from companion.tables.line import MOVING, Line
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable, lines_for_replay, stored_lines, whole_lines
from companion.tables.state_cache import state_cache
from companion.tables.strike import lines_behind


def seats_in_the_way(
    loaded: LoadedTable, before: Position, lines: Sequence[Line], first: Line, viewer: Viewer
) -> list[Side]:
    """Return the other seats whose entries prevent a strike, each once, in order."""
    behind = stored_lines(loaded.table, lines_behind(before, lines, first))
    entered = dict.fromkeys(line.by for line in behind if not tells_of_card(line))
    return [seat for seat in entered if seat is not None and seat not in viewer.seats]


_TELLS_OF_CARD: Final = frozenset({"type_card", "type_demon", "type_item"})


def tells_of_card(line: Line) -> bool:
    """Return whether an entry only says what a card shows, and so rests on nothing."""
    return line.act.type in _TELLS_OF_CARD


def seats_told_of(line: Line) -> frozenset[Side]:
    """Return the seats whose own facts an entry enters, so that they may undo it too."""
    return frozenset(line.act.values["side"] if line.act.type in TELLS_OF_ANOTHER else ())


def others_lines(loaded: LoadedTable, viewer: Viewer, command: Command) -> frozenset[Side]:
    """Return the owners of other players' entries that a viewer may not undo or redo.

    Others' entries that only say what a card shows go along with the viewer's own.
    """
    if viewer.moves_all or command.kind not in MOVING:
        return frozenset()
    now_, then = loaded.state.history, loaded.state.history.after(loaded.state.version + 1, command.kind, command.to)
    moved = stored_lines(loaded.table, {*now_.counting} ^ {*then.counting})
    others = [line for line in moved if line.seat is not None and not line.owners & viewer.seats]
    if len(others) < len(moved):
        others = [line for line in others if not tells_of_card(line)]
    return frozenset(line.seat for line in others if line.seat is not None)


def counting_lines(loaded: LoadedTable, first: int = 1) -> list[Line]:
    """Return the entries that count, from one on."""
    counting = {*loaded.state.history.counting}
    lines = whole_lines(loaded.table, first - 1, loaded.state.version)
    return [*lines_for_replay([line for line in lines if line.version in counting])]


def counting_before(loaded: LoadedTable, line: int) -> Position:
    """Return the game before a counting entry, by the entries that count now."""
    counting = tuple(version for version in loaded.state.history.counting if version < line)
    known = state_cache().at(loaded.table.id, line - 1)
    if known is not None and known.history.counting == counting:
        return known.game
    lines = [one for one in whole_lines(loaded.table, 0, line - 1) if one.version in {*counting}]
    return replay(event for one in lines_for_replay(lines) for event in one.events)
