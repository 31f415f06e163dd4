"""Recording the result of a sheet or table, in the transaction that changed it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from companion.plays.models import Play, PlaySide
from companion.plays.person import person_id
from companion.rules.vocabulary import EditionName
from companion.scoring.score import Scores


class Result(NamedTuple):
    """The result of a game.

    Attributes:
        played: when.
        edition: the edition of the rules.
        names: the names that people gave the sides, in the order of the scores; empty for sides without one.
        scores: of all sides.
        guards: which side the app played, or None.
        difficulty: how strong the guards were; None: unknown.
        zone: the players' time zone; None: unknown.
        minutes: how long it took; None: unknown.
        place, note: where it was, and what people want to remember of it.
    """

    played: datetime
    edition: EditionName
    names: Sequence[str]
    scores: Scores
    guards: int | None = None
    difficulty: str | None = None
    zone: str | None = None
    minutes: int | None = None
    place: str = ""
    note: str = ""


SHEET: Final = "sheet_id"
TABLE: Final = "table_id"
"""The column that names the source of a play."""

INSERT_PLAY: Final = insert(Play.__table__)  # type: ignore[arg-type]
INSERT_SIDE: Final = insert(PlaySide.__table__)  # type: ignore[arg-type]


def record(connection: Connection, told_by: str, id_: str, result: Result | None) -> None:
    """Write the result of a sheet or table; delete it if there is none.

    Args:
        connection: a transaction that writes.
        told_by: `SHEET` or `TABLE`.
        id_: of that sheet or table.
        result: the result; None: none, or none yet.
    """
    known = connection.execute(select(Play.difficulty, Play.minutes).where(Play.id == id_)).one_or_none()
    if result is not None and known is not None:
        # A sheet lacks its table's difficulty; and a game's duration stays, whatever is done later.
        result = result._replace(difficulty=result.difficulty or known.difficulty, minutes=known.minutes)
    # A single side on a sheet has won against nobody.
    told = None if result is None or len(result.scores.sides) < 2 else result
    play = told and {"id": id_, SHEET: None, TABLE: None, told_by: id_, "played": told.played, **_play(told)}
    if known is not None:
        connection.execute(delete(PlaySide).where(PlaySide.play_id == id_))
        # The row of a play that stays is not deleted: devices for which it counts go with that.
        this = Play.id == id_
        connection.execute(delete(Play).where(this) if play is None else update(Play).where(this).values(play))
    elif play is not None:
        connection.execute(INSERT_PLAY, play)
    if told is not None and play is not None:
        connection.execute(INSERT_SIDE, _sides(play, told))


def record_what_the_table_knows(connection: Connection, table: str, sheet: str) -> None:
    """Add to the play of a sheet what only its table knows: minutes and difficulty."""
    known = select(Play.minutes, Play.difficulty).where(Play.id == table)
    minutes, difficulty = connection.execute(known).one_or_none() or (None, None)
    this = update(Play).where(Play.id == sheet)
    connection.execute(this.values(minutes=minutes))
    if difficulty:
        connection.execute(this.where(Play.margin.is_not(None)).values(difficulty=difficulty))


_DETAILS: Final = ("difficulty", "zone", "minutes", "place", "note")


def _play(result: Result) -> dict[str, Any]:
    sides = result.scores.sides
    told = {"edition": result.edition.value, **{name: getattr(result, name) for name in _DETAILS}}
    if result.guards is None:
        return {**told, "players": len(sides), "margin": None, "escaped": None}
    alone, guards = sides[1 - result.guards], sides[result.guards]
    return {**told, "players": 1, "margin": alone.total - guards.total, "escaped": not guards.winner}


def _sides(play: Mapping[str, Any], result: Result) -> list[dict[str, Any]]:
    sides: list[dict[str, Any]] = []
    known: set[str] = set()
    of_play = {"play_id": play["id"], "players": play["players"], "played": play["played"]}
    for place, (side, name) in enumerate(zip(result.scores.sides, result.names, strict=True)):
        if place == result.guards:
            continue
        person = person_id(name) if name else ""
        if person in known:
            # Two of one name: it is not known which of them played the other games.
            person = ""
        known.add(person)
        told = {"points": side.total, "rank": side.rank, "winner": side.winner}
        sides.append({**of_play, "place": place, "person": person, "name": name, **told})
    return sides
