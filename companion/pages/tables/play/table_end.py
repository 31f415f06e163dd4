"""The end of a table: scores are kept, a table is deleted, moves are marked done."""

from typing import Final

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.caller import NotAllowed
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.tables.access import found, people_at, seated, viewer_of, whole
from companion.pages.tables.play.form_commands import version_of
from companion.pages.tables.play.page import shown_table
from companion.presenters.table import score_sheet
from companion.schemas.scores import body_of
from companion.tables import commands, presence, refusals, result_sheet
from companion.tables.permissions import hosts
from companion.tables.refusals import NotHost
from companion.tables.repository import TableGone
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.catalogue import isolated, joined, sentence
from companion.words.messages import PAGES


@blueprint.post("/t/<code>/moved")
def moves_done(code: str) -> Response:
    """Note that all that a phone has listed lies on the table as it should; nothing of the game."""
    loaded = seated(code)
    silent = [int(seat) for seat in request.form.getlist("silent") if whole(seat) is not None]
    presence.note_moved(loaded.table, viewer_of(loaded), version_of(request.form), silent)
    # What was being chosen stays chosen.
    chosen = request.query_string.decode()
    return redirect(f"{url_for('pages.table', code=code)}{'?' if chosen else ''}{chosen}", 303)


@blueprint.post("/t/<code>/scores")
def keep_scores(code: str) -> Response:
    """Keep the scores of a game that has ended as a score sheet, and show it."""
    seated(code)
    language = request_language()
    try:
        kept_sheet = result_sheet.keep_sheet(code, page_caller(), lambda loaded: body_of(score_sheet(loaded, language)))
    except refusals.NotEnded as refused:
        return shown_table(refused.loaded, sentence(language, PAGES["table.changed"]))
    return redirect(url_for("pages.result", link=kept_sheet.link), 303)


FROM_SEATS: Final = "seats"
"""In the address that asks whether a table shall be deleted: its page of seats is where one comes from."""


@blueprint.get("/t/<code>/delete")
def ask_delete_table(code: str) -> Response:
    """Ask once before a table is deleted."""
    loaded = found(code)
    if not hosts(page_caller(), loaded.table):
        abort(403)
    people = joined(request_language(), map(isolated, people_at(loaded)))
    return frame.page(
        "tables/play/table_delete.html",
        people=people,
        has_sheet=loaded.table.sheet_id is not None,
        back=url_for("pages.people", code=code) if FROM_SEATS in request.args else url_for("pages.history"),
    )


@blueprint.post("/t/<code>/delete")
def delete_table(code: str) -> Response:
    """Delete a table with all that belongs to it; its score sheet stays."""
    try:
        commands.delete(code, page_caller())
    except TableGone:
        abort(404)
    except (NotAllowed, NotHost):
        abort(403)
    return redirect(url_for("pages.history"), 303)
