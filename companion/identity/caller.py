"""The caller and their proof: an edit token, or the device that made something."""

from dataclasses import dataclass
from typing import Protocol

from companion.identity.tokens import SECRET_LENGTH, fingerprint, matches


class OwnedRecord(Protocol):
    """A record with the hashes by which its maker is known again."""

    @property
    def edit_hash(self) -> str:
        """The sha256 of its edit token."""

    @property
    def maker(self) -> str | None:
        """The sha256 of the secret of the device that made it, or None."""


class NotAllowed(Exception):
    """The caller may not do this; `known` says whether a secret came at all."""

    def __init__(self, *, known: bool) -> None:
        super().__init__("not allowed")
        self.known = known


@dataclass(frozen=True)
class Caller:
    """The one who asks, and their proof.

    Attributes:
        token: an edit token, or None.
        device: the secret of a device, or None.
        household: whether every phone here may change every sheet of this computer; deleting stays the maker's.
        computer: whether it asks through the host page of the computer that serves, at which its owner sits.
    """

    token: str | None = None
    device: str | None = None
    household: bool = False
    computer: bool = False

    @property
    def owner(self) -> str | None:
        """The secret to which its idempotency keys belong; None: it has none, or none that is hard to guess."""
        secret = self.token or self.device
        return secret if secret and len(secret) >= SECRET_LENGTH else None

    @property
    def device_hash(self) -> str | None:
        """The stored fingerprint of its device, or None."""
        return fingerprint(self.device) if self.device else None

    def own_key(self, key: str | None) -> str | None:
        """Return an idempotency key as this caller's: the same key from anybody else is another."""
        # No key holds a space.
        return key if key is None or self.owner is None else f"{fingerprint(self.owner)} {key}"

    def made(self, kept: OwnedRecord) -> bool:
        """Return whether it proves to be the maker, who may delete: by the edit token or as the device that made it."""
        return matches(self.token, kept.edit_hash) or matches(self.device, kept.maker)

    def may_change(self, kept: OwnedRecord) -> bool:
        """Return whether it may change the sheet or the box."""
        return self.household or self.made(kept)

    def refusal(self) -> NotAllowed:
        """Return the error to raise if the caller may not."""
        return NotAllowed(known=bool(self.token or self.device))
