"""The possible actions at a table as forms, and the panels in place of some."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.board_view import BoardView
from companion.pages.tables.play.form_view import FormView, KnownFace, form_view, in_forms, known_faces
from companion.pages.tables.play.scenes.goons import GoonPanel
from companion.pages.tables.play.scenes.guard_pad import GuardPad, guard_pad
from companion.pages.tables.play.seen import Seen
from companion.rules.acts.actions import Action
from companion.rules.phases.patrol import DECK_EMPTY, TYPE_GOON, TYPE_GOONS
from companion.rules.phases.rewards import DECLINE
from companion.rules.phases.tomes import PLAY_TOME
from companion.rules.state.pieces import Zone
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind

LAST: Final = 2
"""With so many tokens left somebody may lay the last one in this turn: seldom are more laid at once."""


@dataclass(frozen=True)
class Forms:
    """The possible actions at a table as forms, and the panels in place of some."""

    seen: Seen
    board: BoardView

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The possible actions, each to be one form, but for ones with their own panel."""
        return tuple(action for action in in_forms(self.seen.prompt) if page_act(action.type).solo != "panel")

    @cached_property
    def all(self) -> tuple[FormView, ...]:
        """The form of each."""
        return tuple(form_view(self.seen, action, self.seen.prompt.step) for action in self.actions)

    def of(self, kind: str) -> FormView | None:
        """Return the form of an action, if that may be done."""
        return next((form for form in self.all if form.type == kind), None)

    @cached_property
    def card(self) -> FormView | None:
        """The form of a card, which fills the page; a guard card is one tap."""
        return next((form for form in self.all if form.is_card), None)

    @cached_property
    def setup_step(self) -> tuple[int, int] | None:
        """The how many-th goon of the setup is typed in, and of how many."""
        game = self.seen.game
        if game.phase is not Phase.SETUP or self.card is None or self.card.type != TYPE_GOON.word:
            return None
        spaces = game.setup.edition.goon_locations
        laid = sum(next(game.lying((Zone.SPACE, location)), None) is not None for location in spaces)
        return laid + 1, len(spaces)

    @cached_property
    def goon_panel(self) -> GoonPanel | None:
        """The goons that are typed on one screen, where all that are to come can."""
        types_goons = any(action.type == TYPE_GOONS.word for action in self.seen.prompt.actions)
        return GoonPanel(self.seen) if types_goons else None

    @cached_property
    def pad(self) -> GuardPad | None:
        """The pad of a guards' turn with the real cards."""
        return guard_pad(self.seen)

    @property
    def known(self) -> list[KnownFace]:
        """The faces that the box knows for what is typed in now."""
        return known_faces(self.seen)

    @cached_property
    def hand(self) -> tuple[FormView, ...]:
        """The forms of the hand: what is not done on the board, and no quiet extra."""
        here = (form for form in self.all if page_act(form.type).solo == "hand" and not form.is_card)
        return tuple(form for form in here if form not in self.seldom)

    @property
    def let_be(self) -> tuple[FormView, ...]:
        """The forms that change nothing, for the foot; none if there are no others."""
        quiet = tuple(form for form in self.hand if form.quiet and form.type != DECLINE.word)
        return quiet if len(quiet) < len(self.hand) else ()

    @cached_property
    def seldom(self) -> tuple[FormView, ...]:
        """The form for an empty goon deck, set apart in the setup and the goon panel."""
        apart = self.setup_step or self.goon_panel
        return tuple(form for form in self.all if form.type == DECK_EMPTY.word) if apart else ()

    @property
    def extras(self) -> tuple[FormView, ...]:
        """The forms for the foot."""
        return tuple(form for form in self.all if page_act(form.type).solo == "foot")

    @property
    def tome_first(self) -> str:
        """The reminder to play a tome before the last token (Z-7, T-2), or empty."""
        if self.of(PLAY_TOME.word) is None:
            return ""
        left = sum(one["home"] for one in self.board.tray)
        return self.seen.text("roll.tome_first", n=left) if 0 < left <= LAST else ""

    @property
    def laid_by(self) -> list[tuple[str, str]]:
        """The corrections that lay what lies on the board, where the game waits for that: their types and labels."""
        step = self.seen.prompt.step
        if step is None or step.kind is not StepKind.LAY_OUT:
            return []
        kinds = sorted((page_act(kind).lays, kind) for kind in self.seen.correctable if page_act(kind).lays)
        return [(kind, self.seen.aloud.say(f"action.{kind}")) for _, kind in kinds]
