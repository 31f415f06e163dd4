"""The tables of score sheets."""

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from companion.persistence.linked import Key, LinkedRecord


class Sheet(LinkedRecord):
    """A score sheet.

    Attributes:
        draft: whether it is still being filled in.
        body: the scores request as docs/api.md has it under Score sheets, without `draft`.
        typed: what pages have typed, by field, where the text is more than the body's value ("3+6+2").
    """

    __tablename__ = "sheet"
    __table_args__ = (Index("ix_sheet_maker_changed", "maker", "changed"), Index("ix_sheet_changed", "changed"))

    draft: Mapped[bool]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    typed: Mapped[dict[str, str]] = mapped_column(JSON)


class SheetKey(Key):
    """An idempotency key under which a sheet was made.

    Attributes:
        made_id: the sheet, or None once it is deleted.
    """

    __tablename__ = "sheet_key"

    made_id: Mapped[str | None] = mapped_column("sheet_id", ForeignKey("sheet.id", ondelete="SET NULL"), index=True)
