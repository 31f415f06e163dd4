"""A location of the board in words: its rewards, suspicion and goon."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from companion.rules.editions import Edition
from companion.rules.state.cards import GoonFace
from companion.rules.vocabulary import Goon
from companion.words.catalogue import joined, number, sentence
from companion.words.messages import GAME

Reward: TypeAlias = Mapping[str, Any] | None


def location_meaning(
    language: str, rewards: Sequence[Reward], suspicion: int, goon: GoonFace | None, edition: Edition
) -> list[str]:
    """Say what a location means.

    Args:
        language: of the sentences.
        rewards: of the strongest and the second, as `companion.rules.rulings.rewards.offer` gives them.
        suspicion: the number of suspicion cubes there.
        goon: the goon there, or None.
        edition: whose goons it is.
    """
    first, second = (_reward(language, one) for one in rewards[:2])
    if first == second:
        told = [_say(language, "means.same", reward=first)]
    else:
        told = [_say(language, "means.rewards", first=first, second=second)]
    if suspicion:
        told.append(_say(language, "means.suspicion", n=suspicion))
    if goon is not None and isinstance(goon.type, Goon):
        told.append(_goon(language, goon.type, edition))
    return told


def _say(language: str, key: str, **data: Any) -> str:
    return sentence(language, GAME[key], data)


def _reward(language: str, reward: Reward) -> str:
    if reward is None:
        return _say(language, "means.nothing")
    kind = reward["kind"]
    if reward.get("first_player", False):
        kind = "power_marker"
    elif kind == "tomes" and reward["draw"] == reward["keep"]:
        kind = "all_tomes"
    return _say(language, f"means.{kind}", **reward)


def _goon(language: str, goon: Goon, edition: Edition) -> str:
    """Return what a goon scores at the end (G-1 to G-7)."""
    worth = edition.scores[goon]
    shown = joined(language, map(number, worth)) if isinstance(worth, (list, tuple)) else number(worth)
    return _say(language, f"means.{goon}", points=shown)
