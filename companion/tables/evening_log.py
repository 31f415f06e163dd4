"""A finished game from its log: its recap, and the entries behind it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.players.choices import Choices, choices_of
from companion.rules.state.events import (
    NOTHING,
    CardDrawn,
    CardMoved,
    CardReturned,
    Event,
    FaceTyped,
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
from companion.tables.line import Kind, Line, LineInContext
from companion.tables.projection.events import visible_events
from companion.tables.projection.viewer import WATCHER
from companion.tables.refusals import NotEnded
from companion.tables.repository import LoadedTable, lines_after
from companion.tables.score_reveal import is_result_shown, is_sealed
from companion.tables.upcasters import format_of

_SCORING: Final = (CardDrawn, CardMoved, CardReturned, FaceTyped, LeaderTaken, MarkerMoved, Moved, Scored, TomesMoved)
"""Events that change points or give the reasons for a change."""


class TellingEvent(NamedTuple):
    """A public event that changed points, and the game just before it."""

    event: Event
    before: Position


class EveningLog(NamedTuple):
    """The recap of a table's game, and the log entries behind it.

    Attributes:
        evening: the recap.
        lines: the log entries that count, by version, first to last.
        played: what happened in each of them.
    """

    evening: Evening
    lines: Mapping[int, Line]
    played: Sequence[PlayedLine]

    def luck(self) -> Luck | None:
        """Return the player's luck against the guards; None if it is not known."""
        return luck(line.events for line in self.played)

    def choices(self) -> Choices | None:
        """Return what the player's choices in roll calls cost by the odds; None if it is not known."""
        return choices_of((line.version, line.events) for line in self.played)

    def before(self, version: int) -> Position:
        """Return the position before a counting entry, by the entries that count."""
        game = NOTHING
        for step in self.evening.steps:
            if step.line == version:
                return game
            game = step.game
        raise KeyError(version)

    def line(self, version: int) -> LineInContext:
        """Return a counting entry with all that it says."""
        return self.lines[version].after(self.before(version))

    def telling_events(self, gain: Gain) -> list[TellingEvent]:
        """Return the public events of an entry that changed the points of a side."""
        line = self.line(gain.line)
        found = []
        for seen in visible_events(line.events, line.before, WATCHER, line.seat):
            if not isinstance(seen.event, _SCORING):
                continue
            now = standing(seen.event.evolve(seen.before)).points
            if now[gain.side] != standing(seen.before).points[gain.side]:
                found.append(TellingEvent(seen.event, seen.before))
        return found


class Course(NamedTuple):
    """A game that is over, entry by entry.

    Attributes:
        lines: the entries that count, first to last, each with the position before it when no others count.
        end: the position after the last one.
    """

    lines: Sequence[LineInContext]
    end: Position

    def after(self, place: int) -> Position:
        """Return the position after one of the entries."""
        return self.lines[place + 1].before if place + 1 < len(self.lines) else self.end


def is_raid(line: Line) -> bool:
    """Return whether an entry carried out a raid."""
    return line.act.type in RAIDS


def evening_log(loaded: LoadedTable) -> EveningLog:
    """Return the recap of a table with its log.

    Raises:
        NotEnded: its game goes on, or the winner is still hidden from some players.
    """
    lines = _counting(loaded)
    played = [
        PlayedLine(line.version, line.act.type, events, line.kind == Kind.CORRECTION)
        for line, events in zip(lines, _happened(lines), strict=True)
    ]
    return EveningLog(evening(played), {line.version: line for line in lines}, played)


def course(loaded: LoadedTable) -> Course:
    """Return the course of a game that is over.

    Raises:
        NotEnded: its game goes on, or the winner is still hidden from some players.
    """
    lines = _counting(loaded)
    found: list[LineInContext] = []
    game = NOTHING
    for line, events in zip(lines, _happened(lines), strict=True):
        found.append(line.after(game))
        game = replay(events, game)
    return Course(found, game)


def _counting(loaded: LoadedTable) -> list[Line]:
    check_over(loaded)
    counting = {*loaded.state.history.counting}
    return [line for line in lines_after(loaded.table, 0, upto=loaded.state.version) if line.version in counting]


def _happened(lines: Sequence[Line]) -> list[tuple[Event, ...]]:
    """Return the events of each entry without the agendas, most of the stored text."""
    return log_codec.facts([(format_of(line.rules), line.facts) for line in lines], agendas=frozenset())


def check_over(loaded: LoadedTable) -> None:
    """Reject a recap before the game is over and everyone may know who has won.

    Raises:
        NotEnded: it is not.
    """
    game, revealed = loaded.state.game, loaded.table.revealed
    ended = game.phase is Phase.ENDED
    if not ended or not is_result_shown(game, revealed):
        raise NotEnded(loaded, covered=ended or is_sealed(game, revealed))
