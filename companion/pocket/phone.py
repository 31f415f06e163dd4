"""The app on one phone: made once, before anything of it is opened, then asked by its page."""

import gc
import importlib
import io
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import event
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.app import DiskFull, build
from companion.config import IN_A_POCKET, History, Settings
from companion.pages.layout import files
from companion.persistence import migrate
from companion.persistence.database import db
from companion.pocket.cookies import Cookies
from companion.words.catalogue import LANGUAGES, catalogue

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

FOLDER: Final = Path("/data")
"""The folder for the page's lasting files."""

_WARMED: Final = ("/", "/alone", "/score", "/history", "/rules", "/box", "/phone")
"""Pages that are shown once before the memory is kept, so that what they need is in it."""


class Answer(NamedTuple):
    """The app's answer: status, headers, and the bytes of its body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Phone:
    """The app, and what it remembers of this phone.

    Args:
        folder: where the files are that last.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        settings = Settings(
            database=f"sqlite:///{folder / 'lockup.db'}",
            history=History.HOUSEHOLD,
            sheets_per_hour=0,
            wrong_codes_per_hour=0,
            live_streams=0,
            can=IN_A_POCKET,
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
            return migrate.version_of(db.engine) != _revision()

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
        self._cookies = Cookies(str(self._folder / "phone.db"))

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
            headers: of the request.
            body: what it sends.
        """
        assert self._cookies
        asked = _environ(method, address, below, {**headers, "Cookie": self._cookies.header()}, body)
        content, status, sent = run_wsgi_app(self.app, asked, buffered=True)
        self._cookies.take(sent.getlist("Set-Cookie"))
        del sent["Set-Cookie"]
        return Answer(int(status.split(" ", 1)[0]), sent.to_wsgi_list(), b"".join(content))

    def refuse(self, method: str, address: str, below: str, headers: dict[str, str], body: bytes) -> Answer:
        """Answer a request that there was no room to keep, and of which nothing is left."""
        assert self._cookies
        with self.app.request_context(
            _environ(method, address, below, {**headers, "Cookie": self._cookies.header()}, body)
        ):
            refused = self.app.make_response(self.app.handle_user_exception(DiskFull()))
            sent = self.app.process_response(refused)
            return Answer(sent.status_code, sent.headers.to_wsgi_list(), sent.get_data())


def _environ(method: str, address: str, below: str, headers: dict[str, str], body: bytes) -> "WSGIEnvironment":
    parts = urlsplit(address)
    return EnvironBuilder(
        path=parts.path.removeprefix(below),
        base_url=f"{parts.scheme}://{parts.netloc}{below}/",
        query_string=parts.query,
        method=method,
        headers=Headers([*headers.items()]),
        input_stream=io.BytesIO(body),
        content_length=len(body),
    ).get_environ()


def _without_locks(_: object, __: object, arguments: list[str], ___: object) -> None:
    arguments[0] += "&vfs=unix-none"


def _revision() -> str:
    """Return the version of the database that this app makes; in a browser the migrations are there only if needed."""
    file = Path(__file__).with_name("revision.txt")
    return file.read_text("utf-8") if file.exists() else migrate.revisions()[-1]
