"""What hands have to move since the page before, as far as that page has not listed it already.

The page of a location lists what its tap will do, so that one moves first and taps then; what such a tap did beyond
that, and what any other did, stands on the page after it. Which line was told on the page before follows from the log
alone: so a page that is opened anew lists the same, also behind a redirect.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from companion.rules.game.decider import leaves_at
from companion.rules.game.events import LocationOpened, RoundBegan, replay
from companion.rules.game.lights_out import ranking_in
from companion.rules.game.moves import Area, Move, each_move, moves_of, netted, reversed_moves
from companion.rules.game.state import Phase
from companion.rules.vocabulary import Location
from companion.tables import store
from companion.tables.history import DONE, MOVING, Kind
from companion.tables.store import Kept, LogLine
from companion.tables.views import Viewer

MOST_LINES: Final = 24
"""As many lines as a tap can have written at the very most."""

_LISTED: Final = frozenset({"resolve", "take", "decline", "go_on"})
"""Acts of which the page before has listed what they do at the location, where they choose nothing."""


class Moved(NamedTuple):
    """Moves since a page.

    Attributes:
        moves: in net.
        back: whether they lead back, after something was taken back.
        undone: the line that was taken back, where it was by undo.
    """

    moves: tuple[Move, ...] = ()
    back: bool = False
    undone: LogLine | None = None


NOTHING_MOVED: Final = Moved()


def moved_since(kept: Kept, lines: Sequence[LogLine], since: int | None) -> Moved:
    """What hands have to move since a version, or since the last line of the log.

    Args:
        kept: the table.
        lines: the last that count, in order.
        since: the version of the page before, where that is known.
    """
    version = kept.state.version
    from_ = since if since is not None and 0 < version - since <= MOST_LINES else version - 1
    if from_ < 1:
        return NOTHING_MOVED
    still_open = _still_open(lines, version, kept.state.game.location)
    if still_open and from_ >= still_open[0].version - 1:
        first, *others = still_open
        listed = _listed(first)
        moves = [*moves_of(first.events[listed:], replay(first.events[:listed], first.before))]
        # Whoever has moved what the list told before moves only what is new: so the two are not summed up.
        for other in others:
            moves += moves_of(other.events, other.before)
        return Moved(tuple(moves))
    (latest,) = store.log(kept.table, after=version - 1, upto=version)
    undone = next(iter(kept.state.marks.ahead), None) if latest.kind is Kind.UNDO else None
    line = next(iter(store.log(kept.table, after=undone - 1, upto=undone)), None) if undone else None
    return Moved(store.moves_since(kept, from_), latest.kind in {Kind.UNDO, Kind.STRIKE}, line)


def moved_for(kept: Kept, viewer: Viewer, lines: Sequence[LogLine]) -> Moved:
    """What hands have to move since somebody at a table of several has done something, that act itself included.

    What others have entered is told too, since other hands may be the ones that move it. Whoever taps little is told
    what has moved since the round before.

    Args:
        kept: the table.
        viewer: whose hands.
        lines: the last that count, in order.
    """
    version = kept.state.version
    if not viewer.seats or not version:
        return NOTHING_MOVED
    (latest,) = store.log(kept.table, after=version - 1, upto=version)
    if latest.kind in {Kind.UNDO, Kind.STRIKE}:
        return Moved(store.moves_since(kept, version - 1), back=True)
    since = version
    for line in reversed(lines):
        if line.version == 1 or line.before.round < kept.state.game.round - 1:
            break
        since = line.version - 1
        if line.kind is Kind.ACT and line.seat in viewer.seats:
            break
    return Moved(store.moves_since(kept, since, viewer.seats)) if since < version else NOTHING_MOVED


def _still_open(lines: Sequence[LogLine], version: int, here: Location | None) -> Sequence[LogLine]:
    """The last line, if something was done in it; of corrections, with the act before them; at a location, all of it.

    Who corrects a number while a list stands has not gone on, nor who types what a card shows: what the list told is
    still to be moved.
    """
    if not lines or lines[-1].version != version or lines[-1].kind not in DONE:
        return ()
    first = len(lines) - 1
    ranked = _ranked_at(lines, here)
    while first > 0 and lines[first - 1].version == lines[first].version - 1:
        if lines[first].kind is not Kind.CORRECTION and not ranked < first:
            break
        first -= 1
    return lines[first:] if lines[first].kind is Kind.ACT else lines[-1:]


def _ranked_at(lines: Sequence[LogLine], here: Location | None) -> int:
    """Which of the lines has ranked the location that stays open; beyond them all where none has."""
    places = (place for place in range(len(lines) - 1, -1, -1) if ranking_in(lines[place].events))
    place = next(places, len(lines))
    is_here = here is not None and place < len(lines) and lines[place].before.location is here
    return place if is_here else len(lines)


def _listed(line: LogLine) -> int:
    """How many of its events the page before has listed."""
    at_location = line.before.phase is Phase.LIGHTS_OUT and line.before.location is not None
    plain = line.kind is Kind.ACT and line.act.get("type") in _LISTED and not line.act.get("fields")
    if not (at_location and plain and line.before.setup.solitary):
        return 0
    return leaves_at(line.events)


def moved_at_party(kept: Kept, lines: Sequence[LogLine], viewer: Viewer, since: int | None) -> tuple[Moved, ...]:
    """What hands have to move at a table of several, on a phone that shows every step of the others too.

    It is all since somebody here has done something, that act included, and at most since the table came to this
    location or phase. A phone that has slept says what it showed last, and is told the rest. What a page has listed and
    others have undone leads back.

    Args:
        kept: the table.
        lines: the last that count, in order.
        viewer: whose phone it is.
        since: the version of the page before, where that is known.

    Returns:
        What leads back after something was taken back, then what was done.
    """
    version = kept.state.version
    shown = since if since is not None and 0 < version - since <= MOST_LINES else version - 1
    from_ = min(_came_here(lines, viewer) - 1, shown)
    if from_ < 1:
        return ()
    if {*range(from_ + 1, version + 1)} <= {*kept.state.marks.counting}:
        listed = _net(line for line in lines if from_ < line.version <= shown)
        now = _net(line for line in lines if line.version > from_)
        given_back = tuple(_to_its_owner(one) for one in reversed_moves(_given_back(listed, now)))
        return (Moved(given_back, back=True), Moved(now)) if given_back else (Moved(now),)
    taken_back = any(line.kind in MOVING for line in store.log(kept.table, after=shown, upto=version))
    # Whoever tells where the own crew lies has laid it there.
    everybody = kept.state.game.setup.sides
    back = (Moved(store.moves_since(kept, shown, everybody), back=True),) if taken_back else ()
    return (*back, Moved(store.moves_since(kept, from_, everybody)))


def _net(lines: Iterable[LogLine]) -> tuple[Move, ...]:
    return netted(move for line in lines for move in each_move(line.events, line.before))


def _given_back(listed: Iterable[Move], now: Sequence[Move]) -> Iterator[Move]:
    """What a page has listed and is not to be moved any more: given back, or paid again."""
    pieces = {one.key for one in now}
    for move in listed:
        if move.key is not None:
            if move.key not in pieces:
                yield move
            continue
        same = (one.number for one in now if one._replace(number=0, drawn=0) == move._replace(number=0, drawn=0))
        if (less := move.number - sum(same)) > 0:
            yield move._replace(number=less)


def _to_its_owner(move: Move) -> Move:
    """A marker or a goal that goes back is told whom it goes to."""
    owner = move.target.of
    lone = move.key is not None and move.target.area is Area.SIDE
    return move._replace(side=owner) if lone and isinstance(owner, int) else move


def _came_here(lines: Sequence[LogLine], viewer: Viewer) -> int:
    """The line with which a phone's list begins; 0 where nothing has been done yet."""
    for line in reversed(lines):
        if _opens(line):
            return line.version
        if line.kind is Kind.ACT and line.seat in viewer.seats:
            return line.version
    return lines[0].version if lines else 0


def _opens(line: LogLine) -> bool:
    """Whether a line comes to another location, or to another phase."""
    return any(
        isinstance(event, RoundBegan) or (isinstance(event, LocationOpened) and event.location is not None)
        for event in line.events
    )
