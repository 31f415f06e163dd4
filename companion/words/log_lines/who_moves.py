"""The people who move pieces on the board."""

from typing import Any

from companion.rules.state.pieces import Side
from companion.rules.state.setup import Dealing
from companion.words.telling import Telling, for_somebody


def cards_lie_on_table(telling: Telling) -> bool:
    """Return whether guard and location cards are on the real table, not in the app."""
    return telling.game.setup.dealing is Dealing.CARDS


def move_for_side(telling: Telling, side: Side, key: str, **data: Any) -> str:
    """Say what a person does for the guards, or a player for itself."""
    if side == telling.game.setup.guards:
        return telling.say(f"{key}.guards", **data)
    return by_side(telling, side, telling.say(key, **data))


def by_side(telling: Telling, side: Side, text: str) -> str:
    """Name the side in the sentence if more than one person plays."""
    return text if len(telling.game.players) < 2 else for_somebody(telling, side, text)
