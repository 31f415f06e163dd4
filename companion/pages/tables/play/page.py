"""The page of a table: the board, what has happened last, what may be done now."""

from typing import Any

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.forms.submission import Given
from companion.pages.layout import frame
from companion.pages.sheet.bg_stats_link import ending_of
from companion.pages.tables.access import found, seated, viewer_of
from companion.pages.tables.log.after_undo import left_in_box, redecision_offer
from companion.pages.tables.log.take_along import shown_question
from companion.pages.tables.numbers.numbers_view import figure_rows
from companion.pages.tables.play.foot import shared_foot, solo_foot
from companion.pages.tables.play.form_commands import stays_at_home
from companion.pages.tables.play.heard import moves_spoken
from companion.pages.tables.play.lessons import card_of, remember
from companion.pages.tables.play.others import Conflict, done_by_others
from companion.pages.tables.play.pass_round import shown_cover
from companion.pages.tables.play.recognised_card import RecognisedCard
from companion.pages.tables.play.scenes.end import end_of, prison_line, verdict_of
from companion.pages.tables.play.seen import Seen, see
from companion.pages.tables.play.shared import SharedTable, shared_table
from companion.pages.tables.play.solo import SoloTable, solo_table
from companion.pages.tables.seats.notices import notices
from companion.pages.tables.setup.rematch import play_again
from companion.rules.phases.roll_call import PASS
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing
from companion.tables.box_learning import guards_unlearned
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
    values = {
        **table._asdict(),
        "title": table.title,
        "recent": table.news.recent,
        "result_spoken": table.chosen_label or paragraph(seen.language, table.came_of_it()),
        "moves_spoken": "" if table.chosen_label else moves_spoken(seen, table.to_move.lists),
        "lesson": lesson,
        "code": seen.table.code,
        "version": seen.state.version,
        "once": new_token(),
        "problem": problem,
        "recognised": recognised,
        "left": left_in_box(loaded, seen.viewer),
        "again": redecision_offer(loaded, seen.viewer, seen.names),
        "seated": bool(seen.viewer.seats),
        "verdict": verdict_of(loaded, seen.names),
        "ending": ending_of(loaded),
        "rematch": play_again(loaded),
        **notices(loaded),
    }
    if isinstance(table, SoloTable):
        response = frame.page("tables/play/table.html", **{**values, **_of_one(table, problem)})
    else:
        response = frame.page("tables/play/party.html", **{**values, **_of_several(table, problem, conflict)})
    remember(response, lesson)
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem or conflict else 200
    return response


def _of_one(table: SoloTable, problem: str) -> dict[str, Any]:
    """Return the further values for the page of a solo game."""
    seen = table.seen
    asks_pass = PASS.word in seen.address and not problem and stays_at_home(seen.game)
    teaches = seen.box is not None and seen.table.teaches
    return {
        "question": table.question,
        "figures": figure_rows(seen.game, seen.names, seen.language, seen.typed),
        "problem": _sure_to_pass(seen) if asks_pass else problem,
        "asks_pass": asks_pass,
        "foot": solo_foot(seen),
        "house": seen.game.setup.dealing is Dealing.HOUSE,
        "prison": prison_line(seen),
        "unlearned": guards_unlearned(seen.box, seen.game) if seen.box is not None and teaches else 0,
    }


def _of_several(table: SharedTable, problem: str, conflict: Conflict | None) -> dict[str, Any]:
    """Return the further values for the page of one phone of several."""
    seen, counts = table.seen, table.counts
    by, changed = done_by_others(seen, table.own_row)
    asks_back = "seal" in seen.address and counts is not None and counts.side is not None
    if asks_back and not problem:
        problem = seen.text("count.nothing")
    return {
        "asked": seen.state.asked,
        "part": table.part,
        "by": "" if by and by in problem else by,
        "changed": "" if changed == by else changed,
        "ends": "end" in seen.address,
        "problem": problem,
        "asks_back": asks_back,
        "conflict": conflict,
        "foot": shared_foot(seen),
        "end": end_of(seen),
    }


def _sure_to_pass(seen: Seen) -> str:
    """Return the sentence for a player passing with tokens at home: which stay."""
    home = seen.game.at_home(seen.game.players[0])
    if len(home) == len(seen.game.setup.tokens()):
        return seen.text("pass.all", n=len(home))
    what = seen.aloud.listed(seen.aloud.token(one) for one in home)
    return seen.text("pass.some", what=what, n=len(home))


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
