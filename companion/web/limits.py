"""How often one address may make something: the limit of a public host, none at home."""

from functools import cache

from flask import current_app, request
from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

SECONDS_AN_HOUR = 3600


@cache
def _limiter() -> FixedWindowRateLimiter:
    return FixedWindowRateLimiter(MemoryStorage())


def count_sheet() -> None:
    """Count a sheet that this address makes.

    Raises:
        TooManyRequests: it has made as many this hour as the setting allows.
    """
    most = current_app.config["LOCKUP"].sheets_per_hour
    if most and not _limiter().hit(RateLimitItemPerHour(most), request.remote_addr or ""):
        raise TooManyRequests(retry_after=SECONDS_AN_HOUR)
