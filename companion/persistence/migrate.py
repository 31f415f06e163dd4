"""Upgrading the database to the version of the app: by itself, after a copy, and never backwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, inspect, text

from companion.persistence.database import WRITES
from companion.persistence.sqlite_file import copy_sqlite

VERSION_TABLE = "alembic_version"


class NewerDatabase(Exception):
    """The database was written by a newer version of the app."""


def scripts_folder() -> Path:
    """Return the folder of the migrations: inside an installed package, at the top of the project in a checkout."""
    installed = Path(__file__).parents[1] / "migrations"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "migrations"


def revisions() -> list[str]:
    """Return every version that a database can have, in order: the number at the start of each migration's file."""
    return sorted(file.name.partition("_")[0] for file in (scripts_folder() / "versions").glob("[0-9]*.py"))


def upgrade(engine: Engine, told: Callable[[str], None] = lambda _: None) -> None:
    """Migrate the database to the newest version that this app knows; an SQLite file is copied first.

    Args:
        engine: the database.
        told: is called with the path of the copy.

    Raises:
        NewerDatabase: the database is of a version that this app does not know.
    """
    if version_of(engine) == revisions()[-1]:
        return
    with _alone(engine) as connection:
        copy = _upgrade(connection)
    if copy:
        told(copy)


def _upgrade(connection: Connection) -> str | None:
    """Upgrade the database; return the path of a copy of the database as it was, if there is one."""
    known = revisions()
    current = _version(connection)
    if current == known[-1]:
        # Somebody else has done it while this one waited.
        return None
    if current is not None and current not in known:
        raise NewerDatabase
    file, copy = connection.engine.url.database, None
    if current is not None and connection.dialect.name == "sqlite" and file:
        copy = f"{file}.before-{current}-to-{known[-1]}"
        copy_sqlite(file, copy)
    _run(connection)
    return copy


_LOCK: Final = 0x10C0C0DE
"""The number of the advisory lock on PostgreSQL under which the database is upgraded."""


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """Open one transaction for all migrations: if one is broken off, the database stays as it was.

    Several servers may start to upgrade in the same moment. One does, and the others wait.
    """
    with (
        engine.connect().execution_options(**{WRITES: True}) as connection,
        _without_foreign_keys(connection),
        connection.begin(),
    ):
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        yield connection


def version_of(engine: Engine) -> str | None:
    """Return the version of the database; None for an empty one."""
    with engine.connect() as connection:
        return _version(connection)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608  # nosec B608
    return found


def version_of_file(file: Path) -> str | None:
    """Return the version of a sound SQLite database that is there; None for one that this app has not made."""
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        return version_of(engine)
    finally:
        engine.dispose()


def _run(connection: Connection) -> None:
    # Alembic costs 11 MB, and a server whose database is up to date never needs it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    # Alembic reads % as the start of an interpolation.
    config.set_main_option("script_location", str(scripts_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Switch foreign keys off: SQLite changes a table by dropping the old one, and with it all that refers to it."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    # Inside a transaction this would change nothing, so that it goes past SQLAlchemy, which would begin one.
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")
