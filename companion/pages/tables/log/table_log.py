"""The log of a table on a page: what happened, who did it, and the way back to each line."""

from collections.abc import Sequence
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import Any, Final

from flask import request
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.tables.access import names_of, seated, viewer_of, whole
from companion.pages.tables.log.happenings import Happening, happenings
from companion.pages.tables.log.way_back import shown_way_back
from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.one_tap import PAID
from companion.rules.corrections.registry import WHY
from companion.rules.state.events import PhaseBegan, replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.tables import repository
from companion.tables.line import DONE, Kind, Line, LineInContext
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable
from companion.web.language import request_language
from companion.words import field_labels
from companion.words.act_names import name_in
from companion.words.catalogue import term
from companion.words.seats import seat_line
from companion.words.telling import Names, Telling, capital


@blueprint.get("/t/<code>/log")
def table_log(code: str) -> Response:
    """Show the log of a table: its lines in sentences, with their reasons, and a way back to each.

    With `?back=` a page says first what goes with everything after a line, with `?strike=` what goes with only that
    line.
    """
    loaded = seated(code)
    for name in ("back", "strike"):
        if (line := whole(request.args.get(name, ""))) is not None:
            return shown_way_back(loaded, line, alone=name == "strike")
    return shown_log(loaded, upto=request.args.get("upto", 0, type=int))


MOST_SHOWN: Final = 50
"""Lines on one page: about half a game."""


def shown_log(loaded: LoadedTable, problem: str = "", upto: int = 0) -> Response:
    """Show a page of the log.

    Args:
        loaded: the table.
        problem: why it was refused what was asked there; empty: nothing was.
        upto: the newest line that is shown; where there is none such, the newest of all.
    """
    version = loaded.state.version
    newest = upto if 0 < upto <= version else version
    oldest = max(1, newest - MOST_SHOWN + 1)
    viewer, names, language = viewer_of(loaded), names_of(loaded), request_language()
    history, shared = loaded.state.history, not loaded.state.game.setup.solitary
    lines: list[dict[str, Any]] = []
    place = ""
    others: set[Side] = set()
    log = repository.lines_after(loaded.table, 0)
    forward = _forward(loaded, viewer, log)
    unpaid = _unpaid(log)
    for later in reversed(log[newest:]):
        others |= _others(later, loaded, viewer)
    for line in reversed(repository.log(loaded.table, after=oldest - 1, upto=newest)):
        if line.kind is Kind.SEAT:
            told = [Happening(seat_line(language, line.act, names)["text"], "", [])]
            lines.append({"told": told, "counts": True, "seats": True})
        elif line.kind in DONE:
            before, place = place, _place(_where(line), language)
            named = name_in("done", Telling(language, names, line.before), line.act)
            told = happenings(line, viewer, names, language) or [Happening(named, "", [])]
            lines.append(
                {
                    "version": line.version,
                    "place": place if place != before else "",
                    "told": told,
                    "counts": line.version in history.counting,
                    # Alone there is no other way to take one line back: between several each takes back the own last.
                    "alone": not shared and line.version in history.counting[1:],
                    "again": line.version in forward - unpaid,
                    "who": names[line.by] if shared and line.by is not None else "",
                    "corrects": _corrects(line),
                    "last": line.version == history.counting[-1] or line.version in unpaid,
                    "strikes": _strikes(language, names, others, viewer),
                    "barred": bool(others) and not viewer.moves_all,
                }
            )
            others |= _others(log[line.version - 1], loaded, viewer)
    response = frame.page(
        "tables/log/table_log.html",
        code=loaded.table.code,
        lines=lines,
        earlier=oldest - 1,
        later=min(newest + MOST_SHOWN, version) if newest < version else 0,
        problem=problem,
        version=version,
        once=new_token(),
        closed=loaded.state.closed,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


def _corrects(line: LineInContext) -> bool:
    """Return whether a line has corrected by hand what the app had otherwise than the table (E-14)."""
    return any(WHY[0] in getattr(event, "why", ()) for event in line.events)


def _where(line: LineInContext) -> Position:
    """Return the game as a line was written; of a line that begins with a phase, as the phase began."""
    begins = line.events[:1] and isinstance(line.events[0], PhaseBegan)
    return replay(line.events[:1], line.before) if begins else line.before


def _place(game: Position, language: str) -> str:
    """Return the place in the game: its round, and the location or phase."""
    if game.phase in _WITHOUT_PLACE:
        return frame.page_text(language, "moves.round", round=game.round)
    at = game.location
    named = f"{at.number} {capital(term(language, at))}" if at else field_labels.word(language, "phase", game.phase)
    return frame.page_text(language, "log.place", round=game.round, place=named) if game.round else named


_WITHOUT_PLACE: Final = frozenset({Phase.ROUND})
"""Phases without a place: light depth does not know where in a round a game is."""


def _others(line: Line, loaded: LoadedTable, viewer: Viewer) -> set[Side]:
    """Return the side whose act is struck on the way back past a line, unless the act is the viewer's own."""
    by = line.by
    struck = line.kind in DONE and line.version in loaded.state.history.counting
    return {by} if struck and by is not None and not line.owners & viewer.seats else set()


def _unpaid(log: Sequence[Line]) -> set[int]:
    """Return the lines before a payment: cost and payment are one tap, and nobody is led in between."""
    paid = (before for before, line in pairwise(log) if line.act.type == PAID)
    return {line.version for line in paid if page_act(line.act.type).chooses}


def _forward(loaded: LoadedTable, viewer: Viewer, log: Sequence[Line]) -> set[int]:
    """Return the struck lines up to which somebody may go forward: only some may bring back lines of others."""
    whose = {line.version: line.owners for line in log}
    ahead = loaded.state.history.ahead
    theirs = (viewer.moves_all or not whose[line] or bool(whose[line] & viewer.seats) for line in ahead)
    return {line for line, _ in takewhile(itemgetter(1), zip(ahead, theirs, strict=True))}


def _strikes(language: str, names: Names, others: set[Side], viewer: Viewer) -> str:
    """Say whose acts the way back to a line would strike, besides the viewer's own, or why the viewer may not."""
    key = "log.strikes" if viewer.moves_all else "log.only_host"
    return frame.page_text(language, key, sides=tuple(names[side] for side in sorted(others))) if others else ""
