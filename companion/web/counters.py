"""The counters of limits: the memory of a process, or a Redis that several workers and machines share."""

import logging
import time
from collections.abc import Callable
from typing import Final, TypeVar

from limits import RateLimitItem
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

Budget = tuple[RateLimitItem, str, str]
"""So many in an hour, of what, and whose."""

_SET_BACK_SECONDS: Final = 60
"""A clock that is a bit ahead is brought back by less."""

_WAITS_SECONDS: Final = 1.0
"""Seconds that a request waits for a shared counter at most."""

_AGAIN_SECONDS: Final = 5.0
"""Seconds after which a shared counter that did not answer is asked again; until then no request waits for it."""

_Answer = TypeVar("_Answer")

_log: Final = logging.getLogger(__name__)


class Counters:
    """Counters of so many in an hour.

    Whether a shared counter answers decides only how widely is counted: as long as it does not, each process counts
    what it sees itself, as without one, and nobody is refused for it.

    Args:
        shared: the address of a Redis; empty counts in the memory of this process.
    """

    def __init__(self, shared: str = "") -> None:
        self._own = MovingWindowRateLimiter(MemoryStorage())
        self._latest = time.time()
        self._shared: MovingWindowRateLimiter | None = None
        self._silent_until = 0.0
        if shared:
            patience = {"socket_timeout": _WAITS_SECONDS, "socket_connect_timeout": _WAITS_SECONDS}
            self._shared = MovingWindowRateLimiter(storage_from_string(shared, wrap_exceptions=True, **patience))

    def has_room(self, budget: Budget) -> bool:
        """Return whether one more would be within the budget."""
        return self._asked(lambda limiter: limiter.test(*budget))

    def count(self, budget: Budget) -> bool:
        """Count one more, if that is within the budget; return whether it was."""
        return self._asked(lambda limiter: limiter.hit(*budget))

    def free_again(self, budget: Budget) -> float:
        """Return when there is room again, in seconds since the epoch."""
        return self._asked(lambda limiter: limiter.get_window_stats(*budget).reset_time)

    def _asked(self, question: Callable[[MovingWindowRateLimiter], _Answer]) -> _Answer:
        if self._shared is not None and time.monotonic() >= self._silent_until:
            try:
                return question(self._shared)
            except StorageError:
                self._silent_until = time.monotonic() + _AGAIN_SECONDS
                _log.warning("the shared counter does not answer; this process counts for itself")
        return question(self._in_memory())

    def _in_memory(self) -> MovingWindowRateLimiter:
        """Return the counter in memory; it is reset if the clock was set back, or it would count on until then."""
        moment = time.time()
        if moment < self._latest - _SET_BACK_SECONDS:
            self._own.storage.reset()
        self._latest = moment
        return self._own
