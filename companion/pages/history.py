"""The history: the sheets that this device, or this household, has kept, and a way to take them along."""

import re
from dataclasses import dataclass
from typing import Final

from babel.dates import format_date
from flask import abort, current_app, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.api.sheets import sheet_scores
from companion.config import History
from companion.pages import frame
from companion.pages.home import names_of
from companion.pages.result import base_address, code_picture, guards_of, verdict
from companion.pages.score_form import is_countable
from companion.pages.views import blueprint
from companion.sheets.models import Sheet
from companion.sheets.store import recent
from companion.web.devices import become, device, known_device, page_caller
from companion.web.language import request_language

PAGE_SIZE: Final = 30
CODE: Final = re.compile(r"[A-Za-z0-9_-]{20,100}")
"""The secret of a device; an address of another page is none."""


@dataclass(frozen=True)
class Entry:
    """A sheet in the list."""

    link: str
    date: str
    names: str
    verdict: str
    draft: bool
    form: bool


@blueprint.get("/history")
def history() -> Response:
    """List the sheets that this device or household sees."""
    sheets = recent(page_caller(), before=request.args.get("after"), most=PAGE_SIZE + 1)
    shown = sheets[:PAGE_SIZE]
    return frame.page(
        "history.html",
        entries=[_entry(sheet) for sheet in shown],
        after=shown[-1].link if len(sheets) > PAGE_SIZE else None,
        household=current_app.config["LOCKUP"].history is History.HOUSEHOLD,
    )


@blueprint.get("/history/key")
def history_key() -> Response:
    """The private link: whoever opens it has this device's history."""
    code = known_device()
    response = make_response(frame.page("history_key.html", code=code, address=_address(code)))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/history/key.svg")
def history_key_code() -> Response:
    """Draw the private link as a QR code."""
    code = device()
    if code is None:
        abort(404)
    response = make_response(code_picture(_address(code)))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/history/open")
def open_history() -> Response:
    """Ask for a private link."""
    return frame.page("history_open.html", wrong=False)


@blueprint.post("/history/open")
def take_history() -> Response:
    """Make this device the one behind a private link."""
    code = request.form.get("code", "").strip().rpartition("#")[2]
    if not CODE.fullmatch(code):
        page = frame.page("history_open.html", wrong=True)
        page.status_code = 422
        return page
    become(code)
    return redirect(url_for("pages.history"), 303)


def _address(code: str) -> str:
    # After the # it is in no request, no log and no Referer.
    return f"{base_address()}{url_for('pages.open_history')}#{code}"


def _entry(sheet: Sheet) -> Entry:
    scores = sheet_scores(sheet)
    said = verdict(scores, guards_of(sheet))[0] if scores is not None and not sheet.draft else ""
    date = format_date(sheet.changed.astimezone(), "medium", locale=request_language())
    return Entry(sheet.link, date, names_of(sheet), said, sheet.draft, sheet.draft and is_countable(sheet))
