"""The replay of a game that is over: any act, with the board after it, as everybody at the table could see it."""

from dataclasses import dataclass, replace
from typing import Any

from flask import Response, abort

from companion.pages.blueprint import blueprint
from companion.pages.evening.evening_page import evening_table, next_game_of, told_later
from companion.pages.layout import frame
from companion.pages.tables.log.happenings import happenings
from companion.pages.tables.play.board_view import BoardView
from companion.pages.tables.play.seen import Seen
from companion.persistence.database import now
from companion.presenters.table import names_of
from companion.rules.acts.actions import Prompt
from companion.rules.state.position import Position
from companion.tables.evening_log import Course, course, is_raid
from companion.tables.projection.viewer import WATCHER
from companion.tables.refusals import NotEnded
from companion.tables.repository import LoadedTable
from companion.tables.timeline import State
from companion.web.language import request_language
from companion.words.catalogue import paragraph, term
from companion.words.telling import Names, capital


@dataclass(frozen=True)
class RoundTab:
    """A round to jump to: its first line, whether it is the one that is shown, whether it had a raid."""

    round: int
    line: int
    now: bool
    raid: bool


def seen_at(loaded: LoadedTable, game: Position, names: Names, language: str) -> Seen:
    """Return a table as it was at an act, for everybody to read."""
    state = State(game=game).waiting_for(Prompt(None, None, ()))
    return Seen(replace(loaded, state=state), WATCHER, names, language, now())


@blueprint.get("/s/<link>/evening/<int:line>")
def replay(link: str, line: int) -> Response:
    """Show the board after an act, and the act, to anyone who may read the result."""
    loaded = evening_table(link)
    try:
        played = course(loaded)
    except NotEnded:
        told_later()
    lines = played.lines
    at = next((n for n, one in enumerate(lines) if one.version == line), None)
    if at is None:
        abort(404)
    now, after = lines[at], played.after(at)
    language = request_language()
    names = names_of(loaded, language)
    told = happenings(now, WATCHER, names, language)
    seen = seen_at(loaded, after, names, language)
    return frame.page(
        "evening/replay.html",
        link=link,
        next_game=next_game_of(loaded),
        seen=seen,
        board=BoardView(seen),
        lay=BoardView(seen_at(loaded, now.before, names, language)) if now.before.round else None,
        code="",
        seated=False,
        act=at + 1,
        acts=len(lines),
        round=after.round,
        tabs=_tabs(played, after.round),
        told=paragraph(language, (one.text for one in told)),
        why=[why for one in told for why in one.why],
        changed=now.before.location or after.location,
        before=lines[at - 1].version if at else None,
        after=_next(played, at + 1, language),
        raid=next((one.version for one in lines[at + 1 :] if is_raid(one)), None),
        is_raid=is_raid(now),
    )


def _next(played: Course, at: int, language: str) -> dict[str, Any] | None:
    """Return the next act, and where it is; None after the last one."""
    if at == len(played.lines):
        return None
    line = played.lines[at]
    place = played.after(at).location or line.before.location
    return {"line": line.version, "place": "" if place is None else capital(term(language, place))}


def _tabs(played: Course, shown: int) -> list[RoundTab]:
    first: dict[int, int] = {}
    raids = {line.before.round for line in played.lines if is_raid(line)}
    for at, line in enumerate(played.lines):
        if round_ := played.after(at).round:
            first.setdefault(round_, line.version)
    return [RoundTab(round_, line, round_ == shown, round_ in raids) for round_, line in sorted(first.items())]
