"""The last log entries, cached in the process; entries never change."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final

from flask import current_app

from companion.tables.line import Line

MOST_TABLES: Final = 64
"""The number of tables whose last entries a process keeps in memory."""

MOST_LINES: Final = 80
"""The number of entries that it keeps of each: somewhat more than a page of the game looks back."""

_REMEMBERED: Final = "lockup_lines"


class LineCache:
    """The last entries of recently used tables, by id, from ended transactions."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, Mapping[int, Line]] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: str) -> Mapping[int, Line]:
        """Return the remembered entries of a table, by version."""
        with self._lock:
            return self._lines.get(table_id, {})

    def put(self, table_id: str, lines: Iterable[Line]) -> None:
        """Remember entries, and forget entries that are too far back."""
        with self._lock:
            known = {**self._lines.get(table_id, {}), **{line.version: line for line in lines}}
            first = max(known, default=0) - MOST_LINES
            self._lines[table_id] = {version: line for version, line in known.items() if version > first}
            self._lines.move_to_end(table_id)
            while len(self._lines) > MOST_TABLES:
                self._lines.popitem(last=False)

    def forget(self, table_id: str) -> None:
        """Remember nothing of a table any more."""
        with self._lock:
            self._lines.pop(table_id, None)


def line_cache() -> LineCache:
    """Return this process's memory."""
    memory: LineCache = current_app.extensions.setdefault(_REMEMBERED, LineCache())
    return memory
