"""The share of the server that one address may take up."""

from dataclasses import dataclass
from typing import Final

KIBIBYTE: Final = 1024
MEBIBYTE: Final = 1024 * KIBIBYTE


@dataclass(frozen=True)
class Quotas:
    """The limits of one address; ten phones behind one address have room.

    A browser opens six connections, and each page of a table holds one more for its stream.

    Attributes:
        connections: open at once; the one that has rested longest makes room for a new one.
        running: requests that are answered at once, streams apart; others wait for their turn.
        waiting: requests on one connection that wait; no browser sends any before the last is answered.
        buffered: bytes that wait to be read, by the app or by the phone; a file of old games has 16 MiB.
        header_seconds: from the first byte of a request to the end of its headers.
        request_seconds: from the first byte of a request to its last.
        unread_seconds: after how long a connection is closed on which nobody reads the answer.
    """

    connections: int = 128
    running: int = 4
    waiting: int = 16
    buffered: int = 32 * MEBIBYTE
    header_seconds: float = 10
    request_seconds: float = 60
    unread_seconds: float = 30
