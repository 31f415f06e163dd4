"""Plays from files as they are kept: each once, however often it is taken in, until its file is taken out again."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final, NamedTuple
from uuid import uuid4

from sqlalchemy import ColumnElement, delete, func, insert, select, true
from sqlalchemy.exc import IntegrityError

from companion.identity.caller import Caller
from companion.persistence.database import db, now, truncate_wal, writing
from companion.players_day import FILE_ZONE
from companion.plays.models import ImportedPlay, Play, PlayImport, PlaySide
from companion.plays.past_play import PastPlay
from companion.plays.person import person_id, plain_name
from companion.plays.queries import as_written, merges_of, owner_of, seen_by
from companion.plays.recording import INSERT_PLAY, INSERT_SIDE
from companion.plays.statistics import root

LONGEST_NAME: Final = 80
MOST_IMPORTS: Final = 50
"""Files of one device."""
_SAME_EVENING: Final = timedelta(days=1)
"""So far apart two programs may say that the same evening was."""


INSERT_IMPORTED: Final = insert(ImportedPlay.__table__)  # type: ignore[arg-type]


class TooManyImports(Exception):
    """This device has taken in as many files as are kept."""


class ImportGone(Exception):
    """There is no such file, or it was taken out."""


class Import(NamedTuple):
    """A file that was taken in: its id, when and in which time zone, its name, how many plays there are of it."""

    id: str
    made: datetime
    zone: str | None
    name: str
    plays: int


def unseen(caller: Caller, plays: Sequence[PastPlay], joins: Mapping[str, str] | None = None) -> list[PastPlay]:
    """Those of some plays that do not count here yet, by whatever they are told.

    A play is here where the same people had the same points at the same moment, or else within a day of it: a sheet
    that was kept here and sent to BG Stats comes back with another clock's time. What stands twice here is here twice.

    Args:
        caller: who asks.
        plays: of one file.
        joins: who of them is which person that is known here, beside those who are counted so already.
    """
    return [play for play, _ in _unseen(caller, plays, joins or {})]


def _unseen(caller: Caller, plays: Sequence[PastPlay], joins: Mapping[str, str]) -> list[tuple[PastPlay, str]]:
    """The same, each with an id that none here has."""
    merges = {**joins, **merges_of(caller)}
    here, ids = _here(caller, plays, merges)
    missing: dict[_Likeness, list[PastPlay]] = defaultdict(list)
    for play in plays:
        like = _likeness(play.margin, ((one.name, one.points) for one in play.sides), merges)
        if play.played in here[like]:
            here[like].remove(play.played)
        else:
            missing[like].append(play)
    fresh = [play for like, some in missing.items() for play in _without_match(some, here[like])]
    found = []
    for play in sorted(fresh, key=lambda one: one.played):
        id_ = next(one for one in _ids(caller, play) if one not in ids)
        ids.add(id_)
        found.append((play, id_))
    return found


def _without_match(plays: Sequence[PastPlay], here: Sequence[datetime]) -> Iterator[PastPlay]:
    """Those plays for which there is none here within a day; each that is here is found once, and as many as can be."""
    left = sorted(here)
    for play in sorted(plays, key=lambda one: one.played):
        while left and left[0] < play.played - _SAME_EVENING:
            left.pop(0)
        if left and left[0] <= play.played + _SAME_EVENING:
            left.pop(0)
        else:
            yield play


def _ids(caller: Caller, play: PastPlay) -> Iterable[str]:
    """What a play may be called: the same for the same one, so that two who take it in at once keep it once."""
    for number in count():
        told = f"{owner_of(caller)} {play.played.isoformat()} {play.likeness} {number}"
        yield hashlib.sha256(told.encode()).hexdigest()[:32]


_Likeness = tuple[int | None, tuple[tuple[str, int], ...]]


def _likeness(margin: int | None, sides: Iterable[tuple[str, int]], merges: Mapping[str, str]) -> _Likeness:
    """What a play shares with the same play told elsewhere: who had how many points."""
    return margin, tuple(sorted((_who(name, merges), points) for name, points in sides))


def _who(name: str, merges: Mapping[str, str]) -> str:
    """As whom somebody is counted; a file drops the blanks that a name has too many."""
    counted_as = root(person_id(name), merges)
    return person_id(plain_name(name)) if counted_as == person_id(name) else counted_as


def _here(
    caller: Caller, plays: Sequence[PastPlay], merges: Mapping[str, str]
) -> tuple[defaultdict[_Likeness, list[datetime]], set[str]]:
    """When which plays were that count here, around some others; and what they are called."""
    here: defaultdict[_Likeness, list[datetime]] = defaultdict(list)
    if not plays:
        return here, set()
    moments = [one.played for one in plays]
    # A file has what its clock showed, which may be a day from where the moment is kept.
    first, last = min(moments) - 2 * _SAME_EVENING, max(moments) + 2 * _SAME_EVENING
    query = (
        select(Play.id, Play.played, Play.zone, Play.margin, PlaySide.name, PlaySide.points)
        .join(PlaySide, PlaySide.play_id == Play.id)
        .where(seen_by(caller, Play.id), Play.played >= first, Play.played <= last)
    )
    sides: dict[tuple[str, datetime, str | None, int | None], list[tuple[str, int]]] = {}
    for id_, played, zone, margin, name, points in db.session.execute(query):
        sides.setdefault((id_, played, zone, margin), []).append((name, points))
    for (_, played, zone, margin), people in sides.items():
        here[_likeness(margin, people, merges)].append(as_written(played, zone))
    return here, {id_ for id_, *_ in sides}


def take_in(
    caller: Caller,
    plays: Sequence[PastPlay],
    name: str,
    zone: str | None = None,
    joins: Mapping[str, str] | None = None,
) -> int:
    """Keep those of some plays that do not count here yet; how many these were.

    Args:
        caller: whose they are; its device is known.
        plays: of one file.
        name: of that file.
        zone: the time zone of that device, or None: unknown.
        joins: as `unseen` takes them.

    Raises:
        TooManyImports: it has taken in too many.
    """
    try:
        return _take_in(caller, plays, name, zone, joins or {})
    except IntegrityError:
        # Another process took the same file in at the same moment; now what it kept can be read.
        return _take_in(caller, plays, name, zone, joins or {})


def _take_in(caller: Caller, plays: Sequence[PastPlay], name: str, zone: str | None, joins: Mapping[str, str]) -> int:
    with writing() as session:
        kept, maker = _unseen(caller, plays, joins), caller.device_hash or ""
        if not kept:
            return 0
        if session.scalar(select(func.count()).where(PlayImport.maker == maker)) >= MOST_IMPORTS:  # type: ignore[operator]
            raise TooManyImports
        made = PlayImport(id=uuid4().hex, maker=maker, made=now(), name=name[:LONGEST_NAME], zone=zone)
        session.add(made)
        session.flush()
        session.connection().execute(INSERT_PLAY, [_play(id_, play) for play, id_ in kept])
        session.connection().execute(INSERT_IMPORTED, [{"play_id": id_, "import_id": made.id} for _, id_ in kept])
        session.connection().execute(INSERT_SIDE, [side for play, id_ in kept for side in _sides(id_, play)])
    return len(kept)


def _play(id_: str, play: PastPlay) -> dict[str, Any]:
    return {
        "id": id_,
        "sheet_id": None,
        "table_id": None,
        "played": play.played,
        "edition": play.edition,
        "difficulty": play.difficulty,
        "players": len(play.sides),
        "margin": play.margin,
        "escaped": play.escaped,
        "zone": FILE_ZONE,
        **play.details._asdict(),
    }


def _sides(id_: str, play: PastPlay) -> list[dict[str, Any]]:
    of_play = {"play_id": id_, "players": len(play.sides), "played": play.played}
    return [
        {**of_play, "place": place, "person": person_id(one.name) if one.name else "", **one._asdict()}
        for place, one in enumerate(play.sides)
    ]


def _owned(caller: Caller) -> ColumnElement[bool]:
    """Which files somebody sees and takes out: their device's, or all of a household, whose figures are everybody's."""
    return true() if caller.household else PlayImport.maker == (caller.device_hash or "")


def imports(caller: Caller) -> list[Import]:
    """What was taken in, the last first."""
    columns = (PlayImport.id, PlayImport.made, PlayImport.zone, PlayImport.name)
    query = select(*columns, func.count(ImportedPlay.play_id)).outerjoin(ImportedPlay)
    newest = query.where(_owned(caller)).group_by(*columns).order_by(PlayImport.made.desc(), PlayImport.id)
    return [Import._make(row) for row in db.session.execute(newest)]


def take_out(caller: Caller, id_: str) -> None:
    """Delete a file that was taken in, with all its plays; one that is gone is gone."""
    _delete(PlayImport.id == id_, _owned(caller))


def remove(id_: str) -> None:
    """Delete such a file for whoever runs the app, no matter which device has taken it in.

    Raises:
        ImportGone: there is none.
    """
    if not _delete(PlayImport.id == id_):
        raise ImportGone


def _delete(*which: ColumnElement[bool]) -> bool:
    """Delete the files of which that holds, with all their plays; whether there was one."""
    with writing() as session:
        files = select(PlayImport.id).where(*which)
        plays = select(ImportedPlay.play_id).where(ImportedPlay.import_id.in_(files))
        session.execute(delete(Play).where(Play.id.in_(plays)).execution_options(synchronize_session=False))
        gone = session.scalars(delete(PlayImport).where(*which).returning(PlayImport.id)).all()
    truncate_wal()
    return bool(gone)
