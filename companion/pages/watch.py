"""The second screen: a table in large for everybody in the room, with nobody's secrets."""

from typing import Final

from flask import abort, url_for
from werkzeug.wrappers import Response

from companion.api.tables import score_sheet
from companion.pages import frame
from companion.pages.at_table import names_of, verdict_of
from companion.pages.happenings import happenings
from companion.pages.party_view import PartyView
from companion.pages.result import code_picture, score_lines
from companion.pages.views import blueprint
from companion.rules.game.state import Phase
from companion.scoring.scores import score
from companion.tables import store
from companion.tables.history import DONE
from companion.tables.store import Kept, TableGone
from companion.tables.views import WATCHER
from companion.web.language import request_language
from companion.web.own_address import base_address

LATEST: Final = 3
"""Lines of the log that the room sees."""


@blueprint.get("/w/<link>")
def second_screen(link: str) -> Response:
    """Show a table to the room."""
    kept = _found(link)
    game, names, language = kept.state.game, names_of(kept), request_language()
    view = PartyView(kept.state, WATCHER, names, language)
    view.seated_at(kept.table, "")
    ended = game.phase is Phase.ENDED
    lines = score_lines(score(score_sheet(kept, language))) if ended else []
    response = frame.page(
        "second_screen.html",
        table=view,
        link=link,
        code=kept.table.code,
        version=kept.state.version,
        told_last=_latest(kept, language),
        verdict=verdict_of(kept, names),
        ended=ended,
        lines=lines[: kept.table.revealed],
        covered=kept.table.revealed < len(lines),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/w/<link>/join.svg")
def second_screen_code(link: str) -> Response:
    """Draw the address where one joins the table as a QR code."""
    return code_picture(base_address() + url_for("pages.join", code=_found(link).table.code))


def _latest(kept: Kept, language: str) -> list[str]:
    """What has happened last, in sentences."""
    names, counting = names_of(kept), {*kept.state.marks.counting}
    lines = [line for line in store.log(kept.table, after=max(0, kept.state.version - 12)) if line.version in counting]
    told = [
        one.text
        for line in lines
        if line.kind in DONE
        for one in happenings(line, WATCHER, names, language)
        if one.text and not one.minor
    ]
    return told[-LATEST:]


def _found(link: str) -> Kept:
    try:
        return store.find_watched(link)
    except TableGone:
        abort(404)
