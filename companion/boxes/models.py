"""The tables of boxes."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from companion.database import Base, UtcDateTime


class KeptBox(Base):
    """A box.

    Attributes:
        id: its name inside; gives no right.
        link: its address, at least 64 random bits; whoever has it may read.
        edit_hash: sha256 of the edit token; whoever has the token may change and delete.
        maker: sha256 of the secret of the device that made it, or None.
        created, changed: when.
        version: counts its changes from 1.
        body: the box as `companion.boxes.format.BOX` has it.
    """

    __tablename__ = "box"
    __table_args__ = (Index("ix_box_maker_changed", "maker", "changed"), Index("ix_box_changed", "changed"))

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    link: Mapped[str] = mapped_column(String(16), unique=True)
    edit_hash: Mapped[str] = mapped_column(String(64))
    maker: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)


class BoxKey(Base):
    """An idempotency key under which a box was made, or whose first box it is.

    The row outlives a deleted box, so that a late repetition does not make it again; then it holds nothing of it.

    Attributes:
        key_hash: sha256 of the key.
        body_hash: sha256 of the request's body; empty once the box is deleted.
        salt: with the key, gives the edit token back; see `companion.sheets.tokens`.
        box_id: the box, or None once it is deleted.
        answer: the answer of that request without the token; None once the box is deleted.
    """

    __tablename__ = "box_key"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    box_id: Mapped[str | None] = mapped_column(ForeignKey("box.id", ondelete="SET NULL"), index=True)
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
