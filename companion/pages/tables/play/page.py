"""The page of a table: the board, what has happened last, what may be done now."""

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.forms.submission import Given
from companion.pages.layout import frame
from companion.pages.tables.access import found, seated, viewer_of
from companion.pages.tables.log.after_undo import left_in_box, redecision_offer
from companion.pages.tables.log.take_along import shown_question
from companion.pages.tables.play.foot import foot_of
from companion.pages.tables.play.heard import moves_spoken
from companion.pages.tables.play.lessons import card_of, remember
from companion.pages.tables.play.others import Conflict
from companion.pages.tables.play.pass_round import shown_cover
from companion.pages.tables.play.recognised_card import RecognisedCard
from companion.pages.tables.play.scenes.end import End
from companion.pages.tables.play.seen import see
from companion.pages.tables.play.shared import shared_table
from companion.pages.tables.play.solo import solo_table
from companion.pages.tables.seats.notices import notices
from companion.rules.state.position import Phase
from companion.tables.repository import LoadedTable
from companion.words.catalogue import paragraph


@blueprint.get("/t/<code>")
def table(code: str) -> Response:
    """Show a table: the board, what has happened last, what may be done now."""
    loaded = found(code)
    if "watch" not in request.args and _may_sit(loaded):
        return redirect(url_for("pages.join", code=code))
    return shown_question(loaded) or shown_cover(loaded) or shown_table(loaded)


def _may_sit(loaded: LoadedTable) -> bool:
    """Return whether the viewer may take a seat at a table that is laid out."""
    setup = loaded.state.game.phase is Phase.SETUP and not loaded.state.game.setup.solitary and not loaded.state.closed
    return setup and any(one.free for one in loaded.table.seats) and not viewer_of(loaded).seats


def shown_table(
    loaded: LoadedTable,
    problem: str = "",
    given: Given = None,
    *,
    recognised: RecognisedCard | None = None,
    conflict: Conflict | None = None,
) -> Response:
    """Return a table's page, with the mistake and the values of a refused form.

    Args:
        loaded: the table.
        problem: what was wrong.
        given: what was typed.
        recognised: the card that was typed, where the page asks whether it is one that the box knows.
        conflict: the number that two have set at once.
    """
    seen = see(loaded, given)
    table = solo_table(seen) if seen.game.setup.solitary else shared_table(seen)
    lesson = card_of(seen.table.code, seen.game, table.news.reasons_told) if seen.viewer.seats else None
    asked_back = "" if problem else table.asked_back
    values = {
        "table": table,
        "code": seen.table.code,
        "version": seen.state.version,
        "once": new_token(),
        "seated": bool(seen.viewer.seats),
        "problem": problem or asked_back,
        "asks_back": bool(asked_back),
        "recognised": recognised,
        "conflict": conflict,
        "lesson": lesson,
        "result_spoken": table.chosen_label or paragraph(seen.language, table.came_of_it()),
        "moves_spoken": "" if table.chosen_label else moves_spoken(seen, table.to_move.lists),
        "left": left_in_box(loaded, seen.viewer),
        "again": redecision_offer(loaded, seen.viewer, seen.names),
        "foot": foot_of(seen),
        "end": End(seen),
        "notices": notices(loaded),
    }
    response = frame.page(table.template, **table._asdict(), **values)
    remember(response, lesson)
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem or conflict else 200
    return response


@blueprint.get("/t/<code>/board")
def board_beside(code: str) -> Response:
    """Show the board of a solo game by itself: gains of this round, and who is where."""
    loaded = seated(code)
    if not loaded.state.game.setup.solitary:
        abort(404)
    values = solo_table(see(loaded))._asdict()
    response = frame.page("tables/play/table_beside.html", **values, code=code, seated=True)
    response.headers["Cache-Control"] = "no-store"
    return response
