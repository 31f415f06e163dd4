"""How often one address may make something, and how often it may be wrong about a code."""

import math
import time
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, NoReturn

from flask import Response, current_app, request
from limits import RateLimitItem, RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from companion.tables import repository
from companion.tables.codes import read_code
from companion.tables.permissions import viewer_of
from companion.web.device_cookie import asker

_SHEETS: Final = "sheets"
_CODES: Final = "codes"
_NETWORK_BITS: Final = 64
"""As much of an IPv6 address as is a household's; the rest it chooses itself."""


_hourly: Final = cache(RateLimitItemPerHour)
"""So many in an hour."""


class _Limiter(MovingWindowRateLimiter):
    """Counts in memory, and begins anew where the clock was set back: it would count on until that is there again."""

    def __init__(self) -> None:
        super().__init__(MemoryStorage())
        self._latest = time.time()

    def follow_clock(self) -> None:
        """See whether the clock was set back."""
        moment = time.time()
        if moment < self._latest - _SET_BACK_SECONDS:
            self.storage.reset()
        self._latest = moment


_SET_BACK_SECONDS: Final = 60
"""A clock that is a bit ahead is brought back by less."""

_the_limiter: Final = cache(_Limiter)


def _limiter() -> MovingWindowRateLimiter:
    limiter = _the_limiter()
    limiter.follow_clock()
    return limiter


def count_sheet() -> None:
    """Count a sheet that this address makes.

    Raises:
        TooManyRequests: it has made as many this hour as the setting allows.
    """
    most = current_app.config["LOCKUP"].sheets_per_hour
    if most and not _limiter().hit(_hourly(most), _SHEETS, household()):
        _refuse(_hourly(most), _SHEETS)


def check_code() -> None:
    """Tell nothing of the code in this request's address to those who were wrong about too many, unless they sit there.

    A code that there is is refused like one that there is not, so that nothing is learned from it.

    Raises:
        TooManyRequests: this address was wrong as often this hour as the setting allows.
    """
    code = (request.view_args or {}).get("code")
    most = _most_wrong_codes() if code else 0
    if most and code and not _limiter().test(_hourly(most), _CODES, household()) and not _sits(code):
        _refuse(_hourly(most), _CODES)


def count_wrong_code(response: Response) -> Response:
    """Count a code of this address that finds nothing."""
    if response.status_code != NOT_FOUND:
        return response
    most = _most_wrong_codes()
    code = (request.view_args or {}).get("code")
    if most and code and read_code(code):
        _limiter().hit(_hourly(most), _CODES, household())
    return response


NOT_FOUND: Final = 404


def _most_wrong_codes() -> int:
    most: int = current_app.config["LOCKUP"].wrong_codes_per_hour
    return most


def _sits(code: str) -> bool:
    try:
        return bool(viewer_of(repository.find(code).table, asker()).seats)
    except repository.TableGone:
        return False


def household() -> str:
    """From which household somebody asks, as far as one can tell them apart: its address, or its network."""
    given = request.remote_addr or ""
    try:
        address = ip_address(given)
    except ValueError:
        return given
    return str(ip_network((address, _NETWORK_BITS), strict=False)) if isinstance(address, IPv6Address) else given


def _refuse(limit: RateLimitItem, what: str) -> NoReturn:
    free_again = _limiter().get_window_stats(limit, what, household()).reset_time
    raise TooManyRequests(retry_after=max(1, math.ceil(free_again - time.time())))
