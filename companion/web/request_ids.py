"""The name of a request, in its answer, on an error page and in logs: so that a host finds what a player saw."""

import re
from typing import Final

from flask import Response, current_app, g, request

from companion.serving import REQUEST_ID, new_request_id

_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")


def request_id() -> str:
    """Return the name of this request: the proxy's name for it, if that is well-formed, or a random one."""
    if "request_id" not in g:
        # Without a trusted proxy anybody could write into the logs what they like.
        given = request.headers.get(REQUEST_ID, "") if current_app.config["LOCKUP"].proxies else ""
        g.request_id = given if _WELL_FORMED.fullmatch(given) else new_request_id()
    found: str = g.request_id
    return found


def add_request_id(response: Response) -> Response:
    """Say in the answer what its request was called."""
    response.headers.add(REQUEST_ID, request_id())
    return response
