"""The phones that have visited a computer that serves a household, for its host page; kept only in memory.

A phone is known by its cookie, and before it has one by its address. Neither leaves this module.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request

from companion.identity.tokens import fingerprint
from companion.persistence.database import now
from companion.web.device_cookie import device
from companion.web.own_address import LOOPBACK
from companion.web.trusted_hosts import UnknownHost

VISITORS: Final = "lockup_visitors"
"""The name under which an app keeps them."""

MOST: Final = 200
"""The most that are kept; the ones heard of longest ago go first."""


@dataclass(frozen=True)
class Visitor:
    """A phone that has come.

    Attributes:
        first, last: when it was first and last heard of.
        place: the view that it has opened last, as Flask calls it.
        device: sha256 of its device's secret, or None: it has none yet.
        reached: the name or address, with the port, under which it found the app last.
    """

    first: datetime
    last: datetime
    place: str
    device: str | None
    reached: str = ""


class Visitors:
    """The phones that have come since the app was started."""

    def __init__(self) -> None:
        self.started = now()
        self._all: dict[str, Visitor] = {}
        self._lock = Lock()

    def note(self, address: str, holder: str | None, place: str, reached: str) -> None:
        """Note that a phone was heard of.

        Args:
            address: where it asks from.
            holder: sha256 of its device's secret, or None.
            place: the view that it opens, or nothing where that is no page.
            reached: the name or address under which it asks for it.
        """
        moment = now()
        with self._lock:
            # The cookie comes with the first pages; before that the same phone was an address.
            before = self._all.pop(holder or address, None) or self._all.pop(address, None)
            known = before or Visitor(moment, moment, place, holder)
            self._all[holder or address] = replace(
                known, last=moment, place=place or known.place, device=holder, reached=reached
            )
            while len(self._all) > MOST:
                self._all.pop(next(iter(self._all)))

    def all(self) -> list[Visitor]:
        """Return the phones that have come, the newest first."""
        with self._lock:
            return sorted(self._all.values(), key=lambda one: one.first, reverse=True)


def set_up(app: Flask) -> None:
    """Let an app that serves a household note who comes."""
    app.extensions[VISITORS] = Visitors()
    if app.config["LOCKUP"].home_port:
        app.after_request(_note)


def visitors() -> Visitors:
    """Return the phones that have visited this app."""
    found: Visitors = current_app.extensions[VISITORS]
    return found


_PASSED_ON: Final = re.compile(
    r"HTTP_(VIA$|CDN_LOOP$|.*(FORWARD|PROXY|ORIGINAL_|REMOTE_|CLIENT_?IP|REAL_?IP|CONNECTING_IP))"
)
"""Headers that proxies and tunnels send and browsers do not."""


def from_this_computer(environ: Any, host: str) -> bool:
    """Return whether a request was made on the computer that serves, under a name that no other computer has.

    A page elsewhere may make its own name mean this computer, so that the name counts too; and what a proxy passes on
    may come from anywhere. Some add no header, but speak HTTP/1.0, which browsers do not.
    """
    return (
        environ.get("REMOTE_ADDR") in LOOPBACK
        and urlsplit(f"//{host}").hostname in LOOPBACK
        and environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
        and not any(map(_PASSED_ON.match, environ))
    )


def _note(response: Response) -> Response:
    if response.status_code != UnknownHost.code and not from_this_computer(request.environ, request.host):
        secret = device() or g.get("device")
        page = request.endpoint or "" if request.method == "GET" and response.mimetype == "text/html" else ""
        if request.endpoint != "static":
            visitors().note(request.remote_addr or "", secret and fingerprint(secret), page, request.host)
    return response
