"""What whole random games over REST share, whoever watches them: how they are chosen, begun, and told of."""

import random
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from flask.testing import FlaskClient


class Watched:
    """A game that is played by who knows no rule, while somebody holds every answer against what it may tell.

    Attributes:
        kind: what sort of a game.
        actions: how many acts were taken.
        answers: how many answers were looked through.
    """

    def __init__(self, client: FlaskClient, kind: Any, seed: str) -> None:
        self._client = client
        self._chance = random.Random(f"{seed} {kind}")
        self.kind = kind
        self.actions = self.answers = 0

    def play(self) -> None:
        """Play it to the end."""
        raise NotImplementedError


def first_is_quick(kinds: Iterable[Any]) -> list[Any]:
    """The kinds as parameters of a test, of which all but the first are slow."""
    return [pytest.param(kind, marks=pytest.mark.slow) if number else kind for number, kind in enumerate(kinds)]


def play_whole(game: Watched, capsys: pytest.CaptureFixture[str]) -> None:
    """Play a game to its end, and say on the terminal how much that was."""
    game.play()
    with capsys.disabled():
        sys.stderr.write(f"\n{game.kind}, over REST: {game.actions} actions, {game.answers} answers looked through\n")
