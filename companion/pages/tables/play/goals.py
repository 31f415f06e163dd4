"""The goals of a game: what they are for, and which of them nobody has entered yet."""

from dataclasses import dataclass

from companion.pages.tables.play.seen import Seen
from companion.rules.state.position import Phase
from companion.words.log_lines.table import end_goal, leader_goal


@dataclass(frozen=True)
class Goals:
    """The goals of a game."""

    seen: Seen

    @property
    def texts(self) -> list[str]:
        """The goals of this game that are entered, in words."""
        setup = self.seen.game.setup
        return [
            text for text in (leader_goal(self.seen.aloud, setup.leader), end_goal(self.seen.aloud, setup.end)) if text
        ]

    @property
    def end_missing(self) -> bool:
        """True if goals are asked for and the end game goal is not entered (S-6, O-7)."""
        return self._asks_goals and self.seen.game.setup.end is None

    @property
    def leader_missing(self) -> bool:
        """True if the leader goal is missing; solo, also before the first round (O-4)."""
        laid_out = self.seen.game.setup.solitary and self.seen.game.phase is Phase.SETUP
        return (self._asks_goals or (laid_out and self.seen.begins)) and self.seen.game.setup.leader is None

    @property
    def _asks_goals(self) -> bool:
        """True if goals are asked for: from the last raid until the table is closed."""
        return self.seen.game.phase in {Phase.LAST_RAID, Phase.ENDED} and not self.seen.state.closed
