"""The decider: what may be done, and what doing it comes to; `companion.rules.game.events.evolve` is its other half."""

from typing import Any, Final, NamedTuple

from companion.rules.game import (
    effects,
    gathering,
    hands,
    light,
    lights_out,
    patrol,
    payments,
    roll_call,
    taking,
    tomes,
)
from companion.rules.game.any_time import ANY_TIME, offered_any_time
from companion.rules.game.beginning import Figures, lay, told_at_the_beginning
from companion.rules.game.corrections import carry_out, corrections
from companion.rules.game.empty_seats import open_to_all, passes
from companion.rules.game.events import NOTHING, Began, Event
from companion.rules.game.play import Play, Rules
from companion.rules.game.prompts import Act, Action, Prompt, checked
from companion.rules.game.shuffles import Shuffle
from companion.rules.game.state import Game, Setup, Step, boxed
from companion.rules.game.steps import StepKind

STEPS: Final[Rules] = {
    **patrol.RULES,
    **roll_call.RULES,
    **gathering.RULES,
    **lights_out.RULES,
    **payments.RULES,
    **taking.RULES,
    **effects.RULES,
    **tomes.RULES,
    **light.RULES,
    **hands.RULES,
}
"""By kind of step: what it asks, and how it is carried out."""


class Turn(NamedTuple):
    """What an act has come to.

    Attributes:
        events: in the order in which they happened.
        game: as it is after them.
        prompt: what it waits for now.
    """

    events: tuple[Event, ...]
    game: Game
    prompt: Prompt


def first_turn(setup: Setup, shuffle: Shuffle[Any]) -> Turn:
    """Sit down to a game.

    Args:
        setup: what the table has agreed on; numbers that it does not name are the edition's.
        shuffle: see `decide`.
    """
    play = Play(NOTHING, shuffle)
    play.do(Began(boxed(setup)))
    play.first(Step(StepKind.SETUP))
    return _settled(play)


def next_turn(game: Game, asked: Prompt, act: Act, shuffle: Shuffle[Any]) -> Turn:
    """As `decide`, for who plays on from here: with the game after the act, and what it waits for then.

    Args:
        game: the state it is done in.
        asked: what that waits for, as `prompt` or the turn before says.
        act: one of its actions, filled in.
        shuffle: see `decide`.

    Raises:
        IllegalAct: `asked` does not offer it.
    """
    checked(asked, act)
    play = Play(game, shuffle)
    if act.type in ANY_TIME:
        ANY_TIME[act.type].begin(play, act)
    else:
        _answer(play, act)
    return _settled(play)


def _answer(play: Play, act: Act) -> None:
    """Do what the step in front has asked for."""
    step = play.agenda.pop(0)
    rule = STEPS[step.kind]
    assert rule.answer is not None, "what asks also answers"
    rule.answer(play, step, act)
    if not rule.shared:
        play.ask_anew()


def begin(setup: Setup, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """What sitting down to a game comes to; see `first_turn`."""
    return first_turn(setup, shuffle).events


def begin_at(setup: Setup, figures: Figures, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """Sit down to a game that is under way on the table.

    Args:
        setup: what the table has agreed on; numbers that it does not name are the edition's.
        figures: how it stands.
        shuffle: see `decide`.

    Raises:
        NotInTheBox: the figures need more than the box has.
        WrongFigures: no game has them at this moment.
    """
    play = Play(NOTHING, shuffle)
    lay(play, setup, figures)
    return tuple(map(told_at_the_beginning, _settled(play).events))


def prompt(game: Game) -> Prompt:
    """What the game waits for."""
    if not game.agenda:
        return Prompt(None, None, ())
    return _prompt(game, _asked(game, game.agenda[0]))


def _asked(game: Game, step: Step) -> tuple[Action, ...]:
    ask = STEPS[step.kind].ask
    return tuple(ask(game, step)) if ask else ()


def _prompt(game: Game, actions: tuple[Action, ...]) -> Prompt:
    actions = open_to_all(game, actions)
    sides = {action.side for action in actions}
    return Prompt(game.agenda[0], sides.pop() if len(sides) == 1 else None, (*actions, *offered_any_time(game)))


def decide(game: Game, act: Act, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """What an act comes to, with all that follows by itself.

    Args:
        game: the state it is done in.
        act: one of the actions of `prompt`, filled in.
        shuffle: puts the guards' cards of a round in order; the only chance there is.

    Returns:
        The events, in the order in which they happen.

    Raises:
        IllegalAct: `prompt` does not offer it.
    """
    return next_turn(game, prompt(game), act, shuffle).events


def correct(game: Game, act: Act, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """What a correction comes to, with all that follows by itself.

    Args:
        game: the state it is done in.
        act: one of `corrections`, filled in.
        shuffle: see `decide`.

    Raises:
        IllegalAct: `corrections` does not offer it.
        NotInTheBox: it would need more cubes or cards than the box has.
    """
    checked(Prompt(None, None, corrections(game)), act)
    play = Play(game, shuffle)
    carry_out(play, act)
    return _settled(play).events


def _settled(play: Play) -> Turn:
    """Carry out what needs nobody, up to the next question or the end."""
    while play.agenda:
        step = play.agenda[0]
        actions = _asked(play.game, step)
        passing = passes(play.game, actions)
        if passing is not None:
            play.note("S-10", "game.seat_empty", side=step.side)
            _answer(play, passing)
            continue
        if actions:
            return Turn(play.events(), play.game, _prompt(play.game, actions))
        del play.agenda[0]
        do = STEPS[step.kind].do
        if do is not None:
            do(play, step)
    return Turn(play.events(), play.game, Prompt(None, None, ()))
