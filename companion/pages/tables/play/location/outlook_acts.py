"""What may be done on the page of a location, and what it costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.location.choice import Choice, Payment
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.engine.decider import Decision, decision_ahead
from companion.rules.engine.physical_moves.event_moves import each_move
from companion.rules.engine.physical_moves.move import SUPPLY
from companion.rules.errors import RuleError
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Resource
from companion.words import action_labels
from companion.words.telling import Names, Telling

FIELD_OF_CHOICE: Final = {"craft": "card", "reserve": "card", "recruit": "goons", "take": "resource", "swap": "get"}
"""Acts in which something is chosen: on a card, or a resource; and the field that names it."""

_ENDS: Final = frozenset({StepKind.RESOLVE, StepKind.REWARD, StepKind.PACE, StepKind.GO_ON, StepKind.NIGHT})
"""Steps at which one tap can carry on at a location, or end the night."""


@dataclass(frozen=True)
class OutlookActs:
    """What may be done on the page of a location.

    Attributes:
        game: as it is.
        prompt: what may be done, as its viewer may do it.
        side: whose page it is.
        choice: what was chosen there so far.
        names: of the seats.
        language: of the page.
        is_own: whether whoever looks may see what that side keeps to itself (V-1).
        gained: by resource, what this location has brought or cost that side already.
        again: whether the location was resolved before, and that was undone.
    """

    game: Position
    prompt: Prompt
    side: Side
    choice: Choice
    names: Names
    language: str
    is_own: bool = True
    gained: Mapping[Resource, int] = field(default_factory=dict)
    again: bool = False
    _telling: Telling = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_telling", Telling(self.language, self.names, self.game))

    def action(self, kind: str) -> Action | None:
        """The action of a type that may be done here."""
        return next((one for one in self.prompt.actions if one.type == kind), None)

    @property
    def ends(self) -> bool:
        """Whether one tap carries on from here, and nothing else is asked first."""
        return self.prompt.step is not None and self.prompt.step.kind in _ENDS

    @cached_property
    def plain(self) -> str:
        """The act that carries on without a choice; empty where the player chooses."""
        bare = {one.type for one in self.prompt.actions if not one.fields}
        return next((kind for kind in ("take", "go_on", "resolve") if kind in bare), "")

    @property
    def chosen(self) -> str:
        """The act that the primary button does: what was chosen, else what needs no choice, else what is proposed."""
        if self.action(self.choice.type) is not None:
            return self.choice.type
        # Of any one resource hardly anybody wants another than the rarest.
        return self.plain or ("take" if self._options("take") else "")

    def _options(self, kind: str) -> ChoiceField | None:
        """What may be chosen for an act."""
        action = self.action(kind)
        shape = action.fields.get(FIELD_OF_CHOICE[kind]) if action is not None and kind in FIELD_OF_CHOICE else None
        return shape if isinstance(shape, ChoiceField) else None

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """What the primary button does, as far as it is chosen."""
        kind, action = self.chosen, self.action(self.chosen)
        if action is None:
            return ()
        shape = self._options(kind)
        if shape is None:
            return () if action.fields else (Act(kind),)
        # In the order in which they were tapped, for in that order their effects follow (L-16).
        values = {encoded(one): one for one in shape.options}
        picked = [values[one] for one in dict.fromkeys(self.choice.cards) if one in values]
        if kind == "take" and not picked:
            picked = [max(shape.options, key=lambda one: Resource(str(one)).rarity)]
        if not shape.least <= len(picked) <= shape.most:
            return ()
        return (Act(kind, {FIELD_OF_CHOICE[kind]: picked}),)

    @cached_property
    def _done(self) -> Decision | None:
        """What the act comes to that is chosen."""
        if not self.acts or self._options(self.chosen) is None:
            return None
        try:
            return decision_ahead(self.game, self.prompt, self.acts[0])
        except RuleError:
            return None

    @property
    def owed(self) -> int:
        """How many resources of one's choice are to be paid."""
        return self.payment.owed

    @cached_property
    def payment(self) -> Payment:
        """What is paid of one's choice, as it was chosen and as the app proposes it."""
        shape = self._done.prompt.actions[0].fields["cubes"] if self._done is not None and self._is_paid_after else None
        return Payment(shape if isinstance(shape, ChoiceField) else None, self.choice.pay)

    @property
    def partly_proposed(self) -> tuple[str, str] | None:
        """What was chosen to pay with and what is proposed, where it is some of both."""
        return self.payment.told(self.language)

    @property
    def paid(self) -> tuple[str, ...]:
        """All that is paid of one's choice."""
        return self.payment.cubes

    @property
    def armed(self) -> bool:
        """Whether nothing is missing to carry it out."""
        return self._done is not None

    def _says(self, action: Action) -> str:
        return action_labels.button(self.language, action, self.prompt.step, self.game)

    def _change(self, resource: Resource) -> int:
        """By how much a choice changes what one has of a resource."""
        if self._done is None:
            return 0
        return self._done.position.at(self.side, resource) - self.game.at(self.side, resource) - self._to_pay(resource)

    def _to_pay(self, resource: Resource) -> int:
        """How many of a resource are paid by an act of their own after it."""
        return self.paid.count(resource.value) if self._is_paid_after else 0

    @property
    def _is_paid_after(self) -> bool:
        step = self._done.prompt.step if self._done is not None else None
        return step is not None and step.kind is StepKind.PAY

    def _spent(self, resource: Resource) -> int:
        """How many of a resource a choice costs; what a card brings back comes after it is paid for."""
        if self._done is None or self.chosen == "take":
            return 0
        back = (one for one in each_move(self._done.events, self.game) if one.target == SUPPLY)
        mine = sum(one.number for one in back if one.source.of == self.side and one.piece == resource.value)
        return mine + self._to_pay(resource)

    def _choice(self, kind: str, resource: Resource) -> Choice:
        return self.choice.anew(kind, encoded(resource.value))._replace(pay=self.choice.pay)
