"""Reasons as pages show them: the rule, the sentence, and the house ruling that the reader may change."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules.reasons import Reason
from companion.web.language import request_language
from companion.words.catalogue import reason


class Why(NamedTuple):
    """A reason on a page: its rule, its sentence, and the key of the house ruling that decided it, if one did."""

    rule: str
    text: str
    ruling: str | None = None


def told(reasons: Iterable[Reason]) -> list[Why]:
    """Return reasons in the language of the request."""
    language = request_language()
    return [Why(one.rule, reason(language, one), one.key_of_ruling) for one in reasons]
