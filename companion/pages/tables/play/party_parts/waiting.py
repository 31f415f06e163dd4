"""For whom everybody waits."""

from collections.abc import Sequence
from typing import Final

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.party_parts.base import PartyScene
from companion.pages.tables.play.party_parts.forms import PartyForms
from companion.pages.tables.play.party_parts.moves import PartyMoves
from companion.persistence.database import now
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.pieces import Side
from companion.rules.state.step_kinds import StepKind
from companion.tables.projection.actions import current_prompt
from companion.tables.records import TableSeat
from companion.tables.silence import SILENT_AFTER, chosen_keeper, is_recent, may_be_answered_for
from companion.words import step_questions
from companion.words.catalogue import isolated, listed

SILENT_SECONDS: Final = int(SILENT_AFTER.total_seconds())
"""After so many without a sign of a phone that others wait for they are told that it is silent."""

WAKING: Final = 15
"""Where a phone sleeps others look so often, in seconds, whether it does still: who keeps the table may change."""

WAKING_KEEPER: Final = 5
"""The same where that is the keeper's: two would else move the same pieces."""


class PartyWaiting(PartyForms, PartyMoves):
    """For whom everybody waits."""

    def listed_names(self, seats: Sequence[tuple[Side, str]]) -> str:
        """The names of seats, one after the other."""
        return listed(self.language, [isolated(name) for _, name in seats])

    @property
    def stands_in_for(self) -> str:
        """Who was chosen to do the steps of the table, and sleeps, so that another does them for now; else empty."""
        chosen = chosen_keeper(self.table)
        return self.names[chosen] if chosen != self.keeper and chosen in self.asleep else ""

    def is_back(self, chosen: str) -> str:
        """Who was chosen for here while their phone was silent, and is heard again and still asked; else empty."""
        asked = {str(one.side) for one in current_prompt(self.state).actions} - {str(one) for one in self.viewer.seats}
        heard = {str(one.seat) for one in self.table.seats if not may_be_answered_for(one, now())}
        return self.names[int(chosen)] if self.viewer.seats and chosen in asked & heard else ""

    @property
    def _waited_here(self) -> set[Side]:
        """Who is waited for on another phone."""
        return ({self.keeper} if self.of_the_table else self._waited_for) - self.viewer.seats

    @property
    def _waited_for(self) -> set[Side]:
        """Who is asked now; in roll call whose turn it is."""
        if self.party_scene is PartyScene.ROLL:
            return set() if self.turn is None else {self.turn}
        asked = (one for one in current_prompt(self.state).actions if one.type not in ANY_TIME)
        return {one.side for one in asked if one.side is not None}

    @property
    def woke(self) -> str:
        """That whoever keeps the table, or looks, is back, and who may have moved what is listed; until they act."""
        for one in self.table.seats:
            mine, keeps = one.seat in self.viewer.seats, one.seat == self.keeper == chosen_keeper(self.table)
            recent = one.woke is not None and is_recent(one.woke, now())
            if not recent or not (mine or keeps) or self._acted_since(one):
                continue
            others = [row.seat for row in self.table.seats if row.seat not in self.asleep and not row.free]
            clockwise = sorted({*others} - {one.seat}, key=lambda seat: (seat < one.seat, seat))
            if not clockwise or (mine and not self.move_lists):
                continue
            # What waits on a sleeping phone stands on that of the keeper, whose own next one clockwise takes over.
            stood_in = self.keeper if self.keeper in clockwise else clockwise[0]
            names = {"side": self.names[one.seat], "other": self.names[stood_in]}
            key = "keys.back.mine" if mine and not keeps else "keys.back.you" if mine else "keys.back"
            return page_text(self.language, "keys.back.say" if stood_in in self.viewer.seats else key, **names)
        return ""

    def _acted_since(self, seat: TableSeat) -> bool:
        """Whether somebody has acted since their phone woke, or has said that all is moved."""
        last = [line.moment for line in self._lines if line.by == seat.seat] + [seat.moves_done_at]
        return any(moment is not None and seat.woke is not None and moment > seat.woke for moment in last)

    @property
    def look_again(self) -> int:
        """After how many seconds a page asks anew that waits for somebody, or for somebody to wake; 0: never.

        Neither a silence nor its end is told to anybody.
        """
        if self.viewer.seats and self.asleep - self.viewer.seats and not self.over:
            return WAKING_KEEPER if self.stands_in_for else WAKING
        # What is nobody's own is moved here once the keeper's phone is silent.
        waited = self._waited_here | ({self.keeper} - self.viewer.seats)
        if not self.viewer.seats or not waited or self.over:
            return 0
        longest = max(self._silent_for.get(side, 0) for side in waited)
        return max(WAKING_KEEPER, SILENT_SECONDS - longest + 1)

    @property
    def whose_turn(self) -> str:
        """For whom everybody waits, where it is somebody else."""
        if self.still_asked and not self.long_forms:
            return page_text(self.language, "party.waits_for", sides=tuple(self.still_asked))
        if self.party_scene is PartyScene.ROWS and self.viewer.seats and self.entering is None:
            return page_text(self.language, "party.in", sides=listed(self.language, self._missing_names))
        if self.left_to_another and (left := sum(one.open for one in self.items)):
            return page_text(self.language, "items.left", n=left)
        if self.card_owner is not None:
            return self._told_by_owner(self.names[self.card_owner])
        if self.of_the_table and not self.keeps and self.prompt.step and self.prompt.step.kind is StepKind.PACE:
            key = "party.goes_on" if self.moves_to_make else "party.only_goes_on"
            return page_text(self.language, key, side=self.names[self.keeper])
        if self.of_the_table and not self.does_step:
            return page_text(self.language, "party.keeps", side=self.names[self.keeper], what=self.question)
        side = self.prompt.side
        if side is None or side in self.viewer.seats or side == self.acts_for or self.party_scene is PartyScene.ROLL:
            return ""
        if self.party_scene is PartyScene.TOME:
            return page_text(self.language, "party.plays_tome", side=self.names[side])
        if self.party_scene is PartyScene.RANKING:
            # What for, the place says above.
            return page_text(self.language, "party.chooses", side=self.names[side])
        return step_questions.question(self.language, current_prompt(self.state), self.game, self.names)

    @property
    def _missing_names(self) -> list[str]:
        return [isolated(name) for _, name in self.missing]

    def _told_by_owner(self, owner: str) -> str:
        """Who enters what a card shows or counts, where it is not entered here."""
        step = self.prompt.step
        key = "party.counts_demon" if step is not None and step.kind is StepKind.DEMON else "party.types_card"
        return page_text(self.language, key, side=owner) if self.left_to_another else ""

    @property
    def still_asked(self) -> list[str]:
        """Those whose answers are still awaited, where all are asked at once."""
        asked = current_prompt(self.state).actions if self.party_scene is PartyScene.HANDS else ()
        asked = tuple(action for action in asked if action.type != "open_count")
        sides = [action.side for action in asked if action.side is not None and action.side not in self.viewer.seats]
        return [self.names[side] for side in sides]
