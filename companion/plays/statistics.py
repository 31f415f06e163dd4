"""Statistics of plays. Pure: it is given what was counted and says what that comes to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final, NamedTuple

from companion.players.intervals import wilson

SAID_FROM: Final = 5
"""So many plays it takes to say more of them than what they were."""
MARKS: Final = 14
"""So many plays are told one by one, the last ones."""
ROW_FROM: Final = 2
"""So many in a row are a row."""


class Interval(NamedTuple):
    """Between how many and how many in 100."""

    low: int
    high: int


class Share(NamedTuple):
    """How many of how many.

    Attributes:
        won: how many.
        plays: of how many, at least one.
    """

    won: int
    plays: int

    @property
    def enough(self) -> bool:
        """Whether there are enough of them to say more."""
        return self.plays >= SAID_FROM

    @property
    def told(self) -> "Share | None":
        """Itself; None: there are too few plays to say so much."""
        return self if self.enough else None

    @property
    def percent(self) -> int:
        """How many in 100, rounded half up."""
        return (200 * self.won + self.plays) // (2 * self.plays)

    @property
    def likely(self) -> Interval:
        """Between how many and how many in 100, in 95 of 100 cases, whoever plays on would come to.

        It is the interval of Wilson, which stays within 0 and 100 and holds for few plays too.
        """
        low, high = wilson(self.won, self.plays)
        return Interval(round(100 * low), round(100 * high))


class Outcome(NamedTuple):
    """What a play has come to as far as the guards go.

    Attributes:
        edition: by the rules of which one.
        difficulty: how strong the guards were, or None: unknown.
        escaped: whether whoever was alone won against them; None: there were no guards.
    """

    edition: str
    difficulty: str | None
    escaped: bool | None


@dataclass(frozen=True)
class GuardsRecord:
    """What has come of the plays against guards of one strength in one edition.

    Attributes:
        edition, difficulty: which ones.
        marks: whether each was escaped from, the first first.
    """

    edition: str
    difficulty: str | None
    marks: Sequence[bool]

    @property
    def share(self) -> Share:
        """How many escapes of how many plays."""
        return Share(sum(self.marks), len(self.marks))

    @property
    def last(self) -> Sequence[bool]:
        """The marks that are told one by one."""
        return self.marks[-MARKS:]


@dataclass(frozen=True)
class Summary:
    """What stands above a history.

    Attributes:
        plays: how many.
        best: by how many points the best escape succeeded; None: none has.
        in_a_row: how many escapes the last plays against the guards were; 0: not several.
        records: of the guards.
    """

    plays: int
    best: int | None
    in_a_row: int
    records: Sequence[GuardsRecord]


def summary(outcomes: Sequence[Outcome], best: int | None, difficulties: Sequence[str]) -> Summary:
    """What some plays have come to.

    Args:
        outcomes: of all plays, the first first.
        best: by how many points the best escape among them succeeded; None: none has.
        difficulties: in the order in which they are told.
    """
    alone = [one for one in outcomes if one.escaped is not None]
    row = sum(1 for _ in takewhile(lambda one: one.escaped, reversed(alone)))
    marks: dict[tuple[str, str | None], list[bool]] = {}
    for one in alone:
        marks.setdefault((one.edition, one.difficulty), []).append(bool(one.escaped))
    order = {name: place for place, name in enumerate(difficulties)}
    records = [GuardsRecord(edition, difficulty, tuple(which)) for (edition, difficulty), which in marks.items()]
    records.sort(key=lambda one: (one.edition, order.get(one.difficulty or "", len(order))))
    return Summary(len(outcomes), best, row if row >= ROW_FROM else 0, records)


class Tally(NamedTuple):
    """The plays of a name at tables of one size, counted.

    Attributes:
        person: who has that name.
        name: how it is written.
        last: when it was last written so, in an order of its own kind.
        players: how many people played.
        plays, won: how many, and how many of them were won.
        points, best: the sum, and the most of one play.
    """

    person: str
    name: str
    last: str
    players: int
    plays: int
    won: int
    points: int
    best: int


class Results(NamedTuple):
    """What somebody has come to over some plays.

    Attributes:
        share: how many were won of how many.
        points, best: the sum, and the most of one play.
    """

    share: Share
    points: int
    best: int

    @property
    def average(self) -> float | None:
        """Points in a play, to a tenth; None: there are too few of them."""
        return round(self.points / self.share.plays, 1) if self.share.enough else None


@dataclass(frozen=True)
class Person:
    """Somebody, by name.

    Attributes:
        id: as `companion.plays.person.person_id` says.
        name: how it was written last.
        results: over all plays.
        by_players: by how many people played, the fewest first.
        also: who else is counted as this one, and how they are written; the latter empty where no play tells any more.
    """

    id: str
    name: str
    results: Results
    by_players: Mapping[int, Results]
    also: Mapping[str, str]

    @property
    def sizes(self) -> list[dict[str, Any]]:
        """The results with the number of people who played, the fewest first."""
        return [{"players": players, "results": results} for players, results in self.by_players.items()]


def root(person: str, merges: Mapping[str, str]) -> str:
    """Under whom somebody is counted."""
    seen = {person}
    while (into := merges.get(person)) is not None and into not in seen:
        # Two phones may have merged two names into each other in the same moment.
        seen.add(into)
        person = into
    return person


def people(tallies: Iterable[Tally], merges: Mapping[str, str]) -> list[Person]:
    """Everybody that some tallies tell of, those with the most plays first.

    Args:
        tallies: of all names.
        merges: who is counted as whom.
    """
    groups: dict[str, list[Tally]] = {}
    for tally in tallies:
        groups.setdefault(root(tally.person, merges), []).append(tally)
    found = [_person(id_, group, merges) for id_, group in groups.items()]
    return sorted(found, key=lambda one: (-one.results.share.plays, one.name.casefold(), one.id))


def _person(id_: str, tallies: Sequence[Tally], merges: Mapping[str, str]) -> Person:
    sizes: dict[int, list[Tally]] = {}
    for one in tallies:
        sizes.setdefault(one.players, []).append(one)
    written = {one.person: one.name for one in sorted(tallies, key=lambda one: (one.last, one.name))}
    latest = max(tallies, key=lambda one: (one.last, one.name)).name
    also = {one: written.get(one, "") for one in merges if one != id_ and root(one, merges) == id_}
    return Person(
        id_, written.get(id_, latest), _sum(tallies), {size: _sum(sizes[size]) for size in sorted(sizes)}, also
    )


def _sum(tallies: Sequence[Tally]) -> Results:
    share = Share(sum(one.won for one in tallies), sum(one.plays for one in tallies))
    return Results(share, sum(one.points for one in tallies), max(one.best for one in tallies))


class Meeting(NamedTuple):
    """The plays in which somebody met a name, counted.

    Attributes:
        person, name: who was met, and how that is written.
        plays: how many.
        ahead, behind: in how many of them somebody was ahead of whom they met, and behind.
    """

    person: str
    name: str
    plays: int
    ahead: int
    behind: int


def met(meetings: Iterable[Meeting], merges: Mapping[str, str]) -> list[Meeting]:
    """Whom somebody has met, each one once, whom they met most often first; of those, who came closest."""
    plays: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    names: dict[str, str] = {}
    for one in meetings:
        person = root(one.person, merges)
        plays[person] += one.plays
        ahead[person] += one.ahead
        behind[person] += one.behind
        if one.person == person or person not in names:
            names[person] = one.name
    found = [Meeting(one, names[one], plays[one], ahead[one], behind[one]) for one in plays]
    return sorted(found, key=lambda one: (-one.plays, abs(one.ahead - one.behind), one.name.casefold(), one.person))


def rival(found: Sequence[Meeting]) -> Meeting | None:
    """Whom somebody has met most often, if that is often enough; see `met`."""
    return found[0] if found and found[0].plays >= SAID_FROM else None
