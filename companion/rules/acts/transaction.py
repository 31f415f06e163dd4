"""Plays a step: applies events one after the other, and keeps the agenda."""

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
        agenda: the steps still to do, next first.
        shuffle: the source of the order of cards.
    """

    def __init__(self, game: Position, shuffle: Shuffle[Any]) -> None:
        self.game = game
        self.agenda = list(game.agenda)
        self.shuffle = shuffle
        self._events: list[Event] = []
        self._asks_anew = False

    def do(self, event: Event) -> None:
        """Apply an event."""
        self._events.append(event)
        self.game = event.evolve(self.game)

    def first(self, *steps: Step) -> None:
        """Put steps before all others."""
        self.agenda[:0] = steps

    def ask_anew(self) -> None:
        """Mark the next question as a new one, though it may look like the one before."""
        self._asks_anew = True

    def events(self) -> tuple[Event, ...]:
        """Return all events, with the agenda last if it has changed or asks again."""
        if self._asks_anew or tuple(self.agenda) != self.game.agenda:
            self.do(AgendaSet(tuple(self.agenda)))
        return tuple(self._events)

    def note(self, rule: str, key: str, **data: Any) -> None:
        """Note why nothing moved."""
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
    """The functions that carry out a kind of step.

    Attributes:
        do: carries it out if there is nothing to ask; None: it does nothing then.
        ask: returns the actions to choose from; None, or no actions: it asks no one.
        answer: carries out the chosen act.
        shared: whether several players are asked at once, so that an answer leaves the question open to the others.
        looks_ahead: whether the actions depend on later steps. Only then `ask` is given a position with the agenda as
            it is now; otherwise it has the agenda before the act.
        named: how a prompt names the step, if that depends on the game; None: by its kind.
        bars: the actions that a player might look for but cannot do, by type, with the reason; None: none.
        offers: the types of all actions that `ask` can return.
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
