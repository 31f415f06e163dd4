"""Codes by which tables are found, and seeds from which their cards are dealt."""

import secrets
from typing import Final

from companion.rules.shuffling.shuffle import SEED_BITS

ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
"""Signs that are told apart when written and when read aloud: no 0 or o, no 1, i or l, and no u beside v."""

CODE_LENGTH: Final = 6

_SAME: Final = str.maketrans("", "", " -")


def new_code() -> str:
    """A code that can be read aloud: one of some 700 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody wrote, in capitals or with spaces perhaps; None where it can be none."""
    code = text.translate(_SAME).lower()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(SEED_BITS // 8)
