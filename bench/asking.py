"""Asking a server that is measured."""

from http.client import HTTPConnection
from itertools import count
from typing import Final

from bench.serving import Served
from companion.web.device_cookie import COOKIE

API: Final = "/api/v1"
PATIENCE: Final = 120
KEYS: Final = (f"bench-{number:022}" for number in count())
"""Idempotency keys, each used once."""


_PLACES: Final = count()
_AT_ONE_ADDRESS: Final = 20


def connected(served: Served) -> HTTPConnection:
    """Return a connection that is kept; each twenty have their own address, which has its share of the server."""
    # On Linux every address from 127.0.0.1 on is this computer's.
    home = f"127.0.0.{2 + next(_PLACES) // _AT_ONE_ADDRESS % 250}"
    return HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE, source_address=(home, 0))


def accepted(connection: HTTPConnection, path: str, body: str, token: str = "", device: str = "") -> bytes:
    """Return the answer to a JSON body, which has to be taken; sent with a token, or as a phone of that device."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": next(KEYS)}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if device:
        headers["Cookie"] = f"{COOKIE}={device}"
    connection.request("POST", path, body, headers)
    response = connection.getresponse()
    answer = response.read()
    assert response.status in {200, 201}, answer
    return answer
