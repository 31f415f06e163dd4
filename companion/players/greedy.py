"""A player that sends its strongest token where it expects to be strongest.

Its lookout goes to the Cell Block, where every rank gets the same. It takes a face-down guard card for a 3.
"""

from random import Random
from typing import Final

from companion.players.habits import habitual, options
from companion.rules.acts.actions import Act
from companion.rules.engine.game import Game
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.state.position import Position
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER, Location

FACE_DOWN: Final = 3
"""The strength that it expects of a face-down guard card."""

BEST_FIRST: Final = (
    Location.CHOW_HALL,
    Location.EXERCISE_YARD,
    Location.SMITHY,
    Location.SEWERS,
    Location.INFIRMARY,
    Location.COMMISSARY,
    Location.CELL_BLOCK,
)
"""Its favourite locations, best first."""


def play(game: Game, seat: Side, chance: Random) -> Act:
    """Assign one token a turn, the strongest first; decide everything else by habit."""
    assign = next((action for action in game.legal_actions if action.type == "assign"), None)
    if assign is None:
        return habitual(game)
    free, home = options(assign, "location"), options(assign, "tokens")
    if LOOKOUT in home and Location.CELL_BLOCK in free:
        return game.assign(Location.CELL_BLOCK, LOOKOUT)
    token = max(home, key=lambda one: _strength(game.position, seat, one))
    liked = [place for place in BEST_FIRST if place in free]
    wins = [place for place in liked if _strength(game.position, seat, token) > _guards(game.position, place)]
    return game.assign((wins or liked[::-1])[0], token)


def _strength(position: Position, seat: Side, token: Token) -> int:
    return position.at(seat, Cube.POWER) if token == ENFORCER else 0 if token == LOOKOUT else int(token)


def _guards(position: Position, location: Location) -> int:
    guards = position.setup.guards
    assert guards is not None
    strengths = (
        card.face.strength if card.up and card.face is not None else FACE_DOWN
        for card in (position.guard_cards[index] for index in position.guard_cards_at(location))
    )
    return sum(position.at(guards, Cube.POWER) if one == POWER else int(one) for one in strengths)
