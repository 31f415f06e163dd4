"""Plays imported from files: each is stored once, until its file is removed."""

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
"""The most by which two programs may differ in the time of the same game."""


INSERT_IMPORTED: Final = insert(ImportedPlay.__table__)  # type: ignore[arg-type]


class TooManyImports(Exception):
    """This device has imported as many files as we store."""


class ImportGone(Exception):
    """There is no such file, or it was removed."""


class Import(NamedTuple):
    """An imported file: id, time, time zone, name, and number of plays."""

    id: str
    made: datetime
    zone: str | None
    name: str
    plays: int


def unseen(caller: Caller, plays: Sequence[PastPlay], joins: Mapping[str, str] | None = None) -> list[PastPlay]:
    """Return the plays that do not count here yet.

    A play is here already if the same people had the same points at the same moment, or at least within a day of it: a
    sheet sent to BG Stats comes back with another clock's time. A play that a file has twice is stored twice.

    Args:
        caller: who asks.
        plays: of one file.
        joins: names in the file that the caller counts as a person known here, in addition to the stored merges.
    """
    return [play for play, _ in _unseen(caller, plays, joins or {})]


def _unseen(caller: Caller, plays: Sequence[PastPlay], joins: Mapping[str, str]) -> list[tuple[PastPlay, str]]:
    """Return such plays, each with an id that no play here has."""
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
    """Yield plays without a match here within a day; match as many as possible."""
    left = sorted(here)
    for play in sorted(plays, key=lambda one: one.played):
        while left and left[0] < play.played - _SAME_EVENING:
            left.pop(0)
        if left and left[0] <= play.played + _SAME_EVENING:
            left.pop(0)
        else:
            yield play


def _ids(caller: Caller, play: PastPlay) -> Iterable[str]:
    """Yield ids for a play, always the same, so that two imports store it once."""
    for number in count():
        told = f"{owner_of(caller)} {play.played.isoformat()} {play.likeness} {number}"
        yield hashlib.sha256(told.encode()).hexdigest()[:32]


_Likeness = tuple[int | None, tuple[tuple[str, int], ...]]


def _likeness(margin: int | None, sides: Iterable[tuple[str, int]], merges: Mapping[str, str]) -> _Likeness:
    """Return what identifies a play in any source: who had how many points."""
    return margin, tuple(sorted((_who(name, merges), points) for name, points in sides))


def _who(name: str, merges: Mapping[str, str]) -> str:
    """Return the id under which a name is counted; a file drops extra blanks in names."""
    counted_as = root(person_id(name), merges)
    return person_id(plain_name(name)) if counted_as == person_id(name) else counted_as


def _here(
    caller: Caller, plays: Sequence[PastPlay], merges: Mapping[str, str]
) -> tuple[defaultdict[_Likeness, list[datetime]], set[str]]:
    """Return when plays here from those days were, by likeness, and their ids."""
    here: defaultdict[_Likeness, list[datetime]] = defaultdict(list)
    if not plays:
        return here, set()
    moments = [one.played for one in plays]
    # A file has its clock's time, which may be a day from the stored moment.
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
    """Store the plays that do not count here yet, and return their number.

    Args:
        caller: their owner; its device is known.
        plays: of one file.
        name: the name of the file.
        zone: the time zone of the device; None: unknown.
        joins: as in `unseen`.

    Raises:
        TooManyImports: the device has imported too many files.
    """
    try:
        return _take_in(caller, plays, name, zone, joins or {})
    except IntegrityError:
        # Another process imported the same file at the same moment; now its plays can be read.
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
    """Return the condition for a caller's files: the device's, or all in a household."""
    return true() if caller.household else PlayImport.maker == (caller.device_hash or "")


def imports(caller: Caller) -> list[Import]:
    """Return the imported files, the newest first."""
    columns = (PlayImport.id, PlayImport.made, PlayImport.zone, PlayImport.name)
    query = select(*columns, func.count(ImportedPlay.play_id)).outerjoin(ImportedPlay)
    newest = query.where(_owned(caller)).group_by(*columns).order_by(PlayImport.made.desc(), PlayImport.id)
    return [Import._make(row) for row in db.session.execute(newest)]


def take_out(caller: Caller, id_: str) -> None:
    """Remove an imported file and all its plays, if it is still there."""
    _delete(PlayImport.id == id_, _owned(caller))


def remove(id_: str) -> None:
    """Remove an imported file of any device, for the host.

    Raises:
        ImportGone: there is none.
    """
    if not _delete(PlayImport.id == id_):
        raise ImportGone


def _delete(*which: ColumnElement[bool]) -> bool:
    """Delete such files with all their plays; return whether there was one."""
    with writing() as session:
        files = select(PlayImport.id).where(*which)
        plays = select(ImportedPlay.play_id).where(ImportedPlay.import_id.in_(files))
        session.execute(delete(Play).where(Play.id.in_(plays)).execution_options(synchronize_session=False))
        gone = session.scalars(delete(PlayImport).where(*which).returning(PlayImport.id)).all()
    truncate_wal()
    return bool(gone)
