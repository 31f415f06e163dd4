"""When phones were last heard, and which moves were made there: not in the log."""

from collections.abc import Collection

from sqlalchemy import or_, update
from sqlalchemy.orm import Session

from companion.identity.caller import Caller
from companion.persistence.database import now, writing
from companion.rules.state.pieces import Side
from companion.tables.broadcast import WOKEN, live, tell_others
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, TableSeat
from companion.tables.silence import SEEN_EVERY, acting_keeper, ahead, seats_of_silent_phones, silent_seats, unheard
from companion.tables.state_cache import state_cache


def note_moved(table: Table, viewer: Viewer, version: int, listed: Collection[Side] = ()) -> None:
    """Note that a phone's players have made all moves listed up to a version.

    The phone that keeps the table lists the moves of silent phones, too: they find them done when they wake.

    Args:
        table: at which they sit.
        viewer: who says so.
        version: that was on screen.
        listed: the seats of silent phones whose moves were on it.
    """
    moment, told = now(), min(version, table.version)
    silent = seats_of_silent_phones(table, moment) if acting_keeper(table, moment) in viewer.seats else set()
    seats, later = TableSeat.seat.in_(viewer.seats | silent & {*listed}), TableSeat.moves_done <= told
    with writing() as session:
        _raise_stamp(session, table)
        done = update(TableSeat).where(TableSeat.table_id == table.id, seats, later)
        session.execute(done.values(moves_done=told, moves_done_at=moment))
    state_cache().forget_row(table.code)


def _raise_stamp(session: Session, table: Table) -> None:
    """Lock the table first, as deletion does, to avoid a deadlock."""
    session.execute(update(Table).where(Table.id == table.id).values(stamp=Table.stamp + 1))


def note_heard(table: Table, caller: Caller) -> None:
    """Note that a phone was heard, seldom enough to cost nothing.

    Other phones learn at once that a silent phone is back.
    """
    moment = now()
    mine = unheard(table, caller, moment)
    if not mine:
        return
    fresh = or_(TableSeat.seen.is_(None), TableSeat.seen < moment - SEEN_EVERY)
    seats = TableSeat.seat.in_([one.seat for one in mine])
    slept = silent_seats(table, moment)
    awake = {"woke": moment} if any(one.seat in slept for one in mine) else {}
    with writing() as session:
        _raise_stamp(session, table)
        if late := [one.seat for one in ahead(table, moment)]:
            # They would not fall silent before the clock is there again.
            early = update(TableSeat).where(TableSeat.table_id == table.id, TableSeat.seat.in_(late))
            session.execute(early.values(seen=moment))
        heard = update(TableSeat).where(TableSeat.table_id == table.id, seats, fresh)
        session.execute(heard.values(seen=moment, **awake))
        if awake:
            tell_others(session.connection(), table.id, WOKEN)
    state_cache().forget_row(table.code)
    if awake:
        live().tell(table.id, WOKEN)
