"""Keeping boxes: make, read, change, learn, delete, list. One code path for SQLite and PostgreSQL."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from companion.boxes.box import Box
from companion.boxes.file_format import document, parse
from companion.boxes.models import BoxKey, KeptBox
from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, new_token
from companion.persistence.database import db, writing
from companion.persistence.linked import LinkedRepository, Made

MOST_LISTED: Final = 200


class BoxGone(Exception):
    """No box has this link, or none any more."""


_BOXES: Final = LinkedRepository(KeptBox, BoxKey, gone=BoxGone)

find: Final = _BOXES.find
delete: Final = _BOXES.delete
remove: Final = _BOXES.remove


def box_of(kept: KeptBox) -> Box:
    """Return the box as a value."""
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
    return _BOXES.make({"body": document(box)}, answer, caller=caller, key=key, raw=raw)


def default_box(caller: Caller, name: str) -> KeptBox:
    """Return the caller's last changed box, or a new empty one, as a game's default.

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
        earlier = _BOXES.with_key(session, key)
        listed = session.scalars(_BOXES.visible(caller).limit(1)).first()
        if listed is not None:
            return listed
        body = document(Box(name))
        kept = _BOXES.add(session, edit_hash=fingerprint(new_token()), maker=caller.device_hash, body=body)
        if earlier is None:
            _BOXES.add_key(session, key, kept, body_hash="", salt="", answer=None)
        else:
            earlier.made_id = kept.id
    return kept


def change(
    link: str,
    caller: Caller,
    apply: Callable[[Box], Box],
    *,
    check_version: Callable[[KeptBox], None] = lambda _: None,
    always: bool = False,
) -> KeptBox:
    """Change a box as a whole or not at all; see `LinkedRepository.change`.

    Args:
        link: which box.
        caller: who asks.
        apply: the box as it shall be; what it raises leaves the box as it was.
        check_version: raises `Stale` where the change was based on another version.
        always: whether a change that changes nothing makes a version too.

    Raises:
        BoxGone, NotAllowed, Stale: see there.
    """
    return _BOXES.change(link, caller, _applied(apply), check_version=check_version, always=always)


def _applied(apply: Callable[[Box], Box]) -> Callable[[KeptBox], None]:
    def replace_body(kept: KeptBox) -> None:
        kept.body = document(apply(box_of(kept)))

    return replace_body


def by_id(id_: str) -> KeptBox:
    """Return the box with that id, which only tables know.

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
    return _BOXES.amend(link, _applied(apply))


def recent(caller: Caller, *, most: int = MOST_LISTED) -> Sequence[KeptBox]:
    """Return the caller's boxes, the last changed first.

    A household sees all of this computer, a device its own.
    """
    return _BOXES.recent(caller, most)
