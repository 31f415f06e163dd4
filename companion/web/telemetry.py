"""Information for a host's monitoring: how each request was answered, and nothing of who asked or for what.

An address of this app may be a code or link, so only its route is given: `/t/<code>`.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Final, NamedTuple

from flask import Flask, Response, current_app, g, request

from companion.web.request_ids import request_id

HEARERS: Final = "lockup_telemetry"
"""The name under which an app keeps the functions that hear of its answers."""

NOWHERE: Final = "nowhere"
"""The route of a request for an address that there is not."""

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Answered(NamedTuple):
    """A request that was answered; of a stream its beginning.

    Attributes:
        request: what it is called.
        method: how it asked; OTHER for what nobody uses.
        route: the address with the names of its parts in the place of what stood there.
        status: of the answer.
        seconds: how long it took until the answer began.
    """

    request: str
    method: str
    route: str
    status: int
    seconds: float


def hear(app: Flask, hearer: Callable[[Answered], None]) -> None:
    """Let somebody hear of every answer of an app."""
    hearers = app.extensions.setdefault(HEARERS, [])
    if not hearers:
        # The first of all: what others refuse before a view is asked takes time as well.
        app.before_request_funcs.setdefault(None, []).insert(0, _begin)
        app.after_request(_tell)
    hearers.append(hearer)


def _begin() -> None:
    g.begun = perf_counter()


def _tell(response: Response) -> Response:
    told = Answered(request_id(), method(), route(), response.status_code, perf_counter() - g.begun)
    for hearer in current_app.extensions[HEARERS]:
        hearer(told)
    return response


def method() -> str:
    """Return the method of this request."""
    return request.method if request.method in _METHODS else "OTHER"


def route() -> str:
    """Return the route of this request."""
    return request.url_rule.rule if request.url_rule else NOWHERE
