"""Entries that change the game: acts, corrections, undo, redo and strikes."""

from dataclasses import replace
from functools import partial
from itertools import takewhile

from sqlalchemy import select

from companion.identity.caller import Caller
from companion.persistence.database import db, now
from companion.rules.acts.actions import Act, IllegalAct, Prompt, checked
from companion.rules.engine.decider import Decision
from companion.rules.errors import RuleError
from companion.rules.phases.presence_entry import ROWS
from companion.rules.state.pieces import Side
from companion.rules.vocabulary import Location
from companion.tables.command import Command, CommandResult
from companion.tables.commands import submit
from companion.tables.idempotency import was_refused
from companion.tables.line import Kind
from companion.tables.ownership import counting_before, counting_lines, others_lines, seats_in_the_way, seats_told_of
from companion.tables.projection.actions import stand_in_prompt, visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Entry
from companion.tables.redecisions import fitting_redecision, redecision_of_log, undo_of
from companion.tables.refusals import Changed, InTheWay, NotHost, NotYours, OthersLines
from companion.tables.repository import LoadedTable, lines_after, state_as_it_was, stored_lines
from companion.tables.score_reveal import ALL_LINES
from companion.tables.silence import may_be_answered_for
from companion.tables.strike import first_line_resting_on
from companion.tables.suggestions import types_cards, with_shows
from companion.tables.table_box import box_of_table
from companion.tables.timeline import NoSuchLine, State
from companion.tables.together import take_back_offer
from companion.tables.unit_of_work import UnitOfWork
from companion.tables.version_check import check_version


def play(code: str, caller: Caller, *commands: Command) -> CommandResult:
    """Add acts, corrections or undos to the log of a table.

    Args:
        code: of the table.
        caller: who asks.
        commands: what to add; several entries are added all or none, under the key of the last.

    Returns:
        The last of the entries.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed, Changed: as `companion.tables.commands.submit`.
        AgainstRules: the game does not offer it.
        NotYours, NotHost, OthersLines, InTheWay: only others may do it, or no one any more.
    """
    *first, last = commands

    def handle(work: UnitOfWork, viewer: Viewer, command: Command) -> CommandResult:
        for one in first:
            check_version(work, viewer, one)
        return _append_lines(work, viewer, *first, command)

    return submit(code, caller, last, handle)


def redecide(code: str, caller: Caller, command: Command) -> CommandResult:
    """Strike an act and repeat it under the house ruling as it is now: all or nothing.

    Args:
        code: of the table.
        caller: who asks.
        command: a command without an act; `to` is the entry, as `redecision_offer` offers it.

    Returns:
        The last of the added entries: the repeated act.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed, Changed, AgainstRules: as `play`.
    """
    result = submit(code, caller, command, _redecide)
    return replace(result, since=_version_before_redecision(result))


def take_back_together(code: str, caller: Caller, command: Command, location: Location | None = None) -> CommandResult:
    """Undo the caller's last resolved location, even if others have acted since.

    The caller enters their row again; the others' rows stay. All or nothing. See `take_back_offer`.

    Args:
        code: of the table.
        caller: who asks.
        command: an undo that does not say to where.
        location: which one; None: as `take_back_offer` chooses.

    Returns:
        The undo, with the table after the rows that stay.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed, Changed: as `play`.
        AgainstRules: the caller has entered nothing there, or it is no resolved location of this round.
    """
    result = submit(code, caller, command, partial(_take_back_together, location=location))
    table, undo = result.loaded.table, result.line.version
    repeated = takewhile(lambda line: line.repeats, lines_after(table, undo))
    last = max((line.version for line in repeated), default=undo)
    return replace(result, loaded=LoadedTable(table, state_as_it_was(table, last)))


def _take_back_together(work: UnitOfWork, viewer: Viewer, command: Command, location: Location | None) -> CommandResult:
    offer = take_back_offer(work.loaded, viewer, location)
    if offer is None:
        raise work.against_rules(viewer, NoSuchLine("take_back.no_such_line"), command)
    kept = stored_lines(work.table, offer.kept)
    undo = work.append(replace(command, to=offer.to, reopens=offer.rows), offer.rows[0])
    for line in kept:
        again = Command(
            line.kind,
            command.version,
            line.act,
            language=command.language,
            stands_in=line.on_behalf_of,
            entered_by=line.by,
            repeats=line.repeats or line.version,
        )
        try:
            decision = again.decide(work.current.state, work.current.shuffle())
        except RuleError:
            # Entries between the rows may rest on the one that is entered again.
            if line.act.type in ROWS:
                raise
            continue
        work.append(again, line.seat, decision=decision)
    return undo


def _append_lines(work: UnitOfWork, viewer: Viewer, *commands: Command) -> CommandResult:
    """Append entries in order and return the last; a rejected one rolls all back."""
    others = {one.seat for one in work.table.seats if not one.free} - viewer.seats
    for command in commands:
        result = _append_line(work, viewer, command)
        if not viewer.runs and not others <= {one.seat for one in work.table.seats}:
            # Removing a seat with a player frees it, which only the host may do.
            raise NotYours(work.loaded)
    return result


def _append_line(work: UnitOfWork, viewer: Viewer, command: Command) -> CommandResult:
    command = _with_shown_symbols(work.current, command)
    if command.stands_in is not None:
        command = replace(command, entered_by=viewer.seat)
    try:
        seat, decision = _decide(work, viewer, command)
    except RuleError as error:
        raise work.against_rules(viewer, error, command) from error
    if command.kind is Kind.CLOSE:
        # Nothing is shown line by line of a game of which all is open.
        work.table.revealed = ALL_LINES
    return work.append(command, seat, decision=decision)


def _with_shown_symbols(loaded: LoadedTable, command: Command) -> Command:
    """Return the command, its cards completed from the copy on the table."""
    if command.act is None or not types_cards(command.act):
        return command
    return replace(command, act=with_shows(box_of_table(loaded.table), loaded.state.game, command.act, command.apart))


def _decide(work: UnitOfWork, viewer: Viewer, command: Command) -> tuple[Side | None, Decision | None]:
    """Return the owner of the entry, and its result."""
    state = work.current.state
    seat, decision = viewer.seat, None
    if command.kind is Kind.CLOSE and not viewer.runs:
        # It ends the log for all players, and cannot be undone.
        raise NotHost(work.loaded)
    if command.act is not None:
        decision = command.decide(state, work.current.shuffle())
        if command.stands_in is not None:
            seat = _silent_seat(work, command.stands_in, command.act)
        else:
            seat = _seat_of(work.loaded, state, viewer, command.kind, command.act)
    else:
        # It raises an error if there is no such entry.
        state.history.after(state.version + 1, command.kind, command.to)
    if command.kind is Kind.STRIKE:
        _check_strike(work, viewer, command.to or 0)
    elif others := others_lines(work.current, viewer, command):
        raise OthersLines(work.loaded, others)
    if command.version != state.version and was_refused(work, command):
        raise Changed(work.loaded)
    return seat, decision


def _check_strike(work: UnitOfWork, viewer: Viewer, struck: int) -> None:
    """Check that the entry is the player's own and that no later entry rests on it."""
    before = counting_before(work.current, struck)
    lines = counting_lines(work.current, struck)
    if not (lines[0].owners | seats_told_of(lines[0])) & viewer.seats:
        raise NotYours(work.loaded)
    obstacle = first_line_resting_on(before, lines, work.current.shuffle())
    if obstacle is not None:
        raise InTheWay(work.loaded, obstacle.version, seats_in_the_way(work.loaded, before, lines, obstacle, viewer))


def _seat_of(loaded: LoadedTable, state: State, viewer: Viewer, kind: Kind, act: Act) -> Side | None:
    """Return the seat for which the caller does what the game allows.

    Args:
        loaded: the table, for the error.
        state: of the table now.
        viewer: who asks.
        kind: whether it is an act or a correction.
        act: which.

    Raises:
        NotYours: only others may do it.
    """
    waiting = (
        Prompt(None, None, visible_corrections(state, viewer))
        if kind is Kind.CORRECTION
        else visible_prompt(state, viewer)
    )
    try:
        action = checked(waiting, act)
    except IllegalAct as error:
        raise NotYours(loaded) from error
    chosen = act.values.get("side") if kind is Kind.ACT else None
    side = action.side if action.side is not None else chosen[0] if chosen else None
    return side if side in viewer.seats else viewer.seat


def _silent_seat(work: UnitOfWork, side: Side, act: Act) -> Side:
    """Return the side for which another player acts; both can undo the entry.

    Raises:
        NotYours: its phone is awake, or the act needs what only that side may see.
    """
    row = next((one for one in work.table.seats if one.seat == side), None)
    try:
        checked(stand_in_prompt(work.current.state, side), act)
    except IllegalAct as error:
        raise NotYours(work.loaded) from error
    if row is None or not may_be_answered_for(row, now()):
        raise NotYours(work.loaded)
    return side


def _redecide(work: UnitOfWork, viewer: Viewer, command: Command) -> CommandResult:
    loaded = work.loaded
    offered = redecision_of_log(loaded)
    if offered is None or offered.line != command.to:
        raise work.against_rules(viewer, NoSuchLine("again.no_such_line", ("to",)), command)
    then = state_as_it_was(loaded.table, offered.line - 1)
    offered = fitting_redecision(then.game, offered, loaded.shuffle())
    undone = replace(undo_of(loaded, offered), language=command.language)
    rulings = [Command(Kind.CORRECTION, 0, act, language=command.language) for act in offered.rulings]
    return _append_lines(work, viewer, undone, *rulings, replace(command, act=offered.act, to=None))


def _version_before_redecision(result: CommandResult) -> int:
    """Return the version before a redecision: before the undo and the rulings."""
    query = (
        select(Entry.version)
        .where(Entry.table_id == result.loaded.table.id, Entry.version < result.line.version, Entry.kind == Kind.UNDO)
        .order_by(Entry.version.desc())
    )
    return db.session.scalars(query.limit(1)).one() - 1
