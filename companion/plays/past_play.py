"""A play from elsewhere: what makes one of what a file says, and why that may be refused. Pure."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from companion.plays.person import person_id, plain_name
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import LONGEST_NAME, MOST, is_visible
from companion.words.telling import SEAT_NAMES, is_given

MOST_PLAYS: Final = 2000
"""Plays of one file."""
LEAST_POINTS: Final = -999
MOST_POINTS: Final = MOST
UNKNOWN: Final = "?"
"""Points that nobody knows."""

LONGEST_PLACE: Final = 60
LONGEST_NOTE: Final = 500
MOST_MINUTES: Final = 10_000
_CUT: Final = "…"
_TERM: Final = (
    r"(?:[0-9][., '](?!000)[0-9]{3}(?:[.,]0{1,2})?|[0-9]{1,5}(?:[.,]0{1,2}|(?<=[0-9]{2})[.,]000|[.,]0{4,9})?)(?![0-9])"
)
"""A whole number as a spreadsheet shows it, with decimals that are none or parted at the thousand; 1.000 may be two."""
_SUM: Final = re.compile(rf"[+-]?{_TERM}(?: ?[+-] ?{_TERM}){{0,40}}")
_TERMS: Final = re.compile(rf"([+-]?) ?({_TERM})")
_MINUS: Final = re.compile("[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}]")


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


class Details(NamedTuple):
    """What else is known of a play: where it was, how many minutes it took, and a note; each may be missing."""

    place: str = ""
    minutes: int | None = None
    note: str = ""


NO_DETAILS: Final = Details()


class PastPlay(NamedTuple):
    """A play from elsewhere, as it is kept.

    Attributes:
        played: when.
        edition: by the rules of which one.
        difficulty: how strong the guards were, or None: unknown, or there were none.
        margin: by how many points whoever was alone was ahead of the guards; None: unknown, or there were none.
        escaped: whether that one won; None: there were no guards.
        sides: the people.
        details: where it was, how long it took, and what people want to remember of it.
    """

    played: datetime
    edition: str
    difficulty: str | None
    margin: int | None
    escaped: bool | None
    sides: Sequence[PastSide]
    details: Details = NO_DETAILS

    @property
    def likeness(self) -> tuple[int | None, tuple[tuple[str, int], ...]]:
        """What it shares with the same play told elsewhere: who had how many points."""
        return self.margin, tuple(sorted((person_id(one.name) if one.name else "", one.points) for one in self.sides))


class ReadPlays(NamedTuple):
    """The plays of a file that can be taken in, and the rows that cannot."""

    plays: Sequence[PastPlay]
    refusals: Sequence[Refusal]


def details_of(place: str, minutes: str, note: str) -> Details:
    """Return what a file says of a play beside its result; no game is refused for that, and what is too long is cut."""
    try:
        known = total(minutes)
    except Refused:
        known = None
    took = known if known is not None and 0 < known <= MOST_MINUTES else None
    return Details(_cut(" ".join(place.split()), LONGEST_PLACE), took, _cut("\n".join(note.splitlines()), LONGEST_NOTE))


def _cut(text: str, most: int) -> str:
    plain = "".join(one for one in text if one == "\n" or unicodedata.category(one) not in {"Cc", "Cs"}).strip()
    return plain if len(plain) <= most else plain[: most - 1] + _CUT


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
    name = plain_name(text)
    if is_given(name, SEAT_NAMES):
        return ""
    if len(name) > LONGEST_NAME or any(unicodedata.category(one) in {"Cc", "Cs"} for one in name):
        raise Refused("import.name", most=LONGEST_NAME)
    if name and not is_visible(name):
        raise Refused("import.name_unseen")
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


def total(text: str) -> int | None:
    """Points as they are written, as a number or a sum such as 30+6; None: nobody knows them.

    Raises:
        Refused: it is neither.
    """
    written = _MINUS.sub("-", unicodedata.normalize("NFKC", text)).strip()
    if written in {"", "-", UNKNOWN}:
        return None
    if not _SUM.fullmatch(written):
        raise Refused("import.points", least=LEAST_POINTS, most=MOST_POINTS)
    return sum(int(sign + _whole(term)) for sign, term in _TERMS.findall(written))


def _whole(term: str) -> str:
    """The digits of a number without its decimals and what parts it."""
    return re.sub("[., ']", "", re.sub("[.,]0+$", "", term))
