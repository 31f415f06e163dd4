"""What a server does with its memory before it answers."""

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Final


def settle() -> None:
    """What the app is made of is no garbage: where it is not looked for in there, a page takes an eighth less.

    Neither is it when the process ends, which then takes a fifth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    give_back()


_LARGE: Final = 512 * 1024
_LEFT_OVER: Final = 1024 * 1024
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""What glibc calls them in malloc.h."""


def give_back() -> None:
    """Let large blocks of memory go back to the system as soon as they are free, where the C library is glibc.

    By itself it puts up what it calls large with the first such block that is freed, a request's body say. From then on
    they lie among the small ones, and what is free between these stays with the process.
    """
    if not sys.platform.startswith("linux"):
        return
    with suppress(AttributeError):
        # Others have no such function.
        tune = ctypes.CDLL(None).mallopt
        tune(_MMAP_THRESHOLD, _LARGE)
        tune(_TRIM_THRESHOLD, _LEFT_OVER)
