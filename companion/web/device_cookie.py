"""The device that a request came from, and whether a page of this app sent it."""

from typing import Final

from flask import Response, current_app, g, request
from werkzeug.wrappers import Response as BaseResponse

from companion.config import History
from companion.identity.caller import Caller
from companion.identity.tokens import new_token
from companion.web.base_path import base_path

COOKIE: Final = "lockup_device"
KEPT_SECONDS: Final = 400 * 24 * 60 * 60
"""The longest time that browsers keep a cookie."""

_LONGEST: Final = 100


def device() -> str | None:
    """Return the secret of the device, as its cookie says; None where it has none yet."""
    given = request.cookies.get(COOKIE)
    return given if given and len(given) <= _LONGEST else None


def known_device() -> str:
    """Return the secret of the device; the answer brings it a new one if it has none."""
    if "device" not in g:
        g.device = device() or new_token()
    secret: str = g.device
    return secret


def keeps_cookies() -> bool:
    """Return whether this browser has sent back the cookie of the page before; otherwise no seat is its own."""
    return device() is not None


def become(secret: str) -> None:
    """Make this device the one with that secret: its history is this device's from now on."""
    g.device = secret


def remember(response: Response) -> Response:
    """Send the device its secret where this request gave it one."""
    if "device" in g:
        set_cookie(response, COOKIE, g.device)
    return response


def set_cookie(response: BaseResponse, name: str, value: str) -> None:
    """Set a cookie that scripts do not see and other sites do not send."""
    path = base_path() or "/"
    response.set_cookie(
        name, value, max_age=KEPT_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure, path=path
    )


def page_caller() -> Caller:
    """Return who asks through a page: its device, and in a household every phone of it."""
    household = current_app.config["LOCKUP"].history is History.HOUSEHOLD
    return Caller(device=device() or g.get("device"), household=household)


def asker() -> Caller:
    """Return who asks to see something, by token or by device: another site may have caused it, but hears no answer."""
    token = bearer()
    return Caller(token=token) if token else page_caller()


def bearer() -> str:
    """Return the token that came with this request, or nothing."""
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    return credentials.strip() if scheme.lower() == "bearer" else ""


def from_our_own_page() -> bool:
    """Return whether a request that changes something may count on its cookies: no other site can have caused it.

    Browsers say so in `Sec-Fetch-Site`; over plain http they leave that out and say `Origin`. A program that is no
    browser sends neither, and no other site speaks through it.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    return "Origin" not in request.headers or sending_host() == _plain(request.host)


def sending_host() -> str:
    """Return the host and port of the page that has sent this, as its browser says; empty where that says none."""
    return _plain(request.headers.get("Origin", "").partition("://")[2])


def _plain(host: str) -> str:
    """Return a host as browsers write it in an origin: without the port that everybody knows."""
    scheme = request.headers.get("Origin", "").partition("://")[0]
    return host.lower().removesuffix(_KNOWN_PORTS.get(scheme, " "))


_KNOWN_PORTS: Final = {"http": ":80", "https": ":443"}
