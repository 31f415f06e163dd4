"""The tests that run against a mutant of the rules: tests that are marked with the ids that it answers to."""

import ast
from collections.abc import Hashable, Iterable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tools.mutant_tests import Stopwatch, Suite, usual
from tools.mutations import CODE, Mutant

FOLDERS: Final = ("rules", "scoring")
GAME: Final = frozenset({"state", "shuffling", "acts", "phases", "corrections", "engine"})
"""The folders of a whole game, in `companion/rules` as in `tests/rules`."""


class MarkedTests(Suite):
    """The tests of the rules and of scoring."""

    # The conftest imports the web; what the tests of the rules take from it is a plugin.
    plugins = ("support.fresh",)
    sample = "companion/rules/rulings/ranking.py"
    twice = True

    def answers_for(self, mutant: Mutant) -> bool:
        """Return whether it is one of the rules, or of their data."""
        return mutant.file.startswith(CODE)

    def files(self, root: Path) -> list[Path]:
        """Return all files of tests of the rules."""
        return [file for folder in FOLDERS for file in sorted(root.joinpath("tests", folder).rglob("test_*.py"))]

    def may_notice(self, mutant: Mutant, file: Path) -> bool:
        """Return whether tests of a file have an id that the mutant answers to."""
        return _may_reach(mutant, file) and (not mutant.rules or bool(_marks(file) & mutant.rules))

    def tests_of(self, mutant: Mutant, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Return the tests that run against a mutant, tests of Hypothesis last in each file."""

        def at_first(item: pytest.Item) -> tuple[int, bool]:
            return usual(mutant, item.path), hasattr(getattr(item, "obj", None), "hypothesis")

        return sorted((item for item in items if _shows(item, mutant)), key=at_first)

    def group_of(self, mutant: Mutant) -> Hashable:
        """Return its file and its rules."""
        return mutant.file, mutant.rules

    def stopwatch(self, note: Path, root: Path) -> Stopwatch:
        """Return a plugin that times the tests."""
        return Stopwatch(note)

    def learn(self, stopwatch: Stopwatch) -> None:
        """Learn nothing: the marks of the tests say all."""


@cache
def _marks(file: Path) -> frozenset[str]:
    """Return the ids of all marks of a file."""
    calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
    named = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "rule")
    return frozenset(ast.literal_eval(argument) for call in named for argument in call.args)


def _may_reach(mutant: Mutant, file: Path) -> bool:
    """Return whether tests of a file may reach a mutant: only games test the decider of a game."""
    return GAME.isdisjoint(Path(mutant.file).parts) or file.parent.name in GAME


def _shows(item: pytest.Item, mutant: Mutant) -> bool:
    """Return whether a test has one of the ids that a mutant answers to; with none, whether it is quick.

    A test that takes hours runs against none.
    """
    if not _may_reach(mutant, item.path) or item.get_closest_marker("endurance") is not None:
        return False
    if not mutant.rules:
        return item.get_closest_marker("slow") is None
    return any(mutant.rules & {*mark.args} for mark in item.iter_markers("rule"))
