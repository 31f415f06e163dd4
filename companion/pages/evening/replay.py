"""Any act of a game that is over again, with the board as it lay then, as everybody at the table could see it."""

from dataclasses import dataclass
from typing import Any

from flask import Response, abort

from companion.pages.blueprint import blueprint
from companion.pages.evening.evening_page import evening_table, next_game_of, told_later
from companion.pages.layout import frame
from companion.pages.tables.log.happenings import Happening, happenings
from companion.pages.tables.play.board_view import BoardView
from companion.presenters.table import names_of
from companion.rules.acts.actions import Prompt
from companion.rules.state.position import Position
from companion.tables.evening_log import Moment, course
from companion.tables.projection.position import visible_position
from companion.tables.projection.viewer import WATCHER
from companion.tables.refusals import NotEnded
from companion.tables.timeline import State
from companion.web.language import request_language
from companion.words.catalogue import paragraph, term
from companion.words.telling import Names, Telling, capital


@dataclass(frozen=True)
class RoundTab:
    """A round to jump to: its first line, whether it is the one that is shown, whether it had a raid."""

    round: int
    line: int
    now: bool
    raid: bool


class ReplayView:
    """A board as it lay, read only: what the parts of a game's page ask for."""

    def __init__(self, game: Position, names: Names, language: str) -> None:
        self.game = game
        self.names = names
        self.aloud = Telling(language, names, game)
        shown = visible_position(State(game=game), WATCHER, names)
        self.board = BoardView(game, shown, Prompt(None, None, ()), names=names, language=language, typed={})


@blueprint.get("/s/<link>/evening/<int:line>")
def replay(link: str, line: int) -> Response:
    """Show how everything lay after an act, and what it was, to whoever may read the result."""
    loaded = evening_table(link)
    try:
        moments = course(loaded)
    except NotEnded:
        told_later()
    at = next((n for n, one in enumerate(moments) if one.line.version == line), None)
    if at is None:
        abort(404)
    now = moments[at]
    language = request_language()
    names = names_of(loaded, language)
    told = _told(now, names, language)
    return frame.page(
        "evening/replay.html",
        link=link,
        next_game=next_game_of(loaded),
        table=ReplayView(now.after, names, language),
        lay=ReplayView(now.before, names, language).board if now.before.round else None,
        code="",
        seated=False,
        act=at + 1,
        acts=len(moments),
        round=now.after.round,
        tabs=_tabs(moments, now),
        told=paragraph(language, (one.text for one in told)),
        why=[why for one in told for why in one.why],
        changed=now.before.location or now.after.location,
        before=moments[at - 1].line.version if at else None,
        after=_next(moments, at, language),
        raid=next((one.line.version for one in moments[at + 1 :] if one.is_raid), None),
        is_raid=now.is_raid,
    )


def _told(now: Moment, names: Names, language: str) -> list[Happening]:
    return happenings(now.told(), WATCHER, names, language)


def _next(moments: list[Moment], at: int, language: str) -> dict[str, Any] | None:
    """The next act, and where it is."""
    if at + 1 == len(moments):
        return None
    one = moments[at + 1]
    place = one.after.location or one.before.location
    return {"line": one.line.version, "place": "" if place is None else capital(term(language, place))}


def _tabs(moments: list[Moment], now: Moment) -> list[RoundTab]:
    first: dict[int, int] = {}
    raids = {one.before.round for one in moments if one.is_raid}
    for one in moments:
        if one.after.round:
            first.setdefault(one.after.round, one.line.version)
    return [
        RoundTab(round_, line, round_ == now.after.round, round_ in raids) for round_, line in sorted(first.items())
    ]
