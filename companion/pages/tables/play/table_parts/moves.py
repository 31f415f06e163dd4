"""What hands have to move, as a table's page lists it."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.moves_view import MoveList, move_list
from companion.pages.tables.play.table_parts.scene import AloneScene, TableScene
from companion.rules.engine.physical_moves.move import DECK, Move, Piece
from companion.rules.engine.physical_moves.net_moves import netted
from companion.rules.phases.roll_call import SHOW_GUARD_CARD
from companion.rules.state.events import RulingSet
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.tables.projection.events import visible_moves
from companion.words import field_labels
from companion.words.catalogue import term

TYPED_BY_HAND: Final = frozenset({SHOW_GUARD_CARD.word, "type_guard_card", "type_location_card"})
"""Acts that say what a card shows which a hand has turned up: who takes one back has mistyped it."""


class TableMoves(TableScene):
    """What hands have to move, as a table's page lists it."""

    @cached_property
    def move_lists(self) -> list[MoveList]:
        """What hands have to move: what the page before has not listed, and what this page's tap will do."""
        location, ahead = self._location_shown, self.ahead
        if self._moved.merged:
            lists = [(self._merged, False)]
        elif self._moved.back:
            lists = [(self._moved.moves, True), (ahead, False)]
        else:
            lists = [((*self._moved.moves, *ahead), False)]
        return [
            move_list(
                visible_moves(moves, self.viewer, self.game),
                self.game,
                names=self.names,
                language=self.language,
                sides=self.game.setup.sides,
                here=location,
                back=back,
                mistyped=back and self._takes_back in TYPED_BY_HAND,
            )
            for moves, back in lists
            if moves
        ]

    @cached_property
    def choice_list(self) -> MoveList | None:
        """What the card moves that is chosen, where the button that takes it goes on too."""
        moves = self.outlook.moves_of_choice if self._location_shown is not None and self.row_asked is None else ()
        if not moves:
            return None
        return move_list(
            visible_moves(moves, self.viewer, self.game),
            self.game,
            names=self.names,
            language=self.language,
            sides=self.game.setup.sides,
            here=self._location_shown,
        )

    @property
    def _merged(self) -> tuple[Move, ...]:
        """What leads back and what the tap will move, in one."""
        return netted((*self._moved.moves, *self.ahead))

    @property
    def _location_shown(self) -> Location | None:
        return self.game.location if self.scene is AloneScene.DUEL else None

    @property
    def ahead(self) -> tuple[Move, ...]:
        """What this page's tap will move, so that it is moved before that tap."""
        return self.outlook.moves if self._location_shown is not None and self.row_asked is None else ()

    @property
    def told_before(self) -> list[str]:
        """What pages before have told of this location or patrol, for whoever has not kept up."""
        return self._sentences(self._moved.before)

    def _sentences(self, moves: Iterable[Move]) -> list[str]:
        return self._sentences_at(self.game, moves)

    def _sentences_at(self, game: Position, moves: Iterable[Move]) -> list[str]:
        told, sides = visible_moves(moves, self.viewer, self.game), game.setup.sides
        return [*move_list(told, game, names=self.names, language=self.language, sides=sides).sentences]

    @property
    def nothing_goes_back(self) -> bool:
        """Whether something was taken back, and nothing lies otherwise than it should, as far as is said."""
        return self._moved.back and not self._moved.moves and not self._moved.merged

    @property
    def left_where(self) -> str:
        """Where the game was on the page that was left."""
        game = self.moved_question.game if self.moved_question else self.game
        if game.location is not None:
            return f"{term(self.language, game.location)}"
        return field_labels.word(self.language, "phase", game.phase)

    @property
    def left_lists(self) -> tuple[list[str], list[str]]:
        """What the page that was left had listed as done, and for its button; a list for both is the button's."""
        asked = self.moved_question
        if asked is None:
            return [], []
        return self._sentences_at(asked.game, asked.done), self._sentences_at(asked.game, asked.ahead)

    @property
    def decides_from_now_on(self) -> bool:
        """Whether the last line changed a house ruling that has decided something before, which stays as it is."""
        changed = {event.key for line in self._lines[-1:] for event in line.events if isinstance(event, RulingSet)}
        events = (event for line in self._lines[:-1] for event in line.events) if changed else ()
        return any(reason.key_of_ruling in changed for event in events for reason in event.why)

    @property
    def move_notes(self) -> Iterator[str]:
        """What no list says once something was taken back: what can stay there, and that one list is for both."""
        if self._takes_back == "type_goons" and self.game.round:
            yield page_text(self.language, "moves.stays.goons")
        elif self._moved.back and sum(one.piece is Piece.GOON and one.target == DECK for one in self._moved.moves) > 1:
            yield page_text(self.language, "moves.goons_in_order")
        if self._moved.merged:
            yield page_text(self.language, "moves.merged" if self._merged else "moves.merged.none")

    @property
    def heads(self) -> list[str]:
        """The signs of the sides, as they stand over the columns of a list."""
        return [self.seat_icon(side) for side in self.game.setup.sides]
