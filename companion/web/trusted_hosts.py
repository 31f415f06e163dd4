"""The names under which the app answers: a page elsewhere can make its own name mean this computer (DNS rebinding).

A browser takes what then answers for a part of that page and lets it read everything, with all that a phone of the
household may see. Such a page cannot have its name sent as one of this app's.
"""

import ipaddress
import socket
from functools import cache, lru_cache
from ipaddress import IPv6Address
from pathlib import Path
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException

from companion.addresses import all_addresses, is_host
from companion.config import Settings

OPEN_TO_ANY: Final = frozenset({"static", "health.alive", "health.ready", "metrics.show"})
"""Views that hold nothing of anybody's: files of the app, and answers for a host's machines by any address."""

_EXTENSION: Final = "lockup_trusted_hosts"
_LOOKED_UP_EVERY: Final = 3.0
"""Seconds; asking a system for its network costs some milliseconds."""

_LONGEST: Final = 253
_REMEMBERED: Final = 64
"""Names whose reading is kept: each request has one, and nearly all the same."""

_LOCAL: Final = (".local", ".localhost")
"""Ends of names that only this network or this computer answers for."""

_HOME_SUFFIXES: Final = frozenset({"lan", "home", "home.arpa", "internal", "localdomain"})
"""Endings that networks put behind the names of their computers, and under which nobody can buy a name."""


class UnknownHost(HTTPException):
    """The app was asked under a name that it does not answer to."""

    code = 421


def set_up(app: Flask) -> None:
    """Let an app answer only under the names that its settings and its network give it."""
    app.extensions[_EXTENSION] = TrustedHosts(app.config["LOCKUP"])
    app.before_request(_check)


class TrustedHosts:
    """The names under which this app answers.

    Args:
        settings: at home names are looked up; hosted only the set names count, or any where none is set.
    """

    def __init__(self, settings: Settings) -> None:
        named = (*settings.hosts, settings.name, urlsplit(settings.address).hostname or "")
        self._set = {_written(one) for one in named if one}
        self._home = bool(settings.home_port)
        self._any = not self._home and not settings.hosts
        self._addresses: frozenset[str] = frozenset()
        self._looked_up = 0.0

    def answers_to(self, name: str) -> bool:
        """Return whether the app answers to a name or address, as a browser sends it without its port."""
        name = _written(name)
        return self._any or name in self._set or _is_this_computer(name) or (self._home and self._is_own(name))

    def _is_own(self, name: str) -> bool:
        if name.endswith(_LOCAL):
            return True
        if _address(name):
            return self._is_own_address(name)
        own, _, suffix = name.partition(".")
        whole = socket.gethostname().lower()
        mine = whole.partition(".")[0]
        return name == whole or (own == mine and (suffix in {"", *_HOME_SUFFIXES} or suffix in _suffixes()))

    def _is_own_address(self, name: str) -> bool:
        # One that this computer has had stays good: nobody else's page can have it for its name.
        if name not in self._addresses and monotonic() - self._looked_up > _LOOKED_UP_EVERY:
            self._addresses |= all_addresses()
            self._looked_up = monotonic()
        return name in self._addresses


def asked_host() -> str:
    """Return the name under which somebody asks, without its port; NAME where it can be none."""
    return _name_in(request.host)


@lru_cache(_REMEMBERED)
def _name_in(host: str) -> str:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return _NO_NAME
    name = name.removesuffix(".")
    return name if len(name) <= _LONGEST and is_host(name) else _NO_NAME


_NO_NAME: Final = "NAME"


def _check() -> None:
    trusted: TrustedHosts = current_app.extensions[_EXTENSION]
    if request.endpoint not in OPEN_TO_ANY and not trusted.answers_to(asked_host()):
        raise UnknownHost


def _is_this_computer(name: str) -> bool:
    found = _address(name)
    return name == "localhost" if found is None else found.is_loopback


@lru_cache(_REMEMBERED)
def _written(name: str) -> str:
    """Return a name or address as browsers write it, so that it can be compared."""
    found = _address(name)
    if found is not None:
        return str(found)
    try:
        return name.lower().encode("idna").decode()
    except UnicodeError:
        return name.lower()


@lru_cache(_REMEMBERED)
def _address(name: str) -> ipaddress.IPv4Address | IPv6Address | None:
    try:
        found = ipaddress.ip_address(name)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


@cache
def _suffixes() -> frozenset[str]:
    """Return the endings that this computer's network puts behind its names, if its system knows them."""
    searched = searched_suffixes(_RESOLVER.read_text("utf-8", "replace")) if _RESOLVER.exists() else frozenset()
    return searched | {socket.getfqdn().lower().partition(".")[2]}


_RESOLVER: Final = Path("/etc/resolv.conf")


def searched_suffixes(resolver: str) -> frozenset[str]:
    """Return the endings that a computer adds to a bare name when it looks for another, as its resolv.conf says."""
    lines = (line.lower().split() for line in resolver.splitlines())
    named = (line[1:] for line in lines if line and line[0] in {"search", "domain"})
    return frozenset(one.removesuffix(".") for names in named for one in names)
