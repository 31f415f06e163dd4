"""The table that a page is about, and who looks at it."""

from flask import abort

from companion.pages.layout.frame import page_text
from companion.tables import permissions, presence
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable, TableGone
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.web.table_links import find_for_asker
from companion.words.telling import Names, seat_names


def found(code: str) -> LoadedTable:
    """Return the table with that code, or show that there is none; the caller counts as awake from now on."""
    try:
        loaded = find_for_asker(code)
    except TableGone:
        abort(404)
    if not loaded.table.alone:
        presence.note_heard(loaded.table, page_caller())
    return loaded


def viewer_of(loaded: LoadedTable) -> Viewer:
    """Return who looks at a table through a page."""
    return permissions.viewer_of(loaded.table, page_caller())


def names_of(loaded: LoadedTable) -> Names:
    """Return the names of the seats as sentences use them."""
    return seat_names(request_language(), loaded.state.game.setup, loaded.table.names)


def people_at(loaded: LoadedTable) -> tuple[str, ...]:
    """Return the names of the players at a table; a nameless player against the guards is just called alone."""
    game, names = loaded.state.game, names_of(loaded)
    if game.setup.solitary and not any(loaded.table.names.values()):
        return (page_text(request_language(), "history.alone"),)
    return tuple(names[side] for side in game.players)


def whole(text: str) -> int | None:
    """Return the whole number that a form or an address has; None where it has none, or one that nothing can have."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def seated(code: str) -> LoadedTable:
    """Return the table, for somebody who sits at it."""
    loaded = found(code)
    if viewer_of(loaded).seat is None:
        abort(403)
    return loaded
