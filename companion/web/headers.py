"""Headers that every answer carries."""

from typing import Final

from flask import Response, current_app, request

from companion.config import History

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing inline and nothing from elsewhere. Pictures also come from blobs: the result is drawn in the browser."""

FILE_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
"""The policy of a file that is opened by itself: it may do nothing. On a page, the page's policy rules."""


_ALWAYS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    # Under `no-referrer` browsers make the `Origin` of a form null, and at home, on plain http, there is no other sign
    # of where it came from.
    ("Referrer-Policy", "same-origin"),
    ("Content-Security-Policy", POLICY),
)
_READ: Final = (
    *_ALWAYS,
    # A page or sheet is asked for again each time; only versioned files are kept.
    ("Cache-Control", "no-cache"),
)


FOR_EVERYBODY: Final = frozenset(
    f"pages.{name}"
    for name in (
        *("home", "about", "rules", "rules_in_a_minute", "ask", "raid", "prison", "api_reader", "verify"),
        *("new_score", "new_table", "new_party", "ask_code", "open_screen", "manifest", "favicon", "robots"),
    )
)
"""The endpoints of pages that belong to nobody; a search engine may know them."""


def may_be_found() -> bool:
    """Return whether a search engine may know the answer: no game, no sheet, and of a household nothing at all."""
    found = request.endpoint in FOR_EVERYBODY or request.endpoint == "static"
    return found and current_app.config["LOCKUP"].history is History.DEVICE


def add_headers(response: Response) -> Response:
    """Say what the answer may do, and what nobody else may do with it, unless it says so itself."""
    # To ask Werkzeug for each header that is not there costs an exception.
    said = {name.lower() for name, _ in response.headers}
    for name, value in _READ if request.method in {"GET", "HEAD"} else _ALWAYS:
        if name.lower() not in said:
            response.headers.add(name, value)
    if not may_be_found():
        response.headers.add("X-Robots-Tag", "noindex")
    return response
