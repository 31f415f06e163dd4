"""The tables of score sheets."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from companion.database import Base, UtcDateTime


class Sheet(Base):
    """A score sheet.

    Attributes:
        id: its name inside; gives no right.
        link: its address, at least 64 random bits; whoever has it may read.
        edit_hash: sha256 of the edit token; whoever has the token may change and delete.
        maker: sha256 of the secret of the device that made it, or None.
        created, changed: when.
        version: counts its changes from 1.
        draft: whether it is still being filled in.
        body: the scores request as docs/api.md has it under Score sheets, without `draft`.
        typed: what pages have typed, by field, where the text is more than the body's value ("3+6+2").
    """

    __tablename__ = "sheet"
    __table_args__ = (Index("ix_sheet_maker_changed", "maker", "changed"), Index("ix_sheet_changed", "changed"))

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    link: Mapped[str] = mapped_column(String(16), unique=True)
    edit_hash: Mapped[str] = mapped_column(String(64))
    maker: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int]
    draft: Mapped[bool]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    typed: Mapped[dict[str, str]] = mapped_column(JSON)


class SheetKey(Base):
    """An idempotency key under which a sheet was made.

    The row outlives a deleted sheet, so that a late repetition does not make it again; then it holds nothing of it.

    Attributes:
        key_hash: sha256 of the key.
        body_hash: sha256 of the request's body; empty once the sheet is deleted.
        salt: with the key, gives the edit token back; see `companion.sheets.tokens`.
        sheet_id: the sheet, or None once it is deleted.
        answer: the answer of that request without the token; None once the sheet is deleted.
    """

    __tablename__ = "sheet_key"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    sheet_id: Mapped[str | None] = mapped_column(ForeignKey("sheet.id", ondelete="SET NULL"), index=True)
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
