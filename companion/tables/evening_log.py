"""A game that is over, read from its log: its evening, and the lines that it is told from."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.rules.state.events import (
    NOTHING,
    CardDrawn,
    CardMoved,
    CardReturned,
    Event,
    LeaderTaken,
    MarkerMoved,
    Moved,
    Scored,
    TomesMoved,
    replay,
)
from companion.rules.state.position import Phase, Position
from companion.scoring.evening import RAIDS, Evening, Gain, PlayedLine, evening, standing
from companion.scoring.luck import Luck, luck
from companion.tables import log_codec
from companion.tables.line_cache import StoredLine
from companion.tables.projection.events import visible_events
from companion.tables.projection.viewer import WATCHER
from companion.tables.refusals import NotEnded
from companion.tables.repository import LoadedTable, LogLine, lines_after, log_line_of
from companion.tables.score_reveal import is_result_shown, is_sealed
from companion.tables.timeline import Kind
from companion.tables.upcasters import format_of

_SCORING: Final = (CardDrawn, CardMoved, CardReturned, LeaderTaken, MarkerMoved, Moved, Scored, TomesMoved)
"""What points come and go with, and what says so."""


class TellingEvent(NamedTuple):
    """What of a line tells best why points have changed, as everybody may see it, and the game just before it."""

    event: Event
    before: Position


class EveningLog(NamedTuple):
    """The evening of a table, and the lines that it is told from.

    Attributes:
        evening: what it comes to.
        lines: of its log those that count, by version, first to last.
        played: what happened in each of them.
    """

    evening: Evening
    lines: Mapping[int, StoredLine]
    played: Sequence[PlayedLine]

    def luck(self) -> Luck | None:
        """How a player fared against the guards; None: nobody can say."""
        return luck(line.events for line in self.played)

    def before(self, version: int) -> Position:
        """How everything lay before a line that counts, of those that count alone."""
        game = NOTHING
        for step in self.evening.steps:
            if step.line == version:
                return game
            game = step.game
        raise KeyError(version)

    def line(self, version: int) -> LogLine:
        """A line that counts, with all that it says."""
        return log_line_of(self.lines[version], {version: self.before(version)})

    def telling_event(self, gain: Gain) -> TellingEvent | None:
        """What of a line has changed the points of a side most; None where not everybody may see that."""
        line = self.line(gain.line)
        found: dict[int, TellingEvent] = {}
        for seen in visible_events(line.events, line.before, WATCHER, line.seat):
            if not isinstance(seen.event, _SCORING):
                continue
            now = standing(seen.event.evolve(seen.before)).points
            by = abs(now[gain.side] - standing(seen.before).points[gain.side])
            if by:
                found.setdefault(by, TellingEvent(seen.event, seen.before))
        return found[max(found)] if found else None


class Moment(NamedTuple):
    """A line that counts, and how everything lay before and after it, of those that count alone."""

    line: StoredLine
    before: Position
    after: Position

    def told(self) -> LogLine:
        """It, with all that it says."""
        return log_line_of(self.line, {self.line.version: self.before})

    @property
    def is_raid(self) -> bool:
        """Whether a raid was carried out with it."""
        return self.line.act.get("type") in RAIDS


def evening_log(loaded: LoadedTable) -> EveningLog:
    """The evening of a table.

    Raises:
        NotEnded: its game goes on, or not everybody may know yet who has won.
    """
    lines = _counting(loaded)
    played = [
        PlayedLine(line.version, line.act.get("type", ""), events, line.kind == Kind.CORRECTION)
        for line, events in zip(lines, _happened(lines), strict=True)
    ]
    return EveningLog(evening(played), {line.version: line for line in lines}, played)


def course(loaded: LoadedTable) -> list[Moment]:
    """The lines of a game that is over that count, first to last.

    Raises:
        NotEnded: its game goes on, or not everybody may know yet who has won.
    """
    lines = _counting(loaded)
    found: list[Moment] = []
    game = NOTHING
    for line, events in zip(lines, _happened(lines), strict=True):
        found.append(Moment(line, game, game := replay(events, game)))
    return found


def _counting(loaded: LoadedTable) -> list[StoredLine]:
    check_over(loaded)
    counting = {*loaded.state.history.counting}
    return [line for line in lines_after(loaded.table, 0, upto=loaded.state.version) if line.version in counting]


def _happened(lines: Sequence[StoredLine]) -> list[tuple[Event, ...]]:
    """What happened in each line, but for what was then to be done: that is the greater part of what was written."""
    return log_codec.facts([(format_of(line.rules), line.facts) for line in lines], agendas=frozenset())


def check_over(loaded: LoadedTable) -> None:
    """Let nothing be told of an evening before it is over, and everybody may know who has won.

    Raises:
        NotEnded: it is not.
    """
    game, revealed = loaded.state.game, loaded.table.revealed
    ended = game.phase is Phase.ENDED
    if not ended or not is_result_shown(game, revealed):
        raise NotEnded(loaded, covered=ended or is_sealed(game, revealed))
