"""Who runs a table and keeps it, and what its host says of it. Each is a line of the log, none of the game."""

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
    """The host's phone was heard of in the last minute."""


def make_host(code: str, caller: Caller, command: Command, seat: Side) -> CommandResult:
    """Hand the table over to another seat; after a minute of the host's silence whoever sits may take it.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat, or nobody has it.
        NotHost: it is not one's own seat that shall run the table.
        HostIsHere: the host was heard of in the last minute.
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
    """Let another seat do the steps of the table; whoever sits there may say so.

    Whose phone kept it until then stands in the line, whoever says so: what that page has listed stays on it, and is
    not told to the next. That phone is awake: where no other is, it is the one that says so.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NoSuchSeat: the game has no such seat, or nobody has it.
    """
    return submit(code, caller, command, partial(_make_keeper, seat=seat))


def _make_keeper(work: UnitOfWork, viewer: Viewer, command: Command, *, seat: Side) -> CommandResult:
    if seat_row(work.table, seat).free:
        raise NoSuchSeat
    giver, phones = acting_keeper(work.table, now()), phones_now(work.table)
    work.table.keeper = seat
    return work.append(seat_act(command, "keeper", phones, seat=seat, giver=giver), viewer.seat)


def trust(code: str, caller: Caller, command: Command, *, edits_all: bool) -> CommandResult:
    """Say whether everybody who sits may correct everything that is open, or each only what is its own.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotHost: only the host says so.
    """
    return submit(code, caller, command, partial(_trust, caller=caller, edits_all=edits_all))


def _trust(work: UnitOfWork, viewer: Viewer, command: Command, *, caller: Caller, edits_all: bool) -> CommandResult:
    check_host(work.loaded, caller)
    work.table.edits_all = edits_all
    return work.append(seat_act(command, "trust", edits_all=edits_all), viewer.seat)


def reveal(code: str, caller: Caller, command: Command, lines: int) -> CommandResult:
    """Show the room that many lines of the final scores, one after another; `ALL_LINES` shows who has won, too.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed: as `companion.tables.commands.submit`.
        NotEnded: not everybody has counted yet.
        NotHost: the keeper of the table or its host uncovers line by line; anybody who sits uncovers all.
    """
    return submit(code, caller, command, partial(_reveal, caller=caller, lines=lines))


def _reveal(work: UnitOfWork, viewer: Viewer, command: Command, *, caller: Caller, lines: int) -> CommandResult:
    # What the table does together its keeper does, who may be another than its host.
    game = work.loaded.state.game
    some = lines < ALL_LINES and (game.phase is not Phase.ENDED or lines < len(final_lines(game)))
    if some and acting_keeper(work.table, now()) not in viewer.seats:
        check_host(work.loaded, caller)
    if game.phase is not Phase.ENDED:
        raise NotEnded(work.loaded, covered=counts_in_secret(game))
    # A tap that comes late covers nothing again that somebody has shown meanwhile.
    work.table.revealed = max(work.table.revealed, lines)
    return work.append(seat_act(command, "reveal", lines=lines), viewer.seat)
