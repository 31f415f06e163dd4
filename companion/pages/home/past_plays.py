"""Old games from a file: how it must look, and the imported files, to be removed again."""

from dataclasses import dataclass
from typing import Any, Final

from flask import Response, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.config import MEBIBYTE
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.players_day import day_in_words
from companion.plays.csv_file import EXAMPLE
from companion.plays.imports import Import, imports, take_out
from companion.plays.past_play import MOST_PLAYS
from companion.plays.written_plays import DATE, DIFFICULTY, EDITION, GUARDS, MINUTES, NAMES, NOTE, PLACE, POINTS
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.web.limits import LARGEST_FILE

_COLUMNS: Final = {
    **{one: one for one in (DATE, GUARDS, DIFFICULTY, EDITION)},
    "people": ", ".join((NAMES[0], POINTS[0], "…", NAMES[-1], POINTS[-1])),
    "details": ", ".join((PLACE, MINUTES, NOTE)),
}
"""The columns of a file, as a page names them."""
MEGABYTES: Final = LARGEST_FILE // MEBIBYTE


@dataclass(frozen=True)
class TakenIn:
    """An imported file in the list: its id and name, and in words when it came with how many games, and its button."""

    id: str
    name: str
    told: str
    take_out: str


@blueprint.get("/history/import")
def past_plays() -> Response:
    """Say what a file of old games looks like, ask for one, and list the imported files."""
    return ask_for_file()


def ask_for_file(problem: str = "", status: int = 200) -> Response:
    """Show the page that asks for a file.

    Args:
        problem: what was wrong with the last one, in words.
        status: of the answer.
    """
    page = frame.page(
        "home/past_plays.html",
        problem=problem,
        taken=[_taken_in(one) for one in imports(page_caller())],
        kept=_taken_just_now(),
        most=MOST_PLAYS,
        megabytes=MEGABYTES,
        columns=_COLUMNS,
    )
    page.status_code = status
    return page


def _taken_in(one: Import) -> TakenIn:
    date = day_in_words(one.made, one.zone, request_language())
    return TakenIn(one.id, one.name, f"{date}, {say('import.games', n=one.plays)}", say("import.take_out", n=one.plays))


def _taken_just_now() -> str:
    """Say how many games the file brought that was imported before this page, or nothing."""
    told = request.args.get("taken", "")
    if not (told.isascii() and told.isdecimal() and len(told) <= len(str(MOST_PLAYS))):
        return ""
    return say("import.taken", n=int(told)) if int(told) else say("import.nothing_new")


@blueprint.get("/history/import/example.csv")
def past_plays_example() -> Response:
    """Give a file as it must look."""
    response = make_response(EXAMPLE)
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = 'attachment; filename="lockup-games.csv"'
    return response


@blueprint.post("/history/import/<id_>/delete")
def take_out_past_plays(id_: str) -> BaseResponse:
    """Remove an imported file with all its games."""
    take_out(page_caller(), id_)
    return redirect(url_for("pages.past_plays"), 303)


def say(key: str, **data: Any) -> str:
    """Return a text of `PAGES` in the language of the request."""
    return frame.page_text(request_language(), key, **data)
