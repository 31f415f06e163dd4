"""Writing the results of games that ended before there were plays: once, when an upgraded database is opened."""

from typing import Final

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from companion.persistence.database import db, writing
from companion.plays.models import PlayDue
from companion.presenters.play_of_sheet import record_sheet
from companion.sheets.models import Sheet
from companion.tables.play_of_table import record_table
from companion.tables.records import Table
from companion.tables.repository import state_at

_AT_ONCE: Final = 100
"""Results that are written in one transaction, so that other writers can come between."""


def record_due() -> None:
    """Write all results that are due. Each is then due no more, so a start that is broken off goes on later."""
    due = db.session.scalars(select(PlayDue.id).order_by(PlayDue.id)).all()
    for start in range(0, len(due), _AT_ONCE):
        some = due[start : start + _AT_ONCE]
        with writing() as session:
            for id_ in some:
                _record(session, id_)
            session.execute(delete(PlayDue).where(PlayDue.id.in_(some)))


def _record(session: Session, id_: str) -> None:
    """Write the result of one, which may be gone by now."""
    connection = session.connection()
    sheet = session.get(Sheet, id_, with_for_update=True)
    if sheet is not None:
        record_sheet(connection, sheet)
    # A table knows of its sheet what that does not say.
    for table in session.scalars(select(Table).where(or_(Table.id == id_, Table.sheet_id == id_)).with_for_update()):
        record_table(connection, table, state_at(table, table.version))
