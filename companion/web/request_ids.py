"""What a request is called, in its answer, on an error page and in logs: so that a host finds what a player saw."""

import re
import secrets
from typing import Final

from flask import Response, current_app, g, request

HEADER: Final = "X-Request-ID"

_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_BYTES: Final = 8


def request_id() -> str:
    """What this request is called: as the proxy before the app calls it, if that is well-formed; else a random name."""
    if "request_id" not in g:
        # Without a proxy of ours anybody could write into the logs what they like.
        given = request.headers.get(HEADER, "") if current_app.config["LOCKUP"].proxies else ""
        g.request_id = given if _WELL_FORMED.fullmatch(given) else secrets.token_hex(_BYTES)
    found: str = g.request_id
    return found


def add_request_id(response: Response) -> Response:
    """Say in the answer what its request was called."""
    response.headers[HEADER] = request_id()
    return response
