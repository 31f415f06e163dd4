"""Moving a game: out of this app as a file, and from a file into this app."""

import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import starmap
from typing import Any, Final, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.identity.caller import Caller
from companion.identity.tokens import new_link
from companion.persistence.database import db, now, writing
from companion.rules.state.position import Phase
from companion.tables.broadcast import live, tell_others
from companion.tables.codes import new_code
from companion.tables.command import Command, CommandResult
from companion.tables.commands import submit
from companion.tables.game_file import (
    MOST_GAMES,
    BadGameFile,
    CannotTravel,
    CarriedGame,
    all_in_one,
    is_same,
    read,
    written,
)
from companion.tables.line import Line
from companion.tables.line_cache import line_cache
from companion.tables.permissions import Sitting, holder_of, match_seats, new_seats, viewer_of
from companion.tables.play_of_table import record_table
from companion.tables.projection.viewer import Viewer
from companion.tables.queries import recent, seen_by
from companion.tables.records import Table
from companion.tables.refusals import NotHost
from companion.tables.repository import LoadedTable, lines_about_seats, rules_version, whole_lines
from companion.tables.seating import seat_act
from companion.tables.state_cache import state_cache
from companion.tables.unit_of_work import INSERT_ENTRY, UnitOfWork, entry_values

_TRIES: Final = 3


class Arrival(NamedTuple):
    """The table where a game from a file goes on, and whether that is news here."""

    code: str
    new: bool


def game_file(loaded: LoadedTable) -> dict[str, Any]:
    """Return the file of a game as it is now, with the cards still to come.

    Raises:
        CannotTravel: an app with these rules could not read it.
    """
    value = _written(loaded.table)
    try:
        read(value)
    except BadGameFile as fault:
        # An older version wrote it, whose rules had another result.
        raise CannotTravel from fault
    return value


def all_games(caller: Caller) -> dict[str, Any]:
    """Return a file of the games that the caller runs and that can travel.

    Games that go on are marked, so that their proofs say that the seed was known.
    """
    found, seeds = [], []
    for table in recent(caller, most=MOST_GAMES):
        with suppress(CannotTravel):
            if viewer_of(table, caller).runs:
                found.append(_written(table))
                seeds += [] if table.given or table.closed else [table]
    if seeds:
        with writing() as session:
            session.execute(update(Table).where(Table.id.in_([one.id for one in seeds])).values(given=True))
        for table in seeds:
            state_cache().forget(table)
    return all_in_one(found)


TAKE_ALONG: Final = "take_along"
"""The act for a game taken along; the next player to open the table is asked whether it goes on here."""


def take_along(code: str, caller: Caller, command: Command) -> CommandResult:
    """Note that a game leaves as a file or link, to warn of playing on twice.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotHost: another seat runs the table.
    """
    return submit(code, caller, command, _note_taken)


def _note_taken(work: UnitOfWork, viewer: Viewer, command: Command) -> CommandResult:
    if not viewer.runs:
        raise NotHost(work.loaded)
    work.table.given = True
    return work.append(seat_act(command, TAKE_ALONG), viewer.seat)


def is_taken_along(loaded: LoadedTable) -> bool:
    """Return whether the game was taken along and is unchanged here since."""
    last = lines_about_seats(loaded.table)[-1:] if loaded.table.given else ()
    return any(line.version == loaded.state.version and line.act.type == TAKE_ALONG for line in last)


class Meeting(NamedTuple):
    """The match for a game from a file: `new`, `here`, `more` or `apart`.

    `more` comes with a number of entries; `apart` means that both games went on, each in its own way.
    """

    how: str
    entries: int = 0


def meeting(carried: CarriedGame, caller: Caller) -> Meeting:
    """Return the match here for a game from a file; write nothing."""
    found = Meeting("new")
    for table in _tables_of(carried, caller):
        here = whole_lines(table, 0, table.version)
        if all(starmap(is_same, zip(here, carried.lines, strict=False))):
            more = len(carried.lines) - len(here)
            return Meeting("more", more) if more > 0 else Meeting("here")
        found = Meeting("apart")
    return found


def _written(table: Table) -> dict[str, Any]:
    return written(table, whole_lines(table, 0, table.version))


def take_in(carried: CarriedGame, caller: Caller, language: str, counted: Callable[[], None]) -> Arrival:
    """Let a game from a file go on here: at its own unchanged table, or at a new one.

    Args:
        carried: the game.
        caller: who brings it, and gets all its seats at a new table; a device.
        language: of the caller.
        counted: called before a table is made.
    """
    for table in _tables_of(carried, caller):
        if (code := _go_on_at(table.code, carried, language)) is not None:
            return code
    counted()
    for _ in range(_TRIES):
        try:
            return _new_table(carried, caller, language)
        except IntegrityError:
            # The code is taken.
            continue
    return _new_table(carried, caller, language)


def _tables_of(carried: CarriedGame, caller: Caller) -> list[Table]:
    """Return the tables of that game here which the caller runs."""
    query = select(Table).where(seen_by(caller), Table.seed == carried.value["seed"]).order_by(Table.version.desc())
    return [table for table in db.session.scalars(query) if viewer_of(table, caller).runs]


def _go_on_at(code: str, carried: CarriedGame, language: str) -> Arrival | None:
    """Add the game's further entries to its table; None if it went on differently."""
    with writing() as session:
        table = session.scalars(select(Table).where(Table.code == code).with_for_update()).one_or_none()
        here = whole_lines(table, 0, table.version) if table else ()
        if table is None or not all(starmap(is_same, zip(here, carried.lines, strict=False))):
            return None
        more = carried.lines[len(here) :]
        if not more:
            return Arrival(code, new=False)
        match_seats(table, carried.state.game.setup)
        _write(session, table, carried, more, language)
    state_cache().forget(table)
    line_cache().forget(table.id)
    live().tell(table.id, table.version)
    return Arrival(code, new=True)


def _new_table(carried: CarriedGame, caller: Caller, language: str) -> Arrival:
    value, state, moment = carried.value, carried.state, now()
    players = state.game.setup.players
    sitting = [Sitting(one.get("name"), one.get("crew")) for one in value["seats"]]
    seats = new_seats(state.game.setup, sitting, frozenset(players), holder_of(None, caller), moment, others={})
    for seat, told in zip(seats, value["seats"], strict=True):
        seat.moves_done = min(told.get("moved", 0), state.version)
        seat.moves_done_at = moment if seat.moves_done else None
    opened = min(carried.opened, moment)
    with writing() as session:
        table = Table(
            id=uuid.uuid4().hex,
            code=new_code(),
            created=opened,
            rules=rules_version(),
            seed=value["seed"],
            host=value["host"],
            keeper=None,
            edits_all=value.get("trust", True),
            revealed=value.get("revealed", 0),
            watch=new_link(),
            seats=seats,
            box_id=None,
            teaches=False,
            zone=carried.zone,
            began=opened if value.get("timed") else None,
        )
        session.add(table)
        _write(session, table, carried, carried.lines, language)
        return Arrival(table.code, new=True)


def _write(session: Session, table: Table, carried: CarriedGame, lines: Sequence[Line], language: str) -> None:
    """Write the last entries of a game to its table, with all that follows from them."""
    was_over, moment = table.over, now()
    table.version, table.changed, table.closed = carried.state.version, moment, carried.state.closed
    table.over = table.closed or carried.state.game.phase is Phase.ENDED
    # Anyone with the file could read the seed.
    table.given = True
    session.flush()
    entries = [entry_values(table.id, _command(line, language), line) for line in _dated(lines, moment)]
    session.execute(INSERT_ENTRY, entries)
    if table.over or was_over:
        record_table(session.connection(), table, carried.state)
    tell_others(session.connection(), table.id, table.version)


def _dated(lines: Sequence[Line], latest: datetime) -> list[Line]:
    """Return the entries, none later than `latest`, in case the other clock was ahead."""
    return [line if line.moment <= latest else _at(line, latest) for line in lines]


def _at(line: Line, moment: datetime) -> Line:
    dated = Line(line.version, line.kind, line.seat, line.request, moment, shown=line.shown)
    return dated.with_events(line.events)


def _command(line: Line, language: str) -> Command:
    """Return the command that wrote an entry."""
    return Command(
        line.kind,
        line.seen,
        line.act if line.request.get("type") else None,
        line.to or None,
        language=language,
        stands_in=line.on_behalf_of,
        entered_by=line.by if line.on_behalf_of is not None else None,
        repeats=line.repeats,
        reopens=line.reopens,
    )
