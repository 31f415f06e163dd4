"""The result of a table, written as its game ends and with every later change."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection

from companion.plays.recording import TABLE, Result, record, record_what_the_table_knows
from companion.tables.records import Table
from companion.tables.score_reveal import final_scores, is_result_shown
from companion.tables.timeline import State


def record_table(connection: Connection, table: Table, state: State) -> None:
    """Write the result of a table.

    Args:
        connection: a transaction that writes, in which the table is locked.
        table: as it is now.
        state: after its log.
    """
    told = _is_shown(table, state)
    record(connection, TABLE, table.id, _result(table, state, table.changed) if told else None)
    if told and table.sheet_id:
        record_what_the_table_knows(connection, table.id, table.sheet_id)


def _is_shown(table: Table, state: State) -> bool:
    return is_result_shown(state.game, table.revealed)


def _result(table: Table, state: State, ended: datetime) -> Result:
    setup, names = state.game.setup, table.names
    return Result(
        table.created,
        setup.edition.name,
        [names.get(side, "") for side in setup.sides],
        final_scores(state.game),
        setup.guards,
        setup.difficulty,
        table.zone,
        _minutes(table, ended),
    )


def _minutes(table: Table, ended: datetime) -> int | None:
    """Return how long a game took; None if it began unseen or lay overnight."""
    if table.began is None or ended - table.began > _LONGEST_GAME:
        return None
    return max(1, round((ended - table.began) / timedelta(minutes=1)))


_LONGEST_GAME: Final = timedelta(hours=12)
