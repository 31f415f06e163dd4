"""A player that tries each choice of a location: it keeps the one after which it is furthest ahead of the guards.

It sends its crew by the odds, as `companion.players.counting` does, but values the locations otherwise. At a location
it plays every choice until the location is over, its further choices there by habit, and compares the points that both
sides would have if the game ended then.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from companion.players.habits import habitual
from companion.players.made_up_cards import MadeUpCards
from companion.players.roll_call import Worth, Worths, sent
from companion.rules.acts.actions import Act
from companion.rules.engine.game import Game
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.pieces import Side
from companion.rules.vocabulary import Location
from companion.scoring.evening import standing

WORTH: Final[Worths] = {
    Location.EXERCISE_YARD: Worth(3, 0),
    Location.SEWERS: Worth(4, 2),
    Location.INFIRMARY: Worth(2, 1),
    Location.SMITHY: Worth(1.5, 0.5),
    Location.COMMISSARY: Worth(1, -1),
    Location.CHOW_HALL: Worth(10, 4),
    Location.CELL_BLOCK: Worth(4, 4),
}
"""Chosen by games: of the values that were tried, the player won most with these (docs/library/players.md)."""

_LEADS_ON: Final = frozenset({"go_on", "resolve"})
"""Acts before a location and after it; at a location nobody begins a round or raids."""


def play(game: Game, seat: Side, chance: Random) -> Act:
    """Choose what leaves it furthest ahead of the guards once the location is over; assign tokens by the odds."""
    place = game.position.location
    if place is None or _leads_on(game):
        return sent(game, seat, WORTH) or habitual(game)
    # Every choice meets the same made-up cards. Of equal choices the habit is the first.
    cards = f"lookahead {chance.getrandbits(64):x}"
    return max(_choices(game), key=lambda act: _lead(_finished(game.play(act), place, MadeUpCards(cards)), seat))


def _leads_on(game: Game) -> bool:
    return any(action.type in _LEADS_ON for action in game.legal_actions)


def _choices(game: Game) -> Iterator[Act]:
    yield habitual(game)
    yield from (act for act in game.legal_acts() if act.type not in ANY_TIME)


def _finished(game: Game, place: Location, cards: MadeUpCards) -> Game:
    """Return the game when the location is over."""
    while game.position.location is place and not game.is_over and not _leads_on(game):
        game = game.play(cards.shown(game) or habitual(game))
    return game


def _lead(game: Game, seat: Side) -> int:
    points = standing(game.position).points
    return points[seat] - max(points[side] for side in range(len(points)) if side != seat)
