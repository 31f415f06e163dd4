"""A host starts its workers anew while everybody plays on (docs/hosting.md)."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from threading import Barrier, Event, Thread
from time import monotonic

import pytest
from support.databases import AppMaker
from support.event_stream import Stream, hosted, tell
from support.patience import patiently
from support.seat_client import host_of
from support.table_client import Seat

from companion import hosting
from companion.config import Settings

STREAMS = int(os.environ.get("LOCKUP_STREAMS", "20"))
MANY_STREAMS = 300
RESTARTS = 5
MOST_SECONDS = 5.0
PATIENCE = 60


def children(pid: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


@contextmanager
def playing(port: int, host: Seat) -> Iterator[list[int]]:
    """Somebody who taps again and again until the block ends; the versions that it came to. A refusal ends it."""
    versions, enough = [1], Event()

    def tap() -> None:
        for number in count():
            if enough.is_set():
                return
            body = {"version": versions[-1], "type": "set_reputation", "fields": {"side": [0], "number": number % 9}}
            versions.append(tell(port, f"/tables/{host.code}/corrections", body, **host.headers()))

    thread = Thread(target=tap)
    thread.start()
    try:
        yield versions
        assert thread.is_alive()
    finally:
        enough.set()
        thread.join()


def listen_across(port: int, host: Seat, connected: Barrier) -> int:
    """A phone that hears its stream end, hangs up and connects anew; the version that it is told then."""
    with closing(Stream(port, host.code, host.token)) as stream:
        assert stream.version() >= 1
        connected.wait()
        # It ends as it should: a connection that is cut in the middle would be an error here.
        stream.rest()
    while True:
        # Who comes to a worker that ends already is let go at once, and asks again like a browser.
        with closing(Stream(port, host.code, host.token)) as stream:
            assert stream.status == 200
            if version := stream.version():
                return version


def restart(url: str, make_app: AppMaker, streams: int) -> float:
    """Start the workers anew while phones listen and somebody taps; after how many seconds the old ones are gone."""
    host, _ = host_of(make_app(url).test_client())
    connected = Barrier(streams + 1)
    # One address has all of these phones here.
    workers = hosted(url, threads=streams + 20, LOCKUP_LIVE_STREAMS_EACH="0")
    with workers as (port, pid, _), ThreadPoolExecutor(streams) as phones:
        told = [phones.submit(listen_across, port, host, connected) for _ in range(streams)]
        connected.wait()
        old = children(pid)
        with playing(port, host) as versions:
            begun = monotonic()
            os.kill(pid, signal.SIGHUP)
            assert patiently(lambda: not old & children(pid))
            took = monotonic() - begun
            before = len(versions)
            assert all(phone.result(PATIENCE) for phone in told)
        assert versions == list(range(1, len(versions) + 1))
        assert len(versions) > before
    return took


def test_workers_that_are_started_anew_are_gone_soon_and_nothing_fails(postgres_url: str, make_app: AppMaker) -> None:
    restart(postgres_url, make_app, STREAMS)


@pytest.mark.endurance
def test_workers_with_300_streams_are_started_anew_within_seconds_and_nothing_fails(
    postgres_url: str, make_app: AppMaker, capsys: pytest.CaptureFixture[str]
) -> None:
    took = [restart(postgres_url, make_app, MANY_STREAMS) for _ in range(RESTARTS)]
    with capsys.disabled():
        sys.stderr.write(
            f"\n{RESTARTS} times two workers with {MANY_STREAMS} streams started anew while somebody taps: 0 failed;"
            f" old workers gone after {', '.join(f'{seconds:.1f}' for seconds in took)} s\n"
        )
    assert max(took) <= MOST_SECONDS


def test_a_worker_has_threads_for_all_streams_and_some_that_answer() -> None:
    assert hosting.threads >= Settings().live_streams + 50


def test_what_rules_the_workers_has_nothing_of_the_app_in_it_that_an_update_would_change() -> None:
    said = "import sys, companion.hosting; print(*sorted(name for name in sys.modules if name.startswith('companion')))"
    imported = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout
    assert imported.split() == ["companion", "companion.hosting"]
