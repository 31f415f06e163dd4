"""Waiting for what another thread or process does, which nothing tells when it is done."""

from collections.abc import Callable
from time import monotonic
from typing import Final

_SECONDS: Final = 30


def patiently(held: Callable[[], bool]) -> bool:
    """Whether something comes to be within half a minute.

    Args:
        held: asks whether it is; best of somebody who takes a moment to answer.
    """
    until = monotonic() + _SECONDS
    while not held():
        if monotonic() > until:
            return False
    return True
