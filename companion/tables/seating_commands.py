"""Sitting down and leaving, as log entries that do not change the game."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.identity.caller import Caller
from companion.identity.tokens import matches, new_token, token_of
from companion.persistence.database import now
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables.command import Command, CommandResult
from companion.tables.commands import submit
from companion.tables.invites import accept_invite, revoke_invites
from companion.tables.permissions import (
    Holder,
    Sitting,
    answer,
    held_before,
    holder_at,
    holder_of,
    holds,
    hosts,
    viewer_of,
)
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, TableSeat
from companion.tables.refusals import Refused
from companion.tables.seating import anybody, check_host, phones_now, seat_act, seat_row
from companion.tables.silence import acting_keeper, is_silent
from companion.tables.unit_of_work import UnitOfWork


class SeatWanted(Refused):
    """Another person asks for that seat already."""


class NobodyAsks(Refused):
    """Nobody asks for that seat."""


class LastSeat(Refused):
    """No one else sits at the table who could run it."""


@dataclass(frozen=True)
class SeatResult:
    """The result of sitting down or asking to.

    Attributes:
        result: the table, and the entry in its log.
        token: the seat's token for a program, shown once; None for a caller with a token or device.
        seated: whether the seat is theirs; otherwise the host has to agree.
    """

    result: CommandResult
    token: str | None
    seated: bool


def sit(code: str, caller: Caller, command: Command, seat: Side, sitting: Sitting) -> SeatResult:
    """Take a free seat, rename the caller's own, or ask the host for a seat.

    Before the first round anyone who has the code can take a free seat. Later, and for a seat that another phone has, a
    caller needs an invitation or the host's yes; players at the table may also take free seats. In a household anyone
    can take a seat whose phone has been silent for a minute, and everyone is notified; anywhere the host can take it.
    The phone that had the seat gets it back without asking.

    Args:
        code: of the table.
        caller: who sits down.
        command: the entry: its key, request and language.
        seat: which.
        sitting: name, crew, and the secret of a link that led here, if any.

    Raises:
        TableGone, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotAllowed: the token is of another table.
        NoSuchSeat: the game has no such seat.
        SeatWanted: another person wants it.
        BadInvite: the link gives nothing.
    """
    salt = new_token()
    key = command.key
    anonymous = caller.token is None and caller.device is None
    token = (token_of(key, salt) if key else new_token()) if anonymous else None
    newcomer = holder_of(token or caller.token, caller, salt)
    handle = partial(_sit, caller=caller, seat=seat, sitting=sitting, newcomer=newcomer)
    result = submit(code, caller, command, handle, anybody)
    row = seat_row(result.loaded.table, result.line.act.values["seat"])
    if anonymous and key:
        # Asked again under the same key, the token is the one of the first time, as long as it means anything.
        token = next((one for one in _tokens(key, row.salt, row.asked_salt) if _is_for(row, one)), None)
    return SeatResult(result, token, result.line.act.type != "ask")


def _sit(
    work: UnitOfWork,
    viewer: Viewer,
    command: Command,
    *,
    caller: Caller,
    seat: Side,
    sitting: Sitting,
    newcomer: Holder,
) -> CommandResult:
    mine = next((one for one in work.table.seats if holds(caller, one)), None)
    before = work.loaded.state.game.phase is Phase.SETUP
    row, phones = seat_row(work.table, seat), phones_now(work.table)
    if sitting.else_free and before and mine is None and not row.free:
        row = next((one for one in work.table.seats if one.free), row)
    invited = sitting.invite is not None and accept_invite(work, sitting.invite, row.seat)
    kind = "sit"
    if not holds(caller, row):
        holder = holder_at(mine) if mine else newcomer
        back = held_before(caller, row)
        may_take = (caller.household or hosts(caller, work.table)) and is_silent(work.table, row, now())
        # Otherwise hosts would have to agree to their own request.
        if not invited and back:
            kind = "take_back"
            revoke_invites(work, row.seat)
            holder.take(row, now())
        elif not invited and may_take:
            kind = "take_over"
            revoke_invites(work, row.seat)
            holder.take(row, now(), former=holder_at(row))
        elif invited or (row.free and (before or mine is not None)):
            holder.take(row, now())
        elif row.wanted:
            raise SeatWanted(work.loaded)
        else:
            holder.ask(row, sitting.name or "")
            return work.append(seat_act(command, "ask", seat=row.seat, name=row.asked_name), None)
    if sitting.name is not None:
        row.name = sitting.name
    if sitting.crew is not None:
        row.crew = sitting.crew
    return work.append(seat_act(command, kind, phones, seat=row.seat, name=row.name, crew=row.crew), row.seat)


def leave(code: str, caller: Caller, command: Command, seat: Side) -> CommandResult:
    """Free the caller's seat, or for the host any; a leaving host hands on the table.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat.
        NotHost: the seat is another's.
        LastSeat: no one else sits there.
    """
    return submit(code, caller, command, partial(_leave, caller=caller, seat=seat))


def _leave(work: UnitOfWork, viewer: Viewer, command: Command, *, caller: Caller, seat: Side) -> CommandResult:
    row = seat_row(work.table, seat)
    if not holds(caller, row):
        check_host(work.loaded, caller)
    others = [one for one in work.table.seats if one is not row and not one.free]
    if not others:
        raise LastSeat(work.loaded)
    phones = phones_now(work.table)
    row.token_hash = row.device = row.salt = row.seen = None
    revoke_invites(work, seat)
    if work.table.host == seat:
        work.table.host = others[0].seat
    if work.table.keeper == seat:
        work.table.keeper = acting_keeper(work.table, now())
    return work.append(seat_act(command, "leave", phones, seat=seat), viewer.seat)


def let_in(code: str, caller: Caller, command: Command, seat: Side, *, yes: bool) -> CommandResult:
    """Accept or reject a person who asks for a seat, as host or serving computer.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat.
        NotHost: the caller is neither.
        NobodyAsks: for that seat.
    """
    return submit(code, caller, command, partial(_let_in, caller=caller, seat=seat, yes=yes), _from_inside)


def _let_in(
    work: UnitOfWork, viewer: Viewer, command: Command, *, caller: Caller, seat: Side, yes: bool
) -> CommandResult:
    check_host(work.loaded, caller)
    row = seat_row(work.table, seat)
    if not row.wanted:
        raise NobodyAsks(work.loaded)
    if yes:
        revoke_invites(work, seat)
    phones = phones_now(work.table) if yes else ()
    answer(row, yes=yes, moment=now())
    kind = "let_in" if yes else "turn_away"
    return work.append(seat_act(command, kind, phones, seat=seat), viewer.seat)


def _from_inside(table: Table, caller: Caller) -> Viewer:
    """Admit players at the table, and the serving computer with its own page."""
    viewer = viewer_of(table, caller)
    if not viewer.seats and not caller.computer:
        raise caller.refusal()
    return viewer


def _tokens(key: str, *salts: str | None) -> Iterator[str]:
    return (token_of(key, salt) for salt in salts if salt)


def _is_for(seat: TableSeat, token: str) -> bool:
    return matches(token, seat.token_hash) or matches(token, seat.asked_hash)
