"""The reveal of final scores line by line, and whether it is complete. Pure."""

from typing import Final, NamedTuple

from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.state.position import Phase, Position
from companion.scoring.from_game import sheet
from companion.scoring.score import CATEGORIES, Scores, score


class ScoreLine(NamedTuple):
    """A line of the final scores: its category, and each side's points."""

    category: str
    points: tuple[int, ...]


ALL_LINES: Final = 99
"""More lines than any score has: the ceremony is over, even if players correct it later."""


def final_lines(game: Position) -> tuple[ScoreLine, ...]:
    """Return the lines of a game's scores with points for any side, and the track."""
    return lines_of(final_scores(game))


def final_scores(game: Position) -> Scores:
    """Return the scores of a game at any moment; sides are named by their seats."""
    return score(sheet(game, [str(side) for side in game.setup.sides]))


def lines_of(scores: Scores) -> tuple[ScoreLine, ...]:
    """Return the lines of some scores with points for any side, and the track."""
    lines = []
    for place, line in enumerate(scores.sides[0].lines):
        points = tuple(side.lines[place].points for side in scores.sides)
        if any(points) or line.category == CATEGORIES[0]:
            lines.append(ScoreLine(line.category, points))
    return tuple(lines)


def is_covered(game: Position, revealed: int) -> bool:
    """Return whether numbers are hidden: secret counts, or lines to be revealed.

    A solitary player sees them at once.
    """
    if counts_in_secret(game):
        return True
    if game.phase is not Phase.ENDED or game.setup.solitary or revealed >= ALL_LINES:
        return False
    return revealed < len(final_lines(game))


def is_sealed(game: Position, revealed: int) -> bool:
    """Return whether secret counts are still hidden; without secret counts nothing is."""
    return (counts_in_secret(game) or bool(game.answered)) and is_covered(game, revealed)


def is_result_shown(game: Position, revealed: int) -> bool:
    """Return whether everyone may see the winner: once a player shows it, or solo."""
    return game.phase is Phase.ENDED and (game.setup.solitary or revealed >= ALL_LINES)
