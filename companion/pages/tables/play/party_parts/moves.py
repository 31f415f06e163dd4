"""What hands at one phone of several have to move."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.moves_view import MoveList, move_list
from companion.pages.tables.play.party_parts.location import PartyLocation
from companion.pages.tables.play.phone_moves import Hands
from companion.rules.state.position import Phase, Side
from companion.rules.vocabulary import Location
from companion.tables.projection.events import visible_moves
from companion.tables.seat_history import Handover
from companion.words import field_labels
from companion.words.catalogue import term
from companion.words.telling import capital

_WITH_CARDS: Final = frozenset({Location.CHOW_HALL, Location.CELL_BLOCK})
"""Where goons or items are offered, whose ranking leaves no room below it."""

_MANY_ROWS: Final = 3
"""From so many rows of a ranking on no room is left below it on a small phone."""


class PartyMoves(PartyLocation):
    """What hands at this phone have to move."""

    def hands(self, handovers: Sequence[Handover]) -> Hands:
        """Whether hands here move a piece: one's own; where this phone keeps the table common ones and sleepers' too.

        A keeper whose phone was awake when the keys went to another has had the list on screen until then: it stays on
        that phone, and the next keeper is told what comes after it. Where the keys went by themselves, since the
        keeper slept, nobody knows whether anything was moved: all of it is told then, and that it may lie already.

        Args:
            handovers: of the keys, from one hand to another, the first first.
        """

        def keeps(version: int) -> bool:
            giver = next((one.giver for one in handovers if one.version > version), None)
            return self.keeps if giver is None else giver in self.viewer.seats

        def are_here(side: Side | None, version: int) -> bool:
            return side in self.viewer.seats or ((side is None or side in self.asleep) and keeps(version))

        return are_here

    @cached_property
    def move_lists(self) -> list[MoveList]:
        """What hands here have to move."""
        if self.game.setup.light:
            return []
        found = [(one, [*visible_moves(one.moves, self.viewer)]) for one in self._moved_here]
        return [
            move_list(
                moves,
                self.game,
                names=self.names,
                language=self.language,
                sides=[side for side in self.game.players if any(one.side == side for one in moves)],
                here=one.left if isinstance(one.left, Location) else self.game.location,
                back=one.back,
                left=self._called(one.left),
            )
            for one, moves in found
            if moves
        ]

    @property
    def new_before_old(self) -> list[MoveList]:
        """What hands here have to move, with what was told before the table went on below it."""
        return sorted(self.move_lists, key=lambda one: bool(one.left))

    def _called(self, left: Location | Phase | int | None) -> str:
        """The location, phase or round that the table has left."""
        if left is None:
            return ""
        if isinstance(left, int):
            return page_text(self.language, "moves.round", round=left)
        if isinstance(left, Location):
            return f"{left.number} {capital(term(self.language, left))}"
        return field_labels.word(self.language, "phase", left)

    @property
    def moves_number(self) -> int:
        """How many moves that are."""
        return sum(one.number for one in self.move_lists)

    @property
    def moves_lead(self) -> bool:
        """Whether the moves stand first: nothing is left to choose, and below cards or many rows nobody saw them."""
        pushed = self.game.location in _WITH_CARDS or len(self.ranking) >= _MANY_ROWS
        return bool(self.move_lists) and not self.outlook.offers and pushed

    @cached_property
    def own_moves(self) -> MoveList | None:
        """What hands here have to move in light depth since their last act: own pieces, where it keeps common ones.

        The keeper also moves for those whose phones sleep. What is of the round before stands there, as such, until
        something else is to be moved.
        """
        found = ((one, [*visible_moves(one.moves, self.viewer)]) for one in self._moved_here)
        some, moves = next((pair for pair in found if pair[1]), (None, []))
        if some is None:
            return None
        return move_list(
            moves,
            self.game,
            names=self.names,
            language=self.language,
            sides=[side for side in self.game.setup.sides if any(one.side == side for one in moves)],
            back=some.back,
            left=self._called(some.left),
        )

    @property
    def move_heads(self) -> list[str]:
        """The signs of the seats at the head of their columns in light depth."""
        return self.heads_of(self.own_moves) if self.own_moves else []

    def heads_of(self, moves: MoveList) -> list[str]:
        """The signs of the seats at the head of the columns of a list; none where all that is listed is one's own."""
        listed = {one.side for one in moves.columns} - {None, self.viewer.seat}
        return [self.seat_icon(side) for side in self.game.setup.sides] if listed else []
