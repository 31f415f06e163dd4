"""Alters the rules in one place at a time and sees whether the tests of the rules in question notice.

`python -m tools.mutants` runs all mutants of `tools.mutations`, two at a time, and lists those that live. For each,
only those tests of `tests/rules` and `tests/scoring` run that are marked with the ids it answers to. It fails where a
mutant lives that is not in `equivalent_mutants.toml`, and where one in that list does not live (any more).

It works on a copy, so that nobody's edits come between. This process never imports the rules. It imports pytest and
Hypothesis once; each mutant is a fork of it, in which the altered source or data is in place before the rules are first
imported.
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
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import Any, Final

import hypothesis
import hypothesis.strategies
import pytest

from tools.mutations import Mutant, mutants

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("rules", "scoring")
GAME: Final = frozenset({"state", "shuffling", "acts", "phases", "corrections", "engine"})
"""The folders of a whole game, in `companion/rules` as in `tests/rules`."""

EQUIVALENT: Final = Path(__file__).with_name("equivalent_mutants.toml")

AT_ONCE: Final = 2
SECONDS: Final = 20
"""How long a process may compute before its first test, and a test of which nobody knows how long it takes."""

SECONDS_MORE: Final = 2
TIMES_AS_LONG: Final = 10
"""How much longer than where nothing is altered a test may compute; one that takes longer loops for ever.

What else the machine does is not counted, but it makes computing slower.
"""

MEMORY: Final = 2**31
NOTICED: Final = frozenset({pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED})
"""A test failed, or the altered rules could not even be imported."""

UNNOTICED: Final = frozenset({pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED})


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


class _Order:
    """Which tests run first: those that have noticed most mutants of the same function, then of the same module.

    At first the tests in whose name is that of the module or its folder, then whole games, which meet nearly every
    rule; last those that try many random ones.
    """

    def __init__(self) -> None:
        self._noticed: Counter[tuple[str, str, str]] = Counter()

    def files(self, mutant: Mutant, files: Iterable[Path]) -> list[Path]:
        """Files of tests in their order."""

        def key(file: Path) -> tuple[int, int, int]:
            names = Path(mutant.file).stem, Path(mutant.file).parent.name
            late = {"test_whole_games.py": 1, "test_random_games.py": 3}.get(file.name, 2)
            usual = 0 if any(name in file.stem for name in names) else late
            return *self._seldom(mutant, file.name), usual

        return sorted(files, key=key)

    def tests(self, mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
        """Tests of a file in their order, Hypothesis last."""

        def key(item: pytest.Item) -> tuple[int, int, bool]:
            return *self._seldom(mutant, item.nodeid), hasattr(getattr(item, "obj", None), "hypothesis")

        return sorted(items, key=key)

    def _seldom(self, mutant: Mutant, name: str) -> tuple[int, int]:
        return -self._noticed[mutant.file, mutant.scope, name], -self._noticed[mutant.file, "", name]

    def noticed(self, mutant: Mutant, test: str) -> None:
        """That test, or the import of that file, has noticed that mutant."""
        names = {test, Path(test.partition("::")[0]).name}
        self._noticed.update((mutant.file, scope, name) for scope in (mutant.scope, "") for name in names)


class _Endless:
    """A plugin that ends, by a signal, a process in which a test loops for ever or takes all the memory."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self._seconds = seconds

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        usual = self._seconds.get(item.nodeid)
        limit = SECONDS if usual is None else usual * TIMES_AS_LONG + SECONDS_MORE
        signal.setitimer(signal.ITIMER_PROF, limit)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if excinfo.errisinstance(MemoryError):
            os.kill(os.getpid(), signal.SIGKILL)


class _Stopwatch:
    """A plugin that notes how long each test computes."""

    def __init__(self, note: Path) -> None:
        self._note = note

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before = time.process_time()
        answer = yield
        with self._note.open("a", encoding="utf-8") as note:
            note.write(f"{time.process_time() - before:.3f} {item.nodeid}\n")
        return answer

    @property
    def seconds(self) -> dict[str, float]:
        """By test, as it was noted."""
        lines = (line.partition(" ") for line in self._note.read_text("utf-8").splitlines())
        return {test: float(seconds) for seconds, _, test in lines}


class _Marked:
    """A plugin that leaves the tests with the ids of a mutant (with none, all quick ones), and notes which fails."""

    def __init__(self, mutant: Mutant, order: _Order, note: Path) -> None:
        self._rules = mutant.rules
        self._mutant = mutant
        self._order = order
        self._note = note

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "rule(*ids): the test shows the behaviour of these rules")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self._order.tests(self._mutant, [item for item in items if self._shows(item)])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._noted(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._noted(report)

    def _noted(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        if report.failed:
            self._note.write_text(report.nodeid, "utf-8")

    def _shows(self, item: pytest.Item) -> bool:
        if not self._rules:
            return item.get_closest_marker("slow") is None
        return any(self._rules & {*mark.args} for mark in item.iter_markers("rule"))


def marks(root: Path) -> dict[Path, set[str]]:
    """By test file: the ids of all its marks."""
    found = {}
    for folder in FOLDERS:
        for file in sorted(root.joinpath("tests", folder).rglob("test_*.py")):
            calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
            named = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "rule")
            found[file] = {ast.literal_eval(argument) for call in named for argument in call.args}
    return found


def _run_marked_tests(files: Sequence[Path], root: Path, *plugins: object) -> int:
    everything = tuple(hypothesis.HealthCheck)
    hypothesis.settings.register_profile(
        "mutants",
        max_examples=40,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=everything,
    )
    hypothesis.settings.load_profile("mutants")
    options = ["-x", "-q", "--tb=no", "--assert=plain", "--noconftest", "-c", os.devnull, f"--rootdir={root}"]
    options += ["-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:threadexception"]
    # File by file: most mutants are noticed in the first, and the others need not even be imported.
    for file in files:
        code = pytest.main([*options, str(file)], plugins=plugins)
        if code not in UNNOTICED:
            return int(code)
    return int(pytest.ExitCode.OK)


def _note_of(process: int, root: Path) -> Path:
    """Where a process writes the test that has noticed its mutant."""
    return root / f"noticed-{process}"


def _start(mutant: Mutant, files: Sequence[Path], root: Path, order: _Order, watch: _Endless | _Stopwatch) -> int:
    """Fork a process that runs the tests of a mutant against it."""
    child = os.fork()
    if child:
        return child
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, sys.stdout.fileno())
        os.dup2(quiet, sys.stderr.fileno())
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if isinstance(watch, _Endless):
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
        if mutant.file.endswith(".toml"):
            _alter_data(mutant)
        else:
            _alter_code(mutant, root)
        code = _run_marked_tests(files, root, _Marked(mutant, order, _note_of(os.getpid(), root)), watch)
    except BaseException:
        code = int(pytest.ExitCode.INTERNAL_ERROR)
    os._exit(code)


def _lives(mutant: Mutant, status: int) -> bool:
    """Whether a mutant whose process ended like that was not noticed."""
    if os.WIFSIGNALED(status):
        return False
    code = os.WEXITSTATUS(status)
    if code in UNNOTICED:
        return True
    if code in NOTICED:
        return False
    raise SystemExit(f"The tests could not be run: {pytest.ExitCode(code)!r} {_told(mutant)}")


def _may_notice(mutant: Mutant, file: Path, ids: set[str]) -> bool:
    """Whether the tests of a file run against a mutant; the decider of a game is tested by games alone."""
    if not GAME.isdisjoint(Path(mutant.file).parts) and file.parent.name not in GAME:
        return False
    return not mutant.rules or bool(ids & mutant.rules)


def survivors(tried: Sequence[Mutant], root: Path, seconds: Mapping[str, float]) -> Iterator[Mutant]:
    """The mutants that no test notices, as they are found; `seconds` is how long each test takes without them."""
    by_file = marks(root)
    order = _Order()
    running: dict[int, Mutant] = {}
    for number, mutant in enumerate([*tried, *[None] * AT_ONCE], start=1):
        if len(running) == AT_ONCE or (mutant is None and running):
            ended, status = os.wait()
            done = running.pop(ended)
            note = _note_of(ended, root)
            if _lives(done, status):
                yield done
            elif note.exists():
                order.noticed(done, note.read_text("utf-8"))
                note.unlink()
        if mutant is not None:
            files = order.files(mutant, (file for file, ids in by_file.items() if _may_notice(mutant, file, ids)))
            running[_start(mutant, files, root, order, _Endless(seconds))] = mutant
        if number % 200 == 0:
            print(f"  {number} of {len(tried)} …", flush=True)


def _time_tests(tried: Sequence[Mutant], root: Path) -> dict[str, float]:
    """How long these mutants' tests take where nothing is altered, with a module loaded from its syntax tree.

    They must pass.
    """
    file = "companion/rules/rulings/ranking.py"
    source = (root / file).read_text("utf-8")
    same = Mutant(file, 1, "module", "as it is", frozenset(), source, ast.fix_missing_locations)
    files = [file for file, ids in marks(root).items() if any(_may_notice(mutant, file, ids) for mutant in tried)]
    stopwatch = _Stopwatch(root / "seconds")
    _, status = os.waitpid(_start(same, files, root, _Order(), stopwatch), 0)
    if status != 0:
        raise SystemExit("The tests must pass before mutants are tried.")
    return stopwatch.seconds


def _copied(root: Path) -> None:
    """Copy what the tests of the rules need."""
    left = shutil.ignore_patterns("__pycache__", "static", "*.po")
    for folder in ("companion", "docs", "tests"):
        shutil.copytree(ROOT / folder, root / folder, ignore=left)


def main() -> int:
    """Try the mutants and say which live."""
    arguments = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--only", default="", metavar="TEXT", help="try the mutants whose name contains this")
    arguments.add_argument("--list", action="store_true", help="name the mutants and their rules, and try none")
    asked = arguments.parse_args()
    if asked.list:
        for mutant in mutants(ROOT):
            print(_told(mutant))
        return 0
    with TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder)
        _copied(root)
        sys.path[:0] = [str(root), str(root / "tests")]
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        # The copy is nobody else's, and every mutant imports it anew.
        sys.dont_write_bytecode = False
        return _try([mutant for mutant in mutants(root) if asked.only in mutant.name], asked.only, root)


def _told(mutant: Mutant) -> str:
    rules = " ".join(sorted(mutant.rules)) or "all"
    return f"{mutant.file}:{mutant.line}: {mutant.scope}: {mutant.what} [{rules}]"


def _try(tried: Sequence[Mutant], only: str, root: Path) -> int:
    """Try mutants; 1 where one lives that should not, or does not that should."""
    started = time.monotonic()
    usual = _time_tests(tried, root)
    equivalent = {entry["mutant"] for entry in tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutants"]}
    print(f"{len(tried)} mutants", flush=True)
    living = set()
    for mutant in survivors(tried, root, usual):
        living.add(mutant.name)
        if mutant.name not in equivalent:
            print(_told(mutant), flush=True)
    gone = sorted(name for name in equivalent - living if only in name)
    for name in gone:
        print(f"In the list of equivalent mutants, but does not live: {name}")
    unknown = living - equivalent
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    print(
        f"{len(tried)} mutants in {minutes} min {seconds} s: {len(tried) - len(living)} noticed, "
        f"{len(living & equivalent)} equivalent, {len(unknown)} not noticed"
    )
    return 1 if unknown or gone else 0


if __name__ == "__main__":
    raise SystemExit(main())
