"""The moves still to make: the net difference between two versions of the log.

A list of moves begins at a baseline, the version at which everything listed before counts as moved: where its owner
last tapped, or said that all was moved. Undo, redo and striking an entry count what was listed as moved, so that the
list says what to put back.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.rules.corrections.setup import SetRuling
from companion.rules.engine.physical_moves.event_moves import each_move, says_what_lies_there
from companion.rules.engine.physical_moves.move import ON_TRACKS, Move, Piece
from companion.rules.engine.physical_moves.net_moves import balanced, netted, reversed_moves
from companion.rules.phases import presence_entry, roll_call
from companion.rules.phases.lights_out import GO_ON, RESOLVE
from companion.rules.phases.patrol import BEGIN_ROUND
from companion.rules.state.events import evolve
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup
from companion.tables.line import DONE, MOVING, Kind, Line, LineInContext
from companion.tables.ownership import tells_of_card
from companion.tables.repository import LoadedTable, latest_lines, lines_after, lines_told, positions_before
from companion.tables.state_cache import state_cache
from companion.tables.timeline import LATEST, UndoHistoryBuilder

MadeHere: TypeAlias = Callable[[Move, LineInContext, Position], bool]
"""A test whether players at one phone make a move; it takes the move, its entry and the game before it."""

_PASSED_ON: Final = frozenset({Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL})
"""Pieces that one player passes to another: only the last of them takes one."""


class Changed(NamedTuple):
    """The entries that differ between two versions of a table.

    Attributes:
        gone: entries that counted at the first and no longer count.
        came: entries that count at the second and didn't at the first.
    """

    gone: Sequence[LineInContext]
    came: Sequence[LineInContext]


def net_moves(
    loaded: LoadedTable,
    baseline: int,
    *,
    upto: int | None = None,
    made_here: MadeHere | None = None,
    told_by: Container[Side] | None = None,
    known: LineInContext | None = None,
) -> tuple[Move, ...]:
    """Return the moves that bring a table from one version to a later one.

    Undone acts are moved back and new acts are moved; pieces that players only reported are in place already.
    Corrections by themselves move nothing, be they undone or redone: the number in the app was wrong, or right.

    Args:
        loaded: the table.
        baseline: the version; 0 is the empty table.
        upto: the later version; None: now.
        made_here: which of the moves are wanted; None: all.
        told_by: the seats whose players moved the pieces that they reported; pieces reported by another seat are moved
            too. None: whichever player reported pieces has moved them.
        known: an entry that need not be read again, such as the last one.
    """
    changed = _changed(loaded, baseline, loaded.state.version if upto is None else upto, known)
    return moves_between(changed.gone, changed.came, baseline, told_by, made_here)


class Listed(NamedTuple):
    """The versions between which the moves of a list were made.

    Attributes:
        since: the first.
        upto: the last.
        back: whether the list puts back what was undone.
    """

    since: int
    upto: int
    back: bool = False


def moves_listed(
    loaded: LoadedTable, listed: Listed, made_here: MadeHere | None = None, told_by: Container[Side] | None = None
) -> tuple[Move, ...]:
    """Return the moves of a list, of an earlier one without what undo, redo or strike after it are about.

    The later list puts back what was undone since then, and moves again what was redone.

    Args:
        loaded: the table.
        listed: the list.
        made_here: which of the moves are wanted; None: all.
        told_by: as `net_moves` takes it.
    """
    changed = _changed(loaded, listed.since, listed.upto)
    touched: set[int] = set()
    for line in lines_after(loaded.table, listed.upto, upto=loaded.state.version):
        if line.kind in MOVING:
            touched |= {*_counting(loaded, line.version - 1)} ^ {*_counting(loaded, line.version)}
    gone, came = ([line for line in lines if line.version not in touched] for lines in changed)
    return moves_between(gone, came, listed.since, told_by, made_here)


class Baseline(NamedTuple):
    """The beginning of a list of moves.

    Attributes:
        version: of the table at which everything listed before counts as moved.
        undone: the last undo, redo or strike since then that moved anything; 0: there is none.
        goes_back: whether that moves pieces back; a redo moves them again.
        left: the earlier lists that may still be to move, in order: their owner tapped without going on, or somebody
            undid an entry while they were open.
        left_open: which of them stand open: what they put back (True), the rest (False). Their owner has only chosen
            since, or another player has undone something, so they are likely still to move.
    """

    version: int
    undone: int = 0
    goes_back: bool = False
    left: tuple[Listed, ...] = ()
    left_open: frozenset[bool] = frozenset()

    def listed(self, upto: int) -> Iterator[Listed]:
        """Yield the versions of this list up to one: what it puts back, then the rest."""
        rest = self.undone if self.goes_back else self.version
        if self.goes_back:
            yield Listed(self.version, rest, back=True)
        if rest < upto:
            yield Listed(rest, upto)


ALL_MOVED: Final = Baseline(0)
"""Where nothing is listed."""


def baseline_of(
    loaded: LoadedTable,
    is_own: Callable[[Line], bool] | None = None,
    *,
    said: int = 0,
    made_here: MadeHere | None = None,
) -> Baseline:
    """Return where a list of moves begins.

    It is the version that was on screen at the owner's last tap, or the one at which the owner said that all is moved,
    or the one before any player's later undo, redo or strike. Several undos by others in a row are one, so that nothing
    to put back is lost; undoing what moves nothing here changes nothing. Choosing, entering tokens and undoing leave
    the lists that were open; going on counts them as moved, and so do a token that is sent in a roll call, and the next
    round for lists of lights out.

    Args:
        loaded: the table.
        is_own: which entries the owner of the list tapped; None: all.
        said: the version at which the owner said that all is moved.
        made_here: which moves the owner makes; None: all.
    """
    begins, tapped = _list_at(loaded, loaded.state.version, is_own, said, made_here)
    left: list[Listed] = []
    now, left_open, is_open, in_roll_call = begins, frozenset[bool](), True, False
    while now.version > said and not in_roll_call and not _is_of_an_earlier_night(loaded, now.version):
        before, tapped_before = _list_at(loaded, now.version, is_own, said, made_here)
        if now.undone:
            is_open &= tapped is None or tapped.kind not in MOVING
        elif tapped is None or tapped.seen != now.version:
            break
        else:
            tap = _tap_at_a_list(loaded, tapped)
            if tap is None and (left or not before.undone):
                break
            is_open &= tap is not None and tap.chose and not before.undone
            in_roll_call = tap is not None and tap.in_roll_call
        found = [*before.listed(now.version)]
        if is_open:
            left_open |= {one.back for one in found}
        left[:0] = found
        now, tapped = before, tapped_before
    return begins._replace(left=(*left,), left_open=left_open)


def _is_of_an_earlier_night(loaded: LoadedTable, version: int) -> bool:
    """Return whether a version, if it is known, is of lights out or earlier in a round that is over."""
    game = dict(loaded.state.latest).get(version)
    return game is not None and game.round < loaded.state.game.round and game.phase is not Phase.PATROL


def _list_at(
    loaded: LoadedTable, now: int, is_own: Callable[[Line], bool] | None, said: int, made_here: MadeHere | None
) -> tuple[Baseline, Line | None]:
    """Return where the list at a version begins, and its owner's last entry."""
    setup = loaded.state.game.setup
    own = (line for line in _latest_first(loaded, said, now) if is_own is None or is_own(line))
    tapped = next((line for line in own if _goes_on(line, setup) or _gives_here(loaded, line, made_here)), None)
    baseline = said if tapped is None else max(said, tapped.seen)
    undone, goes_back, going_back = 0, False, None
    for line in lines_after(loaded.table, baseline, upto=now):
        if line.repeats and undone == line.version - 1:
            # Taking a location back together undoes lines and repeats some of them, all at once.
            undone = line.version
        elif line.kind is Kind.ACT:
            going_back = None
        elif line.kind in MOVING and (made_here is None or _moves_anything(loaded, line.version, made_here)):
            goes_back = line.kind is not Kind.REDO
            if goes_back is not going_back:
                baseline = line.version - 1
            undone, going_back = line.version, goes_back
    return Baseline(baseline, undone, goes_back), tapped


class _TapAtAList(NamedTuple):
    """A tap by a player who may not have made the listed moves yet.

    Attributes:
        in_roll_call: whether it was in a roll call.
        chose: whether they chose or entered what a location or a card gives.
    """

    in_roll_call: bool
    chose: bool


def _tap_at_a_list(loaded: LoadedTable, last: Line) -> _TapAtAList | None:
    """Return the tap of a player who may have moves to make; None: they went on.

    Args:
        loaded: the table.
        last: the last line that the tap wrote.
    """
    lines = lines_after(loaded.table, last.seen, upto=last.version)
    first = next(line for line in lines if (line.seat, line.seen) == (last.seat, last.seen))
    before = dict(loaded.state.latest).get(first.version)
    if before is None and first.version > loaded.state.version - LATEST:
        # It no longer counts.
        before = positions_before(loaded.table, first.version, first.version)[first.version]
    alone_elsewhere = before is not None and before.setup.solitary and before.location is None
    if before is None or alone_elsewhere or first.kind is not Kind.ACT or first.act.type in _GOES_ON:
        return None
    return _TapAtAList(before.phase is Phase.ROLL_CALL, first.act.type not in _LEAVES_FOLDED)


_GOES_ON: Final = frozenset({GO_ON.word, RESOLVE.word})

_ENTERS_TOKENS: Final = frozenset(
    action.word
    for handler in (*presence_entry.HANDLERS.values(), *roll_call.HANDLERS.values())
    for action in handler.offers
)
# A round may begin for all while its keeper still moves what patrol brought.
_LEAVES_FOLDED: Final = _ENTERS_TOKENS | {BEGIN_ROUND.word}


def _goes_on(line: Line, setup: Setup) -> bool:
    """Return whether the player of an entry went on; a correction keeps the list open.

    An entry that another player's tap repeated is not the player's own. Players who enter what a card shows are still
    at the list too, since others may wait for it. A solitary player has made the listed moves by then, also when
    entering a row of the board: that answers a question of the page.
    """
    if line.kind is Kind.CORRECTION and setup.solitary and line.act.type == SetRuling.type:
        return line.act.one("ruling")["key"] in setup.edition.board_rows.values()
    acted = line.kind is Kind.ACT and not line.repeats and (setup.solitary or not tells_of_card(line))
    return line.kind in MOVING or acted


def _latest_first(loaded: LoadedTable, after: int, version: int) -> Iterator[Line]:
    """Yield entries after a version, the last first; read older ones only when wanted."""
    table = loaded.table
    recent = max(version - LATEST, after)
    yield from reversed(lines_after(table, recent, upto=version))
    yield from reversed(lines_after(table, after, upto=recent))


def _gives_here(loaded: LoadedTable, line: Line, made_here: MadeHere | None) -> bool:
    """Return whether an entry of what a card shows brings moves here: what was paid for it stays a move of its own."""
    return tells_of_card(line) and made_here is not None and _moves_anything(loaded, line.version, made_here)


def _moves_anything(loaded: LoadedTable, version: int, made_here: MadeHere) -> bool:
    return bool(net_moves(loaded, version - 1, upto=version, made_here=made_here))


def _changed(loaded: LoadedTable, before: int, now: int, known: LineInContext | None = None) -> Changed:
    """Return the entries that differ between two versions, with positions before."""
    then, counting = _counting(loaded, before), _counting(loaded, now)
    wanted = {*then} ^ {*counting}
    lines = {line.version: line for line in (known,) if line is not None and line.version in wanted}
    recent = {version for version, _ in loaded.state.latest} & (wanted - {*lines})
    lines |= {line.version: line for line in latest_lines(loaded, recent)}
    lines |= {line.version: line for line in lines_told(loaded.table, wanted - {*lines})}
    return Changed([lines[one] for one in then if one in lines], [lines[one] for one in counting if one in lines])


def _counting(loaded: LoadedTable, version: int) -> Collection[int]:
    """Return the entries that counted at a version, in order."""
    counting = loaded.state.history.counting
    if version == loaded.state.version:
        return counting
    if (remembered := state_cache().at(loaded.table.id, version)) is not None:
        return remembered.history.counting
    if not any(line.kind in MOVING for line in lines_after(loaded.table, version, upto=loaded.state.version)):
        return [one for one in counting if one <= version]
    history = UndoHistoryBuilder()
    for line in lines_after(loaded.table, 0, upto=version):
        history.take(line.version, line.kind, line.to)
    return history.history().counting


def moves_between(
    gone: Sequence[LineInContext],
    came: Sequence[LineInContext],
    version: int,
    told_by: Container[Side] | None = None,
    made_here: MadeHere | None = None,
) -> tuple[Move, ...]:
    """Return the moves of `net_moves` from entries that went and that came. Pure."""
    mine = _Mine(made_here)
    back = reversed_moves(netted(mine.of(gone, told=any(line.kind is Kind.ACT for line in gone))))
    redone = [line for line in came if line.version <= version]
    again = mine.of(redone, told=any(line.kind is Kind.ACT for line in redone))
    found = [*back, *again]
    said_before = {line.repeats or line.version for line in gone}
    for line in came:
        if line.version > version:
            repeated = line.repeats in said_before
            if line.kind is Kind.CORRECTION and not repeated:
                # A marker whose place was corrected is there already.
                corrected = {one.key for one in _only_told(line) if one.piece in ON_TRACKS}
                found = [one for one in found if one.key not in corrected]
            by_another = line.kind is Kind.ACT and told_by is not None and line.seat not in told_by
            # Pieces that it only reported are put back with the entry that it repeats.
            found += mine.of([line], told=by_another or repeated)
    net = [one for one in netted(found) if mine.takes(one)]
    if not version:
        # A player who enters a game in the middle reads its round off the marker's place.
        net = [one for one in net if one.piece is not Piece.ROUND_MARKER]
    # In a list that grows, moves made already must stay, so the list is not shortened; neither is one that a correction
    # follows, which moves nothing.
    acts = [line for line in came if line.kind is not Kind.CORRECTION]
    as_it_was = made_here is not None or (len(acts) == 1 and not gone)
    return tuple(net) if as_it_was else balanced(net)


class _Mine:
    """Picks the moves that are made at one phone."""

    def __init__(self, made_here: MadeHere | None) -> None:
        self._made_here = made_here
        self._last_taker: dict[Piece, bool] = {}

    def of(self, lines: Iterable[LineInContext], *, told: bool) -> Iterator[Move]:
        """Yield the moves of entries that are made here, and all passed-on pieces."""
        for line in lines:
            game = line.before
            for event in line.events if line.kind in DONE else ():
                moves = () if says_what_lies_there(event) else each_move((event,), game, told=told)
                for move in moves:
                    is_mine = self._made_here is None or self._made_here(move, line, game)
                    if isinstance(move.piece, Piece) and move.piece in _PASSED_ON:
                        self._last_taker[move.piece] = is_mine
                        yield move
                    elif is_mine:
                        yield move
                game = evolve(game, event)

    def takes(self, move: Move) -> bool:
        """Return whether a passed-on piece ends up here; true for other pieces."""
        return not isinstance(move.piece, Piece) or self._last_taker.get(move.piece, True)


def _only_told(line: LineInContext) -> Iterator[Move]:
    """Yield the moves that players made themselves and an entry only reports."""
    game = line.before
    for event in line.events:
        if not [*each_move((event,), game)]:
            yield from each_move((event,), game, told=True)
        game = evolve(game, event)
