"""What hands have to move since the page before, as far as that page has not listed it already.

The page of a location lists what its tap will do, so that one moves first and taps then; what such a tap did beyond
that, and what any other did, stands on the page after it. Which line was told on the page before follows from the log
alone: so a page that is opened anew lists the same, also behind a redirect.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final, NamedTuple, TypeAlias

from companion.persistence.database import db
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import foreseen, leaves_at
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.engine.physical_moves.net_moves import netted
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import ranking_in
from companion.rules.state.events import Event, LocationOpened, RoundBegan, replay
from companion.rules.state.position import Phase, Position, Side
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables import line_moves, repository
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable, LogLine
from companion.tables.timeline import DONE, MOVING, Kind

MOST_LINES: Final = 24
"""As many lines as a tap can have written at the very most."""

_LISTED: Final = frozenset({"resolve", "take", "decline", "go_on"})
"""Acts of which the page before has listed what they do at the location, where they choose nothing."""


_BACK: Final = frozenset({Kind.UNDO, Kind.STRIKE})

_NOT_CARRIED_OUT: Final = frozenset({*_BACK, Kind.REDO, Kind.CORRECTION})
"""Lines that do something else than what the page before has listed, which may lie on the table all the same."""


class Moved(NamedTuple):
    """Moves since a page.

    Attributes:
        moves: in net.
        back: whether they lead back, after something was taken back.
        undone: the line that was taken back, where it was by undo.
        left: the location, phase or round in which they were to be made, where the table has left it since.
        before: what pages before have told of this location or patrol, and hands have made.
        not_carried_out: what the page before has listed, where something else was done than its tap; hands may have
            moved it all the same.
        listed_at: the location of that page.
        stays: whether what was listed there is done by now.
        merged: whether the tap of the page moves some of it another time, so that one list says what both come to.
    """

    moves: tuple[Move, ...] = ()
    back: bool = False
    undone: LogLine | None = None
    left: Location | Phase | int | None = None
    before: tuple[Move, ...] = ()
    not_carried_out: tuple[Move, ...] = ()
    listed_at: Location | None = None
    stays: bool = False
    merged: bool = False


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
    still_open = _still_open(lines, version, kept.state.game)
    unmoved = None if _carried_out(kept, from_ + 1) else _merged_from(kept, from_, ahead)
    if unmoved is None and still_open and from_ >= still_open[0].version - 1:
        # Whoever has moved what the list told before moves only what is new: so the two are not summed up.
        new = [move for line in still_open if line.version > from_ for move in _not_listed(kept, line)]
        told = Moved(tuple(new), before=tuple(_told(still_open, from_)))
        return _with_listed(told, kept, ahead) if lines[-1].kind is Kind.CORRECTION else told
    (latest,) = repository.log(kept.table, after=version - 1, upto=version)
    undone = next(iter(kept.state.history.ahead), None) if latest.kind is Kind.UNDO else None
    line = next(iter(repository.log(kept.table, after=undone - 1, upto=undone)), None) if undone else None
    before = tuple(_told(lines[_began_here(lines, kept.state.game) :], from_))
    back = latest.kind in _BACK or unmoved is not None
    moves = line_moves.moves_since(kept, from_ if unmoved is None else unmoved)
    told = Moved(moves, back, line, before=before, stays=latest.kind is Kind.REDO)
    if unmoved is not None:
        page = _as_at(kept, from_)
        listed = netted((*line_moves.moves_since(page, unmoved), *ahead(page.state.game)))
        told = told._replace(not_carried_out=listed, listed_at=page.state.game.location, stays=False)
    elif latest.kind in _NOT_CARRIED_OUT:
        told = _with_listed(told, kept, ahead)
    return told._replace(merged=back and _meet(moves, ahead(kept.state.game)))


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


def _not_listed(kept: LoadedTable, line: LogLine) -> tuple[Move, ...]:
    """What a line moves beyond what the page before has listed."""
    listed = _listed(kept, line)
    return moves_of(line.events[listed:], replay(line.events[:listed], line.before))


Hands: TypeAlias = Callable[[Side | None, int], bool]
"""Whether the hands at a phone are those that move the pieces of a side, or of none, as a line has moved them."""


class _Phone(NamedTuple):
    """A phone in light depth.

    Attributes:
        viewer: whose.
        hands: whether they are this phone's.
        handovers: the versions at which the keys were given from one hand to another.
    """

    viewer: Viewer
    hands: Hands
    handovers: Sequence[int]

    def of(self, moves: Iterable[Move], version: int) -> Iterator[Move]:
        """Those of moves that this phone makes, as a line has moved them."""
        return (one for one in moves if self.hands(one.side, version))

    def by_keeper(self, moves: Sequence[Move], lines: Sequence[LogLine], since: int, upto: int) -> Iterator[Move]:
        """The same of moves since a version: what is not one's own is moved by whoever kept the table at that line."""
        given = [one for one in self.handovers if since < one <= upto]
        if not given:
            yield from self.of(moves, upto)
            return
        yield from (one for one in moves if one.side in self.viewer.seats)
        for first, end in pairwise((since, *given, upto + 1)):
            some = [line for line in lines if first < line.version < end]
            common = line_moves.moves_between((), some, first, self.viewer.seats)
            yield from self.of((one for one in common if one.side not in self.viewer.seats), end - 1)


def moved_for(
    kept: LoadedTable, viewer: Viewer, lines: Sequence[LogLine], hands: Hands, handovers: Sequence[int]
) -> tuple[Moved, ...]:
    """What hands have to move in light depth since somebody there has done something, that act itself included.

    What others have entered is told too, since other hands may be the ones that move it. What the own act has moved is
    not netted with what came after it: it may have been moved already. Whoever taps little is told what has moved since
    the round before; what is of that round stands apart, and counting for the score knows of it no more.

    Args:
        kept: the table.
        viewer: whose hands.
        lines: the last that count, in order.
        hands: whether they are this phone's.
        handovers: the versions at which the keys were given from one hand to another: the common pieces that were to be
            moved before stay with the giver.

    Returns:
        What is of now, then what is of the round before.
    """
    phone = _Phone(viewer, hands, handovers)
    version, game = kept.state.version, kept.state.game
    if not viewer.seats or not version:
        return ()
    (latest,) = repository.log(kept.table, after=version - 1, upto=version)
    if latest.kind in {Kind.UNDO, Kind.STRIKE}:
        return (Moved(tuple(phone.of(line_moves.moves_since(kept, version - 1), version)), back=True),)
    came, left = _came_to_stage(lines, game)
    since = version
    own: tuple[Move, ...] = ()
    for line in reversed(lines):
        if line.version == 1 or line.version < left:
            break
        if line.kind is Kind.ACT and line.owners & viewer.seats:
            since, own = line.version, tuple(phone.of(netted(moves_of(line.events, line.before)), line.version))
            break
        since = line.version - 1
    from_ = max(came - 1, since)
    moves = line_moves.moves_since(kept, from_, viewer.seats) if from_ < version else ()
    now = Moved(tuple(phone.by_keeper(moves, lines, from_, version)))
    if since >= came:
        return (now._replace(moves=(*own, *now.moves)),)
    if counts_in_secret(game):
        return (now,)
    between = [line for line in lines if since < line.version < came]
    moves = line_moves.moves_between((), between, since, viewer.seats)
    before = (*own, *phone.by_keeper(moves, between, since, came - 1))
    round_ = next((line.before.round for line in lines if line.version == came), 0)
    return now, Moved(before, left=round_ or Phase.SETUP)


def _came_to_stage(lines: Sequence[LogLine], game: Position) -> tuple[int, int]:
    """Which line of light depth has come to this round, last raid or count, and which to what was before it; else 0."""
    found: list[int] = []
    then = _stage(game)
    for line in reversed(lines):
        if (before := _stage(line.before)) != then:
            found.append(line.version)
            then = before
    return (*found, 0, 0)[0], (*found, 0, 0)[1]


def _stage(game: Position) -> tuple[int, Phase, bool]:
    return game.round, game.phase, counts_in_secret(game)


def _still_open(lines: Sequence[LogLine], version: int, game: Position) -> Sequence[LogLine]:
    """The last line, if something was done in it; of corrections, with the act before them; what is open, all of it.

    Who corrects a number while a list stands has not gone on, nor who types what a card shows: what the list told is
    still to be seen.
    """
    if not lines or lines[-1].version != version or lines[-1].kind not in DONE:
        return ()
    first = len(lines) - 1
    began = _began_here(lines, game)
    while first > 0 and (began < first or lines[first - 1].version == lines[first].version - 1):
        if lines[first].kind is not Kind.CORRECTION and not began < first:
            break
        first -= 1
    return lines[first:] if lines[first].kind is Kind.ACT else lines[-1:]


def _began_here(lines: Sequence[LogLine], game: Position) -> int:
    """Which of the lines has ranked the location that stays open, or begun this patrol; beyond them all: none."""
    for place in range(len(lines) - 1, -1, -1):
        if ranking_in(lines[place].events):
            return place if game.location is not None and lines[place].before.location is game.location else len(lines)
        if game.phase is Phase.PATROL and _begins(lines[place]):
            return place
    return len(lines)


def _listed(kept: LoadedTable, line: LogLine) -> int:
    """How many of its events the page before has listed."""
    at_location = line.before.phase is Phase.LIGHTS_OUT and line.before.location is not None
    if not (at_location and line.kind is Kind.ACT and line.before.setup.solitary):
        return 0
    if line.act.get("type") in _LISTED and not line.act.get("fields"):
        return leaves_at(line.events)
    # Where something is chosen: what comes before the choice.
    before = repository.position_before(kept.table, line.version)
    if not before.agenda or before.agenda[0].kind is not StepKind.RESOLVE:
        return 0
    first = foreseen(before, Act("resolve")).events
    # How it ends differs: there it waits for the choice.
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, line.events, strict=False)))


_COMING: Final = (LocationOpened, RoundBegan)


def moved_at_party(
    kept: LoadedTable, lines: Sequence[LogLine], viewer: Viewer, since: int | None, hands: Hands
) -> tuple[Moved, ...]:
    """What hands have to move at a table of several, on a phone that shows every step of the others too.

    It is all since the table came to this location or phase, so that nothing goes while hands are at it; where nobody
    says that hands have kept up, also what came before it since somebody here has done something. A phone that has
    slept says what it showed last, and is told the rest.

    Args:
        kept: the table.
        lines: the last that count, in order.
        viewer: whose phone it is.
        since: the version of the page before, where that is known.
        hands: whether they are this phone's.

    Returns:
        What leads back after something was taken back, then what was done, location by location.
    """
    version, game = kept.state.version, kept.state.game
    shown = since if since is not None and 0 < version - since <= MOST_LINES else version - 1
    from_ = min(_came_here(lines, viewer, game) - 1, shown)
    # What a game that begins in the middle moves first is in the line of its beginning; a setup has its own list.
    if from_ < (1 if game.phase is Phase.SETUP else 0):
        return ()
    taken_back = [line.version for line in repository.log(kept.table, after=shown, upto=version) if line.kind in MOVING]
    back: tuple[Moved, ...] = ()
    if taken_back:
        # Whoever tells where the own crew lies has laid it there.
        moves = line_moves.moves_since(kept, shown, game.setup.sides)
        back = (Moved(tuple(one for one in moves if hands(one.side, taken_back[-1])), back=True),)
    if back and game.location is None:
        # What was done before has been moved: beside the way back it would read as if it were still to be done.
        return back
    return (*back, *_by_location([line for line in lines if line.version > from_], version, hands))


def _by_location(lines: Iterable[LogLine], version: int, hands: Hands) -> Iterator[Moved]:
    """What lines move, each location by itself, so that nothing is looked for where it does not lie.

    It is told line by line: whoever has moved what the list told before moves only what is new.
    """
    place: Location | Phase | None = None
    moves: list[Move] = []
    for line in lines:
        if moves and line.act.get("type") == StepKind.RAID:
            # The page on which the raid was carried out has listed them.
            yield Moved(tuple(moves), left=place)
            moves = []
        for events, before in _stretches(line):
            mine = (one for one in moves_of(events, before) if hands(one.side, line.version))
            found = [one for one in mine if line.version == version or not _assigned(line, one)]
            now = replay(events[:1], before) if events and isinstance(events[0], _COMING) else before
            here = now.location or now.phase
            if moves and here is not place:
                yield Moved(tuple(moves), left=place)
                moves = []
            elif _passed_on(moves, found):
                # Of two columns nobody knows which comes first.
                yield Moved(tuple(moves))
                moves = []
            place = here
            moves += found
    yield Moved(tuple(moves))


def _stretches(line: LogLine) -> Iterator[tuple[Sequence[Event], Position]]:
    """The events of a line from one coming to a location or phase to the next, each with the game before them."""
    starts = [place for place, event in enumerate(line.events) if place and isinstance(event, _COMING)]
    game, begun = line.before, 0
    for end in (*starts, len(line.events)):
        yield line.events[begun:end], game
        game, begun = replay(line.events[begun:end], game), end


def _passed_on(moves: Iterable[Move], then: Sequence[Move]) -> bool:
    """Whether somebody gets a piece, such as a marker, that somebody else has been told to take."""
    whose = {one.key: one.side for one in moves if one.key is not None}
    return any(whose.get(one.key, one.side) != one.side for one in then)


def _assigned(line: LogLine, move: Move) -> bool:
    """Whether somebody has laid a token by tapping where; the board tells it as soon as somebody else has acted."""
    return line.act.get("type") == "assign" and move.piece is Piece.TOKEN and move.source.area is Area.HOME


def _came_here(lines: Sequence[LogLine], viewer: Viewer, game: Position) -> int:
    """The line with which a phone's list begins; 0 where nothing has been done yet."""
    own = next((line.version for line in reversed(lines) if line.kind is Kind.ACT and line.owners & viewer.seats), 0)
    came = next((line.version for line in reversed(lines) if _opens(line)), lines[0].version if lines else 0)
    if game.phase in _TOLD_TO_THE_APP:
        return max(own, came)
    if game.location is None or game.setup.paced:
        return came
    began = next((line.version for line in reversed(lines) if _begins(line)), 0)
    return min(came, max(own, began)) or came


_TOLD_TO_THE_APP: Final = frozenset({Phase.SETUP, Phase.ROLL_CALL})
"""Phases in which people lay on the table what they tell, so that what they told before is done."""


def _opens(line: LogLine) -> bool:
    """Whether a line comes to another location, or to another phase."""
    return _begins(line) or any(isinstance(one, LocationOpened) and one.location is not None for one in line.events)


def _begins(line: LogLine) -> bool:
    """Whether a line comes to another phase."""
    return any(isinstance(event, RoundBegan) for event in line.events)
