"""Everything that a database holds as lines of JSON: from SQLite to PostgreSQL, from one machine to another, and back.

The first line says what this is and which version of the database it is of, the last how many rows are between.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby, islice
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, func, insert, select
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import Session

from companion.persistence.database import Base, UtcDateTime

_KIND: Final = "lockup"
_ROWS_AT_ONCE: Final = 500


class NoArchive(Exception):
    """The lines are no export, not a whole one, or one of another version of the database."""


class NotEmpty(Exception):
    """The database holds something already."""


def written(engine: Engine, version: str) -> Iterator[str]:
    """Yield the lines of everything as it was in one moment, whatever is written in the meantime.

    Args:
        engine: of the database.
        version: of that database.
    """
    yield _line({_KIND: version})
    count = 0
    with engine.connect() as plain:
        connection = (
            plain.execution_options(isolation_level="REPEATABLE READ") if engine.dialect.name == "postgresql" else plain
        )
        for table in Base.metadata.sorted_tables:
            for row in connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(table)).mappings():
                count += 1
                yield _line([table.name, {name: _as_json(value) for name, value in row.items()}])
    yield _line({"rows": count})


def read(session: Session, lines: Iterable[str], version: str) -> int:
    """Put what such lines say into a database that holds nothing; how many rows they were.

    Args:
        session: a transaction that writes, to be given up where this raises.
        lines: as `written` makes them.
        version: of this database.

    Raises:
        NotEmpty, NoArchive: see there.
    """
    connection = session.connection()
    if any(connection.scalar(select(func.count()).select_from(table)) for table in Base.metadata.sorted_tables):
        raise NotEmpty
    try:
        return _insert_all(connection, (json.loads(line) for line in lines), version)
    except (LookupError, TypeError, ValueError, AttributeError, StatementError) as fault:
        # Somebody has written into the file, and its lines may say anything.
        raise NoArchive from fault


def _insert_all(connection: Connection, values: Iterator[Any], version: str) -> int:
    if next(values, None) != {_KIND: version}:
        raise NoArchive
    count = 0
    for name, rows in groupby(values, key=lambda value: value[0] if isinstance(value, list) else None):
        if name is None:
            if list(rows) != [{"rows": count}]:
                raise NoArchive
            return count
        count += _insert(connection, Base.metadata.tables[name], (row[1] for row in rows))
    # Its last line is missing.
    raise NoArchive


def _insert(connection: Connection, table: Table, rows: Iterator[Mapping[str, Any]]) -> int:
    count = 0
    while some := [_row(table, row) for row in islice(rows, _ROWS_AT_ONCE)]:
        connection.execute(insert(table), some)
        count += len(some)
    return count


def _row(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    if row.keys() != {column.name for column in table.columns}:
        raise NoArchive
    return {column.name: _from_json(row[column.name], column.type) for column in table.columns}


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _as_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _from_json(value: Any, kind: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(kind, UtcDateTime) and value is not None else value
