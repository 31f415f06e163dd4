"""The pages as Flask sees them."""

from typing import Final

from flask import Blueprint, Flask, redirect, request
from flask.globals import request_ctx
from werkzeug.exceptions import Forbidden, HTTPException, NotFound
from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint
from companion.pages.boxes import box_cards, box_code, boxes
from companion.pages.evening import evening_page, replay
from companion.pages.home import (
    front_page,
    history,
    host,
    manifest,
    past_plays,
    past_plays_found,
    persons,
    pocket_edition,
    prison,
)
from companion.pages.layout import frame
from companion.pages.rulings import ask, raid, reference
from companion.pages.sheet import details, result, score
from companion.pages.tables.log import table_log, table_proof, take_along
from companion.pages.tables.numbers import table_numbers
from companion.pages.tables.play import correction_page, crew_view, page, play_form, table_end
from companion.pages.tables.screen import second_screen
from companion.pages.tables.seats import join, people
from companion.pages.tables.setup import solitary, together
from companion.web.device_cookie import from_our_own_page, sending_host
from companion.web.health import DatabaseGone
from companion.web.limits import CodesClosed
from companion.web.request_ids import request_id
from companion.web.sent_links import meant_address
from companion.web.trusted_hosts import asked_host


class CrossSite(Forbidden):
    """Another website sent this form, or a proxy has changed the name under which the app was opened."""


SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def build(app: Flask) -> Blueprint:
    """Return the blueprint of the pages."""
    frame.set_up(app)
    return blueprint


@blueprint.before_request
def _refuse_other_sites() -> None:
    """Refuse a form that another site sends: it would count on this device's cookie."""
    if request.method not in SAFE and not from_our_own_page():
        raise CrossSite


def error_page(error: HTTPException) -> Response:
    """Show an error in a sentence with a way back; a link with a full stop behind it leads to the page meant."""
    code = error.code or 500
    if request_ctx.url_adapter is None:
        # Nobody can say where the request wanted to go, so that no page can link anywhere.
        return Response(error.name, code, mimetype="text/plain")
    if code == NotFound.code and request.method in {"GET", "HEAD"} and (meant := meant_address()):
        return redirect(meant)
    response = frame.page(
        "layout/error.html",
        code=code,
        scan=isinstance(error, CodesClosed),
        gone=isinstance(error, DatabaseGone),
        cross_site=isinstance(error, CrossSite),
        sent_from=sending_host(),
        called=request.host,
        host=asked_host(),
        request_id=request_id(),
    )
    response.status_code = code
    for name, value in error.get_headers(request.environ):
        if name in {"Allow", "Retry-After"}:
            response.headers[name] = value
    return response
