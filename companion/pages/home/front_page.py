"""The first page, the preferences, and the pages about the phone and the app."""

from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from flask import current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint
from companion.pages.home.history import newest_result
from companion.pages.home.pocket_edition import is_offered
from companion.pages.layout import files, frame
from companion.pages.sheet.score_form import is_countable
from companion.pages.sheet.sides import names_of
from companion.pages.tables.access import names_of as table_names
from companion.pages.tables.access import people_at
from companion.pages.tables.play.lessons import LESSONS, TAUGHT_COOKIE, put_away
from companion.sheets.models import Sheet
from companion.sheets.repository import recent
from companion.tables import queries, repository
from companion.tables.game_file import MOST_GAMES
from companion.tables.permissions import viewer_of
from companion.tables.play_history import evenings
from companion.tables.projection.actions import current_prompt
from companion.tables.records import Table
from companion.web.base_path import base_path
from companion.web.device_cookie import page_caller, set_cookie
from companion.web.headers import may_be_found
from companion.web.language import COOKIE as LANGUAGE_COOKIE
from companion.web.language import request_language
from companion.words.catalogue import LANGUAGES, isolated, joined
from companion.words.step_questions import question

GAMES_SHOWN: Final = 4
"""Unfinished games on the first page; older ones are in the history."""
HOME_SCREEN_COOKIE: Final = "lockup_home_screen"
PREFERENCES: Final = {
    "language": (LANGUAGE_COOKIE, tuple(LANGUAGES)),
    "theme": (frame.THEME_COOKIE, frame.THEMES),
    "captions": (frame.CAPTIONS_COOKIE, frame.CAPTIONS),
    "home_screen": (HOME_SCREEN_COOKIE, ("off",)),
    **{one: (cookie, ("on", "off")) for one, cookie in frame.AIDS.items()},
}
"""For each button, its cookie and the possible values."""


@dataclass(frozen=True)
class Unfinished:
    """A sheet that is still being filled in: where, and whose."""

    link: str
    names: str


@dataclass(frozen=True)
class Underway:
    """A game that is being played here: where, how far it is, and who plays; `people` is empty for a solo player.

    `asked` is what it waits for, and of whom.
    """

    code: str
    round: int
    rounds: int
    people: str
    asked: str


def newest_draft() -> Sheet | None:
    """Return the last sheet that is still being filled in here."""
    return next((sheet for sheet in recent(page_caller(), most=10) if sheet.draft and is_countable(sheet)), None)


def newest_games() -> list[Underway]:
    """Return the last games that are still being played from here, the newest first."""
    caller = page_caller()
    playing = (one for one in queries.recent(caller, most=10, unfinished=True) if viewer_of(one, caller).seats)
    return [_underway(table) for table in islice(playing, GAMES_SHOWN)]


def _underway(table: Table) -> Underway:
    loaded = repository.load_state(table)
    game = loaded.state.game
    people = "" if game.setup.solitary else joined(request_language(), map(isolated, people_at(loaded)))
    asked = question(request_language(), current_prompt(loaded.state), game, table_names(loaded))
    return Underway(table.code, game.round, game.setup.edition.rounds, people, asked)


@blueprint.get("/")
def home() -> Response:
    """Show where you can go, what is unfinished first; what a code of a copy holds, where the link has one."""
    if "box" in request.args:
        return redirect(url_for("pages.enter_code", code=request.args["box"]))
    draft = newest_draft()
    unfinished = Unfinished(draft.link, names_of(draft)) if draft else None
    return frame.page(
        "home/home.html",
        unfinished=unfinished,
        underway=newest_games(),
        last=newest_result(),
        offers_home_screen=_in_a_pocket() and request.cookies.get(HOME_SCREEN_COOKIE) != "off",
    )


@blueprint.post("/preferences")
def prefer() -> Response:
    """Keep what was chosen: language, colours, help on a first evening, what else this phone does; or understood."""
    response = redirect(_back())
    for name, (cookie, values) in PREFERENCES.items():
        value = request.form.get(name)
        if value in values:
            set_cookie(response, cookie, value)
    understood = request.form.get("understood", "")
    if understood in LESSONS:
        set_cookie(response, TAUGHT_COOKIE, put_away(understood))
    return response


@blueprint.get("/phone")
def phone() -> Response:
    """Show what this phone may do besides showing pages, to be switched on and off."""
    return frame.page("home/phone.html")


@blueprint.get("/keys")
def keys() -> Response:
    """Show the keys of a game, for a keyboard and for screen readers."""
    return frame.page("home/keys.html")


@blueprint.get("/about")
def about() -> Response:
    """Say what this app is and is not."""
    kept = [one.place for one in evenings(page_caller(), most=MOST_GAMES)] if _in_a_pocket() else []
    return frame.page(
        "home/about.html",
        version=version("lockup-companion"),
        pocket=is_offered(),
        changes=[round(one.changed.timestamp() * 1000) for one in kept],
        running=sum(not one.over for one in kept),
    )


def _in_a_pocket() -> bool:
    """Return whether the app runs in the browser of this phone."""
    return not current_app.config["LOCKUP"].can.live_phones


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Redirect browsers that look here for an icon, since a page (such as a picture) names none."""
    return redirect(files.address("favicon.svg"), 301)


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Say what search engines may ask for. Private pages say themselves that they must not be found."""
    refused = f"{base_path()}/api/" if may_be_found() else "/"
    return Response(f"User-agent: *\nDisallow: {refused}\n", mimetype="text/plain")


@blueprint.get("/api")
def api_reader() -> Response:
    """Read the API's document."""
    return frame.page("home/api.html")


def _back() -> str:
    """Return the page of this app that the request came from, or the front page."""
    try:
        came_from = urlsplit(request.referrer or "")
    except ValueError:
        return url_for("pages.home")
    ours = came_from.path.startswith(f"{base_path()}/") and not came_from.path.startswith("//")
    if came_from.netloc != request.host or not ours:
        return url_for("pages.home")
    return came_from.path + (f"?{came_from.query}" if came_from.query else "")
