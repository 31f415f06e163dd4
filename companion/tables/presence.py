"""Which phones of a table were heard of."""

from sqlalchemy import or_, update

from companion.persistence.database import now, writing
from companion.sheets.repository import Caller
from companion.tables.permissions import SEEN_EVERY, unheard
from companion.tables.records import Table, TableSeat
from companion.tables.state_cache import state_cache


def note_heard(table: Table, caller: Caller) -> None:
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
