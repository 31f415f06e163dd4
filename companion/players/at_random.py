"""A player that knows no rules: it fills in random actions by their schemas."""

from random import Random
from typing import Any

from companion.rules.acts.actions import Act, Action
from companion.rules.engine.game import Game
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.schema import (
    ChoiceField,
    EnumField,
    IntField,
    ListField,
    ObjectField,
    Schema,
    TextField,
    UnionField,
)
from companion.rules.state.pieces import Side

_SMALL = 4
"""The largest number that it picks for open ranges: numbers are mostly small, as on cards."""


def play(game: Game, seat: Side, chance: Random) -> Act:
    """Return any act that answers the question, each type as likely as any other."""
    return filled_in(chance.choice([action for action in game.legal_actions if action.type not in ANY_TIME]), chance)


def filled_in(action: Action, chance: Random) -> Act:
    """Fill in an action with random values that fit its fields."""
    return Act(action.type, {name: filled(shape, chance) for name, shape in action.fields.items()})


def filled(shape: Schema, chance: Random) -> Any:
    """Return a random value that fits a schema."""
    match shape:
        case ChoiceField(options, least, most):
            return chance.sample(options, chance.randint(least, min(most, len(options))))
        case IntField(least, most):
            return chance.randint(least, min(most, max(least, _SMALL)))
        case EnumField(options, numbers):
            words = len(options)
            pick = chance.randrange(words + (3 if numbers else 0))
            return options[pick] if numbers is None or pick < words else filled(numbers, chance)
        case ListField(entry, most):
            return [filled(entry, chance) for _ in range(chance.randint(0, min(2, most)))]
        case ObjectField(members, required):
            return {
                name: filled(member, chance)
                for name, member in members.items()
                if name in required or chance.random() < 0.5
            }
        case UnionField(_, records):
            return filled(chance.choice([*records.values()]), chance)
        case TextField():
            return chance.choice(["Rusty spoon", "钥匙", "Żelazo"])
    raise AssertionError(shape)
