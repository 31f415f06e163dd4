"""What hands have to move, as a table's page lists it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.moves_view import MoveList, move_list
from companion.pages.tables.play.table_parts.scene import AloneScene, TableScene
from companion.rules.engine.physical_moves.move import DECK, Move, Piece
from companion.rules.phases.roll_call import SHOW_GUARD_CARD
from companion.rules.state.events import RulingSet
from companion.tables.projection.events import visible_moves

TYPED_BY_HAND: Final = frozenset({SHOW_GUARD_CARD.word, "type_guard_card", "type_location_card"})
"""Acts that say what a card shows which a hand has turned up: who takes one back has mistyped it."""


class TableMoves(TableScene):
    """What hands have to move, as a table's page lists it."""

    @cached_property
    def move_lists(self) -> list[MoveList]:
        """What the player has to move since the last tap."""
        return [self._listed(self._moved.moves, back=self._moved.back)] if self._moved.moves else []

    @property
    def list_left(self) -> MoveList:
        """What was listed before the last tap, where that did not go on."""
        return replace(self._listed(self._moved.left), opened=self._moved.chose)

    @property
    def list_begins(self) -> int:
        """At which version the list of moves begins: as long as that is the same, what was said is not said again."""
        return self._moved.begins

    def _listed(self, moves: Sequence[Move], *, back: bool = False) -> MoveList:
        return move_list(
            visible_moves(moves, self.viewer, self.game),
            self.game,
            names=self.names,
            language=self.language,
            sides=self.game.setup.sides,
            here=self.game.location if self.scene is AloneScene.DUEL else None,
            back=back,
            mistyped=back and self._takes_back in TYPED_BY_HAND,
        )

    @property
    def decides_from_now_on(self) -> bool:
        """Whether the last line changed a house ruling that has decided something before, which stays as it is."""
        changed = {event.key for line in self._lines[-1:] for event in line.events if isinstance(event, RulingSet)}
        events = (event for line in self._lines[:-1] for event in line.events) if changed else ()
        return any(reason.key_of_ruling in changed for event in events for reason in event.why)

    @property
    def move_notes(self) -> Iterator[str]:
        """What no list says once something was undone: what can stay there."""
        if self._takes_back == "type_goons" and self.game.round:
            yield page_text(self.language, "moves.stays.goons")
        elif self._moved.back and sum(one.piece is Piece.GOON and one.target == DECK for one in self._moved.moves) > 1:
            yield page_text(self.language, "moves.goons_in_order")

    @property
    def heads(self) -> list[str]:
        """The signs of the sides, as they stand over the columns of a list."""
        return [self.seat_icon(side) for side in self.game.setup.sides]
