"""Parts that all writing requests share: who asks, and under which key."""

import re
from typing import Final, NoReturn

from flask import request

from companion.api.core.problems import Problem
from companion.identity.caller import Caller, NotAllowed
from companion.identity.tokens import SECRET_LENGTH
from companion.persistence.linked import KeyReused
from companion.rules.schema import Invalid
from companion.web.device_cookie import bearer, device, from_our_own_page

LONGEST_KEY: Final = 200

_KEY: Final = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")


def caller() -> Caller:
    """Return who asks: the bearer of an edit token, or the device whose cookie came with a page of this app.

    Raises:
        Problem: another site sent this and counts on the cookie.
    """
    token = bearer()
    if token:
        return Caller(token=token)
    if device() is not None and not from_our_own_page():
        raise Problem("cross-site")
    return Caller(device=device())


def idempotency_key() -> str | None:
    """Return the `Idempotency-Key`, if the request has one.

    Raises:
        Problem: it is none.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Problem("bad-key")
    return key


def creation_key() -> str | None:
    """Return the `Idempotency-Key` of a request that makes something, if it has one.

    Raises:
        Problem: it is none, or it belongs to no device or token and is not hard to guess: it gives secrets again.
    """
    key = idempotency_key()
    if key is not None and len(key) < SECRET_LENGTH and caller().owner is None:
        raise Problem("bad-key")
    return key


def refuse_writing(error: Exception) -> NoReturn:
    """Answer what every store may refuse: who asks may not, or its key came with another request before."""
    match error:
        case NotAllowed(known=False):
            raise Problem("unauthorized", headers={"WWW-Authenticate": "Bearer"}) from error
        case NotAllowed():
            raise Problem("forbidden") from error
        case KeyReused():
            raise Problem("key-reused", errors=[Invalid((), "key.other_body")]) from error
        case _:
            raise error


def if_match(etag: str) -> bool:
    """Return whether the request was based on this version; `*` is any.

    Raises:
        Problem: it has no `If-Match`.
    """
    if "If-Match" not in request.headers:
        raise Problem("precondition-required")
    return request.if_match.contains_weak(etag.strip('"'))
