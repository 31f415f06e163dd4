"""The result of a sheet: the verdict, every line, and ways to share it."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Final

import qrcode
from flask import Response, abort, current_app, redirect, render_template, url_for
from qrcode.image.svg import SvgPathImage
from werkzeug.wrappers import Response as BaseResponse

from companion.identity.caller import NotAllowed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.layout.reasons import told
from companion.pages.layout.text_fitting import LONGEST, cut
from companion.pages.sheet.bg_stats_link import bg_stats_link
from companion.pages.sheet.docket import docket, picture_parts
from companion.pages.sheet.par import ParView, par_view
from companion.pages.sheet.score_form import is_countable
from companion.pages.sheet.score_view import GUARDS_SEAT
from companion.pages.sheet.sides import as_called, names_of
from companion.pages.tables.setup.rematch import NextGame, PlayAgain, next_game, play_again
from companion.presenters.evening import EveningPresenter
from companion.presenters.kept_sheet import scores_of, sheet_content
from companion.scoring.score import Scores, SideScore
from companion.sheets.models import Sheet
from companion.sheets.repository import SheetGone, delete, find
from companion.tables import repository, result_sheet
from companion.tables.par import par_of_table, play_on
from companion.tables.permissions import viewer_of
from companion.tables.repository import LoadedTable
from companion.tables.score_reveal import is_result_shown
from companion.web.device_cookie import page_caller
from companion.web.json_answers import send
from companion.web.language import request_language
from companion.web.own_address import origin
from companion.words.catalogue import number
from companion.words.telling import SEATS

ICONS: Final = {
    "track": "star",
    "raid": "raid",
    "leader_goal": "leader_goal",
    "end_game_goal": "end_game_goal",
    "resources": "resources",
    "tomes": "tome",
    "first_player": "marker",
    "other_goons": "token",
}
"""The icon of each line that is no goon."""


PAR_SECONDS: Final = 0.5
"""The time in which a request plays games of a par; the last one may take longer."""


@dataclass(frozen=True)
class LineView:
    """One line of the ledger: its icon, its name and what each side scored."""

    icon: str
    label: str
    cells: tuple[str, ...]


@blueprint.get("/s/<link>")
def result(link: str) -> BaseResponse:
    """Show a result with every line."""
    sheet = find_sheet(link)
    scores = scores_of(as_called(sheet.body))
    if scores is None:
        return _unscored(sheet)
    caller, has_evening = page_caller(), _has_evening(sheet)
    return frame.page(
        "sheet/result.html",
        **_shown(sheet, scores),
        link=link,
        # A table that is counted again has a sheet of its result before.
        open=not sheet.draft and (has_evening or result_sheet.table_of(sheet) is None),
        draft=sheet.draft,
        may_change=caller.may_change(sheet),
        place=sheet.place,
        note=sheet.note,
        may_delete=caller.made(sheet),
        why=[(side.name, told(side.reasons)) for side in scores.sides],
        text=plain_text(sheet, scores),
        address=address(link),
        bg_stats=bg_stats_link(sheet),
        rematch=_rematch(sheet),
        next_game=_next_game(sheet),
        has_evening=has_evening,
        par=_par(sheet, scores),
        **docket(sheet, scores, guards_of(sheet), request_language()),
        once=new_token(),
    )


def _rematch(sheet: Sheet) -> PlayAgain | None:
    """Return how the players at a sheet's table play again; None if it was made otherwise, or they already do."""
    table = None if sheet.draft else result_sheet.table_of(sheet)
    return None if table is None else play_again(repository.load_state(table))


def _next_game(sheet: Sheet) -> NextGame | None:
    """Return where the players at a sheet's table play on; None if nobody does, or the caller is none of them."""
    table = None if sheet.draft else result_sheet.table_of(sheet)
    if table is None or not viewer_of(table, page_caller()).seats:
        return None
    return next_game(repository.load_state(table))


def _has_evening(sheet: Sheet) -> bool:
    """Return whether the sheet's table is still there and shows its result. The recap is counted on its own page."""
    return _finished(sheet) is not None


def _finished(sheet: Sheet) -> LoadedTable | None:
    """Return the sheet's table, if it is still there and shows its result."""
    table = None if sheet.draft else result_sheet.table_of(sheet)
    loaded = None if table is None else repository.load_state(table)
    return loaded if loaded is not None and is_result_shown(loaded.state.game, loaded.table.revealed) else None


def _par(sheet: Sheet, scores: Scores) -> ParView | None:
    """Return what the odds-based player makes of the deal; None if its game has no par."""
    guards, loaded = guards_of(sheet), _finished(sheet)
    found = None if guards is None or loaded is None else par_of_table(loaded)
    if found is None or loaded is None:
        return None
    player = next(side for side in scores.sides if side.name != guards)
    return par_view(found, player.total, player.name, own=bool(viewer_of(loaded.table, page_caller()).seats))


@blueprint.post("/s/<link>/par")
def play_par(link: str) -> BaseResponse:
    """Play further games of a result's deal for a moment; the page asks again until all are played."""
    loaded = _finished(find_sheet(link))
    if loaded is None:
        abort(404)
    until = monotonic() + PAR_SECONDS
    play_on(loaded, lambda: monotonic() >= until)
    return redirect(url_for("pages.result", link=link, _anchor="par"), 303)


def _turning_point(sheet: Sheet) -> tuple[str, str, bool] | None:
    """Return where the game of a sheet turned, from where to where, and whether in a raid; None if no table knows.

    A sheet that was corrected since has other points than its table.
    """
    table = result_sheet.table_of(sheet) if _has_evening(sheet) else None
    if table is None or sheet.version != table.sheet_version:
        return None
    told = EveningPresenter(repository.load_state(table), request_language())
    turning = told.evening.turning_point
    return turning and (told.turning_text(turning), told.swing_text(turning), turning.raid)


def _unscored(sheet: Sheet) -> Response:
    """Say that a draft cannot be scored yet, and what can be done with it."""
    caller = page_caller()
    return frame.page(
        "sheet/unscored.html",
        link=sheet.link,
        names=names_of(sheet),
        may_continue=caller.may_change(sheet) and is_countable(sheet),
        may_delete=caller.made(sheet),
    )


@blueprint.get("/s/<link>/picture.svg")
def picture(link: str) -> Response:
    """Draw a result as a picture."""
    sheet = find_sheet(link)
    scores = scores_of(as_called(sheet.body))
    if scores is None:
        abort(404)
    shown, guards, language = _shown(sheet, scores), guards_of(sheet), request_language()
    parts = picture_parts(
        sheet,
        scores,
        guards,
        language,
        second=lambda most: verdict(scores, guards, most)[1],
        sides=shown["sides"],
        rows=len(shown["lines"]),
        turning=_turning_point(sheet),
    )
    drawn = render_template("sheet/picture.svg", **{**shown, **parts}, language_tag=language)
    return Response(drawn, mimetype="image/svg+xml")


@blueprint.get("/s/<link>/code.svg")
def code(link: str) -> Response:
    """Draw the link of a result as a QR code."""
    find_sheet(link)
    return code_picture(address(link))


@blueprint.get("/s/<link>/sheet.json")
def sheet_file(link: str) -> Response:
    """Give a sheet with its scores as a file, as the API answers it."""
    named = {"Content-Disposition": f'attachment; filename="lockup-{link}.json"'}
    response = send(sheet_content(find_sheet(link), request_language()), headers=named)
    response.vary.add("Cookie")
    return response


@blueprint.get("/s/<link>/delete")
def ask_delete(link: str) -> Response:
    """Ask once before a sheet is deleted."""
    sheet = find_sheet(link)
    if not page_caller().made(sheet):
        abort(403)
    return frame.page("layout/delete.html", link=link)


@blueprint.post("/s/<link>/delete")
def delete_sheet(link: str) -> BaseResponse:
    """Delete a sheet."""
    try:
        delete(link, page_caller())
    except SheetGone:
        abort(404)
    except NotAllowed:
        abort(403)
    return redirect(url_for("pages.history"), 303)


def find_sheet(link: str) -> Sheet:
    """Return the sheet with that link; a page says so where there is none."""
    try:
        return find(link)
    except SheetGone:
        abort(404)


def address(link: str) -> str:
    """Return the whole address of a result, as another phone can open it."""
    return origin() + url_for("pages.result", link=link)


def code_picture(text: str, border: int = 0) -> Response:
    """Return a QR code as a picture; one path, black on any background, with so many modules round it."""
    drawn = io.BytesIO()
    qrcode.make(text, image_factory=SvgPathImage, border=border).save(drawn)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def _shown(sheet: Sheet, scores: Scores) -> dict[str, Any]:
    """Return the values that result page and picture share."""
    headline, second = verdict(scores, guards_of(sheet))
    return {
        "headline": headline,
        "second": second,
        "sides": [
            {
                "name": side.name,
                "seat": _seat(sheet, index),
                "total": number(side.total),
                "winner": side.winner,
                "rank": side.rank,
            }
            for index, side in enumerate(scores.sides)
        ],
        "lines": score_lines(scores),
    }


def _seat(sheet: Sheet, index: int) -> str:
    return GUARDS_SEAT if sheet.body["sides"][index].get("guards") else SEATS[index % len(SEATS)]


def score_lines(scores: Scores) -> list[LineView]:
    """Return the lines that anybody scored something in; the track is always one."""
    lines = []
    for place, (category, _) in enumerate(scores.sides[0].lines):
        points = [side.lines[place].points for side in scores.sides]
        if any(points) or category == "track":
            label = frame.page_text(request_language(), f"line.{category}")
            cells = tuple(number(one) if one else "–" for one in points)
            lines.append(LineView(ICONS.get(category, category), label, cells))
    return lines


def guards_of(sheet: Sheet) -> str | None:
    """Return the guards' name in a solitary game, or None."""
    if not sheet.body.get("solitary"):
        return None
    return str(next(side["name"] for side in as_called(sheet.body)["sides"] if side.get("guards")))


def verdict(scores: Scores, guards: str | None, most: float = LONGEST) -> tuple[str, str]:
    """Return who won, in a headline and a sentence below it.

    Args:
        scores: of all sides.
        guards: the guards' name in a solitary game.
        most: how wide a name may be, in ems.
    """
    language = request_language()

    def say(key: str, **data: Any) -> str:
        if "side" in data:
            data["side"] = cut(data["side"], most)
        if "sides" in data:
            data["sides"] = tuple(cut(name, most) for name in data["sides"])
        return frame.page_text(language, f"verdict.{key}", **data)

    ordered = sorted(scores.sides, key=lambda side: side.rank)
    best = ordered[0]
    if len(ordered) == 1:
        return say("alone", side=best.name, n=best.total), ""
    second = ordered[1]
    if guards is not None:
        return _solitary_verdict(guards, best, second, say), ""
    if second.rank == 1:
        return say("shared", n=best.total, sides=scores.winners), ""
    headline = say("wins", side=best.name, n=best.total)
    if second.total == best.total:
        return headline, say("items")
    seconds = [side.name for side in ordered if side.rank == second.rank]
    if len(seconds) > 1:
        return headline, say("follow", sides=seconds, n=second.total)
    return headline, say("follows", side=second.name, n=second.total)


def _solitary_verdict(guards: str, best: SideScore, second: SideScore, say: Any) -> str:
    if best.name != guards:
        return str(say("player", side=best.name, n=best.total, m=second.total))
    if best.total == second.total:
        return str(say("guards_tie", n=best.total))
    return str(say("guards", n=best.total, m=second.total))


def plain_text(sheet: Sheet, scores: Scores) -> str:
    """Return the result as text to copy into a chat, with its address where others can open that."""
    link = address(sheet.link) if current_app.config["LOCKUP"].can.shared_links else ""
    return "\n".join(filter(None, [*verdict(scores, guards_of(sheet)), *_text_lines(scores.sides), link]))


def _text_lines(sides: Sequence[SideScore]) -> list[str]:
    say = partial(frame.page_text, request_language())
    lines = []
    for side in sorted(sides, key=lambda one: one.rank):
        parts = [
            say("text.line", what=say(f"line.{line.category}"), points=line.points)
            for line in side.lines
            if line.points
        ]
        told = {"rank": side.rank, "side": side.name, "total": side.total, "lines": tuple(parts)}
        lines.append(say("text.side" if parts else "text.side_alone", **told))
    return lines
