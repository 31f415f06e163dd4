"""Links to sit down at a table without asking."""

from datetime import timedelta
from typing import Final

from sqlalchemy import select, update

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, new_token, token_of
from companion.persistence.database import db, now
from companion.rules.state.pieces import Side
from companion.tables.permissions import holds, viewer_of
from companion.tables.records import Invite
from companion.tables.refusals import Refused
from companion.tables.repository import LoadedTable
from companion.tables.seating import check_host, seat_row
from companion.tables.unit_of_work import UnitOfWork, write

INVITED_FOR: Final = timedelta(minutes=30)
"""The time for which a link to sit down is valid."""


class BadInvite(Refused):
    """A link to sit down that is of another table or seat, used up, or expired."""


def make_invite(code: str, caller: Caller, seat: Side | None = None) -> tuple[str, Invite]:
    """Return a link to sit down without asking: on any free seat, or once on one seat.

    Args:
        code: of the table.
        caller: who invites: any player there; to a taken seat, only its player or the host.
        seat: which, or None.

    Returns:
        The secret, which is not stored, and the link's record.

    Raises:
        TableGone, NotAllowed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat.
        NotHost: the seat is another's.
    """
    salt = new_token()
    secret = token_of(caller.token or caller.device or "", salt)

    def decide(work: UnitOfWork) -> Invite:
        viewer = viewer_of(work.table, caller)
        if viewer.seat is None:
            raise caller.refusal()
        if seat is not None and not holds(caller, seat_row(work.table, seat)):
            check_host(work.loaded, caller)
        made = Invite(
            hash=fingerprint(secret),
            table_id=work.table.id,
            seat=seat,
            salt=salt,
            made_by=next((one.seat for one in work.table.seats if holds(caller, one)), viewer.seat),
            expires=now() + INVITED_FOR,
            used=False,
        )
        work.also(lambda session: session.add(made))
        return made

    return secret, write(code, decide)


def valid_invite(loaded: LoadedTable, caller: Caller, seat: Side | None = None) -> str | None:
    """Return the secret of this phone's newest valid link, or None.

    Args:
        loaded: the table.
        caller: whose phone.
        seat: to which seat; None: to any free one, which has to be good for a while yet.
    """
    query = select(Invite).where(
        Invite.table_id == loaded.table.id,
        Invite.seat.is_(None) if seat is None else Invite.seat == seat,
        Invite.expires > now() + (INVITED_FOR / 2 if seat is None else timedelta()),
        Invite.used.is_(False),
    )
    for made in db.session.scalars(query.order_by(Invite.expires.desc())):
        secret = token_of(caller.token or caller.device or "", made.salt)
        if fingerprint(secret) == made.hash:
            return secret
    return None


def revoke_invites(work: UnitOfWork, seat: Side) -> None:
    """Revoke the links to a seat, so that its former holder cannot come back by one."""
    made = update(Invite).where(Invite.table_id == work.table.id, Invite.made_by == seat)
    work.also(lambda session: session.execute(made.values(used=True)))


def accept_invite(work: UnitOfWork, secret: str, seat: Side) -> bool:
    """Return whether a link gives that seat; a link to a certain seat works once.

    Raises:
        BadInvite: it does not.
    """
    found = db.session.get(Invite, fingerprint(secret))
    row = seat_row(work.table, seat)
    if found is None or found.table_id != work.table.id or found.expires <= now() or found.used:
        raise BadInvite(work.loaded)
    if found.seat is None:
        return row.free
    if found.seat != seat:
        raise BadInvite(work.loaded)
    used = update(Invite).where(Invite.hash == found.hash).values(used=True)
    work.also(lambda session: session.execute(used))
    return True
