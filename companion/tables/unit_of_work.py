"""One transaction in which nobody else writes to a table: what is locked, and what is added to the log."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import insert
from sqlalchemy.orm import Session

from companion.identity.tokens import fingerprint
from companion.persistence.database import now, writing
from companion.rules.engine import decider
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.events import Event
from companion.rules.state.position import Phase, Position, Side
from companion.tables import log_codec
from companion.tables.command import Command
from companion.tables.permissions import (
    match_seats,
)
from companion.tables.records import Entry, Table
from companion.tables.repository import LoadedTable, lock_table, rules_version, state_at, state_of_locked
from companion.tables.timeline import (
    MOVING,
    Kind,
    Line,
    State,
    advanced,
)


@contextmanager
def locked(code: str) -> Iterator[tuple[Session, LoadedTable]]:
    """A transaction in which nobody else writes to a table, and what that has come to.

    Raises:
        TableGone: there is no such table.
    """
    with writing() as session:
        table = lock_table(session, code)
        yield session, LoadedTable(table, state_of_locked(session, table))


def outcome_of(game: Position, asked: Command, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """Decide what an act or a correction comes to in a position."""
    assert asked.act is not None
    carry_out = decider.correct if asked.kind is Kind.CORRECTION else decider.decide
    return carry_out(game, asked.act, shuffle)


def append(
    session: Session, kept: LoadedTable, asked: Command, seat: Side | None, happened: tuple[Event, ...]
) -> State:
    """The table after the line, which is now in the log."""
    table = kept.table
    table.version = kept.state.version + 1
    table.changed = now()
    table.closed = asked.kind is Kind.CLOSE
    insert_line(session, table, asked, seat, happened)
    if asked.kind in MOVING:
        state = state_at(session, table, table.version)
    else:
        state = advanced(kept.state, Line(table.version, asked.kind, asked.to, seat, happened))
    table.over = state.closed or state.game.phase is Phase.ENDED
    if state.game.setup.starts != kept.state.game.setup.starts:
        match_seats(table, state.game.setup)
    return state


_ENTRY: Final = insert(Entry.__table__)  # type: ignore[arg-type]
"""Past the unit of work: a line is never changed, so nothing needs to watch it."""


def insert_line(session: Session, table: Table, asked: Command, seat: Side | None, happened: Iterable[Event]) -> None:
    """Write a line behind the last one of the log."""
    facts, why = log_codec.split(happened)
    session.flush()
    session.execute(
        _ENTRY,
        {
            "table_id": table.id,
            "version": table.version,
            "kind": asked.kind.value,
            "act": asked.told(),
            "facts": facts,
            "why": why,
            "rules": rules_version(),
            "seat": seat,
            "moment": table.changed,
            "key_hash": fingerprint(asked.key) if asked.key else None,
            "body_hash": fingerprint(asked.raw) if asked.key else None,
            "language": asked.language,
        },
    )
