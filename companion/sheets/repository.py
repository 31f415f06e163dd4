"""Keeping score sheets: make, read, change, delete, list. One code path for SQLite and PostgreSQL."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion.identity.caller import Caller
from companion.persistence.database import db
from companion.persistence.linked import LinkedRepository, Made
from companion.sheets.models import Sheet, SheetKey


class SheetGone(Exception):
    """No sheet has this link, or none any more."""


_SHEETS: Final = LinkedRepository(Sheet, SheetKey, gone=SheetGone)

find: Final = _SHEETS.find
change: Final = _SHEETS.change
delete: Final = _SHEETS.delete
remove: Final = _SHEETS.remove
seen_by: Final = _SHEETS.seen_by
with_link: Final = _SHEETS.with_link


def make(
    body: Mapping[str, Any],
    answer: Callable[[Sheet], Mapping[str, Any]],
    *,
    draft: bool,
    caller: Caller,
    key: str | None = None,
    raw: bytes = b"",
    typed: Mapping[str, str] | None = None,
    zone: str | None = None,
    details: Mapping[str, Any] = MappingProxyType({}),
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
        zone: the time zone of the phone that makes it, or None: unknown.
        details: what is known of its game: `began`, `place`, `note`.

    Raises:
        KeyReused: the key came with another body.
        SheetGone: the sheet made under the key was deleted since.
    """
    columns = {**_columns(body, draft=draft, typed=typed), "zone": zone, **details}
    return _SHEETS.make(columns, answer, caller=caller, key=key, raw=raw)


def new_sheet(session: Session, body: Mapping[str, Any], *, edit_hash: str, maker: str | None) -> Sheet:
    """Return a new sheet, in a transaction that writes; see `Sheet` for what each member is."""
    return _SHEETS.add(session, edit_hash=edit_hash, maker=maker, **_columns(body))


def _columns(
    body: Mapping[str, Any], *, draft: bool = False, typed: Mapping[str, str] | None = None
) -> Mapping[str, Any]:
    return {"draft": draft, "body": dict(body), "typed": dict(typed or {})}


def places(caller: Caller, *, most: int) -> Sequence[str]:
    """Return the places where the games of the caller's history were played, the most used first."""
    used = select(Sheet.place).where(seen_by(caller), Sheet.place != "").group_by(Sheet.place)
    return db.session.scalars(used.order_by(func.count().desc(), func.max(Sheet.changed).desc()).limit(most)).all()


def recent(caller: Caller, *, most: int = 50) -> Sequence[Sheet]:
    """Return the sheets that the caller's history shows, the last changed first."""
    return _SHEETS.recent(caller, most)
