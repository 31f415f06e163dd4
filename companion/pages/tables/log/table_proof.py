"""Fair shuffles on the phone: the proof that was shown, revealing the seed, and checking any closed table."""

import json
from typing import Any, Final

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.caller import NotAllowed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.tables.access import found, seated
from companion.persistence.linked import KeyReused
from companion.rules.shuffling.shuffle import commitment
from companion.tables import game_commands, queries
from companion.tables.command import Command
from companion.tables.fairness_proof import NoProof, Proof, read
from companion.tables.line import Kind
from companion.tables.permissions import viewer_of
from companion.tables.refusals import Changed, Closed, NotHost
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.web.own_address import origin
from companion.words import fairness_verdicts
from companion.words.catalogue import sentence
from companion.words.messages import PAGES

LONGEST_FILE: Final = 1_000_000
"""Bytes that an export to be checked may have."""


@blueprint.get("/t/<code>/shuffles")
def table_shuffles(code: str) -> Response:
    """Show the proof of a table and, once it is closed, whether its shuffles were honest."""
    loaded = found(code)
    closed = loaded.state.closed
    honest, lines = fairness_verdicts.told(request_language(), queries.proof(loaded)) if closed else (False, [])
    response = frame.page(
        "tables/log/table_shuffles.html",
        code=code,
        version=loaded.state.version,
        once=new_token(),
        commitment=commitment(loaded.table.seed),
        seed=loaded.table.seed if closed else None,
        link=origin() + url_for("pages.table_shuffles", code=loaded.link),
        given=loaded.table.given,
        honest=honest,
        lines=lines,
        may_close=viewer_of(loaded.table, page_caller()).runs and not closed,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/t/<code>/close")
def close_table(code: str) -> Response:
    """Reveal the seed; from then on the table takes nothing more."""
    loaded = seated(code)
    asked = Command(
        Kind.CLOSE,
        loaded.state.version,
        key=request.form.get("once") or None,
        raw=b"close",
        language=request_language(),
    )
    try:
        game_commands.play(code, page_caller(), asked)
    except (NotAllowed, NotHost):
        abort(403)
    except (KeyReused, Closed, Changed):
        # Another tap or another phone was quicker; the page shows what has become of the table.
        pass
    return redirect(url_for("pages.table_shuffles", code=code), 303)


@blueprint.get("/verify")
def verify() -> Response:
    """Ask for the export of a closed table."""
    return _verified()


@blueprint.post("/verify")
def verify_export() -> Response:
    """Deal the cards of an export again, and say whether they fit."""
    uploaded = request.files.get("file")
    text = request.form.get("text", "")
    raw = uploaded.read(LONGEST_FILE) if uploaded is not None and uploaded.filename else text.encode()
    noted = request.form.get("noted", "").strip()
    try:
        proof = read(json.loads(raw))
    except (NoProof, ValueError, RecursionError):
        return _verified(text=text, noted=noted, problem=sentence(request_language(), PAGES["verify.no_export"]))
    return _verified(proof, text=text, noted=noted)


def _verified(proof: Proof | None = None, **shown: Any) -> Response:
    honest, lines = (
        (False, []) if proof is None else fairness_verdicts.told(request_language(), proof, shown["noted"] or None)
    )
    told = {"text": "", "noted": "", "problem": "", **shown}
    response = frame.page("tables/log/verify.html", honest=honest, lines=lines, **told)
    if told["problem"]:
        response.status_code = 422
    return response
