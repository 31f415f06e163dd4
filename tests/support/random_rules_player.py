"""A player that knows no rules: it fills in what a prompt offers, at random, by the described shapes alone."""

import random
from typing import Any

from companion.rules.acts.actions import Act, Action, Prompt
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


def filled(shape: Schema, chance: random.Random) -> Any:
    """Any value that fits a shape; numbers are small, as on cards."""
    match shape:
        case ChoiceField(options, least, most):
            return chance.sample(options, chance.randint(least, min(most, len(options))))
        case IntField(least, most):
            return chance.randint(least, min(most, max(least, 4)))
        case EnumField(options, numbers):
            words = len(options)
            pick = chance.randrange(words + (3 if numbers else 0))
            return options[pick] if pick < words else filled(numbers, chance)
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


DULL = {"deck_empty", "space_empty", "pass", "decline", "keep", "raid_now"}
"""What makes a game short."""


def lively(waiting: Prompt, chance: random.Random) -> Prompt:
    """Mostly without `DULL`, so that much happens in few games."""
    actions = tuple(action for action in waiting.actions if action.type not in DULL)
    return waiting._replace(actions=actions) if actions and chance.random() < 0.9 else waiting


def any_act(prompt: Prompt, chance: random.Random) -> Act:
    """One of the actions of a prompt, filled in at random."""
    action: Action = chance.choice(prompt.actions)
    return Act(action.type, {name: filled(shape, chance) for name, shape in action.fields.items()})
