"""Final scores that are uncovered line by line: which lines there are, and whether all of them are uncovered. Pure."""

from typing import Final, NamedTuple

from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.state.position import Phase, Position
from companion.scoring.from_game import sheet
from companion.scoring.score import CATEGORIES, Scores, score


class ScoreLine(NamedTuple):
    """A line of the final scores: its category, and the points of each side, clockwise."""

    category: str
    points: tuple[int, ...]


ALL_LINES: Final = 99
"""As many uncovered lines as no score has: the ceremony is over, whatever is corrected later."""


def final_lines(game: Position) -> tuple[ScoreLine, ...]:
    """The lines of the final scores in which anybody has points, and the track; of a game at any moment."""
    return lines_of(final_scores(game))


def final_scores(game: Position) -> Scores:
    """The scores of a game at any moment; sides are named by their seats."""
    return score(sheet(game, [str(side) for side in game.setup.sides]))


def lines_of(scores: Scores) -> tuple[ScoreLine, ...]:
    """The lines of some scores in which anybody has points, and the track."""
    lines = []
    for place, line in enumerate(scores.sides[0].lines):
        points = tuple(side.lines[place].points for side in scores.sides)
        if any(points) or line.category == CATEGORIES[0]:
            lines.append(ScoreLine(line.category, points))
    return tuple(lines)


def is_covered(game: Position, revealed: int) -> bool:
    """Whether figures are still to be uncovered: players count in secret, or the room has not seen all lines yet.

    A solitary player looks at once.
    """
    if counts_in_secret(game):
        return True
    if game.phase is not Phase.ENDED or game.setup.solitary or revealed >= ALL_LINES:
        return False
    return revealed < len(final_lines(game))


def is_sealed(game: Position, revealed: int) -> bool:
    """Whether figures are covered that somebody has counted in secret; where nobody had to, none are."""
    return (counts_in_secret(game) or bool(game.answered)) and is_covered(game, revealed)


def is_result_shown(game: Position, revealed: int) -> bool:
    """Whether everybody may know who has won: several let somebody show it, though the room may have seen all lines."""
    return game.phase is Phase.ENDED and (game.setup.solitary or revealed >= ALL_LINES)
