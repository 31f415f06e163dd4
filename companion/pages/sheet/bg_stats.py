"""A result for BG Stats, an app in which people keep what they have played: a link that it opens as a new play.

The link carries the play itself, so that only the app that it is opened with hears of it.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from companion.plays.bg_stats_file import BGG_ID
from companion.plays.person import person_id
from companion.scoring.score import SideScore

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE: Final = "Lockup companion"
GAME: Final[Mapping[str, Any]] = {
    "name": "Lockup: A Roll Player Tale",
    "sourceGameId": "lockup",
    "bggId": BGG_ID,
    "highestWins": True,
    "noPoints": False,
}
GUARDS_ID: Final = "guards"


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


def play_link(play: str, made: datetime, sides: Sequence[PlaySide]) -> str:
    """The link that opens a play in BG Stats.

    Args:
        play: what tells this play from others, the same each time: BG Stats then updates the play that it has.
        made: when its sheet was made.
        sides: who played.
    """
    told = {
        "sourceName": SOURCE,
        "sourcePlayId": play,
        "playDate": made.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": GAME,
        "players": [_player(side) for side in sides],
    }
    return f"{ADDRESS}?data={quote(json.dumps(told, ensure_ascii=False, separators=(',', ':')), safe='')}"


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
