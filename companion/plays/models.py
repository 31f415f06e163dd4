"""The tables of plays: what every sheet and table has come to, written again whenever one of them changes."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from companion.persistence.database import Base, UtcDateTime
from companion.players_day import LONGEST_ZONE


class Play(Base):
    """A game that has ended and whose result everybody may know.

    It goes with what tells of it, but stays where its table expires.

    Attributes:
        id: of its sheet or table, or one of its own.
        sheet_id, table_id: by which of them it is told; by neither if it came with a file or its table has expired. A
            game of which a sheet is kept stands here twice.
        played: when its game began, as far as known.
        edition: by the rules of which one.
        difficulty: how strong the guards were, or None: nobody has told, or there were none.
        players: how many people.
        margin: of who was alone against the guards: by how many points they were ahead; else None.
        escaped: whether they won against the guards; else None.
        zone: the time zone of whoever played it, or None: unknown.
        minutes: how long it took, as far as a table knows.
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
    """What a person has come to in a play.

    Attributes:
        play_id, place: which side of which play, from 0.
        person: whoever has this name, as `companion.plays.person.person_id` says; empty for the nameless.
        name: as it stands there, or empty.
        points, rank, winner: as the result says.
        players, played: as of the play.
    """

    __tablename__ = "play_side"
    # Whoever counts needs nothing else than what stands in it, in this order.
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
    """A file of plays that were played before, taken in as a whole and taken out as a whole.

    Attributes:
        id: its name inside.
        maker: sha256 of the secret of the device that has taken it in.
        made: when.
        name: of the file.
        zone: the time zone of that device, or None: unknown.
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
    """A device that sat at the table of a play and has it in its figures, though the table has expired.

    Attributes:
        play_id: which play.
        device: sha256 of the secret of the device.
    """

    __tablename__ = "play_device"

    play_id: Mapped[str] = mapped_column(ForeignKey("play.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)


class PlayDue(Base):
    """A sheet or table that ended before there were plays, and is still to be told as one.

    Attributes:
        id: of the sheet or table.
    """

    __tablename__ = "play_due"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)


class SamePerson(Base):
    """Two names that somebody has said to be one person's. It holds no name, only what follows from it.

    Attributes:
        owner: for whom: sha256 of the secret of a device, or empty for a household.
        person: who is counted under another name.
        into: who that is.
    """

    __tablename__ = "same_person"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(String(20), primary_key=True)
    into: Mapped[str] = mapped_column(String(20))
