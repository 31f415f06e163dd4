"""The tables of boxes."""

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from companion.persistence.linked import Key, LinkedRecord


class KeptBox(LinkedRecord):
    """A box.

    Attributes:
        body: the box as `companion.boxes.file_format.BOX` has it.
    """

    __tablename__ = "box"
    __table_args__ = (Index("ix_box_maker_changed", "maker", "changed"), Index("ix_box_changed", "changed"))

    body: Mapped[dict[str, Any]] = mapped_column(JSON)


class BoxKey(Key):
    """An idempotency key under which a box was made, or whose first box it is.

    Attributes:
        made_id: the box, or None once it is deleted.
    """

    __tablename__ = "box_key"

    made_id: Mapped[str | None] = mapped_column("box_id", ForeignKey("box.id", ondelete="SET NULL"), index=True)
