"""The moves of each phone at a table of several, and which are still to make.

Players move their own pieces. The phone that runs the shared steps moves the common ones, but for what setup and patrol
share out; a player who chooses for a silent phone moves what that choice moves. While a phone is silent, the one that
stands in moves its pieces too; once it is heard again it lists them itself.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.phases.setup_steps import SetupObject
from companion.rules.state.events import replay
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase, Position
from companion.tables.line import Kind, Line, LineInContext
from companion.tables.moves import ALL_MOVED, Baseline, Listed, MadeHere, baseline_of, moves_listed
from companion.tables.permissions import phones_of
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table
from companion.tables.repository import LoadedTable, lines_about_seats, lines_after
from companion.tables.seat_history import Phones, phones_before
from companion.tables.silence import acting_keeper, chosen_keeper, seats_of_silent_phones
from companion.tables.timeline import LATEST

SHARED: Final = (SetupObject.SUSPICION, SetupObject.ITEMS, SetupObject.BOARD)
"""Pieces without owner that no one enters, most work first: phones other than the keeper's lay them out."""

SHARED_IN_PATROL: Final = frozenset({SetupObject.SUSPICION, SetupObject.ITEMS})
"""Shared pieces that also come in patrol; there the keeper enters the goons, and moves them."""


def shared_out(table: Table, keeper: Side) -> dict[str, Side]:
    """Return a seat for each object of `SHARED`, dealt clockwise from the keeper's.

    The phone of the seat lays the object out. The result is empty if one phone plays all. Silent phones have their
    share, since players who lay tokens let their phones sleep.
    """
    return dealt_out(phones_of(table, keeper))


def dealt_out(phones: Sequence[Sequence[Side]]) -> dict[str, Side]:
    """Return the same from the seats of each phone, the keeper's first."""
    _, *others = phones
    return {what.value: others[place % len(others)][0] for place, what in enumerate(SHARED)} if others else {}


def mover_of(move: Move, phones: Sequence[Sequence[Side]]) -> Side | None:
    """Return a seat whose phone moves a shared piece in patrol; None: the keeper's.

    Args:
        move: of that piece.
        phones: the seats of each, the keeper's first.
    """
    if isinstance(move.piece, Cube):
        # Bandits' cubes come with the goons' suspicion, and a raid clears the board before that comes.
        return dealt_out(phones).get(SetupObject.SUSPICION)
    return dealt_out(phones).get(SetupObject.ITEMS) if move.piece is Piece.ITEM else None


class MovesToMake(NamedTuple):
    """The moves to make at a phone, seat by seat, then the shared pieces; pages put them into columns.

    Attributes:
        put_back: moves that undo earlier moves.
        moves: all others.
        left_to_put_back, left: the same of earlier lists that may still be to move.
        since: where the list begins, and whether the earlier ones stand open; one seat is enough.
        silent: the seats of silent phones whose pieces are moved here.
    """

    put_back: tuple[Move, ...] = ()
    moves: tuple[Move, ...] = ()
    left_to_put_back: tuple[Move, ...] = ()
    left: tuple[Move, ...] = ()
    since: Baseline = ALL_MOVED
    silent: Set[Side] = frozenset()


NOTHING_TO_MOVE: Final = MovesToMake()


class Mover(NamedTuple):
    """The owner of moves.

    Attributes:
        seat: the seat whose phone makes them.
        chosen: the seat chosen to run the shared steps, if they are moves of shared pieces.
    """

    seat: Side
    chosen: Side | None = None


class Phone:
    """A phone at a table of several, and the moves made there.

    Args:
        loaded: the table.
        viewer: whose phone it is.
        moment: now.
    """

    def __init__(self, loaded: LoadedTable, viewer: Viewer, moment: datetime) -> None:
        table, keeper = loaded.table, chosen_keeper(loaded.table)
        self._loaded = loaded
        self._now = Phones(loaded.state.version + 1, phones_of(table, keeper), keeper)
        self._rows = {one.seat: one for one in table.seats}
        self.seats: Set[Side] = viewer.seats
        stands_in = acting_keeper(table, moment) in viewer.seats
        self._silent = seats_of_silent_phones(table, moment) - viewer.seats if stands_in else frozenset()

    def moves_to_make(self) -> MovesToMake:
        """Return the moves to make here: none during the setup, which has its own list."""
        game = self._loaded.state.game
        if not self.seats or (game.phase is Phase.SETUP and not game.setup.light):
            return NOTHING_TO_MOVE
        movers = self._movers()
        begin = [self._baseline(one) for one in movers]
        put_back, moves = self._moves_of(movers, [one.listed(self._loaded.state.version) for one in begin])
        left_to_put_back, left = self._moves_of(movers, [one.left for one in begin])
        since = Baseline(
            max(self._baseline(Mover(side)).version for side in self.seats),
            left_open=frozenset[bool]().union(*(one.left_open for one in begin)),
        )
        return MovesToMake(put_back, moves, left_to_put_back, left, since, self._silent)

    def phones_at(self, version: int) -> Phones:
        """Return each phone's seats when an entry was written; they keep its moves."""
        before = self._lately if version >= self._loaded.state.version - LATEST else self._ever
        return next((one for one in before if one.upto > version), self._now)

    def has_moved(self, side: Side, version: int) -> bool:
        """Return whether a side's phone has reported all moves up to a version as made."""
        return self._said(side) >= version

    def keeps(self, version: int) -> bool:
        """Return whether shared pieces of an entry are moved here, where its keeper was."""
        return self.phones_at(version).keeper in self._answers_for

    @property
    def _answers_for(self) -> Set[Side]:
        return self.seats | self._silent

    @cached_property
    def _lately(self) -> list[Phones]:
        version = self._loaded.state.version
        return phones_before(self._loaded, lines_after(self._loaded.table, version - LATEST, upto=version))

    @cached_property
    def _ever(self) -> list[Phones]:
        return phones_before(self._loaded, lines_about_seats(self._loaded.table))

    def _movers(self) -> list[Mover]:
        """Return the movers here: the seats, then keepers since nothing was left to move."""
        own = [Mover(side) for side in sorted(self._answers_for)]
        first = min(self._baseline(one).version for one in own)
        history = self._lately if first >= self._loaded.state.version - LATEST else self._ever
        kept = (Mover(one.keeper, one.seats[0][0]) for one in (*history, self._now) if one.upto > first)
        return [*own, *dict.fromkeys(one for one in kept if one.seat in self._answers_for)]

    def _moves_of(self, movers: Iterable[Mover], lists: Iterable[Iterable[Listed]]) -> list[tuple[Move, ...]]:
        """Return the moves of each mover's lists: what is put back, then the rest."""
        told_by = self.seats if self._loaded.state.game.setup.light else None
        found: dict[bool, list[Move]] = {True: [], False: []}
        for mover, listed in zip(movers, lists, strict=True):
            for one in listed:
                found[one.back] += moves_listed(self._loaded, one, self._made_by(mover), told_by)
        return [(*moves,) for moves in found.values()]

    def _baseline(self, mover: Mover) -> Baseline:
        """Return where a mover's list begins; an undo of moves here counts them all as made."""
        if mover not in self._baselines:
            # The chosen keeper may have said so and fallen asleep before another took over.
            said = max(self._said(one) for one in mover if one is not None)
            self._baselines[mover] = baseline_of(
                self._loaded, self._taps_of(mover.seat), said=said, made_here=self._is_made_here
            )
        return self._baselines[mover]

    def _is_made_here(self, move: Move, line: LineInContext, game: Position) -> bool:
        return self._mover_here(move, line, game) is not None

    @cached_property
    def _baselines(self) -> dict[Mover, Baseline]:
        return {}

    def _taps_of(self, side: Side) -> Callable[[Line], bool]:
        """Return a test for entries tapped at a side's phone, not by a stand-in."""
        return lambda line: line.by is not None and line.by in self._beside(side, line.version)

    def _made_by(self, mover: Mover) -> MadeHere:
        return lambda move, line, game: self._mover_here(move, line, game) == mover

    def _mover_here(self, move: Move, line: LineInContext, game: Position) -> Mover | None:
        """Return the mover of a move that is made here; None if another phone makes it."""
        if self._is_listed_elsewhere(move, line):
            return None
        movers = (one for one in self._movers_of(move, line, game) if one.seat in self._answers_for)
        return next(movers, None)

    def _movers_of(self, move: Move, line: LineInContext, game: Position) -> Iterator[Mover]:
        """Yield the movers of a move; cubes that one player gives another have two."""
        phones = self.phones_at(line.version)
        for side in move.hands:
            mover = side
            if side is None and game.phase is Phase.PATROL:
                mover = mover_of(move, phones.seats)
            elif side is not None and side == line.on_behalf_of:
                mover = line.by
            yield Mover(phones.keeper, phones.seats[0][0]) if mover is None else Mover(mover)

    def _is_listed_elsewhere(self, move: Move, line: LineInContext) -> bool:
        """Return whether the setup's list or the board itself shows a move."""
        if self._is_of_setup(line):
            return True
        counts = self._loaded.state.history.counts(line.version)
        by_tap = line.act.type == "assign" and move.piece is Piece.TOKEN and move.source.area is Area.HOME
        return by_tap and counts and line.version != self._loaded.state.version

    def _is_of_setup(self, line: LineInContext) -> bool:
        if line.version not in self._of_setup:
            ends = line.before.phase is not Phase.SETUP or replay(line.events, line.before).phase is not Phase.SETUP
            light = line.before.setup.light and line.kind is not Kind.BEGIN
            self._of_setup[line.version] = not (ends or light)
        return self._of_setup[line.version]

    @cached_property
    def _of_setup(self) -> dict[int, bool]:
        return {}

    def _said(self, side: Side) -> int:
        return self._rows[side].moves_done if side in self._rows else 0

    def _beside(self, side: Side, version: int) -> Collection[Side]:
        """Return the seats of the phone that played a side when an entry was written."""
        return next((seats for seats in self.phones_at(version).seats if side in seats), (side,))
