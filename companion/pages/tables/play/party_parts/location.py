"""The location that is resolved, of several players: who ranks where, what each gets, what is chosen there."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.pages.layout.frame import page_text
from companion.pages.tables.log.leader_change import LeaderChange, leader_change
from companion.pages.tables.play.location.offers import Primary
from companion.pages.tables.play.location.outlook import Outlook
from companion.pages.tables.play.party_parts.base import OF_A_CARD
from companion.pages.tables.play.party_parts.rows import PartyRows
from companion.pages.tables.play.swap_view import Swap
from companion.pages.tables.play.table_forms import FormView
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.lights_out import GO_ON
from companion.rules.state.pieces import Side
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.line import LineInContext
from companion.tables.projection.actions import current_prompt
from companion.tables.redecide import RANKINGS
from companion.words.action_labels import button
from companion.words.catalogue import paragraph
from companion.words.log_lines.table import leader_score

_AT_A_LOCATION: Final = frozenset(
    {"reward", "pay", "pace", "card", "demon", "effects", "give", "exchange", "exchange_for"}
)
"""Steps at a location that has been resolved."""


class Awaited(NamedTuple):
    """A side for which a location waits.

    Attributes:
        side: its seat.
        reward: what its rank is offered.
        asked: the kind of step that asks it now; empty: others are asked before.
        after: the name of who is asked before; empty: it is asked now.
        acts: whether whoever looks may act for it.
    """

    side: Side
    reward: Mapping[str, Any] | None
    asked: str
    after: str
    acts: bool


class PartyLocation(PartyRows):
    """The location that is resolved: who ranks where, what each gets, what is chosen there."""

    @property
    def leader_taken(self) -> str:
        """Who has taken the leader goal just now, from whom, and with how many of what it counts."""
        if self.over or counts_in_secret(self.game):
            # What it counts for is uncovered with its line.
            return ""
        change = leader_change((*self._here(), *self._lines[-1:]))
        if change is None or change.to != self.game.leader:
            return ""
        score = leader_score(self.aloud, change.event)
        return paragraph(self.language, [self._whose_leader(change), score])

    def _whose_leader(self, change: LeaderChange) -> str:
        side = self.names[change.to]
        if self.viewer.seats == {change.to}:
            return page_text(self.language, "screen.leader.you")
        if change.of is None:
            return page_text(self.language, "screen.leader", side=side)
        if self.viewer.seats == {change.of}:
            return page_text(self.language, "screen.leader.yours", side=side)
        return page_text(self.language, "screen.leader.from", side=side, other=self.names[change.of])

    @property
    def choosing_sides(self) -> list[Side]:
        """Whose rewards at this location are still to be given, the next first."""
        steps = (step for step in self.game.agenda if step.location is self.game.location)
        return [step.side for step in steps if step.kind is StepKind.REWARD and step.side is not None]

    @property
    def asked_side(self) -> Side | None:
        """Who is asked now: for the next reward, or for what a card does, counts or shows that somebody has taken."""
        step = current_prompt(self.state).step
        if step is None or step.kind is StepKind.REWARD or step.kind not in _AT_A_LOCATION:
            return next(iter(self.choosing_sides), None)
        holder = self.game.holder(step.card) if step.kind in OF_A_CARD else step.side
        return holder if holder in self.game.players else None

    @property
    def others_to_stand_in_for(self) -> list[tuple[Side, str]]:
        """Those whose phones sleep while they are asked at a location for something else than a reward."""
        return [(side, name) for side, name in self.to_stand_in_for if side not in self.choosing_sides]

    @property
    def waits_for(self) -> list[Awaited]:
        """Whom this location waits for, in order."""
        may_act = {side for side, _ in self.to_stand_in_for} & {*self.choosing_sides}
        first, step = self.asked_side, current_prompt(self.state).step
        later = [side for side in self.choosing_sides if side != first]
        awaited: list[Awaited] = []
        for side in [*([] if first is None else [first]), *later]:
            # A tome may ask somebody who is elsewhere.
            there = self.contestants.get(side)
            asked = "" if awaited or step is None else step.kind.value
            after = self.names[awaited[-1].side] if awaited else ""
            awaited.append(Awaited(side, None if there is None else there.reward, asked, after, side in may_act))
        return awaited

    @cached_property
    def outlook(self) -> Outlook:
        """What is chosen on cards at a location, for the seat that is asked."""
        step = self.prompt.step
        side = step.side if step is not None and step.side is not None else self.own_side
        is_own = side in self.viewer.seats
        mine = self.game.players[0] if side is None else side
        return Outlook(self.game, self.prompt, mine, self._choice, self.names, self.language, is_own)

    @property
    def swap(self) -> Swap | None:
        """The swap that this phone is asked for, at a location or by a card."""
        action = next((one for one in self.prompt.actions if one.type == "swap" and "cubes" in one.fields), None)
        return None if action is None else Swap(self.game, action, self._choice, self.language)

    @property
    def primary(self) -> Primary | None:
        """The button of what is chosen on cards or strips; None where forms do it."""
        if self.swap is not None:
            return self.swap.primary
        return self.outlook.primary if self.outlook.offers else None

    @property
    def _chosen_label(self) -> str:
        return self.primary.label if self.primary is not None and self._choice.type else ""

    @property
    def goes_on_later(self) -> str:
        """What the keeper's button says as soon as those have chosen here who are asked; empty on all other phones."""
        pace = next((step for step in self.game.agenda if step.kind is StepKind.PACE), None)
        asked = self.prompt.side
        if pace is None or asked is None or asked in self.viewer.seats or not self.keeps:
            return ""
        return button(self.language, GO_ON.action(), pace, self.game)

    @property
    def decline_form(self) -> FormView | None:
        """How what a location offers is declined; it stands in the foot."""
        return next((form for form in self.forms if form.type == "decline"), None)

    def _row_that_decides(self) -> str | None:
        """In light depth it has just decided: a location was ranked, and nothing else was done since."""
        last = self._lines[-1] if self._lines else None
        if last is None or last.act.type not in RANKINGS:
            return super()._row_that_decides()
        key = self.game.setup.edition.board_rows.get(Location(last.act.values["location"][0]))
        named = {reason.key_of_ruling for event in last.events for reason in event.why}
        return key if key in named else None

    @property
    def _lines_told(self) -> Sequence[LineInContext]:
        """At a location that was resolved by itself all that has happened there; else as against the guards."""
        step, ranked = self.prompt.step, self.settled
        # A tome may be played between what happens there.
        if not self.game.setup.paced or step is None or not (ranked or step.kind in _AT_A_LOCATION):
            return super()._lines_told
        return self._here()
