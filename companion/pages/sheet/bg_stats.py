"""A result for BG Stats, an app in which people keep what they have played: a link that it opens as a new play.

The link carries the play itself, so that only the app that it is opened with hears of it.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from companion.plays.bg_stats_file import BGG_ID
from companion.plays.bg_stats_file import GAME as GAME_NAME
from companion.plays.person import person_id
from companion.scoring.score import SideScore

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE: Final = "Lockup companion"
GAME: Final[Mapping[str, Any]] = {
    "name": GAME_NAME,
    "sourceGameId": "lockup",
    "bggId": BGG_ID,
    "highestWins": True,
    "noPoints": False,
}
GUARDS_ID: Final = "guards"
LONGEST_ADDRESS: Final = 8000
"""So many characters an address may have on every phone."""
_SIGNS_OF_A_CHARACTER: Final = 12
"""The most characters of an address that stand for one of a text."""


class PlaySide(NamedTuple):
    """A side of a play.

    Attributes:
        score: its name, total, rank, and whether it won.
        role: which crew it played, how hard the guards were, or empty.
        starts: whether it had the first player marker at the start.
        guards: whether the app played it.
    """

    score: SideScore
    role: str = ""
    starts: bool = False
    guards: bool = False


class PlayDetails(NamedTuple):
    """The known details of a play, apart from its sides.

    Attributes:
        began: when it began, on the players' clock.
        minutes: how long it took, or None: unknown.
        place, note: where it was, and what people want to remember of it; either may be empty.
    """

    began: datetime
    minutes: int | None = None
    place: str = ""
    note: str = ""


def play_link(play: str, details: PlayDetails, sides: Sequence[PlaySide]) -> str:
    """Return the link that opens a play in BG Stats.

    Args:
        play: what tells this play from others, the same each time: BG Stats then updates the play that it has.
        details: of the play; what is unknown is left out, and of a note as much as no address can hold.
        sides: who played.
    """
    link = _link(play, details, sides)
    if (beyond := len(link) - LONGEST_ADDRESS) > 0 and details.note:
        shorter = details.note[: -(beyond // _SIGNS_OF_A_CHARACTER + 1)]
        return play_link(play, details._replace(note=shorter), sides)
    return link


def _link(play: str, details: PlayDetails, sides: Sequence[PlaySide]) -> str:
    known = {"durationMin": details.minutes, "location": details.place, "comments": details.note}
    told = {
        "sourceName": SOURCE,
        "sourcePlayId": play,
        "playDate": f"{_end_in_utc(details):%Y-%m-%d %H:%M:%S}",
        **{name: value for name, value in known.items() if value},
        "game": GAME,
        "players": [_player(side) for side in sides],
    }
    return f"{ADDRESS}?data={quote(json.dumps(told, ensure_ascii=False, separators=(',', ':')), safe='')}"


def _end_in_utc(details: PlayDetails) -> datetime:
    """Return when a play ended, in UTC as BG Stats asks for it, but always on the players' day.

    Where it was another day in UTC, the time gives way: the day is then the same for readers who take it as UTC, for
    readers who take it as the players' time, and for BG Stats, which shows it on the clock of the phone.
    """
    theirs = details.began.replace(hour=0, minute=0, second=0, microsecond=0)
    days = [theirs, theirs.replace(tzinfo=UTC)]
    first, last = (pick((one + timedelta(n)).astimezone(UTC) for one in days) for n, pick in enumerate((max, min)))
    ended = details.began.astimezone(UTC) + timedelta(minutes=details.minutes or 0)
    return min(max(ended, first), last - timedelta(seconds=1))


def _player(side: PlaySide) -> dict[str, Any]:
    return {
        "name": side.score.name,
        "sourcePlayerId": GUARDS_ID if side.guards else person_id(side.score.name),
        "score": side.score.total,
        "winner": side.score.winner,
        "startPlayer": side.starts,
        "rank": side.score.rank,
        "role": side.role,
    }
