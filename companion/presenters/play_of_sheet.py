"""Update the result record whenever a score sheet changes."""

from typing import Any

from sqlalchemy import Connection, event

from companion.plays.recording import SHEET, Result, record
from companion.presenters.kept_sheet import sheet_in
from companion.scoring.score import score
from companion.sheets.models import Sheet
from companion.words.telling import SEAT_NAMES, is_given


def record_sheet(connection: Connection, sheet: Sheet) -> None:
    """Write the sheet's result; delete it if the sheet cannot be scored."""
    record(connection, SHEET, sheet.id, _result(sheet))


def _result(sheet: Sheet) -> Result | None:
    counted = None if sheet.draft else sheet_in(sheet.body)
    if counted is None:
        return None
    names = ["" if is_given(side.name, SEAT_NAMES) else side.name for side in counted.sides]
    guards = next((place for place, side in enumerate(counted.sides) if side.guards), None)
    result = Result(sheet.played, counted.edition.name, names, score(counted), guards)
    return result._replace(zone=sheet.zone, place=sheet.place, note=sheet.note)


def set_up() -> None:
    """Write the result of every sheet from now on."""
    for change in ("after_insert", "after_update"):
        if not event.contains(Sheet, change, _changed):
            event.listen(Sheet, change, _changed)


def _changed(_: Any, connection: Connection, sheet: Sheet) -> None:
    record_sheet(connection, sheet)
