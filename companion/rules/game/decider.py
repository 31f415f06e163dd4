"""The decider: what may be done, and what doing it comes to; `companion.rules.game.events.evolve` is its other half."""

from typing import Any, Final

from companion.rules.game import effects, lights_out, patrol, payments, roll_call, taking, tomes
from companion.rules.game.corrections import carry_out, corrections
from companion.rules.game.events import NOTHING, Began, Event
from companion.rules.game.play import Play, Rules
from companion.rules.game.prompts import Act, Prompt, checked
from companion.rules.game.shuffles import Shuffle
from companion.rules.game.state import Game, Setup, Step, boxed

STEPS: Final[Rules] = {
    **patrol.RULES,
    **roll_call.RULES,
    **lights_out.RULES,
    **payments.RULES,
    **taking.RULES,
    **effects.RULES,
    **tomes.RULES,
}
"""By kind of step: what it asks, and how it is carried out."""


def begin(setup: Setup, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    """Sit down to a game.

    Args:
        setup: what the table has agreed on; numbers that it does not name are the edition's.
        shuffle: see `decide`.
    """
    play = Play(NOTHING, shuffle)
    play.do(Began(boxed(setup)))
    play.first(Step("setup"))
    return _settled(play)


def prompt(game: Game) -> Prompt:
    """What the game waits for."""
    if not game.agenda:
        return Prompt(None, None, ())
    step = game.agenda[0]
    ask = STEPS[step.kind].ask
    actions = ask(game, step) if ask else ()
    return Prompt(step, actions[0].side if actions else None, (*actions, *tomes.action(game)))


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
    checked(prompt(game), act)
    play = Play(game, shuffle)
    if act.type == tomes.PLAY:
        tomes.begin(play, act)
    else:
        step = play.agenda.pop(0)
        answer = STEPS[step.kind].answer
        assert answer is not None, "what asks also answers"
        answer(play, step, act)
    return _settled(play)


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
    return _settled(play)


def _settled(play: Play) -> tuple[Event, ...]:
    """Carry out what needs nobody, up to the next question or the end."""
    while play.agenda:
        rule = STEPS[play.agenda[0].kind]
        if rule.ask is not None and rule.ask(play.game, play.agenda[0]):
            break
        step = play.agenda.pop(0)
        if rule.do is not None:
            rule.do(play, step)
    return play.events()
