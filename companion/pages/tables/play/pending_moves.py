"""What hands have to move since the page before, as far as that page has not listed it already.

The page of a location lists what its tap will do, so that one moves first and taps then; what such a tap did beyond
that, and what any other did, stands on the page after it. Which line was told on the page before follows from the log
alone: so a page that is opened anew lists the same, also behind a redirect.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from companion.pages.tables.play.at_table import corrected_together
from companion.pages.tables.play.listed_before import listed_moves, not_listed
from companion.pages.tables.play.unsure_moves import (
    BACK,
    MovesAhead,
    Question,
    asked_after_correction,
    unsure_since,
)
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Move
from companion.rules.phases.lights_out import ranking_in
from companion.rules.state.events import Event, LocationOpened, PhaseBegan
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Location
from companion.tables import repository
from companion.tables.line import DONE, Kind, LineInContext
from companion.tables.moves import net_moves
from companion.tables.repository import LoadedTable

MOST_LINES: Final = 24
"""As many lines as a tap can have written at the very most."""


class Raid(NamedTuple):
    """The raid of a round, as where moves were to be made."""

    round: int


class MovesSince(NamedTuple):
    """Moves since a page.

    Attributes:
        moves: in net.
        back: whether they lead back, after something was taken back.
        undone: the line that was taken back, where it was by undo.
        undone_together: how many figures that one form has corrected were taken back with it.
        undone_after: how many taps after it were taken back with it.
        left: the location, phase, raid or round in which they were to be made, where the table has left it since.
        before: what pages before have told of this location or patrol, and hands have made.
        question: how much hands had moved of what the page before has listed, where something else was done.
        merged: whether the tap of the page moves some of it another time, so that one list says what both come to.
        acted: whether hands here have acted since they were told, and not said that it is moved.
        by: who has chosen it for somebody here whose phone slept, and moves it; None: hands here do.
        said: whether that one has said that it is moved.
        round: the round in which they were to be made.
        again: whether some of it was taken back and done again: hands may have moved it already.
    """

    moves: tuple[Move, ...] = ()
    back: bool = False
    undone: LineInContext | None = None
    undone_together: int = 1
    undone_after: int = 0
    left: Location | Phase | Raid | int | None = None
    before: tuple[Move, ...] = ()
    question: Question | None = None
    merged: bool = False
    acted: bool = False
    by: Side | None = None
    said: bool = False
    round: int = 0
    again: bool = False


NOTHING_MOVED: Final = MovesSince()


def moved_since(
    loaded: LoadedTable, lines: Sequence[LineInContext], since: int | None, ahead: MovesAhead
) -> MovesSince:
    """What hands have to move since a version, or since the last line of the log.

    Args:
        loaded: the table.
        lines: the last that count, in order.
        since: the version of the page before, where that is known.
        ahead: what the page of a game moves with its tap.
    """
    version = loaded.state.version
    from_ = since if since is not None and 0 < version - since <= MOST_LINES else version - 1
    if from_ < 1:
        # What a setup lays out has a list of its own; a game begun in the middle goes on from what lies there.
        return NOTHING_MOVED if loaded.state.game.phase is Phase.SETUP else MovesSince(net_moves(loaded, 0))
    still_open = lines_still_open(lines, version, loaded.state.game)
    unsure = unsure_since(loaded, ahead, _listed_on)
    if unsure is None and still_open and from_ >= still_open[0].version - 1:
        # Whoever has moved what the list told before moves only what is new: so the two are not summed up.
        new = [move for line in still_open if line.version > from_ for move in not_listed(loaded, line)]
        told = MovesSince(
            tuple(new), before=tuple(_told(still_open, from_)) or tuple(_of_the_tap_that_left(loaded, lines))
        )
        corrected = lines[-1].kind is Kind.CORRECTION
        return told._replace(question=asked_after_correction(loaded, ahead, _listed_on)) if corrected else told
    (latest,) = repository.log(loaded.table, after=version - 1, upto=version)
    undone = next(iter(loaded.state.history.ahead), None) if latest.kind is Kind.UNDO else None
    line = next(iter(repository.log(loaded.table, after=undone - 1, upto=undone)), None) if undone else None
    before = tuple(_told(lines[line_began_here(lines, loaded.state.game) :], from_))
    together = (
        1 if line is None else corrected_together(repository.stored_lines(loaded.table, loaded.state.history.ahead))
    )
    after = 0 if line is None else _taps_undone(loaded, line.version) - 1
    if unsure is None:
        return MovesSince(net_moves(loaded, from_), before=before)
    if loaded.state.game.phase is Phase.SETUP:
        # What is laid out has its list, whose ticks go where it comes to say something else.
        return MovesSince(back=latest.kind in BACK, undone=line, undone_together=together, undone_after=after)
    back, merged = latest.kind in BACK or (unsure.left_over and latest.kind is not Kind.REDO), unsure.merged
    return MovesSince(unsure.moves, back, line, together, after, before=before, question=unsure.question, merged=merged)


def _listed_on(loaded: LoadedTable) -> Iterator[Move]:
    """What the page of a table lists that has been done, as its last line comes from a tap."""
    lines = repository.latest_lines(loaded)
    for line in lines_still_open(lines, loaded.state.version, loaded.state.game):
        if line.version > lines[-1].seen:
            yield from not_listed(loaded, line)


def _taps_undone(loaded: LoadedTable, first: int) -> int:
    """How many taps the last line has taken back, from a line on; what one form did is one of them."""
    before = repository.state_as_it_was(loaded.table, loaded.state.version - 1).history.counting
    lines = repository.stored_lines(loaded.table, (one for one in before if one >= first))
    # Each tap was based on another version.
    return len({one.seen for one in lines})


def _told(lines: Iterable[LineInContext], upto: int) -> Iterator[Move]:
    """What lines up to a version have moved, line by line."""
    return (move for line in lines if line.version <= upto for move in moves_of(line.events, line.before))


def _of_the_tap_that_left(loaded: LoadedTable, lines: Sequence[LineInContext]) -> Iterator[Move]:
    """What the tap moved that chose something at a location and left it: whoever tapped first can still read it.

    What one tap has done was based on one version.
    """
    *chose, left = [*takewhile(lambda one: one.seen == lines[-1].seen, reversed(lines))][::-1]
    if chose and left.act.type == "go_on":
        yield from (move for line in chose for move in moves_of(line.events, line.before))
        yield from moves_of(left.events[: listed_moves(loaded, left)], left.before)


def lines_still_open(lines: Sequence[LineInContext], version: int, game: Position) -> Sequence[LineInContext]:
    """The last line, if something was done in it; of corrections, with the act before them; what is open, all of it.

    Who corrects a number while a list stands has not gone on, nor who types what a card shows: what the list told is
    still to be seen.
    """
    if not lines or lines[-1].version != version or lines[-1].kind not in DONE:
        return ()
    first = len(lines) - 1
    began = line_began_here(lines, game)
    while first > 0 and (began < first or lines[first - 1].version == lines[first].version - 1):
        if lines[first].kind is not Kind.CORRECTION and not began < first:
            break
        first -= 1
    return lines[first:] if lines[first].kind is Kind.ACT else lines[-1:]


def line_began_here(lines: Sequence[LineInContext], game: Position) -> int:
    """Which of the lines has ranked the location that stays open, or begun this patrol; beyond them all: none."""
    for place in range(len(lines) - 1, -1, -1):
        if ranking_in(lines[place].events):
            return place if game.location is not None and lines[place].before.location is game.location else len(lines)
        if game.phase is Phase.PATROL and begins_round(lines[place]):
            return place
    return len(lines)


def comes_to_place(event: Event) -> bool:
    """Whether the table comes to another location, or to another phase; leaving one is still done there."""
    return isinstance(event, PhaseBegan) or (isinstance(event, LocationOpened) and event.location is not None)


def opens_location(line: LineInContext) -> bool:
    """Whether a line comes to another location, or to another phase."""
    return any(map(comes_to_place, line.events))


def begins_round(line: LineInContext) -> bool:
    """Whether a line comes to another phase."""
    return any(isinstance(event, PhaseBegan) for event in line.events)
