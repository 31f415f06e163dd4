"""A play from elsewhere: what makes one of what a file says, and why that may be refused. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar

from companion.plays.person import person_id
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import LONGEST_NAME, MOST
from companion.words.telling import SEAT_NAMES, is_given

Row = TypeVar("Row")

MOST_PLAYS: Final = 2000
"""Plays of one file."""
LEAST_POINTS: Final = -999
MOST_POINTS: Final = MOST
_NOON: Final = 12
"""Where only a day is known: nearly everywhere it is the same day then."""
_AHEAD: Final = timedelta(hours=36)
"""So much later than ours another clock may be."""

_DATES: Final = (
    re.compile(r"(?P<y>[0-9]{4})([-/.])(?P<m>[0-9]{1,2})\2(?P<d>[0-9]{1,2})(?:[ T](?P<time>[0-9:.]{4,15})Z?)?"),
    re.compile(r"(?P<d>[0-9]{1,2})\.(?P<m>[0-9]{1,2})\.(?P<y>[0-9]{4})(?P<time>)?"),
    re.compile(r"(?P<y>[0-9]{4})年(?P<m>[0-9]{1,2})月(?P<d>[0-9]{1,2})日(?P<time>)?"),
)
"""Days as they are written; 3/5/2024 is not among them, since it may be two days."""
_SUM: Final = re.compile(r"[+-]?[0-9]{1,5}(?: ?[+-] ?[0-9]{1,5}){0,40}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+")


class Refused(Exception):
    """No play can be made of it: `key` is that of the sentence, `data` what that names."""

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key = key
        self.data = data


class Refusal(NamedTuple):
    """A row of a file of which no play was made.

    Attributes:
        row: its number, as its program shows it.
        key, data: as `Refused` has them.
    """

    row: int
    key: str
    data: Mapping[str, Any]


class UnreadableFile(Refused):
    """Nothing can be read from it."""


class Score(NamedTuple):
    """What somebody has come to, as a file says it.

    Attributes:
        name: theirs, or empty: nobody knows.
        points: how many; None: it does not say.
        won: whether it says that they have won.
    """

    name: str
    points: int | None
    won: bool = False


class PastSide(NamedTuple):
    """A person of a play: their name or nothing, points, rank, and whether they have won."""

    name: str
    points: int
    rank: int
    winner: bool


class PastPlay(NamedTuple):
    """A play from elsewhere, as it is kept.

    Attributes:
        played: when.
        edition: by the rules of which one.
        difficulty: how strong the guards were, or None: unknown, or there were none.
        margin: by how many points whoever was alone was ahead of the guards; None: unknown, or there were none.
        escaped: whether that one won; None: there were no guards.
        sides: the people.
    """

    played: datetime
    edition: str
    difficulty: str | None
    margin: int | None
    escaped: bool | None
    sides: Sequence[PastSide]

    @property
    def likeness(self) -> tuple[int | None, tuple[tuple[str, int], ...]]:
        """What it shares with the same play told elsewhere: who had how many points."""
        return self.margin, tuple(sorted((person_id(one.name) if one.name else "", one.points) for one in self.sides))


class ReadPlays(NamedTuple):
    """What was found in a file.

    Attributes:
        plays: that can be taken in.
        refusals: the rows that cannot.
        others: how many plays of other games it has.
        unknown: the names of columns that mean nothing.
    """

    plays: Sequence[PastPlay]
    refusals: Sequence[Refusal] = ()
    others: int = 0
    unknown: Sequence[str] = ()


def read_rows(rows: Iterable[tuple[int, Row]], play: Callable[[Row], PastPlay]) -> ReadPlays:
    """The plays of the rows of a file; those of which none can be made are refused, each by itself.

    Args:
        rows: each with its number; they are read one after another, no more of them than a file may have.
        play: makes the play of a row, or refuses it.

    Raises:
        UnreadableFile: there are too many.
    """
    plays: list[PastPlay] = []
    refusals: list[Refusal] = []
    for number, row in rows:
        if len(plays) + len(refusals) == MOST_PLAYS:
            raise UnreadableFile("import.too_long", most=MOST_PLAYS)
        try:
            plays.append(play(row))
        except Refused as refused:
            refusals.append(Refusal(number, refused.key, refused.data))
    return ReadPlays(plays, refusals)


def past_play(
    played: datetime, edition: str, difficulty: str | None, guards: Score | None, sides: Sequence[Score]
) -> PastPlay:
    """The play that a file tells of.

    Args:
        played: when.
        edition: by the rules of which one.
        difficulty: how strong the guards were; it is dropped where there were none.
        guards: what they have come to, or None: there were none.
        sides: the people.

    Raises:
        Refused: it cannot have been so, or nobody knows who has won.
    """
    names = [_name(one.name) for one in sides]
    if not sides:
        raise Refused("import.nobody")
    if len(sides) > MOST_SIDES:
        raise Refused("import.too_many_people", most=MOST_SIDES)
    if twice := next((one for one in names if one and [*map(person_id, names)].count(person_id(one)) > 1), ""):
        raise Refused("import.name_twice", name=twice)
    points = [_points(one) for one in sides]
    if guards is None and len(sides) == 1:
        if not sides[0].won:
            raise Refused("import.alone")
        # Who alone has won has escaped, by whatever points.
        guards = Score("", None)
    if guards is None:
        return PastPlay(played, edition, None, None, None, _ranked(names, points, _winners(sides, points)))
    if len(sides) > 1:
        raise Refused("import.guards_of_several")
    escaped = _escaped(guards, sides[0], points[0])
    margin = None if guards.points is None else points[0] - _points(guards)
    alone = PastSide(names[0], points[0], rank=1 if escaped else 2, winner=escaped)
    return PastPlay(played, edition, difficulty, margin, escaped, (alone,))


def _name(text: str) -> str:
    """A name as it is kept; one that nobody typed is none."""
    name = " ".join(text.split())
    if is_given(name, SEAT_NAMES):
        return ""
    if len(name) > LONGEST_NAME or not all(one.isprintable() for one in name):
        raise Refused("import.name", most=LONGEST_NAME)
    return name


def _points(one: Score) -> int:
    if one.points is None:
        raise Refused("import.no_points")
    if not LEAST_POINTS <= one.points <= MOST_POINTS:
        raise Refused("import.points", least=LEAST_POINTS, most=MOST_POINTS)
    return one.points


def _winners(sides: Sequence[Score], points: Sequence[int]) -> list[bool]:
    """Whoever it says; where it says nobody, whoever has the most."""
    told = [one.won for one in sides]
    return told if any(told) else [one == max(points) for one in points]


def _ranked(names: Sequence[str], points: Sequence[int], won: Sequence[bool]) -> tuple[PastSide, ...]:
    order = [*zip(won, points, strict=True)]
    ranks = [1 if one[0] else 1 + sum(other > one for other in order) for one in order]
    return tuple(map(PastSide._make, zip(names, points, ranks, won, strict=True)))


def _escaped(guards: Score, alone: Score, points: int) -> bool:
    if guards.won and alone.won:
        raise Refused("import.two_winners")
    if guards.won or alone.won:
        return alone.won
    if guards.points is None:
        raise Refused("import.no_winner")
    # The guards win ties.
    return points > guards.points


def day(text: str, now: datetime) -> datetime:
    """When a play was, of a date with or without a time.

    Args:
        text: as a file has it.
        now: this moment.

    Raises:
        Refused: it is no date, or one to come.
    """
    found = next((match for one in _DATES if (match := one.fullmatch(text.strip()))), None)
    if found is None:
        raise Refused("import.date")
    try:
        date = datetime(int(found["y"]), int(found["m"]), int(found["d"]), _NOON, tzinfo=UTC)
        moment = datetime.combine(date, _time(found["time"]), UTC) if found["time"] else date
    except ValueError as none:
        raise Refused("import.date") from none
    if moment > now + _AHEAD:
        raise Refused("import.date_to_come")
    return moment


def _time(text: str) -> Any:
    hour, _, rest = text.partition(":")
    return datetime.strptime(f"{hour:0>2}:{rest.partition('.')[0]}", "%H:%M:%S" if ":" in rest else "%H:%M").time()  # noqa: DTZ007


def total(text: str) -> int | None:
    """Points as they are written, as a number or a sum such as 30+6; None: nothing.

    Raises:
        Refused: it is neither.
    """
    written = text.strip().replace("\N{MINUS SIGN}", "-")
    if not written:
        return None
    if not _SUM.fullmatch(written):
        raise Refused("import.points", least=LEAST_POINTS, most=MOST_POINTS)
    return sum(int(one) for one in _NUMBER.findall(written.replace(" ", "")))
