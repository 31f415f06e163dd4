"""Mutants are tried without the conftest, which imports the web: no test of the rules asks for what only it has."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.common import rule

from tools import mutant_tests
from tools.mutations import Mutant

TESTS = Path(__file__).parent


def functions(file: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.FunctionDef))


def is_fixture(function: ast.FunctionDef) -> bool:
    return any("fixture" in ast.unparse(one) for one in function.decorator_list)


def test_no_test_of_the_rules_asks_for_a_fixture_that_mutants_are_tried_without() -> None:
    """The odds once did: no mutant could be tried any more, and nothing said so."""
    of_the_web = {one.name for one in functions(TESTS / "conftest.py") if is_fixture(one)}
    assert "postgres" in of_the_web
    asked = {
        (file.name, argument.arg)
        for folder in ("rules", "scoring")
        for file in TESTS.joinpath(folder).rglob("test_*.py")
        for function in functions(file)
        for argument in function.args.args
        if argument.arg in of_the_web
    }
    assert not asked


def test_a_test_that_takes_hours_runs_against_no_mutant(request: pytest.FixtureRequest) -> None:
    """The deals of the odds, 100 minutes of them, once did, before a single mutant was tried."""

    @rule("Z-8")
    def test_short() -> None: ...

    @rule("Z-8")
    @pytest.mark.endurance
    def test_long() -> None: ...

    short, long = (
        pytest.Function.from_parent(request.node.parent, name=one.__name__, callobj=one)
        for one in (test_short, test_long)
    )
    mutant = Mutant("companion/rules/odds/draws.py", 1, "", "", frozenset({"Z-8"}), "", lambda _: None)
    assert mutant_tests.tests_of(mutant, [short, long]) == [short]
