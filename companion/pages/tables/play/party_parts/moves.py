"""What hands at one phone of several have to move."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.moves_view import MoveList, move_list, of_before, of_places_gone
from companion.pages.tables.play.party_parts.location import PartyLocation
from companion.pages.tables.play.pending_moves import MovesSince, Raid
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import Decision, decision_ahead
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.phases.lights_out import next_stop
from companion.rules.schema import ChoiceField
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.hands import mover_of
from companion.tables.projection.events import visible_moves
from companion.tables.seating import phones_now
from companion.words import field_labels
from companion.words.catalogue import term
from companion.words.telling import capital

_BEFORE_CUBES: Final = frozenset({Piece.ITEM, Piece.GOON})
"""What comes or moves up in patrol before the goons lay cubes (P-1)."""


class PartyMoves(PartyLocation):
    """What hands at this phone have to move."""

    _ahead: Decision

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
            told = visible_moves(one.moves, self.viewer, self.game) if one.acted is acted else ()
            moves = [move for move in told if not one.left or self._still_leads(move)]
            if moves:
                over = one.round if one.left and one.round != self.game.round else 0
                yield replace(self._list_of(one, moves), acted=acted, said=one.said, round=over, again=one.again)

    def _still_leads(self, move: Move) -> bool:
        """Whether what was told before leads to where a marker stands now; else a later list leads on from there."""
        if move.target.area is Area.ROUNDS:
            return move.target.of == self.game.round
        if move.target.area is Area.TRACK and move.side is not None:
            return move.target.of == self.game.reputation[move.side]
        return True

    def _list_of(self, moved: MovesSince, moves: Sequence[Move]) -> MoveList:
        if Phase.PATROL in (moved.left, None if moved.left else self.game.phase):
            moves = sorted(moves, key=lambda one: one.piece not in _BEFORE_CUBES)
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

    @property
    def hand_moves(self) -> tuple[list[MoveList], list[MoveList]]:
        """All that waits, where a hand lists it: what stands there, what is folded."""
        return of_places_gone(self.move_lists)

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
        self._ahead = decision_ahead(self.game, self.state.prompt, act)
        follows = self._ahead.prompt.step
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
    def moves_of_patrol(self) -> MoveList:
        """What hands here move in the patrol that is ahead."""
        moves = visible_moves(moves_of(self._ahead.events, self.game), self.viewer, self.game)
        return self._list_of(MovesSince((), left=Phase.PATROL), [*filter(self._is_moved_here, moves)])

    def _is_moved_here(self, move: Move) -> bool:
        """Whether hands here make a move of the patrol that is ahead; it is listed where the table is kept."""
        side = mover_of(move, phones_now(self.table)) if move.side is None else move.side
        return side is None or side in self.viewer.seats

    @property
    def may_say_moved(self) -> bool:
        """Whether a list stands there of which one tap says that it is moved."""
        return bool(self._without_ticks or self.acted_moves)

    @property
    def _without_ticks(self) -> list[MoveList]:
        """The lists but for what a setup lays, which has a tick a row."""
        ticked = self.game.phase is Phase.SETUP and not self.game.setup.light
        return [one for one in self.move_lists if not ticked or one.back or one.left or one.by]

    @property
    def moves_unsaid(self) -> int:
        """How many moves are open, in sight or folded: what one has acted after has its tick already."""
        return sum(one.number for one in self._without_ticks if not one.said)

    @property
    def moves_ticked(self) -> int:
        """How many moves one tap ticks off that are asked about: those that are open, with all of their places.

        What is folded, since somebody here has acted after it, is there to be looked up: its figure would only grow.
        """
        places = {one.place for one in self._without_ticks if not one.said}
        return self.moves_unsaid + sum(one.number for one in self.acted_moves if one.place in places)

    def heads_of(self, moves: MoveList) -> list[str]:
        """The signs of the seats at the head of the columns of a list; none where all that is listed is one's own."""
        listed = {one.side for one in moves.columns} - {None, self.viewer.seat}
        return [self.seat_icon(side) for side in self.game.setup.sides] if listed else []
