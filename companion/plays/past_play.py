"""A play from a file: how its cells become one, and why it may be rejected. Pure."""

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
"""Points that are not known."""

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
    """No play can be made of it: `key` names the sentence, `data` has its values."""

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
    """A player's result, as a file gives it.

    Attributes:
        name: theirs; empty: unknown.
        points: how many; None: not given.
        won: whether it says that they have won.
    """

    name: str
    points: int | None
    won: bool = False


class PastSide(NamedTuple):
    """A person of a play: name or nothing, points, rank, and whether they have won."""

    name: str
    points: int
    rank: int
    winner: bool


class Details(NamedTuple):
    """Details of a play beyond its result; each may be missing."""

    place: str = ""
    minutes: int | None = None
    note: str = ""


NO_DETAILS: Final = Details()


class PastPlay(NamedTuple):
    """A play from elsewhere, as it is stored.

    Attributes:
        played: when.
        edition: the edition of the rules.
        difficulty: how strong the guards were; None: unknown, or there were none.
        margin: the solitary player's lead over the guards in points; None: unknown, or there were no guards.
        escaped: whether that player won; None: there were no guards.
        sides: the people.
        details: where it was, how long it took, and a note.
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
        """The margin and points by name, which identify the play in any source."""
        return self.margin, tuple(sorted((person_id(one.name) if one.name else "", one.points) for one in self.sides))


class ReadPlays(NamedTuple):
    """The plays of a file that can be imported, and the rows that cannot."""

    plays: Sequence[PastPlay]
    refusals: Sequence[Refusal]


def details_of(place: str, minutes: str, note: str) -> Details:
    """Return a play's details; cut long texts and drop impossible minutes."""
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
    """Return the play for a row of a file.

    Args:
        played: when.
        edition: the edition of the rules.
        difficulty: how strong the guards were; dropped if there were none.
        guards: their score; None: there were none.
        sides: the people.

    Raises:
        Refused: such a game is impossible, or the row leaves the winner open.
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
        # A single winner has escaped, by whatever points.
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
    """Return a name as it is stored; a default name becomes empty."""
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
    """Return who won: the marked players, otherwise everyone with the most points."""
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
    """Return points written as a number or a sum such as 30+6; None: unknown.

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
    """Return the digits of a number without decimals and separators."""
    return re.sub("[., ']", "", re.sub("[.,]0+$", "", term))
