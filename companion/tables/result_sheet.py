"""The score sheet of a game that has ended."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.identity.caller import Caller
from companion.persistence.database import db, now
from companion.rules.state.position import Phase
from companion.sheets.models import Sheet
from companion.sheets.repository import new_sheet
from companion.tables.command import Command
from companion.tables.commands import seated_viewer
from companion.tables.line import Kind
from companion.tables.records import Table
from companion.tables.refusals import NotEnded
from companion.tables.repository import LoadedTable, TableGone, find
from companion.tables.score_reveal import ALL_LINES, is_result_shown, is_sealed
from companion.tables.seating import seat_act
from companion.tables.unit_of_work import UnitOfWork, write


def keep_sheet(code: str, caller: Caller, body: Callable[[LoadedTable], Mapping[str, Any]]) -> Sheet:
    """Return the score sheet of a game that has ended, made the first time.

    In a game of several, this shows the result to everyone.

    The player who runs the table may correct and delete the sheet: the token of the host's seat is its edit token, and
    the host's device is its creator. If the game goes back and ends differently, the sheet follows, unless people have
    corrected it.

    Args:
        code: of the table.
        caller: who asks.
        body: makes the scores request of it.

    Raises:
        TableGone, NotAllowed: as `companion.tables.commands.submit`.
        NotEnded: the game goes on.
    """
    write(code, partial(_keep, caller=caller, body=body))
    sheet = sheet_of(find(code).table)
    if sheet is None:
        # Somebody has deleted it in this moment.
        raise TableGone
    return sheet


def _keep(work: UnitOfWork, *, caller: Caller, body: Callable[[LoadedTable], Mapping[str, Any]]) -> None:
    table, loaded, game = work.table, work.loaded, work.loaded.state.game
    viewer = seated_viewer(table, caller)
    sealed = is_sealed(game, table.revealed)
    if sealed or game.phase is not Phase.ENDED:
        raise NotEnded(loaded, covered=sealed)
    if not game.setup.solitary and (sheet_of(table) is None or not is_result_shown(game, table.revealed)):
        # Players who wait for the result are notified, and see it from now on.
        table.revealed = ALL_LINES
        shown = Command(Kind.SEAT, loaded.state.version)
        work.append(seat_act(shown, "reveal", lines=ALL_LINES), viewer.seat)
    work.also(partial(_write_sheet, table, body(loaded)))


def _write_sheet(table: Table, scores: Mapping[str, Any], session: Session) -> None:
    sheet = session.get(Sheet, table.sheet_id, with_for_update=True) if table.sheet_id else None
    if sheet is None:
        host = next(one for one in table.seats if one.seat == table.host)
        sheet = new_sheet(session, scores, edit_hash=host.token_hash or "", maker=host.device)
        sheet.zone, sheet.began = table.zone, table.created
        table.sheet_id, table.sheet_version = sheet.id, sheet.version
    elif sheet.version == table.sheet_version:
        found = _with_names_of(sheet, scores)
        if found != sheet.body:
            sheet.body, sheet.version, sheet.changed = found, sheet.version + 1, now()
            table.sheet_version = sheet.version


def _with_names_of(sheet: Sheet, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scores request with a sheet's names, which may be in another language."""
    named = zip(body["sides"], sheet.body["sides"], strict=True)
    return {**body, "sides": [{**side, "name": kept["name"]} for side, kept in named]}


def sheet_of(table: Table) -> Sheet | None:
    """Return the score sheet of a table, or None."""
    return db.session.get(Sheet, table.sheet_id) if table.sheet_id else None


def table_of(sheet: Sheet) -> Table | None:
    """Return the table of a score sheet, or None if it has none."""
    return db.session.scalar(select(Table).where(Table.sheet_id == sheet.id))
