"""Which pieces the hands at a phone have still to move: until somebody there has done something since they saw it.

A move waits on the phone of whoever's piece it is. What is the table's waits on its keeper's, but for what setup and
patrol share out; what somebody chose for a silent phone on that of who chose. While a phone is silent, another stands
in: it is told what the silent one has not seen, and once that phone is heard of again it is told so itself.
"""

from collections.abc import Collection, Iterator, Sequence, Set
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from companion.rules.engine.physical_moves.move import Move, Piece
from companion.rules.phases.setup_steps import SetupObject
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase
from companion.tables.line import MOVING, Kind, Line, LineInContext
from companion.tables.permissions import phones_of
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table
from companion.tables.repository import LoadedTable, lines_about_seats, lines_after
from companion.tables.seat_history import Phones, phones_before
from companion.tables.silence import acting_keeper, chosen_keeper, seats_of_silent_phones, silent_since
from companion.tables.timeline import LATEST

SHARED: Final = (SetupObject.SUSPICION, SetupObject.ITEMS, SetupObject.BOARD)
"""What is nobody's own and is typed by nobody, the most work first: other phones than the keeper's lay it out."""

SHARED_IN_PATROL: Final = frozenset({SetupObject.SUSPICION, SetupObject.ITEMS})
"""What of that comes in patrol too; whoever keeps the table enters the goons, and moves them."""

_TAPS: Final = frozenset({Kind.ACT, *MOVING})
"""What somebody does who has gone on. Who corrects a number while a list stands has not."""


class Floor(NamedTuple):
    """What an act leaves on the phone of whoever did it.

    Attributes:
        open: the version with which the table came to where it is now: what was moved since stays, for hands are at it.
        clears: whether an act clears that too, since people lay on the table what they tell.
    """

    open: int
    clears: bool

    def after(self, seen: int) -> int:
        """Up to which version nothing waits any more, once somebody has acted who had seen that one."""
        return seen if self.clears else min(seen, self.open)


def shared_out(table: Table, keeper: Side) -> dict[str, Side]:
    """By object of `SHARED`: a seat of the phone that lays it out, dealt clockwise from the keeper's.

    Empty where one phone plays all. Phones that sleep have their share, since hands that lay tokens let them sleep.
    """
    return dealt_out(phones_of(table, keeper))


def dealt_out(phones: Sequence[Sequence[Side]]) -> dict[str, Side]:
    """The same of the seats of each phone, the keeper's first."""
    _, *others = phones
    return {what.value: others[place % len(others)][0] for place, what in enumerate(SHARED)} if others else {}


def mover_of(move: Move, phones: Sequence[Sequence[Side]]) -> Side | None:
    """Return a seat at whose phone a piece of nobody's is moved in patrol; None where the keeper's moves it.

    Args:
        move: of that piece.
        phones: the seats of each, the keeper's first.
    """
    if isinstance(move.piece, Cube):
        # Bandits' cubes come with the goons' suspicion, and a raid clears the board before that comes.
        return dealt_out(phones).get(SetupObject.SUSPICION)
    return dealt_out(phones).get(SetupObject.ITEMS) if move.piece is Piece.ITEM else None


class PhoneHands:
    """The hands at a phone.

    Args:
        loaded: the table.
        viewer: whose phone it is.
        moment: now.
    """

    def __init__(self, loaded: LoadedTable, viewer: Viewer, moment: datetime) -> None:
        table, keeper = loaded.table, chosen_keeper(loaded.table)
        self._loaded = loaded
        self._now = Phones(loaded.state.version + 1, phones_of(table, keeper), keeper)
        self.seats: Set[Side] = viewer.seats
        self._rows = {one.seat: one for one in table.seats}
        self._silent = seats_of_silent_phones(table, moment) - viewer.seats
        self._keeps = acting_keeper(table, moment) in viewer.seats

    def marks(self, floor: Floor) -> "Marks":
        """Up to which version nothing waits here any more, by whose the pieces are.

        Args:
            floor: what an act leaves.
        """
        own = {side: self._mark(side, floor) for side in self.seats}
        stand_in = self._silent if self._keeps else set()
        others = {side: max(self._mark(side, floor), self._stood_in(side, floor)) for side in stand_in}
        return Marks(self, own, others)

    def said(self, floor: Floor) -> "Marks":
        """Up to which version somebody here has said that all is moved: what they were told since they may look up.

        Args:
            floor: what an act leaves; a sleeper who acted on what they had seen has moved it themselves.
        """
        own = {side: self._done(side) for side in self.seats}
        stand_in = self._silent if self._keeps else set()
        others = {side: max(self._mark(side, floor), self._said_for(side)) for side in stand_in}
        return Marks(self, own, others)

    def sides(self, move: Move, version: int, phase: Phase) -> tuple[Side | None, ...]:
        """Return whose hands make a move; what patrol moves of the table is shared out as in the setup.

        Args:
            move: which.
            version: of the line that tells of it.
            phase: in which it is made.
        """
        if phase is not Phase.PATROL or move.hands != (None,):
            return move.hands
        return (mover_of(move, self.phones_at(version).seats),)

    def phones_at(self, version: int) -> Phones:
        """Who sat at which phone when a line was written: its moves stay with those seats, whoever plays them since."""
        before = self._lately if version >= self._loaded.state.version - LATEST else self._ever
        return next((one for one in before if one.upto > version), self._now)

    @cached_property
    def _lately(self) -> list[Phones]:
        version = self._loaded.state.version
        return phones_before(self._loaded, lines_after(self._loaded.table, version - LATEST, upto=version))

    @cached_property
    def _ever(self) -> list[Phones]:
        return phones_before(self._loaded, lines_about_seats(self._loaded.table))

    def said_moved(self, side: Side, version: int) -> bool:
        """Whether somebody at a side's phone has said that all is moved up to a version."""
        return self._done(side) >= version

    def _done(self, side: Side) -> int:
        return self._rows[side].moves_done if side in self._rows else 0

    def _mark(self, side: Side, floor: Floor) -> int:
        return max(self._done(side), floor.after(self._seen(side)))

    def _stood_in(self, side: Side, floor: Floor) -> int:
        """Up to which version this phone has done what it was told while another slept."""
        since = self._silent_since(side)
        seen = [self._seen(one, since) for one in self.seats]
        return max(floor.after(max(seen, default=0)), self._said_for(side))

    def _said_for(self, side: Side) -> int:
        """Up to which version somebody at this phone has said that all is moved, since another sleeps."""
        since = self._silent_since(side)
        said = [one for seat, one in self._rows.items() if seat in self.seats]
        done = (one.moves_done for one in said if one.moves_done_at is not None and one.moves_done_at >= since)
        return max(done, default=0)

    def _silent_since(self, side: Side) -> datetime:
        return silent_since(self._loaded.table, self._rows[side])

    def _seen(self, side: Side, since: datetime | None = None) -> int:
        """What somebody at a side's phone had seen who did something there last; 0 where nobody has."""
        for line in self._latest():
            if since is not None and line.moment < since:
                return 0
            if line.kind in _TAPS and line.by is not None and line.by in self._beside(side, line.version):
                return line.seen
        return 0

    def _beside(self, side: Side, version: int) -> Collection[Side]:
        """The seats of the phone that played a side when a line was written."""
        return next((seats for seats in self.phones_at(version).seats if side in seats), (side,))

    def _latest(self) -> Iterator[Line]:
        """The lines of the log, the last first; those that are seldom wanted are read when they are."""
        table, version = self._loaded.table, self._loaded.state.version
        recent = max(version - LATEST, 0)
        older = (reversed(lines_after(table, 0, upto=recent)) for _ in range(1) if recent)
        return chain(reversed(lines_after(table, recent, upto=version)), chain.from_iterable(older))

    def keeps(self, version: int) -> bool:
        """Whether common pieces of that line are moved here: who kept the table had them on screen until then.

        Once nothing is heard of that phone they are moved where the rest is.
        """
        keeper = self.phones_at(version).keeper
        return keeper in self.seats or (self._keeps and keeper in self._silent)


class Marks:
    """Up to which version nothing waits any more at a phone.

    Attributes:
        hands: those at that phone.
        earliest: the least of them: what was done up to there nobody here has to move.
    """

    def __init__(self, hands: PhoneHands, own: dict[Side, int], others: dict[Side, int]) -> None:
        self.hands, self._own, self._others = hands, own, others
        self.earliest = min([*own.values(), *others.values()], default=0)

    def moves(self, side: Side | None, line: LineInContext) -> bool:
        """Whether hands here have to move a piece.

        Args:
            side: whose it is, or None for the table's.
            line: with which the app has moved it.
        """
        chooser = chosen_by(line)
        if chooser is not None and side == line.seat:
            return chooser in self._own and line.version > self._own[chooser]
        return self.wait(side, line.version)

    def wait(self, side: Side | None, version: int) -> bool:
        """Whether hands here move what a line moves of a side, or of the table, and have not done so."""
        if side is None:
            phones = self.hands.phones_at(version)
            # Who was chosen may have moved it and fallen asleep, before another has kept the table.
            chosen = phones.seats[0][0]
            return not self.hands.said_moved(chosen, version) and self.wait(phones.keeper, version)
        return version > self._own.get(side, self._others.get(side, version))

    def moved_by_chooser(self, side: Side | None, line: LineInContext) -> bool:
        """Whether somebody else has chosen that for a seat here and moves it, as nobody here has acted since."""
        theirs = side in self._own and side == line.seat and chosen_by(line) not in self._own
        return theirs and side is not None and line.version > self._own[side]


def chosen_by(line: LineInContext) -> Side | None:
    """Who has acted for another whose phone slept; None where nobody has."""
    return line.by if line.on_behalf_of is not None else None
