"""What hands at one phone of several have to move: their own moves since it last showed the table."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final, TypeAlias

from companion.pages.tables.play.pending_moves import MOST_LINES, MovesSince, Raid, comes_to_place, opens_location
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.engine.physical_moves.net_moves import netted
from companion.rules.phases.patrol import RAID
from companion.rules.state.events import Event, PhaseBegan, replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Location
from companion.tables import line_moves, repository
from companion.tables.hands import Floor, Marks, PhoneHands, chosen_by
from companion.tables.line import MOVING, Kind, Line, LineInContext
from companion.tables.repository import LoadedTable

Wants: TypeAlias = Callable[[Side | None, LineInContext], bool]
"""Whether the pieces of a side, or of none, that a line has moved belong on a list."""


def moved_for(
    loaded: LoadedTable, lines: Sequence[LineInContext], hands: PhoneHands, shown: int | None
) -> tuple[MovesSince, ...]:
    """What hands have to move in light depth since somebody there has done something, that act itself included.

    What others have entered is told too, since other hands may be the ones that move it. What the own act has moved is
    not netted with what came after it: it may have been moved already. What is of rounds before stands apart, as
    does what came before the last raid. What they were told before they acted can still be looked up, as in
    `moved_at_party`.

    Args:
        loaded: the table.
        lines: the last that count, in order.
        hands: those at the phone.
        shown: the version of the page before, where that is known.

    Returns:
        What leads back after something was taken back, what is of now, then of the rounds before, the last first, then
        what can be looked up.
    """
    game = loaded.state.game
    if not hands.seats or not loaded.state.version:
        return ()
    floor = Floor(loaded.state.version, clears=True)
    marks, said = hands.marks(floor), hands.said(floor)
    since = max(marks.earliest, 1)
    waiting = [line for line in _all_lines(loaded, lines, since) if line.version > since]
    came = _came_to_round(lines, game)
    rounds: dict[int, list[LineInContext]] = {}
    for line in waiting:
        if line.version < came:
            rounds.setdefault(line.before.round, []).append(line)
    now = [line for line in waiting if line.version >= came]
    told = MovesSince((*_light_moves(now, hands, marks.wait),))
    before = [
        MovesSince((*_light_moves(some, hands, marks.wait),), left=of or Phase.SETUP, round=of)
        for of, some in rounds.items()
    ]
    acted = _light_acted_on(lines, game, hands, marks, said)
    back = _way_back(loaded, marks, shown, since, _moving(loaded, since))
    return (*back, told, *reversed(before), *acted)


def _light_acted_on(
    lines: Iterable[LineInContext], game: Position, hands: PhoneHands, marks: Marks, said: Marks
) -> Iterator[MovesSince]:
    """What hands here have acted after, and not said to be moved, of this round and the one before, by round."""
    here = min(hands.seats)

    def wants(side: Side | None, version: int) -> bool:
        return said.wait(side, version) and not marks.wait(side, version)

    recent = (line for line in lines if line.version > 1 and line.before.round >= game.round - 1)
    acted_on = (line for line in recent if wants(here, line.version))
    for round_, some in groupby(acted_on, key=lambda line: line.before.round):
        yield MovesSince((*_light_moves(some, hands, wants),), left=round_ or Phase.SETUP, acted=True, round=round_)


def _light_moves(
    lines: Iterable[LineInContext], hands: PhoneHands, waits: Callable[[Side | None, int], bool]
) -> Iterator[Move]:
    """What hands here move of lines of light depth: those of this phone one by one, others that follow in net.

    What came before the keys were given is not netted with what came after: other hands move it.
    """

    def alike(line: LineInContext) -> tuple[bool, bool]:
        return line.kind is Kind.ACT and bool(line.owners & hands.seats), hands.keeps(line.version)

    for (own, _), group in groupby(lines, key=alike):
        some = [*group]
        nets = [netted(moves_of(line.events, line.before)) for line in some] if own else []
        moves = chain.from_iterable(nets) if own else line_moves.moves_between((), some, 1, hands.seats)
        yield from (one for one in moves if any(waits(side, some[-1].version) for side in one.hands))


def _came_to_round(lines: Sequence[LineInContext], game: Position) -> int:
    """Which line of light depth has come to this round, or is the last raid; 0 where that was long ago."""
    now = (game.round, game.phase)
    last = (line.version for line in reversed(lines) if _is_raid(line) and line.before.phase not in _PLAYED)
    came = (line.version for line in reversed(lines) if (line.before.round, line.before.phase) != now)
    return next(chain(last, came), 0)


_PLAYED: Final = frozenset({Phase.SETUP, Phase.ROUND})


def _is_raid(line: LineInContext) -> bool:
    return line.act.type == RAID.word


def moved_at_party(
    loaded: LoadedTable, lines: Sequence[LineInContext], hands: PhoneHands, since: int | None
) -> tuple[MovesSince, ...]:
    """What hands have to move at a table of several, on a phone that shows every step of the others too.

    It is all that nobody here has done anything after seeing it, and all since the table came to this location or
    phase, so that nothing goes while hands are at it. What was told before that can still be looked up until somebody
    here says that it is moved, or the next round has gone by: who answers quickly has not moved it yet.

    Args:
        loaded: the table.
        lines: the last that count, in order.
        hands: those at the phone.
        since: the version of the page before, where that is known.

    Returns:
        What leads back after something was taken back, then what was done, location by location, then what somebody
        else has chosen for a seat here, then what can be looked up.
    """
    version, game = loaded.state.version, loaded.state.game
    # What a game that begins in the middle moves first is in the line of its beginning; a setup has its own list.
    if not hands.seats or (version < 2 and game.phase is Phase.SETUP):
        return ()
    came = next((line.version for line in reversed(lines) if opens_location(line)), lines[0].version if lines else 0)
    floor = Floor(came - 1, clears=game.phase in _TOLD_TO_THE_APP)
    marks, said = hands.marks(floor), hands.said(floor)
    waiting = _all_lines(loaded, lines, marks.earliest)
    laid_out = [line.version for line in waiting if line.kind is not Kind.BEGIN and line.before.phase is Phase.SETUP]
    from_ = max(marks.earliest, laid_out[-1] - 1 if laid_out and game.phase is not Phase.SETUP else 0)
    waiting = [line for line in waiting if line.version > from_]
    moving = _moving(loaded, from_)
    back = _way_back(loaded, marks, since, from_, moving)
    new = [line for line in waiting if moving and line.version > moving[-1].version]
    again = _done_again(back, new, version, hands, marks.moves)
    if again:
        # Who has moved it has nothing to move; who has not, or has moved it back, all of it: no list tells both.
        back = ()
    here = [
        moved._replace(again=any(one in again for one in moved.moves))
        for moved in _by_location(waiting, version, hands, marks.moves)
    ]
    for (chooser, told), theirs in _chosen(waiting, hands):
        found = _by_location(theirs, version, hands, marks.moved_by_chooser)
        here += [moved._replace(by=chooser, said=told) for moved in found]
    return (*back, *here, *_acted_on(lines, game, marks, said))


def _chosen(
    lines: Sequence[LineInContext], hands: PhoneHands
) -> Iterator[tuple[tuple[Side, bool], list[LineInContext]]]:
    """What somebody has chosen for a sleeping phone, by who did and whether that one has said that it is moved."""
    found: dict[tuple[Side, bool], list[LineInContext]] = {}
    for line in lines:
        chooser = chosen_by(line)
        if chooser is not None:
            found.setdefault((chooser, hands.said_moved(chooser, line.version)), []).append(line)
    yield from found.items()


def _acted_on(lines: Sequence[LineInContext], game: Position, marks: Marks, said: Marks) -> Iterator[MovesSince]:
    """What hands here have acted after, and not said to be moved, of this round and the one before, by location."""
    # The round before is the one that was played before: somebody may have put the round right.
    rounds = [*dict.fromkeys((game.round, *(line.before.round for line in reversed(lines))))][:2]
    recent = [
        line
        for line in lines
        if line.version > said.earliest
        and line.before.round in rounds
        and (line.before.phase not in _TOLD_TO_THE_APP or opens_location(line))
    ]

    def wants(side: Side | None, line: LineInContext) -> bool:
        return said.moves(side, line) and not marks.moves(side, line)

    for moved in _by_location(recent, 0, marks.hands, wants):
        yield moved._replace(left=moved.left or game.location or game.phase, acted=True)


def _all_lines(loaded: LoadedTable, lines: Sequence[LineInContext], after: int) -> Sequence[LineInContext]:
    """The lines that count after a version, in order; those before the last ones are seldom wanted, and read then."""
    first = lines[0].version if lines else 1
    if after >= first - 1:
        return lines
    older = repository.log(loaded.table, after=after, upto=first - 1)
    return [*(line for line in older if loaded.state.history.counts(line.version)), *lines]


def _moving(loaded: LoadedTable, from_: int) -> list[Line]:
    """The lines after a version with which something was taken back or done again."""
    return [
        line for line in repository.lines_after(loaded.table, from_, upto=loaded.state.version) if line.kind in MOVING
    ]


def _done_again(
    back: Iterable[MovesSince], lines: Iterable[LineInContext], version: int, hands: PhoneHands, wants: Wants
) -> list[Move]:
    """What was moved first after something was taken back, if that is the same once more; else nothing."""
    there = [move for moved in back for move in moved.moves]
    moves: list[Move] = []
    for line in lines if there else ():
        moves += [move for moved in _by_location([line], version, hands, wants) for move in moved.moves]
        if not netted((*there, *moves)):
            return moves
    return []


def _way_back(
    loaded: LoadedTable, marks: Marks, since: int | None, from_: int, moving: Sequence[Line]
) -> tuple[MovesSince, ...]:
    """What leads back to a table as it lay before what was taken back, or was done again: one list, or none.

    It starts from what was on the screen, where that is known; what was done since, and counts, has its own list.
    """
    if not moving:
        return ()
    first, now = moving[0].version - 1, {*loaded.state.history.counting}
    then = [repository.state_as_it_was(loaded.table, line.version - 1).history.counting for line in moving]
    gone = {one for counting in then for one in counting} - now
    if since is not None and since < first and loaded.state.version - since <= MOST_LINES:
        # What was done after that, and is taken back, was never on the screen.
        gone = {one for one in gone if one <= since}
    came = {one for one in now - {*then[0]} if one <= from_}
    lines = repository.lines_told(loaded.table, gone | came)
    moves = line_moves.moves_between(
        _gone_once([line for line in lines if line.version in gone], then),
        [line for line in lines if line.version in came],
        loaded.state.version,
        loaded.state.game.setup.sides,
    )
    last = moving[-1].version
    phase = Phase.PATROL if any(map(_is_of_patrol, lines)) else loaded.state.game.phase
    here = (one for one in moves if any(marks.wait(side, last) for side in marks.hands.sides(one, last, phase)))
    return (MovesSince(tuple(here), back=True),)


def _is_of_patrol(line: LineInContext) -> bool:
    return line.before.phase is Phase.PATROL or any(
        isinstance(one, PhaseBegan) and one.phase is Phase.PATROL for one in line.events
    )


def _gone_once(gone: Sequence[LineInContext], then: Iterable[Collection[int]]) -> list[LineInContext]:
    """Lines that were taken back, but of those that did the same one after the other's end the last alone.

    A raid that was carried out, taken back and carried out again lies on no table twice.
    """
    together = [*then]

    def is_done_again(line: LineInContext) -> bool:
        later = (one for one in gone if one.version > line.version and (one.act, one.seat) == (line.act, line.seat))
        return any(not any({line.version, one.version} <= {*counting} for counting in together) for one in later)

    return [line for line in gone if not is_done_again(line)]


def _by_location(lines: Iterable[LineInContext], version: int, hands: PhoneHands, wants: Wants) -> Iterator[MovesSince]:
    """What lines move, each location by itself, so that nothing is looked for where it does not lie.

    It is told line by line: whoever has moved what the list told before moves only what is new.
    """
    place: Location | Phase | Raid | None = None
    moves: list[Move] = []
    round_ = 0
    for line in lines:
        raids = _is_raid(line)
        if moves and raids:
            # The page on which the raid was carried out has listed them.
            yield MovesSince(tuple(moves), left=place, round=round_)
            moves = []
        for events, before in _stretches(line):
            now = replay(events[:1], before) if events and comes_to_place(events[0]) else before
            mine = (
                one
                for one in moves_of(events, before)
                if any(wants(side, line) for side in hands.sides(one, line.version, now.phase))
            )
            found = [one for one in mine if line.version == version or not _assigned(line, one)]
            raid = raids and now.round == line.before.round
            here = Raid(now.round) if raid else now.location or now.phase
            if moves and (here, now.round) != (place, round_):
                yield MovesSince(tuple(moves), left=place, round=round_)
                moves = []
            elif _passed_on(moves, found):
                # Of two columns nobody knows which comes first.
                yield MovesSince(tuple(moves), round=round_)
                moves = []
            place, round_ = here, now.round
            moves += found
    yield MovesSince(tuple(moves), round=round_)


def _stretches(line: LineInContext) -> Iterator[tuple[Sequence[Event], Position]]:
    """The events of a line from one coming to a location or phase to the next, each with the game before them."""
    starts = [place for place, event in enumerate(line.events) if place and comes_to_place(event)]
    game, begun = line.before, 0
    for end in (*starts, len(line.events)):
        yield line.events[begun:end], game
        game, begun = replay(line.events[begun:end], game), end


def _passed_on(moves: Iterable[Move], then: Sequence[Move]) -> bool:
    """Whether somebody gets a piece, such as a marker, that somebody else has been told to take."""
    whose = {one.key: one.side for one in moves if one.key is not None}
    return any(whose.get(one.key, one.side) != one.side for one in then)


def _assigned(line: LineInContext, move: Move) -> bool:
    """Whether somebody has laid a token by tapping where; the board tells it as soon as somebody else has acted."""
    return line.act.type == "assign" and move.piece is Piece.TOKEN and move.source.area is Area.HOME


_TOLD_TO_THE_APP: Final = frozenset({Phase.SETUP, Phase.ROLL_CALL})
"""Phases in which people lay on the table what they tell, so that what they told before is done."""
