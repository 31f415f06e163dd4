"""JSON as an answer."""

import json
from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from companion.web.language import request_language

# Answers are trees, so the encoder need not look for circles.
_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def send(
    value: Mapping[str, Any],
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Response:
    """Return a JSON answer, in the language of the request, or in the one given."""
    told = {"Content-Language": language or request_language(), "Vary": "Accept-Language", **(headers or {})}
    return Response(_encode(value), status, told, mimetype="application/json")
