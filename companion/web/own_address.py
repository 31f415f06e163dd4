"""The addresses where other devices find this app now: at home a computer may get another one during a game."""

import sys
from functools import lru_cache
from pathlib import Path
from socket import gethostname
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from flask import current_app, request

from companion.addresses import addresses
from companion.web.base_path import base_path

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

_LOOKED_UP_EVERY: Final = 3.0
"""Seconds; asking a system for its network costs some milliseconds."""


def origin() -> str:
    """Return the address where another phone finds this computer: as it was opened, but never one that only it has.

    Opened by the name in `LOCKUP_ADDRESS` it is that address: a proxy in between may hide https or the port.
    """
    opened = request.host_url.rstrip("/")
    named = urlsplit(current_app.config["LOCKUP"].address).hostname
    return next(iter(origins()), opened) if urlsplit(opened).hostname in {*LOOPBACK, named} else opened


def base_address() -> str:
    """Return the address where another phone finds this app."""
    return origin() + base_path()


def base_addresses() -> list[str]:
    """Return every address of `origins` at which this app may be found."""
    return [one + base_path() for one in origins()]


def origins() -> list[str]:
    """Return every address that this computer may be reached at, the likeliest first; none where none is known."""
    settings = current_app.config["LOCKUP"]
    if settings.address:
        address = urlsplit(settings.address)
        return [f"{address.scheme}://{address.netloc}"]
    if not settings.home_port:
        return []
    found = _addresses(int(monotonic() / _LOOKED_UP_EVERY))
    return [f"http://{one}:{settings.home_port}" for one in found]


def own_name() -> str | None:
    """Return this computer's address by its name, which stays while its number changes; None where it has none.

    Its system has to answer for the name: macOS and Windows do, elsewhere Avahi does. Phones may still not ask.
    """
    settings = current_app.config["LOCKUP"]
    if not settings.home_port:
        return None
    name = settings.name or (f"{gethostname().partition('.')[0]}.local" if _answers_by_name() else "")
    return f"http://{name}:{settings.home_port}" if name else None


def _answers_by_name() -> bool:
    return sys.platform in {"darwin", "win32"} or Path("/run/avahi-daemon/socket").exists()


def typed_address(address: str) -> str:
    """Return an address as somebody types it: a browser adds http by itself, but not https."""
    return address.removeprefix("http://")


@lru_cache(1)
def _addresses(_: int) -> list[str]:
    return addresses()
