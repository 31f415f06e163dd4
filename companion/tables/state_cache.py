"""The states of tables in memory; others are rebuilt from the log."""

from collections import OrderedDict, deque
from threading import Lock
from typing import Final

from flask import current_app

from companion.tables.records import Table
from companion.tables.timeline import State

MOST_REMEMBERED: Final = 256
"""The number of tables whose state a process keeps in memory."""


MOST_VERSIONS: Final = 24
"""The number of states that it keeps of each: acts of several phones at once are based on one of the last."""


_REMEMBERED: Final = "lockup_tables"


class StateCache:
    """The last states of recently used tables by id, and their rows by code."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, deque[State]] = OrderedDict()
        self._rows: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: str) -> State | None:
        """Return the last state of a table; None if it is not remembered."""
        with self._lock:
            states = self._states.get(table_id)
            if not states:
                return None
            self._states.move_to_end(table_id)
            return states[-1]

    def at(self, table_id: str, version: int) -> State | None:
        """Return the state of a table at a version; None if it is not remembered."""
        with self._lock:
            return next((one for one in self._states.get(table_id, ()) if one.version == version), None)

    def put(self, table_id: str, state: State) -> None:
        """Remember a state, unless a later one is remembered."""
        with self._lock:
            states = self._states.setdefault(table_id, deque(maxlen=MOST_VERSIONS))
            if not states or states[-1].version < state.version:
                states.append(state)
                self._states.move_to_end(table_id)
            while len(self._states) > MOST_REMEMBERED:
                self._states.popitem(last=False)

    def row(self, code: str) -> Table | None:
        """Return a table's row and seats after the last write, to be read only.

        Another process may have changed it since: only a statement that names its version and stamp knows.
        """
        with self._lock:
            return self._rows.get(code)

    def put_row(self, row: Table) -> None:
        """Remember a row that belongs to no session."""
        with self._lock:
            known = self._rows.get(row.code)
            if known is None or (known.version, known.stamp) < (row.version, row.stamp):
                self._rows[row.code] = row
                self._rows.move_to_end(row.code)
            while len(self._rows) > MOST_REMEMBERED:
                self._rows.popitem(last=False)

    def forget_row(self, code: str) -> None:
        """Remember the row of a table no more, since it has changed."""
        with self._lock:
            self._rows.pop(code, None)

    def forget(self, row: Table) -> None:
        """Remember nothing of a table any more."""
        with self._lock:
            self._states.pop(row.id, None)
            self._rows.pop(row.code, None)


def state_cache() -> StateCache:
    """Return this process's memory."""
    memory: StateCache = current_app.extensions.setdefault(_REMEMBERED, StateCache())
    return memory
