"""Servers to measure: each in its own process, on its own port."""

import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Final, NamedTuple

_STARTS_WITHIN: Final = 60
_ENDS_WITHIN: Final = 10
"""Seconds, after which a server is in the way of all that is measured after it."""


class Unserved(Exception):
    """A server has not started, or has not ended."""


class Served(NamedTuple):
    """A running server."""

    port: int
    process: int


@contextmanager
def lockup(folder: str | None = None) -> Iterator[Served]:
    """Run `lockup serve` as it is installed, on the database in that folder, or on an empty one."""
    with tempfile.TemporaryDirectory() as empty:
        command = [str(Path(sys.executable).parent / "lockup"), "serve", "--local", "--port", "0"]
        with started([*command, "--database", f"sqlite:///{folder or empty}/lockup.db"]) as served:
            yield served


@contextmanager
def bare() -> Iterator[Served]:
    """Run one Flask route that reads and answers JSON, on the same server with the same threads."""
    with started([sys.executable, "-m", "bench.bare"]) as served:
        yield served


@contextmanager
def syncing() -> Iterator[Served]:
    """Run the same route when it also keeps what it reads, each time synced to disk."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started([sys.executable, "-m", "bench.syncing", f"{folder}/kept.db"]) as served,
    ):
        yield served


@contextmanager
def started(command: list[str]) -> Iterator[Served]:
    """Run that command, which says first where it serves, until the block ends."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        late = Timer(_STARTS_WITHIN, process.kill)
        late.start()
        address = next((line for line in process.stdout if "http://" in line), None)
        late.cancel()
        if address is None:
            raise Unserved(f"{shlex.join(command)} did not say within {_STARTS_WITHIN} s where it serves")
        try:
            yield Served(int(address.strip().rpartition(":")[2]), process.pid)
        finally:
            process.terminate()
            try:
                process.wait(_ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Unserved(f"{shlex.join(command)} did not end within {_ENDS_WITHIN} s") from None
