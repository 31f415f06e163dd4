"""From the bytes of a request to a JSON object, strictly and without a way to crash the server."""

import json
import re
from typing import Any, Final, NoReturn

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.api.core.problems import Problem

DEEPEST: Final = 32
"""How many arrays and objects may lie inside each other."""

_LONGEST_INT: Final = 20
_BRACKETS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
"""A bracket, or a string to its end or that of the text: nothing is looked at twice, whatever the text is."""


def parse_body(request: Request) -> Any:
    """The JSON value of the request's body.

    Raises:
        Problem: 415 for another media type, 413 for too many bytes (from Flask), 400 for what is not JSON in UTF-8,
            holds a member twice, NaN or Infinity, or is nested deeper than `DEEPEST`.
    """
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    coding = request.headers.get("Content-Encoding", "identity").lower()
    if request.mimetype != "application/json" or charset not in {"utf-8", "utf8"} or coding != "identity":
        raise Problem("unsupported-media-type")
    return parse_json(_whole(request))


def parse_json(data: bytes) -> Any:
    """The JSON value that these bytes are.

    Raises:
        Problem: 400, as `parse_body`.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Problem("not-json", what=("utf8", {})) from fault
    _refuse_depth(text)
    try:
        return json.loads(text, object_pairs_hook=_members, parse_constant=_constant, parse_int=_integer)
    except json.JSONDecodeError as fault:
        raise Problem("not-json", what=("syntax", {"line": fault.lineno, "column": fault.colno})) from fault


def _whole(request: Request) -> bytes:
    data = request.get_data()
    # Of a body that does not say its length, Werkzeug reads as much as it may and passes over the rest.
    cut = request.content_length is None and len(data) == request.max_content_length
    if cut and request.environ["wsgi.input"].read(1):
        raise RequestEntityTooLarge
    return data


def _refuse_depth(text: str) -> None:
    # Text with few brackets cannot be deep; this spares nearly every request the scan.
    if text.count("{") + text.count("[") <= DEEPEST:
        return
    depth = 0
    for match in _BRACKETS.finditer(text):
        sign = match.group()
        if sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise Problem("not-json", what=("depth", {"limit": DEEPEST}))
        elif sign in "]}":
            depth -= 1


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise Problem("not-json", what=("duplicate", {"name": twice[:40]}))
    return members


def _constant(name: str) -> NoReturn:
    raise Problem("not-json", what=("constant", {"name": name}))


def _integer(digits: str) -> int:
    # Python refuses to read very long integers; one is as far out of every range here as the next.
    return int(digits) if len(digits) <= _LONGEST_INT else int("9" * _LONGEST_INT)
