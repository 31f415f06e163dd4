"""Alters the rules and the code that writes to tables, in one place at a time, and sees whether tests notice.

`python -m tools.mutants` runs all mutants of `tools.mutations`, two at a time, and lists the ones that live. For a
mutant of the rules, only tests of `tests/rules` and `tests/scoring` run that are marked with the ids it answers to; for
a mutant of the way of a line into the log of a table, only tests of `tests/tables` that come by it. It fails where a
mutant lives that is not in `equivalent_mutants.toml`, and where one in that list does not live (any more). They are
tried without PostgreSQL, so that the list also names mutants that only a test with such a server notices.

It works on a copy, so that nobody's edits come between. This process never imports the app. Most mutants are tried by
`tools.mutants_in_place`. A mutant that cannot be tried there, or a mutant of the rules that is not noticed there, is
tried in a fork of this process, in which the altered source or data is in place before the app is first imported.
"""

import argparse
import ast
import os
import resource
import shutil
import signal
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import Any, Final

import pytest

from tools.mutant_tests import (
    SECONDS,
    UNNOTICED,
    Endless,
    Order,
    Stopwatch,
    Suite,
    be_at_home,
    be_quiet,
    left_by,
    note_of,
    run,
)
from tools.mutants_in_place import AT_ONCE, MEMORY, tried_in_place
from tools.mutations import Mutant, mutants
from tools.tests_by_reach import ReachingTests
from tools.tests_by_rule import MarkedTests

ROOT: Final = Path(__file__).parents[1]
EQUIVALENT: Final = Path(__file__).with_name("equivalent_mutants.toml")

MEMORY_DISK: Final = Path("/dev/shm")  # noqa: S108
"""The disk in memory, where there is one: no database of a mutant waits for a disk there."""

NOTICED: Final = frozenset({pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED})
"""A test failed, or the altered rules could not even be imported."""


class _AlteredLoader(SourceFileLoader):
    """Loads a module from a syntax tree in place of its file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, self.path, "exec", dont_inherit=True)


class _AlteredFinder(MetaPathFinder):
    """Finds one module as its altered self."""

    def __init__(self, root: Path, file: str, tree: ast.Module) -> None:
        parts = Path(file).with_suffix("").parts
        self._is_package = parts[-1] == "__init__"
        self._name = ".".join(parts[:-1] if self._is_package else parts)
        self._path = root / file
        self._tree = tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return spec_from_file_location(
            fullname,
            self._path,
            loader=_AlteredLoader(fullname, str(self._path), self._tree),
            submodule_search_locations=[str(self._path.parent)] if self._is_package else None,
        )


def _alter_code(mutant: Mutant, root: Path) -> None:
    tree = ast.parse(mutant.source)
    mutant.change(tree)
    sys.meta_path.insert(0, _AlteredFinder(root, mutant.file, ast.fix_missing_locations(tree)))


def _alter_data(mutant: Mutant) -> None:
    """Alter what `tomllib` reads from that file."""
    read = tomllib.loads

    def loads(text: str) -> dict[str, Any]:
        tables = read(text)
        if text == mutant.source:
            mutant.change(tables)
        return tables

    tomllib.loads = loads  # type: ignore[assignment]


class _Chosen:
    """A plugin that leaves the tests that run against a mutant, and notes which fails."""

    def __init__(self, suite: Suite, mutant: Mutant, order: Order, note: Path) -> None:
        self._suite = suite
        self._mutant = mutant
        self._order = order
        self._note = note

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self._order.tests(self._mutant, self._suite.tests_of(self._mutant, items))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._noted(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._noted(report)

    def _noted(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        if report.failed:
            self._note.write_text(report.nodeid, "utf-8")


def _run_file_by_file(suite: Suite, files: Sequence[Path], root: Path, *plugins: object) -> int:
    # File by file: most mutants are noticed in the first, and the others need not even be imported.
    for file in files:
        code = run(suite, [file], root, *plugins)
        if code not in UNNOTICED:
            return code
    return int(pytest.ExitCode.OK)


def _start(
    suite: Suite, mutant: Mutant, files: Sequence[Path], root: Path, *, order: Order, watch: Endless | Stopwatch
) -> int:
    """Fork a process that runs the tests of a mutant against it."""
    child = os.fork()
    if child:
        return child
    try:
        be_quiet()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if isinstance(watch, Endless):
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
        if mutant.file.endswith(".toml"):
            _alter_data(mutant)
        else:
            _alter_code(mutant, root)
        be_at_home(root)
        chosen = _Chosen(suite, mutant, order, note_of(os.getpid(), root))
        code = _run_file_by_file(suite, files, root, chosen, watch)
    except BaseException:
        code = int(pytest.ExitCode.INTERNAL_ERROR)
    os._exit(code)


def _lives(mutant: Mutant, status: int) -> bool:
    """Return whether a mutant whose process ended like that was not noticed."""
    if os.WIFSIGNALED(status):
        return False
    code = os.WEXITSTATUS(status)
    if code in UNNOTICED:
        return True
    if code in NOTICED:
        return False
    raise SystemExit(f"The tests could not be run: {pytest.ExitCode(code)!r} {_describe(mutant)}")


def survivors(suite: Suite, tried: Sequence[Mutant], root: Path, seconds: Mapping[str, float]) -> Iterator[Mutant]:
    """Yield the mutants that no test notices, as they are found; `seconds` is how long each test takes without them."""
    order = Order()
    decided = set()
    for number, lives, test in tried_in_place(suite, tried, root, seconds):
        if lives and suite.twice:
            continue
        decided.add(number)
        if lives:
            yield tried[number]
        elif test:
            order.noticed(tried[number], test)
        if len(decided) % 500 == 0:
            print(f"  {len(decided)} tried …", flush=True)
    left = [mutant for number, mutant in enumerate(tried) if number not in decided]
    print(f"  {len(decided)} tried; {len(left)} with everything imported anew …", flush=True)
    yield from _survivors_anew(suite, left, root, order, seconds)


def _survivors_anew(
    suite: Suite, tried: Sequence[Mutant], root: Path, order: Order, seconds: Mapping[str, float]
) -> Iterator[Mutant]:
    everywhere = suite.files(root)
    running: dict[int, Mutant] = {}
    for number, mutant in enumerate([*tried, *[None] * AT_ONCE], start=1):
        if len(running) == AT_ONCE or (mutant is None and running):
            ended, status = os.wait()
            done = running.pop(ended)
            test = left_by(ended, root)
            if _lives(done, status):
                yield done
            elif test:
                order.noticed(done, test)
        if mutant is not None:
            files = order.files(mutant, (file for file in everywhere if suite.may_notice(mutant, file)))
            running[_start(suite, mutant, files, root, order=order, watch=Endless(seconds))] = mutant
        if number % 200 == 0:
            print(f"  {number} of {len(tried)} …", flush=True)


def _time_tests(suite: Suite, tried: Sequence[Mutant], root: Path) -> dict[str, float]:
    """Return how long these mutants' tests take where nothing is altered, with a module loaded from its syntax tree.

    They must pass.
    """
    source = (root / suite.sample).read_text("utf-8")
    same = Mutant(suite.sample, 1, "module", "as it is", frozenset(), source, ast.fix_missing_locations)
    files = [file for file in suite.files(root) if any(suite.may_notice(mutant, file) for mutant in tried)]
    stopwatch = suite.stopwatch(root / f"seconds-{type(suite).__name__}", root)
    child, status = os.waitpid(_start(suite, same, files, root, order=Order(), watch=stopwatch), 0)
    test = left_by(child, root)
    if status != 0:
        raise SystemExit(f"The tests must pass before mutants are tried. {test}")
    suite.learn(stopwatch)
    return stopwatch.seconds


def _copied(root: Path) -> None:
    """Copy what the tests need."""
    left = shutil.ignore_patterns("__pycache__")
    for folder in ("companion", "docs", "migrations", "tests"):
        shutil.copytree(ROOT / folder, root / folder, ignore=left)


def main() -> int:
    """Try the mutants and say which live."""
    arguments = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--only", default="", metavar="TEXT", help="try the mutants whose name contains this")
    arguments.add_argument("--list", action="store_true", help="name the mutants and their rules, and try none")
    asked = arguments.parse_args()
    if asked.list:
        for mutant in mutants(ROOT):
            print(_describe(mutant))
        return 0
    with TemporaryDirectory(prefix="mutants-", dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as folder:
        root = Path(folder)
        _copied(root)
        sys.path[:0] = [str(root), str(root / "tests")]
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        # The copy is nobody else's, and every mutant imports it again.
        sys.dont_write_bytecode = False
        return _try([mutant for mutant in mutants(root) if asked.only in mutant.name], asked.only, root)


def _describe(mutant: Mutant) -> str:
    rules = " ".join(sorted(mutant.rules)) or "all"
    return f"{mutant.file}:{mutant.line}: {mutant.scope}: {mutant.what} [{rules}]"


def _try(tried: Sequence[Mutant], only: str, root: Path) -> int:
    """Try mutants; 1 where one lives that should not, or does not that should."""
    started = time.monotonic()
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutants"]
    equivalent = {entry["mutant"] for entry in entries if "reason" in entry}
    elsewhere = {entry["mutant"] for entry in entries if "noticed_by" in entry}
    listed = equivalent | elsewhere
    living = set()
    for suite in (MarkedTests(), ReachingTests()):
        its = [mutant for mutant in tried if suite.answers_for(mutant)]
        if not its:
            continue
        usual = _time_tests(suite, its, root)
        print(f"{len(its)} mutants", flush=True)
        for mutant in survivors(suite, its, root, usual):
            living.add(mutant.name)
            if mutant.name not in listed:
                print(_describe(mutant), flush=True)
    gone = sorted(name for name in listed - living if only in name)
    for name in gone:
        print(f"In the list of equivalent mutants, but does not live: {name}")
    unknown = living - listed
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    print(
        f"{len(tried)} mutants in {minutes} min {seconds} s: {len(tried) - len(living)} noticed, "
        f"{len(living & equivalent)} equivalent, {len(living & elsewhere)} noticed on PostgreSQL alone, "
        f"{len(unknown)} not noticed"
    )
    return 1 if unknown or gone else 0


if __name__ == "__main__":
    raise SystemExit(main())
