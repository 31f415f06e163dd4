"""What lies on the real table before the first round, and the numbers of the players."""

from collections.abc import Iterator
from typing import Any, Final

from companion.pages.tables.numbers.numbers_view import figure_rows
from companion.pages.tables.play.table_parts.base import TableBase
from companion.pages.tables.setup.setup_list import SetupRow, setup_rows
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing
from companion.rules.state.step_kinds import StepKind
from companion.words import field_labels

SETUP_STEPS: Final = 5
"""The steps of a setup: three answers, the goons, and what lies on the table."""


class TableSetup(TableBase):
    """What lies on the real table before the first round, and the numbers of the players."""

    @property
    def figures(self) -> Iterator[dict[str, Any]]:
        """The numbers of the sides, to be compared and corrected."""
        return figure_rows(self.game, self.names, self.language, self.typed)

    @property
    def setup_rows(self) -> list[SetupRow]:
        """What lies on the real table before the first round."""
        if self.game.phase is not Phase.SETUP:
            return []
        return [*setup_rows(self.language, self.game, self.names)]

    @property
    def agreement(self) -> str:
        """What a game alone is played with, from which that list follows: difficulty, dealing, the advanced setup."""
        setup = self.game.setup
        parts = [field_labels.word(self.language, "dealing", setup.dealing)]
        if setup.difficulty is not None:
            parts.insert(0, field_labels.word(self.language, "difficulty", setup.difficulty))
        # Labels begin with a capital, a list of them only once.
        rest = [f"{part[:1].lower()}{part[1:]}" for part in parts[1:]]
        return self.aloud.listed([parts[0], *rest, *([self.aloud.say("setup.advanced")] if setup.advanced else [])])

    @property
    def deck_in_box(self) -> str:
        """Which cards are not laid out, where the app deals; empty where somebody deals the real ones."""
        dealing = self.game.setup.dealing
        return "" if dealing is Dealing.CARDS else self.aloud.say(f"setup.deck_in_box.{dealing}")

    @property
    def guided_step(self) -> int | None:
        """Which step of the guided setup the page is, after those of a new game; None once the game goes on."""
        if self.game.phase is not Phase.SETUP:
            return None
        return SETUP_STEPS - (self.prompt.step is not None and self.prompt.step.kind != StepKind.BEGIN)
