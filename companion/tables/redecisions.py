"""The act that can be decided again after a change of the house ruling behind it."""

from typing import Any, Final

from companion.rules.acts.actions import Act, IllegalAct, checked
from companion.rules.engine import decider
from companion.rules.phases.lights_out import ranking_in
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.events import replay
from companion.rules.state.position import Position
from companion.tables.command import Command
from companion.tables.line import DONE, Kind, Line, LineInContext
from companion.tables.ownership import others_lines
from companion.tables.projection.actions import visible_prompt
from companion.tables.projection.viewer import Viewer
from companion.tables.redecide import (
    SET_RULING,
    Redecision,
    only_rulings_since,
    redecision_of,
)
from companion.tables.repository import LoadedTable, state_as_it_was, stored_line, stored_lines


def redecision_offer(loaded: LoadedTable, viewer: Viewer) -> Redecision | None:
    """Return the act that a viewer can decide again after a change of its ruling."""
    found = None if loaded.state.closed or not viewer.seats else redecision_of_log(loaded)
    if found is None or others_lines(loaded, viewer, undo_of(loaded, found)):
        return None
    then = state_as_it_was(loaded.table, found.line - 1)
    try:
        found = fitting_redecision(then.game, found, loaded.shuffle())
        checked(visible_prompt(then, viewer), found.act)
    except IllegalAct:
        return None
    return found


def may_lead_to_redecision(line: LineInContext) -> bool:
    """Return whether a redecision may follow an entry: not another act or correction."""
    return line.kind not in DONE or line.act.type == SET_RULING


def fitting_redecision(game: Position, found: Redecision, shuffle: Shuffle[Any]) -> Redecision:
    """Return the redecision; without the act's choice if that is no longer offered."""
    for ruling in found.rulings:
        game = replay(decider.correct(game, ruling, shuffle), game)
    try:
        checked(decider.prompt(game), found.act)
    except IllegalAct:
        return found._replace(act=Act(decider.RESOLVE))
    return found


def undo_of(loaded: LoadedTable, found: Redecision) -> Command:
    """Return the undo of an act that is to be decided again."""
    counting = loaded.state.history.counting
    return Command(Kind.UNDO, 0, to=counting[counting.index(found.line) - 1])


def redecision_of_log(loaded: LoadedTable) -> Redecision | None:
    """Find the act that can be decided again, by whichever seat, or None."""
    counting = loaded.state.history.counting
    if stored_line(loaded.table, counting[-1]).act.type != SET_RULING:
        return None
    lines: list[Line] = []
    for start in range(len(counting), 0, -_LOOKED_BACK):
        wanted = counting[max(0, start - _LOOKED_BACK) : start]
        found = stored_lines(loaded.table, wanted)
        lines[:0] = found
        if not only_rulings_since(lines):
            return None
        if any(ranking_in(line.events) for line in found):
            break
    return redecision_of(lines, loaded.state.game)


_LOOKED_BACK: Final = 20
