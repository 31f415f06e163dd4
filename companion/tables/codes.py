"""Codes and links for finding tables, and seeds for dealing their cards."""

import hashlib
import secrets
from typing import Final
from unicodedata import decimal, normalize

from companion.identity import tokens
from companion.rules.shuffling.shuffle import SEED_BITS

ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
"""Characters that are distinct in writing and aloud: no 0 or o, no 1, i or l, and no u next to v."""

CODE_LENGTH: Final = 6

_CYRILLIC: Final = str.maketrans("авсенкмртху", "abcehkmptxy")
"""Letters of a Cyrillic keyboard whose capitals look like just one letter of codes."""

_LONGEST_WRITING: Final = 100
"""A longer text cannot be a code, whatever is written between its characters. NFKC is very slow on long texts."""

NEVER_IN_CODES: Final = "0O1ILU"
"""The letters and digits that no code has, in the order in which a sentence names them."""


def new_code() -> str:
    """Return a code that can be read aloud: one of some 700 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """Return the code in an entered text, whatever its capitals and dashes, or None."""
    code = _signs(text)
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def has_foreign_signs(text: str) -> bool:
    """Return whether a text is as long as a code but has characters that no code has."""
    return len(_signs(text)) == CODE_LENGTH and read_code(text) is None


def _signs(text: str) -> str:
    """Return the letters and digits of a text as in codes: lower case, Latin."""
    if len(text) > _LONGEST_WRITING:
        return ""
    plain = normalize("NFKC", text).lower()
    return "".join(str(decimal(sign, sign)) for sign in plain if sign.isalnum()).translate(_CYRILLIC)


def link_of(code: str, watch: str) -> str:
    """Return the link of a table, its code with a secret; addresses take either.

    Args:
        code: of the table.
        watch: the secret of its second screen, which does not follow from the link.
    """
    digest = hashlib.sha256(f"link {watch}".encode()).digest()
    return f"{code}-{''.join(tokens.ALPHABET[one % len(tokens.ALPHABET)] for one in digest[: tokens.LINK_LENGTH])}"


def is_table_link(text: str) -> bool:
    """Return whether a text can be the link of a table."""
    code, _, secret = text.rpartition("-")
    return read_code(code) is not None and tokens.is_link(secret)


def new_seed() -> str:
    """Return a seed that cannot be guessed."""
    return secrets.token_hex(SEED_BITS // 8)
