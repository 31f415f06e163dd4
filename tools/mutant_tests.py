"""The tests that run against a mutant, their order, and their time."""

import os
import shutil
import signal
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import hypothesis
import hypothesis.strategies
import pytest

from tools.mutations import Mutant

SECONDS: Final = 20
"""Seconds that a process may compute before its first test, and a test whose usual time is unknown."""

SECONDS_MORE: Final = 2
TIMES_AS_LONG: Final = 10
"""A test may compute so much longer than where nothing is altered; one that takes longer loops for ever.

Other work of the machine is not counted, but it makes computing slower.
"""

UNNOTICED: Final = frozenset({pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED})


class Suite(ABC):
    """The tests that a part of the app answers to.

    Attributes:
        plugins: modules with the fixtures that they ask for.
        sample: a module of that part, which is loaded from its syntax tree where nothing is altered.
        twice: whether a mutant that lives in place is tried a second time with everything imported again.
    """

    plugins: tuple[str, ...]
    sample: str
    twice: bool

    @abstractmethod
    def answers_for(self, mutant: Mutant) -> bool:
        """Return whether it is a mutant of that part."""

    @abstractmethod
    def files(self, root: Path) -> list[Path]:
        """Return all files of tests."""

    @abstractmethod
    def may_notice(self, mutant: Mutant, file: Path) -> bool:
        """Return whether tests of a file run against a mutant."""

    @abstractmethod
    def tests_of(self, mutant: Mutant, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Return the tests that run against a mutant, in the order in which they do where nothing is known of them."""

    @abstractmethod
    def group_of(self, mutant: Mutant) -> Hashable:
        """Return a key that all mutants share against which the same tests run."""

    @abstractmethod
    def stopwatch(self, note: Path, root: Path) -> "Stopwatch":
        """Return a plugin that times the unaltered tests, and sees whatever else the suite has to know of them."""

    @abstractmethod
    def learn(self, stopwatch: "Stopwatch") -> None:
        """Keep what it has seen."""


class Order:
    """The order of tests: first the ones that noticed most mutants of the same function, then of the same module.

    At first come tests that are named after the module or its folder, then whole games, which meet nearly every rule;
    last come tests that try many random games.
    """

    def __init__(self) -> None:
        self._noticed: Counter[tuple[str, str, str]] = Counter()

    def files(self, mutant: Mutant, files: Iterable[Path]) -> list[Path]:
        """Return files of tests in their order."""
        return sorted(files, key=lambda file: (*self._seldom(mutant, file.name), usual(mutant, file)))

    def tests(self, mutant: Mutant, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Return tests in their order; as they are given where nothing is known of them."""
        return sorted(items, key=lambda item: self._seldom(mutant, item.nodeid))

    def _seldom(self, mutant: Mutant, name: str) -> tuple[int, int]:
        return -self._noticed[mutant.file, mutant.scope, name], -self._noticed[mutant.file, "", name]

    def noticed(self, mutant: Mutant, test: str) -> None:
        """Remember that this test, or the import of this file, has noticed this mutant."""
        names = {test, Path(test.partition("::")[0]).name}
        self._noticed.update((mutant.file, scope, name) for scope in (mutant.scope, "") for name in names)


def usual(mutant: Mutant, file: Path) -> int:
    """Return how late tests of a file run against a mutant where nothing is known of them."""
    names = Path(mutant.file).stem, Path(mutant.file).parent.name
    late = {"test_whole_games.py": 1, "test_random_games.py": 3}.get(file.name, 2)
    return 0 if any(name in file.stem for name in names) else late


class Ours:
    """A plugin that knows the marks of our tests, and how few questions Hypothesis tries."""

    def pytest_configure(self, config: pytest.Config) -> None:
        """Name the marks."""
        config.addinivalue_line("markers", "rule(*ids): the test shows the behaviour of these rules")
        # After the conftest, which has its own profiles.
        hypothesis.settings.load_profile("mutants")


class Endless:
    """A plugin that ends, by a signal, a process in which a test loops or waits for ever, or takes all the memory."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self._seconds = seconds

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Give a test its time."""
        usual = self._seconds.get(item.nodeid)
        limit = SECONDS if usual is None else usual * TIMES_AS_LONG + SECONDS_MORE
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.setitimer(signal.ITIMER_REAL, limit * TIMES_AS_LONG)

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
        """The seconds of each test, as they were noted."""
        lines = (line.partition(" ") for line in self._note.read_text("utf-8").splitlines())
        return {test: float(seconds) for seconds, _, test in lines}


def note_of(process: int, root: Path) -> Path:
    """Return the file where a process writes the test that has noticed its mutant: in its own folder."""
    return root / f"process-{process}" / "noticed"


def be_at_home(root: Path) -> None:
    """Keep everything of this process, databases above all, in its own folder from now on."""
    folder = note_of(os.getpid(), root).parent
    folder.mkdir()
    tempfile.tempdir = str(folder)


def left_by(process: int, root: Path) -> str:
    """Return the test that noticed, if known, in a process that has ended; remove the folder of the process."""
    note = note_of(process, root)
    test = note.read_text("utf-8") if note.exists() else ""
    shutil.rmtree(note.parent, ignore_errors=True)
    return test


def be_quiet() -> None:
    """Discard everything that this process writes from now on."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def run(suite: Suite, files: Sequence[Path | str], root: Path, *plugins: object) -> int:
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
    options = ["-x", "-q", "--tb=no", "--assert=plain", "--noconftest", "-c", os.devnull, f"--rootdir={root}"]
    options += [word for plugin in suite.plugins for word in ("-p", plugin)]
    options += ["-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:threadexception"]
    return int(pytest.main([*options, *map(str, files)], plugins=[Ours(), *plugins]))
