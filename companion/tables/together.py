"""Undoing a location together: who may, what goes, which rows stay or come again.

At a table where each player enters a row for their own crew, a mistake in a row shows once the location is resolved,
and others have acted by then. A player who entered a row there undoes the whole location: the others' rows stay, and
the player sends their own row again.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.acts.actions import Act
from companion.rules.phases.lights_out import ranking_in
from companion.rules.phases.presence_entry import ROWS
from companion.rules.state.events import LocationOpened
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.line import Kind, Line, LineInContext
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable, latest_lines, lines_after, log
from companion.tables.timeline import LATEST


class TakeBack(NamedTuple):
    """A location that a viewer can undo together with the others.

    Attributes:
        location: which.
        later: the locations that were opened after it, in order.
        to: the last entry that counts afterwards.
        rows: the seats of the viewer that enter their row again; first one that has tokens there.
        kept: the entries that are added again: the rows of others, and acts between them.
        keep: the seats whose rows stay.
        own: the viewer's row.
        has_tokens: whether that has any tokens.
    """

    location: Location
    later: tuple[Location, ...]
    to: int
    rows: tuple[Side, ...]
    kept: tuple[int, ...]
    keep: tuple[Side, ...]
    own: int
    has_tokens: bool


def take_back_offer(loaded: LoadedTable, viewer: Viewer, location: Location | None = None) -> TakeBack | None:
    """Return a location that can be undone together, or None.

    Args:
        loaded: the table.
        viewer: who undoes it.
        location: which; None: the last one at which they have tokens, otherwise the last one.
    """
    offers = take_back_offers(loaded, viewer)
    wanted = (offer for offer in offers if (offer.has_tokens if location is None else offer.location is location))
    return next(wanted, next(iter(offers), None) if location is None else None)


def take_back_offers(loaded: LoadedTable, viewer: Viewer) -> list[TakeBack]:
    """Return this round's resolved locations with a viewer's row, last first."""
    state = loaded.state
    has_rows = state.game.setup.paced and not state.game.setup.calls_roll
    if state.closed or not viewer.seats or not has_rows or state.game.phase not in {Phase.LIGHTS_OUT, Phase.PATROL}:
        return []
    lines = latest_lines(loaded)
    rows: dict[Location, list[LineInContext]] = {}
    for line in lines:
        if line.before.round == state.game.round and line.act.type in ROWS and line.before.location is not None:
            rows.setdefault(line.before.location, []).append(line)
    if state.prompt.step is not None and state.prompt.step.kind is StepKind.ROWS and state.game.location is not None:
        rows.pop(state.game.location, None)
    offers = []
    for place, location in reversed([*enumerate(rows)]):
        told = [line for line in rows[location] if _side(line) in viewer.seats]
        # A location whose first row is the first remembered entry may have more rows before it.
        if told and rows[location][0] is not lines[0]:
            offers.append(_take_back(loaded, lines, rows[location], told)._replace(later=(*rows,)[place + 1 :]))
    return offers


def _take_back(
    loaded: LoadedTable, lines: Sequence[LineInContext], rows: Sequence[LineInContext], told: Sequence[LineInContext]
) -> TakeBack:
    with_tokens = [line for line in told if _tells_tokens(line)]
    own = (with_tokens or told)[-1]
    assert own.before.location is not None, "a row is of a location"
    first, last = rows[0].version, rows[-1].version
    # Passing over a player without a row has resolved it too.
    until = next((line.version for line in lines if line.version >= last and ranking_in(line.events)), last)
    kept = [line for line in lines if first <= line.version <= until and line not in told]
    counting = loaded.state.history.counting
    return TakeBack(
        own.before.location,
        (),
        counting[counting.index(first) - 1],
        tuple(dict.fromkeys((_side(own), *(_side(line) for line in told)))),
        tuple(line.version for line in kept),
        tuple(sorted(_side(line) for line in kept if line.act.type in ROWS)),
        own.version,
        bool(with_tokens),
    )


def _side(row: Line) -> Side:
    side: Side = row.act.one("side")
    return side


def _tells_tokens(row: Line) -> bool:
    values = row.act.values
    return bool(values.get("tokens") or values.get("strength") or values.get("lookout"))


class TakenBack(NamedTuple):
    """A location that was undone together and waits for rows.

    Attributes:
        by: the seat that undid it.
        rows: the former row of each seat that has not sent its row again.
    """

    by: Side
    rows: Mapping[Side, Act]


def taken_back_together(loaded: LoadedTable) -> TakenBack | None:
    """Return the undo behind a location that waits for rows, or None."""
    state = loaded.state
    if state.prompt.step is None or state.prompt.step.kind is not StepKind.ROWS:
        return None
    recent = lines_after(loaded.table, state.version - LATEST, upto=state.version)
    steps = [line for line in recent if line.kind in {Kind.UNDO, Kind.REDO}]
    undo = next((line for line in reversed(steps) if line.reopens), None)
    if undo is None or undo.seat is None:
        return None
    if any(line.version > undo.version and not (line.to == undo.to or line.to > undo.version) for line in steps):
        # A later step went back further than this undo, or redid what it undid. The undo of a row does neither.
        return None
    since = latest_lines(loaded, [version for version, _ in state.latest if version > undo.version])
    if any(isinstance(event, LocationOpened) for line in since for event in line.events):
        # Its rows are in again, and the table has gone on.
        return None
    missing = {action.side for action in state.prompt.actions} & {*undo.reopens}
    rows = {
        _side(line): line.act
        for line in log(loaded.table, after=undo.to, upto=undo.version - 1)
        if line.act.type in ROWS and line.before.location is state.game.location
    }
    there = {side: rows[side] for side in undo.reopens if side in missing and side in rows}
    return TakenBack(undo.seat, there) if there else None
