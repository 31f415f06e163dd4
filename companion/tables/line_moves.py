"""Moves for the players to make, so that the board matches the log."""

from collections.abc import Container, Iterable, Iterator, Sequence

from companion.rules.engine.physical_moves.event_moves import each_move, says_what_lies_there
from companion.rules.engine.physical_moves.move import ON_TRACKS, Move, Piece
from companion.rules.engine.physical_moves.net_moves import balanced, netted, reversed_moves
from companion.rules.state.events import evolve
from companion.rules.state.pieces import Side
from companion.tables.line import DONE, Kind, LineInContext
from companion.tables.repository import LoadedTable, lines_told, state_as_it_was


def moves_since(
    loaded: LoadedTable,
    version: int,
    told_by: Container[Side] | None = None,
    known: LineInContext | None = None,
) -> tuple[Move, ...]:
    """What hands have to move so that a table that lay as at a version lies as now: all of it, whoever may know it.

    What was taken back since is moved back, what was done is moved, and what was only told the app lies there already.
    Corrections alone move nothing, be they taken back or done again: what was entered was wrong, or right.

    Args:
        loaded: the table.
        version: where it lay as the log says.
        told_by: the seats whose own hands have moved what they told the app; an act of another one is moved too. None:
            whoever told it has moved it. Between several hands each move stays with those who make it.
        known: a line that need not be read again, such as the last one.
    """
    then = state_as_it_was(loaded.table, version).history.counting if version else ()
    counting = loaded.state.history.counting
    if known and (*then, known.version) == counting:
        return moves_between([], [known], version, told_by)
    wanted = {*then} ^ {*counting}
    lines = {known.version: known} if known and known.version in wanted else {}
    lines |= {line.version: line for line in lines_told(loaded.table, wanted - {*lines})}
    gone = [lines[one] for one in then if one in lines]
    came = [lines[one] for one in counting if one in lines]
    return moves_between(gone, came, version, told_by)


def moves_between(
    gone: Sequence[LineInContext], came: Sequence[LineInContext], version: int, told_by: Container[Side] | None = None
) -> tuple[Move, ...]:
    """Return the moves of `moves_since` from the lines that no longer count and the lines that count since. Pure."""
    back = reversed_moves(netted(_moved(gone, told=any(line.kind is Kind.ACT for line in gone))))
    redone = [line for line in came if line.version <= version]
    again_ = _moved(redone, told=any(line.kind is Kind.ACT for line in redone))
    new = [line for line in came if line.version > version]
    net = netted(_less_what_lies_there([*back, *again_], new))
    if not version:
        # Who takes up a game in the middle tells its round from where the marker stands.
        net = tuple(one for one in net if one.piece is not Piece.ROUND_MARKER)
    if told_by is None:
        return net if len(came) == 1 and not gone else balanced(net)
    others = [line for line in new if line.kind is Kind.ACT and line.seat not in told_by]
    # What other hands have done by themselves stands apart: whoever follows the list would else move the difference.
    return (*netted(move for line in others for move in _only_told(line)), *net)


def _less_what_lies_there(moves: list[Move], new: Iterable[LineInContext]) -> list[Move]:
    """These moves and those of new lines; a marker whose place somebody has corrected since lies there already."""
    found = moves
    for line in new:
        for move in _only_told(line) if line.kind is Kind.CORRECTION else ():
            if move.piece in ON_TRACKS:
                found = [one for one in found if one.key != move.key]
        found = [*found, *_moved([line], told=False)]
    return found


def _only_told(line: LineInContext) -> Iterator[Move]:
    """Yield the moves that players made themselves and a line only reports."""
    game = line.before
    for event in line.events:
        if not [*each_move((event,), game)]:
            yield from each_move((event,), game, told=True)
        game = evolve(game, event)


def _moved(lines: Iterable[LineInContext], *, told: bool) -> Iterator[Move]:
    for line in lines:
        game = line.before
        for event in line.events if line.kind in DONE else ():
            if not says_what_lies_there(event):
                yield from each_move((event,), game, told=told)
            game = evolve(game, event)
