"""The host page, for the person at the computer that serves: how phones get in, who is here, what is played."""

import http.client
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from flask import abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.caller import Caller
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.home.pocket_edition import pocket_folder
from companion.pages.layout import frame
from companion.pages.sheet.result import code_picture
from companion.pages.tables.access import found, names_of, people_at
from companion.pages.tables.seats.join import line
from companion.persistence.database import now, readable_url
from companion.persistence.linked import KeyReused
from companion.presenters.seats import seats_of
from companion.tables import queries, repository, seating_commands
from companion.tables.records import Table
from companion.tables.refusals import Refused
from companion.tables.repository import LoadedTable
from companion.tables.seat_transfers import transfer_for
from companion.tables.seating import NoSuchSeat
from companion.tables.silence import may_be_answered_for
from companion.web.base_path import base_path
from companion.web.health import database_is_gone
from companion.web.language import request_language
from companion.web.own_address import base_address, base_addresses, origin, origins, typed_address
from companion.web.visitors import Visitor, from_this_computer, visitors
from companion.words.catalogue import isolated, joined
from companion.words.telling import SEATS

AT_THE_COMPUTER: Final = Caller(household=True, computer=True)
"""The caller at the computer that serves: it may let anybody in, and plays no seat by that."""

EVENING: Final = timedelta(hours=12)
"""Games that were touched longer ago wait in the history."""

NOBODY_AFTER: Final = timedelta(seconds=60)
"""The time after which the page asks why no phone has come."""

HERE_FOR: Final = timedelta(seconds=60)
"""A phone counts as here for this long after it was heard of."""

MOST_GAMES: Final = 3
FIRST_ADDRESS: Final = "lockup_first_address"
"""The name under which an app keeps the address at which it began to serve."""

_ASKS_ITSELF_EVERY: Final = 10.0
_PATIENCE: Final = 1.0


@dataclass(frozen=True)
class Phone:
    """A phone as the page shows it.

    Sign or none, who, where it is, when it was heard of, whether it is here, and by which address it has come, where
    that is known.
    """

    sign: str
    name: str
    where: str
    heard: str
    here: bool
    reached: str = ""


@dataclass(frozen=True)
class Place:
    """A seat of a game that goes on, whose phone may have to come back, or somebody who asks for it."""

    seat: int
    sign: str
    name: str
    taken: bool
    silent: bool
    asked_by: str | None


@dataclass(frozen=True)
class Playing:
    """A game that goes on."""

    code: str
    people: str
    together: bool
    told: str
    screen: str
    places: list[Place]


@blueprint.get("/host")
def host() -> Response:
    """Show how phones get in, who is here, and what is being played, only on the computer that serves."""
    _checked()
    settings = current_app.config["LOCKUP"]
    since = now() - visitors().started
    games = [_playing(repository.load_state(one)) for one in _tables()]
    phones = _phones()
    chosen = next((one for one in games if one.code == request.args.get("table")), None)
    address, first = base_address(), _first_address()
    moved = first != address
    response = frame.page(
        "home/host.html",
        gone=database_is_gone(),
        address=typed_address(address),
        spoken=_spoken(typed_address(address)),
        before=typed_address(first) if moved else "",
        others=[typed_address(one) for one in base_addresses()[1:3]],
        other=next((one for one in base_addresses()[1:3] if typed_address(one) == request.args.get("other")), ""),
        phones=phones,
        here=sum(one.here for one in phones),
        nobody=not phones and since > NOBODY_AFTER,
        minutes=max(1, round(since / timedelta(minutes=1))),
        answers=_answers(address, int(monotonic() / _ASKS_ITSELF_EVERY)),
        games=games,
        chosen=chosen,
        returning=[one for one in games if any(place.taken for place in one.places) and _returns(one, chosen, moved)],
        screen=next((one.screen for one in games if one.screen), ""),
        once=new_token(),
        port=settings.home_port,
        several=len({one.reached for one in phones if one.reached}) > 1,
        database=readable_url(settings.database_url),
        pocket=pocket_folder() is not None,
        program="lockup" if getattr(sys, "frozen", False) else "Python",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/host")
def let_in() -> Response:
    """Let somebody sit who asks for a seat."""
    _checked()
    given = request.form
    code, seat = given.get("code", ""), given.get("seat", "")
    found(code)
    if not seat.isdecimal():
        abort(400)
    # If somebody else has answered already, the page shows it.
    with suppress(Refused, KeyReused, NoSuchSeat):
        seating_commands.let_in(code, AT_THE_COMPUTER, line(given), int(seat[:2]), yes=given.get("yes") == "yes")
    return redirect(url_for("pages.host"), 303)


@blueprint.get("/host/code.svg")
def host_code() -> Response:
    """Draw what a phone scans: the app, one of its other addresses, a table, or the way back to a seat."""
    _checked()
    wanted = request.args.get("other")
    there = next((one for one in origins() if typed_address(one + base_path()) == wanted), origin())
    path, code, seat = base_path(), request.args.get("table"), request.args.get("seat", "")
    if code:
        loaded = found(code)
        secret = transfer_for(loaded, int(seat[:2])) if seat.isdecimal() else None
        # A phone that scans is a stranger until it sits.
        place = url_for("pages.moving" if secret else "pages.join", code=loaded.link)
        path = f"{place}#{secret}" if secret else place
    response = code_picture(there + path)
    response.headers["Cache-Control"] = "no-store"
    return response


def _checked() -> None:
    """Refuse a caller who is not at the computer that serves; behind a proxy nobody knows who is."""
    settings = current_app.config["LOCKUP"]
    if not settings.home_port:
        abort(404)
    if settings.proxies or not from_this_computer(request.environ, request.host):
        refused = frame.page("home/host_elsewhere.html")
        refused.status_code = 403
        abort(refused)


def _tables() -> list[Table]:
    recent = queries.recent(AT_THE_COMPUTER, most=MOST_GAMES, unfinished=True)
    return [one for one in recent if now() - one.changed < EVENING]


def _playing(loaded: LoadedTable) -> Playing:
    game, names, language = loaded.state.game, names_of(loaded), request_language()
    together = not game.setup.solitary
    rounds = game.setup.edition.rounds
    told = frame.page_text(language, "host.round", round=game.round, rounds=rounds) if game.round else ""
    seats = zip(seats_of(loaded, AT_THE_COMPUTER)["seats"], loaded.table.seats, strict=True)
    return Playing(
        code=loaded.table.code,
        people=joined(language, map(isolated, people_at(loaded))),
        together=together,
        told=told or frame.page_text(language, "host.setup"),
        screen=url_for("pages.screen_of", code=loaded.link) if together else "",
        places=[
            Place(
                row.seat,
                one["sign"],
                names[row.seat],
                taken=row.device is not None,
                silent=one["silent"] and row.device is not None,
                asked_by=(row.asked_name or names[row.seat]) if row.wanted else None,
            )
            for one, row in seats
            if together
        ],
    )


def _phones() -> list[Phone]:
    """Return the phones that came and the phones that sit: the newest on top, and none ever changes its place."""
    moment, came = now(), visitors().all()
    sitting: dict[str, tuple[Table, int]] = {}
    for table in reversed(_tables()):
        # Of a phone that plays several seats the host's seat counts, or the first: the seat read last stays.
        places = sorted(range(len(table.seats)), key=lambda place: (table.seats[place].seat == table.host, -place))
        sitting |= {device: (table, place) for place in places if (device := table.seats[place].device)}
    known = {one.device for one in came}
    rows = [replace(_phone(one, sitting, moment), reached=one.reached) for one in came]
    return rows + [
        _seated(table, place, table.seats[place].seen, moment)
        for device, (table, place) in sitting.items()
        if device not in known and table.seats[place].seen is not None
    ]


def _phone(one: Visitor, sitting: dict[str, tuple[Table, int]], moment: datetime) -> Phone:
    if one.device in sitting:
        table, place = sitting[one.device or ""]
        seen = table.seats[place].seen
        return _seated(table, place, max(one.last, seen) if seen else one.last, moment)
    language = request_language()
    where = _WHERE.get(one.place.removeprefix("pages."), "host.elsewhere")
    heard = _heard(one.last, moment)
    name, told = frame.page_text(language, "host.no_seat"), frame.page_text(language, where)
    return Phone("", name, told, heard, moment - one.last < HERE_FOR)


def _seated(table: Table, place: int, heard: datetime | None, moment: datetime) -> Phone:
    language, seat = request_language(), table.seats[place]
    code = f"{table.code[:3]} {table.code[3:]}".upper()
    silent = may_be_answered_for(seat, moment) and (heard is None or moment - heard >= HERE_FOR)
    key = "host.asleep" if silent else "host.sits_host" if seat.seat == table.host else "host.sits"
    names = names_of(repository.load_state(table))
    name = joined(language, [isolated(names[one.seat]) for one in table.seats if one.device == seat.device])
    told = frame.page_text(language, key, code=code)
    return Phone(SEATS[place], name, told, _heard(heard, moment), heard is not None and moment - heard < HERE_FOR)


_WHERE: Final = {"home": "host.start", "join": "host.joining", "sit": "host.joining", "ask_code": "host.joining"}
_NOW: Final = 45
_MINUTE: Final = 60


def _heard(heard: datetime | None, moment: datetime) -> str:
    """Say how long ago; a phone that listens is only noted every so often, so under 45 seconds is "now"."""
    language = request_language()
    seconds = _MINUTE * 10 if heard is None else int((moment - heard).total_seconds())
    if seconds < _NOW:
        return frame.page_text(language, "host.now")
    if seconds < _MINUTE:
        return frame.page_text(language, "host.seconds", n=seconds)
    return frame.page_text(language, "host.minutes", n=seconds // _MINUTE)


def _returns(game: Playing, chosen: Playing | None, moved: bool) -> bool:
    """Return whether somebody may want the way back to a seat: its phone is silent, or cannot know the address."""
    return moved or game is chosen or any(place.silent for place in game.places)


def _first_address() -> str:
    """Return the address that this app had first, where phones still look for it after it has got another."""
    return str(current_app.extensions.setdefault(FIRST_ADDRESS, base_address()))


def _spoken(address: str) -> str:
    """Return an address as it is read aloud; nothing if it is more than a name and a port."""
    language = request_language()
    name, _, port = address.partition(":")
    if not port.isdecimal():
        return ""
    dot = frame.page_text(language, "host.dot")
    return frame.page_text(language, "host.spoken", name=f" {dot} ".join(name.split(".")), port=port)


@lru_cache(4)
def _answers(address: str, _: int) -> bool:
    """Return whether the app answers when it asks itself under an address; this says nothing about the Wi-Fi."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_PATIENCE)
    try:
        connection.request("HEAD", f"{parts.path}/static/favicon.svg")
        return connection.getresponse().status < http.client.BAD_REQUEST
    except OSError:
        return False
    finally:
        connection.close()
