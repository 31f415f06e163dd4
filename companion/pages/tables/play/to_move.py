"""The moves to make, as the page of a table lists them."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.moves_view import MoveList, move_list
from companion.pages.tables.play.seen import Seen
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import decision_ahead
from companion.rules.engine.physical_moves.move import DECK, Move, Piece
from companion.rules.phases.lights_out import GO_ON, next_stop
from companion.rules.phases.patrol import RETURN_CUBES, TYPE_GOONS
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.tables.phone_moves import NOTHING_TO_MOVE, MovesToMake, Phone
from companion.tables.projection.events import visible_moves

_BEFORE_CUBES: Final = frozenset({Piece.ITEM, Piece.GOON})
"""The pieces that come or move up in patrol before the goons' cubes (P-1)."""


@dataclass(frozen=True)
class SoloMovesToMake:
    """The moves to make in a solo game since the last tap."""

    seen: Seen
    scene: str

    @cached_property
    def lists(self) -> list[MoveList]:
        """The lists of moves since the last tap."""
        return [self._listed(self.seen.moved.moves, back=self.seen.moved.back)] if self.seen.moved.moves else []

    @property
    def left(self) -> Iterator[MoveList]:
        """The moves of earlier lists that may still be to make."""
        moved = self.seen.moved
        for moves, back in ((moved.left_to_put_back, True), (moved.left, False)):
            if moves:
                yield self._listed(moves, back=back)

    @property
    def begins(self) -> int:
        """The version at which the list of moves begins: it is read aloud once for each."""
        return self.seen.moved.since.version

    def _listed(self, moves: Sequence[Move], *, back: bool = False) -> MoveList:
        return move_list(
            visible_moves(moves, self.seen.viewer, self.seen.game),
            self.seen.game,
            names=self.seen.names,
            language=self.seen.language,
            sides=self.seen.game.setup.sides,
            here=self.seen.game.location if self.scene == "duel" else None,
            back=back,
            mistyped=back and page_act(self.seen.moved.undone_alone).shows_card,
        )

    @property
    def notes(self) -> Iterator[str]:
        """Notes on what can stay in place after an undo."""
        if self.seen.moved.undone_alone == TYPE_GOONS.word and self.seen.game.round:
            yield self.seen.text("moves.stays.goons")
        elif (
            self.seen.moved.back
            and sum(one.piece is Piece.GOON and one.target == DECK for one in self.seen.moved.moves) > 1
        ):
            yield self.seen.text("moves.goons_in_order")

    @property
    def heads(self) -> list[str]:
        """The signs of the sides, as they stand over the columns of a list."""
        return [self.seen.seat_icon(side) for side in self.seen.game.setup.sides]


@dataclass(frozen=True)
class SharedMovesToMake:
    """The moves to make at a phone of several."""

    seen: Seen

    @cached_property
    def _here(self) -> MovesToMake:
        return Phone(self.seen.loaded, self.seen.viewer, self.seen.moment).moves_to_make()

    @property
    def for_silent(self) -> Set[Side]:
        """The seats whose pieces are moved here, since their phones are silent."""
        return self._here.silent

    @cached_property
    def lists(self) -> list[MoveList]:
        """The lists of moves here: what an undo puts back first, then the rest."""
        here = self._here
        lists = (self._list_of(some, back=back) for some, back in ((here.put_back, True), (here.moves, False)))
        return [one for one in lists if one.number]

    @property
    def left(self) -> Iterator[MoveList]:
        """The earlier lists that may still be to move here; none in light depth, where few pieces move at a time."""
        here = NOTHING_TO_MOVE if self.seen.game.setup.light else self._here
        for some, back in ((here.left_to_put_back, True), (here.left, False)):
            if (found := self._list_of(some, back=back)).number:
                yield replace(found, opened=back in here.since.left_open)

    @property
    def begins(self) -> int:
        """The version at which the list begins."""
        return self._here.since.version

    def _list_of(self, moves: Sequence[Move], *, back: bool) -> MoveList:
        moves = [*visible_moves(moves, self.seen.viewer, self.seen.game, self._here.silent)]
        if self.seen.game.phase is Phase.PATROL and not back:
            moves = sorted(moves, key=lambda one: one.piece not in _BEFORE_CUBES)
        return move_list(
            moves,
            self.seen.game,
            names=self.seen.names,
            language=self.seen.language,
            sides=[side for side in self.seen.game.setup.sides if any(one.side == side for one in moves)],
            here=self.seen.game.location,
            back=back,
            own=self.seen.viewer.seats,
        )

    @cached_property
    def begins_round(self) -> str:
        """The button that also begins the next round; empty if none does.

        It leaves the last location, or returns what the keeper has no room for.
        """
        step = self.seen.prompt.step
        if (
            step is None
            or not self.seen.keeps
            or self.seen.acts_for is not None
            or self.seen.game.round == self.seen.rounds
        ):
            return ""
        if step.kind is StepKind.PACE:
            act = Act(GO_ON.word) if next_stop(self.seen.game) is None else None
        else:
            act = (
                self._returns
                if step.kind is StepKind.STORE and self.seen.prompt.side in self.seen.viewer.seats
                else None
            )
        if act is None:
            return ""
        follows = decision_ahead(self.seen.game, self.seen.state.prompt, act).prompt.step
        if follows is None or follows.kind is not StepKind.BEGIN:
            return ""
        return self.seen.aloud.say("action.begin_round", round=self.seen.game.round + 1)

    @property
    def _returns(self) -> Act | None:
        """The cubes that are proposed; which they are changes nothing of what comes after."""
        for action in self.seen.prompt.actions:
            cubes = action.fields.get("cubes")
            if action.type == RETURN_CUBES.word and isinstance(cubes, ChoiceField):
                return Act(action.type, {"cubes": list(cubes.proposed or ())})
        return None

    @property
    def number(self) -> int:
        """The number of listed moves."""
        return sum(one.number for one in self.lists)

    @property
    def unticked(self) -> int:
        """The number of moves in all lists, for the button that ticks them off; 0 if only folded lists are left."""
        left = [*self.left]
        return self.number + sum(one.number for one in left) if self.number or any(one.opened for one in left) else 0

    def heads_of(self, moves: MoveList) -> list[str]:
        """Return the seat icons that head a list's columns; none if all is the viewer's."""
        listed = {one.side for one in moves.columns} - {None, self.seen.viewer.seat}
        return [self.seen.seat_icon(side) for side in self.seen.game.setup.sides] if listed else []
