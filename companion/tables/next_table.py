"""The next table for the people of a table that is over."""

from functools import partial
from typing import Any

from sqlalchemy import Select, select

from companion.identity.caller import Caller
from companion.persistence.database import db
from companion.tables.command import Command, CommandResult
from companion.tables.commands import remove, submit
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table
from companion.tables.seating import seat_act
from companion.tables.unit_of_work import UnitOfWork


def lead_to_next_table(code: str, caller: Caller, command: Command, following: str) -> str:
    """Note that the same people have opened their next table, to lead everyone there.

    Args:
        code: of the table that is over.
        caller: who has opened the next one; any player at this one.
        command: the entry: its key, request and language.
        following: the code of the next one.

    Returns:
        The code at which they play on: if another player was quicker, theirs, and the later table is deleted.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
    """
    try:
        submit(code, caller, command, partial(_lead, following=following))
    except _NextTableKnown as quicker:
        remove(following)
        return quicker.code
    return following


def _lead(work: UnitOfWork, viewer: Viewer, command: Command, *, following: str) -> CommandResult:
    first = work.table.next_code
    if first is not None and first != following and db.session.scalar(_coded(first)) is not None:
        raise _NextTableKnown(first)
    work.table.next_code = following
    return work.append(seat_act(command, "rematch"), viewer.seat)


class _NextTableKnown(Exception):
    """The same people play on at a table already."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _coded(code: str) -> Select[Any]:
    return select(Table).where(Table.code == code)
