"""An SQLite database as a file: whether it is sound, a copy of it, and a copy in its place."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.persistence.database import BUSY_SECONDS, make_private

_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_PRIMARY: Final = 0xFF
"""The part of an error's code that says its kind; the rest says more precisely where."""


class Damaged(Exception):
    """The contents of the file contradict themselves, or are no database."""


class InUse(Exception):
    """Somebody else has the database open."""


def check(file: Path) -> None:
    """Look through a database.

    Raises:
        Damaged: with what SQLite says of it.
        sqlite3.Error: it cannot be opened.
    """
    try:
        with closing(_opened(file, BUSY_SECONDS)) as connection:
            said: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as fault:
        if _is_damage(fault):
            raise Damaged(str(fault)) from fault
        raise
    if said != "ok":
        raise Damaged(said)


def copy_sqlite(source: str, target: str) -> None:
    """Copy a whole SQLite database, also while it is in use; what is broken off leaves no copy.

    Args:
        source: the path of the database.
        target: the path of the copy.
    """
    half = Path(f"{target}.half")
    half.unlink(missing_ok=True)
    make_private(half)
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(half)) as copy:
            original.backup(copy)
        half.replace(target)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def put_in_place(copy: Path, file: Path, old: Path) -> None:
    """Put a copy in the place of a database; the copy stays, and the old files are moved.

    Args:
        copy: a sound database.
        file: the place.
        old: whither to move what is there.

    Raises:
        InUse: somebody else has that open; nothing was changed.
    """
    if file.exists():
        _refuse_use(file)
    ready = file.with_name(f"{file.name}.restoring")
    copy_sqlite(str(copy), str(ready))
    check(ready)
    for suffix in ("", *_BESIDE):
        # The files next to a damaged database may be needed to mend it.
        with suppress(FileNotFoundError):
            Path(f"{file}{suffix}").replace(f"{old}{suffix}")
    ready.replace(file)


_BESIDE: Final = ("-wal", "-shm", "-journal")


def opened_to_read(file: Path) -> sqlite3.Connection:
    """Return a connection that changes nothing, not even the files next to the database."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)


def _refuse_use(file: Path) -> None:
    try:
        with closing(_opened(file, 0)) as connection:
            # The write-ahead log can be left only by the last one that has it open.
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as fault:
        if not _is_damage(fault):
            raise InUse from fault


def _opened(file: Path, patience: float) -> sqlite3.Connection:
    """Return a connection that makes no file."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=patience)


def _is_damage(fault: sqlite3.DatabaseError) -> bool:
    return getattr(fault, "sqlite_errorcode", 0) & _PRIMARY in _DAMAGED
