"""`make test` and `make check`: the linters, the types, the layers and the tests, with the time that they took."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tools.affected import changed, touched_tests
from tools.long_tests import QUICK
from tools.machine import prepare

ROOT: Final = Path(__file__).parent.parent
PYTHON: Final = sys.executable
BIN: Final = Path(sys.executable).parent

TYPES: Final = (BIN / "mypy",)
CHECKS: Final = (
    (BIN / "ruff", "check", "."),
    (BIN / "ruff", "format", "--check", "--quiet", "."),
    (BIN / "lint-imports", "--no-logo"),
)
TESTS: Final = (PYTHON, "-m", "pytest", "--dist", "worksteal", "--quiet")
ALL: Final = ("--numprocesses", "4", "-m", "not bundle and not endurance")
"""Two processes more than a small machine has cores: some of them mostly wait for a browser or a server."""

FAST: Final = (*("--numprocesses", "2"), *QUICK, *("-p", "tools.long_tests"))

MEMORY: Final = Path("/dev/shm")  # noqa: S108
"""Linux's disk in memory, if there is one; the databases of tests live no longer than a test."""

ROOM_NEEDED: Final = 4 * 2**30
"""Bytes free there from which on the tests use it; containers often have 64 MB."""


def main() -> None:
    """Run everything, or what the options say; the first failure ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true", help="run the quick tests that a change touches")
    parser.add_argument("--all", action="store_true", help="run all quick tests, with --fast")
    given = parser.parse_args()
    begun = time.monotonic()
    fast = given.fast
    files = changed() if fast else []
    touched = None if given.all else touched_tests(files)
    if touched:
        print(f"What has changed touches {' '.join(touched)}; for all quick tests: make check ARGS=--all", flush=True)
    if not fast:
        prepare()
    tests = (*TESTS, *FAST, *(f"--changed={file}" for file in files), *(touched or ())) if fast else (*TESTS, *ALL)
    with tempfile.TemporaryDirectory(prefix="lockup-tests-", dir=_memory_disk()) as folder:
        # Hundreds of processes are started; without bytecode each would compile the app again.
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "TMPDIR": folder}
        # The types are one process that takes as long as everything else before the tests.
        types = subprocess.Popen(TYPES, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for command in (*CHECKS, tests):
            if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
                types.kill()
                sys.exit(f"Failed: {' '.join(map(str, command))}")
        told, _ = types.communicate()
    if types.returncode:
        sys.exit(f"{told}\nFailed: mypy")
    # The last line of pytest says what passed; this one says how long all of it took.
    print(f"make {'check' if fast else 'test'} took {time.monotonic() - begun:.0f} s", flush=True)


def _memory_disk() -> Path | None:
    """Return the disk in memory, if there is one with room; None means the usual place of temporary files."""
    usable = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM_NEEDED
    return MEMORY if usable else None


if __name__ == "__main__":
    main()
