"""Settings for gunicorn: `gunicorn --config python:companion.hosting 'companion:create_app()'`.

Gunicorn's main process reads this once and never again. So nothing else of the app is imported at the top: workers that
it starts after an update would have the old code.
"""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

from flask import Flask
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadRequest

worker_class = "gthread"

threads = 350
"""One for each stream, unless somebody allows more, and fifty that answer meanwhile."""


limit_request_line = 8190
"""Bytes; as much as the address of a request may have with the proxies in front."""


def on_starting(_: Any) -> None:
    """Forget the counts of workers that are gone with their host."""
    for file in _figures():
        file.unlink()


def worker_exit(_: Any, worker: Any) -> None:
    """Let an SQLite file hold everything by itself once its workers have ended, for copies of it."""
    from companion.persistence.database import leave  # noqa: PLC0415 - see above

    app: Flask | None = getattr(worker, "wsgi", None)
    # A worker that could not begin has none.
    if app is not None:
        with app.app_context():
            leave()


def child_exit(_: Any, worker: Any) -> None:
    """Keep the counts of a worker that is gone, but not its listeners."""
    if _figures():
        # Where nobody wants figures it is not loaded.
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        mark_process_dead(worker.pid)


def _figures() -> list[Path]:
    """Return the files through which the workers share their counts."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    return [*Path(folder).glob("*.db")] if folder else []


def post_worker_init(worker: Any) -> None:
    """Let a worker end in a moment, and answer requests that cannot be read.

    A worker that ends waits for its streams, which may take an hour. So it ends them; their phones connect again, to
    another worker, which sends what they have missed.
    """
    from companion.config import Log  # noqa: PLC0415 - see above
    from companion.hosting_refusals import refuse_in_words  # noqa: PLC0415
    from companion.serving.memory import settle  # noqa: PLC0415
    from companion.serving.turns import take_short_turns  # noqa: PLC0415
    from companion.tables.broadcast import LISTENERS  # noqa: PLC0415

    settle()
    take_short_turns()
    app: Flask = worker.wsgi
    refuse_in_words(worker, app)
    if app.config["LOCKUP"].log is Log.JSON:
        # The root has the handler that writes lines of JSON.
        worker.log.error_log.handlers.clear()
        worker.log.error_log.propagate = True
    # A body that cannot be read is found out only when it is read, in the middle of a request.
    app.register_error_handler(ParseException, lambda _: app.handle_http_exception(BadRequest()))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        _let_go_at(number, app.extensions[LISTENERS].end)


def _let_go_at(number: int, end: Callable[[], None]) -> None:
    before: Any = signal.getsignal(number)

    def handle(sent: int, frame: FrameType | None) -> None:
        # Not here: the code that the signal has interrupted may hold the locks that `end` needs.
        Thread(target=end, name="lockup-end").start()
        before(sent, frame)

    signal.signal(number, handle)
