"""One address against `lockup serve`, as a process: whatever it opens and sends, the other phones are answered."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from time import monotonic

import pytest
from serving import get, post
from support.event_stream import Stream, ask
from support.hostile_address import HOSTILE
from support.patience import patiently
from support.servers import Forked, Forks

pytestmark = pytest.mark.slow

QUIET_SECONDS = 8.0
"""How long a page may take that another phone asks for meanwhile: alone some 20 ms, and half a minute or more where one
address can stop the house. Time itself is measured in `bench/`."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Path:
    """The database of all servers."""
    return Path(shutil.copy(migrated_file, tmp_path_factory.mktemp("hostile")))


@pytest.fixture
def server(servers: Forks, file: Path) -> Iterator[Forked]:
    running = servers.server(f"sqlite:///{file}")
    yield running
    running.kill()


def connect(server: Forked, at: str = HOSTILE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30, source_address=(at, 0))


def open_table(server: Forked) -> str:
    """The code of a new table."""
    code: str = post(server.address, "/api/v1/tables", b'{"dealing": "cards"}')["code"]
    return code


def memory(server: Forked) -> float:
    """MiB that the process holds."""
    status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def slowest(server: Forked, times: int = 20) -> float:
    """The longest that another phone waits for a page."""
    longest = 0.0
    for _ in range(times):
        begun = monotonic()
        assert "Lockup companion" in get(server.address, "/")
        longest = max(longest, monotonic() - begun)
    return longest


def closed(connection: socket.socket) -> bool:
    """Whether the server closes a connection, whatever it says before."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


def test_closed_streams_and_half_sent_requests_of_one_address_leave_the_others_answered(server: Forked) -> None:
    code = open_table(server)
    for _ in range(300):
        Stream(server.port, code, at=HOSTILE).close()
    with ExitStack() as open_:
        for _ in range(1000):
            connection = open_.enter_context(closing(connect(server)))
            connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert slowest(server) < QUIET_SECONDS
    assert server.alive


def test_requests_whose_answers_nobody_reads_fill_no_memory_and_keep_nobody_waiting(server: Forked) -> None:
    get(server.address, "/")
    before = memory(server)
    path = get(server.address, "/").partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with ExitStack() as open_:
        for _ in range(300):
            connection = open_.enter_context(closing(connect(server)))
            connection.settimeout(0.1)
            try:
                connection.sendall(request * 200)
            except OSError:
                # Closed, or not read any further.
                continue
        assert slowest(server) < QUIET_SECONDS
        assert memory(server) - before < 40


def test_one_address_has_its_share_of_streams_and_another_still_gets_one(server: Forked) -> None:
    port, code = server.port, open_table(server)
    with ExitStack() as open_:
        statuses = [open_.enter_context(closing(Stream(port, code, at=HOSTILE))).status for _ in range(100)]
        assert statuses == [200] * 60 + [503] * 40
        assert ask(port, f"/tables/{code}/version")[0] == 200
        assert open_.enter_context(closing(Stream(port, code))).version() == 1


def test_phones_that_hang_up_give_their_streams_back(server: Forked) -> None:
    port, code = server.port, open_table(server)
    for _ in range(60):
        Stream(port, code, at=HOSTILE).close()

    def gets_one() -> bool:
        with closing(Stream(port, code, at=HOSTILE)) as stream:
            return stream.status == 200

    assert patiently(gets_one)


def test_headers_come_within_seconds_and_are_not_endless(server: Forked) -> None:
    with ExitStack() as open_:
        # All at once: the server has ten seconds of patience with each of them.
        opened = {}
        for sent in (b"GET", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000):
            opened[sent] = open_.enter_context(closing(connect(server)))
            opened[sent].send(sent)
        assert [sent for sent, connection in opened.items() if not closed(connection)] == []


def test_a_body_that_is_too_large_is_cut_off_at_the_door(server: Forked) -> None:
    with closing(connect(server)) as connection:
        connection.sendall(b"POST /api/v1/rulings/raids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_the_app_itself_says_of_a_body_a_bit_too_large_how_large_it_may_be(server: Forked) -> None:
    with closing(connect(server)) as connection:
        connection.sendall(b"POST /api/v1/rulings/raids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1500000\r\n\r\n")
        connection.sendall(b" " * 1_500_000)
        assert b"application/problem+json" in connection.recv(65536)


def test_ten_phones_behind_one_address_have_room(server: Forked) -> None:
    port, code = server.port, open_table(server)
    with ExitStack() as open_:
        streams = [open_.enter_context(closing(Stream(port, code))) for _ in range(10)]
        for _ in range(60):
            # As many as ten browsers keep open beside their streams.
            open_.enter_context(closing(connect(server, "127.0.0.1")))
        assert slowest(server, 5) < QUIET_SECONDS
        assert {stream.version() for stream in streams} == {1}
