"""After an undo: the cards that the box has learned since, and decisions that can be made again."""

from collections.abc import Container
from typing import Final, NamedTuple

from flask import url_for

from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone
from companion.boxes.repository import by_id as find_box
from companion.tables import redecisions, repository, table_box
from companion.tables.box_learning import GUARDS, LeftCard
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.act_names import name_in
from companion.words.card_faces import label
from companion.words.telling import Names, Telling


def left_in_box(loaded: LoadedTable, viewer: Viewer) -> list[tuple[str, str]]:
    """Return the cards of undone entries that the box still has: where each is changed, and what it shows.

    A viewer who may not change the box sees none.
    """
    box = _own_box(loaded) if viewer.seats and loaded.table.teaches else None
    if box is None:
        return []
    found = table_box.left_in_box(loaded, box, viewer)
    return [(_page_of(box.link, one), label(request_language(), one.face, one.colour)) for one in found]


class Twin(NamedTuple):
    """A card of the box that a correction would leave there.

    Attributes:
        value: its place in the box, as a form sends it.
        label: what it shows.
    """

    value: str
    label: str


OUT: Final = "out"
"""The field of a correction that names the cards which the box shall forget with it."""


def left_by(loaded: LoadedTable, kind: str, card: int) -> list[Twin]:
    """Return the entries of a card that the box would keep after its correction, if the caller may change the box."""
    box = _own_box(loaded) if loaded.table.teaches else None
    found = [] if box is None else table_box.left_by(loaded, box, kind, card)
    return [Twin(_value(one), label(request_language(), one.face, one.colour)) for one in found]


def taken_out(loaded: LoadedTable, viewer: Viewer, values: Container[str]) -> None:
    """Take those cards out of the box that somebody wants out of it with the correction just made."""
    box = _own_box(loaded) if loaded.table.teaches and values else None
    if box is not None:
        table_box.take_out(box, [one for one in table_box.left_in_box(loaded, box, viewer) if _value(one) in values])


def _value(one: LeftCard) -> str:
    return ":".join(one.place)


def _own_box(loaded: LoadedTable) -> KeptBox | None:
    """Return the box on the table, for somebody who may change it."""
    try:
        box = find_box(loaded.table.box_id or "")
    except BoxGone:
        return None
    return box if page_caller().may_change(box) else None


def _page_of(link: str, one: LeftCard) -> str:
    if one.section == GUARDS:
        return url_for("pages.guard_deck", link=link, colour=one.colour, card=one.card)
    return url_for("pages.show_face", link=link, section=one.section, card=one.card)


def redecision_offer(loaded: LoadedTable, viewer: Viewer, names: Names) -> tuple[int, str] | None:
    """Return the line that somebody can decide again, and what that does."""
    offered = redecisions.redecision_offer(loaded, viewer)
    if offered is None:
        return None
    before = repository.position_before(loaded.table, offered.line)
    return offered.line, name_in("again", Telling(request_language(), names, before), offered.act)
