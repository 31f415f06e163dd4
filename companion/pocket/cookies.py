"""The cookies of the pocket edition: a browser keeps none for a page that a service worker answers."""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import Final

_TABLE: Final = "CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
_KEEP: Final = "INSERT INTO cookie VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


class Cookies:
    """The app's cookies on this phone, in their own file.

    Args:
        file: the path of the file.
    """

    def __init__(self, file: str) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute(_TABLE)
        self._known = dict(self._connection.execute("SELECT name, value FROM cookie"))

    def header(self) -> str:
        """Return them as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self._known.items())

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def take(self, headers: Iterable[str]) -> None:
        """Remember what the `Set-Cookie` headers of an answer say."""
        for header in headers:
            try:
                said = SimpleCookie(header)
            except CookieError:
                continue
            for name, one in said.items():
                if one["max-age"] == "0":
                    self._forget(name)
                elif self._known.get(name) != one.coded_value:
                    self._known[name] = one.coded_value
                    # Where there is no room, it is known as long as the app runs; games are kept elsewhere.
                    with suppress(sqlite3.OperationalError):
                        self._connection.execute(_KEEP, (name, one.coded_value))

    def _forget(self, name: str) -> None:
        if self._known.pop(name, None) is not None:
            self._connection.execute("DELETE FROM cookie WHERE name = ?", (name,))
