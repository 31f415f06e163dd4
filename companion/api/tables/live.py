"""`/tables/{code}/live` and `/version`: hearing of what happens at a table."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import monotonic
from typing import Final

from flask import Flask, Response, current_app, request
from marshmallow import Schema, fields
from sqlalchemy.exc import OperationalError

from companion.api.core.operations import Resource, send_unchanged
from companion.api.core.problems import Problem
from companion.api.core.writes import caller
from companion.api.tables.requests import CODE, IF_NONE_MATCH
from companion.api.tables.viewers import found, looking
from companion.identity.caller import Caller
from companion.persistence.database import db
from companion.serving import LASTS
from companion.tables import presence, repository
from companion.tables.broadcast import LISTENERS, Listener, Live, TooManyListeners, live
from companion.tables.repository import LoadedTable
from companion.web.json_answers import send
from companion.web.limits import household

resource = Resource("Seats")

BEAT_SECONDS: Final = 5
"""Seconds between beats: a page that hears nothing for two beats and some more is cut off."""

LOOK_SECONDS: Final = 15
"""Seconds after which a stream looks at the database by itself and counts its phone as heard."""

RETRY_MILLISECONDS: Final = 1500
"""Milliseconds after which a browser connects again."""

BEAT: Final = "event: beat\ndata: {}\n\n"
"""An event with a name: comments in the stream reach no script of a browser."""

AWAKE: Final = "event: awake\ndata: {}\n\n"
"""A phone that slept is back: the phone that ran the shared steps in its place stops doing so."""

POLL: Final = "event: poll\ndata: {}\n\n"
"""Newer windows of the same browser have taken its streams."""

_LONGEST_ID: Final = 10


class TableVersionSchema(Schema):
    """At which version a table is."""

    version = fields.Integer(required=True)


@resource.operation(
    "get", "/tables/{code}/version", answer=TableVersionSchema(), problems=(403,), parameters=CODE, personal=True,
    headers=[IF_NONE_MATCH],
)  # fmt: skip
def show_version(code: str) -> Response:
    """Say at which version a table is, for clients that ask again and again."""
    loaded = found(code)
    looking(loaded)
    presence.note_heard(loaded.table, caller())
    etag = f'"{loaded.table.version}"'
    if request.if_none_match.contains_weak(etag.strip('"')):
        return send_unchanged(etag)
    return send({"version": loaded.table.version}, headers={"ETag": etag})


@resource.operation(
    "get", "/tables/{code}/live", problems=(403, 503), parameters=CODE, personal=True,
    headers=[("Last-Event-ID", "The version that was heard of last, which is not told again.", False)],
)  # fmt: skip
def listen(code: str) -> Response:
    """Hear, as server-sent events, at which version a table is whenever something has happened."""
    loaded = found(code)
    looking(loaded)
    who, listeners, held = caller(), live(), ExitStack()
    listeners.hear_others(db.engine)
    try:
        listener = held.enter_context(listeners.listening(loaded.table.id, household(), _browser(who)))
    except TooManyListeners as full:
        raise Problem("too-many-listeners", headers={"Retry-After": str(LOOK_SECONDS)}) from full
    lasts: Callable[[], None] = request.environ.get(LASTS) or (lambda: None)
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    events = _events(listener, _heard(app, code, listener, _heard_last(loaded), who, lasts=lasts))
    response = Response(events, mimetype="text/event-stream")
    response.call_on_close(held.close)
    response.headers["Cache-Control"] = "no-store"
    # A proxy that gathers an answer before it passes it on would let nobody hear anything.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _browser(who: Caller) -> str:
    """Return a key for the browser that asks: its cookie, or its household and the name it gives itself."""
    name = request.user_agent.string
    if who.device or not name.startswith(_BROWSERS):
        return who.device_hash or ""
    return f"{household()} {name}"


_BROWSERS: Final = "Mozilla/"
"""The start of the name that every browser sends, and no other program by default."""


def _heard_last(loaded: LoadedTable) -> int:
    """Return the last version that a reconnecting browser has received; 0 if it names no possible one."""
    given = request.headers.get("Last-Event-ID", "")
    version = int(given) if given.isascii() and given.isdecimal() and len(given) <= _LONGEST_ID else 0
    return version if version <= loaded.table.version else 0


def _events(listener: Listener, heard: Iterator[str]) -> Iterator[str]:
    """Yield a whole stream: when to connect again, what is heard, and whether to poll from now on."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    yield from heard
    if listener.displaced:
        yield POLL


def _heard(
    app: Flask, code: str, listener: Listener, version: int, who: Caller, *, lasts: Callable[[], None]
) -> Iterator[str]:
    """Yield the versions of a table after one, an event each, for as long as a stream may last; beats in between."""
    listeners: Live = app.extensions[LISTENERS]
    topic = listener.topic
    begun, woken = monotonic(), topic.woken
    ends, beat = begun + app.config["LOCKUP"].live_seconds, begun + BEAT_SECONDS
    while not (listeners.ended or listener.displaced):
        looks, looked = listeners.looks, monotonic()
        with app.app_context():
            # This finds changes that nobody has announced, in this process or another.
            try:
                loaded = repository.find(code)
            except repository.TableGone:
                yield "event: gone\ndata: {}\n\n"
                return
            except OperationalError:
                # The listener connects again, and learns then that the database does not answer.
                return
            now_at: int | None = loaded.table.version
            presence.note_heard(loaded.table, who)
        # Until here it has worked as any request does, and many at once of one address would leave others no turn.
        lasts()
        moment = looked
        # However busy a table is, its phones are heard of.
        while moment < looked + LOOK_SECONDS:
            if now_at is not None and now_at > version:
                version = now_at
                yield f'id: {version}\ndata: {{"version": {version}}}\n\n'
            if woken != topic.woken:
                woken = topic.woken
                yield AWAKE
            if monotonic() >= beat:
                beat = monotonic() + BEAT_SECONDS
                yield BEAT
            moment = monotonic()
            if moment >= ends:
                return
            now_at = listeners.wait(listener, version, looks, woken, max(0, min(beat, ends) - moment))
            moment = monotonic()
            if now_at is None and moment < beat:
                break
