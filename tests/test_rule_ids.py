import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.rules.reference import REFERENCE

HERE = Path(__file__).parent
WITHOUT_TESTS = tomllib.loads(HERE.joinpath("rule_ids_without_tests.toml").read_text("utf-8"))


def marks(file: Path) -> Iterator[str]:
    """The ids of all `rule("…")` marks of a test file."""
    text = file.read_text("utf-8")
    # Most files have none: to read their grammar takes a second for each ten.
    for node in ast.walk(ast.parse(text)) if "rule(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
            yield from (ast.literal_eval(argument) for argument in node.args)


@cache
def marked() -> frozenset[str]:
    """The ids of all tests; read once, by the one worker that asks."""
    return frozenset(id_ for file in HERE.rglob("test_*.py") for id_ in marks(file))


def test_every_rule_is_shown_by_a_test_or_says_why_not():
    assert sorted({*REFERENCE} - marked() - {*WITHOUT_TESTS}) == []


def test_no_rule_that_a_test_shows_stands_among_those_without():
    assert sorted(marked() & {*WITHOUT_TESTS}) == []


def test_no_mark_and_no_excuse_names_a_rule_that_there_is_not():
    assert sorted((marked() | {*WITHOUT_TESTS}) - {*REFERENCE}) == []


def test_every_rule_without_a_test_has_its_reason():
    assert [id_ for id_, reason in WITHOUT_TESTS.items() if not reason.strip()] == []
