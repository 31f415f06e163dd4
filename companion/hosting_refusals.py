"""Requests that a worker of gunicorn refuses since it cannot read them: the app says so in words, as at home."""

import os
from contextlib import suppress
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

from flask import Flask, Response, request
from gunicorn import util
from gunicorn.http import errors
from gunicorn.http.message import Request
from gunicorn.http.parser import RequestParser
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.test import create_environ

from companion.serving import REFUSED
from companion.serving.quotas import KIBIBYTE, MEBIBYTE

_STATUS: Final[dict[type[Exception], int]] = {
    errors.LimitRequestLine: 414,
    errors.LimitRequestHeaders: 431,
    errors.UnsupportedTransferCoding: 501,
    **dict.fromkeys(
        (
            errors.InvalidRequestLine,
            errors.InvalidRequestMethod,
            errors.InvalidHTTPVersion,
            errors.InvalidHeader,
            errors.InvalidHeaderName,
            errors.ObsoleteFolding,
        ),
        400,
    ),
}
"""With which status such a request is answered; everything else is gunicorn's to answer."""


class _NotedRequest(Request):  # type: ignore[misc]
    """A request; the error of one that cannot be read notes the part that was read."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        try:
            super().__init__(*arguments, **named)
        except errors.ParseException as bad:
            bad.noted = self
            raise


_READ_ON: Final = 64 * MEBIBYTE
_PIECE: Final = 64 * KIBIBYTE
_PATIENCE: Final = 10
"""Seconds that a body may pause whose rest nobody wants."""


def refuse_in_words(worker: Any, app: Flask) -> None:
    """Let an app answer requests that its worker cannot read, and bodies too large while they are still sent."""
    app.after_request(_read_on)
    RequestParser.mesg_class = _NotedRequest
    otherwise = worker.handle_error

    def refuse(asked: Any, client: Any, address: Any, error: Exception) -> None:
        status = _STATUS.get(type(error))
        if status is None:
            otherwise(asked, client, address, error)
        else:
            util.write(client, _answer(app, getattr(error, "noted", None), status))

    worker.handle_error = refuse


def _read_on(response: Response) -> Response:
    """Read the rest of a body that is too large, after the answer: a client cut off while sending gets none."""
    if response.status_code == RequestEntityTooLarge.code:
        response.call_on_close(partial(_pass_over, request.environ["wsgi.input"], request.environ["gunicorn.socket"]))
    return response


def _pass_over(body: Any, client: Any) -> None:
    client.settimeout(_PATIENCE)
    with suppress(OSError, errors.ParseException):
        for _ in range(_READ_ON // _PIECE):
            if not body.read(_PIECE):
                return


def _answer(app: Flask, asked: Any, status: int) -> bytes:
    """Return the bytes of an answer to a request whose address may not even be known."""
    path = unquote(getattr(asked, "path", None) or "/", "latin-1").removeprefix(os.environ.get("SCRIPT_NAME", ""))
    environ = create_environ(path, method=getattr(asked, "method", None) or "GET")
    answer = Response.from_app(app, environ | {REFUSED: status, "PATH_INFO": path}, buffered=True)
    answer.headers["Connection"] = "close"
    head = [f"HTTP/1.1 {answer.status}", *(f"{name}: {value}" for name, value in answer.headers)]
    return "\r\n".join([*head, "", ""]).encode("latin-1") + answer.get_data()
