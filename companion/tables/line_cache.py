"""The last log entries, cached in the process; entries never change."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final, TypeVar

from flask import current_app

from companion.rules.state.position import Position
from companion.tables.line import Line

_T = TypeVar("_T")

MOST_TABLES: Final = 64
"""The number of tables whose last entries a process keeps in memory."""

MOST_LINES: Final = 80
"""The number of entries that it keeps of each: somewhat more than a page of the game looks back."""

_REMEMBERED: Final = "lockup_lines"


class LineCache:
    """The last entries of recently used tables, by id, from ended transactions, and the games just before them."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, Mapping[int, Line]] = OrderedDict()
        self._before: dict[str, Mapping[int, Position]] = {}
        self._lock = Lock()

    def get(self, table_id: str) -> Mapping[int, Line]:
        """Return the remembered entries of a table, by version."""
        with self._lock:
            return self._lines.get(table_id, {})

    def put(self, table_id: str, lines: Iterable[Line]) -> None:
        """Remember entries, and forget entries that are too far back."""
        with self._lock:
            self._lines[table_id] = _latest({**self._lines.get(table_id, {}), **{line.version: line for line in lines}})
            self._lines.move_to_end(table_id)
            while len(self._lines) > MOST_TABLES:
                forgotten, _ = self._lines.popitem(last=False)
                self._before.pop(forgotten, None)

    def before(self, table_id: str) -> Mapping[int, Position]:
        """Return the remembered games just before entries of a table, by version."""
        with self._lock:
            return self._before.get(table_id, {})

    def put_before(self, table_id: str, games: Mapping[int, Position]) -> None:
        """Remember the games just before entries whose transactions have ended; if any has not, remember none."""
        with self._lock:
            ended = max(self._lines.get(table_id, ()), default=0)
            if max(games, default=0) <= ended + 1:
                self._before[table_id] = _latest({**self._before.get(table_id, {}), **games})

    def forget(self, table_id: str) -> None:
        """Remember nothing of a table any more."""
        with self._lock:
            self._lines.pop(table_id, None)
            self._before.pop(table_id, None)


def _latest(by_version: Mapping[int, _T]) -> Mapping[int, _T]:
    first = max(by_version, default=0) - MOST_LINES
    return {version: one for version, one in by_version.items() if version > first}


def line_cache() -> LineCache:
    """Return this process's memory."""
    memory: LineCache = current_app.extensions.setdefault(_REMEMBERED, LineCache())
    return memory
