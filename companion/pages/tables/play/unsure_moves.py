"""How a table lies after a way back, as far as only hands know: asked on the page, and kept by the phone.

The page of a location lists what its tap will do before that tap. Where somebody takes back, does again or corrects
instead, hands may have made none of what was listed there, all of it, or all but what the button would have done. Each
such step has one answer; what is left to move follows from the answers alone, step by step, so that no list has to be
set off against another by whoever moves. Where the time that went by tells the answer it is taken for given, and can be
changed; where it does not, nothing is listed before it is given.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from flask import request
from werkzeug.wrappers import Response

from companion.pages.tables.play.at_table import whole
from companion.rules.engine.physical_moves.move import Move
from companion.rules.engine.physical_moves.net_moves import balanced, netted, reversed_moves
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.position import Position
from companion.tables import repository
from companion.tables.line import MOVING, Kind, Line
from companion.tables.moves import net_moves
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import set_cookie

MOVED_COOKIE: Final = "lockup_moved"

_APART, _IS = ".", "~"
"""What stands between the answers in the cookie, and between the version of a page and what was moved there."""

TIME_TO_MOVE: Final = timedelta(seconds=2)
"""A hand is not quicker than that with one of the moves of a list, once it is read."""

MOST_STEPS: Final = 24
"""Of as many steps one after the other the answers are kept, and count."""

BACK: Final = frozenset({Kind.UNDO, Kind.STRIKE})

_STANDS: Final = frozenset({Kind.CORRECTION, Kind.SEAT, Kind.CLOSE})
"""Who does that while a list stands has not gone on."""

MovesAhead: TypeAlias = Callable[[Position], tuple[Move, ...]]
"""What the page of a game moves with its tap, before anything is chosen there."""

MovesListed: TypeAlias = Callable[[LoadedTable], Iterable[Move]]
"""What the page of a table lists that has been done."""


class Had(StrEnum):
    """How much hands had moved of what a page listed, as they did something else than its tap."""

    NOTHING = "nothing"
    DONE = "done"
    """What had been done, or taken back, and not what the button would have done."""
    ALL = "all"


class Option(NamedTuple):
    """What may be said of a list.

    Attributes:
        had: how much was moved.
        words: as what that is called there: where nothing was to be done but by the button, that is nothing.
    """

    had: Had
    words: Had


class Question(NamedTuple):
    """How much hands had moved of what the page before has listed.

    Attributes:
        version: the step after it, by the version it came to.
        answer: what was said, or is taken for it; None: nothing tells, and nothing is to be moved before it is said.
        options: what may be said.
        done: what that page listed as done.
        ahead: what it listed for its button; where that was one list with the other, all of it.
        game: as it was on that page.
    """

    version: int
    answer: Had | None
    options: tuple[Option, ...]
    done: tuple[Move, ...]
    ahead: tuple[Move, ...]
    game: Position


class Unsure(NamedTuple):
    """What hands have to move after steps that did something else than the pages' taps.

    Attributes:
        moves: from how the table lies to what the app has come to.
        question: what the page asks about the last step, where the answer makes a difference.
        left_over: whether some of it was listed before the last step.
        merged: whether the tap of the page moves some of it another time, so that one list says what both come to.
    """

    moves: tuple[Move, ...]
    question: Question | None
    left_over: bool
    merged: bool


class _Page(NamedTuple):
    """What a page lists: to be done as one sees it, and as one taps its button; as one list where the two meet."""

    game: Position
    moves: tuple[Move, ...]
    ahead: tuple[Move, ...]
    merged: bool

    @property
    def lists(self) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """As one reads them: what is done, what the button does."""
        return ((), netted((*self.moves, *self.ahead))) if self.merged else (self.moves, self.ahead)

    @property
    def options(self) -> tuple[Had, ...]:
        first = (Had.NOTHING,) if self.moves else ()
        middle = () if self.merged else (Had.DONE,)
        last = (Had.ALL,) if self.ahead else ()
        return (*first, *middle, *last)

    def words(self, had: Had) -> Had:
        """As what it is called if that much of it was moved."""
        if had is not Had.DONE:
            return had
        return Had.NOTHING if not self.moves else Had.DONE if self.ahead else Had.ALL

    def left(self, had: Had) -> tuple[Move, ...]:
        """What of it is still to be moved, so that the table lies as the page before its tap."""
        return {Had.NOTHING: self.moves, Had.DONE: (), Had.ALL: reversed_moves(self.ahead)}[had]

    def taken(self, options: Sequence[Had], after: timedelta) -> Had | None:
        """How much of it is moved so long after it came; None: that cannot be told."""
        done, ahead = self.lists
        if Had.NOTHING in options and after < TIME_TO_MOVE * len(done or ahead):
            return Had.NOTHING
        if Had.ALL in options and after >= TIME_TO_MOVE * (len(done) + len(ahead)):
            return None
        return Had.DONE if Had.DONE in options else options[0]

    def shows_as(self, other: "_Page") -> bool:
        """Whether one reads the same on another page."""
        return self.merged == other.merged and all(
            Counter(netted(mine)) == Counter(netted(others))
            for mine, others in zip(self.lists, other.lists, strict=True)
        )


def unsure_since(loaded: LoadedTable, ahead: MovesAhead, listed_on: MovesListed) -> Unsure | None:
    """What hands have to move after the last steps, where these did something else than the pages' taps.

    Args:
        loaded: the table.
        ahead: what the page of a game moves with its tap.
        listed_on: what the page of a table lists that has been done, where nothing makes one unsure.

    Returns:
        None: the last line does what a page has listed, or only corrects something and nobody has said that more lay
        moved then.
    """
    said = _said(loaded.table.code)
    steps = [*_steps(loaded, said)]
    if not steps:
        return None
    begun = steps[0][0].version - 1
    start = _as_at(loaded, begun)
    page = _Page(start.state.game, tuple(listed_on(start)), ahead(start.state.game), merged=False)
    left_over, question = False, None
    told_at = repository.stored_line(loaded.table, begun).moment
    for step in steps:
        last, now = step[-1].version, _as_at(loaded, step[-1].version)
        back = step[-1].kind in BACK
        came = _pages_after(page, net_moves(now, begun), now.state.game, ahead, back=back)
        question = _question(page, came, step[0], step[0].moment - told_at, said.get(last))._replace(version=last)
        if question.answer is not None:
            left_over = bool(page.left(question.answer))
            page, told_at, begun = came[question.answer], step[-1].moment, last
    if question is not None and question.answer is None:
        return Unsure((), question, left_over=False, merged=False)
    return Unsure(page.moves, question if question and len(question.options) > 1 else None, left_over, page.merged)


def asked_after_correction(loaded: LoadedTable, ahead: MovesAhead, listed_on: MovesListed) -> Question | None:
    """What a page asks after a correction: whether what the button would have done lies moved, where that is another.

    Args:
        loaded: the table.
        ahead: what the page of a game moves with its tap.
        listed_on: what the page of a table lists that has been done.
    """
    version = loaded.state.version
    before, line = _as_at(loaded, version - 1), repository.stored_line(loaded.table, version)
    page = _Page(before.state.game, tuple(listed_on(before)), ahead(before.state.game), merged=False)
    came = _pages_after(page, net_moves(loaded, version - 1), loaded.state.game, ahead, back=False)
    told_at = repository.stored_line(loaded.table, version - 1).moment
    question = _question(page, came, line, line.moment - told_at, None)
    return question._replace(version=version) if any(one.had is Had.ALL for one in question.options) else None


def _pages_after(
    page: _Page, since: tuple[Move, ...], game: Position, ahead: MovesAhead, *, back: bool
) -> Mapping[Had, _Page]:
    """What the next page lists, by how much of one hands had moved.

    Args:
        page: the one they left.
        since: what was moved by what they did instead of its tap.
        game: as it is after that.
        ahead: what the page of a game moves with its tap.
        back: whether what they did leads back.
    """
    then = ahead(game)
    came: dict[Had, _Page] = {}
    for had in page.options:
        left = page.left(had)
        moves = balanced(netted((*left, *since))) if left else since
        came[had] = _Page(game, moves, then, _meet(moves, then) if left or back else False)
    return came


def _meet(back: Sequence[Move], ahead: Sequence[Move]) -> bool:
    """Whether some of what leads back is moved another time ahead."""
    return len(netted((*back, *ahead))) < len(back) + len(ahead)


def _question(page: _Page, came: Mapping[Had, _Page], line: Line, after: timedelta, said: Had | None) -> Question:
    """What is to be asked about a page; what comes to one page, however it is said, is one answer.

    Args:
        page: the one that was left.
        came: the next page by what was moved of it.
        line: what was done instead of its tap.
        after: how long it had stood there.
        said: what was said.
    """
    options: list[Had] = []
    for had in page.options:
        stays = had is Had.ALL and _lists_again(page, came[page.options[0]])
        if not stays and not any(came[had].shows_as(came[one]) for one in options):
            options.append(had)
    taken = page.taken(options, after)
    # To say what a row of the board shows is asked in place of the button, and goes on as that does.
    if line.kind in _STANDS and line.act.type != "set_ruling" and taken is not None:
        taken = options[0]
    answer = said if said in options else taken
    return Question(
        line.version, answer, tuple(Option(one, page.words(one)) for one in options), *page.lists, page.game
    )


def _lists_again(page: _Page, now: _Page) -> bool:
    """Whether whoever has moved what the button did has moved what is listed now."""
    same = netted((*page.moves, *page.ahead)) == netted((*now.moves, *now.ahead)) if now.merged else False
    return same or page.ahead == now.ahead


def _steps(loaded: LoadedTable, said: Mapping[int, Had]) -> Iterator[list[Line]]:
    """The last steps that did something else than the pages' taps, from the first of them that makes one unsure.

    What one tap has written was based on one version.
    """
    version = loaded.state.version
    lines: list[Line] = []
    for one in range(version, max(version - MOST_STEPS, 1), -1):
        line = repository.stored_line(loaded.table, one)
        if _carried_out(line) or line.kind == Kind.BEGIN:
            break
        lines.append(line)
    steps = [[*step] for _, step in groupby(reversed(lines), key=lambda line: (line.seen, line.kind))]
    unsure = [step[-1].kind in MOVING or step[-1].version in said for step in steps]
    yield from steps[unsure.index(True) :] if any(unsure) else ()


def _carried_out(line: Line) -> bool:
    """Whether a line does what the page of a location has listed, or was not on such a page."""
    return line.kind == Kind.ACT and line.act.type not in ANY_TIME


def _as_at(loaded: LoadedTable, version: int) -> LoadedTable:
    if version == loaded.state.version:
        return loaded
    return LoadedTable(loaded.table, repository.state_as_it_was(loaded.table, version))


def remember_moved(response: Response, code: str, version: int, had: Had) -> None:
    """Have the phone keep how much hands had moved.

    Args:
        response: that goes to the phone.
        code: of the table; what was kept of another is forgotten.
        version: that of the page on which it was asked.
        had: what was said.
    """
    kept = [*({**_said(code), version: had}).items()][-MOST_STEPS:]
    set_cookie(response, MOVED_COOKIE, _APART.join([code, *(f"{one}{_IS}{answer}" for one, answer in kept)]))


def _said(code: str) -> dict[int, Had]:
    """By version what this phone keeps of a table."""
    of, *answers = request.cookies.get(MOVED_COOKIE, "").split(_APART)
    pairs = ((whole(version), had) for version, _, had in (one.partition(_IS) for one in answers if of == code))
    return {version: Had(had) for version, had in pairs if version is not None and had in [*Had]}
