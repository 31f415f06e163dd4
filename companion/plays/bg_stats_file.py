"""Finished games from a JSON export of BG Stats, an app to record plays. Pure.

It reads `games`, `players` and `plays`, and of these only who played, when, with how many points, and who won. Points
are text there, such as "34" or "30+4".
"""

from collections.abc import Mapping
from typing import Any, Final

from companion.plays.past_play import UNKNOWN, UnreadableFile
from companion.plays.written_plays import (
    DATE,
    DIFFICULTY,
    GUARDS,
    IGNORED,
    MINUTES,
    NOTE,
    PLACE,
    SEATS,
    WON,
    WrittenPlays,
    collect,
)

BGG_ID: Final = 240855
"""The game's number at BoardGameGeek, which BG Stats stores with it."""
GAME: Final = "Lockup: A Roll Player Tale"
_TITLE: Final = "lockup"
"""The beginning of its name, for exports without that number."""
_LISTS: Final = ("games", "players", "plays")
MEMBERS: Final = frozenset({
    *_LISTS, "locations", "id", "name", "bggId", "isAnonymous", "gameRefId", "playDate", "ignored", "locationRefId",
    "durationMin", "comments", "playerScores", "playerRefId", "score", "winner", "role",
})  # fmt: skip
"""The members that are read; an export has many others."""


def read_bg_stats(value: Any, difficulties: Mapping[str, str]) -> WrittenPlays:
    """Return the plays of this game in an export.

    Args:
        value: the JSON value.
        difficulties: difficulties of the guards by their lower-case names, which a player's role may hold.

    Raises:
        UnreadableFile: it is no export, or has too many plays of this game.
    """
    if not isinstance(value, dict) or not all(isinstance(value.get(one), list) for one in _LISTS):
        raise UnreadableFile("import.not_bg_stats")
    games = {game.get("id") for game in _objects(value["games"]) if _is_ours(game)}
    names = {str(one.get("id")): _name(one) for one in _objects(value["players"])}
    plays = _objects(value["plays"])
    places = {str(one.get("id")): _text(one, "name") for one in _objects(value.get("locations"))}
    ours = [
        (row, _cells(play, names, difficulties) | _details(play, places))
        for row, play in enumerate(plays, 1)
        if play.get("gameRefId") in games
    ]
    return WrittenPlays(collect(ours), others=len(plays) - len(ours))


def _objects(values: Any) -> list[dict[str, Any]]:
    """Return the values that are objects and whose ids, if any, are numbers or texts."""
    ids = ("id", "gameRefId", "playerRefId")
    return [
        one
        for one in (values if isinstance(values, list) else ())
        if isinstance(one, dict) and all(isinstance(one.get(id_, 0), int | str) for id_ in ids)
    ]


def _is_ours(game: Mapping[str, Any]) -> bool:
    return game.get("bggId") == BGG_ID or _text(game, "name").casefold().startswith(_TITLE)


def _text(value: Mapping[str, Any], member: str) -> str:
    """Return a text; replace surrogates, which no page could send back."""
    found = value.get(member)
    return found.encode(errors="replace").decode() if isinstance(found, str) else ""


def _name(player: Mapping[str, Any]) -> str:
    return "" if player.get("isAnonymous") is True else _text(player, "name").strip()


def _cells(play: Mapping[str, Any], names: Mapping[str, str], difficulties: Mapping[str, str]) -> dict[str, str]:
    """Return a play's cells as in a CSV file; a single loser lost to the guards."""
    scores = _objects(play.get("playerScores"))
    roles = [role for one in scores for role in _roles(one) if role in difficulties]
    sides = [(names.get(str(one.get("playerRefId")), ""), _points(one)) for one in scores]
    cells = {DATE: _text(play, "playDate"), DIFFICULTY: roles[0] if roles else ""}
    for (name, points), side in zip(SEATS, sides, strict=False):
        cells |= {name: side[0], points: side[1]}
    if len(sides) == 1 and not sides[0][1].endswith(WON):
        cells[GUARDS] = WON
    if play.get("ignored") is True:
        cells[IGNORED] = "1"
    return cells


def _details(play: Mapping[str, Any], places: Mapping[str, str]) -> dict[str, str]:
    minutes = play.get("durationMin")
    return {
        PLACE: places.get(str(play.get("locationRefId")), ""),
        MINUTES: str(minutes) if isinstance(minutes, int) else "",
        NOTE: _text(play, "comments"),
    }


def _points(score: Mapping[str, Any]) -> str:
    points = score.get("score")
    written = str(points) if isinstance(points, int) else _text(score, "score").strip()
    return (written or UNKNOWN) + (WON if score.get("winner") else "")


def _roles(score: Mapping[str, Any]) -> list[str]:
    return [one.strip().casefold() for one in _text(score, "role").split("/")]
