"""The history: tables and score sheets in one list, a table with its sheet as one."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, case, or_, select

from companion.identity.caller import Caller
from companion.persistence.database import db
from companion.sheets.models import Sheet
from companion.sheets.repository import seen_by as sheets_seen_by
from companion.sheets.repository import with_link as sheet_with_link
from companion.tables.codes import read_code
from companion.tables.queries import seen_by as tables_seen_by
from companion.tables.records import Table


class Evening(NamedTuple):
    """An entry of the history.

    Attributes:
        table: the table, or None if a sheet has none.
        sheet: the score sheet, or None if none is kept.
    """

    table: Table | None
    sheet: Sheet | None

    @property
    def cursor(self) -> str:
        """The cursor after it: the code of a table, the link of a sheet."""
        if self.table is not None:
            return self.table.code
        return self.sheet.link if self.sheet is not None else ""

    @property
    def played(self) -> tuple[datetime, str | None]:
        """The time of the game and its time zone, by its sheet or otherwise its table."""
        if self.sheet is not None:
            return self.sheet.played, self.sheet.zone
        assert self.table is not None
        return self.table.created, self.table.zone

    @property
    def place(self) -> "Place":
        """The place in the list."""
        moments = [one.changed for one in self if one is not None]
        ids = [one.id for one in self if one is not None]
        return Place(self.table is None or self.table.over, max(moments), ids[0])


class Place(NamedTuple):
    """The place of an entry: open tables come first, then the latest change.

    Attributes:
        over: whether it is no open table.
        changed: the last change of its table or sheet.
        id: orders entries that changed at the same moment.
    """

    over: bool
    changed: datetime
    id: str


def evenings(caller: Caller, *, after: str | None = None, most: int = 50) -> list[Evening]:
    """Return the caller's history: open tables first, then the latest change.

    Args:
        caller: a household sees all of this computer; a device sees its sheets, and tables where it has a seat.
        after: the cursor of the last entry already shown, to go on after it.
        most: how many at most.
    """
    last = None if after is None else _at(after)
    found = [*_tables(caller, last, most), *_sheets(caller, last, most)]
    # The later and the greater id first, but open tables before finished ones.
    newest = sorted(found, key=lambda one: one.place[1:], reverse=True)
    return sorted(newest, key=lambda one: one.place.over)[:most]


_CHANGED: Final[ColumnElement[datetime]] = case((Sheet.changed > Table.changed, Sheet.changed), else_=Table.changed)
"""The last change of a table or its sheet."""


def _with_sheets() -> Select[Table, Sheet]:
    return select(Table, Sheet).outerjoin(Sheet, Sheet.id == Table.sheet_id)


def _tables(caller: Caller, last: Place | None, most: int) -> list[Evening]:
    query = _with_sheets().where(tables_seen_by(caller)).order_by(Table.over, _CHANGED.desc(), Table.id.desc())
    if last is not None:
        following = and_(Table.over == last.over, _before(last, _CHANGED, Table.id))
        query = query.where(following if last.over else or_(Table.over, following))
    return [Evening(table, sheet) for table, sheet in db.session.execute(query.limit(most))]


def _sheets(caller: Caller, last: Place | None, most: int) -> list[Evening]:
    """Return the sheets of which the caller sees no table."""
    told = select(Table.sheet_id).where(tables_seen_by(caller), Table.sheet_id.is_not(None))
    query = select(Sheet).where(sheets_seen_by(caller), Sheet.id.not_in(told))
    if last is not None and last.over:
        query = query.where(_before(last, Sheet.changed, Sheet.id))
    query = query.order_by(Sheet.changed.desc(), Sheet.id.desc()).limit(most)
    return [Evening(None, sheet) for sheet in db.session.scalars(query)]


def _before(last: Place, changed: Any, id_: Any) -> ColumnElement[bool]:
    return or_(changed < last.changed, and_(changed == last.changed, id_ < last.id))


def _at(cursor: str) -> Place | None:
    """Return the place of the entry with that cursor, or None."""
    code = read_code(cursor)
    query = _with_sheets().where(Table.code == code) if code else None
    row = None if query is None else db.session.execute(query).first()
    if row is not None:
        table, sheet = row
        return Evening(table, sheet).place
    alone = db.session.scalar(sheet_with_link(cursor))
    return None if alone is None else Evening(None, alone).place
