"""The copy on a table: what it knows of the cards there, and what is saved to it."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from companion.boxes.box import Box
from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone, box_of, learn
from companion.boxes.repository import by_id as find_box
from companion.persistence.database import db, writing
from companion.tables import box_learning
from companion.tables.box_learning import LeftCard
from companion.tables.command import CommandResult
from companion.tables.line import MOVING, Kind
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Lesson, Table
from companion.tables.repository import LoadedTable, state_as_it_was, stored_line, stored_lines


def box_of_table(table: Table) -> Box | None:
    """Return the copy on a table, or None."""
    try:
        return None if table.box_id is None else box_of(find_box(table.box_id))
    except BoxGone:
        return None


def box_version(table: Table) -> int | None:
    """Return the version of that copy."""
    return db.session.scalar(select(KeptBox.version).where(KeptBox.id == table.box_id)) if table.box_id else None


def left_in_box(loaded: LoadedTable, kept: KeptBox, viewer: Viewer) -> list[LeftCard]:
    """Return cards that only this table saved to its copy, and that were undone since.

    They are in entries that can be redone, or the last entry, a correction, replaced them.
    """
    if not loaded.table.teaches:
        return []
    lines = stored_lines(loaded.table, loaded.state.history.ahead)
    taken_back = [one.events for one in lines if one.seat in viewer.seats]
    before = dict(loaded.state.latest[-1:])
    taken_back += (
        tuple(box_learning.typed_over(before[line.version], line.events))
        for line in stored_lines(loaded.table, before)
        if line.seat in viewer.seats and line.kind is Kind.CORRECTION
    )
    return (
        box_learning.left_in(box_of(kept), loaded.state.game, taken_back, _lessons(loaded.table)) if taken_back else []
    )


def left_by(loaded: LoadedTable, kept: KeptBox, kind: str, card: int) -> list[LeftCard]:
    """Return this table's cards that its copy would keep after a correction."""
    return box_learning.left_by(box_of(kept), loaded.state.game, kind, card, _lessons(loaded.table))


def take_out(kept: KeptBox, cards: Iterable[LeftCard]) -> None:
    """Remove from a copy cards that were entered by mistake."""
    learn(kept.link, lambda box: box_learning.without(box, cards))


def _lessons(table: Table) -> set[tuple[str, str, str]]:
    """Return the cards that a table saved to its copy."""
    told = select(Lesson.section, Lesson.colour, Lesson.card).where(Lesson.table_id == table.id)
    return {(section, colour, card) for section, colour, card in db.session.execute(told)}


def teach_box_of_lines(result: CommandResult) -> None:
    """Save the card details and board rows of added entries to the copy, once."""
    for one in (*result.first, result):
        _teach_box_of_line(one)


def _teach_box_of_line(result: CommandResult) -> None:
    table, position, events = result.loaded.table, result.loaded.state.game, result.line.events
    if box_learning.teaches(events):
        teach_box(table, lambda box: box_learning.learned(box, position, events))
    if result.line.kind is Kind.ACT:
        _forget_mistyped(result)
    if result.line.kind in MOVING and (rows := box_learning.rows_changed(result.line.before, position)):
        teach_box(table, lambda box: box_learning.with_rows(box, rows))


def _forget_mistyped(result: CommandResult) -> None:
    """Remove a face from the copy that was just undone and replaced: a mistake."""
    table, line, loaded = result.loaded.table, result.line, result.loaded
    told = box_learning.cards_told(line.events)
    back = stored_line(table, line.version - 1) if told and table.teaches and table.box_id else None
    if back is None or back.kind != Kind.UNDO:
        return
    counting = state_as_it_was(table, back.version - 1).history.counting
    undone = stored_line(table, next(one for one in counting if one > back.to)).events
    if not told & box_learning.cards_told(undone):
        return
    with suppress(BoxGone):
        box = find_box(table.box_id or "")
        mistyped = box_learning.left_in(box_of(box), loaded.state.game, [undone], _lessons(table))
        if mistyped:
            take_out(box, mistyped)


def teach_box(table: Table, apply: Callable[[Box], Box]) -> None:
    """Save details to the copy of a table; the entry stays even if this fails."""
    if table.box_id is None or not table.teaches:
        return
    session = db.session()
    if table in session:
        # Writing to the copy would read the table again.
        session.expunge(table)
    lessons: list[tuple[str, str, str]] = []

    def taught(box: Box) -> Box:
        after = apply(box)
        lessons[:] = box_learning.lessons(box, after)
        return after

    try:
        learn(find_box(table.box_id).link, taught)
        if lessons:
            with writing() as work:
                for section, colour, card in lessons:
                    work.merge(Lesson(table_id=table.id, section=section, colour=colour, card=card))
    except BoxGone:
        pass
    except SQLAlchemyError:
        current_app.logger.exception("A box did not learn what was typed at its table.")
