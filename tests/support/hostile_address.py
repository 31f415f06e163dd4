"""One address that takes all it can get: connections that rest, requests that are never finished, streams.

It is a program of its own, so that its work is not the work of the phones whose waiting is measured. What is closed it
opens anew, up to so many in a second: it stands for another machine, and shall not take this one's processor.
"""

import selectors
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

HOSTILE = "127.0.0.66"
"""On Linux every address from 127.0.0.1 on is this computer's."""

RESTING, HALF_SENT, STREAMS = 1000, 200, 300
A_SECOND = 100
_PATIENCE = 30


@contextmanager
def attacked(port: int, code: str, *, secure: bool) -> Iterator[None]:
    """The server at a port has such an address against it in the block, which begins once that has tried everything.

    Args:
        port: of the server.
        code: of the table of which the address wants to hear.
        secure: whether it is https.
    """
    command = [sys.executable, __file__, str(port), code, "https" if secure else "http"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "everything is tried\n"
            yield
            assert process.poll() is None
        finally:
            process.kill()


def unverified() -> ssl.SSLContext:
    """What takes any certificate, as one is that was made a moment ago."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Attack:
    """What the address has open.

    Args:
        port: of the server.
        code: of a table.
        secure: whether it is https.
    """

    def __init__(self, port: int, code: str, *, secure: bool) -> None:
        self._port = port
        self._context = unverified() if secure else None
        self._open = selectors.DefaultSelector()
        half = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
        stream = f"GET /api/v1/tables/{code}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self._wanted = [b""] * RESTING + [half] * HALF_SENT + [stream] * STREAMS

    def run(self) -> None:
        """Open everything, say so, and go on until somebody ends it."""
        missing = [sent for sent in self._wanted if not self._opened(sent)]
        sys.stdout.write("everything is tried\n")
        sys.stdout.flush()
        due = monotonic()
        while True:
            for key, _ in self._open.select(max(0.0, due - monotonic()) if missing else None):
                connection: Any = key.fileobj
                if _has_ended(connection):
                    self._open.unregister(connection)
                    connection.close()
                    missing.append(key.data)
            if missing and monotonic() >= due:
                due = monotonic() + 1 / A_SECOND
                sent = missing.pop(0)
                if not self._opened(sent):
                    missing.append(sent)

    def _opened(self, sent: bytes) -> bool:
        """Whether the server has taken it; it may still close it."""
        try:
            connection = socket.create_connection(("127.0.0.1", self._port), _PATIENCE, (HOSTILE, 0))
            if self._context and sent:
                connection = self._context.wrap_socket(connection)
            connection.sendall(sent)
            connection.setblocking(False)
        except OSError:
            return False
        self._open.register(connection, selectors.EVENT_READ, sent)
        return True


def _has_ended(connection: socket.socket) -> bool:
    try:
        return not connection.recv(65536)
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except OSError:
        return True


if __name__ == "__main__":
    Attack(int(sys.argv[1]), sys.argv[2], secure=sys.argv[3] == "https").run()
