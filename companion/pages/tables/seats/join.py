"""Joining a table: by its code, or by the link behind a QR code."""

import json
from typing import Any

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.boxes.schemas import trimmed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.tables.access import found, names_of, viewer_of
from companion.pages.tables.setup.begin_form import told_of
from companion.pages.tables.setup.rematch import sitting_faults
from companion.pages.tables.setup.solitary import Words
from companion.pages.tables.setup.together import crews
from companion.persistence.database import now
from companion.persistence.linked import KeyReused
from companion.presenters.refusals import PROBLEM_OF
from companion.presenters.seats import seats_of
from companion.rules.state.position import Phase
from companion.tables import seat_transfers, seating_commands
from companion.tables.codes import NEVER_IN_CODES, has_foreign_signs, is_table_link, read_code
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.permissions import Sitting, asks, held_before
from companion.tables.refusals import NotEnded, Refused
from companion.tables.repository import LoadedTable, TableGone
from companion.tables.seating import NoSuchSeat
from companion.tables.silence import is_silent
from companion.web.device_cookie import keeps_cookies, known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import check_typed, count_wrong
from companion.web.sent_links import pasted_page, without_rest
from companion.web.table_links import find_for_asker, go_on_by_code
from companion.words import field_labels
from companion.words.catalogue import isolated, joined, paragraph, sentence
from companion.words.messages import PROBLEMS


@blueprint.get("/join")
def ask_code() -> Response:
    """Ask for the code of a table."""
    return led_by_code("tables/seats/join_code.html", "pages.join")


def led_by_code(form: str, there: str) -> Response:
    """Lead to the table whose code was typed, or whose link was pasted, or ask for it; a wrong one stays in its field.

    The address then has the link of the table, so that nobody types the code again.

    Args:
        form: the template that asks.
        there: the page of the table.
    """
    code = request.args.get("code", "").strip()
    if not code:
        return frame.page(form, wrong="", code="")
    if page := pasted_page(code):
        if page.endpoint == there or "code" not in page.values:
            return redirect(page.address)
        code = page.values["code"]
    if is_table_link(link := without_rest(code).lower()):
        return redirect(url_for(there, code=link))
    read = read_code(code)
    if read is None:
        return _asked_again(form, code, "signs" if has_foreign_signs(code) else "shape", 422)
    check_typed(read)
    try:
        return redirect(url_for(there, code=find_for_asker(read).link))
    except TableGone:
        count_wrong()
        return _asked_again(form, code, "nothing", 404)


def _asked_again(form: str, code: str, wrong: str, status: int) -> Response:
    page = frame.page(form, wrong=wrong, code=code, never=_never())
    page.status_code = status
    return page


def _never() -> str:
    """Return the characters that no code has, as a sentence lists them."""
    return joined(request_language(), NEVER_IN_CODES)


@blueprint.get("/j/<code>")
def join(code: str) -> Response:
    """Show the seats of a table to somebody who may sit down; the link can name one of them."""
    known_device()
    loaded = found(code)
    if request.args.get("asked", "") in {str(side) for side in viewer_of(loaded).seats}:
        # This phone has waited for the host's yes, and is let in.
        return redirect(url_for("pages.table", code=code), 303)
    return _joining(loaded, given=request.args)


@blueprint.post("/j/<code>")
def sit(code: str) -> Response:
    """Sit down, or ask for a seat that needs the host's yes."""
    loaded, given = found(code), request.form
    known_device()
    seat, name, crew = (given.get(what, "") for what in ("seat", "name", "crew"))
    language = request_language()
    told = [told_of(language, fault, Words(language).field) for fault in sitting_faults(name, crew)]
    if not keeps_cookies():
        told.insert(0, frame.page_text(language, "join.no_cookie"))
    if not seat.isdecimal():
        told.append(frame.page_text(language, "join.no_seat"))
    if told:
        return _joining(loaded, paragraph(language, told), given)
    # The page goes on to the next free seat as somebody else sits down; what was wanted is what was chosen before that.
    wanted = given.get("wanted", "")
    wanted = wanted if wanted.isdecimal() else seat
    # Left empty, a name or a crew that was given before stays.
    sitting = Sitting(
        trimmed(name) or None,
        crew or None,
        given.get("invite") or None,
        # A player who sees a free seat wants to sit; one who comes a second late need not ask for that seat.
        else_free=bool({seat, wanted} & {*given.get("free", "").split()}),
    )
    try:
        sat = seating_commands.sit(code, page_caller(), line(given), int(seat[:3]), sitting)
    except NoSuchSeat:
        abort(404)
    except KeyReused:
        return redirect(url_for("pages.table", code=code), 303)
    except Refused as refusal:
        return _joining(refusal.loaded, told_refusal(refusal), given)
    got = sat.result.line.act.values["seat"]
    if not sat.seated:
        return redirect(url_for("pages.join", code=code, asked=got), 303)
    go_on_by_code()
    instead_of = wanted if got != int(wanted[:3]) else None
    return redirect(url_for("pages.table", code=code, instead_of=instead_of), 303)


@blueprint.get("/t/<code>/move")
def moving(code: str) -> Response:
    """Bring a phone back to its seat under another address; the secret that gives it the seat follows the #."""
    known_device()
    return _moving(found(code))


@blueprint.post("/t/<code>/move")
def move(code: str) -> Response:
    """Give this phone the seats that it had under another address."""
    loaded = found(code)
    if not keeps_cookies():
        known_device()
        return _moving(loaded, frame.page_text(request_language(), "join.no_cookie"))
    given = request.form
    try:
        seat_transfers.come_back(code, page_caller(), line(given), given.get("transfer", ""))
    except KeyReused:
        pass
    except Refused as refusal:
        # A phone that has scanned its way back, and then sends the taps of its old page, sits there already.
        if not viewer_of(refusal.loaded).seats:
            return _moving(refusal.loaded, frame.page_text(request_language(), "move.used"))
    go_on_by_code()
    return redirect(url_for("pages.table", code=code, moved="alone" if "alone" in given else "yes"), 303)


def _moving(loaded: LoadedTable, problem: str = "") -> Response:
    response = frame.page("tables/seats/move.html", code=loaded.table.code, once=new_token(), problem=problem)
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


def _joining(loaded: LoadedTable, problem: str = "", given: MultiDict[str, str] | None = None) -> Response:
    typed = given or MultiDict()
    seats = seat_views(loaded)
    free = [one["seat"] for one in seats if one["free"]]
    had = [one["seat"] for one in seats if one["had"]]
    asked_for = next((one for one in seats if one["asked"]), None)
    response = frame.page(
        "tables/seats/join.html",
        code=loaded.table.code,
        once=new_token(),
        problem=problem,
        seats=seats,
        free=" ".join(map(str, free)),
        chosen=typed.get("seat") or next((str(seat) for seat in (*had, *free)), ""),
        typed=typed,
        crews=crews(request_language()),
        seated=any(one["mine"] for one in seats),
        asked_for=None if "again" in typed else asked_for,
        refused="asked" in typed and asked_for is None,
        begun=loaded.state.game.phase is not Phase.SETUP,
        version=loaded.state.version,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


def told_refusal(refusal: Refused) -> str:
    """Say why something about the seats cannot be done."""
    if isinstance(refusal, NotEnded):
        return sentence(request_language(), PROBLEMS["sealed" if refusal.covered else "not-ended"][1])
    return sentence(request_language(), PROBLEMS[PROBLEM_OF[type(refusal)]][1])


def line(given: MultiDict[str, str]) -> Command:
    """Return the line about the seats that a form wants to add to the log."""
    return Command(
        Kind.SEAT,
        0,
        key=given.get("once") or None,
        raw=json.dumps(sorted(given.items(multi=True))).encode(),
        language=request_language(),
    )


def seat_views(loaded: LoadedTable) -> list[dict[str, Any]]:
    """Return the seats as pages show them."""
    caller, names, moment = page_caller(), names_of(loaded), now()
    return [
        {**one, "called": isolated(names[one["seat"]]), "crew_name": one["crew"] and _crew(one["crew"]),
         "asked": asks(caller, row), "had": held_before(caller, row), "awaited": not row.free and row.seen is None,
         "anybodys": caller.household and is_silent(loaded.table, row, moment)}
        for one, row in zip(seats_of(loaded, caller)["seats"], loaded.table.seats, strict=True)
    ]  # fmt: skip


def _crew(crew: str) -> str:
    return field_labels.word(request_language(), "crew", crew)
