"""An odds-based player: it sends crew where that is worth most on average.

Every turn it plans its whole crew by the odds, and assigns the token of that plan whose outcome is most certain.
"""

from random import Random
from typing import Final

from companion.players.habits import habitual
from companion.players.roll_call import Worth, Worths, sent
from companion.rules.acts.actions import Act
from companion.rules.engine.game import Game
from companion.rules.state.pieces import Side
from companion.rules.vocabulary import Location

WORTH: Final[Worths] = {
    Location.EXERCISE_YARD: Worth(3, 0),
    Location.SEWERS: Worth(2, 1),
    Location.INFIRMARY: Worth(2, 1),
    Location.SMITHY: Worth(2, 1),
    Location.COMMISSARY: Worth(2, 0.5),
    Location.CHOW_HALL: Worth(6, 3),
    Location.CELL_BLOCK: Worth(4, 4),
}
"""A guess."""


def play(game: Game, seat: Side, chance: Random) -> Act:
    """Assign one token a turn by the odds; decide everything else by habit."""
    return sent(game, seat, WORTH) or habitual(game)
