"""How many ways there are to go on from small positions, by how many acts: known answers, as of chess engines."""

import tomllib
from pathlib import Path

import pytest

from companion.rules import Game

FILE = Path(__file__).parents[1] / "known_answers" / "node_counts.toml"
POSITIONS = tomllib.loads(FILE.read_text("utf-8"))["position"]


def nodes(game: Game, acts: int) -> int:
    """How many ways there are to do so many acts."""
    if acts == 1:
        return sum(1 for _ in game.legal_acts())
    return sum(nodes(game.play(act), acts - 1) for act in game.legal_acts())


@pytest.mark.parametrize("position", POSITIONS, ids=[position["what"] for position in POSITIONS])
def test_from_a_position_there_are_as_many_ways_as_there_were(position: dict[str, str | list[int]]) -> None:
    game = Game.from_code(str(position["code"]))
    counted = position["nodes"]
    assert [nodes(game, acts) for acts in range(1, len(counted) + 1)] == counted
