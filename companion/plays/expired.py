"""Finished games of expired tables, which still count for the devices there."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from companion.persistence.database import truncate_wal, writing
from companion.plays.models import ImportedPlay, Play, PlayDevice


class FiguresGone(Exception):
    """There is no such play, or a sheet, table or file still owns it."""


def keep_without_table(connection: Connection, table: str, sheet: str | None, devices: Iterable[str]) -> None:
    """Keep the play of a table that is about to expire, for the devices there.

    Args:
        connection: a transaction that writes.
        table: the id of the table.
        sheet: the score sheet that holds the result from then on; None: the play stays without one.
        devices: sha256 of their secrets.
    """
    if sheet is None:
        connection.execute(update(Play).where(Play.table_id == table).values(table_id=None))
    play = connection.scalar(select(Play.id).where(Play.id == (sheet or table)))
    rows = [{"play_id": play, "device": device} for device in sorted(set(devices))]
    if play and rows:
        connection.execute(insert(PlayDevice), rows)


def without_table() -> ColumnElement[bool]:
    """Return the condition for plays without sheet, table or file."""
    return and_(Play.sheet_id.is_(None), Play.table_id.is_(None), Play.id.not_in(select(ImportedPlay.play_id)))


def remove(id_: str) -> None:
    """Delete such a play, for the host.

    Raises:
        FiguresGone: there is none.
    """
    with writing() as session:
        gone = session.scalars(delete(Play).where(Play.id == id_, without_table()).returning(Play.id)).all()
    truncate_wal()
    if not gone:
        raise FiguresGone
