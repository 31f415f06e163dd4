"""Requests that waitress refuses: it could not read them, or they are too large. The app says so in words."""

import re
from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask

from companion.serving import REFUSED, REQUEST_ID, new_request_id

_LONGEST: Final = 2048
_LINE: Final = re.compile(rb"\s*(?P<method>[A-Za-z]+) (?P<path>/[^ ?#\r\n]*)")
_LANGUAGE: Final = re.compile(rb"\nAccept-Language:([^\r\n]+)\r\n", re.IGNORECASE)
_OF_THE_BODY: Final = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_EXPECT")
_OURS: Final = 500


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request; if it cannot be read, its readable parts."""

    command, path, query, request_uri, url_scheme = "GET", "/", "", "/", "http"

    def __init__(self, adjustments: Any) -> None:
        super().__init__(adjustments)
        self._begun = b""

    def received(self, data: bytes) -> int:
        """Take the bytes that have come, and return how many of them belong to this request."""
        if not self.headers_finished and len(self._begun) < _LONGEST:
            self._begun += data[:_LONGEST]
        consumed: int = super().received(data)
        if self.error:
            # A client that waits before it sends a body hears that it is refused instead.
            self.expect_continue = False
            self._read_what_can_be()
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers; where they lead says how much may follow them."""
        super().parse_header(header_plus)
        self.adj: Any = next((adj for path, adj in self.adj.large.items() if self.path.endswith(path)), self.adj)

    def _read_what_can_be(self) -> None:
        if line := _LINE.match(self._begun):
            self.command, self.path = line["method"].decode(), unquote_to_bytes(line["path"]).decode("latin-1")
        if language := _LANGUAGE.search(self._begun):
            self.headers["ACCEPT_LANGUAGE"] = language[1].decode("latin-1").strip()


class Refusal(WSGITask):  # type: ignore[misc]
    """A request that is refused before the app has read it; its connection ends."""

    def execute(self) -> None:
        """Answer."""
        self.set_close_on_finish()
        if self.request.error.code == _OURS:
            # The app itself has failed.
            self.response_headers.append((REQUEST_ID, new_request_id()))
            self.complete = True
            ErrorTask.execute(self)
        else:
            super().execute()

    def get_environment(self) -> dict[str, Any]:
        """Return the environment for the app: all but the body."""
        environ: dict[str, Any] = super().get_environment()
        for name in _OF_THE_BODY:
            environ.pop(name, None)
        return environ | {"wsgi.input": BytesIO(), REFUSED: self.request.error.code}
