"""The language of a request."""

from collections.abc import Iterator
from typing import Final

from flask import g, request

from companion.words.catalogue import LANGUAGES, SOURCE_LANGUAGE, best_language

COOKIE: Final = "lockup_language"


def request_language() -> str:
    """Return the language to answer in: of a page the one chosen by hand, otherwise the one that is asked for."""
    language: str | None = g.get("language")
    if language is None:
        language = g.language = _chosen() or _negotiated()
    return language


def _chosen() -> str | None:
    # A program is answered in the language of its header alone (docs/api.md, Language).
    if request.path.startswith("/api/"):
        return None
    chosen = request.cookies.get(COOKIE)
    return chosen if chosen in LANGUAGES else None


def _negotiated() -> str:
    if "Accept-Language" not in request.headers:
        return SOURCE_LANGUAGE
    return best_language(_wanted())


def _wanted() -> Iterator[str]:
    return (value for value, quality in request.accept_languages if quality > 0)
