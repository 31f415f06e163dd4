"""Actions possible at any time: a tome, a raid by hand, the instant goal."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import Transaction
from companion.rules.phases import tomes
from companion.rules.phases.patrol import carry_out_raid, rule_of_raids
from companion.rules.reasons import Reason
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField
from companion.rules.state.events import InstantSet
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind

RAID_NOW: Final = action_type("raid_now")
CLAIM_INSTANT: Final = action_type("claim_instant", "O-6", side=CHOOSE, points=NUMBER)

MOST_POINTS: Final = 99
"""The most points that players can enter for an instant goal (O-6)."""

_BEFORE_THE_END: Final = frozenset({Phase.ROUND, Phase.ROLL_CALL, Phase.LIGHTS_OUT, Phase.PATROL})


class AnyTime(NamedTuple):
    """An action that is possible at any time.

    Attributes:
        offer: returns the action, if it is possible now.
        begin: does it; the game's question stays.
    """

    offer: Callable[[Position], tuple[Action, ...]]
    begin: Callable[[Transaction, Act], None]


def _offer_raid(game: Position) -> tuple[Action, ...]:
    """Let players call the raid if the box is empty (D-1, D-2) and none is due (P-6).

    Against the guards the app counts all (D-4).
    """
    if game.setup.solitary:
        return ()
    waits = game.phase not in _BEFORE_THE_END or game.agenda[0].kind is StepKind.RAID
    return () if waits else (RAID_NOW.action(rule=rule_of_raids(game)),)


def _raid(transaction: Transaction, act: Act) -> None:
    """Carry out a raid like any other (D-1, D-2)."""
    carry_out_raid(transaction)


def _offer_instant(game: Position) -> tuple[Action, ...]:
    """Let the first to meet the instant goal claim it; players know its condition (O-6)."""
    there = game.setup.instant and not game.setup.solitary
    if not there or game.instant is not None or game.phase not in _BEFORE_THE_END:
        return ()
    fields = {"side": ChoiceField(game.players), "points": IntField(0, MOST_POINTS)}
    return (CLAIM_INSTANT.action(fields),)


def _claim(transaction: Transaction, act: Act) -> None:
    """Score the goal at once (O-6)."""
    side, points = act.one("side"), act.values["points"]
    transaction.do(InstantSet(there=True, side=side, why=(Reason("O-6", "game.instant", {"side": side}),)))
    transaction.score(side, points, Reason("O-6", "game.instant_scores", {"side": side, "points": points}))


ANY_TIME: Final[Mapping[str, AnyTime]] = {
    tomes.PLAY_TOME.word: AnyTime(tomes.action, tomes.begin),
    RAID_NOW.word: AnyTime(_offer_raid, _raid),
    CLAIM_INSTANT.word: AnyTime(_offer_instant, _claim),
}
"""The actions possible at any time, by type."""


def offered_any_time(game: Position) -> tuple[Action, ...]:
    """Return all such actions that are possible now."""
    offered: tuple[Action, ...] = ()
    for one in ANY_TIME.values():
        offered += one.offer(game)
    return offered
