"""Tables and their logs in the database, found by code or link, read by version."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version as installed_version
from typing import Any, Final

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import joinedload

from companion.identity.tokens import is_link
from companion.persistence.database import db
from companion.rules.shuffling.shuffle import Shuffle, shuffled
from companion.rules.state.position import Position
from companion.tables import log_codec
from companion.tables.codes import link_of, read_code
from companion.tables.line import DONE, MOVING, Kind, Line, LineInContext
from companion.tables.line_cache import MOST_LINES, line_cache
from companion.tables.records import Entry, Table
from companion.tables.state_cache import state_cache
from companion.tables.timeline import State, UndoHistoryBuilder, advanced, games_before, rebuilt
from companion.tables.upcasters import LOG_FORMAT, format_of


class TableGone(Exception):
    """No table has this code."""


@dataclass(frozen=True)
class LoadedTable:
    """A table and its state."""

    table: Table
    state: State

    @property
    def link(self) -> str:
        """The link of the table in addresses, with more than the code."""
        return link_of(self.table.code, self.table.watch)

    def shuffle(self) -> Shuffle[Any]:
        """Return the order of its cards, which follows from its seed."""
        return shuffle_of(self.table)


@cache
def rules_version() -> str:
    """Return the version of the app and its log format, stored with every entry."""
    return f"{installed_version('lockup-companion')}/{LOG_FORMAT}"


def shuffle_of(table: Table) -> Shuffle[Any]:
    """Return the order of a table's cards."""
    return partial(shuffled, table.seed)


def find(code: str) -> LoadedTable:
    """Return the table with that code.

    Raises:
        TableGone: there is none.
    """
    return _found(_BY_CODE, code=read_code(code))


def link_to(code: str) -> str | None:
    """Return the link of the table with that code, or None."""
    read = read_code(code)
    watch = db.session.scalar(select(Table.watch).where(Table.code == read))
    return link_of(read, watch) if read and watch else None


def find_watched(link: str) -> LoadedTable:
    """Return the table whose second screen has that link.

    Raises:
        TableGone: there is none.
    """
    if not is_link(link):
        raise TableGone
    return _found(_BY_LINK, link=link)


_WITH_SEATS: Final = select(Table).options(joinedload(Table.seats, innerjoin=True))
_BY_CODE: Final = _WITH_SEATS.where(Table.code == bindparam("code"))
_BY_LINK: Final = _WITH_SEATS.where(Table.watch == bindparam("link"))
"""Built once, like the queries of the log: building a query takes longer than running it."""


def _found(query: Select[Table], **named: str | None) -> LoadedTable:
    table = db.session.scalars(query, named).unique().one_or_none()
    if table is None:
        raise TableGone
    return load_state(table)


def load_state(table: Table) -> LoadedTable:
    """Return a table that was read, with its state.

    Raises:
        TableGone: it was deleted since it was read.
    """
    if not table.seats:
        # Every table has seats. Read here, so that a later check of who may see it doesn't find none.
        raise TableGone
    state = state_cache().get(table.id)
    if state is not None and state.version > table.version:
        # Another process has written since this was read: table and log have to be of the same moment.
        state = state_as_it_was(table, table.version)
    elif state is None or state.version < table.version:
        state = _caught_up(table, state)
        state_cache().put(table.id, state)
    return LoadedTable(table, state)


def position_before(table: Table, version: int) -> Position:
    """Return the game just before an entry was written."""
    return state_at(table, version - 1).game


def log(table: Table, *, after: int = 0, upto: int | None = None, most: int | None = None) -> list[LineInContext]:
    """Return entries of the log, the oldest first.

    Args:
        table: whose.
        after: the version of the last line that is not wanted.
        upto: the version of the last line that is wanted, or None for all.
        most: how many at most.
    """
    lines = lines_after(table, after, upto=upto, most=most)
    if not lines:
        return []
    before = positions_before(table, lines[0].version, lines[-1].version)
    return [line.after(before[line.version]) for line in lines]


def lines_told(table: Table, versions: Collection[int]) -> list[LineInContext]:
    """Return certain entries of the log, the oldest first, whether they count or not."""
    if not versions:
        return []
    before = positions_before(table, min(versions), max(versions))
    return [line.after(before[line.version]) for line in stored_lines(table, versions)]


def latest_lines(loaded: LoadedTable, versions: Iterable[int] | None = None) -> list[LineInContext]:
    """Return the last counting entries, oldest first, without replaying the log.

    Args:
        loaded: the table.
        versions: which of them; None: all.
    """
    before = dict(loaded.state.latest)
    return [
        line.after(before[line.version])
        for line in stored_lines(loaded.table, before if versions is None else versions)
    ]


def line_that_asks(loaded: LoadedTable) -> LineInContext:
    """Return the entry that led to the current question."""
    line = stored_line(loaded.table, loaded.state.came)
    return line.after(dict(loaded.state.latest).get(line.version, loaded.state.game))


def remember_lines(loaded: LoadedTable) -> None:
    """Read the last entries that a page needs at once, unless they are remembered.

    Not for use in a transaction that writes: its entries may never be committed.
    """
    table, version = loaded.table, loaded.state.version
    known = line_cache().get(table.id)
    after = max((one for one in known if one <= version), default=0)
    if after < version:
        line_cache().put(table.id, _read_lines(_RANGE, table, after=max(after, version - MOST_LINES), upto=version))


def stored_lines(table: Table, versions: Iterable[int]) -> Sequence[Line]:
    """Return entries of the log as they are stored, the oldest first."""
    wanted = sorted(versions)
    if not wanted:
        return []
    return _remembered(table, wanted) or _read_lines(_CERTAIN, table, versions=wanted)


def stored_line(table: Table, version: int) -> Line:
    """Return an entry of the log as it is stored.

    Raises:
        TableGone: the table was deleted since it was read.
    """
    found = stored_lines(table, [version])
    if not found:
        raise TableGone
    return found[0]


def lines_after(table: Table, after: int, *, upto: int | None = None, most: int | None = None) -> Sequence[Line]:
    """Return stored entries after one version, up to another, the oldest first."""
    wanted = range(max(after, 0) + 1, (table.version if upto is None else upto) + 1)[:most]
    if not wanted:
        return []
    return _remembered(table, wanted) or _read_lines(_RANGE, table, after=wanted[0] - 1, upto=wanted[-1])


def lines_about_seats(table: Table) -> Sequence[Line]:
    """Return all stored entries about seats, the oldest first."""
    return _read_lines(_ABOUT_SEATS, table)


def _remembered(table: Table, versions: Sequence[int]) -> list[Line] | None:
    """Return those entries, if all of them are remembered."""
    known = line_cache().get(table.id) if len(versions) <= MOST_LINES else {}
    found = [known[version] for version in versions if version in known]
    return found if len(found) == len(versions) else None


_COLUMNS: Final = (
    *(Entry.version, Entry.kind, Entry.seat, Entry.act, Entry.moment),
    *(Entry.facts, Entry.why, Entry.rules, Entry.shown),
)
_OF_TABLE: Final = select(*_COLUMNS).where(Entry.table_id == bindparam("of")).order_by(Entry.version)
_RANGE: Final = _OF_TABLE.where(Entry.version > bindparam("after"), Entry.version <= bindparam("upto"))
_CERTAIN: Final = _OF_TABLE.where(Entry.version.in_(bindparam("versions", expanding=True)))
_ABOUT_SEATS: Final = _OF_TABLE.where(Entry.kind == Kind.SEAT)
_KINDS: Final = {kind.value: kind for kind in Kind}


def _read_lines(query: Select[Any], table: Table, **bounds: Any) -> list[Line]:
    found = db.session.execute(query, {"of": table.id, **bounds})
    return [Line(version, _KINDS[kind], *others) for version, kind, *others in found]


def positions_before(table: Table, first: int, last: int) -> Mapping[int, Position]:
    """Return the game before each entry in a range, from memory or the whole log."""
    remembered = line_cache().before(table.id)
    if remembered.keys() >= {*range(first, last + 1)}:
        return remembered
    known = state_cache().at(table.id, first - 1)
    lines = whole_lines(table, known.version if known else 0, last)
    if known and any(line.kind in MOVING for line in lines):
        known, lines = None, whole_lines(table, 0, last)
    # Nothing that is shown of an entry depends on the agenda before it.
    replayed = lines_for_replay(lines, agendas=frozenset())
    found = games_before(replayed, known) if known else games_before(replayed)
    line_cache().put_before(table.id, found)
    return found


def whole_lines(table: Table, after: int, upto: int) -> Sequence[Line]:
    """Return the entries of a log after one version, up to another.

    Raises:
        TableGone: the table was deleted since it was read.
    """
    lines = lines_after(table, after, upto=upto)
    if not lines and not after:
        # Every table has a first line.
        raise TableGone
    return lines


def _caught_up(table: Table, state: State | None) -> State:
    """Return the state after the entries that others have written since."""
    if state is None:
        return state_at(table, table.version)
    lines = whole_lines(table, state.version, table.version)
    if any(line.kind in MOVING for line in lines):
        return state_at(table, table.version)
    for line in lines_for_replay(lines):
        state = advanced(state, line)
        state_cache().put(table.id, state)
    return state


def state_as_it_was(table: Table, version: int) -> State:
    """Return the state of a table at a version, remembered or read."""
    return state_cache().at(table.id, version) or state_at(table, version)


def state_at(table: Table, version: int, more: Sequence[Line] = ()) -> State:
    """Return a table's state at a version, or after entries yet to be written."""
    lines = [*whole_lines(table, 0, version), *more]
    going = UndoHistoryBuilder()
    for line in lines:
        going.take(line.version, line.kind, line.to)
    # Of the agendas only the last that counts is needed; to read the others would take most of the time.
    return rebuilt(lines_for_replay(lines, agendas={*going.history().counting}))


def lines_for_replay(lines: Sequence[Line], agendas: Collection[int] | None = None) -> Iterator[Line]:
    """Yield entries with only their events, which are faster to read together.

    Args:
        lines: of one log, the oldest first.
        agendas: the versions of which the last agenda is read, and no other; None: all agendas are.
    """
    done = [line for line in lines if line.kind in DONE]
    places = None if agendas is None else {place for place, line in enumerate(done) if line.version in agendas}
    formats = {rules: format_of(rules) for rules in {line.rules for line in done}}
    events = iter(log_codec.facts([(formats[line.rules], line.facts) for line in done], agendas=places))
    for line in lines:
        yield line.with_events(next(events)) if line.kind in DONE else line
