"""Alters functions of the rules in place, in a process that has imported rules and tests once.

Most mutants need no more: the alteration is within a function that no import calls, and a fork in which the function
has the altered code runs the tests. An alteration that cannot be made here is tried with everything imported again. So
is a mutant of the rules that lives here: none counts as living because of something that an import has left behind.
"""

import ast
import gc
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

import pytest

from tools.mutant_tests import SECONDS, Endless, Order, Suite, be_at_home, be_quiet, left_by, note_of, run
from tools.mutations import Mutant

AT_ONCE: Final = 2
MEMORY: Final = 2**31
LIVES, NOTICED, CANNOT = range(3)
"""The ends of a mutant's process: no test notices, one does, or it must be tried with everything imported again."""


def tried_in_place(
    suite: Suite, tried: Sequence[Mutant], root: Path, seconds: Mapping[str, float]
) -> Iterator[tuple[int, bool, str]]:
    """Yield the number of each mutant that can be tried here, whether a test notices, and that test, if known."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        be_quiet()
        code = 1
        try:
            calls = _Calls(root / "companion")
            sys.setprofile(calls)
            code = run(suite, suite.files(root), root, _InPlace(suite, tried, root, calls, writer), Endless(seconds))
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as lines:
        for line in lines:
            number, lives, test = line.rstrip("\n").split(" ", 2)
            yield int(number), lives == "lives", test
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise SystemExit("The tests could not be collected.")


class _Calls:
    """The functions of a folder that are called, by file and qualified name."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}{os.sep}"
        self._called: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            self._called.add(frame.f_code)

    @property
    def functions(self) -> set[tuple[str, str]]:
        """The functions that were called; a function within another counts as that other."""
        return {
            (code.co_filename, code.co_qualname.partition(".<locals>")[0])
            for code in self._called
            if code.co_filename.startswith(self._folder)
        }


class _InPlace:
    """A plugin that runs, in place of all tests in turn, the tests of each mutant in its own fork."""

    def __init__(self, suite: Suite, tried: Sequence[Mutant], root: Path, calls: _Calls, writer: int) -> None:
        self._suite = suite
        self._tried = tried
        self._root = root
        self._calls = calls
        self._writer = writer
        self._order = Order()
        self._trees: dict[str, ast.Module] = {}
        self._functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        self._tests: dict[Hashable, list[pytest.Item]] = {}
        self._running: dict[int, int] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        called = self._calls.functions
        # The conftest has frozen what was imported.
        gc.unfreeze()
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                key = found.__code__.co_filename, found.__code__.co_qualname
                if key not in called:
                    self._functions[key].append(found)
        gc.collect()
        gc.freeze()
        for number, mutant in enumerate(self._tried):
            if (str(self._root / mutant.file), mutant.scope) in self._functions:
                if len(self._running) == AT_ONCE:
                    self._end_one()
                self._start(number, self._order.tests(mutant, self._tests_of(mutant, session.items)))
        while self._running:
            self._end_one()
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            note_of(os.getpid(), self._root).write_text(report.nodeid, "utf-8")
            os._exit(NOTICED)

    def _tests_of(self, mutant: Mutant, items: Sequence[pytest.Item]) -> Sequence[pytest.Item]:
        key = self._suite.group_of(mutant)
        if key not in self._tests:
            self._tests[key] = self._suite.tests_of(mutant, items)
        return self._tests[key]

    def _start(self, number: int, ordered: Sequence[pytest.Item]) -> None:
        mutant = self._tried[number]
        if mutant.file not in self._trees:
            self._trees[mutant.file] = ast.parse(mutant.source)
        child = os.fork()
        if child:
            self._running[child] = number
            return
        code = CANNOT
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            be_at_home(self._root)
            if self._alter(mutant):
                for item, following in zip_longest(ordered, ordered[1:]):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                code = LIVES
        finally:
            os._exit(code)

    def _alter(self, mutant: Mutant) -> bool:
        """Give the function of a mutant its altered code; return whether the alteration is within it."""
        tree = self._trees[mutant.file]
        mutant.change(tree)
        path = str(self._root / mutant.file)
        altered = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes_in(altered)}
        done = False
        for function in self._functions[path, mutant.scope]:
            code = codes[mutant.scope, function.__code__.co_firstlineno]
            done |= code != function.__code__
            function.__code__ = code
        return done

    def _end_one(self) -> None:
        child, status = os.wait()
        number = self._running.pop(child)
        test = left_by(child, self._root)
        if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == NOTICED:
            os.write(self._writer, f"{number} noticed {test}\n".encode())
            if test:
                self._order.noticed(self._tried[number], test)
        elif os.WEXITSTATUS(status) == LIVES:
            os.write(self._writer, f"{number} lives \n".encode())


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of the functions and methods of a module."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes_in(inner)
