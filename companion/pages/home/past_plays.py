"""Old games from a file: what they must look like, what would be taken in, and what was taken in, to be taken out."""

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from flask import Response, current_app, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.persistence.database import now
from companion.players_day import day_in_words, known_zone
from companion.plays.bg_stats_file import read_bg_stats
from companion.plays.csv_file import (
    DATE,
    DIFFICULTY,
    EDITION,
    EXAMPLE,
    GUARDS,
    NAMES,
    POINTS,
    read_csv,
    write_csv,
)
from companion.plays.imports import MOST_IMPORTS, Import, TooManyImports, imports, take_in, take_out, unseen
from companion.plays.past_play import MOST_PLAYS, PastPlay, ReadPlays, UnreadableFile
from companion.presenters.faults import MOST_TOLD
from companion.rules.state.setup import Difficulty
from companion.web.device_cookie import known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import count_made
from companion.web.strict_json import NotJson, parse_json
from companion.words import field_labels
from companion.words.catalogue import LANGUAGES, isolated, sentence
from companion.words.messages import JSON_FAULTS, PAGES

NAMES_SHOWN: Final = 100
"""How many are listed; nobody reads more."""
_BESIDE: Final = 16_384
"""Bytes of a request beside the games that it brings."""


_COLUMNS: Final = {
    **{one: one for one in (DATE, GUARDS, DIFFICULTY, EDITION)},
    "people": ", ".join((NAMES[0], POINTS[0], "…", NAMES[-1], POINTS[-1])),
}
"""The columns of a file, as a page names them."""


@dataclass(frozen=True)
class TakenIn:
    """A file in the list: its id, its name, when it was taken in, and how many games came with it, in words."""

    id: str
    name: str
    told: str
    take_out: str


@blueprint.get("/history/import")
def past_plays() -> Response:
    """Say what a file of old games looks like, ask for one, and list those that were taken in."""
    return _ask()


def _ask(problem: str = "", status: int = 200) -> Response:
    page = frame.page(
        "home/past_plays.html",
        problem=problem,
        taken=[_taken_in(one) for one in imports(page_caller())],
        kept=_taken_just_now(),
        most=MOST_PLAYS,
        columns=_COLUMNS,
    )
    page.status_code = status
    return page


def _taken_in(one: Import) -> TakenIn:
    date = day_in_words(one.made, one.zone, request_language())
    return TakenIn(one.id, one.name, f"{date}, {say('import.games', n=one.plays)}", say("import.take_out", n=one.plays))


def _taken_just_now() -> str:
    """What has come of the file that was taken in before this page, or nothing."""
    told = request.args.get("taken", "")
    if not (told.isascii() and told.isdecimal() and len(told) <= len(str(MOST_PLAYS))):
        return ""
    return say("import.taken", n=int(told)) if int(told) else say("import.nothing_new")


@blueprint.get("/history/import/example.csv")
def past_plays_example() -> Response:
    """A file as it must look."""
    response = make_response(EXAMPLE)
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = 'attachment; filename="lockup-games.csv"'
    return response


@blueprint.post("/history/import")
def look_through_past_plays() -> Response:
    """Show what would be taken in of a file; nothing is kept yet."""
    chosen = request.files.get("file")
    data = chosen.read() if chosen else b""
    if not data.strip():
        return _ask(say("import.no_file"), 422)
    try:
        is_json, found = _read(data)
        fresh = unseen(page_caller(), found.plays)
        # With those that are here already: of two alike only all of them say how many are new.
        text = _fitting(found.plays)
    except UnreadableFile as fault:
        return _ask(say(fault.key, **fault.data), 422)
    except NotJson as broken:
        return _ask(sentence(request_language(), JSON_FAULTS[broken.fault], broken.data), 422)
    name = (chosen.filename if chosen else None) or ""
    return _preview(found, fresh, text, name, "import.play" if is_json else "import.line")


def _read(data: bytes) -> tuple[bool, ReadPlays]:
    """What a file holds, and whether it is the export of BG Stats: only that is JSON."""
    if data.removeprefix(BOM_UTF8).lstrip().startswith((b"{", b"[")):
        return True, read_bg_stats(parse_json(data.removeprefix(BOM_UTF8)), *_words(), now())
    return False, read_csv(data, _words()[1], now())


@cache
def _words() -> tuple[frozenset[str], Mapping[str, str]]:
    """What the guards are called in any of our languages, and how strong they are, in small letters."""
    guards = frozenset(sentence(language, PAGES["seat.guards"]).casefold() for language in LANGUAGES)
    said = {
        field_labels.word(language, "difficulty", one).casefold(): one.value
        for language in LANGUAGES
        for one in Difficulty
    }
    return guards, {**said, **{one.value: one.value for one in Difficulty}}


def _fitting(plays: Sequence[PastPlay]) -> str:
    """Those plays as the page sends them back, which must fit a request.

    Raises:
        UnreadableFile: they do not.
    """
    text, most = write_csv(plays), current_app.config["MAX_CONTENT_LENGTH"]
    if most is not None and len(text.encode()) + _BESIDE > most:
        raise UnreadableFile("import.too_long", most=len(plays) // 2)
    return text


def _preview(found: ReadPlays, fresh: list[PastPlay], text: str, name: str, row: str) -> Response:
    names = Counter(side.name for play in fresh for side in play.sides if side.name)
    refused = found.refusals
    here = len(found.plays) - len(fresh)
    findings = [
        say("import.found", n=len(fresh)) if fresh else say("import.none"),
        *_some("import.here", here),
        *_some("import.others", found.others),
        *([say("import.unknown", columns=", ".join(map(isolated, found.unknown)))] if found.unknown else []),
    ]
    return frame.page(
        "home/past_plays_found.html",
        findings=findings,
        names=[(one, say("import.games", n=n)) for one, n in names.most_common(NAMES_SHOWN)],
        more_names=_some("import.more", len(names) - NAMES_SHOWN),
        refused=[(say(row, row=one.row), _why(one.key, one.data)) for one in refused[:MOST_TOLD]],
        more_refused=_some("import.more", len(refused) - MOST_TOLD),
        take_in=say("import.take_in", n=len(fresh)) if fresh else "",
        text=text,
        name=name,
    )


def _some(key: str, n: int) -> list[str]:
    """What there is of something, if there is any."""
    return [say(key, n=n)] if n > 0 else []


def _why(key: str, data: Mapping[str, Any]) -> str:
    return say(key, **{name: isolated(value) if name == "name" else value for name, value in data.items()})


@blueprint.post("/history/import/keep")
def keep_past_plays() -> BaseResponse:
    """Take in what was shown; it is read again as any file is."""
    try:
        found = read_csv(request.form.get("plays", "").encode(), _words()[1], now())
        count_made()
        known_device()
        kept = take_in(page_caller(), found.plays, request.form.get("name", ""), known_zone(request.form.get("zone")))
    except TooManyImports:
        return _ask(say("import.too_many_files", most=MOST_IMPORTS), 409)
    except UnreadableFile as fault:
        return _ask(say(fault.key, **fault.data), 422)
    return redirect(url_for("pages.past_plays", taken=kept), 303)


@blueprint.post("/history/import/<id_>/delete")
def take_out_past_plays(id_: str) -> BaseResponse:
    """Take a file out again with all its games."""
    take_out(page_caller(), id_)
    return redirect(url_for("pages.past_plays"), 303)


def say(key: str, **data: Any) -> str:
    """A text of `PAGES` in the language of the request."""
    return frame.page_text(request_language(), key, **data)
