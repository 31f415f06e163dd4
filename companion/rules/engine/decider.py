"""The decider: possible acts and their results; `evolve` is its other half."""

from typing import Any, Final, NamedTuple

from companion.rules.acts.action_types import ACTION_TYPES, ActionType
from companion.rules.acts.actions import Act, Action, Prompt, checked
from companion.rules.acts.transaction import StepHandler, Transaction
from companion.rules.corrections.registry import carry_out, corrections
from companion.rules.engine.mid_game_setup import EnteredPosition, apply, told_at_the_beginning
from companion.rules.frozen import EMPTY
from companion.rules.phases import (
    effects,
    final_counts,
    light_mode,
    lights_out,
    pace,
    patrol,
    payments,
    presence_entry,
    rewards,
    roll_call,
    tomes,
)
from companion.rules.phases.free_actions import ANY_TIME, offered_any_time
from companion.rules.phases.vacant_seats import open_to_all, passes
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.events import NOTHING, Began, Event
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup, boxed
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step

STEPS: Final[dict[StepKind, StepHandler]] = {
    **patrol.HANDLERS,
    **roll_call.HANDLERS,
    **presence_entry.HANDLERS,
    **lights_out.HANDLERS,
    **pace.HANDLERS,
    **payments.HANDLERS,
    **rewards.HANDLERS,
    **effects.HANDLERS,
    **tomes.HANDLERS,
    **light_mode.HANDLERS,
    **final_counts.HANDLERS,
}
"""The handler of each kind of step. An expansion enters its own."""


class Decision(NamedTuple):
    """The result of an act.

    Attributes:
        events: in the order in which they happened.
        position: as it is after them.
        prompt: the question that it asks now.
    """

    events: tuple[Event, ...]
    position: Position
    prompt: Prompt


def first_decision(setup: Setup, shuffle: Shuffle[Any]) -> Decision:
    """Begin a game.

    Args:
        setup: what the table has agreed on; numbers that it does not name are the edition's.
        shuffle: see `decide`.
    """
    transaction = Transaction(NOTHING, shuffle)
    transaction.do(Began(boxed(setup)))
    transaction.first(Step(StepKind.SETUP))
    return _settled(transaction)


def next_decision(game: Position, asked: Prompt, act: Act, shuffle: Shuffle[Any]) -> Decision:
    """Decide an act like `decide`, and return position and prompt after it too.

    Args:
        game: the state it is done in.
        asked: its prompt, from `prompt` or from the decision before.
        act: one of its actions, filled in.
        shuffle: see `decide`.

    Raises:
        IllegalAct: `asked` does not offer it.
    """
    checked(asked, act)
    transaction = Transaction(game, shuffle)
    if act.type in ANY_TIME:
        ANY_TIME[act.type].begin(transaction, act)
    else:
        _answer(transaction, act)
    return _settled(transaction)


def _answer(transaction: Transaction, act: Act) -> None:
    """Carry out the answer to the step in front."""
    step = transaction.agenda.pop(0)
    handler = STEPS[step.kind]
    assert handler.answer is not None, "what asks also answers"
    handler.answer(transaction, step, act)
    if not handler.shared:
        transaction.ask_anew()


RESOLVE: Final = lights_out.RESOLVE.word
"""The act that resolves a location which waits for one."""


def begin(setup: Setup, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """Return the events that begin a game; see `first_decision`."""
    return first_decision(setup, shuffle).events


def begin_at(setup: Setup, figures: EnteredPosition, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """Begin a game that is under way on the table.

    Args:
        setup: what the table has agreed on; numbers that it does not name are the edition's.
        figures: the position there.
        shuffle: see `decide`.

    Raises:
        NotInTheBox: the position needs more than the box has.
        WrongFigures: no game has them at this moment.
    """
    transaction = Transaction(NOTHING, shuffle)
    apply(transaction, setup, figures)
    return tuple(map(told_at_the_beginning, _settled(transaction).events))


def prompt(game: Position) -> Prompt:
    """Return the prompt of a game."""
    if not game.agenda:
        return Prompt(None, None, ())
    step = game.agenda[0]
    return _prompt(game, _asked(Transaction(game, _no_cards), step, STEPS[step.kind]))


def offered_at(kind: StepKind) -> tuple[ActionType, ...]:
    """Return the types of all actions that a kind of step can offer."""
    any_time = tuple(ACTION_TYPES[word] for word in ANY_TIME)
    return (*STEPS[kind].offers, *any_time) if STEPS[kind].ask is not None else ()


def decision_ahead(game: Position, asked: Prompt, act: Act) -> Decision:
    """Return the result of a legal act that shuffles no cards.

    Args:
        game: the state it would be done in.
        asked: its prompt.
        act: one of its actions, filled in.
    """
    return next_decision(game, asked, act, _no_cards)


def _no_cards(round_: int, deck: str, cards: Any) -> Any:
    raise AssertionError(f"{deck} shuffled in lights out")


def _asked(transaction: Transaction, step: Step, handler: StepHandler) -> tuple[Action, ...]:
    """Return the actions for the step in front; none if it asks no player."""
    if handler.ask is None:
        return ()
    game = transaction.game
    return handler.ask(game._replace(agenda=tuple(transaction.agenda)) if handler.looks_ahead else game, step)


def _prompt(game: Position, actions: tuple[Action, ...]) -> Prompt:
    actions = open_to_all(game, actions)
    sides = {action.side for action in actions}
    side = sides.pop() if len(sides) == 1 else None
    step = game.agenda[0]
    bars, named = STEPS[step.kind].bars, STEPS[step.kind].named
    barred = EMPTY if bars is None else bars(game, step)
    return Prompt(step if named is None else named(game, step), side, (*actions, *offered_any_time(game)), barred)


def decide(game: Position, act: Act, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """Decide an act: return its events and all that follow by themselves.

    Args:
        game: the state it is done in.
        act: one of the actions of `prompt`, filled in.
        shuffle: puts the guards' cards of a round in order; the only chance there is.

    Returns:
        The events, in the order in which they happen.

    Raises:
        IllegalAct: `prompt` does not offer it.
    """
    return next_decision(game, prompt(game), act, shuffle).events


def correct(game: Position, act: Act, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """Decide a correction: return its events and their consequences."""
    return correction_decision(game, act, shuffle).events


def correction_decision(game: Position, act: Act, shuffle: Shuffle[Any]) -> Decision:
    """Decide a correction like `correct`, and return position and prompt after it too.

    Args:
        game: the state it is done in.
        act: one of `corrections`, filled in.
        shuffle: see `decide`.

    Raises:
        IllegalAct: `corrections` does not offer it.
        NotInTheBox: it would need more cubes or cards than the box has.
    """
    checked(Prompt(None, None, corrections(game)), act)
    transaction = Transaction(game, shuffle)
    carry_out(transaction, act)
    return _settled(transaction)


def _settled(transaction: Transaction) -> Decision:
    """Carry out steps that ask no player, up to the next question or the end."""
    return _decision(transaction, _run(transaction))


def _decision(transaction: Transaction, actions: tuple[Action, ...]) -> Decision:
    """Return the result of the transaction, with the actions that are possible now."""
    events = transaction.events()
    return Decision(events, transaction.game, _prompt(transaction.game, actions) if actions else Prompt(None, None, ()))


def _run(transaction: Transaction) -> tuple[Action, ...]:
    """Carry out these steps; return the actions at the question, or none at the end."""
    agenda = transaction.agenda
    while agenda:
        step = agenda[0]
        handler = STEPS[step.kind]
        actions = _asked(transaction, step, handler)
        if actions == ():
            del agenda[0]
            if handler.do is not None:
                handler.do(transaction, step)
            continue
        passing = passes(transaction.game, actions)
        if passing is None:
            return actions
        (side,) = passing.values.get("side", [step.side])
        transaction.note("S-10", "game.seat_empty", side=side)
        _answer(transaction, passing)
    return ()
