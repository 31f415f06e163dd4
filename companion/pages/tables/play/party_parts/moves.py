"""What hands at one phone of several have to move."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.moves_view import MoveList, move_list, of_before
from companion.pages.tables.play.party_parts.location import PartyLocation
from companion.pages.tables.play.pending_moves import Moved, Raid
from companion.rules.engine.physical_moves.move import Move
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location
from companion.tables.projection.events import visible_moves
from companion.words import field_labels
from companion.words.catalogue import term
from companion.words.telling import capital


class PartyMoves(PartyLocation):
    """What hands at this phone have to move."""

    @cached_property
    def move_lists(self) -> list[MoveList]:
        """What hands here have to move."""
        return [*self._lists(acted=False)]

    @cached_property
    def acted_moves(self) -> list[MoveList]:
        """What they were told, and have acted after without a word that it is moved."""
        return [*self._lists(acted=True)]

    def _lists(self, *, acted: bool) -> Iterator[MoveList]:
        for one in self._moved_here:
            moves = [*visible_moves(one.moves, self.viewer)] if one.acted is acted else []
            if moves:
                yield replace(self._list_of(one, moves), acted=acted, said=one.said)

    def _list_of(self, moved: Moved, moves: Sequence[Move]) -> MoveList:
        return move_list(
            moves,
            self.game,
            names=self.names,
            language=self.language,
            sides=[side for side in self.game.setup.sides if any(one.side == side for one in moves)],
            # Under the name of another place "here" would be this one.
            here=None if moved.left else self.game.location,
            back=moved.back,
            left=self._called(moved.left),
            by="" if moved.by is None else self.names[moved.by],
            own=self.viewer.seats,
        )

    @property
    def new_moves(self) -> list[MoveList]:
        """What hands here have to move, but for what is of before."""
        return [one for one in self.move_lists if not one.left and not one.by]

    @property
    def old_moves(self) -> tuple[list[MoveList], list[MoveList]]:
        """What they have to move of before: what stands on the page, what is folded."""
        return of_before([one for one in self.move_lists if one.left or one.by], self.acted_moves)

    def _called(self, left: Location | Phase | Raid | int | None) -> str:
        """The location, phase, raid or round that the table has left."""
        if left is None:
            return ""
        if isinstance(left, Raid):
            return page_text(self.language, "moves.raid", round=left.round)
        if isinstance(left, int):
            return page_text(self.language, "moves.round", round=left)
        if isinstance(left, Location):
            return f"{left.number} {capital(term(self.language, left))}"
        return field_labels.word(self.language, "phase", left)

    @property
    def may_say_moved(self) -> bool:
        """Whether a list stands there of which one tap says that it is moved; what a setup lays has a tick a row."""
        ticked = self.game.phase is Phase.SETUP and not self.game.setup.light
        lists = [one for one in self.move_lists if not ticked or one.back or one.left or one.by]
        return bool(lists or self.acted_moves)

    @property
    def moves_unsaid(self) -> int:
        """How many moves one tap says to be done: those in sight, and those that are folded; but for what is said."""
        return sum(one.number for one in (*self.move_lists, *self.acted_moves) if not one.said)

    @property
    def moves_number(self) -> int:
        """How many moves that are."""
        return sum(one.number for one in self.move_lists if not one.said)

    def heads_of(self, moves: MoveList) -> list[str]:
        """The signs of the seats at the head of the columns of a list; none where all that is listed is one's own."""
        listed = {one.side for one in moves.columns} - {None, self.viewer.seat}
        return [self.seat_icon(side) for side in self.game.setup.sides] if listed else []
