"""Codes and links by which tables are found, and seeds from which their cards are dealt."""

import hashlib
import secrets
from typing import Final

from companion.identity import tokens
from companion.rules.shuffling.shuffle import SEED_BITS

ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
"""Signs that are told apart when written and when read aloud: no 0 or o, no 1, i or l, and no u beside v."""

CODE_LENGTH: Final = 6

_SAME: Final = str.maketrans("", "", " -")


NEVER_IN_CODES: Final = "0O1ILU"
"""The letters and digits that no code has, in the order in which a sentence names them."""


def new_code() -> str:
    """A code that can be read aloud: one of some 700 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody wrote, in capitals or with spaces perhaps; None where it can be none."""
    code = text.translate(_SAME).lower()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def has_foreign_signs(text: str) -> bool:
    """Whether a text is as long as a code, and yet none: it has signs that no code has."""
    return len(text.translate(_SAME)) == CODE_LENGTH and read_code(text) is None


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
