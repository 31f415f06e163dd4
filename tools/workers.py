"""A plugin of pytest: tests are collected once, and processes forked from there share them out among themselves.

Against processes that collect on their own, that saves the imports and the collecting of each, and what it costs to
agree on every single test.
"""

import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import groupby
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any, Final

import pytest

QUICK: Final = 20
"""As many quick tests of a file as a process takes at once; of others one, and all of a file that is `whole`."""

_NUMBER: Final = 4
"""Bytes of a number in a queue: so few are written and read at once or not at all."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--workers`: how many processes."""
    parser.addoption("--workers", type=int, default=0, help="run the tests in so many processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run what was collected; None, where it is to be run as usual."""
    number: int = session.config.getoption("workers")
    if not number or session.config.option.collectonly or session.testsfailed:
        return None
    _Workers(session).run(number)
    return True


def effort(item: pytest.Item) -> str:
    """What a test needs that others do not: those that need the same come one after the other in one process."""
    if item.get_closest_marker("browser"):
        return "browser"
    if "postgresql" in item.nodeid or "postgres" in getattr(item, "fixturenames", ()):
        return "postgres"
    return "slow" if item.get_closest_marker("slow") or item.get_closest_marker("whole") else "quick"


BEGINS_WITH: Final = ("browser", "slow", "postgres")
"""What the first process begins with, the second, and the third."""

THEN: Final = ("slow", "postgres", "quick", "browser")
"""What each goes on with; a second browser is started only where nothing else is left."""


class _Queue:
    """Numbers that processes take, each of them once; a pipe that nobody writes to any more."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._end, begin = os.pipe()
        os.write(begin, b"".join(number.to_bytes(_NUMBER, "big") for number in numbers))
        os.close(begin)

    def __iter__(self) -> Iterator[int]:
        while taken := os.read(self._end, _NUMBER):
            yield int.from_bytes(taken, "big")


class _Workers:
    """The processes, as the one that collected sees them."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._items = session.items
        self._parts = [*_parts(session.items)]
        self._queues = {one: _Queue([*self._of(one)]) for one in THEN}
        self._does: dict[Connection, str] = {}
        self._folder: Path = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]

    def _of(self, kind: str) -> Iterator[int]:
        return (number for number, part in enumerate(self._parts) if effort(self._items[part[0]]) == kind)

    def run(self, number: int) -> None:
        """Fork the processes, and tell the session what they report until all are done."""
        processes = [self._fork(place) for place in range(number)]
        try:
            while self._does:
                for one in wait([*self._does]):
                    assert isinstance(one, Connection)
                    self._hear(one)
                if self._session.shouldfail or self._session.shouldstop:
                    # Nobody finds anything left to take.
                    for queue in self._queues.values():
                        deque(queue, maxlen=0)
        except BaseException:
            for process in processes:
                os.kill(process, signal.SIGINT)
            raise
        finally:
            for process in processes:
                os.waitpid(process, 0)
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)
        if self._session.shouldstop:
            raise self._session.Interrupted(self._session.shouldstop)

    def _hear(self, worker: Connection) -> None:
        hook, config = self._session.config.hook, self._session.config
        try:
            kind, told = worker.recv()
        except EOFError:
            if does := self._does.pop(worker):
                self._session.shouldfail = f"The process that ran {does} is gone"
            return
        if kind == "begins":
            item = self._items[told]
            self._does[worker] = item.nodeid
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif kind == "ends":
            self._does[worker] = ""
        elif kind == "passed":
            number, when, start, stop, duration = told
            item = self._items[number]
            passed = pytest.TestReport(item.nodeid, item.location, {}, "passed", None, when, (), duration, start, stop)
            hook.pytest_runtest_logreport(report=passed)
        else:
            hook.pytest_runtest_logreport(report=hook.pytest_report_from_serializable(config=config, data=told))

    def _fork(self, place: int) -> int:
        hears, tells = Pipe(duplex=False)
        # What is not written yet would be written by both.
        sys.stdout.flush()
        sys.stderr.flush()
        if process := os.fork():
            tells.close()
            self._does[hears] = ""
            return process
        code = 1
        try:
            own = BEGINS_WITH[place % len(BEGINS_WITH)]
            order = dict.fromkeys((own, *THEN))
            numbers = (number for kind in order for part in self._queues[kind] for number in self._parts[part])
            _Worker(self._session, tells, self._folder / str(place)).run(numbers)
            code = 0
        except KeyboardInterrupt:
            code = signal.SIGINT
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            # What ends a process of its own is the business of the one that collected.
            os._exit(code)


class _Worker:
    """One of the processes, in itself."""

    def __init__(self, session: pytest.Session, tells: Connection, folder: Path) -> None:
        self._session = session
        self._config = session.config
        self._tells = tells
        self._number = 0
        plugins = self._config.pluginmanager
        # What is printed goes to a file of its own, what is reported to the one that collected, files to own folders.
        capture: Any = plugins.getplugin("capturemanager")
        capture.stop_global_capturing()
        capture.start_global_capturing()
        plugins.unregister(name="terminalreporter")
        plugins.register(self, "worker")
        folder.mkdir()
        self._config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]

    def run(self, numbers: Iterator[int]) -> None:
        """Run the tests of these numbers; the next is taken before one begins, for what both need is kept."""
        taken = next(numbers, None)
        while taken is not None and not self._session.shouldfail:
            following = next(numbers, None)
            self._number = taken
            self._tells.send(("begins", taken))
            self._config.hook.pytest_runtest_protocol(
                item=self._session.items[taken],
                nextitem=None if following is None else self._session.items[following],
            )
            self._tells.send(("ends", taken))
            taken = following
        self._tells.close()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell the one that collected."""
        if report.passed and not report.sections and not report.user_properties:
            told = (self._number, report.when, report.start, report.stop, report.duration)
            self._tells.send(("passed", told))
        else:
            made = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
            self._tells.send(("other", made))


def _parts(items: Sequence[pytest.Item]) -> Iterator[list[int]]:
    """The numbers of tests that a process takes at once."""
    for (_, kind), together in groupby(range(len(items)), lambda number: (items[number].path, effort(items[number]))):
        part = [*together]
        size = len(part) if items[part[0]].get_closest_marker("whole") else QUICK if kind == "quick" else 1
        yield from (part[at : at + size] for at in range(0, len(part), size))
