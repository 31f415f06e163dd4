"""Stand-ins for what Python in a browser lacks: threads, and `brotli`."""

import sys
import threading
from types import ModuleType


def stand_in() -> None:
    """Put something in the place of each."""
    threading.Thread.start = _run  # type: ignore[method-assign, assignment]
    sys.modules.setdefault("brotli", _brotli())


def _run(thread: threading.Thread) -> None:
    """Run a thread's work now, since there is nobody else to do it."""
    thread.run()


def _brotli() -> ModuleType:
    """Return a module that compresses nothing: no byte leaves this device."""
    module = ModuleType("brotli")
    module.__dict__["MODE_GENERIC"] = 0
    module.__dict__["compress"] = _packs_nothing
    return module


def _packs_nothing(content: bytes, *_: object, **__: object) -> bytes:
    raise NotImplementedError
