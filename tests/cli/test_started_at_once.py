"""Several copies of the app that are started on one file in the same moment: one prepares it, and all serve."""

import lzma
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from serving import forked, get, post, run_here
from support.servers import Forked, Forks, forks

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden" / "databases" / "0001.sql.xz"


@pytest.fixture(scope="module")
def others() -> Iterator[Forks]:
    """Another place where servers come from, so that one can start while another does."""
    with forks() as others:
        yield others


@pytest.mark.parametrize("old", [False, True], ids=["new", "old"])
def test_all_serve_the_same(servers: Forks, others: Forks, tmp_path: Path, old: bool) -> None:
    file = tmp_path / "lockup.db"
    if old:
        with closing(sqlite3.connect(file)) as database:
            database.executescript(lzma.decompress(GOLDEN.read_bytes()).decode())
    with ExitStack() as running, ThreadPoolExecutor(2) as starting:

        def start(servers: Forks) -> Forked:
            return running.enter_context(forked(servers, f"sqlite:///{file}"))

        started = [one.result() for one in [starting.submit(start, each) for each in (servers, others)]]
        assert [get(server.address, "/readyz") for server in started] == ["ready\n"] * 2
        body = b'{"sides": [{"name": "Vera", "reputation": 7}]}'
        link = post(started[0].address, "/api/v1/sheets", body)["link"]
        assert all("Vera" in get(server.address, f"/s/{link}") for server in started)
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
