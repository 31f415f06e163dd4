"""What is kept under a link of its own, as score sheets and boxes are: how it is found, and made once under a key."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from sqlalchemy import JSON, Select, String, false, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from companion.identity.tokens import fingerprint, is_link, token_of
from companion.persistence.database import UtcDateTime, now

SECRETS_AGAIN: Final = timedelta(minutes=10)
"""For how long a key that belongs to nobody gives the secrets of what was made under it."""


class KeyReused(Exception):
    """This idempotency key came with another body before."""


class Linked:
    """The columns of what has a link.

    Attributes:
        id: its name inside; gives no right.
        link: its address, at least 64 random bits; whoever has it may read.
        edit_hash: sha256 of the edit token; whoever has the token may change and delete.
        maker: sha256 of the secret of the device that made it, or None.
        created, changed: when.
        version: counts its changes from 1.
    """

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    link: Mapped[str] = mapped_column(String(16), unique=True)
    edit_hash: Mapped[str] = mapped_column(String(64))
    maker: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int]


class Key:
    """The columns of an idempotency key under which something was made.

    The row outlives what was made and deleted, so that a late repetition does not make it again; then it holds nothing
    of it.

    Attributes:
        key_hash: sha256 of the key.
        body_hash: sha256 of the request's body; empty once it is deleted.
        salt: with the key, gives the edit token back; see `companion.identity.tokens`.
        answer: the answer of that request without the token; None once it is deleted.
    """

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    def forget(self) -> None:
        """Hold nothing of what was made any more."""
        self.answer, self.body_hash = None, ""


Row = TypeVar("Row", bound=Linked)


def with_link(model: type[Row], link: str) -> Select[Row]:
    """The query for the row with that link."""
    # Not every text can be asked of every database: NUL, for one.
    return select(model).where(model.link == link) if is_link(link) else select(model).where(false())


def locked(session: Session, model: type[Row], link: str) -> Row | None:
    """The row with that link, read afresh, which nobody else writes to until this transaction ends; None: no such."""
    return session.scalar(with_link(model, link).with_for_update().execution_options(populate_existing=True))


@dataclass(frozen=True)
class Made:
    """Something new: its answer, and the edit token that is shown once; None: no longer."""

    answer: Mapping[str, Any]
    token: str | None


def repeated(earlier: Key, made: Linked | None, key: str, raw: bytes, *, owned: bool) -> Made | None:
    """The first answer once more; None where what was made is deleted since.

    Args:
        earlier: the key as it is kept.
        made: what was made under it.
        key: as it came.
        raw: the body as it came.
        owned: whether the key belongs to a device or token; one that does not gives its secret for a while only.

    Raises:
        KeyReused: the key came with another body.
    """
    if earlier.answer is None or made is None:
        return None
    if earlier.body_hash != fingerprint(raw):
        raise KeyReused
    return Made(earlier.answer, token_of(key, earlier.salt) if owned or gives_secrets(made.created) else None)


def gives_secrets(created: datetime) -> bool:
    """Whether what was made then under a key of nobody still gives its secrets to whoever has that key."""
    return now() - created < SECRETS_AGAIN
