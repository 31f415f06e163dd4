"""Queries over finished games, one for each page, by a caller's history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    String,
    and_,
    case,
    cast,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.orm import aliased

from companion.identity.caller import Caller
from companion.persistence.database import db
from companion.players_day import on_players_clock
from companion.plays.models import ImportedPlay, Play, PlayDevice, PlayImport, PlaySide, SamePerson
from companion.plays.past_play import Details, PastPlay, PastSide
from companion.plays.statistics import Meeting, Outcome, Tally
from companion.sheets.models import Sheet
from companion.sheets.repository import seen_by as sheets_seen_by
from companion.tables.queries import seen_by as tables_seen_by
from companion.tables.records import Table

_TALLY: Final = "tally"
_MEETING: Final = "meeting"
_MERGE: Final = "merge"
"""The kind of a result row."""


def seen_by(caller: Caller, play: Any) -> ColumnElement[bool]:
    """Return the condition for plays that count for a caller: in a household all.

    A play with a sheet and a table counts once, as the sheet's.

    Args:
        caller: who asks.
        play: the column with the id of the play, which is its sheet's or table's, if it has one.
    """
    once: ColumnElement[bool] = play.not_in(select(Table.id).where(Table.sheet_id.is_not(None)))
    if caller.household:
        return once
    tables = tables_seen_by(caller)
    seen: CompoundSelect[str] = union_all(
        select(Sheet.id).where(sheets_seen_by(caller)),
        select(Table.id).where(tables),
        select(Table.sheet_id).where(tables, Table.sheet_id.is_not(None)),
        select(ImportedPlay.play_id).join(PlayImport).where(PlayImport.maker == (caller.device_hash or "")),
        select(PlayDevice.play_id).where(PlayDevice.device == (caller.device_hash or "")),
    )
    return and_(once, play.in_(seen))


_BETWEEN_PLAYS: Final = ";"
_BETWEEN_WORDS: Final = ","
"""The separators; no word of the vocabulary has them."""


def outcomes(caller: Caller) -> tuple[Sequence[Outcome], int | None]:
    """Return the outcomes of all plays, oldest first, and an escape's largest margin.

    The database returns them as one text: a row for each play takes several times as long, and so does letting it
    count the last plays. Both databases aggregate in the order of the rows that they are given.
    """
    escaped = case((Play.escaped.is_(None), ""), (Play.escaped.is_(True), "1"), else_="0")
    told = Play.edition + _BETWEEN_WORDS + func.coalesce(Play.difficulty, "") + _BETWEEN_WORDS + escaped
    plays = select(told.label("told"), case((Play.escaped.is_(True), Play.margin)).label("ahead"))
    one = plays.where(seen_by(caller, Play.id)).order_by(Play.played, Play.id).subquery("one").c
    text, best = db.session.execute(select(func.aggregate_strings(one.told, _BETWEEN_PLAYS), func.max(one.ahead))).one()
    codes = text.split(_BETWEEN_PLAYS) if text else []
    kinds = {code: _outcome(code) for code in set(codes)}
    return [kinds[code] for code in codes], best


def _outcome(code: str) -> Outcome:
    edition, difficulty, escaped = code.split(_BETWEEN_WORDS)
    return Outcome(edition, difficulty or None, escaped == "1" if escaped else None)


def minutes_of(play: str) -> int | None:
    """Return how long a play took; None if no table measured it."""
    return db.session.scalar(select(Play.minutes).where(Play.id == play))


def as_written(played: datetime, zone: str | None) -> datetime:
    """Return when a play was, as a file has it: by the players' clock, as if in UTC."""
    return on_players_clock(played, zone).replace(tzinfo=UTC)


def plays_seen(caller: Caller) -> dict[str, PastPlay]:
    """Return all plays that count for a caller, by id, oldest first."""
    sides = select(PlaySide.play_id, PlaySide.name, PlaySide.points, PlaySide.rank, PlaySide.winner)
    people: dict[str, list[PastSide]] = {}
    for play, *side in db.session.execute(
        sides.where(seen_by(caller, PlaySide.play_id)).order_by(PlaySide.play_id, PlaySide.place)
    ):
        people.setdefault(play, []).append(PastSide._make(side))
    result = (Play.edition, Play.difficulty, Play.margin, Play.escaped)
    query = select(Play.id, Play.played, Play.zone, Play.place, Play.minutes, Play.note, *result)
    rows = db.session.execute(query.where(seen_by(caller, Play.id)).order_by(Play.played, Play.id))
    return {
        id_: PastPlay(as_written(played, zone), *told, tuple(people[id_]), Details(place, minutes, note))  # type: ignore[call-arg]
        for id_, played, zone, place, minutes, note, *told in rows
        if id_ in people
    }


def owner_of(caller: Caller) -> str:
    """Return the owner of a caller's merged names: the device, or "" for a household."""
    return "" if caller.household else caller.device_hash or ""


def merges_of(caller: Caller) -> Mapping[str, str]:
    """Return the caller's merged names: id to the id that replaces it."""
    query = select(SamePerson.person, SamePerson.into).where(SamePerson.owner == owner_of(caller))
    return {row.person: row.into for row in db.session.execute(query)}


@dataclass(frozen=True)
class Counted:
    """Counts over some plays.

    Attributes:
        tallies: of the names.
        meetings: of one person with others.
        merges: ids of people, and the ids that replace them.
    """

    tallies: Sequence[Tally]
    meetings: Sequence[Meeting]
    merges: Mapping[str, str]


def counted(caller: Caller, person: str | None = None) -> Counted:
    """Count the plays of everyone that the caller sees, in one query.

    Args:
        caller: who asks.
        person: the person whose meetings to count too; None: count none.
    """
    merges = select(SamePerson.person, SamePerson.into).where(SamePerson.owner == owner_of(caller))
    parts = [_tallies(caller), _row(_MERGE, merges.subquery().c)]
    if person is not None:
        parts.append(_meetings(caller, person))
    rows = db.session.execute(union_all(*parts)).all()
    return Counted(
        [Tally(*row[1:4], *map(int, row[4:9])) for row in rows if row[0] == _TALLY],
        [Meeting(row[1], row[2], *map(int, row[4:7])) for row in rows if row[0] == _MEETING],
        {row[1]: row[2] for row in rows if row[0] == _MERGE},
    )


_COLUMNS: Final = 8
"""The number of columns of a result after its kind; the first three are texts."""


def _row(kind: str, columns: Any, source: Select[Any] | None = None) -> Select[Any]:
    """Select rows of one kind; all kinds have as many columns of the same types."""
    given = list(columns)
    texts = [*given[:3], *[cast(null(), String)] * (3 - len(given))]
    numbers = [*given[3:], *[literal(0)] * (_COLUMNS - max(3, len(given)))]
    chosen = (literal(kind), *texts, *numbers)
    return select(*chosen) if source is None else source.with_only_columns(*chosen)


def _tallies(caller: Caller) -> Select[Any]:
    columns = (
        PlaySide.person,
        PlaySide.name,
        cast(func.max(PlaySide.played), String),
        PlaySide.players,
        func.count(),
        func.sum(case((PlaySide.winner, 1), else_=0)),
        func.sum(PlaySide.points),
        func.max(PlaySide.points),
    )
    source = select(PlaySide).where(seen_by(caller, PlaySide.play_id), PlaySide.person != "")
    return _row(_TALLY, columns, source).group_by(PlaySide.person, PlaySide.players, PlaySide.name)


def _meetings(caller: Caller, person: str) -> Select[Any]:
    own, other = aliased(PlaySide), aliased(PlaySide)
    family = select(literal(person, String(20)).label("person")).cte("family", recursive=True)
    same = select(SamePerson.person).join(family, SamePerson.into == family.c.person)
    # A union that drops duplicates ends even if two names are merged into each other.
    family = family.union(same.where(SamePerson.owner == owner_of(caller)))
    members = select(family.c.person)
    # In its usual form SQLite would look up every visible play before it checks whose it is.
    own_play = own.play_id.concat("")
    source = (
        select(other)
        .select_from(own)
        .join(other, and_(other.play_id == own.play_id, other.place != own.place))
        .where(seen_by(caller, own_play), own.person.in_(members), other.person != "", other.person.not_in(members))
    )
    columns = (
        other.person,
        func.max(other.name),
        cast(null(), String),
        func.count(),
        func.sum(case((own.rank < other.rank, 1), else_=0)),
        func.sum(case((own.rank > other.rank, 1), else_=0)),
    )
    return _row(_MEETING, columns, source).group_by(other.person)
