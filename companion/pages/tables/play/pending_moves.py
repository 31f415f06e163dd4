"""What hands have to move since the page before, as far as that page has not listed it already.

The page of a location lists what its tap will do, so that one moves first and taps then; what such a tap did beyond
that, and what any other did, stands on the page after it. Which line was told on the page before follows from the log
alone: so a page that is opened anew lists the same, also behind a redirect.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, takewhile
from typing import Final, NamedTuple, TypeAlias

from companion.persistence.database import db
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import foreseen, leaves_at
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.engine.physical_moves.net_moves import netted
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import ranking_in
from companion.rules.state.events import Event, LocationOpened, RoundBegan, replay
from companion.rules.state.position import Phase, Position, Side
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables import line_moves, repository
from companion.tables.hands import Floor, Marks, PhoneHands, chosen_by
from companion.tables.repository import LoadedTable, LogLine
from companion.tables.timeline import DONE, MOVING, Kind

MOST_LINES: Final = 24
"""As many lines as a tap can have written at the very most."""

_LISTED: Final = frozenset({"resolve", "take", "decline", "go_on"})
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
        left: the location, phase, raid or round in which they were to be made, where the table has left it since.
        before: what pages before have told of this location or patrol, and hands have made.
        not_carried_out: what the page before has listed, where something else was done than its tap; hands may have
            moved it all the same.
        listed_at: the location of that page.
        stays: whether what was listed there is done by now.
        merged: whether the tap of the page moves some of it another time, so that one list says what both come to.
        by: who has chosen it for somebody here whose phone slept, and moves it; None: hands here do.
    """

    moves: tuple[Move, ...] = ()
    back: bool = False
    undone: LogLine | None = None
    left: Location | Phase | Raid | int | None = None
    before: tuple[Move, ...] = ()
    not_carried_out: tuple[Move, ...] = ()
    listed_at: Location | None = None
    stays: bool = False
    merged: bool = False
    by: Side | None = None


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


def moved_for(kept: LoadedTable, lines: Sequence[LogLine], hands: PhoneHands, shown: int | None) -> tuple[Moved, ...]:
    """What hands have to move in light depth since somebody there has done something, that act itself included.

    What others have entered is told too, since other hands may be the ones that move it. What the own act has moved is
    not netted with what came after it: it may have been moved already. What is of rounds before stands apart, as
    does what came before the last raid.

    Args:
        kept: the table.
        lines: the last that count, in order.
        hands: those at the phone.
        shown: the version of the page before, where that is known.

    Returns:
        What leads back after something was taken back, what is of now, then of the rounds before, the last first.
    """
    game = kept.state.game
    if not hands.seats or not kept.state.version:
        return ()
    marks = hands.marks(Floor(kept.state.version, clears=True))
    since = max(marks.earliest, 1)
    waiting = [line for line in _all_lines(kept, lines, since) if line.version > since]
    came = _came_to_round(lines, game)
    rounds: dict[int, list[LogLine]] = {}
    for line in waiting:
        if line.version < came:
            rounds.setdefault(line.before.round, []).append(line)
    now = [line for line in waiting if line.version >= came]
    told = Moved((*_light_moves(now, hands, marks),))
    before = [Moved((*_light_moves(some, hands, marks),), left=of or Phase.SETUP) for of, some in rounds.items()]
    return (*_way_back(kept, marks, shown, since), told, *reversed(before))


def _light_moves(lines: Iterable[LogLine], hands: PhoneHands, marks: Marks) -> Iterator[Move]:
    """What hands here move of lines of light depth: those of this phone one by one, others that follow in net.

    What came before the keys were given is not netted with what came after: other hands move it.
    """

    def alike(line: LogLine) -> tuple[bool, bool]:
        return line.kind is Kind.ACT and bool(line.owners & hands.seats), hands.keeps(line.version)

    for (own, _), group in groupby(lines, key=alike):
        some = [*group]
        nets = [netted(moves_of(line.events, line.before)) for line in some] if own else []
        moves = chain.from_iterable(nets) if own else line_moves.moves_between((), some, 1, hands.seats)
        yield from (one for one in moves if marks.wait(one.side, some[-1].version))


def _came_to_round(lines: Sequence[LogLine], game: Position) -> int:
    """Which line of light depth has come to this round, or is the last raid; 0 where that was long ago."""
    now = (game.round, game.phase)
    last = (line.version for line in reversed(lines) if _is_raid(line) and line.before.phase not in _PLAYED)
    came = (line.version for line in reversed(lines) if (line.before.round, line.before.phase) != now)
    return next(chain(last, came), 0)


_PLAYED: Final = frozenset({Phase.SETUP, Phase.ROUND})


def _is_raid(line: LogLine) -> bool:
    return line.act.get("type") == StepKind.RAID


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


Wants: TypeAlias = Callable[[Side | None, LogLine], bool]
"""Whether the pieces of a side, or of none, that a line has moved belong on a list."""


def moved_at_party(
    kept: LoadedTable, lines: Sequence[LogLine], hands: PhoneHands, since: int | None
) -> tuple[Moved, ...]:
    """What hands have to move at a table of several, on a phone that shows every step of the others too.

    It is all that nobody here has done anything after seeing it, and all since the table came to this location or
    phase, so that nothing goes while hands are at it.

    Args:
        kept: the table.
        lines: the last that count, in order.
        hands: those at the phone.
        since: the version of the page before, where that is known.

    Returns:
        What leads back after something was taken back, then what was done, location by location, then what somebody
        else has chosen for a seat here.
    """
    version, game = kept.state.version, kept.state.game
    # What a game that begins in the middle moves first is in the line of its beginning; a setup has its own list.
    if not hands.seats or (version < 2 and game.phase is Phase.SETUP):
        return ()
    came = next((line.version for line in reversed(lines) if _opens(line)), lines[0].version if lines else 0)
    marks = hands.marks(Floor(came - 1, clears=game.phase in _TOLD_TO_THE_APP))
    waiting = _all_lines(kept, lines, marks.earliest)
    laid_out = [line.version for line in waiting if line.kind is not Kind.BEGIN and line.before.phase is Phase.SETUP]
    from_ = max(marks.earliest, laid_out[-1] - 1 if laid_out and game.phase is not Phase.SETUP else 0)
    waiting = [line for line in waiting if line.version > from_]
    back = _way_back(kept, marks, since, from_)
    here = [*_by_location(waiting, version, marks.moves)]
    for chooser in dict.fromkeys(chosen_by(line) for line in waiting):
        theirs = [line for line in waiting if chooser is not None and chosen_by(line) == chooser]
        here += [moved._replace(by=chooser) for moved in _by_location(theirs, version, marks.moved_by_chooser)]
    return (*back, *here)


def _all_lines(kept: LoadedTable, lines: Sequence[LogLine], after: int) -> Sequence[LogLine]:
    """The lines that count after a version, in order; those before the last ones are seldom wanted, and read then."""
    first = lines[0].version if lines else 1
    if after >= first - 1:
        return lines
    older = repository.log(kept.table, after=after, upto=first - 1)
    return [*(line for line in older if kept.state.history.counts(line.version)), *lines]


def _way_back(kept: LoadedTable, marks: Marks, since: int | None, from_: int) -> tuple[Moved, ...]:
    """What leads back to a table as it lay before what was taken back, or was done again: one list, or none.

    It starts from what was on the screen, where that is known; what was done since, and counts, has its own list.
    """
    since_then = repository.lines_after(kept.table, from_, upto=kept.state.version)
    moving = [line for line in since_then if line.kind in MOVING]
    if not moving:
        return ()
    first, now = moving[0].version - 1, {*kept.state.history.counting}
    session = db.session()
    then = [repository.state_as_it_was(session, kept.table, line.version - 1).history.counting for line in moving]
    gone = {one for counting in then for one in counting} - now
    if since is not None and since < first and kept.state.version - since <= MOST_LINES:
        # What was done after that, and is taken back, was never on the screen.
        gone = {one for one in gone if one <= since}
    came = {one for one in now - {*then[0]} if one <= from_}
    lines = repository.lines_told(kept.table, gone | came)
    moves = line_moves.moves_between(
        [line for line in lines if line.version in gone],
        [line for line in lines if line.version in came],
        kept.state.version,
        kept.state.game.setup.sides,
    )
    last = moving[-1].version
    return (Moved(tuple(one for one in moves if marks.wait(one.side, last)), back=True),)


def _by_location(lines: Iterable[LogLine], version: int, wants: Wants) -> Iterator[Moved]:
    """What lines move, each location by itself, so that nothing is looked for where it does not lie.

    It is told line by line: whoever has moved what the list told before moves only what is new.
    """
    place: Location | Phase | Raid | None = None
    moves: list[Move] = []
    for line in lines:
        raids = _is_raid(line)
        if moves and raids:
            # The page on which the raid was carried out has listed them.
            yield Moved(tuple(moves), left=place)
            moves = []
        for events, before in _stretches(line):
            mine = (one for one in moves_of(events, before) if wants(one.side, line))
            found = [one for one in mine if line.version == version or not _assigned(line, one)]
            now = replay(events[:1], before) if events and isinstance(events[0], _COMING) else before
            raid = raids and now.round == line.before.round
            here = Raid(now.round) if raid else now.location or now.phase
            if moves and here != place:
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


_TOLD_TO_THE_APP: Final = frozenset({Phase.SETUP, Phase.ROLL_CALL})
"""Phases in which people lay on the table what they tell, so that what they told before is done."""


def _opens(line: LogLine) -> bool:
    """Whether a line comes to another location, or to another phase."""
    return _begins(line) or any(isinstance(one, LocationOpened) and one.location is not None for one in line.events)


def _begins(line: LogLine) -> bool:
    """Whether a line comes to another phase."""
    return any(isinstance(event, RoundBegan) for event in line.events)
