"""Plays as a file writes them, and once open questions are answered. Pure."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from companion.plays.past_play import (
    MOST_PLAYS,
    PastPlay,
    ReadPlays,
    Refusal,
    Refused,
    Score,
    UnreadableFile,
    details_of,
    past_play,
    total,
)
from companion.plays.written_dates import AHEAD, DateOrder, possible_orders, read_date
from companion.rules.editions import DEFAULT_EDITION
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.vocabulary import EditionName

DATE, DIFFICULTY, EDITION, GUARDS = "date", "difficulty", "edition", "guards"
NAMES: Final = tuple(f"name {n}" for n in range(1, MOST_SIDES + 1))
POINTS: Final = tuple(f"points {n}" for n in range(1, MOST_SIDES + 1))
PLACE, MINUTES, NOTE = "place", "minutes", "note"
_PAIRS: Final = (one for pair in zip(NAMES, POINTS, strict=True) for one in pair)
COLUMNS: Final = (DATE, DIFFICULTY, EDITION, GUARDS, *_PAIRS, PLACE, MINUTES, NOTE)
SEATS: Final = tuple((f"name {n}", f"points {n}") for n in range(1, MOST_SIDES + 2))
"""The columns of each player, and of one too many, whose play is rejected."""
IGNORED: Final = "ignored"
"""The cell that says that another app leaves this play out of its statistics."""
CELLS: Final = frozenset({*COLUMNS, *SEATS[-1]})
"""The columns that are read of a file."""
WON: Final = "*"
"""The mark after a winner's points, where the points do not decide."""
_AGAINST_GUARDS: Final = 2
_USUAL_GUARDS: Final = frozenset({
    "the guards", "guard", "the guard", "warden", "the warden", "automa", "automaton", "bot", "ai", "npc", "dummy",
    "computer", "app", "solo", "prison", "strażnik", "straż", "automat", "komputer", "警卫", "守卫", "狱警", "狱卒",
    "看守", "电脑", "机器人",
})  # fmt: skip
"""Usual names of the guards in files that list them as a player, in lower case."""


class WrittenPlay(NamedTuple):
    """A play of a file: its row number, and its filled cells by column."""

    row: int
    cells: Mapping[str, str]

    @property
    def people(self) -> list[str]:
        """The names of its players, empty for the nameless."""
        return [self.cells.get(name, "") for name, points in SEATS if name in self.cells or points in self.cells]


class WrittenPlays(NamedTuple):
    """The content of a file.

    Attributes:
        plays: of this game.
        others: how many plays of other games it has.
        unknown: the names of columns that mean nothing.
    """

    plays: Sequence[WrittenPlay]
    others: int = 0
    unknown: Sequence[str] = ()


class Vocabulary(NamedTuple):
    """Words for things, in lower case.

    Attributes:
        guards: names of the guards, in any language.
        difficulties: difficulties of the guards by name.
    """

    guards: frozenset[str]
    difficulties: Mapping[str, str]


class Answers(NamedTuple):
    """A person's answers about a file.

    Attributes:
        order: in which order its dates are written.
        guards: which of its players is the guards, or empty.
    """

    order: DateOrder | None = None
    guards: str = ""


class OpenQuestions(NamedTuple):
    """The questions that a file leaves open.

    Attributes:
        orders: the orders in which its dates can be read.
        date: the first date that these read differently, or empty: nothing is open.
        guards: names that may be the guards, the likeliest first; empty: nothing is open.
        likely_guards: the most likely of them, or empty.
    """

    orders: Sequence[DateOrder]
    date: str
    guards: Sequence[str]
    likely_guards: str


def collect(rows: Iterable[tuple[int, Mapping[str, str]]]) -> list[WrittenPlay]:
    """Return the plays of some rows, without empty cells and empty rows.

    Raises:
        UnreadableFile: there are too many.
    """
    plays: list[WrittenPlay] = []
    for row, cells in rows:
        filled = {column: text.strip() for column, text in cells.items() if text.strip()}
        if filled and len(plays) == MOST_PLAYS:
            raise UnreadableFile("import.too_long", most=MOST_PLAYS)
        if filled:
            plays.append(WrittenPlay(row, filled))
    return plays


def open_questions(plays: Sequence[WrittenPlay], vocabulary: Vocabulary, now: datetime) -> OpenQuestions:
    """Return the questions that a person has to answer before these plays can be read.

    Args:
        plays: of a file.
        vocabulary: what people call things.
        now: this moment.
    """
    orders, date = possible_orders((play.cells.get(DATE, "") for play in plays), now)
    guards = _candidates(plays, vocabulary)
    return OpenQuestions(orders, date, guards, next(filter(_is_usual, guards), ""))


def _candidates(plays: Sequence[WrittenPlay], vocabulary: Vocabulary) -> list[str]:
    """Return names that may be the guards: players in plays of two people only.

    If some play names the guards, only usual names of guards count.
    """
    told, others = False, set[str]()
    counts: Counter[str] = Counter()
    for play in plays:
        if GUARDS in play.cells or _guards_place(play, vocabulary, "") is not None:
            told = True
        elif len(play.people) == _AGAINST_GUARDS:
            counts.update(filter(None, play.people))
            continue
        others.update(name.casefold() for name in play.people)
    found = [name for name, _ in counts.most_common() if name.casefold() not in others]
    found.sort(key=_is_usual, reverse=True)
    return [] if told and not any(map(_is_usual, found)) else found


def _is_usual(name: str) -> bool:
    return name.casefold() in _USUAL_GUARDS


def _guards_place(play: WrittenPlay, vocabulary: Vocabulary, guards: str) -> int | None:
    """Return which of the two players of a play is the guards, or None."""
    people = [name.casefold() for name in play.people]
    if len(people) != _AGAINST_GUARDS:
        return None
    return next((n for n, name in enumerate(people) if name and (name in vocabulary.guards or name == guards)), None)


def read_plays(plays: Sequence[WrittenPlay], answers: Answers, vocabulary: Vocabulary, now: datetime) -> ReadPlays:
    """Return the plays that can be imported, and a refusal for each row that cannot.

    Args:
        plays: of a file.
        answers: a person's answers about it.
        vocabulary: words for things.
        now: this moment.
    """
    read: list[PastPlay] = []
    refusals: list[Refusal] = []
    for play in plays:
        try:
            read.append(_play(play, answers, vocabulary, now))
        except Refused as refused:
            refusals.append(Refusal(play.row, refused.key, refused.data))
    return ReadPlays(read, refusals)


def _play(play: WrittenPlay, answers: Answers, vocabulary: Vocabulary, now: datetime) -> PastPlay:
    cells = play.cells
    if IGNORED in cells:
        raise Refused("import.ignored")
    played = read_date(cells.get(DATE, ""), answers.order)
    if played is None:
        raise Refused("import.date")
    if played > now + AHEAD:
        raise Refused("import.date_to_come")
    difficulty, edition = _plain(cells.get(DIFFICULTY, "")), _plain(cells.get(EDITION, "")) or DEFAULT_EDITION.value
    if difficulty and difficulty not in vocabulary.difficulties:
        raise Refused("import.difficulty")
    if edition not in EditionName.words():
        raise Refused("import.edition", values=", ".join(EditionName.words()))
    seats = [(cells.get(name, ""), cells.get(points, "")) for name, points in SEATS]
    sides = [_score(name, points) for name, points in seats if name or points]
    guards = _score("", cells[GUARDS]) if GUARDS in cells else None
    place = None if guards is not None else _guards_place(play, vocabulary, answers.guards.casefold())
    if place is not None:
        guards = sides.pop(place)
    result = past_play(played, edition, vocabulary.difficulties.get(difficulty), guards, sides)
    return result._replace(details=details_of(cells.get(PLACE, ""), cells.get(MINUTES, ""), cells.get(NOTE, "")))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()


def _score(name: str, points: str) -> Score:
    plain = unicodedata.normalize("NFKC", points)
    return Score(name, total(plain.removesuffix(WON)), plain.endswith(WON))
