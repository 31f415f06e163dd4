"""The people at a table: its code, the link that lets others sit down, and who runs it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.identity.caller import NotAllowed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.sheet.result import code_picture
from companion.pages.tables.access import found
from companion.pages.tables.play.others import too_late
from companion.pages.tables.seats.join import line, seat_views, told_refusal
from companion.persistence.linked import KeyReused
from companion.rules.state.position import Phase
from companion.tables import host_commands, invites, seating_commands
from companion.tables.permissions import hosts, viewer_of
from companion.tables.projection.corrections import visible_corrections
from companion.tables.projection.viewer import Viewer
from companion.tables.refusals import Closed, Refused
from companion.tables.repository import LoadedTable
from companion.tables.seating import NoSuchSeat
from companion.tables.seating_commands import LastSeat
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.web.own_address import origin
from companion.words.catalogue import sentence
from companion.words.messages import GAME


@blueprint.get("/t/<code>/people")
def people(code: str) -> Response:
    """Show who sits at a table, its code, and the link that lets others sit down."""
    return _people(found(code))


@blueprint.post("/t/<code>/people")
def change_people(code: str) -> Response:
    """Do what a button of that page asks for."""
    given = request.form
    found(code)
    what, _, number = given.get("do", "").partition(":")
    do = _DOING.get(what)
    if do is None or len(number) > _MOST_FIGURES or (what not in _ABOUT_NO_SEAT and not number.isdecimal()):
        abort(400)
    try:
        do(code, given, int(number or 0))
    except NoSuchSeat:
        abort(404)
    except NotAllowed:
        abort(403)
    except KeyReused:
        pass
    except Closed as refusal:
        return _people(refusal.loaded, too_late(refusal))
    except Refused as refusal:
        return _people(refusal.loaded, told_refusal(refusal))
    return redirect(_afterwards(code, what, number), 303)


def _afterwards(code: str, what: str, number: str) -> str:
    """Return the address to which a button leads."""
    if what == "move":
        return url_for("pages.other_phone", code=code, seat=number)
    return url_for("pages.table" if what == "reveal" else "pages.people", code=code)


_MOST_FIGURES: Final = 2
_ABOUT_NO_SEAT: Final = frozenset({"trust", "distrust", "invite"})
_DOING: Final[dict[str, Callable[[str, MultiDict[str, str], int], object]]] = {
    "leave": lambda code, given, seat: seating_commands.leave(code, page_caller(), line(given), seat),
    "yes": lambda code, given, seat: seating_commands.let_in(code, page_caller(), line(given), seat, yes=True),
    "no": lambda code, given, seat: seating_commands.let_in(code, page_caller(), line(given), seat, yes=False),
    "host": lambda code, given, seat: host_commands.make_host(code, page_caller(), line(given), seat),
    "keeper": lambda code, given, seat: host_commands.make_keeper(code, page_caller(), line(given), seat),
    "reveal": lambda code, given, lines: host_commands.reveal(code, page_caller(), line(given), lines),
    "trust": lambda code, given, _: host_commands.trust(code, page_caller(), line(given), edits_all=True),
    "distrust": lambda code, given, _: host_commands.trust(code, page_caller(), line(given), edits_all=False),
    "invite": lambda code, *_: invites.make_invite(code, page_caller()),
    "move": lambda code, _, seat: invites.make_invite(code, page_caller(), seat),
}
"""The commands of the page's buttons, by the word before the colon."""


def _people(loaded: LoadedTable, problem: str = "") -> Response:
    caller = page_caller()
    viewer = viewer_of(loaded.table, caller)
    secret = invites.valid_invite(loaded, caller) if viewer.seats else None
    seats = seat_views(loaded)
    hosting = loaded.table.host in viewer.seats
    leaving = _leaving(seats, hosting=hosting)
    if leaving is not None and leaving.host_then is None:
        leaving, problem = None, told_refusal(LastSeat(loaded))
    response = frame.page(
        "tables/seats/people.html",
        code=loaded.table.code,
        version=loaded.state.version,
        once=new_token(),
        problem=problem,
        seats=seats,
        leaving=leaving,
        changes_seats=_changes_of_seats(loaded, viewer),
        seated=bool(viewer.seats),
        hosts=hosting,
        may_delete=hosts(caller, loaded.table),
        edits_all=loaded.table.edits_all,
        lasting=secret is not None,
        watch=origin() + url_for("pages.second_screen", link=loaded.table.watch) if viewer.seats else "",
        begun=loaded.state.game.phase is not Phase.SETUP,
        closed=loaded.state.closed,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


def _changes_of_seats(loaded: LoadedTable, viewer: Viewer) -> list[tuple[str, str]]:
    """Return the corrections of who plays that somebody may make now, by type, with their labels."""
    offered = {} if loaded.state.closed else {one.type for one in visible_corrections(loaded.state, viewer)}
    return [
        (kind, sentence(request_language(), GAME[f"action.{kind}"]))
        for kind in ("set_sides", "set_away")
        if kind in offered
    ]


class Leaving(NamedTuple):
    """A seat that somebody is about to make free.

    Attributes:
        seat: that seat.
        host_then: the host afterwards; None where nobody else sits at the table.
    """

    seat: Mapping[str, Any]
    host_then: Mapping[str, Any] | None


def _leaving(seats: Sequence[Mapping[str, Any]], *, hosting: bool) -> Leaving | None:
    """Return the seat that the address names, if the viewer may make it free."""
    asked = request.args.get("leave", "")
    seat = next((one for one in seats if str(one["seat"]) == asked and not one["free"]), None)
    if seat is None or not (seat["mine"] or hosting):
        return None
    others = [one for one in seats if one is not seat and not one["free"]]
    return Leaving(seat, next((one for one in others if one["host"]), next(iter(others), None)))


@blueprint.get("/t/<code>/join.svg")
def join_code(code: str) -> Response:
    """Draw the link with which others sit down as a QR code."""
    loaded = found(code)
    caller = page_caller()
    secret = invites.valid_invite(loaded, caller) if viewer_of(loaded.table, caller).seats else None
    response = code_picture(_address(loaded, secret))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/t/<code>/people/<int:seat>")
def other_phone(code: str, seat: int) -> Response:
    """Show the link with which another phone takes a seat of this phone."""
    loaded = found(code)
    view = _seat_view(loaded, seat)
    secret = invites.valid_invite(loaded, page_caller(), seat)
    response = frame.page(
        "tables/seats/other_phone.html",
        code=loaded.table.code,
        version=loaded.state.version,
        once=new_token(),
        seat=view,
        asked_for=seat_views(loaded) if loaded.table.host in viewer_of(loaded.table, page_caller()).seats else [],
        address=_address(loaded, secret, seat) if secret and view["mine"] else "",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/t/<code>/people/<int:seat>/code.svg")
def other_phone_code(code: str, seat: int) -> Response:
    """Draw that link as a QR code."""
    loaded = found(code)
    secret = invites.valid_invite(loaded, page_caller(), seat)
    if secret is None:
        abort(404)
    response = code_picture(_address(loaded, secret, seat))
    response.headers["Cache-Control"] = "no-store"
    return response


def _seat_view(loaded: LoadedTable, seat: int) -> dict[str, Any]:
    view = next((one for one in seat_views(loaded) if one["seat"] == seat), None)
    if view is None:
        abort(404)
    return view


def _address(loaded: LoadedTable, secret: str | None, seat: int | None = None) -> str:
    """Return the address for sitting down; the secret follows the #, so it is in no request and no log."""
    address = origin() + url_for("pages.join", code=loaded.link, seat=seat)
    return f"{address}#{secret}" if secret else address
