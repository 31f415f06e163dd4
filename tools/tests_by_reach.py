"""The tests that run against a mutant of a write to a table: tests that come by its line, the quick ones first."""

import json
import sys
import threading
from collections import defaultdict
from collections.abc import Generator, Hashable, Iterable, Iterator
from inspect import CO_NEWLOCALS
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from tools.mutant_tests import Stopwatch, Suite
from tools.mutations import TABLES, WRITES, Mutant

LEFT_OUT: Final = frozenset({"slow", "browser", "bundle", "endurance"})

ELSEWHERE: Final = ("tests/cli/test_keeping_the_database.py", "tests/plays/test_plays_recorded.py")
"""Tests of tables elsewhere: for the owner of the database, and for the results of games that have ended."""

Place = tuple[str, int | str]
"""A file with a line, or with the name of a function or method that was called."""


class Footprints(Stopwatch):
    """A plugin that also notes by which lines and functions of some files each test comes."""

    def __init__(self, note: Path, files: Iterable[str], root: Path) -> None:
        super().__init__(note)
        self._files = {str(root / file): file for file in files}
        self._found: set[Place] = set()
        self._steps = note.with_suffix(".json")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note where a test has been, and how long it took."""
        self._found = set()
        threading.settrace(self._enter)
        sys.settrace(self._enter)
        try:
            return (yield from super().pytest_runtest_protocol(item))
        finally:
            sys.settrace(None)
            threading.settrace(None)
            with self._steps.open("a", encoding="utf-8") as steps:
                steps.write(f"{json.dumps([item.nodeid, [*self._found]])}\n")

    @property
    def places(self) -> Iterator[tuple[str, list[Place]]]:
        """Each test with the places where it was."""
        for line in self._steps.read_text("utf-8").splitlines():
            test, places = json.loads(line)
            yield test, [(file, place) for file, place in places]

    def _enter(self, frame: FrameType, _: str, __: Any) -> Any:
        file = self._files.get(frame.f_code.co_filename)
        # A test that imports again comes by the lines of modules and classes, but by nothing that they do.
        if file is None or not frame.f_code.co_flags & CO_NEWLOCALS:
            return None
        self._found.add((file, frame.f_code.co_qualname))

        def step(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                self._found.add((file, frame.f_lineno))
            return step

        return step


class ReachingTests(Suite):
    """The quick tests of tables, on SQLite: tests of pages come by the same lines, but more slowly."""

    plugins = ("conftest", "support.migrated_once")
    sample = f"{TABLES}/commands.py"
    # A mutant that lives there was altered where no import has called it, and has its own database.
    twice = False

    def __init__(self) -> None:
        self._tests: dict[Place, set[str]] = defaultdict(set)
        self._anywhere: dict[str, set[str]] = defaultdict(set)
        self._seconds: dict[str, float] = {}

    def answers_for(self, mutant: Mutant) -> bool:
        """Return whether it is on the way of a line into a log."""
        return mutant.file.startswith(TABLES)

    def files(self, root: Path) -> list[Path]:
        """Return all files of tests of tables, and files elsewhere that are about them too."""
        return [*sorted(root.joinpath("tests/tables").glob("test_*.py")), *(root / name for name in ELSEWHERE)]

    def may_notice(self, mutant: Mutant, file: Path) -> bool:
        """Return whether a test of a file comes by the mutant."""
        return not self._seconds or any(Path(test.partition("::")[0]).name == file.name for test in self._of(mutant))

    def tests_of(self, mutant: Mutant, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Return the tests that come by a mutant, the quickest first; before that is known, all that are quick."""
        if not self._seconds:
            return [item for item in items if not any(item.get_closest_marker(mark) for mark in LEFT_OUT)]
        of = self._of(mutant)
        return sorted((item for item in items if item.nodeid in of), key=lambda item: self._seconds[item.nodeid])

    def group_of(self, mutant: Mutant) -> Hashable:
        """Return where it is."""
        return mutant.file, mutant.scope, mutant.line

    def stopwatch(self, note: Path, root: Path) -> Footprints:
        """Return a plugin that times the tests, and sees where they come by."""
        return Footprints(note, [f"{TABLES}/{name}.py" for name in WRITES], root)

    def learn(self, stopwatch: Stopwatch) -> None:
        """Keep where each test comes by."""
        assert isinstance(stopwatch, Footprints)
        self._seconds = stopwatch.seconds
        for test, places in stopwatch.places:
            for file, place in places:
                self._tests[file, place].add(test)
                self._anywhere[file].add(test)

    def _of(self, mutant: Mutant) -> set[str]:
        """Return the tests that come by its line; a mutant in a signature meets the tests of callers.

        A mutant that only an import runs meets all tests that come by its module.
        """
        file, name = mutant.file, mutant.scope.rpartition(".")[2]
        called = self._tests[file, mutant.line] or self._tests[file, mutant.scope]
        return called if called or f"def {name}(" in mutant.source else self._anywhere[file]
