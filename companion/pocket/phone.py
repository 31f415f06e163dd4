"""The app on one phone: made once, before anything of it is opened, then asked by its page."""

import gc
import importlib
import io
import random
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask
from sqlalchemy import event

from companion.app import build
from companion.config import IN_A_POCKET, History, Settings
from companion.pages.layout import files
from companion.persistence import migrate
from companion.persistence.database import db
from companion.pocket.cookies import Cookies
from companion.words.catalogue import LANGUAGES, catalogue

FOLDER: Final = Path("/data")
"""Where the page has put the files that last."""

DATABASE: Final = FOLDER / "lockup.db"
PHONE: Final = FOLDER / "phone.db"

REVISION: Final = Path(__file__).with_name("revision.txt").read_text("utf-8").strip()
"""The version of the database that this app makes; the migrations themselves are here only if one is needed."""

_WARMED: Final = ("/", "/alone", "/score", "/history", "/rules", "/box", "/phone")
"""Pages that are shown once before the memory is kept, so that what they need is in it."""


class Answer(NamedTuple):
    """What the app answers: status, headers, and the bytes of its body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Phone:
    """The app, and what it remembers of this phone."""

    def __init__(self) -> None:
        settings = Settings(
            database=f"sqlite:///{DATABASE}", history=History.HOUSEHOLD, sheets_per_hour=0, wrong_codes_per_hour=0,
            live_streams=0, can=IN_A_POCKET,
        )
        self.app: Flask = build(settings)
        self._cookies: Cookies | None = None
        with self.app.app_context():
            # The browser lets one tab at a time have the files, and SQLite need not lock them.
            event.listen(db.engine, "do_connect", _without_locks)

    def warm(self) -> None:
        """Have in memory what pages need: templates, files, languages."""
        for name in sorted(files.OWN):
            files.content(name)
        for language in LANGUAGES:
            catalogue(language)
        self.open("")
        for path in _WARMED:
            self.ask("GET", f"http://localhost{path}", "", {}, b"")
        self.close()

    def must_migrate(self) -> bool:
        """Return whether what lasts is of an earlier version, so that the migrations are needed."""
        with self.app.app_context():
            return migrate.version_of(db.engine) != REVISION

    def open(self, zone: str) -> None:
        """Open the files that last, and bring them to this version.

        Args:
            zone: the time zone that the phone is in; empty if unknown.
        """
        importlib.invalidate_caches()
        random.seed()
        self.app.config["LOCKUP"] = replace(self.app.config["LOCKUP"], timezone=zone)
        if self.must_migrate():
            with self.app.app_context():
                migrate.upgrade(db.engine)
        self._cookies = Cookies(str(PHONE))

    def remember(self, name: str, value: str) -> None:
        """Keep what was chosen before the app was there, as a cookie."""
        assert self._cookies
        self._cookies.take([f"{name}={value}"])

    def close(self) -> None:
        """Let go of the files."""
        with self.app.app_context():
            db.engine.dispose()
        if self._cookies:
            self._cookies.close()
        self._cookies = None
        gc.collect()

    def ask(self, method: str, address: str, below: str, headers: dict[str, str], body: bytes) -> Answer:
        """Answer a request of the page.

        Args:
            method: GET, POST and so on.
            address: all of its address.
            below: the path under which the app is served; empty is the root.
            headers: those of the request.
            body: what it sends.
        """
        said: list[Any] = []

        def start(status: str, sent: list[tuple[str, str]], _: object = None) -> None:
            said[:] = [int(status.split(" ", 1)[0]), sent]

        assert self._cookies
        environ = _environ(method, address, below, {**headers, "Cookie": self._cookies.header()}, body)
        answered: Iterable[bytes] = self.app(environ, start)
        try:
            content = b"".join(answered)
        finally:
            getattr(answered, "close", lambda: None)()
        status, sent = said
        self._cookies.take(value for name, value in sent if name.lower() == "set-cookie")
        return Answer(status, [(name, value) for name, value in sent if name.lower() != "set-cookie"], content)


def _without_locks(_: object, __: object, arguments: list[str], ___: object) -> None:
    arguments[0] += "&vfs=unix-none"


def _environ(method: str, address: str, below: str, headers: dict[str, str], body: bytes) -> dict[str, Any]:
    parts = urlsplit(address)
    path = unquote_to_bytes(parts.path).decode("latin-1")
    named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": below,
        "PATH_INFO": path.removeprefix(below),
        "QUERY_STRING": parts.query,
        "SERVER_NAME": parts.hostname or "",
        "SERVER_PORT": str(parts.port or (443 if parts.scheme == "https" else 80)),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": parts.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **named,
        "HTTP_HOST": parts.netloc,
        "CONTENT_LENGTH": str(len(body)),
    }
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    return environ
