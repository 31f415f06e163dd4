"""The path under which a proxy serves the app, such as `/lockup`: whatever leads anywhere begins with it.

It comes from the server (`SCRIPT_NAME`), from a trusted proxy (`X-Forwarded-Prefix`) or from `LOCKUP_ADDRESS`, and
stands in `SCRIPT_NAME` from then on; addresses that Flask makes carry it by themselves.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final
from urllib.parse import quote, urlsplit

from flask import request

from companion.addresses import read_path
from companion.config import Settings

_HEADER: Final = "HTTP_X_FORWARDED_PREFIX"

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class BasePath:
    """The app, told under which path it is served.

    Args:
        app: what answers.
        settings: how many proxies are trusted, and the address of the app.
    """

    def __init__(self, app: Wsgi, settings: Settings) -> None:
        self._app, self._proxies = app, settings.proxies
        self._own = read_path(urlsplit(settings.address).path)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request under the path that it came by."""
        if path := self._forwarded(environ):
            environ["SCRIPT_NAME"] = path
        elif self._own and not environ.get("SCRIPT_NAME"):
            environ["SCRIPT_NAME"] = self._own
            # A proxy may have taken it off already, and at home phones also come past it.
            if (asked := environ["PATH_INFO"]) == self._own or asked.startswith(f"{self._own}/"):
                environ["PATH_INFO"] = asked[len(self._own) :]
        return self._app(environ, start_response)

    def _forwarded(self, environ: dict[str, Any]) -> str:
        """What the trusted proxies have taken off, the outermost first; nothing where one says what is no path."""
        if not self._proxies:
            return ""
        said = environ.get(_HEADER, "").encode("latin-1").decode("utf-8", "replace").split(",")[-self._proxies :]
        return read_path("".join(one.strip().rstrip("/") for one in said)) or ""


def base_path() -> str:
    """The path under which this request has found the app, as it stands in addresses; empty is the root."""
    return quoted(request.root_path)


def quoted(path: str) -> str:
    """A path as it stands in an address."""
    return quote(path, safe="/!$&'()*+,;=:@")
