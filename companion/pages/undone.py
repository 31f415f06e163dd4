"""What an undo leaves behind: cards that were entered, and that the box has learned since."""

from flask import url_for

from companion.boxes.box import Box
from companion.tables import store
from companion.tables.learning import GUARDS, Left
from companion.tables.store import Kept
from companion.web.language import request_language
from companion.words.faces import label


def left_in_box(kept: Kept, box: Box) -> list[tuple[str, str]]:
    """The cards of lines that were undone which the box still has: where each is changed, and what it shows."""
    left = store.left_in_box(kept, box)
    link = store.link_of_box(kept.table) if left else None
    return [(_page_of(link, one), label(request_language(), one.face, one.colour)) for one in left if link]


def _page_of(link: str, one: Left) -> str:
    if one.section == GUARDS:
        return url_for("pages.guard_deck", link=link, colour=one.colour, card=one.card)
    return url_for("pages.show_face", link=link, section=one.section, card=one.card)
