"""The socket on which phones reach the app."""

import errno
import http.client
import json
import socket
import sys
from contextlib import suppress
from typing import Final

from companion.cli.console import fail
from companion.config import APP_NAME


class PortTaken(Exception):
    """Another program listens at the port."""


def listen(address: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises:
        PortTaken: if another program does.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":
        # A server that was just stopped leaves its port waiting; this takes it over. On Windows it would share it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        _forget_silent_phones(listener)
        listener.bind((address, port))
        listener.listen(_WAITING)
    except OSError as fault:
        listener.close()
        if isinstance(fault, PermissionError):
            fail("port_forbidden", port=port)
        if fault.errno == errno.EADDRINUSE:
            raise PortTaken from fault
        raise
    return listener


def runs_already(port: int) -> bool:
    """Return whether this app, started before, is the program that listens at a port of this computer."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    try:
        asked.request("GET", "/manifest.webmanifest")
        named: str = json.loads(asked.getresponse().read(_MANIFEST_BYTES))["id"]
        # Before the name comes the path under which the app is served.
        return named.rpartition("/")[2] == APP_NAME
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError, AttributeError):
        # Whatever else listens there may answer with anything.
        return False
    finally:
        asked.close()


_WAITING: Final = 1024
"""Connections that may wait. The system drops all beyond these, and their phones come again only after a second: one
phone that opens hundreds at once shall not push the others out."""

_PATIENCE: Final = 2.0
_MANIFEST_BYTES: Final = 10_000

_UNACKNOWLEDGED: Final = {"linux": (18, 30_000), "darwin": (0x80, 30), "win32": (5, 30)}
"""For each system, its option for how long sent bytes may stay unacknowledged, and 30 seconds in its unit."""


def _forget_silent_phones(listener: socket.socket) -> None:
    """Drop connections whose phone is gone without a word; a system would keep them for a quarter hour.

    Accepted connections inherit it. Otherwise a phone that left the Wi-Fi would count as heard of.
    """
    option, value = _UNACKNOWLEDGED.get(sys.platform, (0, 0))
    if option:
        # A system that does not know it serves as well, and notices later.
        with suppress(OSError):
            listener.setsockopt(socket.IPPROTO_TCP, option, value)
