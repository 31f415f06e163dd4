"""The quick tests that take long: `make check` leaves them to `make test`.

As a plugin of pytest this leaves them out; run by itself it measures all quick tests and writes their list again.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
LIST: Final = ROOT / "tests" / "long_tests.txt"

SECONDS: Final = 0.04
"""A test that takes more is long. They are one in thirteen, and take three quarters of the time of all."""

QUICK: Final = (
    *("--hypothesis-profile", "quick", "-m", "not slow and not browser and not bundle and not endurance"),
    *("--ignore", "tests/browser"),
    # Plugins that take seconds to start, in each process; the quick tests do without.
    *("-p", "no:schemathesis", "-p", "no:playwright"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--changed`: a file of tests that is being worked on, whose tests all run."""
    parser.addoption("--changed", action="append", default=[])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is long."""
    long = {*LIST.read_text("utf-8").splitlines()}
    changed = {*config.getoption("--changed")}
    runs: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for one in items:
        runs[_function(one.nodeid) not in long or one.nodeid.partition("::")[0] in changed].append(one)
    config.hook.pytest_deselected(items=runs[False])
    items[:] = runs[True]


def _function(test: str) -> str:
    """Return the function of a test, whatever it is asked with."""
    return test.partition("[")[0]


class Stopwatch:
    """A plugin that keeps how long each test takes.

    Attributes:
        seconds: by function, of each of its tests.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a test, its preparation or its end has taken."""
        self.seconds[_function(report.nodeid)][report.nodeid] += report.duration


def main() -> None:
    """Measure the quick tests, one after the other, and write which of them are long."""
    watch = Stopwatch()
    if failed := pytest.main([*QUICK, "--quiet", "--numprocesses", "0"], plugins=[watch]):
        sys.exit(failed)
    means = {name: sum(each.values()) / len(each) for name, each in watch.seconds.items()}
    long = sorted(name for name, mean in means.items() if mean > SECONDS)
    LIST.write_text("".join(f"{name}\n" for name in long), "utf-8")
    taken = [seconds for name in long for seconds in watch.seconds[name].values()]
    print(f"{len(taken)} tests of {len(long)} functions are long and take {sum(taken):.0f} s")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
