"""The tables of finished games, updated whenever a sheet or table changes."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from companion.persistence.database import Base, UtcDateTime
from companion.players_day import LONGEST_ZONE


class Play(Base):
    """A finished game whose result is no secret.

    It is deleted with its sheet, table or file, but stays if its table expires.

    Attributes:
        id: the id of its sheet or table, or its own.
        sheet_id, table_id: the source of its result; none if it came with a file or its table has expired. A game
            with a score sheet is stored twice.
        played: when its game began, if known.
        edition: the edition of the rules.
        difficulty: how strong the guards were; None: unknown, or there were none.
        players: how many people.
        margin: the solitary player's lead over the guards in points; None in other games.
        escaped: whether that player won; None in other games.
        zone: the players' time zone; None: unknown.
        minutes: how long it took, if a table measured it.
        place, note: as its sheet has them.
    """

    __tablename__ = "play"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    sheet_id: Mapped[str | None] = mapped_column(ForeignKey("sheet.id", ondelete="CASCADE"), index=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True)
    played: Mapped[datetime] = mapped_column(UtcDateTime)
    edition: Mapped[str] = mapped_column(String(20))
    difficulty: Mapped[str | None] = mapped_column(String(20))
    players: Mapped[int]
    margin: Mapped[int | None]
    escaped: Mapped[bool | None]
    zone: Mapped[str | None] = mapped_column(String(LONGEST_ZONE))
    minutes: Mapped[int | None]
    place: Mapped[str] = mapped_column(String(60), default="", server_default=text("''"))
    note: Mapped[str] = mapped_column(String(500), default="", server_default=text("''"))


class PlaySide(Base):
    """A person's result in a play.

    Attributes:
        play_id, place: which side of which play, from 0.
        person: the id that `companion.plays.person.person_id` gives for the name; empty for the nameless.
        name: as the play has it, or empty.
        points, rank, winner: as the result says.
        players, played: as in the play.
    """

    __tablename__ = "play_side"
    # Statistics need only these columns, in this order.
    __table_args__ = (
        Index("ix_play_side_counted", "person", "players", "name", "played", "winner", "points", "play_id"),
    )

    play_id: Mapped[str] = mapped_column(ForeignKey("play.id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    points: Mapped[int]
    rank: Mapped[int]
    winner: Mapped[bool]
    players: Mapped[int]
    played: Mapped[datetime] = mapped_column(UtcDateTime)


class PlayImport(Base):
    """A file of past plays, imported and removed as a whole.

    Attributes:
        id: its internal name.
        maker: sha256 of the secret of the device that imported it.
        made: when.
        name: the name of the file.
        zone: the time zone of that device; None: unknown.
    """

    __tablename__ = "play_import"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    maker: Mapped[str] = mapped_column(String(64), index=True)
    made: Mapped[datetime] = mapped_column(UtcDateTime)
    name: Mapped[str] = mapped_column(String(80))
    zone: Mapped[str | None] = mapped_column(String(LONGEST_ZONE))


class ImportedPlay(Base):
    """A play that came with a file.

    Attributes:
        play_id, import_id: which play, with which file.
    """

    __tablename__ = "imported_play"

    play_id: Mapped[str] = mapped_column(ForeignKey("play.id", ondelete="CASCADE"), primary_key=True)
    import_id: Mapped[str] = mapped_column(ForeignKey("play_import.id", ondelete="CASCADE"), index=True)


class PlayDevice(Base):
    """A device that sat at an expired table and still counts the play in its stats.

    Attributes:
        play_id: which play.
        device: sha256 of the secret of the device.
    """

    __tablename__ = "play_device"

    play_id: Mapped[str] = mapped_column(ForeignKey("play.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)


class PlayDue(Base):
    """A sheet or table that ended before there were plays, not recorded yet.

    Attributes:
        id: of the sheet or table.
    """

    __tablename__ = "play_due"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)


class SamePerson(Base):
    """Two names that a device or household counts as one person.

    The row holds no names, only ids that follow from them.

    Attributes:
        owner: sha256 of the secret of the device, or empty for a household.
        person: the id of the one name.
        into: the id of the other, under which both are counted.
    """

    __tablename__ = "same_person"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(String(20), primary_key=True)
    into: Mapped[str] = mapped_column(String(20))
