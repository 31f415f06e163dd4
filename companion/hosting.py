"""What gunicorn is told of the app: `gunicorn --config python:companion.hosting 'companion:create_app()'`.

The process that rules the workers reads this once and never anew. So nothing else of the app is imported at the top:
workers that it starts after an update would have the old in them.
"""

import signal
from collections.abc import Callable
from threading import Thread
from types import FrameType
from typing import Any

from flask import Flask
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadRequest

worker_class = "gthread"

threads = 350
"""As many as there may be streams unless somebody sets it otherwise, and fifty that answer meanwhile."""


def post_worker_init(worker: Any) -> None:
    """Let a worker end in a moment, and a request that cannot be read be refused as such.

    A worker that is told to end waits for those who listen, which may be for an hour. So they are let go; they connect
    anew, to another worker, and are told what they have missed.
    """
    from companion.serving.memory import settle  # noqa: PLC0415 - see above
    from companion.tables.broadcast import LISTENERS  # noqa: PLC0415

    settle()
    app: Flask = worker.wsgi
    # A body that cannot be read is found out only when it is read, in the middle of a request.
    app.register_error_handler(ParseException, lambda _: app.handle_http_exception(BadRequest()))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        _let_go_at(number, app.extensions[LISTENERS].end)


def _let_go_at(number: int, end: Callable[[], None]) -> None:
    before: Any = signal.getsignal(number)

    def handle(sent: int, frame: FrameType | None) -> None:
        # Not here: what it takes hold of may be held by what the signal has interrupted.
        Thread(target=end, name="lockup-end").start()
        before(sent, frame)

    signal.signal(number, handle)
