"""The forms of a table's page, and the panels in place of some."""

from collections.abc import Iterator
from typing import Final

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.goon_panel import GoonPanel
from companion.pages.tables.play.guard_pad import GuardPad, guard_pad
from companion.pages.tables.play.table_forms import FormView, KnownFace, known_faces
from companion.pages.tables.play.table_parts.base import TableBase
from companion.rules.acts.actions import Act
from companion.rules.phases.patrol import TYPE_GOONS
from companion.rules.phases.rewards import DECLINE
from companion.rules.phases.roll_call import SHOW_GUARD_CARD
from companion.rules.state.pieces import Zone
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.tables.projection.corrections import visible_corrections

ON_THE_BOARD: Final = {"turn_guard_card": "card", "assign": "location"}
"""Actions whose last tap is on a row of the board, and the field that it fills in."""


PLAY_TOME: Final = "play_tome"

QUIET: Final = ("pass", PLAY_TOME)
"""Actions that stand in the foot."""

LAST: Final = 2
"""With so many tokens left somebody may lay the last one in this turn: seldom are more laid at once."""

DECK_EMPTY: Final = "deck_empty"

LAYING: Final = ("set_token", "lay_guard_card", "set_guard_face")
"""The corrections that lay tokens and guard cards on the board."""


class TableForms(TableBase):
    """The forms of a table's page, and the panels in place of some."""

    @property
    def setup_step(self) -> tuple[int, int] | None:
        """The how many-th goon of the setup is typed in, and of how many."""
        if self.game.phase is not Phase.SETUP or self.card is None or self.card.type != "type_goon":
            return None
        spaces = self.game.setup.edition.goon_locations
        laid = sum(next(self.game.lying((Zone.SPACE, location)), None) is not None for location in spaces)
        return laid + 1, len(spaces)

    @property
    def card(self) -> FormView | None:
        """The form of a card, which fills the page; a guard card is one tap."""
        return next((form for form in self.forms if form.is_card), None)

    @property
    def goon_panel(self) -> GoonPanel | None:
        """The goons that are typed on one screen, where all that are to come can."""
        if all(action.type != TYPE_GOONS.word for action in self.prompt.actions):
            return None
        return GoonPanel(self.game, self._box, self.language, self.typed, self._to_redo)

    @property
    def pad(self) -> GuardPad | None:
        """The pad of a guards' turn with the real cards."""
        typed, undone = self.typed, self._moved.undone
        if not typed and undone is not None and self._takes_back == SHOW_GUARD_CARD.word:
            # The card that was mistyped is the one that lies face up.
            typed = {"f.card": encoded(Act(SHOW_GUARD_CARD.word, undone.act.values).one("card"))}
        return guard_pad(self.game, self.prompt, self.language, typed)

    @property
    def known(self) -> list[KnownFace]:
        """The faces that the box knows for what is typed in now."""
        return known_faces(self.language, self._box, self.game, self.prompt)

    @property
    def hand(self) -> tuple[FormView, ...]:
        """The forms of the hand: what is not done on the board, and no quiet extra."""
        elsewhere = {*ON_THE_BOARD, *QUIET, *(form.type for form in self.seldom)}
        return tuple(form for form in self.forms if form.type not in elsewhere and not form.is_card)

    @property
    def let_be(self) -> tuple[FormView, ...]:
        """What leaves things as they are beside what changes them: it stands in the foot, and never beside that."""
        quiet = tuple(form for form in self.hand if form.quiet and form.type != DECLINE.word)
        return quiet if len(quiet) < len(self.hand) else ()

    @property
    def seldom(self) -> tuple[FormView, ...]:
        """What a form stands apart for: in the setup a goon deck is hardly ever empty."""
        apart = self.setup_step or self.goon_panel
        return tuple(form for form in self.forms if form.type == DECK_EMPTY) if apart else ()

    @property
    def extras(self) -> tuple[FormView, ...]:
        """What stands quietly in the foot."""
        return tuple(form for form in self.forms if form.type in QUIET)

    @property
    def tome_first(self) -> str:
        """That a tome is played before the last token, where one turn may lay that and a tome is there (Z-7, T-2)."""
        plays = any(form.type == PLAY_TOME for form in self.extras)
        left = sum(one["home"] for one in self.board.tray)
        return page_text(self.language, "roll.tome_first", n=left) if plays and 0 < left <= LAST else ""

    @property
    def laid_by(self) -> list[tuple[str, str]]:
        """The corrections that lay what lies on the board, where the game waits for that: their types and labels."""
        if self.prompt.step is None or self.prompt.step.kind is not StepKind.LAY_OUT:
            return []
        offered = {action.type for action in visible_corrections(self.state, self.viewer)}
        return [(kind, self.aloud.say(f"action.{kind}")) for kind in LAYING if kind in offered]

    @property
    def corrections(self) -> Iterator[tuple[str, tuple[FormView, ...]]]:
        """What can be corrected, under its headings."""
        return self._makes.corrections(visible_corrections(self.state, self.viewer))
