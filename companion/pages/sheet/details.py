"""When and where a game was played, and a note: shown on its result, changed by anyone who may correct it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final, NamedTuple
from unicodedata import category

from babel.dates import format_date
from flask import Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.identity.caller import NotAllowed
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.sheet.result import find_sheet, guards_of, verdict
from companion.pages.sheet.sides import as_called
from companion.persistence.database import now
from companion.players_day import known_zone, moment_of, on_players_clock
from companion.presenters.kept_sheet import scores_of
from companion.sheets.models import LONGEST_NOTE, LONGEST_PLACE, Sheet
from companion.sheets.repository import change, places
from companion.tables import result_sheet
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.catalogue import isolated

PLACES_SHOWN: Final = 4
FIRST_DAY: Final = date(2000, 1, 1)
_NOON: Final = time(12)
"""The time of a game of which only the day is known."""
_FIRST_ZONE: Final = "Pacific/Kiritimati"
"""The time zone in which each day begins first."""


class Details(NamedTuple):
    """The values of the form, as its fields have them: a day as 2026-11-08, a time as 20:15."""

    day: str
    began: str
    place: str
    note: str

    @classmethod
    def of(cls, sheet: Sheet) -> "Details":
        """Return the details that are kept of a sheet."""
        clock = on_players_clock(sheet.played, sheet.zone)
        return cls(f"{clock:%Y-%m-%d}", f"{clock:%H:%M}", sheet.place, sheet.note)

    @classmethod
    def typed(cls, given: Mapping[str, str]) -> "Details":
        """Return the details that came with a form."""
        return cls(*(_legible(given.get(name, "")) for name in cls._fields))


def _legible(text: str) -> str:
    """Return a text without characters that no database keeps or nobody sees, with one kind of line break."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(one for one in lines if one == "\n" or category(one) not in {"Cc", "Cs"}).strip()


class _Conflict(Exception):
    """Somebody else has changed the same details since the form was opened."""

    def __init__(self, kept: Details, found: Details, names: Sequence[str]) -> None:
        super().__init__(names)
        self.kept, self.found = kept, found
        self.told = {name: _say("changed", theirs=isolated(getattr(kept, name))) for name in names}


@blueprint.get("/s/<link>/details")
def details(link: str) -> BaseResponse:
    """Ask when and where a game was played."""
    sheet = _changeable(link)
    return _asked(sheet, Details.of(sheet))


@blueprint.post("/s/<link>/details")
def save_details(link: str) -> BaseResponse:
    """Keep when and where a game was played; wrong details get a sentence, and what was typed stays."""
    sheet, typed = _changeable(link), Details.typed(request.form)
    if (known := request.form.get("known", "")).isdecimal():
        # A place that was used before: nothing is kept yet.
        used = dict(enumerate(_places()))
        return _asked(sheet, typed._replace(place=used.get(int(known), typed.place)))
    was = _was(request.form) or Details.of(sheet)
    if faults := dict(_faults(sheet, typed)):
        return _asked(sheet, typed, faults, was=was, status=422)

    def apply(row: Sheet) -> None:
        kept = Details.of(row)
        changed = {name: text for name, text in typed._asdict().items() if text != getattr(was, name)}
        found = kept._replace(**changed)
        if theirs := [name for name in changed if getattr(kept, name) not in {getattr(was, name), changed[name]}]:
            raise _Conflict(kept, found, theirs)
        _keep(row, found)

    try:
        change(link, page_caller(), apply, beside=True)
    except _Conflict as conflict:
        # A player who saves this page has seen what the other wrote.
        return _asked(sheet, conflict.found, conflict.told, was=conflict.kept, status=409)
    except NotAllowed:
        abort(403)
    return redirect(url_for("pages.result", link=link), 303)


def _changeable(link: str) -> Sheet:
    """Return a sheet that is counted, if the caller may correct it."""
    sheet = find_sheet(link)
    if not page_caller().may_change(sheet) and request.method == "POST":
        abort(403)
    if not page_caller().may_change(sheet) or sheet.draft or scores_of(sheet.body) is None:
        abort(redirect(url_for("pages.result", link=link)))
    return sheet


def _asked(
    sheet: Sheet,
    values: Details,
    faults: Mapping[str, str] | None = None,
    *,
    was: Details | None = None,
    status: int = 200,
) -> Response:
    scores = scores_of(as_called(sheet.body))
    page = frame.page(
        "sheet/details.html",
        link=sheet.link,
        headline=verdict(scores, guards_of(sheet))[0] if scores else "",
        values=values,
        was=json.dumps(was or Details.of(sheet), ensure_ascii=False),
        faults=faults or {},
        places=_places(),
        first_day=FIRST_DAY,
        most_place=LONGEST_PLACE,
        most_note=LONGEST_NOTE,
    )
    page.status_code = status
    return page


def _say(key: str, **data: Any) -> str:
    return frame.page_text(request_language(), f"details.{key}", **data)


def _places() -> list[str]:
    return [*places(page_caller(), most=PLACES_SHOWN)]


def _was(given: Mapping[str, str]) -> Details | None:
    """Return the values that the form showed when it was opened, or None if they cannot be read."""
    try:
        told: Any = json.loads(given.get("was", ""))
        return Details(*map(str, told))
    except (ValueError, TypeError, RecursionError):
        return None


def _faults(sheet: Sheet, typed: Details) -> Iterator[tuple[str, str]]:
    """Yield the fields that cannot be kept, each with a sentence that says what to do."""
    if typed.day and typed.day != Details.of(sheet).day:
        try:
            day = date.fromisoformat(typed.day)
        except ValueError:
            yield "day", _say("no_day")
        else:
            if day > _today(sheet):
                yield "day", _say("day_to_come", day=format_date(day, "full", locale=request_language()))
            elif day < FIRST_DAY:
                yield "day", _say("day_too_early", year=str(FIRST_DAY.year))
    if typed.began:
        try:
            time.fromisoformat(typed.began)
        except ValueError:
            yield "began", _say("no_time")
    for name, most in (("place", LONGEST_PLACE), ("note", LONGEST_NOTE)):
        if (length := len(getattr(typed, name))) > most:
            yield name, _say(f"long_{name}", most=most, n=length)


def _today(sheet: Sheet) -> date:
    """Return today's date where somebody corrects a game, or where it was played, whichever is later.

    Without JavaScript the place of the correction is unknown; then today is any day that has begun somewhere.
    """
    here = known_zone(request.form.get("zone")) or _FIRST_ZONE
    return max(on_players_clock(now(), zone).date() for zone in (here, sheet.zone))


def _keep(sheet: Sheet, found: Details) -> None:
    kept = Details.of(sheet)
    if not found.day:
        table = result_sheet.table_of(sheet)
        sheet.began = table.created if table else None
    elif (found.day, found.began) != (kept.day, kept.began):
        at = time.fromisoformat(found.began).replace(tzinfo=None) if found.began else _NOON
        sheet.began = moment_of(datetime.combine(date.fromisoformat(found.day), at), sheet.zone)
    sheet.place, sheet.note = found.place, found.note
