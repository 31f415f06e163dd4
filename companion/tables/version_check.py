"""Requests based on an older version of a table: accepted if they touch no change."""

from functools import partial
from typing import Final

from companion.rules.acts.actions import Act, Action, IllegalAct, Prompt, checked, offered
from companion.rules.engine import decider
from companion.rules.errors import RuleError
from companion.rules.phases.free_actions import RAID_NOW
from companion.rules.phases.light_mode import OF_WHAT_LIES_THERE
from companion.rules.schema import ChoiceField
from companion.rules.state.position import Position
from companion.tables.command import Command
from companion.tables.conflicts import applies_cleanly
from companion.tables.line import Kind, Line
from companion.tables.projection.viewer import Viewer
from companion.tables.redecide import (
    RANKINGS,
)
from companion.tables.refusals import Changed
from companion.tables.repository import lines_after, state_as_it_was
from companion.tables.timeline import State
from companion.tables.unit_of_work import UnitOfWork


def check_version(work: UnitOfWork, viewer: Viewer, command: Command) -> None:
    """Accept a request based on an older version only if what it touches is unchanged.

    Raises:
        Changed: something has.
        AgainstRules: the rules never took it.
    """
    loaded = work.loaded
    if command.follows:
        # The line before it is checked itself.
        return
    if command.version == loaded.state.version or command.kind is Kind.SEAT:
        # Seats are decided as they are now, whatever the state of the game.
        return
    if command.kind is Kind.STRIKE and command.version < loaded.state.version:
        # It names its entry, and later changes to that are checked anyway.
        return
    if command.version > loaded.state.version or command.version < 1 or command.act is None:
        raise Changed(loaded)
    then = state_as_it_was(loaded.table, command.version)
    if command.kind is Kind.ACT:
        if then.asked != loaded.state.asked:
            # The step that its player saw has ended since, even if the question now looks the same.
            raise Changed(loaded)
        _check_done_once(work, command, then)
    _check_same(work, viewer, command, then)


def _check_same(work: UnitOfWork, viewer: Viewer, command: Command, then: State) -> None:
    """Compare the result of a change with its result at its own version."""
    assert command.act is not None
    loaded = work.loaded
    try:
        based = command.decide(then, loaded.shuffle()).events
    except RuleError as refusal:
        try:
            command.decide(loaded.state, loaded.shuffle())
        except RuleError as error:
            # The error shows the table as it is now.
            raise work.against_rules(viewer, error, command) from error
        raise Changed(loaded) from refusal
    try:
        found = command.decide(loaded.state, loaded.shuffle()).events
    except RuleError as error:
        raise Changed(loaded) from error
    same = applies_cleanly(then.game, based, loaded.state.game, found)
    if command.kind is Kind.ACT and command.act.type not in OF_WHAT_LIES_THERE:
        offer = offered(loaded.state.prompt, command.act)
        # Others' own rows change only what follows the last of them, and nothing in this one.
        same = (same or _is_own_row(loaded.state.game, offer)) and offered(then.prompt, command.act) == offer
    if not same:
        raise Changed(loaded)


def _check_done_once(work: UnitOfWork, command: Command, then: State) -> None:
    """Reject a once-only act that another player has done since, or a ranking (L-10)."""
    act, loaded = command.act, work.loaded
    assert act is not None
    ranks = act.type in RANKINGS
    gone = _is_legal(then.prompt, act) and not _is_legal(loaded.state.prompt, act)
    if not (ranks or gone or act.type == RAID_NOW.word):
        return
    counting = {*loaded.state.history.counting}
    since = [line for line in reversed(lines_after(loaded.table, command.version)) if line.version in counting]
    place = act.values.get("location")
    for line in since:
        if ranks and line.act.type in RANKINGS and line.act.values.get("location") == place:
            raise Changed(loaded, line.version)
        if act.type == line.act.type == RAID_NOW.word:
            # Another raid, of no cubes, would change nothing and still be shown as one.
            raise Changed(loaded, line.version)
    if gone:
        raise Changed(loaded, max(since, key=partial(_likeness, act)).version if since else None)


def _is_legal(prompt: Prompt, act: Act) -> bool:
    try:
        checked(prompt, act)
    except IllegalAct:
        return False
    return True


def _likeness(act: Act, line: Line) -> tuple[bool, ...]:
    """Rate how likely an entry made an act impossible: same act, side or type."""
    done = line.act
    return done == act, *(done.values.get(row) == act.values.get(row) for row in _ROWS), done.type == act.type


_ROWS: Final = ("side", "card")
"""The fields for the side or card of an act, where several are asked at once."""


def _is_own_row(game: Position, action: Action | None) -> bool:
    """Return whether an action is for one side or card where several are asked."""
    if action is None or not decider.STEPS[game.agenda[0].kind].shared:
        return False
    rows = (action.fields.get(row) for row in _ROWS)
    return any(isinstance(row, ChoiceField) and len(row.options) == 1 for row in rows)
