"""Taking a game along on the phone: saved as a file, or (a solitary game) as a link, and let in somewhere else."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.caller import NotAllowed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.sheet.result import code_picture
from companion.pages.tables.access import found, viewer_of
from companion.persistence.linked import KeyReused
from companion.players_day import day_in_words
from companion.presenters.backup import BesideGames, beside_games, keep_beside_games, new_beside_games
from companion.rules.state.position import Phase
from companion.tables.carrying import (
    Arrival,
    all_games,
    game_file,
    is_taken_along,
    meeting,
    take_along,
)
from companion.tables.carrying import take_in as let_in
from companion.tables.command import Command
from companion.tables.game_file import BadGameFile, CannotTravel, CarriedGame, games_in, read
from companion.tables.line import Kind
from companion.tables.refusals import Refused
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import LARGEST_FILE, allow_large_file, count_made
from companion.web.own_address import origin
from companion.web.strict_json import NotJson, parse_json
from companion.words import field_labels
from companion.words.catalogue import isolated, joined

LONGEST_LINK: Final = 4000
"""Characters of a link; chats and browsers take as many."""

LONGEST_IN_CODE: Final = 1250
"""Characters of a link that a phone still reads as a QR code, as wide as a phone's screen."""


@blueprint.get("/t/<code>/along")
def show_take_along(code: str) -> Response:
    """Offer to take a game along; once that is noted, the file, and for a solitary game a link and its QR code."""
    loaded = _run_here(code)
    leaves = _may_leave(loaded)
    link = _link(loaded) if leaves else ""
    response = frame.page(
        "tables/log/take_along.html",
        code=code,
        travels=_travels(loaded),
        leaves=leaves,
        taken=is_taken_along(loaded),
        once=new_token(),
        solitary=loaded.state.game.setup.solitary,
        over=loaded.state.closed or not loaded.state.prompt.actions,
        entries=loaded.state.version,
        link=link if len(link) <= LONGEST_LINK else "",
        in_code=len(link) <= LONGEST_IN_CODE,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/t/<code>/along")
def note_taken_along(code: str) -> Response:
    """Note that a game is taken along; the page then has its file and its link."""
    loaded = _run_here(code)
    key = request.form.get("once") or None
    asked = Command(Kind.SEAT, loaded.state.version, key=key, raw=b"take along", language=request_language())
    if _travels(loaded):
        # Where another tap was quicker, or the table is closed, the page says how it is now.
        with suppress(Refused, KeyReused, NotAllowed):
            take_along(code, page_caller(), asked)
    return redirect(url_for("pages.show_take_along", code=code), 303)


@blueprint.get("/t/<code>/along.svg")
def take_along_code(code: str) -> Response:
    """Draw the link of a game of one player as a QR code."""
    loaded = _run_here(code)
    link = _link(loaded) if _may_leave(loaded) else ""
    if not 0 < len(link) <= LONGEST_IN_CODE:
        abort(404)
    response = code_picture(link)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/t/<code>/lockup-game.json")
def game_to_save(code: str) -> Response:
    """Give a game as a file."""
    loaded = _run_here(code)
    if not _may_leave(loaded) or not _travels(loaded):
        return redirect(url_for("pages.show_take_along", code=code), 303)
    response = make_response(json.dumps(game_file(loaded), ensure_ascii=False))
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="lockup-game-{loaded.table.code}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _run_here(code: str) -> LoadedTable:
    """Return the table, if the caller runs it: the file holds secrets that nobody at the table may see."""
    loaded = found(code)
    if not viewer_of(loaded).runs:
        abort(403)
    return loaded


def _may_leave(loaded: LoadedTable) -> bool:
    """Return whether the file may be given: its seed is public, or the log says that it leaves."""
    return loaded.state.closed or is_taken_along(loaded)


def _travels(loaded: LoadedTable) -> bool:
    try:
        game_file(loaded)
    except CannotTravel:
        return False
    return True


def _link(loaded: LoadedTable) -> str:
    """Return the link that holds a game of one player; empty where there is none."""
    if not loaded.state.game.setup.solitary or not _travels(loaded):
        return ""
    text = json.dumps(game_file(loaded), ensure_ascii=False, separators=(",", ":"))
    return f"{origin()}{url_for('pages.take_in')}#{_packed(text)}"


def shown_question(loaded: LoadedTable) -> Response | None:
    """Ask whether a game that was taken along goes on here; None where nothing is to be asked."""
    if "on" in request.args or not viewer_of(loaded).seats or not is_taken_along(loaded):
        return None
    if loaded.state.game.phase is Phase.ENDED or loaded.state.closed:
        return None
    response = frame.page("tables/log/taken_along.html", code=loaded.table.code, runs=viewer_of(loaded).runs)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/history/lockup-games.json")
def games_to_save() -> Response:
    """Give all games that are run here, score sheets without one, and copies as one file."""
    caller = page_caller()
    response = make_response(json.dumps({**all_games(caller), **beside_games(caller)}, ensure_ascii=False))
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = 'attachment; filename="lockup-games.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/go-on")
def take_in() -> Response:
    """Ask for a game that shall go on here."""
    return _asked()


@blueprint.post("/go-on")
def take_in_game() -> Response:
    """Show the contents of a file and, once confirmed, let it go on here, if these rules give the same game."""
    allow_large_file()
    uploaded, text = request.files.get("file"), request.form.get("code", "")
    try:
        raw = uploaded.read() if uploaded is not None and uploaded.filename else _unpacked(text.strip())
        value = parse_json(raw)
        contents = _contents(value)
    except NotJson:
        return _asked("carry.no_game", text=text)
    except BadGameFile as bad:
        return _asked(bad.key, text=text, **bad.data)
    if "yes" not in request.form:
        return _asked(contents=contents, text=_packed(json.dumps(value, ensure_ascii=False, separators=(",", ":"))))
    known_device()
    if contents.is_one_game:
        return redirect(url_for("pages.table", code=_let_in(contents.games[0]).code), 303)
    return _asked(told=_let_all_in(contents))


@dataclass(frozen=True)
class _Contents:
    """The contents of a file: the games that can go on here, how many can't, and what came besides games."""

    games: list[CarriedGame]
    bad: int
    beside: BesideGames

    @property
    def is_one_game(self) -> bool:
        return len(self.games) == 1 and not (self.bad or self.beside.sheets or self.beside.boxes)


def _contents(value: Any) -> _Contents:
    """Read a file.

    Raises:
        BadGameFile: it holds one game, which is wrong, or is no such file.
    """
    games = games_in(value)
    beside = new_beside_games(value, page_caller())
    if len(games) == 1:
        return _Contents([read(games[0])], 0, beside)
    good: list[CarriedGame] = []
    for game in games:
        with suppress(BadGameFile):
            good.append(read(game))
    return _Contents(good, len(games) - len(good), beside)


@dataclass(frozen=True)
class _Row:
    """A game of a file: who plays it, when it was begun, how far it is, and what would come of it here."""

    title: str
    note: str
    state: str


def _row(carried: CarriedGame) -> _Row:
    language, game = request_language(), carried.state.game
    setup = game.setup
    names = [isolated(one["name"]) for one in carried.value["seats"] if one.get("name")]
    difficulty = "" if setup.difficulty is None else field_labels.word(language, "difficulty", setup.difficulty)
    people = frame.page_text(language, "carry.players", n=len(setup.players))
    over = carried.state.closed or game.phase is Phase.ENDED
    at = frame.page_text(language, "carry.over" if over else "carry.round", n=game.round) if game.round else ""
    how = meeting(carried, page_caller())
    note = (
        difficulty,
        at,
        day_in_words(carried.opened, carried.zone, language),
    )
    return _Row(
        joined(language, names) or people,
        joined(language, [one for one in note if one]),
        frame.page_text(language, f"carry.is_{how.how}", n=how.entries),
    )


def _let_in(game: CarriedGame) -> Arrival:
    return let_in(game, page_caller(), request_language(), count_made)


def _let_all_in(contents: _Contents) -> list[str]:
    """Let games go on here, and keep what came besides; say what came, was here already, and can't."""
    counted = Counter("come" if _let_in(game).new else "here" for game in contents.games)
    counted["bad"] = contents.bad
    keep_beside_games(contents.beside, page_caller())
    counted["sheets"], counted["boxes"] = len(contents.beside.sheets), len(contents.beside.boxes)
    return _said(counted) or [frame.page_text(request_language(), "carry.none")]


def _said(counted: Counter[str]) -> list[str]:
    kinds = ("come", "here", "bad", "sheets", "boxes")
    return [frame.page_text(request_language(), f"carry.{kind}", n=n) for kind in kinds if (n := counted[kind])]


def _asked(
    problem: str = "", *, text: str = "", told: Sequence[str] = (), contents: _Contents | None = None, **data: Any
) -> Response:
    said = frame.page_text(request_language(), problem, **data) if problem else ""
    rows, beside = [], []
    if contents is not None:
        rows = [_row(one) for one in contents.games]
        sheets, boxes = len(contents.beside.sheets), len(contents.beside.boxes)
        beside = _said(Counter(bad=contents.bad, sheets=sheets, boxes=boxes))
    response = frame.page(
        "tables/log/take_in.html",
        problem=said,
        text=text,
        told=told,
        rows=rows,
        beside=beside,
        previewed=contents is not None,
        one_game=contents is not None and contents.is_one_game,
    )
    response.headers["Cache-Control"] = "no-store"
    if problem:
        response.status_code = 422
    return response


def _packed(text: str) -> str:
    """Return a game in the form that a link has."""
    return urlsafe_b64encode(zlib.compress(text.encode(), zlib.Z_BEST_COMPRESSION)).decode().rstrip("=")


def _unpacked(text: str) -> bytes:
    """Return the game of a link, or of its code, or of other pasted text.

    Raises:
        BadGameFile: it is none.
    """
    if not text:
        raise BadGameFile("carry.nothing")
    if text.startswith("{"):
        return text.encode()
    code = text.rpartition("#")[2]
    try:
        unpacking = zlib.decompressobj()
        value = unpacking.decompress(urlsafe_b64decode(code.encode("ascii") + b"=="), LARGEST_FILE)
    except (NotBase64, UnicodeEncodeError, zlib.error) as fault:
        raise BadGameFile("carry.no_game") from fault
    if not unpacking.eof:
        raise BadGameFile("carry.no_game")
    return value
