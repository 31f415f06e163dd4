"""Servers to measure: each in a process of its own, on a port of its own."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class Served(NamedTuple):
    """A running server."""

    port: int
    process: int


@contextmanager
def lockup(folder: str | None = None) -> Iterator[Served]:
    """`lockup serve` as it is installed, on the database in that folder, or else on an empty one."""
    with tempfile.TemporaryDirectory() as empty:
        command = [str(Path(sys.executable).parent / "lockup"), "serve", "--local", "--port", "0"]
        with _started([*command, "--database", f"sqlite:///{folder or empty}/lockup.db"]) as served:
            yield served


@contextmanager
def bare() -> Iterator[Served]:
    """One Flask route that reads and answers JSON, on the same server with the same threads."""
    with _started([sys.executable, "-m", "bench.bare"]) as served:
        yield served


@contextmanager
def syncing() -> Iterator[Served]:
    """The same route when it also keeps what it reads, each time synced to disk."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _started([sys.executable, "-m", "bench.syncing", f"{folder}/kept.db"]) as served,
    ):
        yield served


@contextmanager
def _started(command: list[str]) -> Iterator[Served]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = next(line for line in process.stdout if "http://" in line)
        try:
            yield Served(int(address.strip().rpartition(":")[2]), process.pid)
        finally:
            process.terminate()
