"""Several copies of the app that are started on one file in the same moment: one prepares it, and all serve."""

import lzma
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from serving import Running, run_here, serving

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden" / "databases" / "0001.sql.xz"


@contextmanager
def at_once(file: Path, number: int = 2) -> Iterator[list[Running]]:
    """So many servers on one file."""
    with ExitStack() as running, ThreadPoolExecutor(number) as starting:

        def start() -> Running:
            return running.enter_context(serving("--local", "--port", "0", "--database", f"sqlite:///{file}"))

        yield [one.result() for one in [starting.submit(start) for _ in range(number)]]


@pytest.mark.parametrize("old", [False, True], ids=["new", "old"])
def test_all_serve_the_same(tmp_path: Path, old: bool) -> None:
    file = tmp_path / "lockup.db"
    if old:
        with closing(sqlite3.connect(file)) as database:
            database.executescript(lzma.decompress(GOLDEN.read_bytes()).decode())
    with at_once(file) as servers:
        assert [server.get("/readyz") for server in servers] == ["ready\n"] * len(servers)
        link = servers[0].post("/api/v1/sheets", b'{"sides": [{"name": "Vera", "reputation": 7}]}')["link"]
        assert all("Vera" in server.get(f"/s/{link}") for server in servers)
    assert not [*tmp_path.glob("*.half")]


def test_who_waits_in_vain_is_told_who_may_be_in_the_way(tmp_path: Path) -> None:
    file = tmp_path / "lockup.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        ended = run_here("upgrade", "--database", f"sqlite:///{file}")
    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"Another program is using {file} and does not let go of it. Perhaps the app is starting there already:"
        " wait until it serves, or stop it.\n"
    )
