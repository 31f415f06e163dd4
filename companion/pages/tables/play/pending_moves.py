"""What hands have to move since the page before, as far as that page has not listed it already.

The page of a location lists what its tap will do, so that one moves first and taps then; what such a tap did beyond
that, and what any other did, stands on the page after it. Which line was told on the page before follows from the log
alone: so a page that is opened anew lists the same, also behind a redirect.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from companion.pages.tables.play.at_table import corrected_together
from companion.persistence.database import db
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import foreseen, leaves_at
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Move
from companion.rules.engine.physical_moves.net_moves import netted
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import ranking_in
from companion.rules.state.events import LocationOpened, RoundBegan, replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables import line_moves, repository
from companion.tables.repository import LoadedTable, LogLine
from companion.tables.timeline import DONE, Kind

MOST_LINES: Final = 24
"""As many lines as a tap can have written at the very most."""

LISTED_ACTS: Final = frozenset({"resolve", "take", "decline", "go_on"})
"""Acts of which the page before has listed what they do at the location, where they choose nothing."""


_BACK: Final = frozenset({Kind.UNDO, Kind.STRIKE})

_NOT_CARRIED_OUT: Final = frozenset({*_BACK, Kind.REDO, Kind.CORRECTION})
"""Lines that do something else than what the page before has listed, which may lie on the table all the same."""


class Raid(NamedTuple):
    """The raid of a round, as where moves were to be made."""

    round: int


class Moved(NamedTuple):
    """Moves since a page.

    Attributes:
        moves: in net.
        back: whether they lead back, after something was taken back.
        undone: the line that was taken back, where it was by undo.
        undone_together: how many figures that one form has corrected were taken back with it.
        undone_after: how many taps after it were taken back with it.
        left: the location, phase, raid or round in which they were to be made, where the table has left it since.
        before: what pages before have told of this location or patrol, and hands have made.
        back_before: what ways back right before this one lead to, which hands may not have moved yet.
        not_carried_out: what the page before has listed, where something else was done than its tap; hands may have
            moved it all the same.
        listed_at: the location of that page.
        stays: whether what was listed there is done by now.
        instead: whether that list had a way back in it too: whoever has moved it does the difference, and not both.
        merged: whether the tap of the page moves some of it another time, so that one list says what both come to.
        acted: whether hands here have acted since they were told, and not said that it is moved.
        by: who has chosen it for somebody here whose phone slept, and moves it; None: hands here do.
        said: whether that one has said that it is moved.
        round: the round in which they were to be made.
    """

    moves: tuple[Move, ...] = ()
    back: bool = False
    undone: LogLine | None = None
    undone_together: int = 1
    undone_after: int = 0
    left: Location | Phase | Raid | int | None = None
    before: tuple[Move, ...] = ()
    back_before: tuple[Move, ...] = ()
    not_carried_out: tuple[Move, ...] = ()
    listed_at: Location | None = None
    stays: bool = False
    instead: bool = False
    merged: bool = False
    acted: bool = False
    by: Side | None = None
    said: bool = False
    round: int = 0


NOTHING_MOVED: Final = Moved()

MovesAhead: TypeAlias = Callable[[Position], tuple[Move, ...]]
"""What the page of a game moves with its tap, before anything is chosen there."""


def moved_since(kept: LoadedTable, lines: Sequence[LogLine], since: int | None, ahead: MovesAhead) -> Moved:
    """What hands have to move since a version, or since the last line of the log.

    Args:
        kept: the table.
        lines: the last that count, in order.
        since: the version of the page before, where that is known.
        ahead: what the page of a game moves with its tap.
    """
    version = kept.state.version
    from_ = since if since is not None and 0 < version - since <= MOST_LINES else version - 1
    if from_ < 1:
        # What a setup lays out has a list of its own; a game begun in the middle goes on from what lies there.
        return NOTHING_MOVED if kept.state.game.phase is Phase.SETUP else Moved(line_moves.moves_since(kept, 0))
    still_open = lines_still_open(lines, version, kept.state.game)
    unmoved = None if _carried_out(kept, from_ + 1) else _merged_from(kept, from_, ahead)
    if unmoved is None and still_open and from_ >= still_open[0].version - 1:
        # Whoever has moved what the list told before moves only what is new: so the two are not summed up.
        new = [move for line in still_open if line.version > from_ for move in _not_listed(kept, line)]
        told = Moved(tuple(new), before=tuple(_told(still_open, from_)) or tuple(_of_the_tap_that_left(kept, lines)))
        return _with_listed(told, kept, ahead) if lines[-1].kind is Kind.CORRECTION else told
    (latest,) = repository.log(kept.table, after=version - 1, upto=version)
    undone = next(iter(kept.state.history.ahead), None) if latest.kind is Kind.UNDO else None
    line = next(iter(repository.log(kept.table, after=undone - 1, upto=undone)), None) if undone else None
    before = tuple(_told(lines[line_began_here(lines, kept.state.game) :], from_))
    back = latest.kind in _BACK or unmoved is not None
    moves = line_moves.moves_since(kept, from_ if unmoved is None else unmoved)
    together = 1 if line is None else corrected_together(repository.stored_lines(kept.table, kept.state.history.ahead))
    after = 0 if line is None else _taps_undone(kept, line.version) - 1
    told = Moved(moves, back, line, together, after, before=before, stays=latest.kind is Kind.REDO)
    if unmoved is None and latest.kind is Kind.UNDO:
        told = told._replace(back_before=_taken_back_before(kept, from_))
    if unmoved is not None:
        page = _as_at(kept, from_)
        listed = netted((*line_moves.moves_since(page, unmoved), *ahead(page.state.game)))
        told = told._replace(not_carried_out=listed, listed_at=page.state.game.location)
        told = told._replace(stays=False, instead=True)
    elif latest.kind in _NOT_CARRIED_OUT:
        told = _with_listed(told, kept, ahead)
    return told._replace(merged=back and _meet(moves, ahead(kept.state.game)))


def _taken_back_before(kept: LoadedTable, version: int) -> tuple[Move, ...]:
    """What the ways back up to a version have led to, each right after the other: who taps twice has moved none yet."""
    earlier = range(version, max(version - MOST_LINES, 1), -1)
    undone = [*takewhile(lambda one: _kind(kept, one) == Kind.UNDO, earlier)]
    return line_moves.moves_since(_as_at(kept, version), undone[-1] - 1) if undone else ()


def _taps_undone(kept: LoadedTable, first: int) -> int:
    """How many taps the last line has taken back, from a line on; what one form did is one of them."""
    before = repository.state_as_it_was(db.session(), kept.table, kept.state.version - 1).history.counting
    lines = repository.stored_lines(kept.table, (one for one in before if one >= first))
    # Each tap was based on another version.
    return len({one.seen for one in lines})


def _with_listed(told: Moved, kept: LoadedTable, ahead: MovesAhead) -> Moved:
    """It with what the page before the last line has listed, which that line has not carried out."""
    page = repository.position_before(kept.table, kept.state.version)
    return told._replace(not_carried_out=ahead(page), listed_at=page.location)


def _merged_from(kept: LoadedTable, version: int, ahead: MovesAhead) -> int | None:
    """From which version the list leads in which a page had its way back and its tap in one; None: it had none such.

    Hands carry such a list out with its tap, or not at all: where something else is done the table lies as before it.
    """
    earlier = range(version, max(version - MOST_LINES, 1), -1)
    beside = [*takewhile(lambda one: not _carried_out(kept, one), earlier)]
    from_ = None
    for one in reversed(beside):
        if from_ is None and _kind(kept, one) in _BACK:
            from_ = one - 1
        if from_ is not None:
            page = _as_at(kept, one)
            from_ = from_ if _meet(line_moves.moves_since(page, from_), ahead(page.state.game)) else None
    return from_


def _meet(back: Sequence[Move], ahead: Sequence[Move]) -> bool:
    """Whether some of what leads back is moved another time ahead."""
    return len(netted((*back, *ahead))) < len(back) + len(ahead)


def _as_at(kept: LoadedTable, version: int) -> LoadedTable:
    return LoadedTable(kept.table, repository.state_as_it_was(db.session(), kept.table, version))


def _carried_out(kept: LoadedTable, version: int) -> bool:
    """Whether a line does what the page of a location has listed, or was not on such a page."""
    line = repository.stored_line(kept.table, version)
    return line.kind == Kind.ACT and line.act.get("type") not in ANY_TIME


def _kind(kept: LoadedTable, version: int) -> str:
    return repository.stored_line(kept.table, version).kind


def _told(lines: Iterable[LogLine], upto: int) -> Iterator[Move]:
    """What lines up to a version have moved, line by line."""
    return (move for line in lines if line.version <= upto for move in moves_of(line.events, line.before))


def _of_the_tap_that_left(kept: LoadedTable, lines: Sequence[LogLine]) -> Iterator[Move]:
    """What the tap moved that chose something at a location and left it: whoever tapped first can still read it.

    What one tap has done was based on one version.
    """
    *chose, left = [*takewhile(lambda one: one.seen == lines[-1].seen, reversed(lines))][::-1]
    if chose and left.act.get("type") == "go_on":
        yield from (move for line in chose for move in moves_of(line.events, line.before))
        yield from moves_of(left.events[: listed_moves(kept, left)], left.before)


def _not_listed(kept: LoadedTable, line: LogLine) -> tuple[Move, ...]:
    """What a line moves beyond what the page before has listed."""
    listed = listed_moves(kept, line)
    return moves_of(line.events[listed:], replay(line.events[:listed], line.before))


def lines_still_open(lines: Sequence[LogLine], version: int, game: Position) -> Sequence[LogLine]:
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


def line_began_here(lines: Sequence[LogLine], game: Position) -> int:
    """Which of the lines has ranked the location that stays open, or begun this patrol; beyond them all: none."""
    for place in range(len(lines) - 1, -1, -1):
        if ranking_in(lines[place].events):
            return place if game.location is not None and lines[place].before.location is game.location else len(lines)
        if game.phase is Phase.PATROL and begins_round(lines[place]):
            return place
    return len(lines)


def listed_moves(kept: LoadedTable, line: LogLine) -> int:
    """How many of its events the page before has listed."""
    at_location = line.before.phase is Phase.LIGHTS_OUT and line.before.location is not None
    if not (at_location and line.kind is Kind.ACT and line.before.setup.solitary):
        return 0
    if line.act.get("type") in LISTED_ACTS and not line.act.get("fields"):
        return leaves_at(line.events)
    if line.act.get("type") == "swap":
        return 0
    # Where something is chosen: what comes before the choice.
    before = repository.position_before(kept.table, line.version)
    if not before.agenda or before.agenda[0].kind is not StepKind.RESOLVE:
        return 0
    first = foreseen(before, Act("resolve")).events
    # How it ends differs: there it waits for the choice.
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, line.events, strict=False)))


COMES_TO: Final = (LocationOpened, RoundBegan)


def opens_location(line: LogLine) -> bool:
    """Whether a line comes to another location, or to another phase."""
    return begins_round(line) or any(
        isinstance(one, LocationOpened) and one.location is not None for one in line.events
    )


def begins_round(line: LogLine) -> bool:
    """Whether a line comes to another phase."""
    return any(isinstance(event, RoundBegan) for event in line.events)
