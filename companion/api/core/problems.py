"""Problem details (RFC 9457): every error under `/api/` is one of these, in the language of the request."""

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from flask import Response, request
from werkzeug.exceptions import HTTPException

from companion.rules.schema import Invalid
from companion.schemas.faults import InvalidFields, fault_sentence, pointer, writable
from companion.web.health import DatabaseGone
from companion.web.language import request_language
from companion.web.trusted_hosts import asked_host
from companion.words.catalogue import sentence
from companion.words.messages import JSON_FAULTS, PROBLEMS

MEDIA_TYPE: Final = "application/problem+json"

STATUS: Final = {
    "bad-request": 400,
    "not-json": 400,
    "bad-key": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not-yours": 403,
    "others-lines": 403,
    "not-host": 403,
    "bad-invite": 403,
    "cross-site": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "conflict": 409,
    "closed": 409,
    "in-the-way": 409,
    "seat-wanted": 409,
    "nobody-asks": 409,
    "host-is-here": 409,
    "last-seat": 409,
    "not-ended": 409,
    "sealed": 409,
    "stale": 412,
    "too-large": 413,
    "address-too-long": 414,
    "unsupported-media-type": 415,
    "unknown-host": 421,
    "invalid-fields": 422,
    "illegal": 422,
    "key-reused": 422,
    "precondition-required": 428,
    "too-many-requests": 429,
    "headers-too-large": 431,
    "server-error": 500,
    "not-implemented": 501,
    "database-away": 503,
    "database-gone": 503,
    "too-many-listeners": 503,
    "disk-full": 507,
}
"""The status of each problem type."""

_BY_STATUS: Final = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    414: "address-too-long",
    421: "unknown-host",
    429: "too-many-requests",
    431: "headers-too-large",
    501: "not-implemented",
    503: "database-away",
    507: "disk-full",
}


class Problem(Exception):
    """An answer that is a problem.

    Args:
        slug: its type, a key of `STATUS`.
        errors: everything that is wrong with fields.
        sentences: what says so, where more than the keys and data of the errors go into it.
        headers: further headers of the answer.
        members: further members of the answer (RFC 9457, extension members).
        data: values of its sentence.
    """

    def __init__(
        self,
        slug: str,
        *,
        errors: Sequence[Invalid] = (),
        sentences: Sequence[str] = (),
        headers: Mapping[str, str] | None = None,
        members: Mapping[str, Any] | None = None,
        **data: Any,
    ) -> None:
        super().__init__(slug)
        self.slug = slug
        self.errors = errors
        self.sentences = sentences
        self.headers = headers or {}
        self.members = members or {}
        self.data = data


def answer(problem: Problem) -> Response:
    """Return the response for a problem."""
    language = request_language()
    title, detail = PROBLEMS[problem.slug]
    data = {name: value for name, value in problem.data.items() if value is not None}
    if problem.errors:
        data["n"] = len(problem.errors)
    if "what" in data:
        fault, values = data["what"]
        data["what"] = writable(sentence(language, JSON_FAULTS[fault], values))
    body: dict[str, Any] = {
        "type": problem.slug,
        "title": sentence(language, title),
        "status": STATUS[problem.slug],
        "detail": sentence(language, detail, data),
    }
    if problem.errors:
        body["errors"] = [
            {"path": pointer(error.path), "message": text or fault_sentence(language, error)}
            for error, text in zip_longest(problem.errors, problem.sentences)
        ]
    body |= problem.members
    response = Response(json.dumps(body, ensure_ascii=False), STATUS[problem.slug], mimetype=MEDIA_TYPE)
    response.headers.update(problem.headers)
    response.headers["Content-Language"] = language
    response.vary.add("Accept-Language")
    return response


def invalid(error: InvalidFields) -> Response:
    """Return the response for fields that do not fit."""
    return answer(Problem("invalid-fields", errors=error.faults))


def http_answer(error: HTTPException) -> Response:
    """Return the response for an error that Flask or Werkzeug raised, keeping its headers such as `Allow`."""
    code = error.code or 500
    slug = _BY_STATUS.get(code, "bad-request" if 400 <= code < 500 else "server-error")
    if isinstance(error, DatabaseGone):
        slug = "database-gone"
    kept = {"Allow", "Retry-After"}
    headers = {name: value for name, value in error.get_headers(request.environ) if name in kept}
    return answer(Problem(slug, headers=headers, limit=request.max_content_length, host=asked_host()))
