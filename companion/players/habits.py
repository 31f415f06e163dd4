"""The habits of bots that only think in roll call: their acts everywhere else.

They take whatever they get, craft the most valuable item and pay as the app proposes. The greedy and the odds-based bot
share these habits, so that the difference between them is where they send their crew.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.rules.acts.actions import Act, Action
from companion.rules.engine.game import Game
from companion.rules.phases.reward_gains import item
from companion.rules.schema import ChoiceField
from companion.rules.vocabulary import Resource

Choice: TypeAlias = Callable[[Game, Action], dict[str, Any]]
"""Fills in an action."""


def habitual(game: Game) -> Act:
    """Return the act out of habit: the first of `_HABITS` that is offered."""
    offered = {action.type: action for action in game.legal_actions}
    [kind, *_] = [kind for kind in _HABITS if kind in offered]
    return Act(kind, _HABITS[kind](game, offered[kind]))


def options(action: Action, name: str) -> tuple[Any, ...]:
    """Return the options of a choice field."""
    field = action.fields[name]
    assert isinstance(field, ChoiceField)
    return field.options


def _nothing(game: Game, action: Action) -> dict[str, Any]:
    return {}


def _first(name: str) -> Choice:
    return lambda _, action: {name: [options(action, name)[0]]}


def _rarest(name: str) -> Choice:
    return lambda _, action: {name: [max(options(action, name), key=lambda one: Resource(one).rarity)]}


def _take(game: Game, action: Action) -> dict[str, Any]:
    return _rarest("resource")(game, action) if action.fields else {}


def _craft(game: Game, action: Action) -> dict[str, Any]:
    return {"card": [max(options(action, "card"), key=lambda card: item(game.position, card).reputation)]}


def _proposed(game: Game, action: Action) -> dict[str, Any]:
    field = action.fields["cubes"]
    assert isinstance(field, ChoiceField)
    return {"cubes": list(field.proposed or ())}


_HABITS: Final[Mapping[str, Choice]] = {
    "turn_guard_card": _first("card"),
    "resolve": _nothing,
    "craft": _craft,
    "recruit": _first("goons"),
    "swap": _rarest("get"),
    "take": _take,
    "reserve": _first("card"),
    "pay": _proposed,
    "return_cubes": _proposed,
    "keep": _nothing,
    "next_effect": _first("effect"),
    "begin_round": _nothing,
    "raid": _nothing,
    "go_on": _nothing,
    "pass": _nothing,
}
