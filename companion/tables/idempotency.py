"""Repeated requests: the key finds the entry, and a final rejection stays one."""

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
    """Return whether this request was rejected before: a late copy must not succeed."""
    if command.key is None:
        return False
    refusal = (work.table.id, fingerprint(command.key), fingerprint(command.raw))
    return db.session.get(TableRefusal, refusal) is not None


@contextmanager
def refusals_remembered(work: UnitOfWork, command: Command) -> Iterator[None]:
    """Remember a rejection that depends on the state of the table, so that it stays.

    If the first of several entries is written by then, nothing is stored, and a late copy is judged again.
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
