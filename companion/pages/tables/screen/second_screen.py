"""The second screen: a table in large for everybody in the room, with nobody's secrets."""

from collections.abc import Collection
from typing import Any, Final

from flask import abort, url_for
from werkzeug.wrappers import Response

from companion.identity.caller import Caller
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.layout.text_fitting import cut, width
from companion.pages.sheet.result import code_picture
from companion.pages.tables.access import found, names_of
from companion.pages.tables.log.happenings import Happening, happenings
from companion.pages.tables.log.leader_change import leader_change
from companion.pages.tables.play.board_view import unknown_rows
from companion.pages.tables.play.others import done_aside, moved_in_log
from companion.pages.tables.play.scenes.end import result_sheet_of, verdict_of
from companion.pages.tables.screen.location_part import LocationPart
from companion.pages.tables.screen.raid_part import RaidPart
from companion.pages.tables.screen.roll_part import RollPart
from companion.pages.tables.screen.score_part import ScorePart
from companion.pages.tables.screen.screen_view import NAME_IN_A_SENTENCE, ScenePart, ScreenView
from companion.pages.tables.seats.join import led_by_code
from companion.pages.tables.seats.notices import next_screen
from companion.persistence.database import now
from companion.players_day import day_in_words
from companion.presenters.seats import seats_of
from companion.presenters.table import scene_of
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location
from companion.scoring.score import score
from companion.tables import repository, result_sheet, seat_history, table_box
from companion.tables.line import DONE, Kind, LineInContext
from companion.tables.play_history import Evening
from companion.tables.projection.odds import sees_hint, sees_odds, with_faces_of
from companion.tables.projection.scenes.current_scene import scene_versions
from companion.tables.projection.scenes.scene import Scene, SceneKind
from companion.tables.projection.viewer import WATCHER
from companion.tables.repository import LoadedTable, TableGone
from companion.tables.silence import acting_keeper, chosen_keeper
from companion.web.language import request_language
from companion.web.own_address import base_address, origin, typed_address
from companion.words import field_labels
from companion.words.telling import Names

QUIET_ZONE: Final = 4
"""Modules of white that a code has round it."""


CODE_WIDTH: Final = 4.6
"""The width, in ems, up to which a code is written as large as most are."""


@blueprint.get("/screen")
def open_screen() -> Response:
    """Ask for the code of the table that the room wants to see."""
    return led_by_code("tables/screen/screen_code.html", "pages.screen_of")


@blueprint.get("/screen/<code>")
def screen_of(code: str) -> Response:
    """Show a table to the room, to anyone who has its code."""
    return _screen(found(code))


LOOKS_EVERY: Final = 30
"""Seconds after which a screen looks again who does the table's steps: a phone falls asleep without a word."""


CORRECTED_EVERY: Final = 5
"""Seconds after which it looks whether the result was corrected, as often as phones that show it."""


@blueprint.get("/screen/<code>/join.svg")
def screen_code(code: str) -> Response:
    """Draw the address for joining the table as a QR code."""
    return _join_code(found(code))


@blueprint.get("/w/<link>")
def second_screen(link: str) -> Response:
    """Show a table to the room, to anyone who has the link."""
    return _screen(_watched(link), link)


@blueprint.get("/w/<link>/join.svg")
def second_screen_code(link: str) -> Response:
    """Draw the address for joining the table as a QR code."""
    return _join_code(_watched(link))


def _watched(link: str) -> LoadedTable:
    try:
        return repository.find_watched(link)
    except TableGone:
        abort(404)


def _join_code(loaded: LoadedTable) -> Response:
    """Draw the address for sitting down or, once the game is over, for its scores."""
    there = "pages.table" if loaded.state.game.phase is Phase.ENDED else "pages.join"
    return code_picture(origin() + url_for(there, code=loaded.link), QUIET_ZONE)


def _screen(loaded: LoadedTable, link: str = "") -> Response:
    names, language, code = names_of(loaded), request_language(), loaded.table.code
    repository.remember_lines(loaded)
    scene = _as_corrected(scene_of(loaded), loaded, names)
    seats = seats_of(loaded, Caller())["seats"]
    asleep = frozenset(one["seat"] for one in seats if one["silent"])
    happened = _latest_happenings(loaded, language)
    at = None if loaded.table.alone else acting_keeper(loaded.table, now())
    state = loaded.state
    if sees_odds(state, WATCHER) or sees_hint(state, WATCHER):
        state = with_faces_of(table_box.box_of_table(loaded.table), state)
    view = ScreenView(
        state,
        scene,
        names,
        language,
        asleep=asleep,
        left=seat_history.seats_left(loaded),
        happened=happened,
        keeper=at,
        aside=moved_in_log(loaded) or done_aside(loaded, WATCHER, _last_line(loaded)),
        leader_change=leader_change(repository.latest_lines(loaded, scene_versions(loaded.state))),
        unknown_rows=_unknown_rows(loaded),
    )
    verdict = verdict_of(loaded, names) if scene.kind is SceneKind.RESULT else ("", "")
    sheet = result_sheet.sheet_of(loaded.table)
    picture = url_for("pages.second_screen_code", link=link) if link else url_for("pages.screen_code", code=code)
    response = frame.page(
        "tables/screen/second_screen.html",
        table=view,
        seen=view,
        keys=""
        if at in {None, chosen_keeper(loaded.table)}
        else frame.page_text(language, "keys", side=view.called[at]),
        look_again=CORRECTED_EVERY if scene.kind is SceneKind.RESULT else 0 if at is None else LOOKS_EVERY,
        next_screen=next_screen(loaded, by_link=bool(link)),
        code=code,
        version=loaded.state.version,
        address=typed_address(base_address()),
        code_wide=width(code.upper()) > CODE_WIDTH,
        picture=picture,
        host=view.called[loaded.table.host],
        uncovers="" if at is None else view.called[at],
        **_scene_part(view),
        verdict=verdict,
        stamped=(stamp := _stamp(loaded, scene)),
        stamp=frame.page_text(language, f"screen.stamp.{stamp}"),
        date=day_in_words(*Evening(loaded.table, sheet).played, language, "long"),
        sheet=sheet.link if sheet else None,
        depth=field_labels.word(language, "depth", loaded.state.game.setup.depth),
        seats=_sitting(loaded, seats, names),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _as_corrected(scene: Scene, loaded: LoadedTable, names: Names) -> Scene:
    """Return the result as the score sheet has it now; any other scene as it is."""
    counted = result_sheet_of(loaded, names) if scene.kind is SceneKind.RESULT else None
    if counted is None:
        return scene
    sides = score(counted).sides
    return scene._replace(
        totals=tuple(one.total for one in sides),
        items=tuple(one.items for one in counted.sides),
        ranks=tuple(one.rank for one in sides),
        winners=tuple(side for side, one in enumerate(sides) if one.winner),
    )


def _unknown_rows(loaded: LoadedTable) -> Collection[Location]:
    """Return the rows of the board that a game asks about once it needs them, if a box is there to keep them."""
    rows = unknown_rows(loaded.state.game.setup)
    return rows if rows and table_box.box_version(loaded.table) is not None else ()


def _scene_part(view: ScreenView) -> dict[str, ScenePart]:
    """Return what a scene's template has besides the screen itself, by the name that it has there."""
    match view.scene.kind:
        case SceneKind.LOCATION:
            return {"location": LocationPart(view)}
        case SceneKind.RAID:
            return {"raid": RaidPart(view)}
        case SceneKind.REVEAL | SceneKind.RESULT:
            return {"scores": ScorePart(view)}
    return {"roll": RollPart(view)} if view.calls_roll else {}


def _stamp(loaded: LoadedTable, scene: Scene) -> str:
    guards = loaded.state.game.setup.guards
    if guards is None:
        return "winner"
    return "held" if guards in scene.winners else "escaped"


def _sitting(loaded: LoadedTable, seats: list[dict[str, Any]], names: Names) -> list[dict[str, Any]]:
    """Return the seats in the lobby; the seat of the newest line has just been taken."""
    last = repository.log(loaded.table, after=loaded.state.version - 1, upto=loaded.state.version)
    newest = last[0].seat if last and last[0].kind is Kind.SEAT and last[0].act.type == "sit" else None
    return [
        {**one, "called": names[one["seat"]], "new": one["seat"] == newest, "asleep": one["silent"]} for one in seats
    ]


def _last_line(loaded: LoadedTable) -> list[LineInContext]:
    """Return the last line that counts, if there is one."""
    return repository.latest_lines(loaded, [version for version, _ in loaded.state.latest[-1:]])


def _latest_happenings(loaded: LoadedTable, language: str) -> list[Happening]:
    """Return the latest happenings; none once the game has ended."""
    if loaded.state.game.phase is Phase.ENDED:
        return []
    lines = _last_line(loaded)
    names = tuple(cut(name, NAME_IN_A_SENTENCE) for name in names_of(loaded))
    return [one for line in lines if line.kind in DONE for one in happenings(line, WATCHER, names, language)]
