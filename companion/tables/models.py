"""The tables of the database that hold games."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from companion.database import Base, UtcDateTime


class Table(Base):
    """A table: one evening's game.

    Attributes:
        id: its name inside; gives no right.
        code: by which it is found; whoever has it may watch.
        created, changed: when.
        version: how many lines its log has.
        rules: the version of the app that opened it.
        seed: what the orders of its cards follow from; nobody may see it before the table is closed.
        given: whether somebody gave the seed, and so knows it.
        names: of the sides, clockwise; an empty one has none.
        seat: which side sits here, for the others are the guards'.
        seat_hash: sha256 of the token of that seat.
        device: sha256 of the secret of the device that opened it, or None.
        closed: whether it takes nothing more.
        box_id: the box that lies on the table, or None: it has none, or the box is gone.
        teaches: whether the box remembers what is typed here: who opened the table may change it.
        sheet_id: the score sheet of this game, or None: none was kept yet, or it is gone.
        sheet_version: which version of that sheet this table wrote; one that people have corrected since has another.
    """

    __tablename__ = "game_table"
    __table_args__ = (
        Index("ix_game_table_device_changed", "device", "changed"),
        Index("ix_game_table_changed", "changed"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int]
    rules: Mapped[str] = mapped_column(String(40))
    seed: Mapped[str] = mapped_column(String(200))
    given: Mapped[bool]
    names: Mapped[list[str]] = mapped_column(JSON)
    seat: Mapped[int]
    seat_hash: Mapped[str] = mapped_column(String(64))
    device: Mapped[str | None] = mapped_column(String(64))
    closed: Mapped[bool]
    box_id: Mapped[str | None] = mapped_column(ForeignKey("box.id", ondelete="SET NULL"), index=True)
    teaches: Mapped[bool]
    sheet_id: Mapped[str | None] = mapped_column(ForeignKey("sheet.id", ondelete="SET NULL"), index=True)
    sheet_version: Mapped[int | None]


class Entry(Base):
    """A line of the log of a table. It is written once; nothing changes or deletes it.

    Attributes:
        table_id, version: which line of which table, from 1.
        kind: what it is; see `companion.tables.history.Kind`.
        act: what was asked: `type` and `fields` of an act, `to` of an undo.
        facts, why: what happened, and the reasons, as `companion.tables.codec` writes them.
        rules: the version of the app and the form in which it wrote this.
        seat: whose it is, or None for the table's own.
        moment: when.
        key_hash: sha256 of the idempotency key, or None for a line that came without one.
        body_hash: sha256 of the request, which must be the same under the same key.
        language: of the answer.
    """

    __tablename__ = "game_entry"
    __table_args__ = (UniqueConstraint("table_id", "key_hash", name="uq_game_entry_key_hash"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(12))
    act: Mapped[dict[str, Any]] = mapped_column(JSON)
    facts: Mapped[str] = mapped_column(Text)
    why: Mapped[str] = mapped_column(Text)
    rules: Mapped[str] = mapped_column(String(40))
    seat: Mapped[int | None]
    moment: Mapped[datetime] = mapped_column(UtcDateTime)
    key_hash: Mapped[str | None] = mapped_column(String(64))
    body_hash: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8))


class TableKey(Base):
    """An idempotency key under which a table was opened.

    Attributes:
        key_hash: sha256 of the key.
        body_hash: sha256 of the request.
        salt: with the key, gives the token of the seat back; see `companion.sheets.tokens`.
        table_id: the table.
    """

    __tablename__ = "game_table_key"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True)
