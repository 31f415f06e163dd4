"""The JSON value of a request, strictly."""

from typing import Any

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.api.core.problems import Problem
from companion.web.strict_json import NotJson, parse_json


def parse_body(request: Request) -> Any:
    """Return the JSON value of the request's body.

    Raises:
        Problem: 415 for another media type, 413 for too many bytes (from Flask), 400 for a body that is not JSON in
            UTF-8, holds a member twice, NaN or Infinity, or is nested deeper than `DEEPEST`.
    """
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    coding = request.headers.get("Content-Encoding", "identity").lower()
    if request.mimetype != "application/json" or charset not in {"utf-8", "utf8"} or coding != "identity":
        raise Problem("unsupported-media-type")
    try:
        return parse_json(_whole(request))
    except NotJson as fault:
        raise Problem("not-json", what=(fault.fault, fault.data)) from fault


def _whole(request: Request) -> bytes:
    data = request.get_data()
    # If a body does not say its length, Werkzeug reads as much as it may and drops the rest.
    cut = request.content_length is None and len(data) == request.max_content_length
    if cut and request.environ["wsgi.input"].read(1):
        raise RequestEntityTooLarge
    return data
