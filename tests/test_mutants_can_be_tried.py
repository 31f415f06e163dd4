"""Which tests run against a mutant.

Those of the rules are tried without the conftest, which imports the web: none of them asks for what only it has.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.common import rule

from companion.rules.state.pieces import Side
from companion.tables import seating
from companion.tables.command import Command
from companion.tables.line import Kind
from tools.mutations import Mutant
from tools.tests_by_reach import ReachingTests
from tools.tests_by_rule import FOLDERS, MarkedTests

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
        for folder in FOLDERS
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
    assert MarkedTests().tests_of(mutant, [short, long]) == [short]


def test_against_a_mutant_of_a_write_those_tests_run_that_come_by_its_line(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """What no line of a function is, such as its signature, meets whoever calls that."""
    here, elsewhere = (
        pytest.Function.from_parent(request.node.parent, name=name, callobj=lambda: None) for name in ("here", "there")
    )
    suite = ReachingTests()
    tables = TESTS.parent / "companion" / "tables"
    watch = suite.stopwatch(tmp_path / "seconds", TESTS.parent)
    for item in (here, elsewhere):
        around = watch.pytest_runtest_protocol(item)
        next(around)
        if item is here:
            seating.seat_act(Command(Kind.SEAT, 1), "host", seat=Side(0))
        with pytest.raises(StopIteration):
            around.send(None)
    suite.learn(watch)
    source = (tables / "seating.py").read_text("utf-8")
    first, body = (
        number
        for number, line in enumerate(source.splitlines(), start=1)
        if line.startswith(("def seat_act", "    return replace(command"))
    )

    def run_against(line: int, scope: str) -> list[pytest.Item]:
        mutant = Mutant("companion/tables/seating.py", line, scope, "", frozenset(), source, lambda _: None)
        return suite.tests_of(mutant, [here, elsewhere])

    assert run_against(body, "seat_act") == [here]
    assert run_against(first, "seat_act") == [here]
    assert run_against(1, "NoSuchSeat") == [here], "An import runs that: whoever comes by its module."
