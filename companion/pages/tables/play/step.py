"""The question at a table of several players, and the phone that answers it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.forms import Forms
from companion.pages.tables.play.seen import Seen
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import asked_together
from companion.rules.phases.patrol import RETURN_CUBES
from companion.rules.phases.roll_call import whose_turn
from companion.rules.state.pieces import DISPLAY, Side
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.tables.projection.actions import current_prompt
from companion.words import card_faces, step_questions

_OF_THE_STEP: Final[Mapping[str, str]] = {
    "light": "light",
    "gather": "gather",
    "raid": "raid",
    "tome": "tome",
    "hands": "hands",
    "holdings": "hands",
    "begin": "round",
    "on_board": "round",
    "turn": "roll",
    "roll": "roll",
    "rows": "rows",
}
"""The page's subject, where the kind of a step alone says so."""


OF_A_CARD: Final = frozenset({StepKind.CARD, StepKind.DEMON})
"""Steps in which is asked what a card shows or counts that somebody has taken."""


class ItemToEnter(NamedTuple):
    """An item of the display, while several phones enter some at the same time.

    Attributes:
        card: its number.
        space: of the display, counted from 1.
        told: what it is, or whose phone is asked to enter it.
        open: whether nobody has entered it yet.
        here: whether it is entered on this phone.
    """

    card: int
    space: int
    told: str
    open: bool
    here: bool


@dataclass(frozen=True)
class SharedStep:
    """The question at a table of several players, and the phone that answers it."""

    seen: Seen
    forms: Forms

    @cached_property
    def items(self) -> list[ItemToEnter]:
        """The display while several phones enter its items at once; otherwise empty."""
        cards = asked_together(current_prompt(self.seen.state))
        lying = [*enumerate(self.seen.game.zones.get(DISPLAY, ()), start=1)]
        return [self._item(card, space, card in cards) for space, card in lying if card is not None] if cards else []

    def _item(self, card: int, space: int, still_open: bool) -> ItemToEnter:
        language = self.seen.language
        if still_open:
            who = self.seen.names[self.seen.who_enters(card)]
            told = page_text(language, "screen.types.price", side=who, space=space)
        else:
            face = card_faces.label(language, self.seen.game.face(card))
            told = page_text(language, "items.entered", n=space, card=face)
        return ItemToEnter(card, space, told, still_open, card == self.seen.item)

    @cached_property
    def of_the_table(self) -> bool:
        """True if the step is the table's, which its keeper does (by courtesy: anyone)."""
        asked = [action for action in current_prompt(self.seen.state).actions if action.type not in ANY_TIME]
        return bool(asked) and asked[0].side is None

    @cached_property
    def card_owner(self) -> Side | None:
        """The player at an awake phone who holds the card asked about, or None."""
        step, game = current_prompt(self.seen.state).step, self.seen.game
        owner = game.holder(step.card) if step is not None and step.kind in OF_A_CARD else None
        return owner if owner in game.players and owner not in self.seen.asleep else None

    @property
    def _insists(self) -> bool:
        """True if a player here wants to do another's step."""
        return self.seen.chosen.get("does") == str(self.seen.state.asked)

    @cached_property
    def left_to_another(self) -> bool:
        """True if a card is entered on its owner's or the keeper's phone, not here."""
        if self.seen.acts_for is None and asked_together(current_prompt(self.seen.state)):
            return self.seen.item is None
        if self._insists or self.seen.typed:
            return False
        if self.card_owner is not None:
            return self.card_owner not in self.seen.viewer.seats
        return self.forms.card is not None and self.of_the_table and not self.seen.keeps

    @property
    def does_step(self) -> bool:
        """True if this phone does the step, rather than another out of courtesy."""
        if self.card_owner is not None:
            return not self.left_to_another
        return self._insists or self.seen.keeps or not self.of_the_table

    @cached_property
    def scene(self) -> str:
        """The subject of the page."""
        game, step = self.seen.game, self.seen.prompt.step
        kind = step.kind if step else ""
        if self.seen.over:
            return "end"
        if self.forms.goon_panel is not None:
            return "goons"
        if self.forms.card is not None and not self.left_to_another:
            return "card"
        if kind in _OF_THE_STEP:
            return _OF_THE_STEP[kind]
        return "ranking" if game.phase is Phase.LIGHTS_OUT and game.location is not None else "story"

    @property
    def template(self) -> str:
        """The name of the scene's template; goons have three."""
        if self.scene != "goons":
            return self.scene
        if not self.types_goons:
            return "goons_awaited"
        return "goons_of_patrol" if self.types_goons_of_patrol else "goons"

    @property
    def types_goons(self) -> bool:
        """True if the goons are entered here: by the keeper, or a phone that said so."""
        refused = bool(self.seen.typed) and self.seen.typed.get("type") not in ANY_TIME
        return self.seen.keeps or self._insists or refused

    @property
    def types_goons_of_patrol(self) -> bool:
        """True if they are entered here after players move others up first (P-4)."""
        return self.scene == "goons" and self.types_goons and self.seen.game.phase is Phase.PATROL

    @property
    def asks_side(self) -> bool:
        """True if a row's form says whose it is; in turns that follows by itself."""
        step = self.seen.prompt.step
        return step is not None and step.kind is not StepKind.TURN

    @cached_property
    def turn(self) -> Side | None:
        """The side whose turn it is in the roll call."""
        step = self.seen.prompt.step
        return step.side if step and not self.asks_side else whose_turn(self.seen.game)

    @property
    def question(self) -> str:
        """The question of the game; without the name on the asked player's phone."""
        seen = self.seen
        asked = current_prompt(seen.state)
        if seen.item is not None:
            asked = seen.prompt._replace(side=None)
        mine = tuple(one for one in self.forms.actions if one.type == RETURN_CUBES.word)
        if mine:
            # Others may be asked at the same time.
            asked = asked._replace(side=mine[0].side, actions=mine)
        alone = seen.viewer.seats == {asked.side} and seen.acts_for is None
        if self.scene == "roll" and self.turn is not None:
            own = seen.viewer.seats == {self.turn} and seen.acts_for is None
            return seen.aloud.say("question.turn" if own else "question.roll", side=seen.aloud.name(self.turn))
        if asked.step is not None and asked.step.kind is StepKind.DEMON and self.card_owner in seen.viewer.seats:
            return seen.aloud.say("question.demon")
        if seen.state.closed:
            return seen.text("table.closed")
        asked = asked._replace(side=None) if alone else asked
        return step_questions.question(seen.language, asked, seen.game, seen.names)
