"""The turns that the threads of a server take."""

import sys
from typing import Final

TURN_SECONDS: Final = 0.001
"""Seconds that one thread computes before another that waits has its turn."""


def take_short_turns() -> None:
    """Let nobody wait long for a thread that computes: at Python's own five milliseconds, all who write would.

    On SQLite one thread writes at a time, and asks for its turn again after each statement. While others compute it
    would wait those milliseconds each time, and with it everybody whose line comes after.
    """
    sys.setswitchinterval(TURN_SECONDS)
