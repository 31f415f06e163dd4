"""What servers do: waitress for `lockup serve`, which gives each address a share of it, and what any server needs."""

import secrets
from typing import Final

LASTS: Final = "lockup.lasts"
"""Under which name the environment of a request has how to say that its answer is a stream; other servers have none."""

REFUSED: Final = "lockup.refused"
"""Under which name the environment of a request has the status with which its server refuses it; the app says why."""

REQUEST_ID: Final = "X-Request-ID"
"""The header that says what a request is called."""

_BYTES: Final = 8


def new_request_id() -> str:
    """A name for a request to which no proxy has given one."""
    return secrets.token_hex(_BYTES)
