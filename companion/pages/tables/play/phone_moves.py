"""What hands at one phone of several have to move: their own moves since it last showed the table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from companion.pages.tables.play.pending_moves import COMES_TO, MOST_LINES, Moved, begins_round, opens_location
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.engine.physical_moves.net_moves import netted
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.state.events import Event, replay
from companion.rules.state.position import Phase, Position, Side
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables import line_moves, repository
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable, LogLine
from companion.tables.timeline import MOVING, Kind

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
            now = replay(events[:1], before) if events and isinstance(events[0], COMES_TO) else before
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
    starts = [place for place, event in enumerate(line.events) if place and isinstance(event, COMES_TO)]
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
    came = next((line.version for line in reversed(lines) if opens_location(line)), lines[0].version if lines else 0)
    if game.phase in _TOLD_TO_THE_APP:
        return max(own, came)
    if game.location is None or game.setup.paced:
        return came
    began = next((line.version for line in reversed(lines) if begins_round(line)), 0)
    return min(came, max(own, began)) or came


_TOLD_TO_THE_APP: Final = frozenset({Phase.SETUP, Phase.ROLL_CALL})
"""Phases in which people lay on the table what they tell, so that what they told before is done."""
