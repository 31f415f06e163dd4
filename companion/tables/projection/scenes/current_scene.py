"""The scene that a room sees now. Pure.

The newest act of the log picks the scene, never a clock, so a late viewer sees the same.
"""

from collections.abc import Sequence
from typing import Final

from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.roll_call import whose_turn
from companion.rules.reasons import Reason
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.scoring.from_game import sheet
from companion.scoring.score import SideScore, score
from companion.tables.line import LineInContext
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes.location import entry_scene, location_scene
from companion.tables.projection.scenes.raid import raid_scene
from companion.tables.projection.scenes.scene import Scene, SceneKind
from companion.tables.score_reveal import is_result_shown, lines_of
from companion.tables.timeline import State


def scene_versions(state: State) -> tuple[int, ...]:
    """Return the entries behind the scene: the last, or in lights out all recent ones."""
    if state.game.phase is not Phase.LIGHTS_OUT:
        return tuple(version for version, _ in state.latest[-1:])
    before = [(version, game.phase, game.round) for version, game in state.latest]
    # The line that has ended roll call may have resolved a location too.
    first = next((at for at in range(len(before) - 1, -1, -1) if before[at][1] is not Phase.LIGHTS_OUT), 0)
    return tuple(version for version, _, _ in before[first:])


def current_scene(state: State, lines: Sequence[LineInContext], revealed: int) -> Scene:
    """Return the scene that the room sees now.

    Args:
        state: of the table.
        lines: the last entries of the log that count, in order.
        revealed: how many lines of the final scores are revealed.
    """
    game, awaited = state.game, _awaited(state)
    if game.phase is Phase.ENDED:
        return _ending(game, revealed)
    if game.phase is Phase.SETUP and not game.setup.solitary:
        return Scene(SceneKind.LOBBY, awaited)
    # Players who count have seen the last raid before.
    found = (
        (None if counts_in_secret(game) else raid_scene(state, lines))
        or entry_scene(state)
        or location_scene(game, lines)
        or Scene(SceneKind.TABLE)
    )
    return found._replace(awaited=awaited)


def _awaited(state: State) -> tuple[Side, ...]:
    """Return the sides for whose act everyone waits; none if anyone may act."""
    asked = current_prompt(state)
    if asked.side is not None:
        return (asked.side,)
    turn = whose_turn(state.game) if asked.step is not None and asked.step.kind == StepKind.ROLL else None
    if turn is not None:
        return (turn,)
    sides = {action.side for action in asked.actions if action.type not in _NEVER_AWAITED and action.side is not None}
    return tuple(side for side in state.game.setup.sides if side in sides)


_NEVER_AWAITED: Final = frozenset({*ANY_TIME, "decline_instead", "open_count"})
"""Acts for which no one waits."""


def _ending(game: Position, revealed: int) -> Scene:
    counted = sheet(game, [str(side) for side in game.setup.sides])
    scores = score(counted)
    lines = lines_of(scores)
    result = is_result_shown(game, revealed)
    shown = len(lines) if result else min(revealed, len(lines))
    totals = tuple(sum(line.points[side] for line in lines[:shown]) for side in game.setup.sides)
    if not result:
        covered = tuple(line.category for line in lines[shown:])
        return Scene(SceneKind.REVEAL, lines=lines[:shown], covered=covered, totals=totals)
    return Scene(
        SceneKind.RESULT,
        lines=lines,
        totals=totals,
        items=tuple(side.items for side in counted.sides),
        ranks=tuple(one.rank for one in scores.sides),
        winners=tuple(side for side, one in enumerate(scores.sides) if one.winner),
        why=_of_the_winner(scores.sides),
    )


def _of_the_winner(sides: Sequence[SideScore]) -> tuple[Reason, ...]:
    """Return the reasons why the winner has won (F-2, F-5)."""
    best = next(one for one in sides if one.winner)
    return tuple(reason for reason in best.reasons if reason.rule in {"F-2", "F-5"})
