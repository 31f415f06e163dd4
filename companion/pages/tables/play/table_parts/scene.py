"""What a table's page is about."""

from enum import StrEnum

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.table_parts.forms import TableForms
from companion.pages.tables.play.table_parts.location import TableLocation
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.words import field_labels


class AloneScene(StrEnum):
    """What the page of who plays alone is about."""

    BOARD = "board"
    CARD = "card"
    GOONS = "goons"
    SETUP = "setup"
    DUEL = "duel"
    NIGHT = "night"
    TOME = "tome"
    CHECK = "check"
    STORY = "story"
    END = "end"


class TableScene(TableForms, TableLocation):
    """What a table's page is about."""

    @property
    def scene(self) -> AloneScene:
        """What the page is about."""
        kind = self.prompt.step.kind if self.prompt.step else ""
        if self.over:
            return AloneScene.END
        if kind == "tome":
            return AloneScene.TOME
        if self.goon_panel is not None:
            return AloneScene.GOONS
        if self.card is not None:
            return AloneScene.CARD
        if kind == StepKind.NIGHT:
            return AloneScene.NIGHT
        if self.place_scene is not None:
            return AloneScene.DUEL
        if kind == StepKind.BEGIN:
            return AloneScene.CHECK if self.game.round else AloneScene.SETUP
        board = self.game.phase in {Phase.ROLL_CALL, Phase.SETUP} or kind == StepKind.LAY_OUT
        return AloneScene.BOARD if board else AloneScene.STORY

    @property
    def title(self) -> str:
        """The phase, or what lies on the table before the first."""
        if self.scene is AloneScene.SETUP:
            return page_text(self.language, "setup.on_your_table")
        return field_labels.word(self.language, "phase", self.game.phase)
