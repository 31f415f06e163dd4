"""The player that knows no rules, as tests have it: it answers whatever is offered, also what is read off cards."""

import random

from companion.players.at_random import filled, filled_in
from companion.rules.acts.actions import Act, Prompt

__all__ = ["any_act", "filled", "lively"]

DULL = {"deck_empty", "space_empty", "pass", "decline", "keep", "raid_now"}
"""What makes a game short."""


def lively(waiting: Prompt, chance: random.Random) -> Prompt:
    """Mostly without `DULL`, so that much happens in few games."""
    actions = tuple(action for action in waiting.actions if action.type not in DULL)
    return waiting._replace(actions=actions) if actions and chance.random() < 0.9 else waiting


def any_act(prompt: Prompt, chance: random.Random) -> Act:
    """One of the actions of a prompt, filled in at random."""
    return filled_in(chance.choice(prompt.actions), chance)
