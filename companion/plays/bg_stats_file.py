"""Plays out of the export of BG Stats, an app in which people keep what they have played: a JSON file. Pure.

Read are `games`, `players` and `plays` of it, and of these what tells who played, when, with how many points, and who
won. Points stand there as text, such as "34" or "30+4".
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from companion.plays.past_play import (
    PastPlay,
    ReadPlays,
    Refused,
    Score,
    UnreadableFile,
    day,
    past_play,
    read_rows,
    total,
)
from companion.rules.editions import DEFAULT_EDITION

BGG_ID: Final = 240855
"""The game at BoardGameGeek, whose number BG Stats keeps with it."""
_TITLE: Final = "lockup"
"""How its name begins where that number is missing."""
_LISTS: Final = ("games", "players", "plays")
_AGAINST_GUARDS: Final = 2


def read_bg_stats(value: Any, guards: frozenset[str], words: Mapping[str, str], now: datetime) -> ReadPlays:
    """The plays of this game in an export; those that cannot be taken are refused, each by itself.

    Args:
        value: the JSON value.
        guards: what the guards are called, in small letters: there they are a player like any other.
        words: how strong guards are, by what people call it, in small letters; it stands in somebody's role.
        now: this moment.

    Raises:
        UnreadableFile: it is no export, or has too many plays of this game.
    """
    if not isinstance(value, dict) or not all(
        isinstance(value.get(one), list) for one in ("games", "players", "plays")
    ):
        raise UnreadableFile("import.not_bg_stats")
    games = {game.get("id") for game in _objects(value["games"]) if _is_ours(game)}
    names = {str(one.get("id")): _name(one) for one in _objects(value["players"])}
    plays = _objects(value["plays"])
    ours = [(number, play) for number, play in enumerate(plays, 1) if play.get("gameRefId") in games]
    read = read_rows(ours, lambda play: _play(play, names, guards, words, now))
    return read._replace(others=len(plays) - len(ours))


def _objects(values: Sequence[Any]) -> list[dict[str, Any]]:
    """Those that are objects, and whose ids are numbers as there or texts."""
    ids = ("id", "gameRefId", "playerRefId")
    return [
        one for one in values if isinstance(one, dict) and all(isinstance(one.get(id_, 0), int | str) for id_ in ids)
    ]


def _is_ours(game: Mapping[str, Any]) -> bool:
    return game.get("bggId") == BGG_ID or _text(game, "name").casefold().startswith(_TITLE)


def _text(value: Mapping[str, Any], member: str) -> str:
    found = value.get(member)
    return found if isinstance(found, str) else ""


def _name(player: Mapping[str, Any]) -> str:
    return "" if player.get("isAnonymous") is True else _text(player, "name").strip()


def _play(
    play: Mapping[str, Any], names: Mapping[str, str], guards: frozenset[str], words: Mapping[str, str], now: datetime
) -> PastPlay:
    if play.get("ignored") is True:
        raise Refused("import.ignored")
    played, told = day(_text(play, "playDate"), now), play.get("playerScores")
    scores = _objects(told if isinstance(told, list) else [])
    sides = [_score(one, names) for one in scores]
    difficulty = next((words[role] for one in scores for role in _roles(one) if role in words), None)
    of_guards = next((one for one in sides if one.name.casefold() in guards), None)
    if of_guards is not None and len(sides) == _AGAINST_GUARDS:
        sides.remove(of_guards)
    elif len(sides) == 1:
        # Who is entered alone played against the guards, whose points nobody has entered.
        of_guards = Score("", None, not sides[0].won)
    else:
        of_guards = None
    return past_play(played, DEFAULT_EDITION.value, difficulty, of_guards, sides)


def _score(score: Mapping[str, Any], names: Mapping[str, str]) -> Score:
    points = score.get("score")
    written = str(points) if isinstance(points, int) else _text(score, "score")
    return Score(names.get(str(score.get("playerRefId")), ""), total(written), bool(score.get("winner")))


def _roles(score: Mapping[str, Any]) -> list[str]:
    return [one.strip().casefold() for one in _text(score, "role").split("/")]
