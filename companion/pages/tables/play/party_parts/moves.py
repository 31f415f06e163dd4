"""What is to be moved at one phone of several."""

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import cached_property
from typing import Final

from companion.pages.tables.play.moves_view import MoveList, move_list
from companion.pages.tables.play.party_parts.location import PartyLocation
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import decision_ahead
from companion.rules.engine.physical_moves.move import Move, Piece
from companion.rules.phases.lights_out import next_stop
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.tables.projection.events import visible_moves

_BEFORE_CUBES: Final = frozenset({Piece.ITEM, Piece.GOON})
"""What comes or moves up in patrol before the goons lay cubes (P-1)."""


class PartyMoves(PartyLocation):
    """What is to be moved at this phone."""

    @cached_property
    def move_lists(self) -> list[MoveList]:
        """What is to be moved here: what to put back first, where something was undone, then the rest."""
        here = self._moved_here
        lists = (self._list_of(some, back=back) for some, back in ((here.put_back, True), (here.moves, False)))
        return [one for one in lists if one.number]

    @property
    def list_left(self) -> MoveList:
        """What was listed before the last tap here, where that did not go on."""
        return replace(self._list_of(self._moved_here.left, back=False), opened=self._moved_here.chose)

    @property
    def list_begins(self) -> int:
        """At which version it begins."""
        return self._moved_here.begins

    def _list_of(self, moves: Sequence[Move], *, back: bool) -> MoveList:
        moves = [*visible_moves(moves, self.viewer, self.game, self._moved_here.silent)]
        if self.game.phase is Phase.PATROL and not back:
            moves = sorted(moves, key=lambda one: one.piece not in _BEFORE_CUBES)
        return move_list(
            moves,
            self.game,
            names=self.names,
            language=self.language,
            sides=[side for side in self.game.setup.sides if any(one.side == side for one in moves)],
            here=self.game.location,
            back=back,
            own=self.viewer.seats,
        )

    @cached_property
    def begins_round(self) -> str:
        """The button that also begins the next round, since patrol asks nothing more; empty where none does.

        It leaves the last location, or returns what the keeper has no room for.
        """
        step = self.prompt.step
        if step is None or not self.keeps or self.acts_for is not None or self.game.round == self.rounds:
            return ""
        if step.kind is StepKind.PACE:
            act = Act("go_on") if next_stop(self.game) is None else None
        else:
            act = self._returns if step.kind is StepKind.STORE and self.prompt.side in self.viewer.seats else None
        if act is None:
            return ""
        follows = decision_ahead(self.game, self.state.prompt, act).prompt.step
        if follows is None or follows.kind is not StepKind.BEGIN:
            return ""
        return self.aloud.say("action.begin_round", round=self.game.round + 1)

    @property
    def _returns(self) -> Act | None:
        """The cubes that are proposed; which they are changes nothing of what comes after."""
        for action in self.prompt.actions:
            cubes = action.fields.get("cubes")
            if action.type == "return_cubes" and isinstance(cubes, ChoiceField):
                return Act(action.type, {"cubes": list(cubes.proposed or ())})
        return None

    @property
    def moved_for_silent(self) -> Set[Side]:
        """The seats whose pieces are moved here, since their phones are silent."""
        return self._moved_here.silent

    @property
    def moves_to_make(self) -> int:
        """How many moves are listed."""
        return sum(one.number for one in self.move_lists)

    def heads_of(self, moves: MoveList) -> list[str]:
        """The signs of the seats at the head of the columns of a list; none where all that is listed is one's own."""
        listed = {one.side for one in moves.columns} - {None, self.viewer.seat}
        return [self.seat_icon(side) for side in self.game.setup.sides] if listed else []
