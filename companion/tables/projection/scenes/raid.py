"""A raid as a room sees it: each side's loss, and why (D-1, D-2, D-4). Pure."""

from collections.abc import Sequence
from typing import Final

from companion.rules.phases.patrol import icons, raided
from companion.rules.rulings.ranking import FEWEST_SIDES
from companion.rules.state.events import Event, Moved, Noted, Scored, evolve
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.tables.line import LineInContext
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes.scene import Loss, Scene, SceneKind, Standing
from companion.tables.timeline import State

_RAID_RULES: Final = frozenset({"D-1", "D-2", "D-4"})


def raid_scene(state: State, lines: Sequence[LineInContext]) -> Scene | None:
    """Return a raid that is due, or that the newest entry has brought (D-1, D-2, D-4)."""
    step = current_prompt(state).step
    if step is not None and step.kind == StepKind.RAID:
        return raid_of(state.game, _cubes_to_come(state.game, step))
    last = lines[-1] if lines else None
    before = None if last is None else _before_raid(last)
    if last is None or before is None:
        return None
    return raid_of(before, _cubes_come(last.events), done=True)


def _before_raid(line: LineInContext) -> Position | None:
    """Return the game just before an entry brought a raid; None if it brought none."""
    game = line.before
    for event in line.events:
        if isinstance(event, Scored | Noted) and any(one.rule in _RAID_RULES for one in event.why):
            return game
        game = evolve(game, event)
    return None


def raid_of(game: Position, coming: int = 0, *, done: bool = False) -> Scene:
    """Return the scene of a raid.

    Args:
        game: just before it.
        coming: how many suspicion cubes are to come after it (P-6).
        done: whether it has happened.
    """
    left = game.supply(Cube.SUSPICION)
    owed = coming > left
    result = raided(game)
    held = [game.at(side, Cube.SUSPICION) for side in game.setup.sides]
    losses = [
        Loss(
            side=side,
            suspicion=held[side],
            lost=after.lost,
            before=game.reputation[side],
            after=after.reputation,
            laid_back=held[side] - after.suspicion,
            standing=_standing(held, side),
            why=after.reasons,
        )
        for side, after in enumerate(result.sides)
    ]
    returning = sum(one.laid_back for one in losses)
    if result.locations_cleared:
        returning += sum(game.at(one, Cube.SUSPICION) for one in game.setup.edition.locations)
    losses.sort(key=lambda one: -one.suspicion)
    why = tuple(reason for after in result.sides for reason in after.reasons)
    return Scene(
        SceneKind.RAID,
        losses=tuple(losses),
        returning=returning,
        raid_done=done,
        needed=coming if owed else None,
        left=left if owed else None,
        why=why,
    )


def _cubes_to_come(game: Position, step: Step) -> int:
    """Return how many suspicion cubes are to come after a raid that is due (P-6)."""
    if game.phase is Phase.LAST_RAID:
        return 0
    coming = step.data.get("cubes", {}) if game.setup.light else icons(game)
    return sum(coming.values())


def _cubes_come(events: Sequence[Event]) -> int:
    """Return how many suspicion cubes came after a raid, in the same entry (P-6)."""
    reasons = (one for event in events if isinstance(event, Moved | Noted) for one in event.why if one.key in _COMING)
    return sum(one.data["n"] for one in reasons)


_COMING: Final = frozenset({"game.goon_adds", "game.suspicion_comes"})
"""The reasons of suspicion cubes that come."""


def _standing(held: Sequence[int], side: Side) -> Standing:
    mine, most = held[side], max(held)
    if not mine:
        return Standing.NONE
    if mine == most:
        return Standing.MOST if held.count(most) == 1 else Standing.TIED_MOST
    if len(held) > FEWEST_SIDES and held.count(most) == 1 and mine == max(one for one in held if one < most):
        return Standing.SECOND if held.count(mine) == 1 else Standing.TIED_SECOND
    return Standing.FEWER
