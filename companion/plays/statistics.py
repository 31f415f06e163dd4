"""Statistics of finished games from counts. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final, NamedTuple

from companion.players.intervals import wilson

SAID_FROM: Final = 5
"""The fewest plays for averages, percentages and rivals."""
MARKS: Final = 14
"""The number of last plays shown one by one."""
ROW_FROM: Final = 2
"""The fewest escapes in a row that are mentioned."""


class Interval(NamedTuple):
    """A range, in percent."""

    low: int
    high: int


class Share(NamedTuple):
    """A number of plays out of all.

    Attributes:
        won: how many were won.
        plays: of how many, at least one.
    """

    won: int
    plays: int

    @property
    def enough(self) -> bool:
        """True if there are enough plays for averages and percentages."""
        return self.plays >= SAID_FROM

    @property
    def told(self) -> "Share | None":
        """The share itself; None if there are too few plays to show it."""
        return self if self.enough else None

    @property
    def percent(self) -> int:
        """The percentage, rounded half up."""
        return (200 * self.won + self.plays) // (2 * self.plays)

    @property
    def likely(self) -> Interval:
        """The range in which the share would be after many more plays, in 95 of 100 cases.

        It is Wilson's interval, which stays within 0 and 100 and holds for few plays too.
        """
        low, high = wilson(self.won, self.plays)
        return Interval(round(100 * low), round(100 * high))


class Outcome(NamedTuple):
    """The outcome of a play against the guards.

    Attributes:
        edition: the edition of the rules.
        difficulty: how strong the guards were; None: unknown.
        escaped: whether the player won against them; None: there were no guards.
    """

    edition: str
    difficulty: str | None
    escaped: bool | None


@dataclass(frozen=True)
class GuardsRecord:
    """The plays against guards of one difficulty in one edition.

    Attributes:
        edition, difficulty: which ones.
        marks: whether each was won, oldest first.
    """

    edition: str
    difficulty: str | None
    marks: Sequence[bool]

    @property
    def share(self) -> Share:
        """The number of escapes out of all plays."""
        return Share(sum(self.marks), len(self.marks))

    @property
    def last(self) -> Sequence[bool]:
        """The last plays, which are shown one by one."""
        return self.marks[-MARKS:]


@dataclass(frozen=True)
class Summary:
    """The summary above a history.

    Attributes:
        plays: how many.
        best: the most points by which an escape succeeded; None: none did.
        in_a_row: how many escapes in a row the last plays against the guards were; 0: not several.
        records: of the guards.
    """

    plays: int
    best: int | None
    in_a_row: int
    records: Sequence[GuardsRecord]


def summary(outcomes: Sequence[Outcome], best: int | None, difficulties: Sequence[str]) -> Summary:
    """Summarise plays.

    Args:
        outcomes: of all plays, oldest first.
        best: the most points by which an escape among them succeeded; None: none did.
        difficulties: in the order in which they are shown.
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
        name: its spelling.
        last: when it was last spelt so; a sortable text.
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
    """A person's results over some plays.

    Attributes:
        share: how many were won of how many.
        points, best: the sum, and the most of one play.
    """

    share: Share
    points: int
    best: int

    @property
    def average(self) -> float | None:
        """The average points in a play, to a tenth; None: there are too few plays."""
        return round(self.points / self.share.plays, 1) if self.share.enough else None


@dataclass(frozen=True)
class Person:
    """A person, by name.

    Attributes:
        id: as `companion.plays.person.person_id` says.
        name: its latest spelling.
        results: over all plays.
        by_players: by how many people played, the fewest first.
        also: ids of people counted as this one, and their names; a name is empty if no play has it any more.
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
    """Return the id under which a person is counted."""
    seen = {person}
    while (into := merges.get(person)) is not None and into not in seen:
        # Two phones may have merged two names into each other in the same moment.
        seen.add(into)
        person = into
    return person


def people(tallies: Iterable[Tally], merges: Mapping[str, str]) -> list[Person]:
    """Return the people in some tallies; more plays come first.

    Args:
        tallies: of all names.
        merges: ids of people, and the ids that replace them.
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
    """The plays in which a person met a name, counted.

    Attributes:
        person, name: who was met, and their name.
        plays: how many.
        ahead, behind: in how many of them the person was ahead of the one they met, and behind.
    """

    person: str
    name: str
    plays: int
    ahead: int
    behind: int


def met(meetings: Iterable[Meeting], merges: Mapping[str, str]) -> list[Meeting]:
    """Return the people met, each once: most often first, then the closest in wins."""
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
    """Return the person met most often, if that is often enough; see `met`."""
    return found[0] if found and found[0].plays >= SAID_FROM else None
