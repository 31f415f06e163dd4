"""What the page of a location foresees of the acts that may be done there."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.duel_view import Duel
from companion.pages.tables.play.location.choice import Choice, Payment
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.engine.decider import Foresight, foreseen
from companion.rules.engine.decider import prompt as asked
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

_ENDS: Final = frozenset({StepKind.RESOLVE, StepKind.REWARD, StepKind.GO_ON, StepKind.NIGHT})
"""Steps at which one tap can carry a location out, or the night."""


@dataclass(frozen=True)
class OutlookActs:
    """What the page of a location foresees.

    Attributes:
        game: as it is.
        prompt: what may be done, as its viewer may do it.
        side: whose page it is.
        choice: what was chosen there so far.
        names: of the seats.
        language: of the page.
        is_own: whether whoever looks may see what that side keeps to itself (V-1).
        undecided: whether something is asked first that decides what comes of it, so that nothing can be foreseen.
    """

    game: Position
    prompt: Prompt
    side: Side
    choice: Choice
    names: Names
    language: str
    is_own: bool = True
    undecided: bool = False
    _telling: Telling = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_telling", Telling(self.language, self.names, self.game))

    def rank_of(self, shown: Duel | None) -> int | None:
        """The rank of whose page it is."""
        corners = shown.corners if shown else ()
        return next((corner.rank for corner in corners if corner.side == self.side), None)

    def action(self, kind: str) -> Action | None:
        """The action of a type that may be done here."""
        return next((one for one in self.prompt.actions if one.type == kind), None)

    @property
    def ends(self) -> bool:
        """Whether the location can be carried out from here, and nothing else is asked first."""
        return self.prompt.step is not None and self.prompt.step.kind in _ENDS

    @cached_property
    def plain(self) -> str:
        """The act that carries the location out without a choice; empty where the player chooses."""
        kinds = {one.type for one in self.prompt.actions}
        for kind in ("take", "go_on"):
            found = self.action(kind)
            if found is not None and not found.fields:
                return kind
        return "resolve" if "resolve" in kinds and not kinds & {*FIELD_OF_CHOICE} else ""

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
    def _first(self) -> Foresight | None:
        """What the first of these acts comes to."""
        try:
            return foreseen(self.game, *self.acts) if self.acts else None
        except RuleError:
            return None

    @property
    def owed(self) -> int:
        """How many resources of one's choice are to be paid."""
        return self.payment.owed

    @cached_property
    def payment(self) -> Payment:
        """What is paid of one's choice, as it was chosen and as the app proposes it."""
        shape = None
        if self._first is not None and self._first.game.agenda and self._first.game.agenda[0].kind is StepKind.PAY:
            shape = asked(self._first.game).actions[0].fields["cubes"]
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
        return self._first is not None

    @cached_property
    def ahead(self) -> Foresight | None:
        """What the primary button does here, up to what is asked then, where it needs no choice any more."""
        if not self.ends or self.undecided or self._first is None:
            return None
        return self._through if self._options(self.chosen) else self._first

    @cached_property
    def _through(self) -> Foresight | None:
        """What a choice that is paid for comes to with going on; None where something is asked before that."""
        if not self.armed:
            return None
        pay = (Act("pay", {"cubes": list(self.paid)}),) if self.paid else ()
        done = foreseen(self.game, *self.acts, *pay)
        if not done.game.agenda or done.game.agenda[0].kind is not StepKind.GO_ON:
            return None
        left = foreseen(done.game, Act("go_on"))
        return Foresight((*done.events, *left.events), left.game, left.whole)

    @property
    def goes_on(self) -> bool:
        """Whether the primary button of a choice also goes on, for its page lists all that it does."""
        return self._options(self.chosen) is not None and self._through is not None

    def _says(self, action: Action) -> str:
        return action_labels.button(self.language, action, self.prompt.step, self.game)

    def _cost(self, resource: Resource) -> int:
        """By how much a choice changes what one has of a resource before it brings anything."""
        if self._first is None or self.chosen == "take":
            return 0
        # What a card brings comes after it is paid for, also where that is the same.
        back = (one for one in each_move(self._first.events, self.game) if one.target == SUPPLY)
        mine = (one for one in back if one.source.of == self.side and one.piece == resource.value)
        return -sum(one.number for one in mine) - self.paid.count(resource.value)

    def _choice(self, kind: str, resource: Resource) -> Choice:
        return self.choice.anew(kind, encoded(resource.value))._replace(pay=self.choice.pay)

    @cached_property
    def before_choice(self) -> Foresight | None:
        """What ranking the location comes to, where that is still to be done: the guards may take something before."""
        if self.prompt.step is None or self.prompt.step.kind is not StepKind.RESOLVE:
            return None
        return foreseen(self.game, Act("resolve"))

    @property
    def _before_choice(self) -> Position:
        return self.before_choice.game if self.before_choice else self.game
