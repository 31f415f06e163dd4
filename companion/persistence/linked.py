"""Records that have their own link, as score sheets and boxes: made once under a key, found, deleted."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import JSON, ColumnElement, Select, String, false, select, true
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, is_link, new_link, new_token, token_of
from companion.persistence.database import Base, UtcDateTime, db, now, truncate_wal, writing

SECRETS_AGAIN: Final = timedelta(minutes=10)
"""The time for which a key that belongs to nobody gives the secrets again of the record made under it."""


class KeyReused(Exception):
    """This idempotency key came with another body before."""


class LinkedRecord(Base):
    """The columns of a record that has a link.

    Attributes:
        id: its name inside; gives no right.
        link: its address, at least 64 random bits; anyone who has it may read.
        edit_hash: sha256 of the edit token; anyone who has the token may change and delete.
        maker: sha256 of the secret of the device that made it, or None.
        created, changed: when.
        version: counts its changes from 1.
    """

    __abstract__ = True

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    link: Mapped[str] = mapped_column(String(16), unique=True)
    edit_hash: Mapped[str] = mapped_column(String(64))
    maker: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int]


class Key(Base):
    """The columns of an idempotency key under which something was made.

    The row outlives what was made and deleted, so that a late repetition does not make it again; then it holds nothing
    of it.

    Attributes:
        key_hash: sha256 of the key.
        body_hash: sha256 of the request's body; empty once it is deleted.
        salt: with the key, gives the edit token back; see `companion.identity.tokens`.
        answer: the answer of that request without the token; None once it is deleted.
        made_id: what was made, or None once it is deleted; each kind says where it is kept.
    """

    __abstract__ = True

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    body_hash: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str] = mapped_column(String(64))
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    made_id: Mapped[str | None]

    def forget(self) -> None:
        """Erase everything about the record that was made; the key stays used."""
        self.answer, self.body_hash, self.made_id = None, "", None


Row = TypeVar("Row", bound=LinkedRecord)
KeyRow = TypeVar("KeyRow", bound=Key)


class Stale(Exception, Generic[Row]):
    """The row has changed since the version that the change was based on."""

    def __init__(self, row: Row) -> None:
        super().__init__("stale")
        self.row = row


@dataclass(frozen=True)
class Made:
    """Something new: its answer, and the edit token that is shown once; None: no longer."""

    answer: Mapping[str, Any]
    token: str | None


def gives_secrets(created: datetime) -> bool:
    """Return whether a key of nobody that was used then still gives the record's secrets to a caller who has it."""
    return now() - created < SECRETS_AGAIN


class LinkedRepository(Generic[Row, KeyRow]):
    """A store of one kind of linked record: makes, finds, changes, deletes and lists its rows.

    The link lets read; the edit token and the creator's device change and delete; a household changes together.
    """

    def __init__(self, row: type[Row], key: type[KeyRow], gone: type[Exception]) -> None:
        """Keep records of one kind.

        Args:
            row: the model of the records.
            key: the model of the idempotency keys under which it is made.
            gone: raised where no row has a link, or none any more.
        """
        self._row = row
        self._key = key
        self._gone = gone

    def make(
        self,
        columns: Mapping[str, Any],
        answer: Callable[[Row], Mapping[str, Any]],
        *,
        caller: Caller,
        key: str | None,
        raw: bytes,
    ) -> Made:
        """Keep something new; the same caller's idempotency key with the same raw body gives the first answer again.

        Args:
            columns: what the row holds beyond what all of them hold.
            answer: what to answer for it; it is kept with the key.
            caller: who makes it.
            key: the idempotency key, or None.
            raw: the request as it came, which must be the same under the same key.

        Raises:
            KeyReused: the key came with another body.
            Exception: what was made under the key was deleted since; it is this repository's `gone`.
        """
        own = caller.own_key(key)
        try:
            return self._make(columns, answer, caller=caller, key=own, raw=raw)
        except IntegrityError:
            # Another process wrote the same key in the same moment; now it can be read.
            return self._make(columns, answer, caller=caller, key=own, raw=raw)

    def _make(
        self,
        columns: Mapping[str, Any],
        answer: Callable[[Row], Mapping[str, Any]],
        *,
        caller: Caller,
        key: str | None,
        raw: bytes,
    ) -> Made:
        salt = new_token()
        token = token_of(key, salt) if key else new_token()
        with writing() as session:
            if key and (earlier := self.with_key(session, key)):
                return self._repeated(session, earlier, key, raw, owned=bool(caller.owner))
            row = self.add(session, edit_hash=fingerprint(token), maker=caller.device_hash, **columns)
            answered = dict(answer(row))
            if key:
                self.add_key(session, key, row, body_hash=fingerprint(raw), salt=salt, answer=answered)
        return Made(answered, token)

    def _repeated(self, session: Session, earlier: KeyRow, key: str, raw: bytes, *, owned: bool) -> Made:
        """Return the first answer once more; only a key that belongs to a device or token gives its secret for good."""
        row = session.get(self._row, earlier.made_id) if earlier.made_id else None
        if earlier.answer is None or row is None:
            raise self._gone
        if earlier.body_hash != fingerprint(raw):
            raise KeyReused
        return Made(earlier.answer, token_of(key, earlier.salt) if owned or gives_secrets(row.created) else None)

    def add(self, session: Session, *, edit_hash: str, maker: str | None, **columns: Any) -> Row:
        """Add a new row, in a transaction that writes."""
        moment = now()
        row = self._row(
            id=uuid.uuid4().hex,
            link=new_link(),
            edit_hash=edit_hash,
            maker=maker,
            created=moment,
            changed=moment,
            version=1,
            **columns,
        )
        session.add(row)
        session.flush()
        return row

    def add_key(
        self, session: Session, key: str, row: Row, *, body_hash: str, salt: str, answer: dict[str, Any] | None
    ) -> None:
        """Keep the key under which a row was made, in the same transaction."""
        session.add(self._key(key_hash=fingerprint(key), body_hash=body_hash, salt=salt, made_id=row.id, answer=answer))

    def with_key(self, session: Session, key: str) -> KeyRow | None:
        """Return the key as it is kept, which nobody else writes to until this transaction ends."""
        return session.scalar(select(self._key).where(self._key.key_hash == fingerprint(key)).with_for_update())

    def find(self, link: str) -> Row:
        """Return the row with that link.

        Raises:
            Exception: this repository's `gone`, where there is none.
        """
        row = db.session.scalar(self.with_link(link))
        if row is None:
            raise self._gone
        return row

    def with_link(self, link: str) -> Select[Row]:
        """Return the query for the row with that link."""
        # Not every text can be asked of every database: NUL, for one.
        return select(self._row).where(self._row.link == link if is_link(link) else false())

    def _find_to_change(self, session: Session, link: str) -> Row:
        """Return the row with that link, read afresh, which nobody else writes to until this transaction ends."""
        query = self.with_link(link).with_for_update().execution_options(populate_existing=True)
        row = session.scalar(query)
        if row is None:
            raise self._gone
        return row

    def change(
        self,
        link: str,
        caller: Caller,
        apply: Callable[[Row], None],
        *,
        check_version: Callable[[Row], None] = lambda _: None,
        always: bool = False,
        beside: bool = False,
    ) -> Row:
        """Change a row as a whole or not at all.

        The order of checks is fixed: who, version, then the change itself.

        Args:
            link: of which row.
            caller: who asks.
            apply: sets its columns; what it raises leaves the row as it was.
            check_version: raises `Stale` where the change was based on another version.
            always: whether a change that changes nothing makes a version too.
            beside: whether the change is to columns that have no versions.

        Raises:
            NotAllowed, Stale: see there.
            Exception: this repository's `gone`.
        """

        def check(row: Row) -> None:
            if not caller.may_change(row):
                raise caller.refusal()
            check_version(row)

        return self.amend(link, apply, check=check, always=always, beside=beside)

    def amend(
        self,
        link: str,
        apply: Callable[[Row], None],
        *,
        check: Callable[[Row], None] = lambda _: None,
        always: bool = False,
        beside: bool = False,
    ) -> Row:
        """Change a row for any caller; the calling code, or `check`, decides whether the caller may."""
        with writing() as session:
            row = self._find_to_change(session, link)
            check(row)
            apply(row)
            if not beside and (always or session.is_modified(row)):
                row.version += 1
                row.changed = now()
        return row

    def delete(self, link: str, caller: Caller, *, check_version: Callable[[Row], None] = lambda _: None) -> None:
        """Delete a row and all data of it; only its maker may.

        Raises:
            NotAllowed, Stale: see there.
            Exception: this repository's `gone`.
        """

        def check(row: Row) -> None:
            if not caller.made(row):
                raise caller.refusal()
            check_version(row)

        self.remove(link, check=check)

    def remove(self, link: str, *, check: Callable[[Row], None] = lambda _: None) -> None:
        """Delete a row for the owner of the database.

        Raises:
            Exception: this repository's `gone`, where there is none.
        """
        with writing() as session:
            row = self._find_to_change(session, link)
            check(row)
            for key in session.scalars(select(self._key).where(self._key.made_id == row.id)):
                key.forget()
            session.flush()
            session.delete(row)
        truncate_wal()

    def recent(self, caller: Caller, most: int) -> Sequence[Row]:
        """Return the rows that a history shows, the last changed first."""
        return db.session.scalars(self.visible(caller).limit(most)).all()

    def visible(self, caller: Caller) -> Select[Row]:
        """Return the query for the rows of `recent`."""
        return select(self._row).where(self.seen_by(caller)).order_by(self._row.changed.desc(), self._row.id.desc())

    def seen_by(self, caller: Caller) -> ColumnElement[bool]:
        """Return the condition for rows that a history shows: all to a household, its own to a device."""
        if caller.household:
            return true()
        return false() if caller.device_hash is None else self._row.maker == caller.device_hash
