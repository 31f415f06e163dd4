"""Sitting down at a table, getting up, and who runs it. Each is a line of the log; the game does not change by it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, or_, select, update
from sqlalchemy.orm import Session

from companion.identity.tokens import fingerprint, matches, new_token, token_of
from companion.persistence.database import db, now, writing
from companion.rules.acts.actions import Act
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.state.position import Phase, Side
from companion.sheets.repository import Caller, NotAllowed
from companion.tables.command import Command, CommandResult
from companion.tables.commands import submit
from companion.tables.permissions import (
    ASLEEP_AFTER,
    SEEN_EVERY,
    Sitting,
    answer,
    holder_at,
    holder_of,
    holds,
    hosts,
    is_abandoned,
    is_silent,
    keeper,
    unheard,
    viewer_of,
)
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Invite, Table, TableSeat
from companion.tables.refusals import NotEnded, NotHost, Refused
from companion.tables.repository import LoadedTable, lines_after
from companion.tables.score_reveal import ALL_LINES
from companion.tables.state_cache import state_cache
from companion.tables.timeline import LATEST, Kind
from companion.tables.unit_of_work import UnitOfWork, unit_of_work

_RECENT_LINES: Final = 20
"""How far back in the log it is told that somebody took a seat."""

INVITED_FOR: Final = timedelta(minutes=30)
"""How long a link to sit down is good."""


class NoSuchSeat(Exception):
    """Nobody sits there in this game."""


class SeatWanted(Refused):
    """Somebody else asks for that seat already."""


class NobodyAsks(Refused):
    """Nobody asks for that seat."""


class HostIsHere(Refused):
    """The host's phone was heard of in the last two minutes."""


class LastSeat(Refused):
    """Nobody else sits at the table who could run it."""


class BadInvite(Refused):
    """A link to sit down that is not of this table or seat, is used up, or has expired."""


@dataclass(frozen=True)
class Sat:
    """Somebody has sat down, or asks to.

    Attributes:
        written: the table, and the line in its log.
        token: that of the seat, for a program, shown once; None for one that has a token or is a device.
        seated: whether the seat is theirs; otherwise the host has to say so.
    """

    written: CommandResult
    token: str | None
    seated: bool


def sit(code: str, caller: Caller, command: Command, seat: Side, sitting: Sitting) -> Sat:
    """Take a free seat, or say how one's own is called; a seat that needs the host's yes is asked for.

    Before the first round a free seat is anybody's who has the code. Later, and for a seat that another phone has, it
    takes an invitation or the host's yes; who sits at the table already takes free ones as well. In a household a seat
    whose phone is silent for two minutes is anybody's again, and everybody is told.

    Args:
        code: of the table.
        caller: who sits down.
        command: the line: its key, request and language.
        seat: which.
        sitting: name, crew, and the secret of a link, if one has led here.

    Raises:
        TableGone, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotAllowed: the token is of another table.
        NoSuchSeat: the game has no such seat.
        SeatWanted: somebody else asks for it.
        BadInvite: the link gives nothing.
    """
    salt = new_token()
    key = command.key
    anonymous = caller.token is None and caller.device is None
    token = (token_of(key, salt) if key else new_token()) if anonymous else None

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        mine = next((one for one in work.table.seats if holds(caller, one)), None)
        before = work.loaded.state.game.phase is Phase.SETUP
        row = _seat(work.table, seat)
        if sitting.else_free and before and mine is None and not row.free:
            row = next((one for one in work.table.seats if one.free), row)
        invited = sitting.invite is not None and _invited(work, sitting.invite, row.seat)
        kind = "sit"
        if not holds(caller, row):
            holder = holder_at(mine) if mine else holder_of(token or caller.token, caller, salt)
            if caller.household and is_abandoned(work.table, row, now()) and not invited:
                kind = "take_over"
                take_back_invites(work.session, work.table, row.seat)
                holder.take(row, now())
            elif invited or (row.free and (before or mine is not None)):
                holder.take(row, now())
            elif row.wanted:
                raise SeatWanted(work.loaded)
            else:
                holder.ask(row, sitting.name or "")
                told = seat_act(line, "ask", seat=row.seat, name=row.asked_name)
                return work.append(told, None)
        if sitting.name is not None:
            row.name = sitting.name
        if sitting.crew is not None:
            row.crew = sitting.crew
        told = seat_act(line, kind, seat=row.seat, name=row.name, crew=row.crew)
        return work.append(told, row.seat)

    written = submit(code, caller, command, handle, anybody)
    row = _seat(written.kept.table, written.line.act["fields"]["seat"])
    if anonymous and key:
        # Asked again under the same key, the token is the one of the first time, as long as it means anything.
        token = next((one for one in _tokens(key, row.salt, row.asked_salt) if _is_for(row, one)), None)
    return Sat(written, token, written.line.act.get("type") != "ask")


def leave(code: str, caller: Caller, command: Command, seat: Side) -> CommandResult:
    """Get up from one's seat; the host frees any. A host who gets up leaves that to whoever sits next.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat.
        NotHost: the seat is another's.
        LastSeat: nobody else sits there.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        row = _seat(work.table, seat)
        if not holds(caller, row):
            _checked_host(work.loaded, caller)
        others = [one for one in work.table.seats if one is not row and not one.free]
        if not others:
            raise LastSeat(work.loaded)
        row.token_hash = row.device = row.salt = row.seen = None
        take_back_invites(work.session, work.table, seat)
        if work.table.host == seat:
            work.table.host = others[0].seat
        if work.table.keeper == seat:
            work.table.keeper = keeper(work.table, now())
        return work.append(seat_act(line, "leave", seat=seat), viewer.seat)

    return submit(code, caller, command, handle)


def let_in(code: str, caller: Caller, command: Command, seat: Side, *, yes: bool) -> CommandResult:
    """The host, or the computer that serves, says whether somebody who asks for a seat may have it.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat.
        NotHost: only the host says so.
        NobodyAsks: for that seat.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        _checked_host(work.loaded, caller)
        row = _seat(work.table, seat)
        if not row.wanted:
            raise NobodyAsks(work.loaded)
        if yes:
            take_back_invites(work.session, work.table, seat)
        answer(row, yes=yes, moment=now())
        told = seat_act(line, "let_in" if yes else "turn_away", seat=seat)
        return work.append(told, viewer.seat)

    return submit(code, caller, command, handle, _from_inside)


def make_host(code: str, caller: Caller, command: Command, seat: Side) -> CommandResult:
    """Hand the table over to another seat; after two minutes of the host's silence whoever sits may take it.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat, or nobody has it.
        NotHost: it is not one's own seat that shall run the table.
        HostIsHere: the host was heard of in the last two minutes.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        row = _seat(work.table, seat)
        if row.free:
            raise NoSuchSeat
        if work.table.host not in viewer.seats:
            if not holds(caller, row):
                raise NotHost(work.loaded)
            if not is_silent(_seat(work.table, work.table.host), now()):
                raise HostIsHere(work.loaded)
        work.table.host = seat
        return work.append(seat_act(line, "host", seat=seat), viewer.seat)

    return submit(code, caller, command, handle)


def make_keeper(code: str, caller: Caller, command: Command, seat: Side) -> CommandResult:
    """Let another seat do the steps of the table; whoever sits there may say so.

    Whose phone was awake until then stands in the line, whoever says so: what that page has listed stays on it, and is
    not told to the next.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat, or nobody has it.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        if _seat(work.table, seat).free:
            raise NoSuchSeat
        moment = now()
        giver = keeper(work.table, moment)
        given = {} if is_abandoned(work.table, _seat(work.table, giver), moment) else {"giver": giver}
        work.table.keeper = seat
        return work.append(seat_act(line, "keeper", seat=seat, **given), viewer.seat)

    return submit(code, caller, command, handle)


def trust(code: str, caller: Caller, command: Command, *, edits_all: bool) -> CommandResult:
    """Say whether everybody who sits may correct everything that is open, or each only what is its own.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotHost: only the host says so.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        _checked_host(work.loaded, caller)
        work.table.edits_all = edits_all
        return work.append(seat_act(line, "trust", edits_all=edits_all), viewer.seat)

    return submit(code, caller, command, handle)


def reveal(code: str, caller: Caller, command: Command, lines: int) -> CommandResult:
    """Show the room that many lines of the final scores, one after another; `ALL_LINES` ends the ceremony.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotEnded: not everybody has counted yet.
        NotHost: the keeper of the table or its host uncovers line by line; anybody who sits ends it.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        # What the table does together its keeper does, who may be another than its host.
        if lines < ALL_LINES and keeper(work.table, now()) not in viewer.seats:
            _checked_host(work.loaded, caller)
        if work.loaded.state.game.phase is not Phase.ENDED:
            raise NotEnded(work.loaded, covered=counts_in_secret(work.loaded.state.game))
        work.table.revealed = lines
        return work.append(seat_act(line, "reveal", lines=lines), viewer.seat)

    return submit(code, caller, command, handle)


def invite(code: str, caller: Caller, seat: Side | None = None) -> tuple[str, Invite]:
    """A link to sit down without asking: on any free seat, or once on a certain one, from another phone.

    Args:
        code: of the table.
        caller: who invites: anybody who sits there; to a seat that somebody has, that one or the host.
        seat: which, or None.

    Returns:
        The secret, which is not stored, and what is known of it.

    Raises:
        TableGone, NotAllowed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat.
        NotHost: the seat is another's.
    """
    salt = new_token()
    secret = token_of(caller.token or caller.device or "", salt)
    with unit_of_work(code) as work:
        viewer = viewer_of(work.table, caller)
        if viewer.seat is None:
            raise caller.refusal()
        if seat is not None and not holds(caller, _seat(work.table, seat)):
            _checked_host(work.loaded, caller)
        made = Invite(
            hash=fingerprint(secret),
            table_id=work.table.id,
            seat=seat,
            salt=salt,
            made_by=next((one.seat for one in work.table.seats if holds(caller, one)), viewer.seat),
            expires=now() + INVITED_FOR,
            used=False,
        )
        work.session.add(made)
    return secret, made


def invited(loaded: LoadedTable, caller: Caller, seat: Side | None = None) -> str | None:
    """The secret of a link that this phone has made and that is still good, the last one; None where there is none.

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


def take_back_invites(session: Session, table: Table, seat: Side) -> None:
    """Whoever loses a seat does not come back by a link made while it was theirs."""
    made = update(Invite).where(Invite.table_id == table.id, Invite.made_by == seat)
    session.execute(made.values(used=True))


def follow_up(code: str, caller: Caller, command: Command, following: str) -> str:
    """Note that the same people have opened their next table, so that everybody is led there.

    Args:
        code: of the table that is over.
        caller: who has opened the next one; anybody who sits at this one.
        command: the line: its key, request and language.
        following: the code of the next one.

    Returns:
        The code at which they play on: where somebody else was quicker theirs, and the one that came after is deleted.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
    """

    def handle(work: UnitOfWork, viewer: Viewer, line: Command) -> CommandResult:
        first = work.table.next_code
        if first is not None and first != following and work.session.scalar(_coded(first)) is not None:
            raise _Followed(first)
        work.table.next_code = following
        return work.append(seat_act(line, "rematch"), viewer.seat)

    try:
        submit(code, caller, command, handle)
    except _Followed as quicker:
        with unit_of_work(following) as later:
            later.session.delete(later.table)
        return quicker.code
    return following


class _Followed(Exception):
    """The same people play on at a table already."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _coded(code: str) -> Select[Any]:
    return select(Table).where(Table.code == code)


def taken_over(loaded: LoadedTable) -> list[Side]:
    """The seats that somebody has taken in the last two minutes since their phones were silent."""
    return [act["fields"]["seat"] for act in _lately(loaded) if act["type"] == "take_over"]


def was_handed_on(loaded: LoadedTable) -> bool:
    """Whether somebody has let another one keep the table in the last two minutes."""
    return any(act["type"] == "keeper" for act in _lately(loaded))


class Handover(NamedTuple):
    """Who has given the steps of the table to another out of the own hand, and in which line."""

    version: int
    giver: Side


def handovers(loaded: LoadedTable) -> list[Handover]:
    """Those among the last lines, the first first."""
    version = loaded.state.version
    found = [line for line in lines_after(loaded.table, version - LATEST, upto=version) if line.kind == Kind.SEAT]
    return [Handover(line.version, line.act["fields"]["giver"]) for line in found if "giver" in line.act["fields"]]


def _lately(loaded: LoadedTable) -> list[Mapping[str, Any]]:
    """What was done about seats in the last two minutes."""
    version, since = loaded.state.version, now() - ASLEEP_AFTER
    lines = lines_after(loaded.table, version - _RECENT_LINES, upto=version)
    return [line.act for line in lines if line.kind == Kind.SEAT and line.moment > since]


def heard_of(table: Table, caller: Caller) -> None:
    """Note that a phone was heard of; seldom enough to cost nothing."""
    moment = now()
    mine = unheard(table, caller, moment)
    if not mine:
        return
    fresh = or_(TableSeat.seen.is_(None), TableSeat.seen < moment - SEEN_EVERY)
    seats = TableSeat.seat.in_([one.seat for one in mine])
    with writing() as session:
        # The table first, as whoever deletes it does: two who lock in another order would wait for each other.
        session.execute(update(Table).where(Table.id == table.id).values(stamp=Table.stamp + 1))
        session.execute(update(TableSeat).where(TableSeat.table_id == table.id, seats, fresh).values(seen=moment))
    state_cache().forget_row(table.code)


def anybody(table: Table, caller: Caller) -> Viewer:
    """Whoever has the code; a token of another table is none here."""
    viewer = viewer_of(table, caller)
    if caller.token is not None and not viewer.seats:
        raise NotAllowed(known=True)
    return viewer


def _checked_host(loaded: LoadedTable, caller: Caller) -> None:
    if not caller.computer and not hosts(caller, loaded.table):
        raise NotHost(loaded)


def _from_inside(table: Table, caller: Caller) -> Viewer:
    """Whoever sits there, and the computer that serves, through its own page."""
    viewer = viewer_of(table, caller)
    if not viewer.seats and not caller.computer:
        raise caller.refusal()
    return viewer


def _seat(table: Table, seat: Side) -> TableSeat:
    row = next((one for one in table.seats if one.seat == seat), None)
    if row is None:
        raise NoSuchSeat
    return row


def _invited(work: UnitOfWork, secret: str, seat: Side) -> bool:
    """Whether a link gives that seat; one for a certain seat gives it once.

    Raises:
        BadInvite: it does not.
    """
    found = work.session.get(Invite, fingerprint(secret))
    row = _seat(work.table, seat)
    if found is None or found.table_id != work.table.id or found.expires <= now() or found.used:
        raise BadInvite(work.loaded)
    if found.seat is None:
        return row.free
    if found.seat != seat:
        raise BadInvite(work.loaded)
    found.used = True
    return True


def _tokens(key: str, *salts: str | None) -> Iterator[str]:
    return (token_of(key, salt) for salt in salts if salt)


def _is_for(seat: TableSeat, token: str) -> bool:
    return matches(token, seat.token_hash) or matches(token, seat.asked_hash)


def seat_act(command: Command, kind: str, **fields: object) -> Command:
    """The line as the log keeps it."""
    return replace(command, kind=Kind.SEAT, act=Act(kind, fields))
