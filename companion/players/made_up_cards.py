"""Made-up cards of the real box: an answer whenever a game asks what a card shows.

Each kind of card has its own row, which depends only on the seed, so the same cards come up for every player.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from companion.rules.acts.actions import Act, Action
from companion.rules.engine.game import Game
from companion.rules.schema import ChoiceField
from companion.rules.vocabulary import Goon, Resource, Valuable


class MadeUpCards:
    """The cards of one game, in the order in which they will be revealed."""

    def __init__(self, seed: str) -> None:
        self._rows = {kind: Random(f"{kind} {seed}") for kind in _SHOWS}

    def shown(self, game: Game) -> Act | None:
        """Return the card details that the game asks for; None if it asks for a decision."""
        offered = {action.type: action for action in game.legal_actions}
        kind = next((kind for kind in _SHOWS if kind in offered), None)
        return None if kind is None else Act(kind, _SHOWS[kind](game, offered[kind], self._rows[kind]))


def _goon(game: Game, action: Action, chance: Random) -> dict[str, Any]:
    types = [goon for goon in game.position.setup.edition.goons if goon in {*Goon}]
    return {"goon": {"type": chance.choice(types).value, "icons": chance.randint(1, 2)}}


def _item(game: Game, action: Action, chance: Random) -> dict[str, Any]:
    fixed, cost = chance.choice([*Resource]), chance.randint(3, 6)
    return {"item": {"reputation": cost + 1, "cost": {fixed.value: 1, "any": cost - 1}}}


def _rest(game: Game, action: Action, chance: Random) -> dict[str, Any]:
    effects = ["gain_gold"] if chance.random() < 0.25 else []
    return {"card": {"valuables": [chance.choice([*Valuable]).value], "effects": effects}}


def _one_of(name: str) -> Callable[[Game, Action, Random], dict[str, Any]]:
    def choose(game: Game, action: Action, chance: Random) -> dict[str, Any]:
        field = action.fields[name]
        assert isinstance(field, ChoiceField)
        return {name: [chance.choice(field.options)]}

    return choose


_SHOWS: Final[Mapping[str, Callable[[Game, Action, Random], dict[str, Any]]]] = {
    "type_goon": _goon,
    "type_item": _item,
    "type_card": _rest,
    "type_bandit": _one_of("resource"),
    "type_demon": _one_of("counts"),
}
