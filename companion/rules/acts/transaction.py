"""Plays a step: does events one by one, each seen by the next, and keeps what is still to be done."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from companion.rules.acts.action_types import ActionType
from companion.rules.acts.actions import Act, Action
from companion.rules.reasons import Reason
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.events import AgendaSet, Event, Moved, Noted, Scored
from companion.rules.state.pieces import CUBE_OF, CubeColour, Place, Side
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step


class Transaction:
    """A game in the course of one act.

    Attributes:
        game: as it is now.
        agenda: what is still to be done, next first.
        shuffle: where the order of cards comes from.
    """

    def __init__(self, game: Position, shuffle: Shuffle[Any]) -> None:
        self.game = game
        self.agenda = list(game.agenda)
        self.shuffle = shuffle
        self._events: list[Event] = []
        self._asks_anew = False

    def do(self, event: Event) -> None:
        """Let something happen."""
        self._events.append(event)
        self.game = event.evolve(self.game)

    def first(self, *steps: Step) -> None:
        """Put steps before all others."""
        self.agenda[:0] = steps

    def ask_anew(self) -> None:
        """Mark the next question as a new one, though it may look like the one before."""
        self._asks_anew = True

    def events(self) -> tuple[Event, ...]:
        """All that has happened, the agenda last where it has changed or asks anew."""
        if self._asks_anew or tuple(self.agenda) != self.game.agenda:
            self.do(AgendaSet(tuple(self.agenda)))
        return tuple(self._events)

    def note(self, rule: str, key: str, **data: Any) -> None:
        """Say why nothing moved."""
        self.do(Noted((Reason(rule, key, data),)))

    def score(self, side: Side, by: int, *why: Reason) -> None:
        """Move a side on the track."""
        if by:
            self.do(Scored(side, by, why))

    def gain(self, side: Side, cube: CubeColour, number: int, *why: Reason) -> None:
        """Give a side cubes, at most as many as the supply has (L-19)."""
        if not number:
            return
        cube = CUBE_OF[cube]
        given = min(number, self.game.supply(cube))
        if given < number:
            key = "game.supply_short" if given else "game.supply_empty"
            why = (*why, Reason("L-19", key, {"cube": cube, "n": number, "given": given}))
        if given:
            self.do(Moved(cube, given, None, side, why))
        else:
            self.do(Noted(why))

    def put_back(self, place: Place, cube: CubeColour, number: int, *why: Reason) -> None:
        """Return cubes from a place to the supply."""
        if number:
            self.do(Moved(CUBE_OF[cube], number, place, None, why))


class StepHandler(NamedTuple):
    """How a kind of step is carried out.

    Attributes:
        do: carries it out where nobody is asked; None where there is nothing to do then.
        ask: what may be done at it; None, or nothing to choose from, where it needs nobody.
        answer: carries out what was chosen.
        shared: whether several are asked at once, so that an answer leaves the question as it was to the others.
        looks_ahead: whether what may be done depends on what else is to be done. Only then `ask` is given a position
            with the agenda as it is now; otherwise that is as it was before the act.
        named: how a prompt names the step, where that depends on the game; None where it is named as it is.
        bars: what somebody might look for at it and cannot do, by type, with the reason; None where there is no such.
        offers: the types of all actions that `ask` may come to.
    """

    do: Callable[[Transaction, Step], None] | None = None
    ask: Callable[[Position, Step], tuple[Action, ...]] | None = None
    answer: Callable[[Transaction, Step, Act], None] | None = None
    shared: bool = False
    looks_ahead: bool = False
    named: Callable[[Position, Step], Step] | None = None
    bars: Callable[[Position, Step], Mapping[str, Reason]] | None = None
    offers: tuple[ActionType, ...] = ()


StepHandlers: TypeAlias = Mapping[StepKind, StepHandler]
