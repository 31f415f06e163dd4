"""What every part of a table's page knows: the game, who looks, what the game waits for."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from companion.boxes.box import Box
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.board_view import BoardView, seat_icon
from companion.pages.tables.play.location.choice import NO_CHOICE, Choice
from companion.pages.tables.play.solo_moves import NOTHING_MOVED, SoloMoves
from companion.pages.tables.play.table_forms import Forms, in_forms
from companion.rules.acts.actions import Act, Prompt
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.net_moves import reversed_moves
from companion.rules.phases.patrol import TYPE_GOONS
from companion.rules.phases.roll_call import SHOW_GUARD_CARD
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.line import LineInContext
from companion.tables.projection.actions import current_prompt, visible_prompt
from companion.tables.projection.position import visible_position
from companion.tables.projection.scenes.location import locations_ranked
from companion.tables.projection.scenes.scene import Scene
from companion.tables.projection.viewer import Viewer
from companion.tables.timeline import State
from companion.words import step_questions
from companion.words.log_lines.table import end_goal, leader_goal
from companion.words.telling import Names, Telling

PANELS: Final = (TYPE_GOONS.word, SHOW_GUARD_CARD.word)
"""Actions that a panel of their own fills in."""

NEWS: Final = 2
"""As many sentences, and as many moves of the hands, the foot of the page has room for in a solitary game."""


class TableBase:
    """What the page of a table shows.

    Args:
        state: what the table has come to.
        viewer: who looks.
        names: of the seats.
        language: of the page.
        typed: the form that was refused, by field, to be shown again.
        lines: the latest of the log that count, in order.
        box: that lies on the table, or None.
        moved: what the player has to move since the last tap; none at a table of several.
        choice: what somebody has chosen at a location, by the address.
        taken_back: the act that would be the next one to be done again.

    Attributes:
        in_forms: what may be done, but for what has a panel of its own.
        room: for how many sentences the foot of the page has room.
    """

    room: int = NEWS
    item: int | None = None
    """The item that this phone enters, where several phones enter some at the same time."""

    def __init__(
        self,
        state: State,
        viewer: Viewer,
        names: Names,
        language: str,
        *,
        typed: Mapping[str, Any] | None = None,
        lines: Sequence[LineInContext] = (),
        box: Box | None = None,
        moved: SoloMoves = NOTHING_MOVED,
        choice: Choice = NO_CHOICE,
        taken_back: Act | None = None,
    ) -> None:
        self.state = state
        self.game: Position = state.game
        self.viewer = viewer
        self.names = names
        self.language = language
        self.typed = typed or {}
        # What signs say to those who look is put in words for those who listen.
        self.aloud = Telling(language, names, self.game)
        self.prompt: Prompt = visible_prompt(state, viewer)
        self.board = BoardView(
            self.game,
            visible_position(state, viewer, names),
            self.prompt,
            names=names,
            language=language,
            typed=self.typed,
            asks_rows=box is not None,
        )
        self._makes = Forms(self.game, names, language, self.typed)
        self.in_forms = tuple(action for action in in_forms(self.prompt) if action.type not in PANELS)
        self.forms = tuple(self._makes.form(action, self.prompt.step) for action in self.in_forms)
        self._lines = lines
        self._box = box
        self._moved = moved
        self._choice = choice
        self._to_redo = taken_back

    @cached_property
    def ranked(self) -> dict[Location, Scene]:
        """The locations that were ranked in this round, in order, with what everybody got there."""
        return locations_ranked(self.game, [line for line in self._lines if not line.declines_later])

    @property
    def rounds(self) -> int:
        """How many rounds a game has (S-9)."""
        return self.game.setup.edition.rounds

    @property
    def question(self) -> str:
        """What the game waits for."""
        if self.state.closed:
            return page_text(self.language, "table.closed")
        return step_questions.question(self.language, current_prompt(self.state), self.game, self.names)

    @property
    def blank_refused(self) -> str:
        """What a card that was entered empty is refused with, which is over as soon as something is tapped."""
        return page_text(self.language, "card.blank")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.phase is Phase.ENDED

    @property
    def goals(self) -> list[str]:
        """What the goals of this game are for, as far as they are typed."""
        setup = self.game.setup
        return [text for text in (leader_goal(self.aloud, setup.leader), end_goal(self.aloud, setup.end)) if text]

    @property
    def end_goal_missing(self) -> bool:
        """Whether the last raid has come and nobody has typed the end game goal, which scores after it (S-6, O-7)."""
        return self._asks_goals and self.game.setup.end is None

    @property
    def leader_goal_missing(self) -> bool:
        """The same of the leader goal, which scores for whoever holds it (O-4); alone before the first round too."""
        laid_out = self.game.setup.solitary and self.game.phase is Phase.SETUP
        return (self._asks_goals or (laid_out and self._begins)) and self.game.setup.leader is None

    @property
    def _begins(self) -> bool:
        return self.prompt.step is not None and self.prompt.step.kind is StepKind.BEGIN

    @property
    def _asks_goals(self) -> bool:
        """Whether goals are asked for, because the last raid is next, or count no longer unless they are told now."""
        return self.game.phase in {Phase.LAST_RAID, Phase.ENDED} and not self.state.closed

    @cached_property
    def _takes_back(self) -> str:
        """The type of the act that was taken back alone; empty: none was, or others with it."""
        line = self._moved.undone
        if line is None or {*self._moved.moves} != {*reversed_moves(moves_of(line.events, line.before, told=True))}:
            return ""
        return str(line.act.type)

    def seat_icon(self, side: Side) -> str:
        """The sign of a side."""
        return seat_icon(self.game, side)
