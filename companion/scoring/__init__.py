"""The scores of a sheet (F-1 to F-6), from a finished game or from entered counts.

>>> from companion.rules import Dealing, Game, Setup
>>> [(side.name, side.total) for side in scores(Game.new(Setup(dealing=Dealing.HOUSE), seed="rusty spoon")).sides]
[('player', 10), ('guards', 12)]
"""

from collections.abc import Sequence

from companion.rules import Game
from companion.scoring.from_game import sheet
from companion.scoring.score import Line, Scores, SideScore, score
from companion.scoring.sheet import EndGameGoal, ScoreSheet, Side

__all__ = ["EndGameGoal", "Line", "ScoreSheet", "Scores", "Side", "SideScore", "score", "scores", "sheet"]


def scores(game: Game, names: Sequence[str] | None = None) -> Scores:
    """Return each side's points so far, line by line, with ranks, winners and reasons.

    Args:
        game: at its end, or at any moment before.
        names: of the sides, clockwise, all different; None takes the game's names.
    """
    return score(sheet(game.position, names or game.names))
