"""Housekeeping for the owner of the database: what is stored, and what can be deleted."""

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
    """Something that is kept.

    Attributes:
        kind: "sheet", "box", "import", "figures", "running" or "over".
        name: the code of a game, the id of a file of old games or of figures, the link of anything else.
        changed: when it was last changed; a file never is once it was taken in, figures once their game has ended.
    """

    kind: str
    name: str
    changed: datetime


def everything() -> Sequence[StoredItem]:
    """Games, score sheets, boxes, files of old games and figures, the last changed first, games before the others."""
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
    """The codes of the games that are over and were last changed before then."""
    return db.session.scalars(select(Table.code).where(Table.over, Table.changed < moment)).all()
