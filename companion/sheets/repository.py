"""Keeping score sheets: make, read, change, delete, list. One code path for SQLite and PostgreSQL."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, false, select, true
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.identity.tokens import SECRET_LENGTH, fingerprint, matches, new_link, new_token, token_of
from companion.persistence.database import db, forget_deleted, now, writing
from companion.persistence.linked import KeyReused as KeyReused  # noqa: PLC0414 - what `make` raises
from companion.persistence.linked import Linked, Made, locked, repeated, with_link
from companion.sheets.models import Sheet, SheetKey


class SheetGone(Exception):
    """No sheet has this link, or none any more."""


class NotAllowed(Exception):
    """Whoever asks may not do this; `known` says whether a secret came at all."""

    def __init__(self, *, known: bool) -> None:
        super().__init__("not allowed")
        self.known = known


class Stale(Exception):
    """The sheet has changed since the version that the change was based on."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__("stale")
        self.sheet = sheet


@dataclass(frozen=True)
class Caller:
    """Who asks: what it can prove.

    Attributes:
        token: an edit token, or None.
        device: the secret of a device, or None.
        household: whether every phone here may change every sheet of this computer; deleting stays the maker's.
        computer: whether it asks through the own page of the computer that serves, at which its owner sits.
    """

    token: str | None = None
    device: str | None = None
    household: bool = False
    computer: bool = False

    @property
    def owner(self) -> str | None:
        """The secret to which its idempotency keys belong; None: it has none, or none that is hard to guess."""
        secret = self.token or self.device
        return secret if secret and len(secret) >= SECRET_LENGTH else None

    def own_key(self, key: str | None) -> str | None:
        """An idempotency key as this caller's: the same from anybody else is another."""
        # No key holds a space.
        return key if key is None or self.owner is None else f"{fingerprint(self.owner)} {key}"

    def made(self, kept: Linked) -> bool:
        """Whether it proves to be the maker, who may delete: by the edit token or as the device that made it."""
        return matches(self.token, kept.edit_hash) or matches(self.device, kept.maker)

    def may_change(self, kept: Linked) -> bool:
        """Whether it may change the sheet or the box."""
        return self.household or self.made(kept)

    def refusal(self) -> NotAllowed:
        """What to raise where it may not."""
        return NotAllowed(known=bool(self.token or self.device))


def make(
    body: Mapping[str, Any],
    answer: Callable[[Sheet], Mapping[str, Any]],
    *,
    draft: bool,
    caller: Caller,
    key: str | None = None,
    raw: bytes = b"",
    typed: Mapping[str, str] | None = None,
) -> Made:
    """Keep a new sheet; the same caller's idempotency key with the same raw body gives the first answer again.

    Args:
        body: the scores request.
        answer: what to answer for the sheet; it is kept with the key.
        draft: whether the sheet is still being filled in.
        caller: who makes it.
        key: the idempotency key, or None.
        raw: the body as it came, which must be the same under the same key.
        typed: what a page has typed beyond the body.

    Raises:
        KeyReused: the key came with another body.
        SheetGone: the sheet made under the key was deleted since.
    """
    key = caller.own_key(key)
    try:
        return _make(body, answer, draft=draft, caller=caller, key=key, raw=raw, typed=typed)
    except IntegrityError:
        # Another process wrote the same key in the same moment; now it can be read.
        return _make(body, answer, draft=draft, caller=caller, key=key, raw=raw, typed=typed)


def _make(
    body: Mapping[str, Any],
    answer: Callable[[Sheet], Mapping[str, Any]],
    *,
    draft: bool,
    caller: Caller,
    key: str | None,
    raw: bytes,
    typed: Mapping[str, str] | None,
) -> Made:
    salt = new_token()
    token = token_of(key, salt) if key else new_token()
    with writing() as session:
        if key and (earlier := _earlier(session, key)):
            made = session.get(Sheet, earlier.sheet_id) if earlier.sheet_id else None
            if again := repeated(earlier, made, key, raw, owned=bool(caller.owner)):
                return again
            raise SheetGone
        maker = fingerprint(caller.device) if caller.device else None
        sheet = new_sheet(session, body, edit_hash=fingerprint(token), maker=maker, draft=draft, typed=typed)
        answered = dict(answer(sheet))
        if key:
            session.add(
                SheetKey(
                    key_hash=fingerprint(key),
                    body_hash=fingerprint(raw),
                    salt=salt,
                    sheet_id=sheet.id,
                    answer=answered,
                )
            )
    return Made(answered, token)


def new_sheet(
    session: Session,
    body: Mapping[str, Any],
    *,
    edit_hash: str,
    maker: str | None,
    draft: bool = False,
    typed: Mapping[str, str] | None = None,
) -> Sheet:
    """A new sheet, in a transaction that writes; see `Sheet` for what each member is."""
    moment = now()
    sheet = Sheet(
        id=uuid.uuid4().hex,
        link=new_link(),
        edit_hash=edit_hash,
        maker=maker,
        created=moment,
        changed=moment,
        version=1,
        draft=draft,
        body=dict(body),
        typed=dict(typed or {}),
    )
    session.add(sheet)
    session.flush()
    return sheet


def _earlier(session: Session, key: str) -> SheetKey | None:
    return session.scalar(select(SheetKey).where(SheetKey.key_hash == fingerprint(key)))


def find(link: str) -> Sheet:
    """The sheet with that link.

    Raises:
        SheetGone: there is none.
    """
    sheet = db.session.scalar(with_link(Sheet, link))
    if sheet is None:
        raise SheetGone
    return sheet


def _find_to_change(session: Session, link: str) -> Sheet:
    sheet = locked(session, Sheet, link)
    if sheet is None:
        raise SheetGone
    return sheet


def change(
    link: str,
    caller: Caller,
    apply: Callable[[Sheet], None],
    *,
    check_version: Callable[[Sheet], None] = lambda _: None,
) -> Sheet:
    """Change a sheet as a whole or not at all.

    The order of checks is fixed: who, version, then the change itself.

    Args:
        link: which sheet.
        caller: who asks.
        apply: sets `body`, `typed` and `draft`; what it raises leaves the sheet as it was.
        check_version: raises `Stale` where the change was based on another version.

    Raises:
        SheetGone, NotAllowed, Stale: see there.
    """
    with writing() as session:
        sheet = _find_to_change(session, link)
        if not caller.may_change(sheet):
            raise caller.refusal()
        check_version(sheet)
        apply(sheet)
        if session.is_modified(sheet):
            sheet.version += 1
            sheet.changed = now()
    return sheet


def delete(link: str, caller: Caller, *, check_version: Callable[[Sheet], None] = lambda _: None) -> None:
    """Delete a sheet and all data of it; only its maker may.

    Raises:
        SheetGone, NotAllowed, Stale: see there.
    """
    with writing() as session:
        sheet = _find_to_change(session, link)
        if not caller.made(sheet):
            raise caller.refusal()
        check_version(sheet)
        _delete(session, sheet)
    forget_deleted()


def remove(link: str) -> None:
    """Delete a score sheet as whoever owns the database.

    Raises:
        SheetGone: there is none.
    """
    with writing() as session:
        _delete(session, _find_to_change(session, link))
    forget_deleted()


def _delete(session: Session, sheet: Sheet) -> None:
    for key in session.scalars(select(SheetKey).where(SheetKey.sheet_id == sheet.id)):
        key.sheet_id = None
        key.forget()
    session.flush()
    session.delete(sheet)


def recent(caller: Caller, *, most: int = 50) -> Sequence[Sheet]:
    """The sheets that the caller's history shows, the last changed first."""
    query = select(Sheet).where(seen_by(caller)).order_by(Sheet.changed.desc(), Sheet.id.desc()).limit(most)
    return db.session.scalars(query).all()


def seen_by(caller: Caller) -> ColumnElement[bool]:
    """Which sheets a history shows: to a household all of this computer, to a device those that it has made."""
    if caller.household:
        return true()
    return false() if caller.device is None else Sheet.maker == fingerprint(caller.device)
