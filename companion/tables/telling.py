"""The lines of a log, each with the game in which it was written. Pure."""

from collections.abc import Iterable, Iterator

from companion.rules.game.events import NOTHING, replay
from companion.rules.game.state import Game
from companion.tables.history import DONE, Marks
from companion.tables.store import LogLine


def with_games(lines: Iterable[LogLine]) -> Iterator[tuple[LogLine, Game]]:
    """The lines in which something happened, each with the game just before it.

    Args:
        lines: all of a log, first to last.
    """
    marks = Marks()
    after: dict[int, Game] = {}
    for line in lines:
        if line.kind in DONE:
            game = after[marks.counting[-1]] if marks.counting else NOTHING
            yield line, game
            after[line.version] = replay(line.events, game)
        marks = marks.after(line.version, line.kind, line.act.get("to"))
