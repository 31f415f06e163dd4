"""Finished games in the format in which BG Stats imports shared plays. Pure."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.plays.bg_stats_file import BGG_ID, GAME
from companion.plays.past_play import PastPlay

_GAME_NUMBER: Final = 1
_GAME: Final[Mapping[str, Any]] = {
    "id": _GAME_NUMBER,
    "name": GAME,
    "bggName": GAME,
    "bggId": BGG_ID,
    "highestWins": True,
    "noPoints": False,
    "cooperative": False,
    "usesTeams": False,
}


class ShareWords(NamedTuple):
    """The names of guards, nameless players and difficulties in such a file."""

    guards: str
    nameless: str
    difficulties: Mapping[str, str]


class _Numbers(dict[str, int]):
    """Names, and the numbers by which plays refer to them."""

    def __missing__(self, name: str) -> int:
        self[name] = len(self) + 1
        return self[name]


class _Share:
    """A file that is being written."""

    def __init__(self, words: ShareWords) -> None:
        self.words = words
        self.players = _Numbers()
        self.places = _Numbers()

    def add(self, id_: str, play: PastPlay) -> dict[str, Any]:
        """Return a play as the file has it."""
        moment = f"{play.played:%Y-%m-%d %H:%M:%S}"
        place, minutes, note = play.details
        return {
            "uuid": _uuid(id_),
            "gameRefId": _GAME_NUMBER,
            "playDate": moment,
            "entryDate": moment,
            "modificationDate": moment,
            "durationMin": minutes or 0,
            "comments": note,
            "ignored": False,
            "manualWinner": True,
            "usesTeams": False,
            "rounds": 0,
            **({"locationRefId": self.places[place]} if place else {}),
            "playerScores": [{**one, "seatOrder": seat} for seat, one in enumerate(self._scores(play), 1)],
        }

    def _scores(self, play: PastPlay) -> list[dict[str, Any]]:
        scores = [self._score(one.name, str(one.points), won=one.winner) | {"rank": one.rank} for one in play.sides]
        if play.escaped is not None:
            points = "" if play.margin is None else str(play.sides[0].points - play.margin)
            role = "" if play.difficulty is None else self.words.difficulties[play.difficulty]
            guards = self._score(self.words.guards, points, won=not play.escaped)
            scores.append(guards | {"rank": 2 if play.escaped else 1, "role": role})
        return scores

    def _score(self, name: str, points: str, *, won: bool) -> dict[str, Any]:
        told = {"playerRefId": self.players[name], "score": points, "winner": won}
        return {**told, "role": "", "startPlayer": False, "newPlayer": False}


def write_bg_stats(plays: Mapping[str, PastPlay], words: ShareWords) -> dict[str, Any]:
    """Return plays as a JSON value.

    Args:
        plays: by their ids, of 32 hexadecimal digits, by which BG Stats recognises plays that it already has.
        words: the names in it.
    """
    share = _Share(words)
    told = [share.add(id_, play) for id_, play in plays.items()]
    return {
        "about": "Lockup companion",
        "games": [{**_GAME, "uuid": _uuid(_hash(GAME))}],
        "players": [
            {"id": number, "uuid": _uuid(_hash(name)), "name": name or words.nameless, "isAnonymous": not name}
            for name, number in share.players.items()
        ],
        "locations": [
            {"id": number, "uuid": _uuid(_hash(name)), "name": name} for name, number in share.places.items()
        ],
        "plays": told,
    }


def _hash(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _uuid(digits: str) -> str:
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]))
