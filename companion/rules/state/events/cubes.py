"""Cubes, reputation, the first player marker and storage."""

from typing import NamedTuple

from companion.rules.state.events.registry import Why, register
from companion.rules.state.pieces import Cube, Place, Side, TrackedReward
from companion.rules.state.position import Position


def _at(values: tuple[int, ...], side: Side, value: int) -> tuple[int, ...]:
    return (*values[:side], value, *values[side + 1 :])


@register
class Moved(NamedTuple):
    """Cubes of one colour moved; None is the supply."""

    cube: Cube
    number: int
    source: Place | None
    target: Place | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        cubes = dict(game.cubes)
        for place, change in ((self.source, -self.number), (self.target, self.number)):
            if place is not None:
                left = cubes.pop((place, self.cube), 0) + change
                if left:
                    cubes[place, self.cube] = left
        return game._replace(cubes=cubes)


@register
class Scored(NamedTuple):
    """A side moved on the reputation track, back if `by` is negative."""

    side: Side
    by: int
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(reputation=_at(game.reputation, self.side, game.reputation[self.side] + self.by))


@register
class MarkerMoved(NamedTuple):
    """The first player marker went to a side."""

    side: Side
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(first_player=self.side)


@register
class StorageSet(NamedTuple):
    """A side keeps so many resources in patrol (P-2)."""

    side: Side
    limit: int
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(storage=_at(game.storage, self.side, self.limit))


@register
class RewardOffered(NamedTuple):
    """A side may take power cubes and marker in light depth (L-11), or no longer."""

    side: Side
    power: int = 0
    marker: bool = False
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        offers = {side: offer for side, offer in game.offers.items() if side != self.side}
        if self.power or self.marker:
            offers[self.side] = TrackedReward(self.power, self.marker)
        return game._replace(offers=offers)
