"""Codes and links by which tables are found, and seeds from which their cards are dealt."""

import hashlib
import secrets
from typing import Final
from unicodedata import decimal, normalize

from companion.identity import tokens
from companion.rules.shuffling.shuffle import SEED_BITS

ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
"""Signs that are told apart when written and when read aloud: no 0 or o, no 1, i or l, and no u beside v."""

CODE_LENGTH: Final = 6

_CYRILLIC: Final = str.maketrans("авсенкмртху", "abcehkmptxy")
"""Letters of a Cyrillic keyboard that look, as capitals, like one letter of codes and no other sign of theirs."""

_LONGEST_WRITING: Final = 100
"""No longer text can be a code with all that people write between its signs. NFKC takes very long over long text."""

NEVER_IN_CODES: Final = "0O1ILU"
"""The letters and digits that no code has, in the order in which a sentence names them."""


def new_code() -> str:
    """A code that can be read aloud: one of some 700 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody wrote, with capitals, spaces, dashes or full stops perhaps; None where it can be none."""
    code = _signs(text)
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def has_foreign_signs(text: str) -> bool:
    """Whether a text is as long as a code, and yet none: it has signs that no code has."""
    return len(_signs(text)) == CODE_LENGTH and read_code(text) is None


def _signs(text: str) -> str:
    """The letters and digits of what somebody wrote, each as codes have it: small, Latin, and of usual width."""
    if len(text) > _LONGEST_WRITING:
        return ""
    plain = normalize("NFKC", text).lower()
    return "".join(str(decimal(sign, sign)) for sign in plain if sign.isalnum()).translate(_CYRILLIC)


def link_of(code: str, watch: str) -> str:
    """The link of a table: its code, and what nobody can guess; it stands in addresses where a code may.

    Args:
        code: of the table.
        watch: the secret of its second screen, which does not follow from the link.
    """
    digest = hashlib.sha256(f"link {watch}".encode()).digest()
    return f"{code}-{''.join(tokens.ALPHABET[one % len(tokens.ALPHABET)] for one in digest[: tokens.LINK_LENGTH])}"


def is_table_link(text: str) -> bool:
    """Whether a text can be the link of a table."""
    code, _, secret = text.rpartition("-")
    return read_code(code) is not None and tokens.is_link(secret)


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(SEED_BITS // 8)
