"""Keeping boxes: make, read, change, learn, delete, list. One code path for SQLite and PostgreSQL.

Who may do what is as with score sheets: whoever has the link reads; the edit token and the maker's device change and
delete; a household changes together.
"""

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, false, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.boxes.box import Box
from companion.boxes.file_format import document, parse
from companion.boxes.models import BoxKey, KeptBox
from companion.identity.tokens import fingerprint, new_link, new_token, token_of
from companion.persistence.database import db, forget_deleted, now, writing
from companion.persistence.linked import Made, locked, repeated, with_link
from companion.sheets.repository import Caller

MOST_LISTED = 200


class BoxGone(Exception):
    """No box has this link, or none any more."""


class StaleBox(Exception):
    """The box has changed since the version that the change was based on."""

    def __init__(self, kept: KeptBox) -> None:
        super().__init__("stale")
        self.kept = kept


def box_of(kept: KeptBox) -> Box:
    """The box as a value."""
    return parse(kept.body)


def make(
    box: Box,
    answer: Callable[[KeptBox], Mapping[str, Any]],
    *,
    caller: Caller,
    key: str | None = None,
    raw: bytes = b"",
) -> Made:
    """Keep a new box; the same idempotency key with the same raw body gives the first answer again.

    Args:
        box: what to keep.
        answer: what to answer for it; it is kept with the key.
        caller: who makes it.
        key: the idempotency key, or None.
        raw: the request as it came, which must be the same under the same key.

    Raises:
        KeyReused: the key came with another body.
        BoxGone: the box made under the key was deleted since.
    """
    key = caller.own_key(key)
    try:
        return _make(box, answer, caller=caller, key=key, raw=raw)
    except IntegrityError:
        # Another process wrote the same key in the same moment; now it can be read.
        return _make(box, answer, caller=caller, key=key, raw=raw)


def _make(
    box: Box, answer: Callable[[KeptBox], Mapping[str, Any]], *, caller: Caller, key: str | None, raw: bytes
) -> Made:
    salt = new_token()
    token = token_of(key, salt) if key else new_token()
    with writing() as session:
        if key and (earlier := _with_key(session, key)):
            made = session.get(KeptBox, earlier.box_id) if earlier.box_id else None
            if again := repeated(earlier, made, key, raw, owned=bool(caller.owner)):
                return again
            raise BoxGone
        kept = _new(session, box, caller, token)
        answered = dict(answer(kept))
        if key:
            session.add(
                BoxKey(
                    key_hash=fingerprint(key),
                    body_hash=fingerprint(raw),
                    salt=salt,
                    box_id=kept.id,
                    answer=answered,
                )
            )
    return Made(answered, token)


def _new(session: Session, box: Box, caller: Caller, token: str) -> KeptBox:
    moment = now()
    kept = KeptBox(
        id=uuid.uuid4().hex,
        link=new_link(),
        edit_hash=fingerprint(token),
        maker=fingerprint(caller.device) if caller.device else None,
        created=moment,
        changed=moment,
        version=1,
        body=document(box),
    )
    session.add(kept)
    session.flush()
    return kept


def _with_key(session: Session, key: str) -> BoxKey | None:
    return session.scalar(select(BoxKey).where(BoxKey.key_hash == fingerprint(key)).with_for_update())


def default_box(caller: Caller, name: str) -> KeptBox:
    """The box that a game uses where nobody chose one: the last changed that the caller sees, or a new empty one.

    Args:
        caller: a household, or a device; each gets its first box once, however many ask at the same moment.
        name: what a new one is called.

    Raises:
        NotAllowed: the caller is neither.
    """
    if not (caller.household or caller.device):
        raise caller.refusal()
    listed = recent(caller, most=1)
    if listed:
        return listed[0]
    try:
        return _first(caller, name)
    except IntegrityError:
        return _first(caller, name)


def _first(caller: Caller, name: str) -> KeptBox:
    # No idempotency key holds a space, so none is ever this one.
    key = "first box of the household" if caller.household else f"first box of {caller.device}"
    with writing() as session:
        earlier = _with_key(session, key)
        listed = session.scalars(_visible(caller).limit(1)).first()
        if listed is not None:
            return listed
        kept = _new(session, Box(name), caller, new_token())
        if earlier is None:
            session.add(BoxKey(key_hash=fingerprint(key), body_hash="", salt="", box_id=kept.id, answer=None))
        else:
            earlier.box_id = kept.id
    return kept


def find(link: str) -> KeptBox:
    """The box with that link.

    Raises:
        BoxGone: there is none.
    """
    kept = db.session.scalar(with_link(KeptBox, link))
    if kept is None:
        raise BoxGone
    return kept


def _find_to_change(session: Session, link: str) -> KeptBox:
    kept = locked(session, KeptBox, link)
    if kept is None:
        raise BoxGone
    return kept


def change(
    link: str,
    caller: Caller,
    apply: Callable[[Box], Box],
    *,
    check_version: Callable[[KeptBox], None] = lambda _: None,
    always: bool = False,
) -> KeptBox:
    """Change a box as a whole or not at all.

    The order of checks is fixed: who, version, then the change itself.

    Args:
        link: which box.
        caller: who asks.
        apply: the box as it shall be; what it raises leaves the box as it was.
        check_version: raises `StaleBox` where the change was based on another version.
        always: whether a change that changes nothing makes a version too.

    Raises:
        BoxGone, NotAllowed, StaleBox: see there.
    """
    with writing() as session:
        kept = _find_to_change(session, link)
        if not caller.may_change(kept):
            raise caller.refusal()
        check_version(kept)
        _apply(kept, apply, always=always)
    return kept


def by_id(id_: str) -> KeptBox:
    """The box with that id, which only tables know.

    Raises:
        BoxGone: there is none any more.
    """
    kept = db.session.get(KeptBox, id_)
    if kept is None:
        raise BoxGone
    return kept


def learn(link: str, apply: Callable[[Box], Box]) -> KeptBox:
    """Add what a table has seen, such as `lambda box: remember(box, faces)`; that its seats may is the table's to know.

    Raises:
        BoxGone: there is no such box any more.
    """
    with writing() as session:
        kept = _find_to_change(session, link)
        _apply(kept, apply, always=False)
    return kept


def _apply(kept: KeptBox, apply: Callable[[Box], Box], *, always: bool) -> None:
    body = document(apply(box_of(kept)))
    if always or body != kept.body:
        kept.body = body
        kept.version += 1
        kept.changed = now()


def delete(link: str, caller: Caller, *, check_version: Callable[[KeptBox], None] = lambda _: None) -> None:
    """Delete a box and all data of it; only its maker may.

    Raises:
        BoxGone, NotAllowed, StaleBox: see there.
    """
    with writing() as session:
        kept = _find_to_change(session, link)
        if not caller.made(kept):
            raise caller.refusal()
        check_version(kept)
        _delete(session, kept)
    forget_deleted()


def remove(link: str) -> None:
    """Delete a box as whoever owns the database.

    Raises:
        BoxGone: there is none.
    """
    with writing() as session:
        _delete(session, _find_to_change(session, link))
    forget_deleted()


def _delete(session: Session, kept: KeptBox) -> None:
    for key in session.scalars(select(BoxKey).where(BoxKey.box_id == kept.id)):
        key.box_id = None
        key.forget()
    session.flush()
    session.delete(kept)


def recent(caller: Caller, *, most: int = MOST_LISTED) -> Sequence[KeptBox]:
    """The boxes that the caller sees, the last changed first: a household all of this computer, a device its own."""
    return db.session.scalars(_visible(caller).limit(most)).all()


def _visible(caller: Caller) -> Select[KeptBox]:
    query = select(KeptBox).order_by(KeptBox.changed.desc(), KeptBox.id.desc())
    if caller.household:
        return query
    return query.where(KeptBox.maker == fingerprint(caller.device)) if caller.device else query.where(false())
