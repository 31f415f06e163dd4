"""Listeners at a table, who are notified only of its new version.

Inside a process they are woken at once. PostgreSQL notifies other processes; processes that share an SQLite file each
check whether another has written. A lost message costs a listener a look at the database some seconds later, never a
move.
"""

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Condition, Lock, Thread
from time import sleep
from typing import Any, Final

from flask import current_app
from sqlalchemy import Connection, Engine, text

from companion.persistence.database import IN_MEMORY
from companion.persistence.sqlite_file import opened_to_read

CHANNEL: Final = "lockup_table"
"""The PostgreSQL channel for changes of tables."""

WOKEN: Final = 0
"""Sent instead of a version, none of which is so low: the acting keeper may have changed."""

LISTENERS: Final = "lockup_live"
"""The name under which an app keeps its listeners."""

_AGAIN_SECONDS: Final = 1.0
_log: Final = logging.getLogger(__name__)


EACH_BROWSER: Final = 3
"""Streams that one browser may have open: it has six connections for a site, and pages have to come through as well."""


class TooManyListeners(Exception):
    """This server or address has all the listeners allowed; the caller has to poll."""


class Topic:
    """A table with listeners.

    Attributes:
        woken: how often a phone there has woken.
    """

    def __init__(self) -> None:
        self.changed = Condition()
        self.version = 0
        self.gone = False
        self.woken = 0
        self.listeners = 0


class Listener:
    """A page that listens to a table.

    Attributes:
        topic: its table.
        displaced: whether its browser has since opened so many others that this page must poll.
    """

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.displaced = False


class Live:
    """The listeners of a process.

    Args:
        most: how many there may be at once.
        each: how many of them at one address; 0 is any number.
    """

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._at = Counter[str]()
        self._of = defaultdict[str, list[Listener]](list)
        self._count = 0
        self._looks = 0
        self._ended = False
        self._hears = False
        self._topics: dict[str, Topic] = {}
        self._lock = Lock()

    @property
    def count(self) -> int:
        """The number of listeners now."""
        return self._count

    @property
    def looks(self) -> int:
        """The number of times all listeners were asked to look at the database."""
        return self._looks

    @property
    def ended(self) -> bool:
        """True once the server ends and all listeners must go."""
        return self._ended

    def end(self) -> None:
        """Release all listeners."""
        self._ended = True
        self.look()

    def hear_others(self, engine: Engine) -> None:
        """Start listening to other processes' writes; none write to a database in memory."""
        with self._lock:
            if self._hears or engine.url.database in IN_MEMORY:
                return
            self._hears = True
        Thread(target=_hear, args=(engine, self), name="lockup-live", daemon=True).start()

    @contextmanager
    def listening(self, table: str, address: str, browser: str = "") -> Iterator[Listener]:
        """Listen to a table until the block ends.

        The oldest stream of a browser makes room for its newest: its page may be gone without our notice.

        Args:
            table: its id.
            address: the client's address.
            browser: identifies the browser; empty for a program, which may have any number of streams.

        Raises:
            TooManyListeners: too many do already.
        """
        with self._lock:
            if self._count >= self._most or 0 < self._each <= self._at[address]:
                raise TooManyListeners
            self._count += 1
            self._at[address] += 1
            topic = self._topics.setdefault(table, Topic())
            topic.listeners += 1
            listener, oldest = Listener(topic), None
            if browser:
                open_ = self._of[browser]
                open_.append(listener)
                if len(open_) > EACH_BROWSER:
                    oldest = open_.pop(0)
                    oldest.displaced = True
        if oldest:
            with oldest.topic.changed:
                oldest.topic.changed.notify_all()
        try:
            yield listener
        finally:
            with self._lock:
                self._count -= 1
                self._at[address] -= 1
                if not self._at[address]:
                    del self._at[address]
                if browser and not listener.displaced:
                    self._of[browser].remove(listener)
                    if not self._of[browser]:
                        del self._of[browser]
                topic.listeners -= 1
                if not topic.listeners:
                    self._topics.pop(table, None)

    @property
    def tables(self) -> list[str]:
        """The ids of the tables with listeners."""
        with self._lock:
            return [*self._topics]

    def wait(self, listener: Listener, after: int, looks: int, woken: int, seconds: float) -> int | None:
        """Wait until a table is at a later version.

        Args:
            listener: who listens to it.
            after: the version that the caller has.
            looks: the value of `looks` before the caller looked at the database.
            woken: how many awakened phones the caller has heard of.
            seconds: how long at most.

        Returns:
            The version, or None if the caller must look: this process knows of no later version, or the table is gone.
        """
        topic = listener.topic
        with topic.changed:
            known = (looks, woken, False)
            topic.changed.wait_for(
                lambda: topic.gone or topic.version > after or (self._looks, topic.woken, listener.displaced) != known,
                seconds,
            )
            return topic.version if topic.version > after else None

    def look(self) -> None:
        """Ask all listeners to look at the database: a message may have been lost."""
        with self._lock:
            self._looks += 1
            topics = [*self._topics.values()]
        for topic in topics:
            with topic.changed:
                topic.changed.notify_all()

    def tell(self, table: str, version: int | None) -> None:
        """Wake the listeners of a table, which is now at that version.

        Args:
            table: its id.
            version: `WOKEN` if a sleeping phone is awake again; None: the table is deleted.
        """
        topic = self._topics.get(table)
        if topic is not None:
            with topic.changed:
                topic.version = max(topic.version, version or 0)
                topic.woken += version == WOKEN
                topic.gone = topic.gone or version is None
                topic.changed.notify_all()


def set_up(app: Any, most: int, each: int) -> None:
    """Give an app its listeners; see `Live`."""
    app.extensions[LISTENERS] = Live(most, each)


def live() -> Live:
    """Return the listeners of this app."""
    found: Live = current_app.extensions[LISTENERS]
    return found


_TELL: Final = text("SELECT pg_notify(:channel, :told)")


def tell_others(connection: Connection, table: str, version: int | None) -> None:
    """Let PostgreSQL repeat `Live.tell` in every process after this transaction."""
    if connection.dialect.name == "postgresql":
        told = json.dumps([table, version])
        connection.execute(_TELL, {"channel": CHANNEL, "told": told})


def _hear(engine: Engine, heard: Live) -> None:
    """Wake this process's listeners after other processes' writes too."""
    while not heard.ended:
        try:
            _UNTIL_LOST[engine.dialect.name](engine, heard)
        except Exception as lost:
            # Listeners find missed changes once the database is heard again, or when they look themselves.
            if not heard.ended:
                _log.warning("The database cannot be heard; trying again. %s", lost)
        sleep(_AGAIN_SECONDS)


def _hear_until_lost(engine: Engine, heard: Live) -> None:
    arguments, options = engine.dialect.create_connect_args(engine.url)
    # Its own connection: one from the pool would be missing there for good.
    connection: Any = engine.dialect.connect(*arguments, **options)
    try:
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        heard.look()
        while not heard.ended:
            for notice in connection.notifies(timeout=_AGAIN_SECONDS):
                table, version = json.loads(notice.payload)
                heard.tell(table, version)
    finally:
        connection.close()


def _look_until_lost(engine: Engine, heard: Live) -> None:
    with closing(opened_to_read(Path(str(engine.url.database)))) as connection:
        seen = None
        while not heard.ended:
            # It changes whenever another connection has written, in this process too.
            changes = connection.execute("PRAGMA data_version").fetchone()[0]
            if changes != seen:
                seen = changes
                for table in heard.tables:
                    found = connection.execute("SELECT version FROM game_table WHERE id = ?", (table,)).fetchone()
                    heard.tell(table, found and found[0])
            sleep(_LOOKED_EVERY)


_LOOKED_EVERY: Final = 0.5
"""Seconds; a look costs some microseconds."""

_UNTIL_LOST: Final = {"postgresql": _hear_until_lost, "sqlite": _look_until_lost}
"""The functions that listen to other processes, by database."""
