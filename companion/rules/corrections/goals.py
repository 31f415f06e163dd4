"""Corrections of goals: their holders, their counts, and the goals in play."""

from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields, register, sides_of
from companion.rules.phases.effects import check_leader, counted, recheck_leader
from companion.rules.phases.final_counts import COUNT_RULES, set_count
from companion.rules.schema import CARD, CHOOSE, NUMBER, ChoiceField, IntField
from companion.rules.state.cards import END_GOAL, LEADER_GOAL, end_goal, leader_goal
from companion.rules.state.events import GoalsSet, InstantSet, LeaderTaken
from companion.rules.state.position import Position

NOBODY: Final = "nobody"
NONE: Final = "none"


@register
class SetLeader(Correction):
    """A side holds the leader goal, or none does."""

    type = "set_leader"
    asks = {"side": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        return {"side": ChoiceField((*game.setup.sides, NOBODY))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        side = act.one("side")
        transaction.do(LeaderTaken(None if side == NOBODY else side, WHY))


@register
class SetInstant(Correction):
    """A player has claimed the instant goal, none has, or there is none (O-6)."""

    type = "set_instant"
    asks = {"side": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields | None:
        """Ask who has claimed the instant goal: a player, none, or no such goal (O-6)."""
        return None if game.setup.solitary else {"side": ChoiceField((*game.players, NOBODY, NONE))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        """Give the goal to a player, leave it open, or put it back in the box (O-6)."""
        holder = act.one("side")
        transaction.do(InstantSet(holder != NONE, None if holder in {NOBODY, NONE} else holder, WHY))


@register
class SetCount(Correction):
    """A side has counted something else."""

    type = "set_count"
    asks = {"side": CHOOSE, "what": CHOOSE, "number": NUMBER}
    in_light_depth = True

    def fields(self, game: Position) -> Fields | None:
        """Ask for a count: of the leader goal in light depth, of anything at the end."""
        if game.setup.solitary:
            return None
        goal = [game.setup.leader.counts.value] if game.setup.light and game.setup.leader else []
        asked = (what for _, what in game.counted if what in COUNT_RULES)
        return {
            "side": sides_of(game),
            "what": ChoiceField(tuple(dict.fromkeys((*goal, *asked)))),
            "number": IntField(),
        }

    def effect(self, transaction: Transaction, act: Act) -> None:
        """Raise a count like a met goal in light depth (O-10); lower it as corrected (O-11)."""
        side, what = act.one("side"), act.one("what")
        before = counted(transaction.game, side, what)
        set_count(transaction, side, what, act.values["number"], *WHY)
        if counted(transaction.game, side, what) > before:
            check_leader(transaction)
        else:
            recheck_leader(transaction)


@register
class SetLeaderGoal(Correction):
    """The leader goal is another."""

    type = "set_leader_goal"
    asks = {"goal": CARD}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        return {"goal": LEADER_GOAL}

    def effect(self, transaction: Transaction, act: Act) -> None:
        goal = act.values["goal"]
        least = transaction.game.setup.edition.goals["leader_minimum"]
        transaction.do(GoalsSet(leader_goal(goal, least), transaction.game.setup.end, WHY))
        recheck_leader(transaction)


@register
class SetEndGoal(Correction):
    """The end goal is another."""

    type = "set_end_goal"
    asks = {"goal": CARD}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        return {"goal": END_GOAL}

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(GoalsSet(transaction.game.setup.leader, end_goal(act.values["goal"]), WHY))


@register
class DropGoal(Correction):
    """There is no leader goal, or no end goal."""

    type = "drop_goal"
    asks = {"goal": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        return {"goal": ChoiceField(("leader", "end"))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        setup = transaction.game.setup
        leader = act.one("goal") == "leader"
        transaction.do(GoalsSet(None if leader else setup.leader, setup.end if leader else None, WHY))
        if leader and transaction.game.leader is not None:
            transaction.do(LeaderTaken(None, WHY))
