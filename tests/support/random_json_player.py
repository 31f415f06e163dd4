"""A client that knows no rules: it fills in what the JSON of a prompt offers, by what that says alone."""

import random
from typing import Any


def any_fields(action: Any, chance: random.Random) -> dict[str, Any]:
    """A fill-in of an action, by what its JSON says alone."""
    return {name: filled(field, chance) for name, field in action["fields"].items()}


def filled(field: Any, chance: random.Random) -> Any:
    match field["kind"]:
        case "choose":
            return chance.sample(
                field["options"], chance.randint(field["least"], min(field["most"], len(field["options"])))
            )
        case "number":
            return chance.randint(field["least"], min(field["most"], max(field["least"], 4)))
        case "card":
            return fitting(field["schema"], chance)
    raise AssertionError(field)


def fitting(schema: Any, chance: random.Random) -> Any:
    """Something that fits a JSON Schema; numbers are small, as on cards."""
    if "anyOf" in schema:
        return fitting(chance.choice(schema["anyOf"]), chance)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema["type"]:
        case "integer":
            return chance.randint(schema["minimum"], min(schema["maximum"], max(schema["minimum"], 4)))
        case "boolean":
            return chance.choice([True, False])
        case "string":
            return chance.choice(["Rusty spoon", "钥匙", "Żelazo"])
        case "array":
            return [fitting(schema["items"], chance) for _ in range(chance.randint(0, 2))]
        case "object":
            return {
                name: fitting(member, chance)
                for name, member in schema["properties"].items()
                if name in schema["required"] or chance.random() < 0.5
            }
    raise AssertionError(schema)


def any_action(shown: Any, chance: random.Random) -> dict[str, Any]:
    """One of the actions of a prompt, filled in; to pass is chosen less often than else."""
    actions = shown["prompt"]["actions"]
    action = chance.choice([one for one in actions if one["type"] != "pass" or chance.random() < 0.2] or actions)
    return {"version": shown["version"], "type": action["type"], "fields": any_fields(action, chance)}
