"""Plans for a roll call: each token of a crew to a location of its own, by the odds and the worth of locations.

The odds come from `companion.rules.odds`. Each player has its own guess of what a location is worth, in points.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from companion.players.habits import options
from companion.rules.acts.actions import Act
from companion.rules.engine.game import Game
from companion.rules.errors import RuleError
from companion.rules.odds.location_odds import location_odds, odds_by_location
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location


class Worth(NamedTuple):
    """The worth of a location for the side that leads there, and for the other."""

    leads: float
    follows: float


Worths: TypeAlias = Mapping[Location, Worth]
"""The worth of every location but the Library, to which nobody assigns."""

SUSPICION: Final = 1.0
"""The cost of a suspicion cube to the side that leads at its location (L-5)."""


class NothingToSend(RuleError):
    """The player may assign no token now (R-1)."""


class Sending(NamedTuple):
    """A token sent to a location.

    Attributes:
        token: which.
        place: the location.
        leads: how likely the player leads there with it.
    """

    token: Token
    place: Location
    leads: Fraction


class RollCallAdvice(NamedTuple):
    """The act that the odds suggest in a roll call, and the alternatives.

    Attributes:
        plan: its plan for the whole crew, the most certain token first, which it assigns now.
        others: every other token and location possible now, the best first.
    """

    plan: tuple[Sending, ...]
    others: tuple[Sending, ...]


class Comparison(NamedTuple):
    """Tokens as a player sent them, and what the odds preferred.

    Attributes:
        tokens: which.
        place: the location.
        leads: how likely the player leads there with them.
        preferred: where the best plan sends the first of them.
        cost: how much less the best plan with them there is worth than the best of all, in points.
    """

    tokens: tuple[Token, ...]
    place: Location
    leads: Fraction
    preferred: Sending
    cost: float


class _Plan(NamedTuple):
    """A location for each token, and the total worth."""

    worth: float = 0
    places: tuple[Location, ...] = ()


class _Counted(NamedTuple):
    """The chance of leading and its worth, for each location and token at home."""

    home: tuple[Token, ...]
    leads: Mapping[Location, Mapping[Token, Fraction]]
    worth: Mapping[Location, Mapping[Token, float]]

    def sent(self, token: Token, place: Location) -> Sending:
        return Sending(token, place, self.leads[place][token])

    def plan(self) -> list[Sending]:
        """Return the best plan, the most certain token first."""
        places = _best_plan(self.home, self.worth).places
        sent = (self.sent(token, place) for token, place in zip(self.home, places, strict=False))
        return sorted(sent, key=lambda one: -abs(one.leads - Fraction(1, 2)))

    def worth_with(self, sending: Sending) -> float:
        """Return the worth of the best plan that sends this token there."""
        return self.worth[sending.place][sending.token] + self.worth_without((sending.token,), sending.place)

    def worth_without(self, tokens: Collection[Token], place: Location) -> float:
        """Return the worth of the best plan for the rest of the crew and of the locations."""
        others = [token for token in self.home if token not in tokens]
        return _best_plan(others, {one: by_token for one, by_token in self.worth.items() if one is not place}).worth


def sent(game: Game, seat: Side, worths: Worths) -> Act | None:
    """Return the most certain token of the best plan, to where it goes; None if nothing can be assigned now.

    Raises:
        UnknownCards: not all cards of the guards are known.
    """
    counted = _counted(game, seat, worths)
    if counted is None:
        return None
    first = counted.plan()[0]
    return game.assign(first.place, first.token)


def weighed(game: Game, seat: Side, worths: Worths) -> RollCallAdvice:
    """Return what the odds suggest now, and the alternatives.

    Raises:
        NothingToSend: it may assign nothing.
        UnknownCards: not all cards of the guards are known.
    """
    counted = _counted(game, seat, worths)
    if counted is None:
        raise NothingToSend("hint.nothing_to_send")
    plan = counted.plan()
    every = (counted.sent(token, place) for place in counted.leads for token in counted.home)
    others = sorted((one for one in every if one not in plan), key=counted.worth_with, reverse=True)
    return RollCallAdvice(tuple(plan), tuple(others))


def compared(game: Game, seat: Side, tokens: tuple[Token, ...], place: Location, worths: Worths) -> Comparison:
    """Return how tokens that a player assigns compare with the plan that the odds suggest.

    Raises:
        NothingToSend: the player may not assign them there now.
        UnknownCards: not all cards of the guards are known.
    """
    counted = _counted(game, seat, worths)
    if counted is None or not {*tokens} <= {*counted.home} or place not in counted.worth:
        raise NothingToSend("hint.nothing_to_send")
    plan = counted.plan()
    preferred = next((one for one in plan if one.token in tokens), plan[0])
    leads = location_odds(game.position, seat, place, tokens).leads
    best = sum(counted.worth[one.place][one.token] for one in plan)
    cost = best - _worth(game, place, leads, worths) - counted.worth_without(tokens, place)
    return Comparison(tokens, place, leads, preferred, max(cost, 0))


def worth_of_leading(position: Position, place: Location, worths: Worths) -> float:
    """Return the worth of leading at a location, with its suspicion (L-5)."""
    return worths[place].leads - SUSPICION * position.at(place, Cube.SUSPICION)


def _counted(game: Game, seat: Side, worths: Worths) -> _Counted | None:
    assign = next((action for action in game.legal_actions if action.type == "assign"), None)
    if assign is None:
        return None
    leads = {
        place: {token: odds.leads for token, odds in by_token.items()}
        for place, by_token in odds_by_location(game.position, seat).items()
    }
    worth = {
        place: {token: _worth(game, place, odds, worths) for token, odds in by_token.items()}
        for place, by_token in leads.items()
    }
    return _Counted(options(assign, "tokens"), leads, worth)


def _worth(game: Game, place: Location, leads: Fraction, worths: Worths) -> float:
    follows = worths[place].follows
    return follows + float(leads) * (worth_of_leading(game.position, place, worths) - follows)


def _best_plan(tokens: Sequence[Token], worth: Mapping[Location, Mapping[Token, float]]) -> _Plan:
    """Return the best way to send each token to a different location."""
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
