"""My crew: what a player has, line by line with what each is worth now, for nobody else's eyes (V-1)."""

from collections.abc import Mapping
from typing import Any

from flask import abort, request
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.sheet.result import ICONS
from companion.pages.tables.access import names_of, seated, viewer_of
from companion.pages.tables.play.signs import goon_sign, seat_icon
from companion.presenters.table import distinct_names
from companion.rules.phases.effects import counted
from companion.rules.phases.patrol import raided
from companion.rules.state.pieces import Cube, Side, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Goon, Resource, Valuable
from companion.scoring.from_game import sheet
from companion.scoring.score import score
from companion.web.language import request_language
from companion.words.catalogue import number, term
from companion.words.telling import Names

_NOT_YET = frozenset({"raid", "end_game_goal"})
"""Lines of a score that only the end brings."""


def crew_strip(game: Position, side: Side, names: Names) -> dict[str, Any]:
    """Return a crew's cubes, goons, items and present score, shown all the time."""
    return {
        "side": side,
        "resources": [(resource, game.at(side, resource)) for resource in Resource],
        "goons": len(tuple(game.lying((Zone.GOONS, side)))),
        "crafted": len(tuple(game.lying((Zone.CRAFTED, side)))),
        "score": sum(points for _, points in _lines(game, side, names)),
    }


def _lines(game: Position, side: Side, names: Names) -> list[tuple[str, int]]:
    """Return the lines of a side's score as it would be now, without the end's own."""
    found = score(sheet(game, distinct_names(names))).sides[side]
    return [(category, points) for category, points in found.lines if category not in _NOT_YET]


@blueprint.get("/t/<code>/crew")
def crew(code: str) -> Response:
    """Show what one of this phone's seats has, and what it is worth now."""
    loaded = seated(code)
    viewer, names, game = viewer_of(loaded), names_of(loaded), loaded.state.game
    asked = request.args.get("side", "")
    side = int(asked) if asked.isdecimal() and len(asked) == 1 else viewer.seat
    if side not in viewer.seats or game.setup.solitary or game.setup.light:
        abort(404)
    response = frame.page(
        "tables/play/crew.html",
        code=code,
        side=side,
        sign=seat_icon(game, side),
        name=names[side],
        strip=crew_strip(game, side, names),
        cubes=[(cube, game.at(side, cube)) for cube in Cube],
        lines=_told(game, side, names),
        goons=[goon_sign(request_language(), game.face(card)) for card in game.lying((Zone.GOONS, side))],
        reserve=len(tuple(game.lying((Zone.RESERVE, side)))),
        valuables=[(kind, n) for kind in Valuable if (n := counted(game, side, kind))],
        valuable_names={kind: term(request_language(), kind) for kind in Valuable},
        held=sum(game.resources(side).values()),
        storage=game.storage[side],
        lost=game.reputation[side] - raided(game).sides[side].reputation,
        version=loaded.state.version,
        once=new_token(),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _sum_of(game: Position, side: Side, category: str, worth: Mapping[str, Any]) -> str:
    """Return a score line's sum as you would write it; empty if its label says it all.

    Args:
        game: as it is.
        side: whose line.
        category: of the score.
        worth: what the edition scores for one.
    """
    language, goons = request_language(), counted(game, side, category)
    match category:
        case "resources":
            each = [game.at(side, Resource(kind)) for kind in ("scrap", "potion", "iron")]
            gold = game.at(side, Resource.GOLD)
            return " + ".join([*(str(n) for n in each if n), *([f"{gold} × {worth['gold']}"] if gold else [])])
        case "track":
            return frame.page_text(language, "crew.track")
        case "tomes":
            return frame.page_text(language, "crew.own")
        case Goon.CULTIST:
            return f"{goons} × {len(tuple(game.lying((Zone.CRAFTED, side))))}"
        case Goon.HOBGOBLIN:
            return f"{goons} × {game.at(side, Cube.POWER)}"
        case Goon.BANDIT | Goon.FLAYER:
            return f"{goons} × {worth[category]}"
        case Goon.DWARF | Goon.RATMAN | Goon.DEMON:
            return frame.page_text(language, "crew.of_them", n=goons)
    return ""


def _told(game: Position, side: Side, names: Names) -> list[dict[str, Any]]:
    language, worth = request_language(), sheet(game, distinct_names(names)).edition.scores
    return [
        {
            "icon": ICONS.get(category, category),
            # Beside where it is read from, the name of the board's part would say it twice.
            "label": frame.page_text(language, "night.reputation" if category == "track" else f"line.{category}"),
            "note": _sum_of(game, side, category, worth),
            "points": number(points) if points else "–",
        }
        for category, points in _lines(game, side, names)
        if points or category == "track"
    ]
