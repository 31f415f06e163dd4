"""Entries about host and keeper of a table, which do not change the game."""

from functools import partial

from companion.identity.caller import Caller
from companion.persistence.database import now
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables.command import Command, CommandResult
from companion.tables.commands import submit
from companion.tables.permissions import holds
from companion.tables.projection.viewer import Viewer
from companion.tables.refusals import NotEnded, NotHost, Refused
from companion.tables.score_reveal import ALL_LINES, final_lines
from companion.tables.seating import NoSuchSeat, check_host, phones_now, seat_act, seat_row
from companion.tables.silence import acting_keeper, may_be_answered_for
from companion.tables.unit_of_work import UnitOfWork


class HostIsHere(Refused):
    """The host's phone was heard in the last minute."""


def make_host(code: str, caller: Caller, command: Command, seat: Side) -> CommandResult:
    """Make another seat the host; a player may also replace a silent host.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat, or it is free.
        NotHost: a caller who is not the host named another's seat.
        HostIsHere: the host's phone was heard in the last minute.
    """
    return submit(code, caller, command, partial(_make_host, caller=caller, seat=seat))


def _make_host(work: UnitOfWork, viewer: Viewer, command: Command, *, caller: Caller, seat: Side) -> CommandResult:
    row = seat_row(work.table, seat)
    if row.free:
        raise NoSuchSeat
    if work.table.host not in viewer.seats:
        if not holds(caller, row):
            raise NotHost(work.loaded)
        if not may_be_answered_for(seat_row(work.table, work.table.host), now()):
            raise HostIsHere(work.loaded)
    phones = phones_now(work.table)
    work.table.host = seat
    return work.append(seat_act(command, "host", phones, seat=seat), viewer.seat)


def make_keeper(code: str, caller: Caller, command: Command, seat: Side) -> CommandResult:
    """Let another seat run the shared steps; any player at the table may choose it.

    The entry names the phone that ran them until then: moves listed there stay there and are not listed on the next
    phone. That phone is awake: if no other is, it is the caller's.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat, or it is free.
    """
    return submit(code, caller, command, partial(_make_keeper, seat=seat))


def _make_keeper(work: UnitOfWork, viewer: Viewer, command: Command, *, seat: Side) -> CommandResult:
    if seat_row(work.table, seat).free:
        raise NoSuchSeat
    giver, phones = acting_keeper(work.table, now()), phones_now(work.table)
    work.table.keeper = seat
    return work.append(seat_act(command, "keeper", phones, seat=seat, giver=giver), viewer.seat)


def trust(code: str, caller: Caller, command: Command, *, edits_all: bool) -> CommandResult:
    """Set whether players may correct everyone's open values or only their own.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotHost: the caller is not the host.
    """
    return submit(code, caller, command, partial(_trust, caller=caller, edits_all=edits_all))


def _trust(work: UnitOfWork, viewer: Viewer, command: Command, *, caller: Caller, edits_all: bool) -> CommandResult:
    check_host(work.loaded, caller)
    work.table.edits_all = edits_all
    return work.append(seat_act(command, "trust", edits_all=edits_all), viewer.seat)


def reveal(code: str, caller: Caller, command: Command, lines: int) -> CommandResult:
    """Show that many lines of the final scores; `ALL_LINES` shows the winner, too.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotEnded: some players have not counted yet.
        NotHost: only the keeper or host reveals line by line; any player reveals all.
    """
    return submit(code, caller, command, partial(_reveal, caller=caller, lines=lines))


def _reveal(work: UnitOfWork, viewer: Viewer, command: Command, *, caller: Caller, lines: int) -> CommandResult:
    # The keeper does the shared steps of the table, and may be another than its host.
    game = work.loaded.state.game
    some = lines < ALL_LINES and (game.phase is not Phase.ENDED or lines < len(final_lines(game)))
    if some and acting_keeper(work.table, now()) not in viewer.seats:
        check_host(work.loaded, caller)
    if game.phase is not Phase.ENDED:
        raise NotEnded(work.loaded, covered=counts_in_secret(game))
    # A late tap does not cover lines again that others have revealed since.
    work.table.revealed = max(work.table.revealed, lines)
    return work.append(seat_act(command, "reveal", lines=lines), viewer.seat)
