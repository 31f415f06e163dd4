"""The notices on a table's page besides the game: seats that have moved, the next game, the way back."""

from typing import Any, Final, NamedTuple

from flask import current_app, request, url_for

from companion.pages.tables.access import names_of, viewer_of
from companion.pages.tables.setup.rematch import following_table, next_game
from companion.persistence.database import now
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables import repository, seat_history
from companion.tables.codes import read_code
from companion.tables.line import Kind
from companion.tables.permissions import held_before
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable
from companion.tables.seat_transfers import transfer_of
from companion.tables.silence import acting_keeper
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.web.own_address import own_name
from companion.words.catalogue import sentence
from companion.words.messages import PAGES
from companion.words.telling import Names, seat_names


def notices(loaded: LoadedTable) -> dict[str, Any]:
    """Return the values that the template `notices.html` and the script need.

    Args:
        loaded: the table.
    """
    viewer, names = viewer_of(loaded), names_of(loaded)
    home = bool(current_app.config["LOCKUP"].home_port)
    return {
        "taken_over": [names[side] for side in seat_history.seats_taken_over(loaded) if side not in viewer.seats],
        "taken_back": [names[side] for side in seat_history.seats_taken_back(loaded)],
        "seats_left": _left(loaded, viewer, names),
        "had": [] if loaded.state.closed else _had(loaded, names),
        "plays_for": _plays_for(loaded, viewer, names),
        "handed_on": keys_of(loaded, viewer, names),
        "next_game": next_game(loaded),
        # A phone under another address is a stranger there until it has its seat again.
        "table_link": loaded.link,
        "came_from": _came_from(loaded),
        "moved": request.args.get("moved", ""),
        "sat_elsewhere": _sat_elsewhere(loaded, viewer, names),
        # A hosted app keeps its address.
        "transfer": (transfer_of(loaded, page_caller()) or "") if home else "",
        "named": own_name(),
    }


def _left(loaded: LoadedTable, viewer: Viewer, names: Names) -> list[tuple[Side, str]]:
    """Return which seats somebody has left, each with a sentence about what becomes of it."""
    key = "left.here" if loaded.table.host in viewer.seats else "left.told"
    data = {"host": names[loaded.table.host]}
    return [
        (side, sentence(request_language(), PAGES[key], {**data, "side": names[side]}))
        for side in seat_history.seats_left(loaded)
    ]


def _plays_for(loaded: LoadedTable, viewer: Viewer, names: Names) -> list[tuple[Side, str]]:
    """Return the seats that this phone has taken over in the course of a game, to be given back."""
    if loaded.state.game.phase is Phase.ENDED:
        return []
    seats = {one.seat for one in loaded.table.seats if not one.free} & viewer.seats
    return [(side, names[side]) for side in seat_history.taken_from_others(loaded, seats)]


def _had(loaded: LoadedTable, names: Names) -> list[tuple[Side, str]]:
    """Return the seats that another phone has taken over from this one."""
    caller = page_caller()
    return [(one.seat, names[one.seat]) for one in loaded.table.seats if held_before(caller, one)]


def keys_of(loaded: LoadedTable, viewer: Viewer, names: Names) -> str:
    """Say who does the steps of the table since somebody let them a moment ago; otherwise empty."""
    table, game = loaded.table, loaded.state.game
    if game.setup.solitary or not viewer.seats or game.phase is Phase.ENDED:
        return ""
    keeps = acting_keeper(table, now())
    if keeps != table.keeper or not seat_history.was_handed_on(loaded):
        return ""
    key = "keys.you" if keeps in viewer.seats else "keys"
    return sentence(request_language(), PAGES[key], {"side": names[keeps]})


def _came_from(loaded: LoadedTable) -> str:
    """Return the table whose game is over, as the address says, until anybody enters something at this one."""
    code = read_code(request.args.get("came_from", ""))
    if not code or any(line.kind is Kind.ACT for line in repository.log(loaded.table, upto=_RECENT)):
        return ""
    return code


class Elsewhere(NamedTuple):
    """Somebody wanted a seat, and sat down on another.

    Attributes:
        wanted: the seat that somebody else was quicker to take.
        taker: who that was.
        seat: where that person sits.
    """

    wanted: str
    taker: str
    seat: str


def _sat_elsewhere(loaded: LoadedTable, viewer: Viewer, names: Names) -> Elsewhere | None:
    """Return the seats if the viewer has just sat down elsewhere than wanted, as the address says."""
    text, seat = request.args.get("instead_of", ""), viewer.seat
    if (
        seat is None
        or not text.isdecimal()
        or int(text[:3]) not in {*loaded.state.game.players} - {seat}
        # Last, since it reads the log.
        or _is_settled(loaded, seat)
    ):
        return None
    signs, wanted = seat_names(request_language(), loaded.state.game.setup), int(text[:3])
    return Elsewhere(signs[wanted], names[wanted], signs[seat])


_RECENT: Final = 24
"""Lines in which somebody may have sat down lately; before that, who sits where is no news."""


def _is_settled(loaded: LoadedTable, seat: int) -> bool:
    """Return whether anybody has entered something since somebody sat down there: then it is no news any more."""
    version = loaded.state.version
    recent = repository.log(loaded.table, after=max(version - _RECENT, 0), upto=version)
    sat = [place for place, line in enumerate(recent) if line.kind is Kind.SEAT and line.act.values.get("seat") == seat]
    return not sat or any(line.kind is Kind.ACT for line in recent[sat[-1] :])


def next_screen(loaded: LoadedTable, *, by_link: bool) -> str:
    """Return the address where the second screen goes on; empty where nobody plays on.

    Args:
        loaded: the table.
        by_link: whether it was opened by its own link, and not by the table's code.
    """
    played_on = following_table(loaded)
    if played_on is None:
        return ""
    if by_link:
        return url_for("pages.second_screen", link=played_on.table.watch)
    return url_for("pages.screen_of", code=played_on.link)
