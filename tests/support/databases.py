"""The databases that tests run on: a real PostgreSQL server, and apps on any of them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Protocol

from alembic.config import Config
from flask import Flask
from sqlalchemy import Connection, Engine, Row, create_engine, event

from companion import create_app
from companion.config import Settings
from companion.persistence import migrate as versions
from companion.persistence.database import Base, db
from companion.persistence.migrate import upgrade
from companion.tables.broadcast import LISTENERS

AppMaker = Callable[[str], Flask]
"""Makes an app on the database at that URL."""


class Startable(Protocol):
    """What can be stopped and started again, and is then where it was."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class PostgresServer:
    """A real PostgreSQL server, as long as the tests run."""

    def __init__(self, url: str, process: Startable) -> None:
        self._url, self._process = url, process
        self._numbers = count(1)
        self._engines: dict[str, Engine] = {}

    def new_database(self) -> str:
        """The URL of a new database without a table."""
        name = f"test{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0")
        return self._url.replace("/postgres?", f"/{name}?")

    def run(self, statement: str, url: str | None = None) -> None:
        """Carry out a statement, in the database of that URL or where the server is ruled from."""
        with self._connected(url) as connection:
            connection.exec_driver_sql(statement)

    def ask(self, question: str, url: str | None = None) -> Sequence[Row[Any]]:
        """The rows that answer a question."""
        with self._connected(url) as connection:
            return connection.exec_driver_sql(question).all()

    def clear(self, url: str) -> None:
        """Take all rows out of the database of that URL."""
        tables = reversed(Base.metadata.sorted_tables)
        # Where there is next to nothing, a truncation takes twenty times as long: it makes new files for each table.
        self.run("; ".join(f"DELETE FROM {table.name}" for table in tables), url)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Nobody reaches it in the block."""
        self._process.stop()
        try:
            yield
        finally:
            self._process.start()

    def hang_up(self) -> None:
        """Close its own connections."""
        for engine in self._engines.values():
            engine.dispose()

    @contextmanager
    def _connected(self, url: str | None) -> Iterator[Connection]:
        with self._engine(url or self._url).connect() as connection:
            yield connection

    def _engine(self, url: str) -> Engine:
        if url not in self._engines:
            driven = url.replace("://", "+psycopg://", 1)
            # Some tests cut all connections off, this one too.
            self._engines[url] = create_engine(driven, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        return self._engines[url]


def put_away(app: Flask) -> None:
    """End what an app has running: who listens to its tables, and its connections."""
    app.extensions[LISTENERS].end()
    with app.app_context():
        db.engine.dispose()


def migrate(url: str) -> None:
    app = create_app(Settings(database=url, testing=True))
    with app.app_context():
        upgrade(db.engine)
    put_away(app)


Way = Callable[[Config, str], None]


def go(engine: Engine, way: Way, to: str) -> None:
    """Bring a database to a version, from either side."""
    config = Config()
    config.set_main_option("script_location", str(versions.scripts_folder()))
    with engine.connect() as connection, versions._without_foreign_keys(connection):
        config.attributes["connection"] = connection
        way(config, to)
        connection.commit()


@contextmanager
def statements() -> Iterator[list[str]]:
    """Whatever is asked of a database meanwhile, but that a transaction begins."""
    said: list[str] = []

    def hear(_: Any, __: Any, statement: str, *___: Any) -> None:
        if not statement.startswith("BEGIN"):
            said.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", hear)
