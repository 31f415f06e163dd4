"""The players and phones that everyone waits for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.pages.tables.play.own_row import OwnRow
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.shared_forms import SharedForms
from companion.pages.tables.play.step import SharedStep
from companion.pages.tables.play.to_move import SharedMovesToMake
from companion.rules.phases.final_counts import OPEN_COUNT
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.pieces import Side
from companion.rules.state.step_kinds import StepKind
from companion.tables.projection.actions import current_prompt
from companion.tables.records import TableSeat
from companion.tables.silence import SILENT_AFTER, chosen_keeper, is_recent, may_be_answered_for
from companion.words import step_questions
from companion.words.catalogue import isolated, listed

SILENT_SECONDS: Final = int(SILENT_AFTER.total_seconds())
"""The seconds without a sign of an awaited phone after which others see that it is silent."""

WAKING: Final = 15
"""The seconds after which others look again at a sleeping phone: the keeper may change."""

WAKING_KEEPER: Final = 5
"""The same for the keeper's phone: otherwise two would move the same pieces."""


@dataclass(frozen=True)
class Waiting:
    """The players and phones that everyone waits for."""

    seen: Seen
    step: SharedStep
    own_row: OwnRow
    acts: SharedForms
    to_move: SharedMovesToMake

    def listed_names(self, seats: Sequence[tuple[Side, str]]) -> str:
        """Return the names of seats, one after the other."""
        return listed(self.seen.language, [isolated(name) for _, name in seats])

    @cached_property
    def stands_in_for(self) -> str:
        """The sleeping player for whom another does the shared steps for now, or empty."""
        chosen = chosen_keeper(self.seen.table)
        return self.seen.names[chosen] if chosen != self.seen.keeper and chosen in self.seen.asleep else ""

    @property
    def is_back(self) -> str:
        """The player chosen for here while silent, now heard and still asked; or empty."""
        chosen = self.seen.about.get("for", "")
        asked = {str(one.side) for one in current_prompt(self.seen.state).actions} - {
            str(one) for one in self.seen.viewer.seats
        }
        heard = {str(one.seat) for one in self.seen.table.seats if not may_be_answered_for(one, self.seen.moment)}
        return self.seen.names[int(chosen)] if self.seen.viewer.seats and chosen in asked & heard else ""

    @property
    def _waited_here(self) -> set[Side]:
        """The players on other phones who are waited for."""
        return ({self.seen.keeper} if self.step.of_the_table else self._waited_for) - self.seen.viewer.seats

    @property
    def _waited_for(self) -> set[Side]:
        """The players asked now; in roll call, the one whose turn it is."""
        if self.step.scene == "roll":
            return set() if self.step.turn is None else {self.step.turn}
        asked = (one for one in current_prompt(self.seen.state).actions if one.type not in ANY_TIME)
        return {one.side for one in asked if one.side is not None}

    @property
    def woke(self) -> str:
        """The note that the keeper or viewer is back, and who may have moved the pieces.

        It shows until they act.
        """
        for one in self.seen.table.seats:
            mine, keeps = (
                one.seat in self.seen.viewer.seats,
                one.seat == self.seen.keeper == chosen_keeper(self.seen.table),
            )
            recent = one.woke is not None and is_recent(one.woke, self.seen.moment)
            if not recent or not (mine or keeps) or self._acted_since(one):
                continue
            # The other seats of one phone slept with it.
            others = [row for row in self.seen.table.seats if row.seat not in self.seen.asleep and not row.free]
            elsewhere = [row.seat for row in others if row.device is None or row.device != one.device]
            clockwise = sorted({*elsewhere} - {one.seat}, key=lambda seat: (seat < one.seat, seat))
            if not clockwise or (mine and not self.to_move.lists):
                continue
            # A sleeping phone's moves are on the keeper's; for a sleeping keeper the next one clockwise takes over.
            stood_in = self.seen.keeper if self.seen.keeper in clockwise else clockwise[0]
            names = {"side": self.seen.names[one.seat], "other": self.seen.names[stood_in]}
            key = "keys.back.mine" if mine and not keeps else "keys.back.you" if mine else "keys.back"
            return self.seen.text("keys.back.say" if stood_in in self.seen.viewer.seats else key, **names)
        return ""

    def _acted_since(self, seat: TableSeat) -> bool:
        """Return whether a player acted, or said all is moved, since their phone woke."""
        last = [line.moment for line in self.seen.lines if line.by == seat.seat] + [seat.moves_done_at]
        return any(moment is not None and seat.woke is not None and moment > seat.woke for moment in last)

    @property
    def refresh_seconds(self) -> int:
        """The seconds until a page that waits for players or phones reloads; 0: never.

        No phone is notified of a silence or its end.
        """
        if self.seen.viewer.seats and self.seen.asleep - self.seen.viewer.seats and not self.seen.over:
            return WAKING_KEEPER if self.stands_in_for else WAKING
        # What is nobody's own is moved here once the keeper's phone is silent.
        waited = self._waited_here | ({self.seen.keeper} - self.seen.viewer.seats)
        if not self.seen.viewer.seats or not waited or self.seen.over:
            return 0
        silent_for = self.seen.silent_for
        longest = max(silent_for.get(side, 0) for side in waited)
        return max(WAKING_KEEPER, SILENT_SECONDS - longest + 1)

    @cached_property
    def whose_turn(self) -> str:
        """The sentence on who everyone waits for, or empty."""
        seen, step, asked = self.seen, self.step, self.seen.prompt.step
        keeper = seen.names[seen.keeper]
        if self.still_asked and not self.acts.long_forms:
            return seen.text("party.waits_for", sides=tuple(self.still_asked))
        if step.scene == "rows" and seen.viewer.seats and self.own_row.entering is None:
            return seen.text("party.in", sides=self.listed_names(self.own_row.missing))
        if step.left_to_another and (left := sum(one.open for one in step.items)):
            return seen.text("items.left", n=left)
        if step.card_owner is not None:
            key = "party.counts_demon" if asked is not None and asked.kind is StepKind.DEMON else "party.types_card"
            return seen.text(key, side=seen.names[step.card_owner]) if step.left_to_another else ""
        if step.of_the_table and not seen.keeps and asked is not None and asked.kind is StepKind.PACE:
            return seen.text("party.goes_on" if self.to_move.number else "party.only_goes_on", side=keeper)
        if step.of_the_table and not step.does_step:
            return seen.text("party.keeps", side=keeper, what=self.own_row.question)
        side = seen.prompt.side
        if side is None or side in seen.viewer.seats or side == seen.acts_for or step.scene == "roll":
            return ""
        if step.scene == "tome":
            return seen.text("party.plays_tome", side=seen.names[side])
        if step.scene == "ranking":
            # What for, the place says above.
            return seen.text("party.chooses", side=seen.names[side])
        return step_questions.question(seen.language, current_prompt(seen.state), seen.game, seen.names)

    @property
    def still_asked(self) -> list[str]:
        """The players whose answers are still awaited, if all are asked at once."""
        asked = current_prompt(self.seen.state).actions if self.step.scene == "hands" else ()
        asked = tuple(action for action in asked if action.type != OPEN_COUNT.word)
        sides = [
            action.side for action in asked if action.side is not None and action.side not in self.seen.viewer.seats
        ]
        return [self.seen.names[side] for side in sides]
