"""A player that counts odds: it sends its crew where that is worth most on average, by `companion.rules.odds`.

What a place is worth to it is stated below, in points, as a guess. Every turn it lays out its whole crew for the best,
one token a place, and assigns of that plan the token of which least can still change.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple

from companion.players.habits import habitual, options
from companion.rules.acts.actions import Act
from companion.rules.engine.game import Game
from companion.rules.odds.location_odds import odds_by_token
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.vocabulary import Location


class Worth(NamedTuple):
    """What a place is worth to whoever leads there, and to whoever does not."""

    leads: float
    follows: float


WORTH: Final[Mapping[Location, Worth]] = {
    Location.EXERCISE_YARD: Worth(3, 0),
    Location.SEWERS: Worth(2, 1),
    Location.INFIRMARY: Worth(2, 1),
    Location.SMITHY: Worth(2, 1),
    Location.COMMISSARY: Worth(2, 0.5),
    Location.CHOW_HALL: Worth(6, 3),
    Location.CELL_BLOCK: Worth(4, 4),
}
SUSPICION: Final = 0.5
"""What a suspicion cube costs whoever leads where it lies (L-5)."""


class _Plan(NamedTuple):
    """Which tokens go where, and what that is worth."""

    worth: float = 0
    places: tuple[Location, ...] = ()


def play(game: Game, seat: Side, chance: Random) -> Act:
    """One token a turn; out of habit everywhere else."""
    assign = next((action for action in game.legal_actions if action.type == "assign"), None)
    if assign is None:
        return habitual(game)
    home = options(assign, "tokens")
    leads = {
        place: {token: odds.leads for token, odds in odds_by_token(game.position, seat, place).items()}
        for place in map(Location, options(assign, "location"))
    }
    worth = {
        place: {token: _worth(game, place, odds) for token, odds in by_token.items()}
        for place, by_token in leads.items()
    }
    plan = _best_plan(home, worth)
    token, place = max(
        zip(home, plan.places, strict=False), key=lambda one: abs(leads[one[1]][one[0]] - Fraction(1, 2))
    )
    return game.assign(place, token)


def _worth(game: Game, place: Location, leads: Fraction) -> float:
    worth = WORTH[place]
    first = worth.leads - SUSPICION * game.position.at(place, Cube.SUSPICION)
    return worth.follows + float(leads) * (first - worth.follows)


def _best_plan(tokens: Sequence[Token], worth: Mapping[Location, Mapping[Token, float]]) -> _Plan:
    """The best way to send each token to a place of its own, as far as there are places."""
    plans: dict[frozenset[Location], _Plan] = {frozenset(): _Plan()}
    for token in tokens[: len(worth)]:
        after: dict[frozenset[Location], _Plan] = {}
        for taken, plan in plans.items():
            for place, by_token in worth.items():
                if place not in taken:
                    longer = _Plan(plan.worth + by_token[token], (*plan.places, place))
                    key = taken | {place}
                    after[key] = max(after.get(key, longer), longer, key=lambda one: one.worth)
        plans = after
    return max(plans.values(), key=lambda one: one.worth)
