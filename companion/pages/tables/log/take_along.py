"""Taking a game along on the phone: saved as a file, or as a link where one plays alone, and let in somewhere else."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.tables.play.at_table import found, viewer_of
from companion.tables.carrying import Arrival, all_games, game_file
from companion.tables.carrying import take_in as let_in
from companion.tables.game_file import BadGameFile, CannotTravel, games_in, read
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import allow_large_file, count_made
from companion.web.own_address import origin
from companion.web.strict_json import NotJson, parse_json

LONGEST_LINK: Final = 4000
"""Characters of a link; chats and browsers take as many."""

MOST_BYTES: Final = 500_000
"""Bytes that a link may hold; the largest games have a tenth of that."""


@blueprint.get("/t/<code>/along")
def take_along(code: str) -> Response:
    """Offer a game as a file, and where one plays alone as a link too."""
    loaded = _run_here(code)
    link = ""
    try:
        text = json.dumps(game_file(loaded), ensure_ascii=False, separators=(",", ":"))
        if loaded.state.game.setup.solitary:
            link = f"{origin()}{url_for('pages.take_in')}#{_packed(text)}"
        travels = True
    except CannotTravel:
        travels = False
    response = frame.page(
        "tables/log/take_along.html",
        code=code,
        travels=travels,
        solitary=loaded.state.game.setup.solitary,
        over=loaded.state.closed or not loaded.state.prompt.actions,
        entries=loaded.state.version,
        link=link if len(link) <= LONGEST_LINK else "",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/t/<code>/lockup-game.json")
def game_to_save(code: str) -> Response:
    """Give a game as a file."""
    loaded = _run_here(code)
    try:
        response = make_response(json.dumps(game_file(loaded), ensure_ascii=False))
    except CannotTravel:
        return redirect(url_for("pages.take_along", code=code), 303)
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="lockup-game-{loaded.table.code}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _run_here(code: str) -> LoadedTable:
    """The table, for whoever runs it: the file holds what nobody at it may see."""
    loaded = found(code)
    if not viewer_of(loaded).runs:
        abort(403)
    return loaded


@blueprint.get("/history/lockup-games.json")
def games_to_save() -> Response:
    """Give all games that are run here as one file."""
    response = make_response(json.dumps(all_games(page_caller()), ensure_ascii=False))
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
    """Let a game go on here, if these rules come to the same; nothing is written where anything is wrong with it."""
    allow_large_file()
    uploaded, text = request.files.get("file"), request.form.get("code", "")
    try:
        raw = uploaded.read() if uploaded is not None and uploaded.filename else _unpacked(text.strip())
        games = games_in(parse_json(raw))
        known_device()
        if len(games) != 1:
            return _asked(told=_let_all_in(games))
        arrival = _let_in(games[0])
    except NotJson:
        return _asked("carry.no_game", text=text)
    except BadGameFile as bad:
        return _asked(bad.key, text=text, **bad.data)
    return redirect(url_for("pages.table", code=arrival.code), 303)


def _let_in(game: Any) -> Arrival:
    return let_in(read(game), page_caller(), request_language(), count_made)


def _let_all_in(games: list[Any]) -> list[str]:
    """Let games go on here; how many came, were here already, and can't, in sentences."""
    counted: Counter[str] = Counter()
    for game in games:
        try:
            counted["come" if _let_in(game).new else "here"] += 1
        except BadGameFile:
            counted["bad"] += 1
    language = request_language()
    told = [frame.page_text(language, f"carry.{what}", n=n) for what in ("come", "here", "bad") if (n := counted[what])]
    return told or [frame.page_text(language, "carry.none")]


def _asked(problem: str = "", *, text: str = "", told: Sequence[str] = (), **data: Any) -> Response:
    said = frame.page_text(request_language(), problem, **data) if problem else ""
    response = frame.page("tables/log/take_in.html", problem=said, text=text, told=told)
    response.headers["Cache-Control"] = "no-store"
    if problem:
        response.status_code = 422
    return response


def _packed(text: str) -> str:
    """A game as it stands in a link."""
    return urlsafe_b64encode(zlib.compress(text.encode(), zlib.Z_BEST_COMPRESSION)).decode().rstrip("=")


def _unpacked(text: str) -> bytes:
    """The game of a link, or of its code, or what else was pasted.

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
        value = unpacking.decompress(urlsafe_b64decode(code.encode("ascii") + b"=="), MOST_BYTES)
    except (NotBase64, UnicodeEncodeError, zlib.error) as fault:
        raise BadGameFile("carry.no_game") from fault
    if not unpacking.eof:
        raise BadGameFile("carry.no_game")
    return value
