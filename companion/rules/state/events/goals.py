"""Events about holders of goals, counts of sides, and the table's own decisions."""

from typing import Any, NamedTuple

from companion.rules.state.cards import EndGoal, LeaderGoal
from companion.rules.state.events.registry import Why, register
from companion.rules.state.events.setup import with_setup
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position


@register
class LeaderTaken(NamedTuple):
    """The leader goal went to a side, or to none (O-1, O-2)."""

    side: Side | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(leader=self.side)


@register
class GoalsSet(NamedTuple):
    """The goals of this game are these."""

    leader: LeaderGoal | None
    end: EndGoal | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return with_setup(game, leader=self.leader, end=self.end)


@register
class InstantSet(NamedTuple):
    """There is an instant goal or none (O-6), claimed by a player or open."""

    there: bool
    side: Side | None = None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return with_setup(game, instant=self.there)._replace(instant=self.side)


@register
class Counted(NamedTuple):
    """A player entered how many a side has of something, or what it is worth."""

    side: Side
    what: str
    number: int
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(counted={**game.counted, (self.side, self.what): self.number})


@register
class Overruled(NamedTuple):
    """The table decided a result itself; None: it left it to the app again."""

    decision: str
    outcome: Any
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        overruled = {key: outcome for key, outcome in game.overruled.items() if key != self.decision}
        if self.outcome is not None:
            overruled[self.decision] = self.outcome
        return game._replace(overruled=overruled)
