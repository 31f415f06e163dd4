"""Transfers of seats, for phones without cookies after a change of address.

A transfer gives all seats of one device at one table to the first phone that brings it. Phones get theirs before
anything goes wrong; the host page can show one for any phone.
"""

from datetime import timedelta
from typing import Final

from sqlalchemy import delete, select

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, new_token, token_of
from companion.persistence.database import db, now, writing
from companion.rules.state.pieces import Side
from companion.tables.command import Command, CommandResult
from companion.tables.commands import submit
from companion.tables.invites import BadInvite, revoke_invites
from companion.tables.permissions import Holder, former_holder
from companion.tables.projection.viewer import Viewer
from companion.tables.records import SeatTransfer, TableSeat
from companion.tables.repository import LoadedTable
from companion.tables.seating import anybody, seat_act
from companion.tables.unit_of_work import UnitOfWork

GOOD_FOR: Final = timedelta(hours=12)
"""The time for which a phone can use its transfer: an evening."""

SCANNED_WITHIN: Final = timedelta(minutes=10)
"""The time for which a transfer on the computer's screen, for all to see, is valid."""


def transfer_of(loaded: LoadedTable, caller: Caller) -> str | None:
    """Return the secret of a phone's transfer, made once; None without a seat.

    Args:
        loaded: the table.
        caller: whose phone.
    """
    if caller.device is None or all(one.device != fingerprint(caller.device) for one in loaded.table.seats):
        return None
    query = select(SeatTransfer).where(
        SeatTransfer.table_id == loaded.table.id,
        SeatTransfer.device == fingerprint(caller.device),
        SeatTransfer.expires > now() + GOOD_FOR / 2,
    )
    for made in db.session.scalars(query):
        secret = token_of(caller.device, made.salt)
        if fingerprint(secret) == made.hash:
            return secret
    return _made(loaded, fingerprint(caller.device), caller.device, GOOD_FOR)


def transfer_for(loaded: LoadedTable, seat: Side) -> str | None:
    """Return the secret of a new transfer for a seat's phone, for the host page.

    Args:
        loaded: the table.
        seat: which.
    """
    device = next((one.device for one in loaded.table.seats if one.seat == seat), None)
    return device and _made(loaded, device, new_token(), SCANNED_WITHIN)


def _made(loaded: LoadedTable, device: str, key: str, good_for: timedelta) -> str:
    salt = new_token()
    secret = token_of(key, salt)
    with writing() as session:
        session.execute(delete(SeatTransfer).where(SeatTransfer.expires <= now()))
        session.add(
            SeatTransfer(
                hash=fingerprint(secret),
                table_id=loaded.table.id,
                device=device,
                salt=salt,
                expires=now() + good_for,
            )
        )
    return secret


def come_back(code: str, caller: Caller, command: Command, secret: str) -> CommandResult:
    """Give the seats of a transfer to the phone that brings it, which uses it up.

    Args:
        code: of the table.
        caller: the phone as it is now.
        command: the entry: its key, request and language.
        secret: of the transfer.

    Raises:
        TableGone, KeyReused, Closed: as `companion.tables.commands.submit`.
        BadInvite: it is of another table, used up, expired, or its phone has no seat any more.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        rows = _rows(work, secret)
        holder = fingerprint(caller.device or "")
        for row in rows:
            revoke_invites(work, row.seat)
            Holder(row.token_hash, holder, row.salt).take(row, now(), former=former_holder(row))
        return work.append(seat_act(line, "move", seat=rows[0].seat), rows[0].seat)

    return submit(code, caller, command, handle, anybody)


def _rows(work: UnitOfWork, secret: str) -> list[TableSeat]:
    made = db.session.get(SeatTransfer, fingerprint(secret))
    if made is None or made.table_id != work.table.id or made.expires <= now():
        raise BadInvite(work.loaded)
    rows = [one for one in work.table.seats if one.device == made.device]
    if not rows:
        raise BadInvite(work.loaded)
    used = delete(SeatTransfer).where(SeatTransfer.hash == made.hash)
    work.also(lambda session: session.execute(used))
    return rows
