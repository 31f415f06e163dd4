"""Mutants for `tools.mutants`: every value of the rules' data files, and a few things in every function of the rules.

And a few things in every function on the way of a line into the log of a table (`WRITES`). These answer to no rule: any
test that comes by them may notice (`tools.tests_by_reach`).

A mutant of the rules answers to the rules that it belongs to: the tests that are marked with their ids must notice it.

- A value of a data file answers to the `rule` next to it (in `rulings.toml`: the `rules` of its table).
- A function or a class answers to the ids that its docstring cites; `L-2 to L-5` cites all of them.
- One that cites none answers to the ids of the functions that use it in the same module; a method or an attribute to
  its class's ids; a constant to the ids of the string below it.
- Where that finds none either, it answers to the ids of the docstring of its module; where that cites none, to all.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

CODE: Final = ("companion/rules", "companion/scoring")
TABLES: Final = "companion/tables"
WRITES: Final = (
    "commands",
    "command",
    "unit_of_work",
    "idempotency",
    "version_check",
    "conflicts",
    "ownership",
    "permissions",
    "silence",
    "refusals",
    "seating",
    "game_commands",
    "seating_commands",
    "host_commands",
)
"""The modules of tables that a write goes through: who, which key, which version, which rules, and the new line."""

EDITIONS: Final = "companion/rules/editions"
RULINGS: Final = "companion/rules/rulings/house_rulings.toml"

Change: TypeAlias = Callable[[Any], None]
"""Alters a syntax tree, or a data file that was read, in place."""

ID: Final = re.compile(r"\b([A-Z])-(\d+)(?: to [A-Z]-(\d+))?")
NOWHERE: Final = "X-0"
"""An id that no rule has."""


@dataclass(frozen=True)
class Mutant:
    """One alteration of one file.

    Attributes:
        file: the file, from the top of the project.
        line: where in it.
        scope: the function, class or table.
        what: before and after.
        source: the file as it was read.
        rules: the ids whose tests must notice; empty is all of them.
        change: carries it out.
    """

    file: str
    line: int
    scope: str
    what: str
    rules: frozenset[str]
    source: str
    change: Change

    @property
    def name(self) -> str:
        """Its name in the list of equivalent mutants; lines move, names stay."""
        return f"{self.file}::{self.scope}: {self.what}"


def mutants(root: Path) -> list[Mutant]:
    """Return all mutants of the project there; where two have one name, the later ones carry their number."""
    found = [*_of_data(root), *_of_code(root)]
    seen: Counter[str] = Counter()
    numbered = []
    for mutant in found:
        seen[mutant.name] += 1
        number = seen[mutant.name]
        numbered.append(mutant if number == 1 else replace(mutant, what=f"{mutant.what} #{number}"))
    return numbered


def cited(text: str | None) -> frozenset[str]:
    """Return the rule ids that a docstring cites."""
    ids = set()
    for letter, first, last in ID.findall(text or ""):
        ids |= {f"{letter}-{number}" for number in range(int(first), int(last or first) + 1)}
    return frozenset(ids)


# Data files


Steps: TypeAlias = tuple[str | int, ...]


def _of_data(root: Path) -> Iterator[Mutant]:
    rulings = _File(root, RULINGS)
    choices = {key: entry["values"] for key, entry in rulings.tables.items()}
    for path in sorted(root.joinpath(EDITIONS).glob("*.toml")):
        edition = _File(root, str(path.relative_to(root)))
        for steps, entry in _entries(edition.tables, ()):
            for inner, old, new in _alterations(entry, steps, choices):
                if inner[-1] != "rule" or "value" not in entry:
                    yield edition.mutant(inner, old, new, frozenset({entry["rule"]}))
    for key, entry in rulings.tables.items():
        for steps, old, new in _alterations(entry, (key,), choices):
            yield rulings.mutant(steps, old, new, frozenset(entry["rules"]))


class _File:
    """A data file as it was read."""

    def __init__(self, root: Path, name: str) -> None:
        self.name = name
        self.source = root.joinpath(name).read_text("utf-8")
        self.tables = tomllib.loads(self.source)

    def mutant(self, steps: Steps, old: Any, new: Any, rules: frozenset[str]) -> Mutant:
        """Return the mutant of one value of the file."""

        def change(tables: Any) -> None:
            for step in steps[:-1]:
                tables = tables[step]
            if new is None:
                del tables[steps[-1]]
            else:
                tables[steps[-1]] = new

        what = f"{old!r} → {'dropped' if new is None else repr(new)}"
        line = _line_of(self.source, steps)
        return Mutant(self.name, line, ".".join(map(str, steps)), what, rules, self.source, change)


def _entries(tables: Any, steps: Steps) -> Iterator[tuple[Steps, Mapping[str, Any]]]:
    """Yield the tables that have a `rule`: a value, or a row of rewards."""
    if isinstance(tables, dict) and "rule" in tables:
        yield steps, tables
    elif isinstance(tables, dict | list):
        for key, inner in tables.items() if isinstance(tables, dict) else enumerate(tables):
            yield from _entries(inner, (*steps, key))


def _alterations(value: Any, steps: Steps, choices: Mapping[str, Sequence[str]]) -> Iterator[tuple[Steps, Any, Any]]:
    """Yield each way in which a value can be altered: where, from what, and to what; `None` drops it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in {"others", "last", "default", "rewards"} or (isinstance(inner, dict) and "kind" in inner):
                yield (*steps, key), inner, None
            yield from _alterations(inner, (*steps, key), choices)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield (*steps, index), inner, None
            yield from _alterations(inner, (*steps, index), choices)
    else:
        for new in _other_values(value, steps, choices):
            yield steps, value, new


def _other_values(value: Any, steps: Steps, choices: Mapping[str, Sequence[str]]) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1]
    if ID.fullmatch(value):
        return [NOWHERE]
    # A default takes each other value that it could have: its key is one or two steps up.
    key = next((step for step in steps[-2:] if step in choices), None)
    if key is not None and steps[-1] in {"default", "value"}:
        return [choice for choice in choices[str(key)] if choice != value]
    return [f"other {value}"]


def _line_of(text: str, steps: Steps) -> int:
    """Return the line of a value in a TOML file, or of its key where it has several lines."""
    lines = text.splitlines()
    at, rest = 0, list(steps)
    if len(rest) > 1 and isinstance(rest[1], int):
        rows = [number for number, line in enumerate(lines) if line == f"[[{rest[0]}]]"]
        at, rest = (rows[rest[1]], rest[2:]) if rows else (at, rest)
    names = [str(step) for step in rest if isinstance(step, str)]
    for size in range(len(names), 0, -1):
        header = f"[{'.'.join(names[:size])}]"
        if header in lines:
            at, names = lines.index(header), names[size:]
            break
    if names:
        key = re.compile(rf'"?{re.escape(names[0])}"?\s*=')
        at = next((number for number, line in enumerate(lines) if number >= at and key.match(line)), at)
    return at + 1


# Code


def _of_code(root: Path) -> Iterator[Mutant]:
    for folder in CODE:
        for path in sorted(root.joinpath(folder).rglob("*.py")):
            yield from _Module(root, path).mutants()
    for name in WRITES:
        for mutant in _Module(root, root / TABLES / f"{name}.py").mutants():
            yield replace(mutant, rules=frozenset())


Scope: TypeAlias = ast.FunctionDef | ast.ClassDef


class _Module:
    """A module, and which rules its parts answer to."""

    def __init__(self, root: Path, path: Path) -> None:
        self.file = str(path.relative_to(root))
        self.source = path.read_text("utf-8")
        self.tree = ast.parse(self.source)
        self.rules = cited(ast.get_docstring(self.tree))
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        self.number = {node: number for number, node in enumerate(ast.walk(self.tree))}

    def mutants(self) -> Iterator[Mutant]:
        """Yield all mutants of the module."""
        body = self.tree.body
        for place, node in enumerate(body):
            if isinstance(node, ast.FunctionDef):
                yield from self._of(node, node.name, self._of_function(node.name, frozenset()) or self.rules)
            elif isinstance(node, ast.ClassDef):
                yield from self._of_class(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                yield from self._of(node, _target(node), cited(_string_below(body[place + 1 :])) or self.rules)

    def _of_class(self, node: ast.ClassDef) -> Iterator[Mutant]:
        rules = cited(ast.get_docstring(node)) or self.rules
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef):
                own = cited(ast.get_docstring(inner)) or rules
                yield from self._of(inner, f"{node.name}.{inner.name}", own)
            elif isinstance(inner, ast.Assign | ast.AnnAssign):
                yield from self._of(inner, f"{node.name}.{_target(inner)}", rules)

    def _of_function(self, name: str, asked: frozenset[str]) -> frozenset[str]:
        """Return the ids that a function answers to: its own, otherwise its users' ids, and so on."""
        own = cited(ast.get_docstring(self.functions[name]))
        if own:
            return own
        users = [user for user in self.functions if user not in {*asked, name} and name in self._used(user)]
        found = [self._of_function(user, asked | {name}) or self.rules for user in users]
        # A function that a user needs for no rule in particular answers to all.
        return frozenset().union(*found) if all(found) else frozenset()

    def _used(self, name: str) -> set[str]:
        return {node.id for node in ast.walk(self.functions[name]) if isinstance(node, ast.Name)}

    def _of(self, part: ast.stmt, scope: str, rules: frozenset[str]) -> Iterator[Mutant]:
        for node in _code_of(part):
            for change in _changes(node):
                altered = deepcopy(node)
                change(altered)
                yield Mutant(
                    self.file,
                    _line(node) or part.lineno,
                    scope,
                    f"{_written(node)} → {_written(altered)}",
                    rules,
                    self.source,
                    _at(self.number[node], change),
                )


def _at(number: int, change: Change) -> Change:
    """Return the change of one node, as a change of its whole module."""

    def alter(tree: ast.Module) -> None:
        change(next(node for place, node in enumerate(ast.walk(tree)) if place == number))

    return alter


def _string_below(statements: Sequence[ast.stmt]) -> str:
    """Return the string below a constant; constants next to each other share it."""
    below = next((node for node in statements if not isinstance(node, ast.Assign | ast.AnnAssign)), None)
    return ast.unparse(below) if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""


def _line(node: ast.AST) -> int:
    return _line(node.ifs[0]) if isinstance(node, ast.comprehension) and node.ifs else getattr(node, "lineno", 0)


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


def _written(node: ast.AST) -> str:
    """Return a node in one short line."""
    if isinstance(node, ast.FunctionDef):
        return "return None at once" if _returns_none(_body(node)[0]) else "body"
    if isinstance(node, ast.comprehension):
        return " ".join(f"if {ast.unparse(test)}" for test in node.ifs)
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())


def _body(node: ast.FunctionDef) -> list[ast.stmt]:
    return node.body[1:] if ast.get_docstring(node) is not None else node.body


def _returns_none(node: ast.stmt) -> bool:
    return isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and node.value.value is None


def _code_of(part: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a part of a module, without annotations, decorators, docstrings and guards against us."""
    if isinstance(part, ast.keyword) and part.arg in {"strict", "repr"}:
        return
    yield part
    for name, value in ast.iter_fields(part):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not _is_docstring(node):
                yield from _code_of(node)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# Changes of a node


def _changes(node: ast.AST) -> Sequence[Change]:
    return next((changes(node) for kind, changes in _CHANGES.items() if isinstance(node, kind)), ())


def _set(name: str, value: Any) -> Change:
    return lambda node: setattr(node, name, value)


def _negate(name: str) -> Change:
    def change(node: Any) -> None:
        setattr(node, name, ast.UnaryOp(ast.Not(), getattr(node, name)))

    return change


_COMPARISONS: Final[Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_OPERATORS: Final[Mapping[type[ast.operator], ast.operator]] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Mod: ast.Mult(),
}
_CALLS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


def _of_compare(node: Any) -> list[Change]:
    def swap(place: int, operator: type[ast.cmpop]) -> Change:
        def change(altered: Any) -> None:
            altered.ops[place] = operator()

        return change

    return [swap(place, other) for place, old in enumerate(node.ops) for other in _COMPARISONS[type(old)]]


def _of_operator(node: Any) -> list[Change]:
    other = _OPERATORS.get(type(node.op))
    return [_set("op", other)] if other else []


def _of_bool(node: Any) -> list[Change]:
    return [_set("op", ast.Or() if isinstance(node.op, ast.And) else ast.And())]


def _of_unary(node: Any) -> list[Change]:
    def twice(altered: Any) -> None:
        altered.operand = ast.UnaryOp(altered.op, altered.operand)

    return [twice]


def _of_constant(node: Any) -> list[Change]:
    if isinstance(node.value, bool):
        return [_set("value", not node.value)]
    if isinstance(node.value, int):
        return [_set("value", node.value + 1), _set("value", node.value - 1)]
    if isinstance(node.value, str) and ID.fullmatch(node.value):
        return [_set("value", NOWHERE)]
    return []


def _of_if(node: Any) -> list[Change]:
    return [_negate("test"), _set("test", ast.Constant(value=False))]


def _of_choice(node: Any) -> list[Change]:
    return [_negate("test")]


def _of_comprehension(node: Any) -> list[Change]:
    def negate(place: int) -> Change:
        def change(altered: Any) -> None:
            altered.ifs[place] = ast.UnaryOp(ast.Not(), altered.ifs[place])

        return change

    return [negate(place) for place in range(len(node.ifs))]


def _of_return(node: Any) -> list[Change]:
    return [] if node.value is None or _returns_none(node) else [_set("value", ast.Constant(value=None))]


def _of_statement(node: Any) -> list[Change]:
    return [_set("value", ast.Constant(value=None))]


def _of_slice(node: Any) -> list[Change]:
    ends = [name for name in ("lower", "upper") if getattr(node, name) is not None]
    return [_set(name, None) for name in ends]


def _of_call(node: Any) -> list[Change]:
    if isinstance(node.func, ast.Name) and node.func.id in _CALLS:
        return [_set("func", ast.Name(_CALLS[node.func.id], ast.Load()))]
    return []


def _of_function(node: Any) -> list[Change]:
    def nothing(altered: Any) -> None:
        altered.body.insert(len(altered.body) - len(_body(altered)), ast.Return(ast.Constant(value=None)))

    body = _body(node)
    return [nothing] if body and not isinstance(body[0], ast.Return) else []


_CHANGES: Final[Mapping[type[ast.AST] | tuple[type[ast.AST], ...], Callable[[Any], list[Change]]]] = {
    ast.Compare: _of_compare,
    (ast.BinOp, ast.AugAssign): _of_operator,
    ast.BoolOp: _of_bool,
    ast.UnaryOp: _of_unary,
    ast.Constant: _of_constant,
    ast.If: _of_if,
    ast.IfExp: _of_choice,
    ast.comprehension: _of_comprehension,
    ast.Return: _of_return,
    ast.Expr: _of_statement,
    ast.Slice: _of_slice,
    ast.Call: _of_call,
    ast.FunctionDef: _of_function,
}
"""Changes of nodes: a comparison to its opposite and neighbour, − for +, or for and, a number one more or less …"""
