"""Housekeeping for the owner of the database: what is stored and can be deleted."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from companion.boxes.models import KeptBox
from companion.persistence.database import db
from companion.plays.expired import without_table
from companion.plays.models import Play, PlayImport
from companion.sheets.models import Sheet
from companion.tables.records import Table


class StoredItem(NamedTuple):
    """A stored item.

    Attributes:
        kind: "sheet", "box", "import", "figures" (a finished game without its table), "running" or "over".
        name: the code of a game, the id of an imported file or of figures, the link of anything else.
        changed: its last change; for an imported file its import, for figures when the game was played.
    """

    kind: str
    name: str
    changed: datetime


def everything() -> Sequence[StoredItem]:
    """Return all stored items: games, then sheets, copies, imported files, and stats.

    Each kind begins with the last changed.
    """
    games = db.session.execute(select(Table.over, Table.code, Table.changed).order_by(Table.changed.desc()))
    found = [StoredItem("over" if over else "running", code, changed) for over, code, changed in games]
    for kind, name, changed in (
        ("sheet", Sheet.link, Sheet.changed),
        ("box", KeptBox.link, KeptBox.changed),
        ("import", PlayImport.id, PlayImport.made),
    ):
        found += [StoredItem(kind, *row) for row in db.session.execute(select(name, changed).order_by(changed.desc()))]
    figures = select(Play.id, Play.played).where(without_table()).order_by(Play.played.desc())
    found += [StoredItem("figures", *row) for row in db.session.execute(figures)]
    return found


def over_before(moment: datetime) -> Sequence[str]:
    """Return the codes of the games that are over and were last changed before then."""
    return db.session.scalars(select(Table.code).where(Table.over, Table.changed < moment)).all()
