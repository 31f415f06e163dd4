"""Tables and their logs as the database has them: found by code or link, read up to a version, line by line."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from importlib.metadata import version as installed_version
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, select
from sqlalchemy.orm import Session, joinedload

from companion.identity.tokens import is_link
from companion.persistence.database import db
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.shuffling.shuffle import Shuffle, shuffled
from companion.rules.state.events import Event
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.tables import log_codec
from companion.tables.codes import link_of, read_code
from companion.tables.late_decline import DECLINE_LATER
from companion.tables.line_cache import MOST_LINES, StoredLine, line_cache
from companion.tables.records import Entry, Table
from companion.tables.state_cache import state_cache
from companion.tables.timeline import (
    DONE,
    MOVING,
    Kind,
    Line,
    State,
    UndoHistoryBuilder,
    advanced,
    games_before,
    rebuilt,
)
from companion.tables.upcasters import LOG_FORMAT, format_of


class TableGone(Exception):
    """No table has this code."""


@dataclass(frozen=True)
class LoadedTable:
    """A table and what it has come to."""

    table: Table
    state: State

    @property
    def link(self) -> str:
        """What stands in addresses for whoever was given more than the code."""
        return link_of(self.table.code, self.table.watch)

    def shuffle(self) -> Shuffle[Any]:
        """The order of its cards, which follows from its seed."""
        return shuffle_of(self.table)


@dataclass(frozen=True)
class LogLine:
    """A line of the log with all that it says.

    Attributes:
        version: which.
        kind: what it is.
        seat: whose, or None for the table's own.
        moment: when.
        act: what was asked.
        events: what happened, with the reasons.
        before: the game just before it.
        seen: the version that whoever asked for it had seen.
    """

    version: int
    kind: Kind
    seat: Side | None
    moment: datetime
    act: Mapping[str, Any]
    events: tuple[Event, ...]
    before: Position
    seen: int = 0

    @property
    def by(self) -> Side | None:
        """Who has entered it: whose line it is, or who chose for that one, where the log knows (older ones do not)."""
        by: Side | None = self.act.get("by", self.seat)
        return by

    @property
    def owners(self) -> frozenset[Side]:
        """Whose own it is to take back: that of whom it is, and that of whoever chose for them."""
        return owners_of(self.seat, self.act)

    @property
    def afterwards(self) -> bool:
        """Whether it is of a location that the table had left: a reward that was declined later (L-7)."""
        return self.act.get("type") == DECLINE_LATER

    @property
    def aside(self) -> bool:
        """Whether it is nothing that the game has asked for: a correction, or what may be done at any time."""
        return self.kind is Kind.CORRECTION or self.act.get("type") in ANY_TIME


@cache
def rules_version() -> str:
    """What is stored with every line: the version of the app, and the format in which it writes."""
    return f"{installed_version('lockup-companion')}/{LOG_FORMAT}"


def shuffle_of(table: Table) -> Shuffle[Any]:
    """The order of a table's cards."""
    return partial(shuffled, table.seed)


def find(code: str) -> LoadedTable:
    """The table with that code.

    Raises:
        TableGone: there is none.
    """
    return _found(_BY_CODE, code=read_code(code))


def link_to(code: str) -> str | None:
    """The link of the table with that code; None where there is none."""
    read = read_code(code)
    watch = db.session.scalar(select(Table.watch).where(Table.code == read))
    return link_of(read, watch) if read and watch else None


def find_watched(link: str) -> LoadedTable:
    """The table whose second screen has that link.

    Raises:
        TableGone: there is none.
    """
    if not is_link(link):
        raise TableGone
    return _found(_BY_LINK, link=link)


_WITH_SEATS: Final = select(Table).options(joinedload(Table.seats, innerjoin=True))
_BY_CODE: Final = _WITH_SEATS.where(Table.code == bindparam("code"))
_BY_LINK: Final = _WITH_SEATS.where(Table.watch == bindparam("link"))
"""Made once, as `_LOG_ROWS` is: to put a query together takes longer than to ask it."""


def _found(query: Select[Table], **named: str | None) -> LoadedTable:
    table = db.session.scalars(query, named).unique().one_or_none()
    if table is None:
        raise TableGone
    return load_state(table)


def load_state(table: Table) -> LoadedTable:
    """A table that was read, and what it has come to.

    Raises:
        TableGone: it was deleted since it was read.
    """
    if not table.seats:
        # Every table has seats. Read here, so that whoever asks later who may see it doesn't find nobody.
        raise TableGone
    state = state_cache().get(table.id)
    if state is not None and state.version > table.version:
        # Somebody has written since this was read: what is told of the log has to be of the same moment.
        state = state_as_it_was(db.session(), table, table.version)
    elif state is None or state.version < table.version:
        state = _caught_up(db.session(), table, state)
        state_cache().put(table.id, state)
    return LoadedTable(table, state)


def position_before(table: Table, version: int) -> Position:
    """The game just before a line of the log was written."""
    return state_at(db.session(), table, version - 1).game


def log(table: Table, *, after: int = 0, upto: int | None = None, most: int | None = None) -> list[LogLine]:
    """Lines of the log, the oldest first.

    Args:
        table: whose.
        after: the version of the last line that is not wanted.
        upto: the version of the last line that is wanted, or None for all.
        most: how many at most.
    """
    lines = lines_after(table, after, upto=upto, most=most)
    if not lines:
        return []
    before = positions_before(db.session(), table, lines[0].version, lines[-1].version)
    return [log_line_of(line, before) for line in lines]


def lines_told(table: Table, versions: Collection[int]) -> list[LogLine]:
    """Certain lines of the log, the oldest first, whether they count or not."""
    if not versions:
        return []
    before = positions_before(db.session(), table, min(versions), max(versions))
    return [log_line_of(line, before) for line in stored_lines(table, versions)]


def latest_lines(loaded: LoadedTable, versions: Iterable[int] | None = None) -> list[LogLine]:
    """The last lines that count, the oldest first, without going through the log once more.

    Args:
        loaded: the table.
        versions: which of them; None: all.
    """
    before = dict(loaded.state.latest)
    return [log_line_of(line, before) for line in stored_lines(loaded.table, before if versions is None else versions)]


def line_that_asks(loaded: LoadedTable) -> LogLine:
    """The line with which the table came to wait for what it waits for now."""
    line = stored_line(loaded.table, loaded.state.came)
    return log_line_of(line, {line.version: loaded.state.game, **dict(loaded.state.latest)})


def remember_lines(loaded: LoadedTable) -> None:
    """Read the last lines of a table at once for all that a page asks of them, as far as they are not remembered.

    Only outside of a transaction that writes: what it has written may never have been.
    """
    table, version = loaded.table, loaded.state.version
    known = line_cache().get(table.id)
    after = max((one for one in known if one <= version), default=0)
    if after < version:
        line_cache().put(table.id, _read_lines(_of(table, max(after, version - MOST_LINES), version)))


def stored_lines(table: Table, versions: Iterable[int]) -> Sequence[StoredLine]:
    """Lines of the log as they are stored, the oldest first."""
    wanted = sorted(versions)
    if not wanted:
        return []
    return _remembered(table, wanted) or _read_lines((Entry.table_id == table.id, Entry.version.in_(wanted)))


def stored_line(table: Table, version: int) -> StoredLine:
    """A line of the log as it is stored.

    Raises:
        TableGone: the table was deleted since it was read.
    """
    found = stored_lines(table, [version])
    if not found:
        raise TableGone
    return found[0]


def lines_after(table: Table, after: int, *, upto: int | None = None, most: int | None = None) -> Sequence[StoredLine]:
    """Lines of the log as they are stored, from one version, which is left out, to another, the oldest first."""
    wanted = range(max(after, 0) + 1, (table.version if upto is None else upto) + 1)[:most]
    if not wanted:
        return []
    return _remembered(table, wanted) or _read_lines(_of(table, after, upto), most)


def lines_about_seats(table: Table) -> Sequence[StoredLine]:
    """All lines about who sits where, as they are stored, the oldest first."""
    return _read_lines((Entry.table_id == table.id, Entry.kind == Kind.SEAT))


def _of(table: Table, after: int, upto: int | None) -> tuple[ColumnElement[bool], ...]:
    bounds = (Entry.table_id == table.id, Entry.version > after)
    return bounds if upto is None else (*bounds, Entry.version <= upto)


def _remembered(table: Table, versions: Sequence[int]) -> list[StoredLine] | None:
    """Those lines, if all of them are remembered."""
    known = line_cache().get(table.id) if len(versions) <= MOST_LINES else {}
    found = [known[version] for version in versions if version in known]
    return found if len(found) == len(versions) else None


def _read_lines(where: Iterable[ColumnElement[bool]], most: int | None = None) -> list[StoredLine]:
    said = (Entry.version, Entry.kind, Entry.act, Entry.facts, Entry.why, Entry.rules)
    query = select(*said, Entry.seat, Entry.moment, Entry.shown)
    found = db.session.execute(query.where(*where).order_by(Entry.version).limit(most))
    return [StoredLine(*row) for row in found]


def positions_before(session: Session, table: Table, first: int, last: int) -> Mapping[int, Position]:
    """The game just before each line from one to another; from the start of the log where it is not remembered."""
    known = state_cache().at(table.id, first - 1)
    rows = log_rows(session, table, known.version if known else 0, last)
    if known and any(row.kind in MOVING for row in rows):
        known, rows = None, log_rows(session, table, 0, last)
    # Nothing that is told of a line depends on what was still to be done before it.
    lines = timeline_lines(rows, agendas=frozenset())
    return games_before(lines, known) if known else games_before(lines)


def log_line_of(line: StoredLine, before: Mapping[int, Position]) -> LogLine:
    """A stored line with all that it says, and the position before it."""
    of, game = Kind(line.kind), before[line.version]
    return LogLine(line.version, of, line.seat, line.moment, line.act, line.events, game, line.seen)


def owners_of(seat: Side | None, act: Mapping[str, Any]) -> frozenset[Side]:
    """The seats whose own a line is: see `LogLine.owners`."""
    return frozenset(one for one in (seat, act.get("by")) if one is not None)


_TO_LOCK: Final = (
    select(Table).where(Table.code == bindparam("code")).with_for_update().execution_options(populate_existing=True)
)
"""Without the seats, which have to be read once nobody else writes."""


def lock_table(session: Session, code: str) -> Table:
    """The table, which nobody else writes to until this transaction ends."""
    table = session.scalar(_TO_LOCK, {"code": read_code(code)})
    if table is None:
        raise TableGone
    return table


def state_of_locked(session: Session, table: Table) -> State:
    """What the table, whose row is locked, has come to."""
    state = state_cache().get(table.id)
    if state is None or state.version > table.version:
        return state_at(session, table, table.version)
    return state if state.version == table.version else _caught_up(session, table, state)


def _caught_up(session: Session, table: Table, state: State | None) -> State:
    """The state after the lines that others have written since."""
    if state is None:
        return state_at(session, table, table.version)
    rows = log_rows(session, table, state.version, table.version)
    if any(row.kind in MOVING for row in rows):
        return state_at(session, table, table.version)
    for line in timeline_lines(rows):
        state = advanced(state, line)
        state_cache().put(table.id, state)
    return state


def state_as_it_was(session: Session, table: Table, version: int) -> State:
    """What the table had come to at a version, remembered or read."""
    return state_cache().at(table.id, version) or state_at(session, table, version)


def state_at(session: Session, table: Table, version: int) -> State:
    """What the table had come to at a version, read from its log."""
    rows = log_rows(session, table, 0, version)
    going = UndoHistoryBuilder()
    for row in rows:
        going.take(row.version, row.kind, row.to)
    # Of the agendas only the last that counts is needed; to read the others would take most of the time.
    return rebuilt(timeline_lines(rows, agendas={*going.history().counting}))


class _Row(NamedTuple):
    """What a table is rebuilt from: of a line, as the database has it, what the game depends on."""

    version: int
    kind: Kind
    to: int | None
    seat: Side | None
    facts: str
    rules: str


def log_rows(session: Session, table: Table, after: int, upto: int) -> Sequence[_Row]:
    """Lines of the log as far as the game depends on them, from one version, which is left out, to another.

    Raises:
        TableGone: the table was deleted since it was read.
    """
    if remembered := _remembered(table, range(after + 1, upto + 1)):
        return [
            _Row(line.version, _KINDS[line.kind], line.act.get("to"), line.seat, line.facts, line.rules)
            for line in remembered
        ]
    found = session.execute(_LOG_ROWS, {"of": table.id, "after": after, "upto": upto})
    rows = [_Row(version, _KINDS[kind], *others) for version, kind, *others in found]
    if not after and not rows:
        # Every table has a first line; this one was deleted since it was read.
        raise TableGone
    return rows


_KINDS: Final = {kind.value: kind for kind in Kind}

_ENTRY: Final = Entry.__table__.c
_LOG_ROWS: Final = (
    select(_ENTRY.version, _ENTRY.kind, _ENTRY.act["to"].as_integer(), _ENTRY.seat, _ENTRY.facts, _ENTRY.rules)
    .where(_ENTRY.table_id == bindparam("of"), _ENTRY.version > bindparam("after"), _ENTRY.version <= bindparam("upto"))
    .order_by(_ENTRY.version)
)
"""Past the ORM: these rows are read, and nothing else."""


def timeline_lines(rows: Sequence[_Row], agendas: Collection[int] | None = None) -> Iterator[Line]:
    """The lines; of the agendas that these lines set, by version, only the last; None: all agendas of all lines."""
    done = [row for row in rows if row.kind in DONE]
    places = None if agendas is None else {place for place, row in enumerate(done) if row.version in agendas}
    formats = {rules: format_of(rules) for rules in {row.rules for row in done}}
    happened = iter(log_codec.facts([(formats[row.rules], row.facts) for row in done], agendas=places))
    for row in rows:
        events = next(happened) if row.kind in DONE else ()
        asks = row.kind in DONE and log_codec.says_what_is_to_be_done(row.facts)
        yield Line(row.version, row.kind, row.to, row.seat, events, asks)
