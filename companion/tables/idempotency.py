"""The same request again: its line is found by its key, and a refusal that was for good stays one."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import insert, select

from companion.identity.tokens import fingerprint
from companion.persistence.database import db
from companion.persistence.linked import KeyReused
from companion.tables.command import Command, CommandResult
from companion.tables.records import Entry, TableRefusal
from companion.tables.refusals import Changed, InTheWay, NotYours
from companion.tables.repository import LoadedTable, positions_before, state_as_it_was, stored_line
from companion.tables.unit_of_work import UnitOfWork


def result_of_key(work: UnitOfWork, command: Command) -> CommandResult | None:
    """Return the result of an earlier command with the same key, or None.

    Raises:
        KeyReused: the key came with another request.
    """
    if command.key is None or work.remembered:
        # Where the table is remembered, the log takes no key twice.
        return None
    table = work.table
    query = select(Entry).where(Entry.table_id == table.id, Entry.key_hash == fingerprint(command.key))
    entry = db.session.scalar(query)
    if entry is None:
        return None
    if entry.body_hash != fingerprint(command.raw):
        raise KeyReused
    before = positions_before(table, entry.version, entry.version)[entry.version]
    line = stored_line(table, entry.version).after(before)
    then = LoadedTable(table, state_as_it_was(table, entry.version))
    return CommandResult(then, line, entry.language, entry.version - 1)


def was_refused(work: UnitOfWork, command: Command) -> bool:
    """Whether this very request was refused: a copy of it that comes late finds a table that would take it now."""
    if command.key is None:
        return False
    refusal = (work.table.id, fingerprint(command.key), fingerprint(command.raw))
    return db.session.get(TableRefusal, refusal) is not None


@contextmanager
def refusals_remembered(work: UnitOfWork, command: Command) -> Iterator[None]:
    """Remember a refusal that another state of the table would not repeat, so that its request stays refused.

    Of several lines at once the first may be written by now: then nothing is kept, and a late copy is judged anew.
    """
    try:
        yield
    except (Changed, NotYours, InTheWay):
        if command.key is not None and work.added is None and not was_refused(work, command):
            refusal = {"key_hash": fingerprint(command.key), "body_hash": fingerprint(command.raw)}
            statement = insert(TableRefusal).values(table_id=work.table.id, **refusal)
            work.also(lambda session: session.execute(statement))
            work.keeps_refusal = True
        raise
