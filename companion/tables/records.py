"""The tables of the database that hold games."""

from datetime import datetime
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint, event, inspect, update
from sqlalchemy.orm import Mapped, Session, mapped_column, relationship
from sqlalchemy.orm.attributes import instance_dict, set_committed_value

from companion.persistence.database import Base, UtcDateTime
from companion.players_day import LONGEST_ZONE


class Table(Base):
    """A table: one evening's game.

    Attributes:
        id: its internal name; gives no right.
        code: the code to find it; anyone who has it may watch.
        created: when the game was opened.
        changed: when its row was written last, here; the moment of a game's last entry is in the entry.
        version: how many entries its log has.
        rules: the version of the app that opened it.
        seed: determines the orders of its cards; a secret until the table is closed.
        given: whether somebody may know the seed: a person chose it, or it was in a file.
        host: the seat that runs the table.
        keeper: the seat that runs the shared steps, or None: the host's; see `silence.chosen_keeper`.
        edits_all: whether players may correct everyone's open values, or only their own.
        revealed: how many lines of the final scores the host has shown to the room.
        watch: the address of the second screen, which gives no seat.
        seats: the seats of people, clockwise; the guards have none.
        next_code: of the table at which the same people have played on, or None.
        closed: whether it takes nothing more.
        over: whether it is closed, or its game has ended as its log is now.
        box_id: the copy on the table, or None: it has none, or the copy is gone.
        teaches: whether the copy saves card details entered here: only if the opener may change the copy.
        sheet_id: the score sheet of this game, or None: none was kept yet, or it is gone.
        sheet_version: which version of that sheet this table wrote; a sheet corrected since has another.
        zone: the time zone of the phone that opened it; None: unknown.
        began: when its game began; None: before the table was opened, or an older version opened it.
        stamp: raised by every write to this row or its seats.
    """

    __tablename__ = "game_table"
    __table_args__ = (Index("ix_game_table_changed", "changed"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int]
    rules: Mapped[str] = mapped_column(String(40))
    seed: Mapped[str] = mapped_column(String(200))
    given: Mapped[bool]
    host: Mapped[int]
    keeper: Mapped[int | None]
    edits_all: Mapped[bool]
    revealed: Mapped[int]
    watch: Mapped[str] = mapped_column(String(32), unique=True)
    next_code: Mapped[str | None] = mapped_column(String(8))
    closed: Mapped[bool]
    over: Mapped[bool]
    box_id: Mapped[str | None] = mapped_column(ForeignKey("box.id", ondelete="SET NULL"), index=True)
    teaches: Mapped[bool]
    sheet_id: Mapped[str | None] = mapped_column(ForeignKey("sheet.id", ondelete="SET NULL"), index=True)
    sheet_version: Mapped[int | None]
    zone: Mapped[str | None] = mapped_column(String(LONGEST_ZONE))
    began: Mapped[datetime | None] = mapped_column(UtcDateTime)
    stamp: Mapped[int] = mapped_column(default=0, server_default="0")
    seats: Mapped[list["TableSeat"]] = relationship(
        lazy="selectin", order_by="TableSeat.seat", cascade="all, delete-orphan", passive_deletes=True
    )

    @property
    def names(self) -> dict[int, str]:
        """The names of the seats; a seat without a name has an empty one."""
        return {one.seat: one.name for one in self.seats}

    @property
    def alone(self) -> bool:
        """True if one person plays against the guards."""
        return len(self.seats) == 1


class TableSeat(Base):
    """A seat of a table, and the phone or program that plays it.

    Attributes:
        table_id, seat: which seat of which table, clockwise from 0.
        name: what its player wants to be called, or empty.
        crew: which crew it plays, or empty.
        token_hash: sha256 of the token with which programs play it, or None.
        salt: gives that token back with the idempotency key under which it was given; see `companion.identity.tokens`.
        device: sha256 of the secret of the device that plays it, or None.
        seen: when its phone was last heard.
        woke: when its phone was last heard again after it had slept, or None.
        moves_done: the version up to which all moves listed on its phone are made, as a player there has said.
        moves_done_at: when the player said so, or None.
        asked_hash, asked_device, asked_salt: the phone that asks for the seat, like `token_hash`, `device` and `salt`.
        asked_name: the name that its player wants.
        former_hash, former_device: the phone before a takeover, like `token_hash` and `device`.
    """

    __tablename__ = "game_seat"
    __table_args__ = (Index("ix_game_seat_device", "device"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(40))
    crew: Mapped[str] = mapped_column(String(12))
    token_hash: Mapped[str | None] = mapped_column(String(64))
    salt: Mapped[str | None] = mapped_column(String(64))
    device: Mapped[str | None] = mapped_column(String(64))
    seen: Mapped[datetime | None] = mapped_column(UtcDateTime)
    woke: Mapped[datetime | None] = mapped_column(UtcDateTime)
    moves_done: Mapped[int] = mapped_column(default=0, server_default="0")
    moves_done_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    asked_hash: Mapped[str | None] = mapped_column(String(64))
    asked_device: Mapped[str | None] = mapped_column(String(64))
    asked_salt: Mapped[str | None] = mapped_column(String(64))
    asked_name: Mapped[str] = mapped_column(String(40))
    former_hash: Mapped[str | None] = mapped_column(String(64))
    former_device: Mapped[str | None] = mapped_column(String(64))

    @property
    def free(self) -> bool:
        """True if no phone or program plays it."""
        return self.token_hash is None and self.device is None

    @property
    def wanted(self) -> bool:
        """True if a person asks for it."""
        return self.asked_hash is not None or self.asked_device is not None


class Invite(Base):
    """A link to sit down without asking; only the sha256 of its secret is stored.

    Attributes:
        hash: sha256 of its secret.
        table_id: the table to sit down at.
        seat: the one seat that it gives, once; None: any free seat, as often as there is one.
        salt: gives the secret back to the phone that made the link; see `companion.identity.tokens`.
        made_by: the seat that invited.
        expires: until when it is good.
        used: whether it has given its seat, or is revoked since the phone that made it has lost its own.
    """

    __tablename__ = "game_invite"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int | None]
    salt: Mapped[str] = mapped_column(String(64))
    made_by: Mapped[int]
    expires: Mapped[datetime] = mapped_column(UtcDateTime)
    used: Mapped[bool]


class SeatTransfer(Base):
    """A transfer of a phone's seats to its new address, once; see `seat_transfers`.

    Attributes:
        hash: sha256 of its secret.
        table_id: at which table.
        device: whose seats: sha256 of the secret of the device.
        salt: gives the secret back to the phone that holds it; see `companion.identity.tokens`.
        expires: until when it is good.
    """

    __tablename__ = "game_transfer"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True)
    device: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    expires: Mapped[datetime] = mapped_column(UtcDateTime)


class Entry(Base):
    """An entry in a table's log, written once; nothing changes or deletes it.

    Attributes:
        table_id, version: which entry of which table, from 1.
        kind: of the entry; see `companion.tables.line.Kind`.
        act: the request: `type` and `fields` of an act, `to` of an undo.
        facts, why: what happened, and the reasons, as `companion.tables.log_codec` writes them.
        rules: the version of the app and the format in which it wrote this.
        seat: its owner, or None for the table itself.
        moment: when.
        shown: the version that the player had seen; None: not known, as of older entries.
        key_hash: sha256 of the idempotency key, or None for an entry without one.
        body_hash: sha256 of the request, which must be the same under the same key.
        language: of the response.
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
    shown: Mapped[int | None]
    key_hash: Mapped[str | None] = mapped_column(String(64))
    body_hash: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8))


class TableRefusal(Base):
    """A request rejected because of others' acts; see `companion.tables.idempotency`.

    Attributes:
        table_id: of which table.
        key_hash: sha256 of its idempotency key.
        body_hash: sha256 of the request.
    """

    __tablename__ = "game_refusal"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64), primary_key=True)


class Lesson(Base):
    """A card that a table saved to its copy, or completed there.

    Attributes:
        table_id: of which table.
        section, colour, card: where in the copy; see `companion.tables.box_learning.LeftCard`.
    """

    __tablename__ = "game_lesson"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    section: Mapped[str] = mapped_column(String(12), primary_key=True)
    colour: Mapped[str] = mapped_column(String(12), primary_key=True)
    card: Mapped[str] = mapped_column(String(12), primary_key=True)


class ParGame(Base):
    """A game that the odds-based player has played of a table's deal; see `companion.tables.par`.

    Attributes:
        table_id: of which table.
        line: the entry that began its first round.
        game: its number, from 1.
        total: the player's points.
        escaped: whether the player won.
    """

    __tablename__ = "game_par"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    total: Mapped[int]
    escaped: Mapped[bool]


class TableKey(Base):
    """An idempotency key under which a table was opened.

    Attributes:
        key_hash: sha256 of the key.
        body_hash: sha256 of the request.
        salt: with the key, gives the token of the seat back; see `companion.identity.tokens`.
        table_id: the table.
    """

    __tablename__ = "game_table_key"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True)


def copy_of(row: Table) -> Table:
    """Return a table's row with its seats as they are now, detached from any session."""
    copy = _copied(row)
    set_committed_value(copy, "seats", [_copied(seat) for seat in row.seats])
    return copy


_Row = TypeVar("_Row", bound=Base)


def _copied(row: _Row) -> _Row:
    copy, known = type(row)(), instance_dict(row)
    # Like `set_committed_value`, but without its record of changes, which is not needed here.
    instance_dict(copy).update(
        {name: known[name] if name in known else getattr(row, name) for name in _columns(type(row))}
    )
    return copy


@cache
def _columns(kind: type[Base]) -> tuple[str, ...]:
    return tuple(inspect(kind).column_attrs.keys())


def is_same(row: Table, other: Table) -> bool:
    """Return whether copies of a table differ only in what each entry changes."""
    first, second = ({**instance_dict(one), **_OF_EACH_LINE} for one in (row, other))
    seats, others = ([{**instance_dict(seat), **_OWN} for seat in one.seats] for one in (row, other))
    return first == second and seats == others


_OWN: Final = {"_sa_instance_state": None}
_OF_EACH_LINE: Final = {**_OWN, **dict.fromkeys(("version", "changed", "over", "stamp", "seats"))}


@event.listens_for(Session, "before_flush")
def _raise_stamps(session: Session, *_: Any) -> None:
    """Raise the stamps of changed tables, so that remembered rows are not used."""
    changed = [row for row in (*session.dirty, *session.new, *session.deleted) if session.is_modified(row)]
    tables = {row.id for row in changed if isinstance(row, Table)}
    tables |= {row.table_id for row in changed if isinstance(row, TableSeat)}
    if not tables:
        return
    here = [row for row in session if isinstance(row, Table) and row.id in tables]
    for table in here:
        table.stamp = (table.stamp or 0) + 1
    elsewhere = tables - {table.id for table in here}
    if elsewhere:
        session.execute(update(Table).where(Table.id.in_(elsewhere)).values(stamp=Table.stamp + 1))
