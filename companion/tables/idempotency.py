"""The same request again: its line is found by its key, and a refusal that was for good stays one."""

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from companion.identity.tokens import fingerprint
from companion.sheets.repository import KeyReused
from companion.tables.command import Command
from companion.tables.records import Entry, Table, TableRefusal
from companion.tables.repository import LoadedTable


def entry_of_key(session: Session, table: Table, asked: Command) -> Entry | None:
    """The line that was written under this key, if one was."""
    if asked.key is None:
        return None
    query = select(Entry).where(Entry.table_id == table.id, Entry.key_hash == fingerprint(asked.key))
    earlier = session.scalar(query)
    if earlier is not None and earlier.body_hash != fingerprint(asked.raw):
        raise KeyReused
    return earlier


def was_refused(session: Session, table: Table, asked: Command) -> bool:
    """Whether this very request was refused: a copy of it that comes late finds a table that would take it now."""
    if asked.key is None:
        return False
    refusal = (table.id, fingerprint(asked.key), fingerprint(asked.raw))
    return session.get(TableRefusal, refusal) is not None


def remember_refusal(session: Session, kept: LoadedTable, asked: Command) -> None:
    """Remember a refusal that another state of the table would not repeat, so that its request stays refused.

    Of several lines at once the first may be written by now: then nothing is kept, and a late copy is judged anew.
    """
    if asked.key is None or kept.table.version != kept.state.version:
        return
    refusal = {"key_hash": fingerprint(asked.key), "body_hash": fingerprint(asked.raw)}
    if not was_refused(session, kept.table, asked):
        session.execute(insert(TableRefusal).values(table_id=kept.table.id, **refusal))
    # What was read is still to be shown, as it is.
    session.expunge_all()
    session.commit()
