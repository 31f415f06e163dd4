"""`make test` and `make check`: the linters, the types, the layers and the tests, with the time that they took."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from tools.machine import prepare

ROOT: Final = Path(__file__).parent.parent
PYTHON: Final = sys.executable
BIN: Final = Path(sys.executable).parent

CHECKS: Final = (
    (BIN / "ruff", "check", "."),
    (BIN / "ruff", "format", "--check", "--quiet", "."),
    (BIN / "mypy",),
    (BIN / "lint-imports", "--no-logo"),
)
TESTS: Final = (PYTHON, "-m", "pytest", "--numprocesses", "2", "--dist", "worksteal", "--quiet")
FAST: Final = ("-m", "not slow and not browser", "--hypothesis-profile", "quick", "--ignore", "tests/browser")
NOT_NEEDED: Final = ("-p", "no:schemathesis", "-p", "no:playwright")
"""Plugins that take seconds to start, in each process; the quick tests do without."""


def main() -> None:
    """Run everything, or with `--fast` what takes a minute or so; the first failure ends it."""
    begun = time.monotonic()
    fast = "--fast" in sys.argv
    if not fast:
        prepare()
    for command in (*CHECKS, (*TESTS, *((*FAST, *NOT_NEEDED) if fast else ()))):
        if subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode:
            sys.exit(f"Failed: {' '.join(str(part) for part in command)}")
    # The last line of pytest says what passed; this one says how long all of it took.
    print(f"make {'check' if fast else 'test'} took {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
