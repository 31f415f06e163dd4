"""Servers: waitress for `lockup serve`, which gives each address a share of it, and parts that any server needs."""

import secrets
from typing import Final

LASTS: Final = "lockup.lasts"
"""The key in a request's environment for the function that marks its answer as a stream; other servers have none."""

REFUSED: Final = "lockup.refused"
"""The key in a request's environment for the status with which its server refuses it; the app says why."""

REQUEST_ID: Final = "X-Request-ID"
"""The header that says what a request is called."""

_BYTES: Final = 8


def new_request_id() -> str:
    """Return a name for a request to which no proxy has given one."""
    return secrets.token_hex(_BYTES)
