"""Which tests run against a mutant, in which order, and for how long."""

import ast
import os
import signal
import time
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import hypothesis
import hypothesis.strategies
import pytest

from tools.mutations import Mutant

FOLDERS: Final = ("rules", "scoring")
GAME: Final = frozenset({"state", "shuffling", "acts", "phases", "corrections", "engine"})
"""The folders of a whole game, in `companion/rules` as in `tests/rules`."""

SECONDS: Final = 20
"""How long a process may compute before its first test, and a test of which nobody knows how long it takes."""

SECONDS_MORE: Final = 2
TIMES_AS_LONG: Final = 10
"""How much longer than where nothing is altered a test may compute; one that takes longer loops for ever.

What else the machine does is not counted, but it makes computing slower.
"""

UNNOTICED: Final = frozenset({pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED})


def marks(root: Path) -> dict[Path, set[str]]:
    """By test file: the ids of all its marks."""
    found = {}
    for folder in FOLDERS:
        for file in sorted(root.joinpath("tests", folder).rglob("test_*.py")):
            calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
            named = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "rule")
            found[file] = {ast.literal_eval(argument) for call in named for argument in call.args}
    return found


def may_notice(mutant: Mutant, file: Path, ids: set[str]) -> bool:
    """Whether tests of a file with these ids run against a mutant."""
    return _may_reach(mutant, file) and (not mutant.rules or bool(ids & mutant.rules))


def _may_reach(mutant: Mutant, file: Path) -> bool:
    """The decider of a game is tested by games alone."""
    return GAME.isdisjoint(Path(mutant.file).parts) or file.parent.name in GAME


def tests_of(mutant: Mutant, items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Those tests that run against a mutant, those of Hypothesis last in each file."""

    def at_first(item: pytest.Item) -> tuple[int, bool]:
        return _usual(mutant, item.path), hasattr(getattr(item, "obj", None), "hypothesis")

    return sorted((item for item in items if _shows(item, mutant)), key=at_first)


def _shows(item: pytest.Item, mutant: Mutant) -> bool:
    """Whether a test has one of the ids that a mutant answers to; with none, whether it is quick.

    One that takes hours runs against none.
    """
    if not _may_reach(mutant, item.path) or item.get_closest_marker("endurance") is not None:
        return False
    if not mutant.rules:
        return item.get_closest_marker("slow") is None
    return any(mutant.rules & {*mark.args} for mark in item.iter_markers("rule"))


class Order:
    """Which tests run first: those that have noticed most mutants of the same function, then of the same module.

    At first the tests in whose name is that of the module or its folder, then whole games, which meet nearly every
    rule; last those that try many random ones.
    """

    def __init__(self) -> None:
        self._noticed: Counter[tuple[str, str, str]] = Counter()

    def files(self, mutant: Mutant, files: Iterable[Path]) -> list[Path]:
        """Files of tests in their order."""
        return sorted(files, key=lambda file: (*self._seldom(mutant, file.name), _usual(mutant, file)))

    def tests(self, mutant: Mutant, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Tests in their order; as they are given where nothing is known of them."""
        return sorted(items, key=lambda item: self._seldom(mutant, item.nodeid))

    def _seldom(self, mutant: Mutant, name: str) -> tuple[int, int]:
        return -self._noticed[mutant.file, mutant.scope, name], -self._noticed[mutant.file, "", name]

    def noticed(self, mutant: Mutant, test: str) -> None:
        """That test, or the import of that file, has noticed that mutant."""
        names = {test, Path(test.partition("::")[0]).name}
        self._noticed.update((mutant.file, scope, name) for scope in (mutant.scope, "") for name in names)


def _usual(mutant: Mutant, file: Path) -> int:
    names = Path(mutant.file).stem, Path(mutant.file).parent.name
    late = {"test_whole_games.py": 1, "test_random_games.py": 3}.get(file.name, 2)
    return 0 if any(name in file.stem for name in names) else late


class Rules:
    """A plugin that knows the mark of our tests."""

    def pytest_configure(self, config: pytest.Config) -> None:
        """Name the mark."""
        config.addinivalue_line("markers", "rule(*ids): the test shows the behaviour of these rules")


class Endless:
    """A plugin that ends, by a signal, a process in which a test loops for ever or takes all the memory."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self._seconds = seconds

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Give a test its time."""
        usual = self._seconds.get(item.nodeid)
        limit = SECONDS if usual is None else usual * TIMES_AS_LONG + SECONDS_MORE
        signal.setitimer(signal.ITIMER_PROF, limit)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """End the process where there is no memory left."""
        if excinfo.errisinstance(MemoryError):
            os.kill(os.getpid(), signal.SIGKILL)


class Stopwatch:
    """A plugin that notes how long each test computes."""

    def __init__(self, note: Path) -> None:
        self._note = note

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test has taken."""
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


def be_quiet() -> None:
    """Nothing that this process writes from now on is read."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def run(files: Sequence[Path | str], root: Path, *plugins: object) -> int:
    """Run the tests of files, up to the first that fails."""
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
    # Without the conftest, which imports the web; what the tests of the rules take from it is a plugin.
    options += ["-p", "support.fresh"]
    options += ["-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:threadexception"]
    return int(pytest.main([*options, *map(str, files)], plugins=[Rules(), *plugins]))
