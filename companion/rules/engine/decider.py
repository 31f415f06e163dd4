"""The decider: what may be done, and what doing it comes to; `state.events.evolve` is its other half."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from companion.rules.acts.actions import Act, Action, Prompt, checked
from companion.rules.acts.transaction import Play, Rules
from companion.rules.corrections.registry import carry_out, corrections
from companion.rules.engine.mid_game_setup import Figures, lay, told_at_the_beginning
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
from companion.rules.state.events import NOTHING, Began, Event, LocationOpened, replay
from companion.rules.state.position import Game, Setup, Step, boxed
from companion.rules.state.step_kinds import StepKind

STEPS: Final[Rules] = {
    **patrol.RULES,
    **roll_call.RULES,
    **presence_entry.RULES,
    **lights_out.RULES,
    **pace.RULES,
    **payments.RULES,
    **rewards.RULES,
    **effects.RULES,
    **tomes.RULES,
    **light_mode.RULES,
    **final_counts.RULES,
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
    step = play.agenda[0]
    if step.kind is StepKind.RESOLVE and act.type != RESOLVE:
        # What resolving leads to is answered with it.
        _answer(play, Act(RESOLVE))
        _run(play)
        step = play.agenda[0]
    del play.agenda[0]
    rule = STEPS[step.kind]
    assert rule.answer is not None, "what asks also answers"
    if step.kind in _CHOICES and (act.values or step.kind is not StepKind.REWARD):
        lights_out.stay_open(play)
    rule.answer(play, step, act)
    if not rule.shared:
        play.ask_anew()


RESOLVE: Final = "resolve"
"""The act that resolves a location, and leaves what that leads to for another."""

_CHOICES: Final = frozenset(
    {
        StepKind.REWARD,
        StepKind.PAY,
        StepKind.CARD,
        StepKind.DEMON,
        StepKind.EFFECTS,
        StepKind.GIVE,
        StepKind.EXCHANGE,
        StepKind.EXCHANGE_FOR,
    }
)
"""Where somebody chooses what happens at a location, so that nobody could be told before; a tier is taken as it is."""


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


def after_resolving(game: Game) -> tuple[Action, ...]:
    """What a player may do with a tier once the location is resolved, where resolving asks for nothing else before."""
    play = Play(game, _no_cards)
    _answer(play, Act(RESOLVE))
    actions = _run(play)
    if not actions or play.agenda[0].kind is not StepKind.REWARD:
        return ()
    return tuple(action._replace(step=play.agenda[0]) for action in actions)


class Foresight(NamedTuple):
    """What acts at a location would come to, as far as they happen there.

    Attributes:
        events: in order; the last one leaves the location, if nothing is asked there any more.
        game: as it is after them.
        whole: whether nothing is asked there any more.
    """

    events: tuple[Event, ...]
    game: Game
    whole: bool


def foreseen(game: Game, *acts: Act) -> Foresight:
    """What acts at an open location would come to before the table goes on to the next; they have to be legal."""
    happened: list[Event] = []
    for act in acts:
        turn = next_turn(game, prompt(game), act, _no_cards)
        here = turn.events[: leaves_at(turn.events)]
        happened += here
        game = replay(here, game)
    return Foresight(tuple(happened), game, bool(happened) and happened[-1] == LocationOpened(None))


def leaves_at(events: Sequence[Event]) -> int:
    """How many events there are up to the one that leaves the location; all where none does."""
    places = (place for place, event in enumerate(events, 1) if event == LocationOpened(None))
    return next(places, len(events))


def _no_cards(round_: int, deck: str, cards: Any) -> Any:
    raise AssertionError(f"{deck} shuffled in lights out")


def _asked(game: Game, step: Step) -> tuple[Action, ...]:
    ask = STEPS[step.kind].ask
    return tuple(ask(game, step)) if ask else ()


def _prompt(game: Game, actions: tuple[Action, ...]) -> Prompt:
    if game.setup.solitary and game.agenda[0].kind is StepKind.RESOLVE:
        actions = (*actions, *after_resolving(game))
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
    actions = _run(play)
    events = play.events()
    return Turn(events, play.game, _prompt(play.game, actions) if actions else Prompt(None, None, ()))


def _run(play: Play) -> tuple[Action, ...]:
    """The same; what may be done at the question, or nothing at the end."""
    while play.agenda:
        step = play.agenda[0]
        actions = _asked(play.game, step)
        passing = passes(play.game, actions)
        if passing is not None:
            play.note("S-10", "game.seat_empty", side=passing.values.get("side", [step.side])[0])
            _answer(play, passing)
            continue
        if actions:
            return actions
        del play.agenda[0]
        do = STEPS[step.kind].do
        if do is not None:
            do(play, step)
    return ()
