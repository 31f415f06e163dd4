"""One address against `lockup serve`, as a process: whatever it opens and sends, the other phones are answered."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from time import monotonic

import pytest
from serving import Running, serving
from support.event_stream import Stream, ask
from support.patience import patiently

pytestmark = pytest.mark.slow

HOSTILE = "127.0.0.66"
"""On Linux every address from 127.0.0.1 on is this computer's."""

QUIET_SECONDS = 2.0
"""A page that another phone asks for meanwhile; alone it takes some 20 ms."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    database = f"sqlite:///{tmp_path / 'lockup.db'}"
    with serving("--local", "--port", "0", "--database", database) as running:
        yield running


def connect(server: Running, at: str = HOSTILE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.port)), timeout=30, source_address=(at, 0))


def memory(server: Running) -> float:
    """MiB that the process holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def slowest(server: Running, times: int = 20) -> float:
    """The longest that another phone waits for a page."""
    longest = 0.0
    for _ in range(times):
        begun = monotonic()
        assert "Lockup companion" in server.get("/")
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


def test_closed_streams_and_half_sent_requests_of_one_address_leave_the_others_answered(server: Running) -> None:
    code = server.post("/api/v1/tables", b'{"dealing": "cards"}')["code"]
    for _ in range(300):
        Stream(int(server.port), code, at=HOSTILE).close()
    with ExitStack() as open_:
        for _ in range(1000):
            connection = open_.enter_context(closing(connect(server)))
            connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert slowest(server) < QUIET_SECONDS
    assert server.process.poll() is None


def test_requests_whose_answers_nobody_reads_fill_no_memory_and_keep_nobody_waiting(server: Running) -> None:
    server.get("/")
    before = memory(server)
    path = server.get("/").partition('<link rel="stylesheet" href="')[2].partition('"')[0]
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


def test_one_address_has_its_share_of_streams_and_another_still_gets_one(server: Running) -> None:
    port, code = int(server.port), server.post("/api/v1/tables", b'{"dealing": "cards"}')["code"]
    with ExitStack() as open_:
        statuses = [open_.enter_context(closing(Stream(port, code, at=HOSTILE))).status for _ in range(100)]
        assert statuses == [200] * 60 + [503] * 40
        assert ask(port, f"/tables/{code}/version")[0] == 200
        assert open_.enter_context(closing(Stream(port, code))).version() == 1


def test_phones_that_hang_up_give_their_streams_back(server: Running) -> None:
    port, code = int(server.port), server.post("/api/v1/tables", b'{"dealing": "cards"}')["code"]
    for _ in range(60):
        Stream(port, code, at=HOSTILE).close()

    def gets_one() -> bool:
        with closing(Stream(port, code, at=HOSTILE)) as stream:
            return stream.status == 200

    assert patiently(gets_one)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000])
def test_headers_come_within_seconds_and_are_not_endless(server: Running, sent: bytes) -> None:
    with closing(connect(server)) as connection:
        connection.send(sent or b"GET")
        assert closed(connection)


def test_a_body_that_is_too_large_is_cut_off_at_the_door(server: Running) -> None:
    with closing(connect(server)) as connection:
        connection.sendall(b"POST /api/v1/rulings/raids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_the_app_itself_says_of_a_body_a_bit_too_large_how_large_it_may_be(server: Running) -> None:
    with closing(connect(server)) as connection:
        connection.sendall(b"POST /api/v1/rulings/raids HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1500000\r\n\r\n")
        connection.sendall(b" " * 1_500_000)
        assert b"application/problem+json" in connection.recv(65536)


def test_ten_phones_behind_one_address_have_room(server: Running) -> None:
    port, code = int(server.port), server.post("/api/v1/tables", b'{"dealing": "cards"}')["code"]
    with ExitStack() as open_:
        streams = [open_.enter_context(closing(Stream(port, code))) for _ in range(10)]
        for _ in range(60):
            # As many as ten browsers keep open beside their streams.
            open_.enter_context(closing(connect(server, "127.0.0.1")))
        assert slowest(server, 5) < QUIET_SECONDS
        assert {stream.version() for stream in streams} == {1}
