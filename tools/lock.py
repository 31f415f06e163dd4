"""The lock files: every version with its hashes, and no address of where it came from."""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.machine import NODE_PACKAGES

ROOT: Final = Path(__file__).parent.parent
LOCKS: Final = {
    "requirements.lock": ("build",),
    "requirements-bundle.lock": ("build", "bundle"),
    "requirements-test.lock": ("build", "gym", "openspiel", "pettingzoo", "postgresql", "redis", "test"),
}
"""Each lock file and the extras of the project that it holds."""


def main() -> None:
    """Write all lock files again, for every platform and Python from 3.11 on."""
    for name, extras in LOCKS.items():
        chosen = [argument for extra in extras for argument in ("--extra", extra)]
        command = [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
            *("--generate-hashes", "--no-emit-index-url", "--no-header", "--no-annotate"),
            *(*chosen, "pyproject.toml", "--output-file", name),
        ]
        subprocess.run(command, cwd=ROOT, check=True)
    _lock_node()


def _lock_node() -> None:
    """Write the lock file of the npm packages that the tests of clients need."""
    npm = ("npm", "install", "--package-lock-only", "--omit-lockfile-registry-resolved", "--no-audit", "--no-fund")
    subprocess.run(npm, cwd=NODE_PACKAGES, check=True)
    lock = NODE_PACKAGES / "package-lock.json"
    locked = json.loads(lock.read_text("utf-8"))
    for package in locked["packages"].values():
        package.pop("funding", None)
    lock.write_text(json.dumps(locked, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
