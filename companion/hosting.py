"""What gunicorn is told of the app: `gunicorn --config python:companion.hosting 'companion:create_app()'`.

The process that rules the workers reads this once and never anew. So nothing else of the app is imported at the top:
workers that it starts after an update would have the old in them.
"""

import signal
from collections.abc import Callable
from threading import Thread
from types import FrameType
from typing import Any

worker_class = "gthread"

threads = 350
"""As many as there may be streams unless somebody sets it otherwise, and fifty that answer meanwhile."""


def post_worker_init(worker: Any) -> None:
    """Let a worker end in a moment: it waits for those who listen, which may be for an hour.

    They are let go as soon as it is told to end, connect anew, to another worker, and are told what they have missed.
    """
    from companion.serving.memory import settle  # noqa: PLC0415 - see above
    from companion.tables.broadcast import LISTENERS  # noqa: PLC0415

    settle()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        _let_go_at(number, worker.wsgi.extensions[LISTENERS].end)


def _let_go_at(number: int, end: Callable[[], None]) -> None:
    before: Any = signal.getsignal(number)

    def handle(sent: int, frame: FrameType | None) -> None:
        # Not here: what it takes hold of may be held by what the signal has interrupted.
        Thread(target=end, name="lockup-end").start()
        before(sent, frame)

    signal.signal(number, handle)
