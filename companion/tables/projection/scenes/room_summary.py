"""Values for other people's overlays and scoreboards, in any scene. Pure."""

from collections.abc import Sequence
from typing import Any

from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.tables.score_reveal import final_scores, is_sealed
from companion.tables.timeline import State


def room_summary(state: State, names: Sequence[str], revealed: int) -> dict[str, Any]:
    """Return the values for other people's overlays: their names never change.

    Args:
        state: of the table.
        names: of the sides, clockwise.
        revealed: how many lines of the final scores are revealed.
    """
    game = state.game
    over = game.phase is Phase.ENDED
    totals = [one.total for one in final_scores(game).sides] if over and not is_sealed(game, revealed) else None
    return {
        "round": game.round,
        "phase": game.phase.value,
        "over": over,
        "first_player": game.first_player,
        "sides": [
            {
                "name": names[side],
                "guards": side == game.setup.guards,
                "reputation": game.reputation[side],
                "suspicion": game.at(side, Cube.SUSPICION),
                "power": game.at(side, Cube.POWER),
                "score": None if totals is None else totals[side],
            }
            for side in game.setup.sides
        ],
    }


def location_cubes(game: Position) -> list[dict[str, Any]]:
    """Return the cubes at each location, as JSON can write it."""
    return [
        {"location": location.value, "cubes": {cube.value: n for cube in Cube if (n := game.at(location, cube))}}
        for location in game.setup.edition.locations
    ]
