"""The tables of score sheets."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import JSON, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from companion.persistence.database import UtcDateTime
from companion.persistence.linked import Key, LinkedRecord
from companion.players_day import LONGEST_ZONE

LONGEST_PLACE: Final = 60
LONGEST_NOTE: Final = 500


class Sheet(LinkedRecord):
    """A score sheet.

    Attributes:
        draft: whether it is still being filled in.
        body: the scores request as docs/api.md has it under Score sheets, without `draft`.
        typed: what pages have typed, by field, where the text is more than the body's value ("3+6+2").
        zone: the time zone of the phone that began it or its table, or None: unknown.
        began: when its game began, as its table or a person says, or None: nobody says another moment than `created`.
        place: where it was played, or empty.
        note: what people want to remember of it, or empty.
    """

    __tablename__ = "sheet"
    __table_args__ = (Index("ix_sheet_maker_changed", "maker", "changed"), Index("ix_sheet_changed", "changed"))

    draft: Mapped[bool]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    typed: Mapped[dict[str, str]] = mapped_column(JSON)
    zone: Mapped[str | None] = mapped_column(String(LONGEST_ZONE))
    began: Mapped[datetime | None] = mapped_column(UtcDateTime)
    place: Mapped[str] = mapped_column(String(LONGEST_PLACE), default="", server_default=text("''"))
    note: Mapped[str] = mapped_column(String(LONGEST_NOTE), default="", server_default=text("''"))

    @property
    def played(self) -> datetime:
        """The moment when its game began, as which it was played."""
        return self.began or self.created


class SheetKey(Key):
    """An idempotency key under which a sheet was made.

    Attributes:
        made_id: the sheet, or None once it is deleted.
    """

    __tablename__ = "sheet_key"

    made_id: Mapped[str | None] = mapped_column("sheet_id", ForeignKey("sheet.id", ondelete="SET NULL"), index=True)
