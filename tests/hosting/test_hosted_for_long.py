"""Two workers of a host: how soon a tap is on every phone, also where PostgreSQL cuts off the workers that hear it."""

import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from statistics import median, quantiles
from time import monotonic

import pytest
from support.databases import AppMaker, PostgresServer
from support.event_stream import Stream, hosted, tell
from support.patience import patiently
from support.seat_client import host_of
from support.table_client import Seat

from companion.tables.broadcast import CHANNEL

pytestmark = pytest.mark.endurance

EACH = 8
PHONES = EACH + 1
"""One more than a worker takes: then the other has somebody who listens, too."""

TAPS = 1000
MOST_SECONDS = 0.1
CUT_OFF = 30
MOST_SECONDS_CUT_OFF = 3.0


class Heard:
    """A phone that notes when it heard of each version."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._at: list[tuple[int, float]] = []

    def listen(self, until: int) -> None:
        """Listen up to a version."""
        version = 0
        while version < until:
            version = self._stream.version()
            assert version, "the stream has ended"
            self._at.append((version, monotonic()))

    def at(self, wanted: int) -> float:
        """When it heard of that version, or of a later one in its place."""
        return next(at for version, at in self._at if version >= wanted)


class Workers:
    """Two workers with phones at both, and a table that they listen to.

    Args:
        port: of the workers.
        table: whose host taps.
        phones: who listens.
        pool: where they do.

    Attributes:
        phones: as given.
        version: of the table.
        answered: how many seconds each tap took until whoever tapped had an answer.
    """

    def __init__(self, port: int, table: Seat, phones: list[Heard], pool: ThreadPoolExecutor) -> None:
        self._port, self._table, self._pool = port, table, pool
        self.answered: list[float] = []
        self.phones, self.version = phones, 1

    def listen(self, taps: int) -> list[Future[None]]:
        """Let the phones listen until there were so many taps more."""
        return [self._pool.submit(phone.listen, self.version + taps) for phone in self.phones]

    def tap(self) -> float:
        """A tap; when it began."""
        body = {"version": self.version, "type": "set_reputation", "fields": {"side": [0], "number": self.version % 9}}
        begun = monotonic()
        self.version = tell(self._port, f"/tables/{self._table.code}/corrections", body, **self._table.headers())
        self.answered.append(monotonic() - begun)
        return begun


def listening(server: PostgresServer, url: str, *, end: bool = False) -> int:
    """How many workers hear what PostgreSQL tells; `end`: cut them off."""
    found = "pg_terminate_backend(pid)" if end else "pid"
    theirs = f"datname = current_database() AND query = 'LISTEN {CHANNEL}'"
    return len(server.ask(f"SELECT {found} FROM pg_stat_activity WHERE {theirs}", url))


@contextmanager
def workers_on(server: PostgresServer, url: str, make_app: AppMaker) -> Iterator[Workers]:
    table, _ = host_of(make_app(url).test_client())
    with hosted(url, connections=EACH) as (port, *_), ExitStack() as open_, ThreadPoolExecutor(PHONES) as pool:
        streams = [open_.enter_context(closing(Stream(port, table.code, table.token))) for _ in range(PHONES)]
        assert {stream.version() for stream in streams} == {1}
        assert patiently(lambda: listening(server, url) == 2)
        yield Workers(port, table, [Heard(stream) for stream in streams], pool)


def test_a_tap_at_one_of_two_workers_is_soon_on_the_phones_of_both(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: dict[int, float] = {}
    with workers_on(postgres, postgres_url, make_app) as workers:
        listening_on = workers.listen(TAPS)
        for _ in range(TAPS):
            at = workers.tap()
            begun[workers.version] = at
        for phone in listening_on:
            phone.result()
        took = [phone.at(version) - at for version, at in begun.items() for phone in workers.phones]
    p99, answered = (quantiles(each, n=100)[98] for each in (took, workers.answered))
    with capsys.disabled():
        sys.stderr.write(
            f"\n{TAPS} taps at two workers, each heard by {PHONES} phones: until a phone heard of one median"
            f" {1000 * median(took):.0f} ms, p99 {1000 * p99:.0f} ms; until its answer p99 {1000 * answered:.0f} ms\n"
        )
    assert p99 <= MOST_SECONDS


def test_a_tap_is_on_the_phones_also_where_the_workers_that_hear_of_it_are_cut_off(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker, capsys: pytest.CaptureFixture[str]
) -> None:
    took: list[float] = []
    with workers_on(postgres, postgres_url, make_app) as workers:
        for _ in range(CUT_OFF):
            assert patiently(lambda: listening(postgres, postgres_url) == 2)
            listening_on = workers.listen(1)
            assert listening(postgres, postgres_url, end=True) == 2
            begun = workers.tap()
            for phone in listening_on:
                phone.result()
            took += [phone.at(workers.version) - begun for phone in workers.phones]
    with capsys.disabled():
        sys.stderr.write(
            f"\n{CUT_OFF} taps, each right after PostgreSQL has cut off both workers: heard by {PHONES} phones after"
            f" {median(took):.2f} s in the median, {max(took):.2f} s at worst\n"
        )
    assert max(took) <= MOST_SECONDS_CUT_OFF
