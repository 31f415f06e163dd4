"""Information from a proxy: the path under which it serves the app, and whether it refused a request already.

Every address begins with that path, such as `/lockup`. It comes from the server (`SCRIPT_NAME`), from a trusted proxy
(`X-Forwarded-Prefix`) or from `LOCKUP_ADDRESS`, and is in `SCRIPT_NAME` from then on; addresses that Flask makes carry
it by themselves.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final
from urllib.parse import quote, unquote_to_bytes, urlsplit

from flask import request

from companion.addresses import read_path
from companion.config import Settings
from companion.serving import REFUSED

_PREFIX: Final = "HTTP_X_FORWARDED_PREFIX"
_REFUSED: Final = "HTTP_X_LOCKUP_REFUSED"
"""The status with which a proxy has refused a request, and the request's address if the proxy could read it."""

_REFUSALS: Final = {str(status): status for status in (400, 413, 414, 431, 501)}

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class BehindProxies:
    """The app behind proxies: it learns under which path they serve it, and which requests they have refused.

    Args:
        app: what answers.
        settings: how many proxies are trusted, and the address of the app.
    """

    def __init__(self, app: Wsgi, settings: Settings) -> None:
        self._app, self._proxies = app, settings.proxies
        self._own = read_path(urlsplit(settings.address).path)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request under the path that it came by."""
        self._note_refused(environ)
        if path := self._forwarded(environ):
            environ["SCRIPT_NAME"] = path
            # A request that a proxy has refused comes with its whole path.
            if REFUSED in environ:
                _take_off(path, environ)
        elif self._own and not environ.get("SCRIPT_NAME"):
            environ["SCRIPT_NAME"] = self._own
            # A proxy may have taken it off already, and at home phones also come past it.
            _take_off(self._own, environ)
        return self._app(environ, start_response)

    def _note_refused(self, environ: dict[str, Any]) -> None:
        status, _, asked = environ.get(_REFUSED, "").partition(" ")
        if self._proxies and status in _REFUSALS:
            path = asked.partition("?")[0] or "/"
            environ |= {REFUSED: _REFUSALS[status], "PATH_INFO": unquote_to_bytes(path).decode("latin-1")}

    def _forwarded(self, environ: dict[str, Any]) -> str:
        """Return the path that the trusted proxies have taken off, the outermost first; nothing if it is no path."""
        if not self._proxies:
            return ""
        said = environ.get(_PREFIX, "").encode("latin-1").decode("utf-8", "replace").split(",")[-self._proxies :]
        return read_path("".join(one.strip().rstrip("/") for one in said)) or ""


def _take_off(path: str, environ: dict[str, Any]) -> None:
    if (asked := environ["PATH_INFO"]) == path or asked.startswith(f"{path}/"):
        environ["PATH_INFO"] = asked[len(path) :]


def base_path() -> str:
    """Return the path under which this request has found the app, as addresses have it; empty is the root."""
    return quoted(request.root_path)


def quoted(path: str) -> str:
    """Return a path in the form that it has in an address."""
    return quote(path, safe="/!$&'()*+,;=:@")
