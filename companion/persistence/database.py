"""The database: one session a request, one way to write, and times that know their zone.

SQLite runs in WAL with synchronous FULL: an acknowledged write survives a power cut. A transaction that will write
says so when it begins (`writing`), so that it never fails half way for a lock; readers do not wait for writers.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final
from weakref import WeakKeyDictionary

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import (
    URL,
    Connection,
    DateTime,
    Dialect,
    Engine,
    MetaData,
    TypeDecorator,
    event,
    make_url,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Session

BUSY_SECONDS: Final = 15
"""Seconds that a writer waits for another one on SQLite."""

POSTGRESQL: Final = frozenset({"postgres", "postgresql"})
"""The schemes of PostgreSQL's own kind of URL, as hosts give it."""

IN_MEMORY: Final = frozenset({None, "", ":memory:"})
"""Names that SQLite takes for no file."""
_MOMENT_MILLISECONDS: Final = 250
_A_MOMENT: Final = 0.01

WRITES: Final = "lockup_writes"
"""The option of a connection whose transactions write."""


class UnreadableUrl(ValueError):
    """A database's name cannot be read as a URL. It is not repeated: it may hold a password."""


class DriverMissing(ImportError):
    """The package with which PostgreSQL is reached is not installed."""


class Base(DeclarativeBase):
    """The models' base; constraints have names, so that migrations can drop them on every database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class _Session(FlaskSession):
    """A session that ends even if the database is gone by then, which undoes by itself what was not kept."""

    def close(self) -> None:
        """End it."""
        try:
            super().close()
        except OperationalError:
            self.invalidate()


db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False, "class_": _Session})
"""Rows can be shown as they were written, even if someone else has changed or deleted them since."""


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite hands times back without a zone, here they get it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the stored moment with its zone."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def now() -> datetime:
    """Return this moment."""
    return datetime.now(UTC)


def connect(app: Flask, url: str) -> None:
    """Tie the app to the database at that URL.

    Raises:
        UnreadableUrl: it is none.
        DriverMissing: PostgreSQL is wanted without its driver.
    """
    found = _read(url)
    app.config["SQLALCHEMY_DATABASE_URI"] = found
    options: dict[str, Any] = (
        {"connect_args": {"timeout": BUSY_SECONDS, "check_same_thread": False}}
        if found.get_backend_name() == "sqlite"
        # A connection may have been lost with a restart of the server.
        else {"pool_pre_ping": True}
    )
    # Errors, which may be logged, do not repeat what players type.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {**options, "hide_parameters": True}
    if file := sqlite_file(url):
        make_private(file)
    try:
        db.init_app(app)
    except ImportError as missing:
        if found.get_backend_name() == "postgresql":
            raise DriverMissing from missing
        raise
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _set_up_sqlite(db.engine, file)


def make_private(file: Path) -> None:
    """Make a file, and its folder, that nobody else on this computer may read; what there is already stays as it is."""
    if not file.parent.is_dir():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDONLY, 0o600))


def readable_url(url: str) -> str:
    """Return a database as a person may read it: an SQLite file by its path, any other without password and options.

    Raises:
        UnreadableUrl: it is none.
    """
    found = _read(url)
    if found.get_backend_name() == "sqlite":
        return found.database or ":memory:"
    return found.set(query={}).render_as_string()


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite database; None: it is another one, or in memory.

    Raises:
        UnreadableUrl: it is no URL.
    """
    found = _read(url)
    return (
        Path(str(found.database)) if found.get_backend_name() == "sqlite" and found.database not in IN_MEMORY else None
    )


def _read(url: str) -> URL:
    """Return a URL with the driver that SQLAlchemy shall take."""
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        # Neither the fault nor its cause may be shown: both quote from it.
        raise UnreadableUrl from None
    if found.get_backend_name() != "sqlite" and "@" in f"{found.host}{found.database}":
        # An unquoted @ of a password: the rest of the password would pass for a host, and be shown.
        raise UnreadableUrl
    if found.get_backend_name() == "sqlite":
        # Flask-SQLAlchemy would look for a relative path in its own folder.
        return found if found.database in IN_MEMORY else found.set(database=str(Path(str(found.database)).absolute()))
    return found.set(drivername="postgresql+psycopg") if found.drivername in POSTGRESQL else found


class FileGone(Exception):
    """A file of the database was deleted, moved or replaced since it was opened: what is written would be lost."""


class _OpenedFile:
    """An SQLite file to which this process has connections, or a database in memory.

    Args:
        file: where it is.

    Attributes:
        turn: held by the one who writes.
        has_log: whether it keeps what is written in a log next to it at first.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._was: _Identity = None
        self.turn = Lock()
        self.has_log = False

    @property
    def is_gone(self) -> bool:
        """True if it is no longer where it was."""
        return self._was is not None and self._found() != self._was

    @property
    def has_lost_log(self) -> bool:
        """True if the log is gone; only a writer can tell, since there is one while somebody writes."""
        return self.has_log and not Path(f"{self._file}-wal").exists()

    def connected(self, mode: str) -> None:
        """Know which file it is, from its first connection on, and how that keeps its log."""
        self._was = self._was or self._found()
        self.has_log = mode == "wal"

    def left(self, _: Engine) -> None:
        """Know nothing of it any more, without a connection to it."""
        self._was = None

    def _found(self) -> "_Identity":
        try:
            status = self._file.stat() if self._file else None
        except OSError:
            return None
        return status and (status.st_dev, status.st_ino)


_Identity = tuple[int, int] | None
_opened_files: Final = WeakKeyDictionary[Engine, _OpenedFile]()


def is_gone(engine: Engine) -> bool:
    """Return whether the file of an SQLite database is no longer the one that was opened."""
    opened = _opened_files.get(engine)
    return opened is not None and opened.is_gone


def _set_up_sqlite(engine: Engine, file: Path | None) -> None:
    opened = _opened_files[engine] = _OpenedFile(file)

    @event.listens_for(engine, "do_connect")
    def _connect(_: Dialect, __: Any, arguments: list[str], options: dict[str, Any]) -> None:
        if file:
            # In the place of a file that was deleted SQLite would make an empty one.
            arguments[0], options["uri"] = f"{file.as_uri()}?mode=rw", True

    @event.listens_for(engine, "connect")
    def _connected(connection: DBAPIConnection, _: Any) -> None:
        # The driver would begin transactions on its own terms; `_begin` does it on ours.
        connection.isolation_level = None
        with closing(connection.cursor()) as cursor:
            opened.connected(_keep_log(cursor))
            # Deleted data is overwritten, not only marked as free.
            for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
                cursor.execute(f"PRAGMA {pragma}")

    event.listen(engine, "engine_disposed", opened.left)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
        if writes and opened.has_lost_log:
            raise FileGone


def _keep_log(cursor: Any) -> str:
    """Let SQLite write into a log first, and return the mode that it keeps to.

    Others who open a new file in the same moment are in the way, and for this alone SQLite does not wait.
    """
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            mode: str = cursor.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        except sqlite3.OperationalError as fault:
            if not is_busy(fault) or monotonic() > until:
                raise
            sleep(_A_MOMENT)
        else:
            return mode


@contextmanager
def writing() -> Iterator[Session]:
    """Begin one transaction that writes: committed as a whole at the end of the block, or not at all.

    What was read before in this request is read again, so that a decision never rests on an old state. What was read
    in a block that failed can still be shown.
    """
    session: Session = db.session()
    session.rollback()
    session.expire_all()
    with _alone(db.engine):
        try:
            session.connection(execution_options={WRITES: True})
            yield session
            session.commit()
        except BaseException:
            session.expunge_all()
            session.rollback()
            raise


@contextmanager
def writing_statements() -> Iterator[Connection]:
    """Begin one transaction as `writing` does, but without a session, which takes as long as two statements.

    What was read before in this request is read again if it is needed again.
    """
    if db.session.registry.has():
        session: Session = db.session()
        session.rollback()
        session.expire_all()
    engine = db.engine
    with _alone(engine), engine.connect() as connection:
        connection.execution_options(**{WRITES: True})
        with connection.begin():
            yield connection


@contextmanager
def _named_faults(dialect: Dialect) -> Iterator[None]:
    """Raise a fault of the driver by the name that it has where SQLAlchemy runs a statement."""
    try:
        yield
    except dialect.loaded_dbapi.OperationalError as fault:
        raise OperationalError(None, None, fault) from fault


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """Let the writers of this process take turns, since SQLite has one writer at a time.

    SQLite lets a writer look only now and then whether it is its turn. Here one that waits is woken, and none gives up.
    """
    opened = _opened_files.get(engine)
    if opened is None:
        yield
        return
    with opened.turn:
        if opened.is_gone:
            raise FileGone
        yield


def disk_is_full(error: Exception) -> bool:
    """Return whether the database, or its driver, refused to write since there is no room on the disk."""
    fault = getattr(error, "orig", None) or error
    code = getattr(fault, "sqlite_errorcode", None) or 0
    return code & 0xFF == sqlite3.SQLITE_FULL or getattr(fault, "sqlstate", None) == _NO_ROOM


_NO_ROOM: Final = "53100"
"""PostgreSQL's code of a full disk."""


def is_away(error: OperationalError) -> bool:
    """Return whether the database does not answer just now: its server restarts, or another program writes for long."""
    # PostgreSQL raises this error whatever the statement was.
    return not isinstance(error.orig, sqlite3.Error) or is_busy(error)


def is_busy(error: Exception) -> bool:
    """Return whether another program kept SQLite's file for itself for too long."""
    fault = getattr(error, "orig", None) or error
    return (getattr(fault, "sqlite_errorcode", None) or 0) & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def truncate_wal() -> None:
    """Empty SQLite's write-ahead log, which still holds deleted data.

    Where someone reads an older state of it for longer than a moment, the log is left to the next time: nobody who
    writes shall wait.
    """
    if db.engine.dialect.name != "sqlite":
        return
    with _named_faults(db.engine.dialect), closing(db.engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={_MOMENT_MILLISECONDS}")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
        cursor.close()


def leave() -> None:
    """Close the database for good: afterwards SQLite's one file holds everything, for copies of it."""
    try:
        truncate_wal()
    finally:
        db.engine.dispose()
