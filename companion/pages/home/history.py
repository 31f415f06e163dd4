"""The history: the games and sheets of this device, or of this household, and a way to take them along."""

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import Final, cast

from flask import abort, current_app, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.config import History
from companion.pages.blueprint import blueprint
from companion.pages.home.figures_view import figures_of, records_of
from companion.pages.layout import frame
from companion.pages.sheet.docket import stamp_of
from companion.pages.sheet.result import code_picture, guards_of, verdict
from companion.pages.sheet.score_form import is_countable
from companion.pages.sheet.sides import as_called, names_of, names_on
from companion.pages.tables.access import names_of as table_names
from companion.pages.tables.access import people_at, viewer_of
from companion.pages.tables.play.scenes.end import result_of
from companion.pages.tables.setup.rematch import rematch_address
from companion.players_day import day_in_words
from companion.plays.bg_stats_share import ShareWords, write_bg_stats
from companion.plays.csv_file import write_csv
from companion.plays.queries import outcomes, plays_seen
from companion.plays.statistics import summary
from companion.presenters.kept_sheet import scores_of
from companion.rules.state.position import Phase
from companion.rules.state.setup import Difficulty
from companion.scoring.score import Scores
from companion.sheets.models import Sheet
from companion.tables import repository
from companion.tables.carrying import is_taken_along
from companion.tables.permissions import hosts
from companion.tables.play_history import Evening, evenings
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import become, device, known_device, page_caller
from companion.web.language import request_language
from companion.web.own_address import origin
from companion.web.sent_links import without_rest
from companion.words import field_labels
from companion.words.catalogue import isolated, joined

PAGE_SIZE: Final = 30
LOOKED_BACK: Final = 5
"""Finished games among which the last result is looked for."""
CODE: Final = re.compile(r"[A-Za-z0-9_-]{20,100}")
"""The secret of a device; an address of another page does not match."""


@dataclass(frozen=True)
class Entry:
    """An entry of the list.

    Attributes:
        icon, title, names, date: what it shows; `names` may be empty where the title has them.
        href: where it leads.
        table: the code of its table, or empty.
        result: the link of its score sheet, or empty where that is where it leads.
        rematch: where the same people play again, or empty.
        may_delete: whether its table may be deleted from here.
        stamp: how it ended, where everybody may know: "winner", or against the guards "escaped" or "held".
        difficulty: how strong the guards are in words, or empty.
    """

    icon: str
    title: str
    names: str
    date: str
    href: str
    table: str = ""
    result: str = ""
    rematch: str = ""
    may_delete: bool = False
    stamp: str = ""
    difficulty: str = ""


@blueprint.get("/history")
def history() -> Response:
    """List the tables and sheets that this device or household sees; what goes on first."""
    found = evenings(page_caller(), after=request.args.get("after"), most=PAGE_SIZE + 1)
    shown = found[:PAGE_SIZE]
    entries = [_entry(one) for one in shown]
    first = "after" not in request.args
    told = summary(*outcomes(page_caller()), tuple(Difficulty)) if first else None
    return frame.page(
        "home/history.html",
        entries=entries,
        figures=figures_of(told) if told and told.plays else [],
        records=records_of(told) if told else [],
        own_games=frame.page_text(request_language(), "history.own_games", n=told.plays) if told and told.plays else "",
        again=next((one for one in entries if one.rematch and one.difficulty), None) if first else None,
        after=shown[-1].cursor if len(found) > PAGE_SIZE else None,
        household=current_app.config["LOCKUP"].history is History.HOUSEHOLD,
    )


@blueprint.get("/history/games.csv")
def own_games_csv() -> Response:
    """Give the games that the history counts as a CSV file, which the import reads."""
    # Excel takes a file without the mark for one of its own code page.
    return _file(write_csv([*plays_seen(page_caller()).values()]).encode("utf-8-sig"), "text/csv", "lockup-games.csv")


@blueprint.get("/history/games.bgsplay")
def own_games_bg_stats() -> Response:
    """Give the games that the history counts as a file for BG Stats."""
    language = request_language()
    difficulties = {one.value: field_labels.word(language, "difficulty", one) for one in Difficulty}
    guards, nameless = (frame.page_text(language, key) for key in ("seat.guards", "history.nameless"))
    value = write_bg_stats(plays_seen(page_caller()), ShareWords(guards, nameless, difficulties))
    return _file(json.dumps(value, ensure_ascii=False).encode(), "application/json", "lockup-games.bgsplay")


def _file(data: bytes, kind: str, name: str) -> Response:
    response = make_response(data)
    response.mimetype = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/history/key")
def history_key() -> Response:
    """Show the private link: anyone who opens it has this device's history."""
    code = known_device()
    response = make_response(frame.page("home/history_key.html", code=code, address=_address(code)))
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
    return frame.page("home/history_open.html", wrong=False)


@blueprint.post("/history/open")
def take_history() -> Response:
    """Make this device the one behind a private link."""
    code = without_rest(request.form.get("code", "").rpartition("#")[2].strip())
    if not CODE.fullmatch(code):
        page = frame.page("home/history_open.html", wrong=True)
        page.status_code = 422
        return page
    become(code)
    return redirect(url_for("pages.history"), 303)


def _address(code: str) -> str:
    # After the # it is in no request, no log and no Referer.
    return f"{origin()}{url_for('pages.open_history')}#{code}"


def newest_result() -> Entry | None:
    """Return the latest finished game or sheet whose ending everybody may know, among the last few."""
    over = (one for one in evenings(page_caller(), most=PAGE_SIZE) if one.place.over)
    return next((entry for entry in map(_entry, islice(over, LOOKED_BACK)) if entry.stamp), None)


def _entry(evening: Evening) -> Entry:
    date = day_in_words(*evening.played, request_language())
    if evening.table is None:
        return _of_a_sheet(cast("Sheet", evening.sheet), date)
    return _of_a_table(repository.load_state(evening.table), evening.sheet, date)


def _of_a_sheet(sheet: Sheet, date: str) -> Entry:
    names, language = names_of(sheet), request_language()
    if not sheet.draft:
        title, stamp = _ending(sheet)
        return Entry("sum", title, names, date, url_for("pages.result", link=sheet.link), stamp=stamp)
    if not is_countable(sheet):
        title = frame.page_text(language, "history.incomplete")
        return Entry("correct", title, names, date, url_for("pages.result", link=sheet.link))
    title = frame.page_text(language, "history.counting", sides=names_on(sheet))
    return Entry("correct", title, "", date, url_for("pages.score", link=sheet.link))


def _of_a_table(loaded: LoadedTable, sheet: Sheet | None, date: str) -> Entry:
    caller, code, game = page_caller(), loaded.table.code, loaded.state.game
    people, language = people_at(loaded), request_language()
    here, over = url_for("pages.table", code=code), loaded.state.closed or game.phase is Phase.ENDED
    result = "" if sheet is None else url_for("pages.result", link=sheet.link)
    rematch = rematch_address(loaded) if over and viewer_of(loaded).seats else ""
    may_delete = hosts(caller, loaded.table)
    if not over:
        key = "history.goes_on" if game.round else "history.in_setup"
        title = frame.page_text(language, key, round=game.round, sides=people)
        moved = frame.page_text(language, "history.moved") if is_taken_along(loaded) else ""
        return Entry(_sign(loaded), title, moved, date, here, code, result, "", may_delete)
    if game.phase is not Phase.ENDED:
        title, stamp = frame.page_text(language, "history.closed", round=game.round), ""
    else:
        title, stamp = (
            _ending(sheet) if sheet is not None else _verdict_and_stamp(result_of(loaded, table_names(loaded)))
        )
    names = joined(language, map(isolated, people))
    setup = game.setup
    difficulty = "" if setup.difficulty is None else field_labels.word(language, "difficulty", setup.difficulty)
    if difficulty:
        # The difficulty also says that the game was solitary.
        date = joined(language, (date, difficulty))
        names = names if any(loaded.table.names.values()) else ""
    return Entry(_sign(loaded), title, names, date, result or here, code, "", rematch, may_delete, stamp, difficulty)


def _sign(loaded: LoadedTable) -> str:
    return "alone" if loaded.state.game.setup.solitary else "together"


def _ending(sheet: Sheet) -> tuple[str, str]:
    """Return who has won a sheet and its stamp, or nothing where it cannot be scored any more."""
    scores = scores_of(as_called(sheet.body))
    return _verdict_and_stamp(None if scores is None else (scores, guards_of(sheet)))


def _verdict_and_stamp(result: tuple[Scores, str | None] | None) -> tuple[str, str]:
    if result is None:
        return "", ""
    scores, guards = result
    return verdict(scores, guards)[0], stamp_of(scores, guards) or "winner"
