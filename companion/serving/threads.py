"""Threads that answer requests: each address has its turn, and a stream has its own thread."""

from collections import Counter, deque
from threading import Condition, Thread
from time import monotonic
from typing import Any, Final, Protocol

from waitress.utilities import logger

RESTED_SECONDS: Final = 30
"""Seconds after which a thread ends that had nothing to do."""


class Task(Protocol):
    """A connection with a request, which waits for a thread.

    Attributes:
        addr: where it comes from; its first member is the address.
        lasting: whether what is being answered is a stream.
    """

    addr: tuple[Any, ...]
    lasting: bool

    def service(self) -> None:
        """Answer."""

    def cancel(self) -> None:
        """Don't."""


class Threads:
    """As many threads as there are requests to answer, in place of waitress's own fixed number.

    Args:
        most: how many there may be, without streams.
        each: how many one address may have at once, without streams.
    """

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._changed = Condition()
        self._waiting: dict[str, deque[Task]] = {}
        """Tasks by address; the address whose turn is next is the first."""
        self._running = Counter[str]()
        self._lasting = self._idle = self._count = 0
        self._ended = False

    @property
    def count(self) -> int:
        """The number of threads."""
        return self._count

    def add_task(self, task: Task) -> None:
        """Let a connection wait for a thread."""
        with self._changed:
            self._waiting.setdefault(task.addr[0], deque()).append(task)
            self._call()

    def lasts(self, task: Task) -> None:
        """Count the thread of a task as a stream's from now on; it no longer keeps others from theirs."""
        with self._changed:
            if not task.lasting:
                task.lasting = True
                self._running[task.addr[0]] -= 1
                self._lasting += 1
                self._call()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End every thread once it has answered, and answer nobody who waits; return whether all ended in time."""
        until = monotonic() + timeout
        with self._changed:
            self._ended = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._count, max(0, until - monotonic()))
            if self._count:
                logger.warning("%d thread(s) still running", self._count)
            if cancel_pending:
                for task in (task for tasks in self._waiting.values() for task in tasks):
                    task.cancel()
                self._waiting.clear()
            return not self._count

    def _call(self) -> None:
        """Wake or start as many threads as have something to do."""
        due = sum(min(len(tasks), self._free(address)) for address, tasks in self._waiting.items())
        self._changed.notify(due)
        for _ in range(min(due - self._idle, self._most + self._lasting - self._count)):
            self._count += 1
            self._idle += 1
            Thread(target=self._work, name="lockup-answers", daemon=True).start()

    def _free(self, address: str) -> int:
        return self._each - self._running[address]

    def _work(self) -> None:
        while (task := self._next()) is not None:
            try:
                task.service()
            except BaseException:
                logger.exception("A request could not be answered")
            self._done(task)

    def _next(self) -> Task | None:
        """Return the task to answer next; None: there was none for so long that this thread shall end."""
        with self._changed:
            due = self._changed.wait_for(lambda: self._ended or self._due() is not None, RESTED_SECONDS)
            self._idle -= 1
            address = self._due()
            if self._ended or not due or address is None:
                self._count -= 1
                self._changed.notify_all()
                return None
            tasks = self._waiting.pop(address)
            task = tasks.popleft()
            if tasks:
                # The others have their turn first.
                self._waiting[address] = tasks
            self._running[address] += 1
            return task

    def _due(self) -> str | None:
        return next((address for address in self._waiting if self._free(address) > 0), None)

    def _done(self, task: Task) -> None:
        with self._changed:
            self._idle += 1
            if task.lasting:
                task.lasting = False
                self._lasting -= 1
            else:
                self._running[task.addr[0]] -= 1
            if self._running[task.addr[0]] <= 0:
                del self._running[task.addr[0]]
            self._call()
