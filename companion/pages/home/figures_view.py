"""Statistics as pages show them: numbers, records with their marks, and shares as a line from 0 to 100."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from companion.pages.layout import frame
from companion.plays.statistics import MARKS, SAID_FROM, GuardsRecord, Results, Share, Summary
from companion.web.language import request_language
from companion.words import field_labels
from companion.words.catalogue import decimal, joined, number, signed


@dataclass(frozen=True)
class Figure:
    """A large number, and its label."""

    value: str
    label: str


@dataclass(frozen=True)
class ShareView:
    """A share as a line from 0 to 100.

    Attributes:
        at, low, high: where its dot is, and where what is likely begins and ends; of 100.
        text: the same in a sentence.
    """

    at: int
    low: int
    high: int
    text: str


@dataclass(frozen=True)
class RecordView:
    """The results of plays of one kind.

    Attributes:
        title, won: what they are, and how many of how many were won.
        marks: of the last ones, the first first: whether each was won.
        before: how many there were before these, in words, or empty.
        told: the marks in words.
        share: the line; None: there are too few plays.
        text: what is said instead of it, or below it; may be empty.
    """

    title: str
    won: str
    marks: Sequence[bool] = ()
    before: str = ""
    told: str = ""
    share: ShareView | None = None
    text: str = ""


def figures_of(summary: Summary) -> list[Figure]:
    """Return the large numbers above a history."""
    say = partial(frame.page_text, request_language())
    figures = [Figure(number(summary.plays), say("history.plays", n=summary.plays))]
    if summary.best is not None:
        figures.append(Figure(signed(summary.best), say("history.best")))
    if summary.in_a_row:
        figures.append(Figure(number(summary.in_a_row), say("history.in_a_row")))
    return figures


def records_of(summary: Summary) -> list[RecordView]:
    """Return the records of the guards; editions are named where there are several."""
    several = len({one.edition for one in summary.records}) > 1
    return [_record(one, named=several) for one in summary.records]


def _record(record: GuardsRecord, *, named: bool) -> RecordView:
    language = request_language()
    say = partial(frame.page_text, language)
    title = (
        say("history.guards")
        if record.difficulty is None
        else field_labels.word(language, "difficulty", record.difficulty)
    )
    if named:
        title = joined(language, (title, say(f"edition.{record.edition}")))
    last, before = record.last, len(record.marks) - MARKS
    share = share_view(record.share)
    return RecordView(
        title,
        say("history.escaped", won=record.share.won, plays=record.share.plays),
        last,
        say("history.before", n=before) if before > 0 else "",
        joined(language, (say("history.mark_escaped" if one else "history.mark_held") for one in last)),
        share,
        "" if share else too_few(),
    )


def share_view(share: Share) -> ShareView | None:
    """Return a share as a line; None: there are too few plays to say so much."""
    if not share.enough:
        return None
    low, high = share.likely
    text = frame.page_text(request_language(), "history.likely", n=share.percent, low=low, high=high)
    return ShareView(share.percent, low, high, text)


def too_few() -> str:
    """Say from how many plays on statistics are shown."""
    return frame.page_text(request_language(), "history.too_few", n=SAID_FROM)


def average_of(results: Results) -> str:
    """Say the points in a play and of how many plays, or that there are too few of them."""
    language = request_language()
    if results.average is None:
        return too_few()
    average = decimal(language, results.average)
    return frame.page_text(language, "history.average", average=average, n=results.share.plays)


def by_players(players: int, results: Results) -> RecordView:
    """Return somebody's results over the plays of so many people."""
    say = partial(frame.page_text, request_language())
    title = say("history.solitary") if players == 1 else say("history.players", n=players)
    won = say("history.won", won=results.share.won, plays=results.share.plays)
    return RecordView(title, won, text=average_of(results) if results.share.enough else "")
