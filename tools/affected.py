"""The tests that a change touches, for `make check`: by imports, and by the room of the app that they are about.

Effects of a change farther away are seen by `make test`, which runs everything.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parent.parent
APP: Final = "companion"

EVERYWHERE: Final = ("tests/conftest.py", "pyproject.toml", "requirements", "Makefile", "tools/")
"""A change of a path that begins so changes how everything is run, or nobody knows what."""

ROOMS: Final = {
    "translations": ("tests/words",),
    "templates": ("tests/pages", "tests/words/test_templates.py"),
    "static": ("tests/pages", "tests/scripts"),
    "presenters": ("tests/api", "tests/pages"),
    "schemas": ("tests/api", "tests/pages"),
    "web": ("tests/api", "tests/pages"),
    "persistence": ("tests/sheets", "tests/tables"),
    "identity": ("tests/sheets", "tests/tables"),
}
"""The tests of a room of the app that are not in the room of its name."""

IMPORTED: Final = ("rules", "scoring")
"""Rooms whose tests only reach modules that they import, directly or not: for a module, only these tests run."""

ALWAYS: Final = ("tests/docs", "tests/test_rule_ids.py", "tests/test_affected.py")
"""They speak of files, routes and tests of the whole project, and are quick."""

BROWSER: Final = "tests/browser"
"""Its tests are never quick."""

_IMPORTED: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([\w.]+))", re.MULTILINE
)


def changed() -> list[str]:
    """Return changed and new files since this branch left `main`, or since the last commit; none without git."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return [*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")]


def _git(*arguments: str) -> list[str]:
    told = subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.splitlines() if told.returncode == 0 else []


def touched_tests(files: Iterable[str]) -> list[str] | None:
    """Return the folders and files of the tests that are touched by changes of these files; None means all."""
    names = [*files]
    if not names or any(name.startswith(EVERYWHERE) for name in names):
        return None
    found = {*ALWAYS}
    modules: set[str] = set()
    for name in names:
        first, _, rest = name.partition("/")
        if first == "tests":
            found.update([name] if Path(name).name.startswith("test_") else [])
            modules.add(Path(rest).with_suffix("").as_posix().replace("/", "."))
            if not name.endswith(".py"):
                found.add(Path(name).parent.as_posix())
        elif first == APP:
            room = rest.partition("/")[0].removesuffix(".py")
            if room not in IMPORTED or not name.endswith(".py"):
                found.update(_room(room))
            modules.add(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        elif first == "migrations":
            found.add("tests/sheets/test_migrations.py")
    found.update(_who_import({*modules, *_near(modules)}))
    kept = sorted(one for one in found if (ROOT / one).exists() and not one.startswith(BROWSER))
    return [one for one in kept if not any(one.startswith(f"{other}/") for other in kept)]


def _room(name: str) -> tuple[str, ...]:
    return ROOMS.get(name, (f"tests/{name}",))


def _near(modules: set[str]) -> Iterator[str]:
    """Yield the modules that import these in the same room of the app, directly or not.

    An import of a module imports its package too, and with that everything that the package registers.
    """
    graph = grimp.build_graph(APP, cache_dir=str(ROOT / ".import_linter_cache"))
    for module in modules & graph.modules:
        room = _room_of(module)
        rooms = IMPORTED if room in IMPORTED else (room,)
        found: set[str] = set()
        left = {module}
        while left:
            more = {one for near in left for one in (near, *graph.find_downstream_modules(near))} - found
            found |= more
            # A package that is a whole room belongs to none of its modules.
            packages = (one for one in more if one.count(".") > 1)
            left = {inside for package in packages for inside in graph.find_descendants(package)} - found
        yield from (one for one in found if _room_of(one) in rooms)


def _room_of(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def _who_import(modules: set[str]) -> Iterable[str]:
    """Return the files of tests that import one of these modules, or a helper of the tests that does."""
    imports = {path: _imports(path) for path in (ROOT / "tests").rglob("*.py")}
    wanted = {*modules, *(one.rpartition(".")[2] for one in modules if not one.startswith(f"{APP}."))}
    while True:
        found = {path for path, names in imports.items() if names & wanted and path.name != "conftest.py"}
        helpers = {path for path in found if not path.name.startswith("test_")}
        more = {name for path in helpers for name in (path.stem, f"support.{path.stem}")} - wanted
        if not more:
            return [path.relative_to(ROOT).as_posix() for path in found - helpers]
        wanted |= more


def _imports(path: Path) -> set[str]:
    found = set()
    for module, names, whole in _IMPORTED.findall(path.read_text("utf-8")):
        found.add(module or whole)
        found.update(f"{module}.{name}" for name in re.findall(r"\w+", names))
    return found
