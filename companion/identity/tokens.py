"""Secrets: links, edit tokens and devices. Only their sha256 is stored."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no letter that looks like a digit."""

LINK_LENGTH: Final = 13
"""13 characters of 5 bits are 65 random bits."""


SECRET_LENGTH: Final = 22
"""Characters that a secret has at least; 22 of base 64 are 128 random bits."""


def new_link() -> str:
    """Return a short address for a sheet: 65 random bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LINK_LENGTH))


def is_link(text: str) -> bool:
    """Return whether a text can be a link at all; others are not looked up."""
    return len(text) == LINK_LENGTH and set(text) <= set(ALPHABET)


def new_token() -> str:
    """Return a token of 256 random bits, for an edit token, a device or a salt."""
    return secrets.token_urlsafe(32)


def token_of(key: str, salt: str) -> str:
    """Return the edit token of a sheet made under an idempotency key.

    The same request must get the same answer again (docs/api.md, Idempotency), token included, and the token itself is
    not stored: key and salt give it back, and the database holds only the salt.
    """
    digest = hmac.new(key.encode(), salt.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def fingerprint(secret: str | bytes) -> str:
    """Return the stored form of a secret: its sha256 in hex."""
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).hexdigest()


def matches(secret: str | None, stored: str | None) -> bool:
    """Return whether a secret has this stored fingerprint, compared in constant time."""
    return bool(secret and stored) and hmac.compare_digest(fingerprint(secret or ""), stored or "")
