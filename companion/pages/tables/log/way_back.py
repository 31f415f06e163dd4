"""Before an undo: how many lines it takes back, what they did, and what moves back on the table."""

from typing import Final

from flask import abort
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.layout import frame
from companion.pages.tables.access import names_of, viewer_of
from companion.pages.tables.log.happenings import happenings
from companion.pages.tables.play.moves_view import move_list
from companion.pages.tables.play.others import rests_on
from companion.tables import queries, repository
from companion.tables.line import LineInContext
from companion.tables.moves import moves_between
from companion.tables.projection.events import visible_moves
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable
from companion.web.language import request_language
from companion.words.act_names import name_in
from companion.words.catalogue import paragraph
from companion.words.telling import Names, Telling

MOST_NAMED: Final = 12
"""So many lines are named, the newest first; the others are counted."""


def shown_way_back(loaded: LoadedTable, line: int, *, alone: bool = False) -> Response:
    """Show what an undo would take back, before it does.

    Args:
        loaded: the table.
        line: after which everything goes, or the only line that goes.
        alone: whether only that line goes, and all others stay.
    """
    state, viewer, names = loaded.state, viewer_of(loaded), names_of(loaded)
    counting = state.history.counting
    if state.closed or line not in (counting[1:] if alone else counting[:-1]):
        abort(404)
    gone = repository.lines_told(loaded.table, [one for one in counting if (one == line if alone else one > line)])
    obstacle = queries.line_that_rests_on(loaded, line) if alone else None
    # Where several play it lists everybody's moves, by name: the player who goes back sees what others must move.
    moves = moves_between(gone, [], state.version) if obstacle is None else ()
    listed = move_list(
        visible_moves(moves, viewer, state.game),
        state.game,
        names=names,
        language=request_language(),
        sides=state.game.setup.sides,
        back=True,
    )
    response = frame.page(
        "tables/log/way_back.html",
        code=loaded.table.code,
        version=state.version,
        once=new_token(),
        line=line,
        kind="strike" if alone else "undo",
        number=len(gone),
        named=[_named(one, viewer, names) for one in reversed(gone[-MOST_NAMED:])],
        more=len(gone[:-MOST_NAMED]),
        moves=[*listed.sentences],
        rests="" if obstacle is None else rests_on(loaded, obstacle),
        problem="",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _named(line: LineInContext, viewer: Viewer, names: Names) -> str:
    """Say in a sentence or two what a line did; if nothing is said of it, give the name of the act."""
    language = request_language()
    told = paragraph(language, (one.text for one in happenings(line, viewer, names, language) if not one.minor))
    act = line.act
    return told or name_in("done", Telling(language, names, line.before), act)
