"""Lines in which something happens in the game, be it done, corrected, taken back or brought back."""

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.persistence.database import db, now
from companion.rules.acts.actions import Act, IllegalAct, Prompt, checked
from companion.rules.errors import RuleError
from companion.rules.state.events import Event
from companion.rules.state.position import Side
from companion.sheets.repository import Caller
from companion.tables.command import AppendResult, Command, CommandResult
from companion.tables.commands import submit
from companion.tables.idempotency import was_refused
from companion.tables.late_decline import DECLINE_LATER, declined_later, takings
from companion.tables.ownership import counting_lines, others_lines, seats_in_the_way, seats_told_of
from companion.tables.permissions import (
    is_silent,
)
from companion.tables.projection.views import Viewer, correctable, prompt, stand_in
from companion.tables.records import Entry
from companion.tables.redecisions import fitting_redecision, redecision_of_log, undo_of
from companion.tables.refusals import AgainstRules, Changed, InTheWay, NotHost, NotYours, OthersLines
from companion.tables.repository import LoadedTable, owners_of, state_as_it_was
from companion.tables.strike import in_the_way
from companion.tables.suggestions import types_cards, with_shows
from companion.tables.table_box import box_of_table, teach_box_of_line
from companion.tables.timeline import (
    Kind,
    NoSuchLine,
)
from companion.tables.unit_of_work import append, outcome_of
from companion.tables.version_check import check_version


def play(code: str, caller: Caller, *asked: Command) -> CommandResult:
    """Add a line to the log of a table, or say why not. Here stands the order of checks, after the shape.

    Args:
        code: of the table.
        caller: who asks.
        asked: what is to be added; several lines all or nothing, under the key of the last.

    Returns:
        The last of the lines.

    Raises:
        TableGone: there is no such table.
        NotAllowed: who asks has no seat there.
        KeyReused: the key came with another request before.
        Closed: nothing more is taken.
        Changed: what it touches has changed since.
        AgainstRules: the game does not offer it.
    """

    def append(session: Session, kept: LoadedTable, last: Command, viewer: Viewer) -> AppendResult:
        if last.taken_for is not None:
            return _declined(session, kept, last, viewer)
        for one in asked[:-1]:
            check_version(session, kept, one)
        return _lines_added(session, kept, asked, viewer)

    return teach_box_of_line(submit(code, caller, asked[-1], append))


def _lines_added(session: Session, kept: LoadedTable, lines: Iterable[Command], viewer: Viewer) -> AppendResult:
    """Lines one after another; the last of them. Where one is refused, the transaction takes them all back."""
    here, others = kept, {one.seat for one in kept.table.seats if not one.free} - viewer.seats
    for line in lines:
        asked = _with_shown_symbols(here, line)
        if asked.stands_in is not None:
            asked = replace(asked, entered_by=viewer.seat)
        try:
            seat, happened = _checked_rules(session, here, asked, viewer)
        except RuleError as error:
            raise AgainstRules(kept, error, asked.act) from error
        except (NotYours, Changed) as refusal:
            refusal.kept = kept
            raise
        added = AppendResult(append(session, here, asked, seat, happened), asked, seat, happened, here.state.game)
        here = LoadedTable(kept.table, added.state)
        if not viewer.runs and not others <= {one.seat for one in kept.table.seats}:
            # To take away a seat in which somebody sits is to free it, and that is for the host to do.
            raise NotYours(kept)
    return added


def _declined(session: Session, kept: LoadedTable, asked: Command, viewer: Viewer) -> AppendResult:
    """Decline what was taken by itself in a line that may stand behind others since: a line of its own."""
    if asked.taken_for not in viewer.seats:
        raise NotYours(kept)
    lines = counting_lines(session, kept, 1)
    found = [one for one in takings(lines) if (one.line, one.side) == (asked.to, asked.taken_for)]
    if not found:
        raise AgainstRules(kept, NoSuchLine("strike.no_such_line", ("to",)))
    taking = found[-1]
    declining = replace(asked, kind=Kind.ACT, to=None, taken_for=None)
    if taking.gone_on is None:
        at_once = Act("decline_instead", {"side": [taking.side]})
        return _lines_added(session, kept, (replace(declining, act=at_once),), viewer)
    happened, obstacle = declined_later(lines, taking, kept.shuffle())
    if obstacle is not None:
        others = [side for side in kept.state.game.players if side == obstacle.seat and side not in viewer.seats]
        raise InTheWay(kept, obstacle.version, others)
    act = Act(DECLINE_LATER, {"side": [taking.side], "location": [taking.location.value]})
    declining = replace(declining, act=act)
    state = append(session, kept, declining, taking.side, happened)
    return AppendResult(state, declining, taking.side, happened, kept.state.game)


def _with_shown_symbols(kept: LoadedTable, asked: Command) -> Command:
    """What was asked, with what the box on the table knows of the cards that it types."""
    if asked.act is None or not types_cards(asked.act):
        return asked
    return replace(asked, act=with_shows(box_of_table(kept.table), kept.state.game, asked.act))


def redecide(code: str, caller: Caller, asked: Command) -> CommandResult:
    """Strike an act that rested on a house ruling, and do it again under the ruling as it is now: all or nothing.

    Args:
        code: of the table.
        caller: who asks.
        asked: an act without one; `to` is its line, as `redecision_offer` offers it.

    Returns:
        The last of the lines that this adds: the act, done again.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed, Changed, AgainstRules: as `write`.
    """
    written = teach_box_of_line(submit(code, caller, asked, _decided_again))
    return replace(written, since=_before_again(written))


def _before_again(written: CommandResult) -> int:
    """The version of a table before an act was struck that was decided again: before the undo and the rulings."""
    query = (
        select(Entry.version)
        .where(Entry.table_id == written.kept.table.id, Entry.version < written.line.version, Entry.kind == Kind.UNDO)
        .order_by(Entry.version.desc())
    )
    return db.session.scalars(query.limit(1)).one() - 1


def _decided_again(session: Session, kept: LoadedTable, asked: Command, viewer: Viewer) -> AppendResult:
    offered = redecision_of_log(session, kept)
    if offered is None or offered.line != asked.to:
        raise AgainstRules(kept, NoSuchLine("again.no_such_line", ("to",)))
    then = state_as_it_was(session, kept.table, offered.line - 1)
    offered = fitting_redecision(then.game, offered, kept.shuffle())
    undone = replace(undo_of(kept, offered), language=asked.language)
    rulings = [Command(Kind.CORRECTION, 0, act, language=asked.language) for act in offered.rulings]
    return _lines_added(session, kept, (undone, *rulings, replace(asked, act=offered.act, to=None)), viewer)


def _checked_rules(
    session: Session, kept: LoadedTable, asked: Command, viewer: Viewer
) -> tuple[Side | None, tuple[Event, ...]]:
    """Whose line it is, and what it comes to."""
    seat, happened = viewer.seat, tuple[Event, ...]()
    if asked.kind is Kind.CLOSE and not viewer.runs:
        # It ends the log for everybody, and nothing undoes it.
        raise NotHost(kept)
    if asked.act is not None:
        happened = outcome_of(kept.state.game, asked, kept.shuffle())
        seat = _allowed(kept, asked, viewer)
    else:
        kept.state.history.after(kept.state.version + 1, asked.kind, asked.to)
    if asked.kind is Kind.STRIKE:
        _checked_strike(session, kept, asked.to or 0, viewer)
    elif others := others_lines(session, kept, viewer, asked):
        raise OthersLines(kept, others)
    if asked.version != kept.state.version and was_refused(session, kept.table, asked):
        raise Changed(kept)
    return seat, happened


def _checked_strike(session: Session, kept: LoadedTable, struck: int, viewer: Viewer) -> None:
    """One takes back alone what one did oneself, as long as nobody has built on it since."""
    lines = counting_lines(session, kept, struck)
    mine = next(line for line in lines if line.version == struck)
    act = session.scalars(select(Entry.act).where(Entry.table_id == kept.table.id, Entry.version == struck)).one()
    if not (owners_of(mine.seat, act) | seats_told_of(act)) & viewer.seats:
        raise NotYours(kept)
    obstacle = in_the_way(lines, struck, kept.shuffle())
    if obstacle is not None:
        raise InTheWay(kept, obstacle.version, seats_in_the_way(lines, struck, obstacle, viewer))


def _allowed(kept: LoadedTable, asked: Command, viewer: Viewer) -> Side | None:
    """The seat for which somebody does what the game allows.

    Raises:
        NotYours: it is for others to do.
    """
    assert asked.act is not None
    if asked.stands_in is not None:
        return _allowed_for(kept, asked.stands_in, asked.act)
    if asked.kind is Kind.CORRECTION:
        asked_for = Prompt(None, None, correctable(kept.state, viewer))
    else:
        asked_for = prompt(kept.state, viewer)
    try:
        action = checked(asked_for, asked.act)
    except IllegalAct as others:
        raise NotYours(kept) from others
    chosen = asked.act.values.get("side") if asked.kind is Kind.ACT else None
    side = action.side if action.side is not None else chosen[0] if chosen else None
    return side if side in viewer.seats else viewer.seat


def _allowed_for(kept: LoadedTable, side: Side, act: Act) -> Side:
    """The side for which somebody else acts: the line is its own, so that it can take it back, as whoever acted can.

    Raises:
        NotYours: its phone is awake, or it is to be done with what only that side may see.
    """
    row = next((one for one in kept.table.seats if one.seat == side), None)
    try:
        checked(stand_in(kept.state, side), act)
    except IllegalAct as own:
        raise NotYours(kept) from own
    if row is None or not is_silent(row, now()):
        raise NotYours(kept)
    return side
