"""People, identified only by their names."""

import hashlib
import unicodedata
from typing import Final

_SHORTEST: Final = 3
"""The fewest letters of a name that count as short for it."""


def person_id(name: str) -> str:
    """Return the id of a person, which depends only on the name, not on its capitals."""
    return hashlib.sha256(name.casefold().encode()).hexdigest()[:20]


def plain_name(name: str) -> str:
    """Return a name without extra blanks."""
    return " ".join(name.split())


def is_alike(name: str, other: str) -> bool:
    """Return whether two names may be one person's: Ben and Benjamin, Zoë and zoe."""
    shorter, longer = sorted((_letters(name), _letters(other)), key=lambda words: len("".join(words)))
    if not shorter or not longer or "".join(shorter) == "".join(longer):
        return bool(shorter and longer)
    first = shorter[0]
    return len(shorter) == 1 and (first == longer[0] or (len(first) >= _SHORTEST and longer[0].startswith(first)))


def _letters(name: str) -> list[str]:
    """Return the words of a name in lower case, without accents and punctuation."""
    plain = "".join(
        one if one.isalnum() else " " for one in unicodedata.normalize("NFKD", name) if not unicodedata.combining(one)
    )
    return plain.casefold().split()
