"""The box that lies on a table: what it knows of the cards there, and what it learns from them."""

from collections.abc import Callable

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from companion.boxes.box import Box
from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone, box_of, learn
from companion.boxes.repository import by_id as find_box
from companion.persistence.database import db
from companion.tables import box_learning
from companion.tables.box_learning import LeftCard
from companion.tables.command import CommandResult
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table
from companion.tables.repository import LoadedTable, log_line_of, stored_lines
from companion.tables.timeline import (
    Kind,
)


def box_of_table(table: Table) -> Box | None:
    """The box that lies on a table; None where there is none, or none any more."""
    try:
        return None if table.box_id is None else box_of(find_box(table.box_id))
    except BoxGone:
        return None


def box_version(table: Table) -> int | None:
    """The version of that box."""
    return db.session.scalar(select(KeptBox.version).where(KeptBox.id == table.box_id)) if table.box_id else None


def left_in_box(loaded: LoadedTable, kept: KeptBox, viewer: Viewer) -> list[LeftCard]:
    """The cards that somebody has told and taken back, and that the box on the table still has.

    Taken back are lines that can be done again, and a face over which a correction, the last line, has typed another.
    A line since which the box has not changed told nothing that it did not know already.
    """
    if not loaded.table.teaches:
        return []
    taken_back = [
        one.events
        for one in stored_lines(loaded.table, loaded.state.history.ahead)
        if one.seat in viewer.seats and one.moment <= kept.changed
    ]
    before = dict(loaded.state.latest[-1:])
    for one in stored_lines(loaded.table, before):
        if one.seat in viewer.seats and one.kind == Kind.CORRECTION:
            line = log_line_of(one, before)
            taken_back.append(tuple(box_learning.typed_over(line.before, line.events)))
    return box_learning.left_in(box_of(kept), loaded.state.game, taken_back)


def teach_box_of_line(result: CommandResult) -> None:
    """Let the box learn from a line that was added; asked for again, it learns nothing twice."""
    position, events = result.kept.state.game, result.line.events
    if box_learning.teaches(events):
        teach_box(result.kept.table, lambda box: box_learning.learned(box, position, events))


def teach_box(table: Table, apply: Callable[[Box], Box]) -> None:
    """Let the box of a table remember; what was acknowledged stands, whatever becomes of this."""
    if table.box_id is None or not table.teaches:
        return
    session = db.session()
    if table in session:
        # To write to the box would read the table anew.
        session.expunge(table)
    try:
        learn(find_box(table.box_id).link, apply)
    except BoxGone:
        pass
    except SQLAlchemyError:
        current_app.logger.exception("A box did not learn what was typed at its table.")
