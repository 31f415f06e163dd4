"""Limits: how often one address may make something, and how often it may be wrong about a code."""

import math
import time
from collections.abc import Iterator
from functools import cache, lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, NoReturn

from flask import Flask, Response, current_app, request
from limits import RateLimitItemPerHour
from werkzeug.exceptions import NotFound, TooManyRequests

from companion.config import MEBIBYTE, Settings
from companion.tables import repository
from companion.tables.codes import read_code
from companion.tables.permissions import viewer_of
from companion.web.counters import Budget, Counters
from companion.web.device_cookie import asker
from companion.web.table_links import code_of_address, knows_link
from companion.web.visitors import from_this_computer

MADE_PER_HOUR: Final = 300
"""Things that an address may make where nothing is set: ten phones behind it, each one every two minutes."""

LARGEST_FILE: Final = 16 * MEBIBYTE
"""Bytes of a file of old games: the export of another app has all that its owner has played."""
LARGE_FILES: Final = {"/history/import": LARGEST_FILE, "/go-on": LARGEST_FILE}
"""The end of the path that takes it; all others keep the usual limit."""
_BESIDE_FILE: Final = 65_536
"""Bytes of a request that brings one, besides the file."""
LARGE_FILES_PER_HOUR: Final = 6
"""Files beyond the usual limit that one address may send where the app is hosted."""

_FILES: Final = "files"
_MADE: Final = "made"
_CODES: Final = "codes"
_EVERYBODY: Final = "everybody"
_TIMES_OF_ALL: Final = 10
"""All addresses together may be wrong about codes so many times as often as a single one."""

_REMEMBERED: Final = 256
"""Addresses whose networks are remembered: players ask again and again."""

_NETWORKS: Final = {64: 1, 56: 2, 48: 4}
"""The share of an IPv6 network of so many bits, in shares of one address: its owner can take any address of it."""


_hourly: Final = cache(RateLimitItemPerHour)
"""So many in an hour."""


_EXTENSION: Final = "lockup_limits"


def set_up(app: Flask) -> None:
    """Let an app count what each address makes and gets wrong."""
    settings: Settings = app.config["LOCKUP"]
    app.extensions[_EXTENSION] = Counters(settings.limits)
    app.before_request(check_code)
    app.after_request(count_wrong_code)


def _counters() -> Counters:
    counters: Counters = current_app.extensions[_EXTENSION]
    return counters


class CodesClosed(TooManyRequests):
    """Too many wrong codes were typed: for a while only links lead to tables."""


def count_made() -> None:
    """Count something new that this address makes: a sheet, a box, a table.

    Raises:
        TooManyRequests: it has made as many this hour as the setting allows, or as is sensible where nothing is set.
    """
    most = _settings().sheets_per_hour
    if most is None:
        most = 0 if from_this_computer(request.environ, request.host) else MADE_PER_HOUR
    budgets = list(_of_networks(_MADE, most))
    if spent := _spent(budgets) or _count(budgets):
        _refuse(spent, TooManyRequests)


def allow_large_file() -> None:
    """Let this request bring a file of old games, which may be larger than anything else; hosted, only so many an hour.

    Raises:
        TooManyRequests: this address has sent as many of them this hour as it may.
    """
    usual = request.max_content_length
    if usual is None or usual >= LARGEST_FILE:
        return
    if not _settings().home_port and (request.content_length is None or request.content_length > usual):
        budgets = list(_of_networks(_FILES, LARGE_FILES_PER_HOUR))
        if spent := _spent(budgets) or _count(budgets):
            _refuse(spent, TooManyRequests)
    request.max_content_length = LARGEST_FILE + _BESIDE_FILE


def check_code() -> None:
    """Look at the code in the address of this request as one that was typed, unless it came in the link of its table.

    A link cannot be guessed: a caller who has it is let through, whatever others do.

    Raises:
        CodesClosed: as `check_typed`.
        NotFound: it was a link, and there is none such.
    """
    code = code_of_address()
    if code and not knows_link():
        check_typed(code)
        if knows_link() is False:
            raise NotFound


def check_typed(code: str) -> None:
    """Say nothing of a typed code to an address that was wrong about too many, unless it sits there.

    A right code is refused like a wrong one, so that nothing is learned from it.

    Raises:
        CodesClosed: this address, its network, or all together were wrong as often this hour as the settings allow.
    """
    if (spent := _spent(_of_codes())) and not _sits(code):
        _refuse(spent, CodesClosed)


def count_wrong_code(response: Response) -> Response:
    """Count a code of this address that finds nothing."""
    if response.status_code == NotFound.code and read_code(code_of_address()):
        count_wrong()
    return response


def count_wrong() -> None:
    """Count a code that was typed and finds nothing."""
    _count(_of_codes())


def household() -> str:
    """Return what stands for the caller's household: its address, or its network."""
    return _networks()[0][0]


def _of_codes() -> list[Budget]:
    budgets = list(_of_networks(_CODES, _settings().wrong_codes_per_hour))
    by_all = _settings().wrong_codes_per_hour * _TIMES_OF_ALL
    return [*budgets, (_hourly(by_all), _CODES, _EVERYBODY)] if by_all else []


def _of_networks(what: str, most: int) -> Iterator[Budget]:
    """Yield the budgets of this request's address and of each network that it is in; none where there is no limit."""
    if most:
        for network, times in _networks():
            yield _hourly(most * times), what, network


def _networks() -> tuple[tuple[str, int], ...]:
    return _networks_of(request.remote_addr or "")


@lru_cache(_REMEMBERED)
def _networks_of(given: str) -> tuple[tuple[str, int], ...]:
    """Return an address, or the networks that it is in, with how many addresses' share each has."""
    try:
        address = ip_address(given)
    except ValueError:
        return ((given, 1),)
    if not isinstance(address, IPv6Address):
        return ((given, 1),)
    if address.ipv4_mapped:
        return ((str(address.ipv4_mapped), 1),)
    return tuple((str(ip_network((address, bits), strict=False)), times) for bits, times in _NETWORKS.items())


def _spent(budgets: list[Budget]) -> list[Budget]:
    counters = _counters()
    return [one for one in budgets if not counters.has_room(one)]


def _refuse(spent: list[Budget], refusal: type[TooManyRequests]) -> NoReturn:
    free_again = max(map(_counters().free_again, spent))
    raise refusal(retry_after=max(1, math.ceil(free_again - time.time())))


def _count(budgets: list[Budget]) -> list[Budget]:
    """Count one more in each; return the budgets that had no room for it."""
    counters = _counters()
    return [one for one in budgets if not counters.count(one)]


def _sits(code: str) -> bool:
    try:
        return bool(viewer_of(repository.find(code).table, asker()).seats)
    except repository.TableGone:
        return False


def _settings() -> Settings:
    settings: Settings = current_app.config["LOCKUP"]
    return settings
